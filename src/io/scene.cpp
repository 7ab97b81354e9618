// SPDX-License-Identifier: MIT
// Files and single settings; scene_read.cpp and scene_write.cpp do the TOML, scene_check.cpp the bounds.
#include "io/scene.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "io/save_file.h"
#include "io/scene_parts.h"
#include "sim/scene_params.h"

namespace fs = std::filesystem;

namespace flotsam {

Result<std::string> readTextFile(const fs::path& path, size_t maxSize) {
  const std::string name = path.string();
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status))
    return Problem{
        name, 0, "",
        error && error != std::errc::no_such_file_or_directory ? "cannot be read: " + error.message() : "no such file"};
  if (fs::is_directory(status)) return Problem{name, 0, "", "is a folder, not a file"};
  if (fs::is_fifo(status) || fs::is_socket(status))
    return Problem{name, 0, "", "is a pipe, which might never end; give a file"};
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return Problem{name, 0, "", std::string("cannot be read: ") + std::strerror(errno ? errno : EIO)};
  std::string text;
  char buffer[1 << 16];
  while (file.read(buffer, sizeof buffer), file.gcount() > 0) {
    text.append(buffer, static_cast<size_t>(file.gcount()));
    if (text.size() > maxSize)
      return Problem{name, 0, "", "is larger than the " + std::to_string(maxSize >> 20) + " MB such a file may have"};
  }
  if (text.empty()) return Problem{name, 0, "", "the file is empty"};
  return text;
}

Result<WorldDesc> loadScene(const fs::path& path) {
  const auto text = readTextFile(path);
  if (!text) return text.problems;
  return parseScene(*text, path.string(), path.parent_path());
}

Problems saveScene(const fs::path& path, const WorldDesc& desc) { return saveFile(path, sceneText(desc)); }

Problems applySetting(WorldDesc& desc, const std::string& keyEqualsValue) {
  const size_t equals = keyEqualsValue.find('=');
  if (equals == std::string::npos || equals == 0)
    return {{"", 0, keyEqualsValue, "expected KEY=VALUE, for example fluid.density=1200"}};
  const std::string key = keyEqualsValue.substr(0, equals), value = keyEqualsValue.substr(equals + 1);
  ParamList list = parameters(desc);
  const Param* param = list.find(key);
  const double before = param ? param->value : 0;
  Problems problems = list.set(key, value);
  if (!problems.empty()) return problems;
  for (auto& p : validate(desc))
    if (p.key == key) problems.push_back(std::move(p));
  if (hasErrors(problems)) list.setClamped(key, before);
  return problems;
}

}  // namespace flotsam
