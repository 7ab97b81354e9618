// SPDX-License-Identifier: MIT
// The added mass of a body of a running world, on demand: what the fluid adds to its inertia where it is now.
#pragma once

#include "sim/world.h"

namespace flotsam {

struct AddedMassEstimate {
  double mass = 0;       // kg, along the axis
  double displaced = 0;  // kg of fluid where the body is; with a free surface of the part under it
  bool bounded = true;  // false: the fluid cannot get out of the way (a plug in a closed tube), no mass is large enough
  bool converged = true;
  /// Added mass over displaced mass; 0 for a body that displaces nothing.
  double coefficient() const { return displaced > 0 ? mass / displaced : 0; }
};

/// Of the body with this index along `axis` (unit, world axes; in a flat scene in its plane), all other bodies held
/// still, joints, hand, contact and surface tension left out. One pressure solve; changes nothing of the world.
AddedMassEstimate estimateAddedMass(const World& world, size_t body, const Vec3& axis);

}  // namespace flotsam
