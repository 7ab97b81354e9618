// SPDX-License-Identifier: MIT
#include "sim/fluid/push_out.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "sim/fluid/solid_sampling.h"

namespace flotsam {

namespace {

/// Owner of the corner of the particle's cell that is deepest in a solid.
int ownerAt(const Grid& g, const SolidField& solids, int cell) {
  int best = cell;
  for (int n = 1; n < 8; ++n) {
    const int corner = cell + (n & 1) + (n & 2 ? g.sy : 0) + (n & 4 ? g.sz : 0);
    if (solids.phi[corner] < solids.phi[best]) best = corner;
  }
  return solids.owner[best];
}

void stop(const Grid& g, const SolidField& solids, std::span<const SolidMotion> motions, Particles& particles,
          size_t p) {
  const Vec3f x(particles.x[0][p], particles.x[1][p], particles.x[2][p]);
  const SolidPoint s = sampleSolids(g, solids, x);
  if (!(s.phi < kSolidGapMost)) return;
  const float length = std::sqrt(glm::dot(s.gradient, s.gradient));
  if (!(length > 1e-3f)) return;
  const Vec3f n = s.gradient / length;
  Vec3f relative(particles.v[0][p], particles.v[1][p], particles.v[2][p]);
  if (const int owner = ownerAt(g, solids, g.id(Int3(x))); owner >= 0) {
    const SolidMotion& m = motions[owner];
    relative -= Vec3f(m.velocity + glm::cross(m.angularVelocity, g.dx * (Vec3(x) - 1.0) - m.centre));
  }
  const float towards = glm::dot(n, relative);
  if (!(towards < 0)) return;
  for (int a = 0; a < 3; ++a) particles.v[a][p] -= towards * n[a];
}

}  // namespace

void stopAtSolids(const Grid& g, const SolidField& solids, std::span<const SolidMotion> motions, Particles& particles) {
  parallelPieces(static_cast<size_t>(g.n.z), [&](size_t piece) {
    const int k = static_cast<int>(piece);
    for (int j = 0; j < g.n.y; ++j)
      for (int i = 0; i < g.n.x; ++i) {
        const int id = g.id(i, j, k);
        const uint32_t begin = particles.cellStart[id], end = particles.cellStart[id + 1];
        if (begin == end) continue;
        float nearest = solids.phi[id];
        for (int n = 1; n < 8; ++n)
          nearest = std::min(nearest, solids.phi[id + (n & 1) + (n & 2 ? g.sy : 0) + (n & 4 ? g.sz : 0)]);
        if (!(nearest < kSolidGapMost)) continue;
        for (uint32_t p = begin; p < end; ++p) stop(g, solids, motions, particles, p);
      }
  });
}

}  // namespace flotsam
