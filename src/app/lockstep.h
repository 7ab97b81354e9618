// SPDX-License-Identifier: MIT
// One to three worlds of a scene that step together under the same hand, and the last seconds of them: saved states
// every few steps and every input since the start, so that any step of that time can be made again to the same bits.
// Has no thread and no clock of its own; the simulation thread drives it.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "io/recording.h"
#include "sim/world.h"

namespace flotsam {

class Lockstep {
 public:
  static constexpr double kSeconds = 20;  // of simulated time that can be gone back to, when memory allows
  static constexpr size_t kMostBytes = size_t{256} << 20;  // for all saved states together

  /// New worlds at their start; may throw std::bad_alloc, and is empty then.
  void build(std::vector<WorldDesc> sides, const std::string& folder, World::Clock clock,
             size_t mostBytes = kMostBytes);
  /// Only the first goes on.
  void keepFirst();

  size_t size() const { return worlds_.size(); }
  const World& world(size_t side) const { return *worlds_[side]; }
  /// Shows the side with these edits made and no step; it is as it was afterwards.
  void foresee(size_t side, const std::vector<Edit>& edits, const std::function<void(const World&)>& see);
  /// Everything since the start, also what lies beyond now(). The one function for any thread at any time.
  Recording recording(size_t side) const;
  /// Some side can go on.
  bool runs() const;

  uint64_t now() const { return now_; }
  uint64_t newest() const { return newest_; }
  uint64_t oldest() const;  // that can be gone back to
  size_t bytes() const { return bytes_; }

  /// One step of every side that has no fault, with the input of each. In the past an input begins a new future;
  /// without any the step is made as it was.
  void step(std::vector<InputFrame> inputs);
  /// Goes to the saved state nearest to a step of the past, unless the way there from now() is shorter. What is left
  /// of the way are steps without input.
  void approach(uint64_t step);

 private:
  struct Mark {
    uint64_t step;
    std::vector<std::shared_ptr<const World::Saved>> states;  // by side
    size_t bytes;
    uint64_t extra =
        0;  // of the close states around a step gone back to, or behind a slow present: a number that grows; else 0
  };
  void save(bool extra = false);
  void dropExtras(size_t most);
  void drop(Mark& mark);
  void forgetFuture();
  uint64_t window() const;

  std::vector<std::unique_ptr<World>> worlds_;
  mutable std::mutex recordingMutex_;
  std::vector<Recording> recordings_;
  std::vector<Mark> marks_;  // by step
  // Of the last mark that went: the next one is written over them, because fresh memory costs more than the copy.
  std::vector<std::shared_ptr<const World::Saved>> spare_;
  uint64_t now_ = 0, newest_ = 0, spacing_ = 1, extras_ = 0;
  size_t bytes_ = 0, mostBytes_ = kMostBytes;
};

}  // namespace flotsam
