// SPDX-License-Identifier: MIT
// The discrete mass matrix of [B07] §3.1: the inertia of the body as the faces see it. With it a submerged neutral
// body is at rest to rounding, because body and displaced fluid then weigh exactly the same in the discrete sense.
#include "sim/coupling/face_runs.h"
#include "sim/coupling/projection.h"

namespace flotsam {

Mat6 discreteMass(const Grid& grid, std::span<const BodyFace> faces, const Vec3& centre, double density) {
  // Of every axis: sums of s, s r_b, s r_c, s r_b^2, s r_c^2, s r_b r_c, where b and c are the axes that follow.
  double sums[3][6] = {};
  while (!faces.empty()) {
    const FaceRun run = takeRun(grid, faces);
    const Vec3 r = grid.faceCentre(run.axis, run.at) - centre;
    double s = 0, sx = 0, sxx = 0;
    for (size_t i = 0; i < run.faces.size(); ++i) {
      const double x = r.x + grid.dx * static_cast<double>(i), part = run.faces[i].s * x;
      s += run.faces[i].s, sx += part, sxx += part * x;
    }
    double* sum = sums[run.axis];
    sum[0] += s;
    if (run.axis == 0)
      sum[1] += s * r.y, sum[2] += s * r.z, sum[3] += s * r.y * r.y, sum[4] += s * r.z * r.z, sum[5] += s * r.y * r.z;
    else if (run.axis == 1)
      sum[1] += s * r.z, sum[2] += sx, sum[3] += s * r.z * r.z, sum[4] += sxx, sum[5] += sx * r.z;
    else
      sum[1] += sx, sum[2] += s * r.y, sum[3] += sxx, sum[4] += s * r.y * r.y, sum[5] += sx * r.y;
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
