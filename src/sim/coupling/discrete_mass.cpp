// SPDX-License-Identifier: MIT
// The discrete mass matrix of [B07] §3.1: the inertia of the body as the faces see it. With it a submerged neutral
// body is at rest to rounding, because body and displaced fluid then weigh exactly the same in the discrete sense.
#include "sim/coupling/projection.h"

namespace flotsam {

Mat6 discreteMass(const Grid& grid, std::span<const BodyFace> faces, const Vec3& centre, double density) {
  // Of every axis a, with b and c the ones that follow: sums of s, s r_b, s r_c, s r_b^2, s r_c^2, s r_b r_c.
  double sums[3][6] = {};
  int axis = -1, row = 0, rowEnd = 0;  // lattice indices of the row of faces that `start` is the first of
  Vec3 start(0);
  for (const BodyFace& face : faces) {
    if (face.axis != axis || face.id < row || face.id >= rowEnd) {
      const Int3 at = grid.coords(face.id);
      axis = face.axis, row = face.id - at.x, rowEnd = row + grid.sy;
      start = grid.faceCentre(axis, Int3(0, at.y, at.z)) - centre;
    }
    Vec3 r = start;
    r.x += grid.dx * (face.id - row);
    const double b = r[(axis + 1) % 3], c = r[(axis + 2) % 3];
    double* sum = sums[axis];
    sum[0] += face.s, sum[1] += face.s * b, sum[2] += face.s * c;
    sum[3] += face.s * b * b, sum[4] += face.s * c * c, sum[5] += face.s * b * c;
  }
  // The row of a face is (1, r_c, -r_b) at a, 3 + b, 3 + c.
  Mat6 m;
  for (int a = 0; a < 3; ++a) {
    const int at[3] = {a, 3 + (a + 1) % 3, 3 + (a + 2) % 3};
    const double* s = sums[a];
    const double products[3][3] = {{s[0], s[2], -s[1]}, {s[2], s[4], -s[5]}, {-s[1], -s[5], s[3]}};
    for (int p = 0; p < 3; ++p)
      for (int q = 0; q < 3; ++q) m(at[p], at[q]) += density * grid.cellVolume() * products[p][q];
  }
  if (grid.flat())
    for (const int none : {2, 3, 4}) {
      for (int q = 0; q < 6; ++q) m(none, q) = m(q, none) = 0;
      m(none, none) = 1;
    }
  return m;
}

}  // namespace flotsam
