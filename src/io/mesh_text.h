// SPDX-License-Identifier: MIT
// Walks through text: words, numbers, lines, whatever ends the lines, whatever the locale. Internal to io.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

namespace flotsam {

/// ASCII lower case.
inline std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// A number, with a decimal point or comma; what is none is NaN, what is too large infinite, too small zero.
inline double numberFrom(std::string_view word) {
  std::string comma;
  if (word.find(',') != std::string_view::npos) {
    comma = word;
    for (char& c : comma)
      if (c == ',') c = '.';
    word = comma;
  }
  if (!word.empty() && word[0] == '+') word.remove_prefix(1);
  double value = std::numeric_limits<double>::quiet_NaN();
  const char* end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, value);
  if (read.ec == std::errc::result_out_of_range) {
    const size_t e = word.find_first_of("eE");
    const bool tiny = e != std::string_view::npos && e + 1 < word.size() && word[e + 1] == '-';
    return tiny ? 0 : (word[0] == '-' ? -1 : 1) * std::numeric_limits<double>::infinity();
  }
  return read.ec == std::errc() && read.ptr == end ? value : std::numeric_limits<double>::quiet_NaN();
}

class TextScanner {
 public:
  /// `comment` begins a comment up to the end of the line; 0 = there are none. `joined`: a backslash at the end of a
  /// line joins it with the next.
  TextScanner(std::string_view text, char comment, bool joined) : text_(text), comment_(comment), joined_(joined) {}

  bool done() const { return at_ >= text_.size(); }
  size_t position() const { return at_; }
  /// The next word of this line; empty at its end.
  std::string_view word() {
    skipBlanks();
    const size_t begin = at_;
    while (at_ < text_.size() && !blank(text_[at_]) && !lineEnd(text_[at_]) && text_[at_] != comment_ && !joint())
      ++at_;
    return text_.substr(begin, at_ - begin);
  }
  /// The next word on this line or a later one; empty at the end of the text.
  std::string_view anyWord() {
    while (true) {
      const std::string_view found = word();
      if (!found.empty() || done()) return found;
      nextLine();
    }
  }
  /// To the beginning of the next line.
  void nextLine() {
    while (at_ < text_.size() && !lineEnd(text_[at_])) ++at_;
    skipLineEnd();
  }

 private:
  static bool blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\0'; }
  static bool lineEnd(char c) { return c == '\n' || c == '\r'; }
  /// A backslash before the end of the line.
  bool joint() const { return joined_ && text_[at_] == '\\' && at_ + 1 < text_.size() && lineEnd(text_[at_ + 1]); }
  void skipLineEnd() {
    if (at_ < text_.size() && text_[at_] == '\r')
      ++at_, at_ += at_ < text_.size() && text_[at_] == '\n';
    else if (at_ < text_.size())
      ++at_;
  }
  void skipBlanks() {
    while (at_ < text_.size()) {
      if (blank(text_[at_])) {
        ++at_;
      } else if (joint()) {
        ++at_;
        skipLineEnd();
      } else if (comment_ && text_[at_] == comment_) {
        while (at_ < text_.size() && !lineEnd(text_[at_])) ++at_;
      } else {
        return;
      }
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  char comment_;
  bool joined_;
};

}  // namespace flotsam
