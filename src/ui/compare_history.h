// SPDX-License-Identifier: MIT
// What the sides of a comparison did over the time that can be gone back to, one sample a step and side: the lines of
// the plot. When somebody goes back the samples stay until the time is made anew.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
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
    std::vector<std::array<float, 2>> bodies;   // height, speed; by column; not a number while there was no such body
  };

  /// Takes the views of all sides. `newest`: the last step of the time as it is; what lies beyond was undone.
  void take(const std::vector<const SimView*>& views, uint64_t newest, uint64_t generation) {
    if (generation != generation_ || sides_.size() != views.size()) sides_.assign(views.size(), {}), names_.clear();
    generation_ = generation;
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
        cell(sample, b.name) = {static_cast<float>(b.pose.position.y), static_cast<float>(glm::length(b.velocity))};
      side.insert(at, std::move(sample));
      if (side.size() > kLength) side.erase(side.begin(), side.begin() + 60);
    }
  }
  size_t size() const { return sides_.size(); }
  const std::vector<Sample>& side(size_t s) const { return sides_[s]; }
  /// Where the samples have this body, also when it is gone by now; -1: no sample has it.
  int column(const std::string& body) const {
    const auto found = std::find(names_.begin(), names_.end(), body);
    return found == names_.end() ? -1 : static_cast<int>(found - names_.begin());
  }
  /// `body`: its column. Not a number where a quantity of a body is asked for that was not there.
  static float value(const Sample& sample, Compared what, int body) {
    const bool ofBody = what == Compared::Height || what == Compared::Speed;
    if (!ofBody) return sample.whole[static_cast<size_t>(what)];
    return body >= 0 && body < static_cast<int>(sample.bodies.size())
               ? sample.bodies[static_cast<size_t>(body)][what == Compared::Speed]
               : std::numeric_limits<float>::quiet_NaN();
  }

 private:
  /// The sample's place for a body; bodies that come and go keep their column, so that the others' past stays.
  std::array<float, 2>& cell(Sample& sample, const std::string& body) {
    if (column(body) < 0) names_.push_back(body);
    const size_t at = static_cast<size_t>(column(body));
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    if (sample.bodies.size() <= at) sample.bodies.resize(at + 1, {kNone, kNone});
    return sample.bodies[at];
  }
  std::vector<std::vector<Sample>> sides_;
  std::vector<std::string> names_;  // of the columns
  uint64_t generation_ = 0;
};

}  // namespace flotsam
