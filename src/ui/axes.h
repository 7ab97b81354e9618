// SPDX-License-Identifier: MIT
// What the plots share: ranges on the screen and the words at their axes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

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

}  // namespace flotsam
