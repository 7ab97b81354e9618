// SPDX-License-Identifier: MIT
// Walks through text: words, numbers, lines, whatever ends the lines, whatever the locale. Internal to io.
#pragma once

#include <algorithm>
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

/// The word with what only some programs write put into usual letters: decimal commas, a comma behind, Fortran's
/// exponents (1.0D+00, and 1.0-101 without a letter), the minus of typesetters (U+2212).
inline std::string usualNumber(std::string_view word) {
  if (word.ends_with(',')) word.remove_suffix(1);
  std::string usual;
  for (size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    const bool digits = !usual.empty() && ((usual.back() >= '0' && usual.back() <= '9') || usual.back() == '.');
    if (word.substr(i, 3) == "\u2212") {
      usual += '-', i += 2;
      continue;
    }
    const bool bare = (c == '+' || c == '-') && i + 4 == word.size() && usual.find('.') != std::string::npos;
    if (digits && bare) usual += 'e';
    usual += c == ',' ? '.' : digits && (c == 'd' || c == 'D') ? 'e' : c;
  }
  return usual;
}

/// A number, with a decimal point or comma; what is none is NaN, what is too large infinite, too small zero.
inline double numberFrom(std::string_view word) {
  std::string usual;
  const auto odd = [](char c) { return c == ',' || c == 'd' || c == 'D' || c == '+' || c == '-' || c == '\xe2'; };
  if (!word.empty() && word[0] == '+' && !(word.size() > 1 && odd(word[1]))) word.remove_prefix(1);
  for (size_t i = 0; i < word.size() && usual.empty(); ++i)
    if (odd(word[i]) && (i > 0 || word[0] == '\xe2')) usual = usualNumber(word);
  if (!usual.empty()) word = usual;
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
    while (at_ < text_.size() && !breaks() && !lineEnd(text_[at_]) && text_[at_] != comment_ && !joint()) ++at_;
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
  /// Whether the byte here continues a letter of UTF-8 that began before it. Within à (C3 A0) an A0 is no blank.
  bool withinLetter() const {
    for (size_t back = 1; back <= 3 && back <= at_; ++back) {
      const auto lead = static_cast<unsigned char>(text_[at_ - back]);
      if ((lead & 0xc0) == 0x80) continue;
      const size_t bytes = lead >= 0xc2 && lead < 0xe0   ? 2
                           : lead >= 0xe0 && lead < 0xf0 ? 3
                           : lead >= 0xf0 && lead < 0xf5 ? 4
                                                         : 1;
      const std::string_view letter = text_.substr(at_ - back, bytes);
      const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
      return back < bytes && letter.size() == bytes && std::all_of(letter.begin() + 1, letter.end(), continues);
    }
    return false;
  }
  /// Bytes of the blank that is here, 0 when it is none. Among them are Unicode's (no-break, thin, ideographic), the
  /// no-break blank of Latin 1 and byte order marks, which files that were put together have anywhere.
  size_t blank() const {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\0') return 1;
    if (c == '\xa0') return withinLetter() ? 0 : 1;
    if (c != '\xc2' && c != '\xe2' && c != '\xe3' && c != '\xef') return 0;
    if (text_.substr(at_, 2) == "\xc2\xa0") return 2;
    const std::string_view three = text_.substr(at_, 3);
    if (three == "\xe3\x80\x80" || three == "\xef\xbb\xbf" || three == "\xe2\x80\xaf") return 3;
    return three.size() == 3 && three.starts_with("\xe2\x80") && static_cast<unsigned char>(three[2]) <= 0x8b ? 3 : 0;
  }
  /// A blank that ends a word. A zero byte within a word stays in it: "1.0" and "5" must not be made of a damaged 1.05.
  bool breaks() const {
    if (text_[at_] != '\0') return blank() > 0;
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    return next == '\0' || next == ' ' || next == '\t' || lineEnd(next);
  }
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
      if (const size_t n = blank(); n > 0) {
        at_ += n;
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
