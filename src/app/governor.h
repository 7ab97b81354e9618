// SPDX-License-Identifier: MIT
// Keeps the picture fluent on slow machines: one lever of detail at a time, with hysteresis. Never touches
// the simulation. A pure state machine over frame times.
#pragma once

#include <string>
#include <vector>

namespace flotsam {

struct Detail {
  int smokeDivisor = 0;  // 0 = as the quality says
  int markerDivisor = 1;
  double frameCap = 60;  // frames a second
};

class Governor {
 public:
  /// `software`: OpenGL runs on the processor; the cap is then 30 so that the solver keeps its core.
  explicit Governor(bool software) : software_(software) {}
  /// One frame took `ms` and ended at `seconds`.
  void frame(double seconds, double ms);
  int level() const { return level_; }
  static constexpr int kLevels = 4;
  Detail detail() const;
  /// Why detail is reduced, in words; empty at full detail.
  std::string words() const;

 private:
  bool software_;
  int level_ = 0;
  double windowStart_ = -1, calmSince_ = -1;
  std::vector<double> window_;
};

}  // namespace flotsam
