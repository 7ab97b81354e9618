// SPDX-License-Identifier: MIT
// The solids' distance at any point (trilinear in the node lattice, in cells) and the push-out of a point.
// Points are in lattice coordinates. In a flat grid the gradient has no z component.
#pragma once

#include <algorithm>
#include <limits>

#include "sim/fluid/solid_field.h"
#include "sim/geometry/grid.h"

namespace flotsam {

inline constexpr float kSolidGap = 0.01f;       // nearer than this to a solid (cells) a particle is pushed out ...
inline constexpr float kSolidGapAfter = 0.03f;  // ... to here,
inline constexpr float kSolidGapMost = 0.1f;    // and back when it was moved beyond this

struct SolidPoint {
  float phi;       // cells, negative inside
  Vec3f gradient;  // about unit length where phi is a distance
};

/// x in [0, n] on every axis (not checked); NaN is not allowed.
inline SolidPoint sampleSolids(const Grid& grid, const SolidField& solids, const Vec3f& x) {
  const Int3 c(std::min(static_cast<int>(x.x), grid.n.x - 1), std::min(static_cast<int>(x.y), grid.n.y - 1),
               std::min(static_cast<int>(x.z), grid.n.z - 1));
  const Vec3f f = x - Vec3f(c);
  const float* q = solids.phi.data() + grid.id(c);
  const int sy = grid.sy, sz = grid.sz;
  const float a00 = q[0] + f.x * (q[1] - q[0]), d00 = q[1] - q[0];
  const float a10 = q[sy] + f.x * (q[sy + 1] - q[sy]), d10 = q[sy + 1] - q[sy];
  const float a01 = q[sz] + f.x * (q[sz + 1] - q[sz]), d01 = q[sz + 1] - q[sz];
  const float a11 = q[sz + sy] + f.x * (q[sz + sy + 1] - q[sz + sy]), d11 = q[sz + sy + 1] - q[sz + sy];
  const float b0 = a00 + f.y * (a10 - a00), b1 = a01 + f.y * (a11 - a01);
  SolidPoint s;
  s.phi = b0 + f.z * (b1 - b0);
  s.gradient.x = (1 - f.z) * (d00 + f.y * (d10 - d00)) + f.z * (d01 + f.y * (d11 - d01));
  s.gradient.y = (1 - f.z) * (a10 - a00) + f.z * (a11 - a01);
  s.gradient.z = grid.flat() ? 0.0f : b1 - b0;
  return s;
}

/// Moves a point that is in a solid (or nearer than kSolidGap) up the gradient, a cell at most at a time, never out of
/// [lo, hi], until it is kSolidGap..kSolidGapMost away. Where it cannot get out (pinched between solids) the best place
/// on the way is returned.
inline Vec3f pushedOut(const Grid& grid, const SolidField& solids, Vec3f x, const Vec3f& lo, const Vec3f& hi) {
  Vec3f best = x;
  float bestPhi = -std::numeric_limits<float>::infinity();
  for (int pass = 0; pass < 12; ++pass) {
    const SolidPoint s = sampleSolids(grid, solids, x);
    const bool out = s.phi >= kSolidGap;
    if (out || s.phi > bestPhi) best = x, bestPhi = s.phi;
    if (out && (pass == 0 || s.phi <= kSolidGapMost)) break;
    const float length = std::sqrt(glm::dot(s.gradient, s.gradient));
    if (!(length > 1e-3f)) break;
    x += s.gradient * (std::clamp((kSolidGapAfter - s.phi) / length, -1.0f, 1.0f) / length);
    x = glm::clamp(x, lo, hi);
  }
  return best;
}

}  // namespace flotsam
