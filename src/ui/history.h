// SPDX-License-Identifier: MIT
// The last seconds of a few diagnostics, for the sparklines. One sample per published step.
#pragma once

#include <array>
#include <cstdint>

#include "view/sim_view.h"

namespace flotsam {

class History {
 public:
  static constexpr int kLength = 240;  // steps: four seconds at 60 steps a second
  struct Series {
    std::array<float, kLength> values{};
    int count = 0;
    void push(double v) {
      if (count == kLength)
        for (int i = 1; i < kLength; ++i) values[i - 1] = values[i];
      else
        ++count;
      values[count - 1] = static_cast<float>(v);
    }
  };

  /// Takes a view when its step is new; starts over when the step went back.
  void take(const SimView& view) {
    if (view.step < last_) energy = volume = divergence = {};
    if (view.step == last_ && energy.count > 0) return;
    last_ = view.step;
    energy.push(view.kineticEnergy);
    volume.push(view.fluidVolume);
    divergence.push(view.maxDivergence);
  }
  Series energy, volume, divergence;

 private:
  uint64_t last_ = 0;
};

}  // namespace flotsam
