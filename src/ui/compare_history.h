// SPDX-License-Identifier: MIT
// What the sides of a comparison did over the time that can be gone back to, one sample a step and side: the lines of
// the plot. When somebody goes back the samples stay until the time is made anew.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "view/sim_view.h"

namespace flotsam {

enum class Compared { Height, Speed, Energy, Volume, Iterations, Milliseconds };
inline constexpr int kComparedCount = 6;

/// The value now, volumes in litres, times in ms, all else in SI; of a body where it is one of a body's, which may be
/// null.
inline double comparedValue(Compared what, const SimView& view, const BodyView* body) {
  switch (what) {
    case Compared::Height:
      return body ? body->pose.position.y : 0;
    case Compared::Speed:
      return body ? glm::length(body->velocity) : 0;
    case Compared::Energy:
      return view.kineticEnergy;
    case Compared::Volume:
      return 1000 * view.fluidVolume;
    case Compared::Iterations:
      return view.iterations;
    case Compared::Milliseconds:
      return view.totalMs;
  }
  return 0;
}

class CompareHistory {
 public:
  static constexpr size_t kLength = 1200;  // samples a side: 20 s at 60 steps a second
  struct Sample {
    uint64_t step = 0;
    double time = 0;
    std::array<float, kComparedCount> whole{};  // of the bodies' quantities nothing
    std::vector<std::array<float, 2>> bodies;   // height, speed
  };

  /// Takes the views of all sides. `newest`: the last step of the time as it is; what lies beyond was undone.
  void take(const std::vector<const SimView*>& views, uint64_t newest, uint64_t generation) {
    if (generation != generation_ || sides_.size() != views.size()) sides_.assign(views.size(), {});
    generation_ = generation;
    if (names(*views.front()) != names_) {
      names_ = names(*views.front());
      for (auto& side : sides_) side.clear();
    }
    for (size_t s = 0; s < views.size(); ++s) {
      auto& side = sides_[s];
      const SimView& v = *views[s];
      while (!side.empty() && side.back().step > std::max(newest, v.step)) side.pop_back();
      const auto at = std::lower_bound(side.begin(), side.end(), v.step,
                                       [](const Sample& x, uint64_t step) { return x.step < step; });
      if (at != side.end() && at->step == v.step) continue;
      Sample sample{v.step, v.time, {}, {}};
      for (int q = 0; q < kComparedCount; ++q)
        sample.whole[static_cast<size_t>(q)] = static_cast<float>(comparedValue(static_cast<Compared>(q), v, nullptr));
      for (const auto& b : v.bodies)
        sample.bodies.push_back({static_cast<float>(b.pose.position.y), static_cast<float>(glm::length(b.velocity))});
      side.insert(at, std::move(sample));
      if (side.size() > kLength) side.erase(side.begin(), side.begin() + 60);
    }
  }
  size_t size() const { return sides_.size(); }
  const std::vector<Sample>& side(size_t s) const { return sides_[s]; }
  /// `body`: index into the bodies, or -1.
  static float value(const Sample& sample, Compared what, int body) {
    const bool ofBody = what == Compared::Height || what == Compared::Speed;
    if (!ofBody) return sample.whole[static_cast<size_t>(what)];
    return body >= 0 && body < static_cast<int>(sample.bodies.size())
               ? sample.bodies[static_cast<size_t>(body)][what == Compared::Speed]
               : 0;
  }

 private:
  static std::string names(const SimView& view) {
    std::string all;
    for (const auto& b : view.bodies) all += b.name + '\n';
    return all;
  }
  std::vector<std::vector<Sample>> sides_;
  std::string names_;
  uint64_t generation_ = 0;
};

}  // namespace flotsam
