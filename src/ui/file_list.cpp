// SPDX-License-Identifier: MIT
#include "ui/file_list.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace flotsam {
namespace fs = std::filesystem;
namespace {

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// Up to and with the last slash, and what is behind it.
std::pair<std::string, std::string> split(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {"", path};
  return {path.substr(0, slash + 1), path.substr(slash + 1)};
}

fs::path whole(const std::string& folder) {
  std::error_code error;
  const fs::path path = fs::absolute(folder.empty() ? "." : folder, error);
  return error ? fs::path(folder) : (path / "").lexically_normal();
}

/// With a slash at its end; the folder itself where it has none above it.
std::string parent(const std::string& folder) {
  std::string inner = folder;
  while (inner.size() > 1 && inner.back() == '/') inner.pop_back();
  const auto [above, last] = split(inner);
  if (!last.empty() && last != "." && last != "..") return above;
  const std::string up = (whole(folder) / "..").lexically_normal().string();
  return up.empty() || up.back() == '/' ? up : up + "/";
}

bool isRoot(const std::string& folder) {
  const fs::path path = whole(folder);
  return path == path.root_path();
}

/// The length of a character that begins at `i`, when it is a valid one of the basic plane; else 0.
size_t character(const std::string& s, size_t i) {
  const auto at = [&](size_t k) { return k < s.size() ? static_cast<unsigned char>(s[k]) : 0u; };
  const auto follows = [&](size_t k) { return (at(k) & 0xC0) == 0x80; };
  const unsigned c = at(i);
  if (c < 0x80) return c >= 0x20 && c != 0x7F ? 1 : 0;
  if (c >= 0xC2 && c < 0xE0) return follows(i + 1) ? 2 : 0;
  if (c < 0xE0 || c > 0xEF || !follows(i + 1) || !follows(i + 2)) return 0;
  const unsigned code = (c & 0xF) << 12 | (at(i + 1) & 0x3F) << 6 | (at(i + 2) & 0x3F);
  return code >= 0x800 && (code < 0xD800 || code > 0xDFFF) ? 3 : 0;
}

/// The bytes of `text`, a folder, of which as much as stands in `known` keeps its bytes.
std::string withBytesOf(const std::string& known, const std::string& text) {
  std::string bytes;
  size_t k = 0, t = 0;
  while (k < known.size() && t < text.size()) {
    const size_t kEnd = known.find('/', k), tEnd = text.find('/', t);
    if (kEnd == std::string::npos || tEnd == std::string::npos) break;
    const std::string part = known.substr(k, kEnd + 1 - k);
    if (fieldText(part) != text.substr(t, tEnd + 1 - t)) break;
    bytes += part;
    k = kEnd + 1, t = tEnd + 1;
  }
  return bytes + text.substr(t);
}

}  // namespace

std::string fieldText(const std::string& bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size();) {
    const size_t length = character(bytes, i);
    if (length > 0)
      text.append(bytes, i, length);
    else
      text += "\uFFFD";
    i += std::max<size_t>(length, 1);
  }
  return text;
}

void FileList::begin(PathFor use, std::vector<std::string> endings) {
  *this = FileList();
  use_ = use, endings_ = std::move(endings);
}

void FileList::propose(const std::string& path) {
  auto [folder, name] = split(path);
  filter_.clear();
  set(std::move(folder), std::move(name));
}

void FileList::type(const std::string& text) {
  if (text == text_ && !stale_) return;
  auto [folder, name] = split(text);
  const std::string bytes = withBytesOf(folder_, folder);
  if (name != fieldText(name_)) filter_ = name;
  set(bytes, name == fieldText(name_) ? name_ : name);
}

void FileList::set(std::string folder, std::string name) {
  if (folder != folder_) stale_ = true;
  folder_ = std::move(folder), name_ = std::move(name);
  text_ = fieldText(path());
  marked_ = -1;
  if (stale_) read();
  filter();
}

void FileList::read() {
  stale_ = false;
  entries_.clear(), problem_.clear();
  std::error_code error;
  fs::directory_iterator it(folder_.empty() ? "." : folder_, error), end;
  for (; !error && it != end; it.increment(error)) {
    std::error_code broken;  // a link that leads nowhere is neither
    std::string name = it->path().filename().string();
    if (it->is_directory(broken)) {
      entries_.push_back({std::move(name), true});
    } else if (it->is_regular_file(broken)) {
      const std::string small = lower(name);
      if (std::any_of(endings_.begin(), endings_.end(), [&](const auto& e) { return small.ends_with(e); }))
        entries_.push_back({std::move(name), false});
    }
  }
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory)
    problem_ = use_ == PathFor::Folder ? "There is no such folder yet" : "There is no such folder";
  else if (error)
    problem_ = "This folder cannot be read: " + error.message();
  std::vector<std::pair<std::string, size_t>> order;
  for (size_t i = 0; i < entries_.size(); ++i)
    order.emplace_back((entries_[i].folder ? "0" : "1") + lower(entries_[i].name) + '\0' + entries_[i].name, i);
  std::sort(order.begin(), order.end());
  std::vector<Entry> sorted;
  for (const auto& [key, i] : order) sorted.push_back(std::move(entries_[i]));
  entries_ = std::move(sorted);
}

/// A name that begins with a dot has to be typed so; anything else may stand anywhere in the name. Where a new file is
/// to be named, a name that fits nothing hides nothing.
void FileList::filter() {
  const auto collect = [&](const std::string& typed) {
    const std::string small = lower(typed);
    const bool hidden = typed.starts_with('.');
    rows_.clear();
    if (!isRoot(folder_)) rows_.push_back(-1);
    const size_t first = rows_.size();
    for (size_t i = 0; i < entries_.size(); ++i) {
      const std::string name = lower(fieldText(entries_[i].name));
      if (hidden ? name.starts_with(small) : !name.starts_with('.') && name.find(small) != std::string::npos)
        rows_.push_back(static_cast<int>(i));
    }
    return rows_.size() > first;
  };
  found_ = collect(filter_);
  if (!found_ && use_ != PathFor::Open && !filter_.empty()) collect("");
}

int FileList::named() const {
  for (size_t i = 0; i < rows_.size() && !name_.empty(); ++i)
    if (rows_[i] >= 0 && (*this)[i].name == name_) return static_cast<int>(i);
  return -1;
}

void FileList::mark(int by) {
  const int count = static_cast<int>(rows_.size());
  if (count == 0) return;
  if (marked_ < 0) {  // what is looked for first, then the way up
    const int first = !filter_.empty() && count > 1 && rows_[0] < 0 ? 1 : 0;
    marked_ = by > 0 ? first : count - 1;
  } else {
    marked_ = std::clamp(marked_ + by, 0, count - 1);
  }
}

void FileList::take(size_t row) {
  if (row >= rows_.size()) return;
  if (rows_[row] >= 0 && !entries_[static_cast<size_t>(rows_[row])].folder)
    return set(folder_, entries_[static_cast<size_t>(rows_[row])].name);
  // The name of a file to be written goes along, unless it was typed to find this folder.
  const bool keep = use_ != PathFor::Open && (filter_.empty() || !found_);
  std::string into = rows_[row] < 0 ? parent(folder_) : folder_ + (*this)[row].name + "/";
  filter_.clear();
  set(std::move(into), keep ? name_ : "");
}

void FileList::complete() {
  if (marked_ >= 0) return take(static_cast<size_t>(marked_));
  const std::string typed = fieldText(name_);
  if (typed.empty()) return;
  int only = -1, count = 0;
  std::string common;
  for (size_t i = 0; i < rows_.size(); ++i) {
    const std::string name = fieldText((*this)[i].name);
    if (rows_[i] < 0 || !name.starts_with(typed)) continue;
    only = static_cast<int>(i);
    if (++count == 1) common = name;
    const auto end = std::mismatch(common.begin(), common.end(), name.begin(), name.end()).first;
    common.erase(end, common.end());
  }
  if (count == 1) return take(static_cast<size_t>(only));
  size_t length = 0;  // whole characters
  while (length < common.size() && character(common, length) > 0) length += character(common, length);
  if (length > typed.size()) type(fieldText(folder_) + common.substr(0, length));
}

bool FileList::accept() {
  if (marked_ >= 0) {
    const size_t row = static_cast<size_t>(marked_);
    const bool folder = (*this)[row].folder;
    take(row);
    if (folder) return false;
  }
  if (use_ == PathFor::Folder) return !path().empty();
  std::error_code error;
  if (name_.empty()) return false;
  if (!fs::is_directory(path(), error)) return true;
  filter_.clear();
  set(path() + "/", "");
  return false;
}

std::string FileList::where() const { return fieldText(whole(folder_).string()); }

std::string FileList::words() const {
  if (unread()) return problem_;
  if (!filter_.empty() && !found_) return use_ == PathFor::Open ? "Nothing here has " + filter_ + " in its name" : "";
  if (rows_.size() > (isRoot(folder_) ? 0u : 1u)) return "";
  return use_ == PathFor::Folder ? "No folders in it" : "No folders and no files of this kind in it";
}

}  // namespace flotsam
