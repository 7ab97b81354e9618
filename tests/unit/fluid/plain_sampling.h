// SPDX-License-Identifier: MIT
// Trilinear samples of the staggered velocity in double, written plainly: the measure of the four-lane kernels.
// Points are in lattice coordinates (x/dx + 1, so cell i spans [i, i+1)); the tank is [1, n-1].
#pragma once

#include <algorithm>

#include "sim/fluid/mac_velocity.h"

namespace flotsam::fluidtest {

/// The nearest point of the tank; NaN becomes the lower wall.
inline Vec3 clampToTank(const Grid& grid, Vec3 x) {
  for (int a = 0; a < 3; ++a) x[a] = x[a] > 1 ? std::min<double>(x[a], grid.n[a] - 1) : 1;
  return x;
}

/// Lattice values at `offset` + (i, j, k) interpolated at x: field[id] in the middle of eight. x + 1 must stay inside.
template <class Value>
double sampleLattice(const Grid& grid, const std::vector<Value>& field, const Vec3& x) {
  const Int3 c(x);
  const Vec3 f = x - Vec3(c);
  const Value* q = field.data() + grid.id(c);
  const int sy = grid.sy, sz = grid.sz;
  const auto row = [&](const Value* r) { return r[0] + f.x * (r[1] - double(r[0])); };
  const auto plane = [&](const Value* r) {
    const double a = row(r);
    return a + f.y * (row(r + sy) - a);
  };
  const double a = plane(q);
  return a + f.z * (plane(q + sz) - a);
}

/// One component of the velocity, m/s. In a flat grid nothing depends on z and the z component is zero.
inline double sampleComponent(const Grid& grid, const MacVelocity& velocity, int axis, const Vec3& x) {
  if (grid.flat() && axis == 2) return 0;
  Vec3 y = clampToTank(grid, x);
  for (int a = 0; a < 3; ++a)
    if (a != axis) y[a] -= 0.5;
  y[axis] = std::min(y[axis], grid.n[axis] - 1 - 1e-12);
  if (grid.flat()) y.z = 1;
  return sampleLattice(grid, velocity[axis], y);
}

inline Vec3 sampleVelocity(const Grid& grid, const MacVelocity& velocity, const Vec3& x) {
  return {sampleComponent(grid, velocity, 0, x), sampleComponent(grid, velocity, 1, x),
          sampleComponent(grid, velocity, 2, x)};
}

}  // namespace flotsam::fluidtest
