// SPDX-License-Identifier: MIT
// Reads scenes and meshes beside the window, one job at a time. The window asks each frame whether one has come in.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "sim/world_desc.h"

namespace flotsam {

struct Loaded {
  std::string what;                // for messages: the file or scene as it was asked for
  std::string sceneName;           // shipped scenes: their name; else the path
  std::optional<WorldDesc> scene;  // a scene to open
  std::optional<BodyDesc> body;    // or a body to add
  std::filesystem::path folder;    // where the scene's paths start
  Problems problems;
  std::vector<std::string> repairs;  // what the mesh import did to an open or odd surface
};

class Loader {
 public:
  /// Opens a scene by shipped name or path; `settings` are KEY=VALUE.
  void openScene(std::string nameOrPath, std::vector<std::string> settings = {});
  /// Opens meshes in a plain tank.
  void openMeshes(std::vector<std::string> paths, std::vector<std::string> settings = {});
  /// Reads a mesh as a body with its longest side of `size` metres.
  void addMesh(std::string path, double size);

  bool busy() const { return running_.valid() || !waiting_.empty(); }
  /// What is being read, for the message over the scene; empty when idle.
  std::string words() const;
  /// A finished job, if any.
  std::optional<Loaded> poll();

 private:
  struct Job {
    std::string words;
    std::function<Loaded()> work;
  };
  void start();
  std::deque<Job> waiting_;
  std::future<Loaded> running_;
  std::string words_;
};

/// Scene files end in .toml; everything else is taken for a mesh.
bool isSceneFile(const std::string& path);

}  // namespace flotsam
