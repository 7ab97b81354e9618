// SPDX-License-Identifier: MIT
#include "app/pacer.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace flotsam {

Pace pace(const PaceInput& in) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const bool runs = std::isfinite(in.speed) && in.speed > 0 && std::isfinite(in.dt) && in.dt > 0;
  if (!runs) return {0, 0, kNever};
  const double real = std::isfinite(in.realSeconds) ? std::max(in.realSeconds, 0.0) : 0;
  const double exact = real * in.speed / in.dt;
  // A millionth of a step of slack: sleeping until a step is due must find it due.
  const auto dueSteps = static_cast<uint64_t>(std::min(std::floor(exact + 1e-6), 9e15));
  if (dueSteps <= in.stepsDone) {
    const double missing = static_cast<double>(in.stepsDone) + 1 - exact;
    return {0, 0, std::max(missing * in.dt / in.speed, 0.0)};
  }
  const uint64_t behind = dueSteps - in.stepsDone;
  const uint64_t steps = std::min(behind, std::max<uint64_t>(in.maxBacklog, 1));
  return {steps, behind - steps, 0};
}

}  // namespace flotsam
