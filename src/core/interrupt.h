// SPDX-License-Identifier: MIT
// Ctrl+C and SIGTERM end a run between two steps and a window between two pictures, so that what there is so far is
// still written. Behind it is a mutable static: a signal handler can reach nothing else.
#pragma once

#include <array>

namespace flotsam {

class InterruptGuard {
 public:
  InterruptGuard();   // takes SIGINT and SIGTERM over; a signal that was ignored stays ignored
  ~InterruptGuard();  // gives them back
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  bool interrupted() const { return signalName() != nullptr; }
  /// "interrupted" (Ctrl+C) or "asked to end" (SIGTERM); null when neither came.
  const char* signalName() const;

 private:
  std::array<void (*)(int), 2> before_;
};

}  // namespace flotsam
