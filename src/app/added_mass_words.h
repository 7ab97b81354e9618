// SPDX-License-Identifier: MIT
// An added mass as the inspector shows it, beside what theory says of such a body in such a tank.
#pragma once

#include "app/sim_thread.h"
#include "ui/ui_state.h"

namespace flotsam {

/// The coefficient (added over displaced mass) that theory knows. `words`: of what; `source`: a sentence.
struct KnownCoefficient {
  bool known = false;
  double value = 0;
  std::string words, source;
};
/// Of a sphere or an ellipsoid at `pose`, along a unit axis of the body, alone in a closed box full of fluid; for one
/// that is not alone, in another container or under a surface the value in unbounded fluid. In a flat scene of a
/// circle.
KnownCoefficient knownCoefficient(const WorldDesc& scene, const std::string& body, const Pose& pose, const Vec3& axis);

void addedMassWords(const AddedMassAnswer& answer, const SimView& view, const WorldDesc& scene, AddedMassShown& shown);

}  // namespace flotsam
