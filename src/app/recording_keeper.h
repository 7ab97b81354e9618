// SPDX-License-Identifier: MIT
// Keeps what is being recorded on disk every few seconds, beside the window: a long recording takes its time to write.
// Has no clock of its own, and no file: what is written is the caller's.
#pragma once

#include <cstdint>
#include <functional>
#include <future>

#include "core/result.h"

namespace flotsam {

class RecordingKeeper {
 public:
  static constexpr double kEvery = 3;   // s between two writings
  static constexpr double kShare = 20;  // but this many times as long as the last one took

  /// Each frame of the window while something is recorded; `now` in s. Begins to write when it is time, there is
  /// something new and the last writing is over. `step` and `generation` tell what is new.
  void frame(double now, uint64_t generation, uint64_t step, const std::function<Problems()>& write);
  /// Something is being written, as far as the frames know.
  bool busy() const { return writing_.valid(); }
  /// What the last writing came to, once it is over.
  const Problems& problems() const { return problems_; }
  /// Waits for what is being written. The next frame writes anew.
  void wait();

 private:
  void take(double now);
  std::future<Problems> writing_;
  Problems problems_;
  uint64_t generation_ = 0, step_ = ~uint64_t{0};
  double begun_ = 0, next_ = 0;
};

}  // namespace flotsam
