// SPDX-License-Identifier: MIT
// What stands beneath a path that is typed: the entries of the folder it points into, which of them fit what is typed
// behind the last slash, and where a click, Tab or Enter leads. Knows no ImGui. A folder is read once, when the path
// begins to point into it.
//
// Names are bytes. The field can only show what is UTF-8 and within its font's plane, so there is a text of the path
// beside its bytes; what the user did not touch of the text keeps its bytes.
#pragma once

#include <string>
#include <vector>

namespace flotsam {

enum class PathFor { Open, Save, Folder };

class FileList {
 public:
  struct Entry {
    std::string name;
    bool folder = false;
  };

  /// `endings`: of the files that fit, in small letters with their dot; none for folders alone.
  void begin(PathFor use, std::vector<std::string> endings);
  /// A path that nobody typed: all of its folder is listed.
  void propose(const std::string& path);
  /// The text of the field as it is now.
  void type(const std::string& text);

  /// In the field, and the same for the system.
  const std::string& text() const { return text_; }
  std::string path() const { return folder_ + name_; }

  size_t size() const { return rows_.size(); }
  const Entry& operator[](size_t row) const { return rows_[row] < 0 ? up_ : entries_[static_cast<size_t>(rows_[row])]; }
  /// The row that the field names; -1: none.
  int named() const;
  /// The row that the arrow keys have chosen; -1: none.
  int marked() const { return marked_; }
  void mark(int by);
  /// Into a folder, or a file into the field.
  void take(size_t row);
  /// Tab: the marked row, else what all names that begin as the typed one have in common.
  void complete();
  /// Enter, or the button: takes the marked row; true when the path is then something to act on, not a folder to look
  /// into.
  bool accept();

  /// The folder as a whole path, and what there is to say where it has no rows; empty: nothing.
  std::string where() const;
  std::string words() const;
  bool unread() const { return !problem_.empty(); }

 private:
  void read();
  void filter();
  void set(std::string folder, std::string name);

  PathFor use_ = PathFor::Open;
  std::vector<std::string> endings_;
  std::string folder_, name_, text_;
  std::string filter_;  // what has been typed of the name
  bool found_ = false;  // something fits it
  std::string problem_;
  bool stale_ = true;
  Entry up_{"..", true};
  std::vector<Entry> entries_;
  std::vector<int> rows_;  // of entries_; -1: up_
  int marked_ = -1;
};

/// What a field can show and give back: valid UTF-8 of the basic plane, without control characters.
std::string fieldText(const std::string& bytes);

}  // namespace flotsam
