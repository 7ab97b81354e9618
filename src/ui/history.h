// SPDX-License-Identifier: MIT
// The last seconds of a few diagnostics, for the sparklines: four seconds up to the step that is shown. One sample per
// published step; those of the time that can be gone back to are kept, so that the plots have a past there too.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "view/sim_view.h"

namespace flotsam {

class History {
 public:
  static constexpr int kLength = 240;    // steps shown: four seconds at 60 steps a second
  static constexpr size_t kKept = 1500;  // samples: 20 s and what is shown before them
  struct Series {
    std::array<float, kLength> values{};
    int count = 0;
  };

  /// `newest`: the last step of the time as it is; what lies beyond was undone. Another generation starts over.
  void take(const SimView& view, uint64_t newest, uint64_t generation) {
    if (generation != generation_) samples_.clear();
    generation_ = generation;
    while (!samples_.empty() && samples_.back().step > std::max(newest, view.step)) samples_.pop_back();
    const auto at = std::lower_bound(samples_.begin(), samples_.end(), view.step,
                                     [](const Sample& s, uint64_t step) { return s.step < step; });
    const size_t place = static_cast<size_t>(at - samples_.begin());
    Sample now{view.step,
               view.time,
               static_cast<float>(view.kineticEnergy),
               static_cast<float>(view.fluidVolume),
               static_cast<float>(view.maxDivergence),
               static_cast<float>(view.iterations),
               static_cast<float>(view.totalMs),
               {}};
    for (const auto& b : view.bodies) now.bodies.push_back({b.name, Vec3f(b.pose.position), Vec3f(b.velocity)});
    if (at == samples_.end() || at->step != view.step) samples_.insert(at, std::move(now));
    show(place);
    if (samples_.size() > kKept) samples_.erase(samples_.begin(), samples_.begin() + kLength / 4);
  }
  Series energy, volume, divergence;

  struct Body {
    std::string name;
    Vec3f position, velocity;  // m, m/s
  };
  struct Sample {
    uint64_t step;
    double time;                                           // s
    float energy, volume, divergence, iterations, stepMs;  // J, m³, 1/s, -, ms
    std::vector<Body> bodies;
  };
  const std::vector<Sample>& samples() const { return samples_; }

 private:
  /// The samples that end with this one.
  void show(size_t last) {
    const size_t count = std::min<size_t>(last + 1, kLength), from = last + 1 - count;
    energy.count = volume.count = divergence.count = static_cast<int>(count);
    for (size_t i = 0; i < count; ++i) {
      const Sample& s = samples_[from + i];
      energy.values[i] = s.energy, volume.values[i] = s.volume, divergence.values[i] = s.divergence;
    }
  }
  std::vector<Sample> samples_;  // by step
  uint64_t generation_ = 0;
};

}  // namespace flotsam
