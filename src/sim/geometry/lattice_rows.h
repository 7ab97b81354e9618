// SPDX-License-Identifier: MIT
// The points of a lattice as a shape sees them, a row along x at a time (Shape::sampleLattice). Internal to geometry.
#pragma once

#include "sim/geometry/shape.h"

namespace flotsam {

/// row(first, ex, out) for each row of the lattice in the order of Shape::sampleLattice: its points first + i*ex in the
/// body's frame, m, and where the count.x distances go.
template <class Row>
void forLatticeRows(const Pose& pose, const Vec3& origin, double step, Int3 count, bool prism, double* out, Row&& row) {
  Vec3 from = origin;
  if (prism) from.z = pose.position.z;
  Vec3 base = pose.toBody(from);
  Vec3 ex = pose.unrotate({step, 0, 0}), ey = pose.unrotate({0, step, 0}), ez = pose.unrotate({0, 0, step});
  if (prism) base.z = ex.z = ey.z = 0, ez = Vec3(0);
  for (int k = 0; k < count.z; ++k)
    for (int j = 0; j < count.y; ++j, out += count.x)
      row(base + static_cast<double>(j) * ey + static_cast<double>(k) * ez, ex, out);
}

}  // namespace flotsam
