// SPDX-License-Identifier: MIT
// The discrete mass matrix of [B07] §3.1: the inertia of the body as the faces see it. With it a submerged neutral
// body is at rest to rounding, because body and displaced fluid then weigh exactly the same in the discrete sense.
#include "sim/coupling/projection.h"

namespace flotsam {

Mat6 discreteMass(const Grid& grid, std::span<const BodyFace> faces, const Vec3& centre, double density) {
  Mat6 m;
  for (const BodyFace& face : faces) {
    const Vec3 r = grid.faceCentre(face.axis, grid.coords(face.id)) - centre;
    const int a = face.axis, b = (a + 1) % 3, c = (a + 2) % 3;
    Vec6 j{};
    j[a] = 1, j[3 + b] = r[c], j[3 + c] = -r[b];
    if (grid.flat()) j[2] = j[3] = j[4] = 0;
    const double mass = density * face.s * grid.cellVolume();
    for (int p = 0; p < 6; ++p)
      for (int q = 0; q < 6; ++q) m(p, q) += mass * j[p] * j[q];
  }
  if (grid.flat()) m(2, 2) = m(3, 3) = m(4, 4) = 1;
  return m;
}

}  // namespace flotsam
