// SPDX-License-Identifier: MIT
#include "io/scene_comments.h"

#include "io/save_file.h"
#include "io/scene_parts.h"

namespace flotsam {

bool hasComments(std::string_view toml) {
  for (size_t i = 0; i < toml.size(); ++i) {
    if (toml[i] == '#') return true;
    if (toml[i] != '"' && toml[i] != '\'') continue;
    const char quote = toml[i];
    const std::string_view three = toml.substr(i, 3);
    const bool block = three == "\"\"\"" || three == "'''";
    for (i += block ? 3 : 1; i < toml.size(); ++i) {
      if (quote == '"' && toml[i] == '\\')
        ++i;
      else if (block ? toml.substr(i, 3) == three : toml[i] == quote)
        break;
    }
    if (block) i += 2;
    while (block && i + 1 < toml.size() && toml[i + 1] == quote) ++i;  // up to two quotes may stand before the end
  }
  return false;
}

Result<std::filesystem::path> keepCommented(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored) || std::filesystem::is_empty(file, ignored))
    return std::filesystem::path();
  const auto text = readTextFile(file);
  if (!text) return text.problems;
  if (!hasComments(*text)) return std::filesystem::path();
  const std::filesystem::path kept = file.string() + "~";
  if (Problems problems = saveFile(kept, *text); !problems.empty()) return problems;
  return kept;
}

}  // namespace flotsam
