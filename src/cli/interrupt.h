// SPDX-License-Identifier: MIT
// Ctrl+C ends a run between two steps, so that its report is still written. The one mutable static of the program:
// a signal handler can reach nothing else.
#pragma once

namespace flotsam {

class InterruptGuard {
 public:
  InterruptGuard();   // takes SIGINT over
  ~InterruptGuard();  // gives it back
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  bool interrupted() const;

 private:
  void (*before_)(int);
};

}  // namespace flotsam
