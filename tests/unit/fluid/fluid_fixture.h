// SPDX-License-Identifier: MIT
// Fields with closed forms for the tests of the particle stages. Points are lattice coordinates (x/dx + 1).
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/hash.h"
#include "core/rng.h"
#include "sim/fluid/mac_velocity.h"
#include "sim/fluid/particle_scratch.h"
#include "sim/fluid/particles.h"
#include "sim/fluid/solid_field.h"

namespace flotsam::fluidtest {

/// Centre of a face in lattice coordinates.
inline Vec3 faceAt(int axis, Int3 c) {
  Vec3 x = Vec3(c) + 0.5;
  x[axis] -= 0.5;
  return x;
}

inline void eachNode(const Grid& g, const std::function<void(Int3)>& visit) {
  for (int k = 0; k <= g.n.z; ++k)
    for (int j = 0; j <= g.n.y; ++j)
      for (int i = 0; i <= g.n.x; ++i) visit({i, j, k});
}

inline bool isFace(const Grid& g, int axis, Int3 c) {
  for (int a = 0; a < 3; ++a)
    if (c[a] >= g.n[a] + (a == axis)) return false;
  return true;
}

/// Samples a velocity (m/s at a lattice point) on every face.
inline MacVelocity makeVelocity(const Grid& g, const std::function<Vec3(Vec3)>& field) {
  MacVelocity u;
  u.resize(g);
  eachNode(g, [&](Int3 c) {
    for (int a = 0; a < 3; ++a)
      if (!(g.flat() && a == 2)) u[a][g.id(c)] = field(faceAt(a, c))[a];
  });
  return u;
}

/// Distance to the tank's walls in cells (without z in a flat grid), positive inside.
inline double tankDistance(const Grid& g, Vec3 x) {
  double d = 1e9;
  for (int a = 0; a < (g.flat() ? 2 : 3); ++a) d = std::min({d, x[a] - 1, g.n[a] - 1 - x[a]});
  return d;
}

/// The tank and, where `body` is given, one body (owner 0).
inline SolidField makeSolids(const Grid& g, const std::function<double(Vec3)>& body = {}) {
  SolidField s;
  s.phi.assign(g.size, 0);
  s.owner.assign(g.size, -1);
  eachNode(g, [&](Int3 c) {
    const double wall = tankDistance(g, Vec3(c));
    const double d = body ? body(Vec3(c)) : 1e9;
    s.phi[g.id(c)] = static_cast<float>(std::min(wall, d));
    s.owner[g.id(c)] = d < wall ? 0 : -1;
  });
  return s;
}

inline Vec3 at(const Particles& p, size_t i) { return {p.x[0][i], p.x[1][i], p.x[2][i]}; }
inline Vec3 velocityOf(const Particles& p, size_t i) { return {p.v[0][i], p.v[1][i], p.v[2][i]}; }
inline void setVelocity(Particles& p, size_t i, Vec3 v) {
  for (int a = 0; a < 3; ++a) p.v[a][i] = static_cast<float>(v[a]);
}

/// A particle somewhere, for tests of a few points.
inline void addParticle(Particles& p, Vec3 x) {
  for (int a = 0; a < 3; ++a) p.x[a].push_back(static_cast<float>(x[a])), p.v[a].push_back(0);
  p.id.push_back(static_cast<uint32_t>(p.id.size()));
  p.dye.push_back(0);
}

inline uint64_t hashOf(const Particles& p) {
  StateHash h;
  for (int a = 0; a < 3; ++a) h.values(std::span<const float>(p.x[a])), h.values(std::span<const float>(p.v[a]));
  h.values(std::span<const uint32_t>(p.id));
  h.values(std::span<const uint32_t>(p.cellStart));
  return h.get();
}

inline uint64_t hashOf(const MacVelocity& u) {
  StateHash h;
  for (int a = 0; a < 3; ++a) h.values(std::span<const double>(u[a]));
  return h.get();
}

/// A smooth flow without pattern, about 1 m/s, that also runs into the walls.
inline Vec3 stir(Vec3 x, int phase) {
  const double t = 0.7 * phase;
  return {std::sin(0.9 * x.y + t) + 0.5 * std::cos(0.7 * x.z - t), std::cos(0.8 * x.x - 1.3 * t) * std::sin(0.5 * x.z),
          std::sin(0.6 * x.x + 0.4 * x.y + 1.7 * t)};
}

/// A tank full of particles, sorted.
struct ParticleTank {
  Grid g;
  Particles p;
  ParticleScratch scratch;
  MacVelocity u;
  FaceMask known;

  ParticleTank(Int3 cells, int perCell) : g(cells, 0.05) {
    seedParticles(g, makeSolids(g), perCell, 5, p);
    sortParticles(g, p, scratch);
  }
};

}  // namespace flotsam::fluidtest
