// SPDX-License-Identifier: MIT
// Files and single settings; scene_read.cpp and scene_write.cpp do the TOML, scene_check.cpp the bounds.
#include "io/scene.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "io/recording.h"
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
  if (looksLikeRecording(*text)) return recordingInstead(path, "a scene");
  return parseScene(*text, path.string(), path.parent_path());
}

Problems saveScene(const fs::path& path, const WorldDesc& desc) { return saveFile(path, sceneText(desc)); }

namespace {

/// Of "body.NAME.density" where no body has that name; else empty.
std::string unknownBody(const WorldDesc& desc, const std::string& key) {
  constexpr size_t kMostListed = 12;
  const size_t end = key.rfind('.');
  if (!key.starts_with("body.") || end <= 5) return "";
  const std::string name = key.substr(5, end - 5);
  std::vector<std::string> names;
  for (const BodyDesc& b : desc.bodies) names.push_back(b.name);
  if (std::find(names.begin(), names.end(), name) != names.end()) return "";
  const std::string reason = "there is no body '" + name + "'", near = closestWord(name, names);
  if (!near.empty()) return reason + "; did you mean '" + near + "'?";
  std::string list;
  for (size_t i = 0; i < std::min(names.size(), kMostListed); ++i) list += (i ? ", " : "") + names[i];
  if (names.size() > kMostListed) list += " and " + std::to_string(names.size() - kMostListed) + " more";
  return reason + (names.empty() ? "; the scene has none" : "; the scene has " + list);
}

}  // namespace

Problems applySetting(WorldDesc& desc, const std::string& keyEqualsValue) {
  const size_t equals = keyEqualsValue.find('=');
  if (equals == std::string::npos || equals == 0)
    return {{"", 0, keyEqualsValue, "expected KEY=VALUE, for example fluid.density=1200"}};
  const std::string key = keyEqualsValue.substr(0, equals), value = keyEqualsValue.substr(equals + 1);
  ParamList list = parameters(desc);
  const Param* param = list.find(key);
  if (!param)
    if (const std::string reason = unknownBody(desc, key); !reason.empty()) return {{"", 0, key, reason}};
  const double before = param ? param->value : 0;
  Problems problems = list.set(key, value);
  if (!problems.empty()) return problems;
  for (auto& p : validate(desc))
    if (p.key == key) problems.push_back(std::move(p));
  if (hasErrors(problems)) list.setClamped(key, before);
  return problems;
}

}  // namespace flotsam
