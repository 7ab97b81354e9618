// SPDX-License-Identifier: MIT
#include "cli/common.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include "io/assets.h"
#include "io/number_words.h"
#include "io/report.h"
#include "io/scene.h"

namespace flotsam {

bool report(const Console& console, const Problems& problems) {
  for (const auto& p : problems) console.err << (p.warning ? "warning: " : "") << p.text() << '\n';
  return hasErrors(problems);
}

bool isMeshFile(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* known : {".obj", ".stl", ".ply", ".off", ".gltf", ".glb"})
    if (ending == known) return true;
  return false;
}

Result<std::filesystem::path> sceneArgument(const std::string& nameOrPath, const std::vector<std::string>& commands) {
  if (auto path = findScene(nameOrPath); !path.empty()) return path;
  if (nameOrPath.empty()) return Problem{"", 0, "SCENE", "the name is empty (flotsam scenes lists the shipped ones)"};
  std::vector<std::string> names = commands;
  for (const auto& scene : shippedScenes()) names.push_back(scene.name);
  const std::string near = closestWord(nameOrPath, names);
  return Problem{nameOrPath, 0, "",
                 near.empty() ? "no such file, and no shipped scene of that name (flotsam scenes lists them)"
                              : "no such file" + std::string(commands.empty() ? " or scene" : ", scene or command") +
                                    "; did you mean '" + near + "'?"};
}

Problems applySettings(WorldDesc& desc, const std::vector<std::string>& settings) {
  Problems problems;
  for (const auto& setting : settings)
    for (auto& p : applySetting(desc, setting)) problems.push_back(std::move(p));
  return problems;
}

Result<WorldDesc> loadArgument(const std::string& nameOrPath, const std::vector<std::string>& settings) {
  Result<WorldDesc> scene;
  if (isMeshFile(nameOrPath)) {
    scene = sceneFromMeshes({nameOrPath});
  } else {
    const auto path = sceneArgument(nameOrPath);
    scene = path ? loadScene(*path) : Result<WorldDesc>(path.problems);
  }
  if (!scene) return scene;
  for (auto& p : applySettings(*scene, settings)) scene.problems.push_back(std::move(p));
  if (hasErrors(scene.problems)) scene.value.reset();
  return scene;
}

Result<WorldDesc> loadArguments(const std::vector<std::string>& files, const std::vector<std::string>& settings) {
  if (files.size() == 1) return loadArgument(files.front(), settings);
  for (const auto& file : files)
    if (!isMeshFile(file))
      if (const auto path = sceneArgument(file); !path) return path.problems;
  if (const auto meshes = std::count_if(files.begin(), files.end(), isMeshFile);
      meshes < static_cast<std::ptrdiff_t>(files.size()))
    return Problem{"", 0, "", meshes == 0 ? "give one scene" : "give one scene, or meshes, not both"};
  auto scene = sceneFromMeshes({files.begin(), files.end()});
  if (!scene) return scene;
  for (auto& p : applySettings(*scene, settings)) scene.problems.push_back(std::move(p));
  if (hasErrors(scene.problems)) scene.value.reset();
  return scene;
}

bool parseSize(const std::string& text, int& width, int& height) {
  const char* end = text.data() + text.size();
  const auto w = std::from_chars(text.data(), end, width);
  if (w.ec != std::errc() || w.ptr == end || *w.ptr != 'x') return false;
  const auto h = std::from_chars(w.ptr + 1, end, height);
  return h.ec == std::errc() && h.ptr == end && width >= 16 && height >= 16 && width <= 8192 && height <= 8192;
}

double wallClock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string fixed(double value, int digits) {
  char buffer[400];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, digits).ptr;
  return {buffer, end};
}

CLI::Validator finiteBetween(double lo, double hi) {
  const std::string range = "[" + shortNumber(lo) + " - " + shortNumber(hi) + "]";
  return CLI::Validator(
      [=](std::string& text) {
        double value = 0;
        if (!parseNumber(text, value) || !std::isfinite(value)) return "'" + text + "' is not a number in " + range;
        return value >= lo && value <= hi ? std::string() : "'" + text + "' is not in " + range;
      },
      "in " + range);
}

CLI::Validator wholeBetween(long long lo, long long hi) {
  const std::string range = "[" + std::to_string(lo) + " - " + std::to_string(hi) + "]";
  return CLI::Validator(
      [=](std::string& text) {
        double value = 0;
        if (!parseNumber(text, value)) return "'" + text + "' is not a number in " + range;
        if (value != std::floor(value)) return "must be a whole number, got '" + text + "'";
        if (!(value >= double(lo) && value <= double(hi))) return "'" + text + "' is not in " + range;
        text = std::to_string(static_cast<long long>(value));
        return std::string();
      },
      "in " + range);
}

void warnUnused(const Console& console, const std::string& option, const std::string& needed) {
  console.err << "warning: " << option << " does nothing without " << needed << '\n';
}

void addThreadsOption(CLI::App& command, int& threads) {
  command.add_option("--threads", threads, "Worker threads; 0 = all the machine has. Results do not depend on it")
      ->transform(wholeBetween(0, 256))
      ->type_name("N");
}

}  // namespace flotsam
