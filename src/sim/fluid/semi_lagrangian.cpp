// SPDX-License-Identifier: MIT
// The grid velocity traced back through itself (Stam 1999), and the largest speed on the grid.
#include <cmath>
#include <limits>

#include "core/parallel.h"
#include "sim/fluid/advection.h"
#include "sim/fluid/sampling.h"

namespace flotsam {

void advectVelocity(const Grid& grid, const MacVelocity& from, double dt, MacVelocity& to) {
  for (int a = 0; a < 3; ++a) to[a].resize(grid.size);
  const double cells = dt / grid.dx;
  parallelPieces(3 * static_cast<size_t>(grid.n.z + 1), [&](size_t piece) {
    const int axis = static_cast<int>(piece % 3), k = static_cast<int>(piece / 3);
    double* out = to[axis].data() + static_cast<size_t>(grid.sz) * k;
    std::fill(out, out + grid.sz, 0.0);
    if (grid.flat() && axis == 2) return;
    const Int3 faces = grid.n + Int3(axis == 0, axis == 1, axis == 2);
    if (k >= faces.z) return;
    Vec3 centre(0.5);
    centre[axis] = 0;
    for (int j = 0; j < faces.y; ++j)
      for (int i = 0; i < faces.x; ++i) {
        const Vec3 x = clampToTank(grid, Vec3(i, j, k) + centre);
        out[grid.sy * j + i] = sampleComponent(grid, from, axis, tracedBack(grid, from, x, cells));
      }
  });
}

double maxSpeed(const Grid& grid, const MacVelocity& velocity) {
  double most = 0, sum = 0;
  for (int a = 0; a < 3; ++a)
    for (size_t f = 0; f < grid.size; ++f) {
      const double speed = std::abs(velocity[a][f]);
      most = std::max(most, speed);
      sum += speed;
    }
  return std::isfinite(sum) ? most : std::numeric_limits<double>::infinity();  // NaN must not look like rest
}

}  // namespace flotsam
