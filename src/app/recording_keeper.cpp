// SPDX-License-Identifier: MIT
#include "app/recording_keeper.h"

#include <algorithm>
#include <chrono>

namespace flotsam {

void RecordingKeeper::frame(double now, uint64_t generation, uint64_t step, const std::function<Problems()>& write) {
  if (writing_.valid()) {
    if (writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    take(now);
  }
  if (now < next_ || (generation == generation_ && step == step_)) return;
  generation_ = generation, step_ = step, begun_ = now;
  writing_ = std::async(std::launch::async, write);
}

void RecordingKeeper::take(double now) {
  problems_ = writing_.get();
  next_ = begun_ + std::max(kEvery, kShare * (now - begun_));
}

void RecordingKeeper::wait() {
  if (writing_.valid()) problems_ = writing_.get();
  step_ = ~uint64_t{0}, next_ = 0;
}

}  // namespace flotsam
