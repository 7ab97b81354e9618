// SPDX-License-Identifier: MIT
// Lists within lists without end would exhaust the stack when a JSON tree is copied or taken apart. Internal to io.
#pragma once

#include <string_view>

namespace flotsam {

inline bool nestedTooDeep(std::string_view json) {
  constexpr int kDeepest = 200;
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted && c == '\\')
      ++i;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == '[' || c == '{') && ++depth > kDeepest)
      return true;
    else if (!quoted && (c == ']' || c == '}'))
      --depth;
  }
  return false;
}

}  // namespace flotsam
