// SPDX-License-Identifier: MIT
// Errors at the edges of the program (files, user input) are values: where, which key, why.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace flotsam {

struct Problem {
  std::string file;  // empty when there is none
  int line = 0;      // 1-based; 0 when there is none
  std::string key;   // dotted parameter or scene key; empty when there is none
  std::string reason;
  bool warning = false;  // the work goes on

  /// "FILE:LINE: key: reason", leaving out what is empty.
  std::string text() const {
    std::string t;
    if (!file.empty()) t += file + ":" + (line > 0 ? std::to_string(line) + ":" : "") + " ";
    if (!key.empty()) t += key + ": ";
    return t + reason;
  }
};

using Problems = std::vector<Problem>;

inline bool hasErrors(const Problems& problems) {
  for (const auto& p : problems)
    if (!p.warning) return true;
  return false;
}

/// A value, or the reasons why there is none; warnings may come with a value.
template <class T>
struct Result {
  std::optional<T> value;
  Problems problems;

  Result() = default;
  Result(T v) : value(std::move(v)) {}
  Result(Problem p) { problems.push_back(std::move(p)); }
  Result(Problems p) : problems(std::move(p)) {}
  explicit operator bool() const { return value.has_value(); }
  T& operator*() { return *value; }
  const T& operator*() const { return *value; }
  T* operator->() { return &*value; }
  const T* operator->() const { return &*value; }
};

}  // namespace flotsam
