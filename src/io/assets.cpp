// SPDX-License-Identifier: MIT
#include "io/assets.h"

#include <toml++/toml.h>
#include <algorithm>
#include <cstdlib>

namespace fs = std::filesystem;

namespace flotsam {

namespace {

bool isFolder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::vector<fs::path> sceneFiles() {
  std::vector<fs::path> files;
  const fs::path folder = assetFolder();
  if (folder.empty()) return files;
  std::error_code error;
  for (fs::directory_iterator it(folder / "scenes", error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".toml") files.push_back(it->path());
  std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
    const bool defaultA = a.stem() == kDefaultScene, defaultB = b.stem() == kDefaultScene;
    return defaultA != defaultB ? defaultA : a.stem() < b.stem();
  });
  return files;
}

}  // namespace

fs::path assetFolder() {
  if (const char* given = std::getenv("FLOTSAM_ASSETS"); given && *given) return isFolder(given) ? given : fs::path();
  std::error_code error;
  const fs::path binary = fs::canonical("/proc/self/exe", error);
  if (!error) {
    const fs::path installed = binary.parent_path().parent_path() / "share" / "flotsam";
    if (isFolder(installed)) return installed;
  }
#ifdef FLOTSAM_SOURCE_ASSETS
  if (isFolder(FLOTSAM_SOURCE_ASSETS)) return FLOTSAM_SOURCE_ASSETS;
#endif
  return {};
}

std::vector<SceneEntry> shippedScenes() {
  std::vector<SceneEntry> scenes;
  for (const auto& path : sceneFiles()) {
    SceneEntry entry;
    entry.name = path.stem().string(), entry.path = path;
    try {
      const auto table = toml::parse_file(path.string());
      entry.title = table["title"].value_or(std::string());
      entry.lesson = table["lesson"].value_or(table["lesson"]["task"].value_or(std::string()));
      if (const auto* steps = table["lesson"]["step"].as_array()) entry.steps = steps->size();
      entry.source = table["source"].value_or(std::string());
      entry.liquid = table["fluid"]["domain"].value_or(std::string()) == "liquid";
    } catch (const toml::parse_error&) {  // `flotsam check` says what is wrong with it
    }
    if (entry.title.empty()) entry.title = entry.name;
    scenes.push_back(std::move(entry));
  }
  return scenes;
}

fs::path findScene(const std::string& nameOrPath) {
  std::error_code error;
  if (nameOrPath.empty()) return {};
  const bool plainWord = nameOrPath.find_first_of("/.") == std::string::npos;
  // A shipped name wins over a folder that happens to be called the same; a file of that name wins over both.
  if (fs::is_regular_file(nameOrPath, error)) return nameOrPath;
  if (plainWord)
    for (const auto& path : sceneFiles())
      if (path.stem() == nameOrPath) return path;
  const bool there = fs::exists(nameOrPath, error) || error == std::errc::permission_denied;
  return there ? fs::path(nameOrPath) : fs::path();
}

}  // namespace flotsam
