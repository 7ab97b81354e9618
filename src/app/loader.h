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

#include "core/progress.h"
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
  MeshReport report;                 // of a mesh
  bool offered = false;              // the body waits for the choice of its size
  bool altered = false;              // settings of the command line are in the scene, which its file has not
  bool answered = false;             // unsaved changes have been asked about
};

class Loader {
 public:
  /// Opens a scene by shipped name or path; `settings` are KEY=VALUE. `answered`: unsaved changes may go, and it comes
  /// before all that waits.
  void openScene(std::string nameOrPath, std::vector<std::string> settings = {}, bool answered = false);
  /// Opens meshes in a plain tank.
  void openMeshes(std::vector<std::string> paths, std::vector<std::string> settings = {});
  /// Reads a mesh as a body with its longest side of `size` metres; `offer`: only to choose another size.
  void addMesh(std::string path, double size, bool offer = false);

  bool busy() const { return running_.valid() || !waiting_.empty(); }
  /// What is being read, for the message over the scene; empty when idle.
  std::string words() const;
  /// How far it is, 0..1; -1: nobody knows.
  float share() const { return measured_ && progress_ ? progress_->share() : -1; }
  /// Gives up what is being read; the next of what waits is read then. What cannot stop at once ends by itself, unseen.
  void cancel();
  /// A finished job, if any.
  std::optional<Loaded> poll();

 private:
  struct Job {
    std::string words;
    std::function<Loaded(Progress&)> work;
    bool measured = false;  // it says how far it is
  };
  void start();
  std::deque<Job> waiting_;
  std::future<Loaded> running_;
  std::vector<std::future<Loaded>> givenUp_;
  std::shared_ptr<Progress> progress_;  // of what runs
  bool measured_ = false;
  std::string words_;
};

/// Scene files end in .toml; everything else is taken for a mesh.
bool isSceneFile(const std::string& path);

}  // namespace flotsam
