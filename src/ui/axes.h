// SPDX-License-Identifier: MIT
// What the plots share: ranges on the screen and the words at their axes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "ui/format.h"

namespace flotsam {

struct Range {
  double lo, hi;
  float at(double v, float from, float to) const {
    return from + (to - from) * static_cast<float>((v - lo) / (hi - lo));
  }
};

/// A step of 1, 2 or 5 times a power of ten that cuts the range into two to five.
inline double niceStep(double range) {
  const double power = std::pow(10, std::floor(std::log10(range / 2)));
  for (double step : {5 * power, 2 * power})
    if (range / step >= 2) return step;
  return power;
}

inline std::string tickWord(double v, double step) {
  if (std::fabs(v) < 1e-9 * step) return "0";
  const int decimals = static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
  if (step < 1e-4 || std::fabs(v) >= 1e5) return formatForPeople(v, 2);
  return formatFixed(v, std::max(0, decimals));
}

/// Labels of a height at places that rise: as near to where they are wanted as may be (least squares), none over
/// another and all in lo..hi where these have room for them. Pools of neighbours that would overlap share their mean.
inline std::vector<float> spread(const std::vector<float>& wanted, float height, float lo, float hi) {
  struct Pool {
    float sum;
    int count;
    float mean() const { return sum / static_cast<float>(count); }
  };
  std::vector<Pool> pools;
  for (size_t i = 0; i < wanted.size(); ++i) {
    pools.push_back({wanted[i] - height * static_cast<float>(i), 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() >= pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back().sum += last.sum, pools.back().count += last.count;
    }
  }
  std::vector<float> places;
  const float last = hi - height * static_cast<float>(wanted.size());
  for (const Pool& pool : pools)
    for (int k = 0; k < pool.count; ++k)
      places.push_back(std::max(std::min(pool.mean(), last + height / 2), lo + height / 2) +
                       height * static_cast<float>(places.size()));
  return places;
}

}  // namespace flotsam
