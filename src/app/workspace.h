// SPDX-License-Identifier: MIT
// What the window keeps for its user between two runs, in a folder of its own: the files opened last, and unsaved work
// and recordings in case the program does not get to ask about them. Files are written whole or not at all. Every
// window has its own files of unsaved work; those of windows that are gone are offered at the next start.
#pragma once

#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "io/recording.h"
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
  /// The reason when the list cannot be written; it then serves this window alone.
  Problems opened(const std::string& path);

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

  /// A recording that nobody has saved yet, one a side. From any thread, but not from two at once.
  Problems keepRecording(const std::vector<Recording>& sides) const;
  void dropRecording() const;
  struct KeptRecording {
    std::vector<std::filesystem::path> files;  // by side
    std::string of, when;
  };
  /// The newest that a window which is gone has left and that can be read.
  std::optional<KeptRecording> leftRecording() const;
  /// Puts it where it was to be saved, further sides beside it; the reason when that cannot be, and it stays.
  Problems saveLeft(const KeptRecording& kept, const std::filesystem::path& path) const;
  void forget(const KeptRecording& kept) const;

 private:
  std::filesystem::path own() const;
  std::filesystem::path ownRecording(size_t side) const;
  std::filesystem::path folder_;
  long process_;
  std::vector<std::string> recent_;
  bool kept_ = false;
};

/// The file of a side of a recording: the first has `path` itself, the others a letter behind the name.
std::filesystem::path sideFile(const std::filesystem::path& path, size_t side);

/// A moment for people: "29 Nov 12:34", in local time.
std::string momentWords(std::time_t moment);

/// The scene with the paths of its meshes as they can be found from anywhere: `folder` is where they start now.
WorldDesc withWholePaths(WorldDesc scene, const std::filesystem::path& folder);

}  // namespace flotsam
