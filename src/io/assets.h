// SPDX-License-Identifier: MIT
// Where the program's own files are: beside the binary (build tree or installed), through symlinks, from any folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace flotsam {

/// The folder that holds scenes/ and meshes/: $FLOTSAM_ASSETS when set, else found relative to the real path of the
/// running binary (../share/flotsam, then the source tree's assets/ the build recorded). Empty when there is none.
std::filesystem::path assetFolder();

struct SceneEntry {
  std::string name;  // "rabbit-and-dragon"
  std::filesystem::path path;
  std::string title, lesson, source;
  size_t steps = 0;     // of its lesson
  bool liquid = false;  // its water has a surface
};
/// Every shipped scene, the default one first, then by name.
std::vector<SceneEntry> shippedScenes();
/// A path that exists, or the path of a shipped scene of that name; empty when neither.
std::filesystem::path findScene(const std::string& nameOrPath);
inline constexpr const char* kDefaultScene = "rabbit-and-dragon";

}  // namespace flotsam
