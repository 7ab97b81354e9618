// SPDX-License-Identifier: MIT
// What the window keeps for its user between two runs, in a folder of its own: the files opened last, and unsaved work
// in case the program does not get to ask about it. Files are written whole or not at all. Every window has its own
// file of unsaved work; those of windows that are gone are offered at the next start.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "sim/world_desc.h"

namespace flotsam {

class Workspace {
 public:
  static constexpr size_t kMostRecent = 8;
  /// $XDG_STATE_HOME/flotsam, else ~/.local/state/flotsam; empty when there is neither.
  static std::filesystem::path usual();
  /// An empty folder keeps nothing. `process`: the number of this one.
  explicit Workspace(std::filesystem::path folder, long process);

  /// Newest first; only what is still there.
  const std::vector<std::string>& recent() const { return recent_; }
  void opened(const std::string& path);

  /// Unsaved work on the scene called `of`; `when` for people. The reason when it cannot be written.
  Problems keep(const std::string& of, const std::string& when, const WorldDesc& scene, const std::string& folder);
  void drop();
  struct Kept {
    std::filesystem::path file;
    std::string of, when;
  };
  /// The newest that a window which is gone has left.
  std::optional<Kept> left() const;
  void forget(const Kept& kept) const;

 private:
  std::filesystem::path own() const;
  std::filesystem::path folder_;
  long process_;
  std::vector<std::string> recent_;
  bool kept_ = false;
};

/// The scene with the paths of its meshes as they can be found from anywhere: `folder` is where they start now.
WorldDesc withWholePaths(WorldDesc scene, const std::filesystem::path& folder);

}  // namespace flotsam
