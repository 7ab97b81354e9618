// SPDX-License-Identifier: MIT
// How far a long piece of work is, and whether somebody has given it up. Written by the thread that works, read by
// others.
#pragma once

#include <atomic>

namespace flotsam {

class Progress {
 public:
  /// 0..1; never goes back. False: give up and return as soon as it is convenient.
  bool reach(float share) {
    if (share > share_.load(std::memory_order_relaxed)) share_.store(share, std::memory_order_relaxed);
    return !cancelled();
  }
  float share() const { return share_.load(std::memory_order_relaxed); }
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

 private:
  std::atomic<float> share_{0};
  std::atomic<bool> cancelled_{false};
};

}  // namespace flotsam
