// SPDX-License-Identifier: MIT
// Pools of liquid for tests in time, and what is measured in them: the level, the grid's velocity, lost particles.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "core/parallel.h"
#include "sim/world.h"
#include "tank.h"

namespace flotsam::water {

inline constexpr double kG = 9.81;

/// A tank 1 m wide, `cells` across, filled to `level` (m).
inline WorldDesc pool(Int3 cells, double level, int seed = 1) {
  WorldDesc d;
  d.cells = cells;
  d.dx = 1.0 / cells.x;
  d.params.fluid.domain = FluidDomain::Liquid;
  d.params.fluid.seed = seed;
  d.liquid.push_back({.level = level});
  return d;
}

inline void addBody(WorldDesc& d, ShapeKind kind, const Vec3& dims, const Vec3& at, double density,
                    Quat turn = {1, 0, 0, 0}) {
  BodyDesc b;
  b.name = "b" + std::to_string(d.bodies.size());
  b.shape = Tank::primitive(kind, dims), b.shapeDesc = b.shape->desc();
  b.position = at, b.density = density, b.orientation = turn;
  d.bodies.push_back(b);
}

/// An input that sets gravity along x (m/s²): tips the tank.
inline InputFrame tipped(double gravity) {
  InputFrame in;
  Edit e;
  e.key = "gravity.x", e.value = gravity;
  in.edits.push_back(e);
  return in;
}

struct Surface {
  double mean = 0, rms = 0;  // cells
};

/// Height of the surface over columns that are open all the way there, in cells.
inline Surface surfaceOf(const World& w, const std::function<bool(int, int)>& use = {}) {
  const Grid& g = w.grid();
  const LiquidField& l = w.liquid();
  double sum = 0, square = 0, n = 0;
  for (int k = 1; k <= g.inner.z; ++k)
    for (int i = 1; i <= g.inner.x; ++i) {
      if (use && !use(i, k)) continue;
      for (int j = g.inner.y; j > 0; --j) {
        const double below = l.phi[g.id(i, j, k)], above = l.phi[g.id(i, j + 1, k)];
        if (!(below < 0 && above >= 0) || l.open[g.id(i, j, k)] < 0.99f || l.open[g.id(i, j + 1, k)] < 0.99f) continue;
        const double y = j - 0.5 + below / (below - above);
        sum += y, square += y * y, n += 1;
        break;
      }
    }
  Surface s;
  if (n == 0) return s;
  s.mean = sum / n, s.rms = std::sqrt(std::max(0.0, square / n - s.mean * s.mean));
  return s;
}

/// Root mean square of the grid's velocity on faces that touch liquid, m/s.
inline double gridSpeed(const World& w) {
  const Grid& g = w.grid();
  const std::vector<float>& phi = w.liquid().phi;
  double sum = 0, n = 0;
  for (int a = 0; a < (g.flat() ? 2 : 3); ++a)
    for (size_t id = g.stride(a); id < g.size; ++id) {
      const double open = w.fractions().fluid[a][id];
      if (!(open > 0) || (phi[id] >= 0 && phi[id - g.stride(a)] >= 0)) continue;
      sum += open * w.velocity()[a][id] * w.velocity()[a][id];
      n += open / (g.flat() ? 2 : 3);
    }
  return n > 0 ? std::sqrt(sum / n) : 0;
}

/// Particles that are not finite, outside the tank, or deeper than half a cell in a solid (true distances).
inline int astray(const World& w) {
  const Grid& g = w.grid();
  const Particles& p = w.particles();
  int count = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    Vec3 x = g.dx * (Vec3(p.x[0][i], p.x[1][i], p.x[2][i]) - 1.0);
    if (g.flat()) x.z = 0.5 * g.dx;
    bool bad = !finite(x);
    const Vec3 beyond = glm::max(-x, x - g.extent());
    bad |= std::max({beyond.x, beyond.y, beyond.z}) > 0;
    bad |= wallDistance(w.desc().container, g, x) < -0.5 * g.dx;
    for (const RigidBody& b : w.bodies()) {
      Vec3 local = b.pose.toBody(x);
      if (g.flat()) local.z = 0;
      bad |= b.desc.shape->signedDistance(local) < -0.5 * g.dx;
    }
    count += bad;
  }
  return count;
}

/// Steps for `seconds`; every step may be looked at.
inline void run(World& w, double seconds, const std::function<void()>& look = {},
                const std::function<InputFrame()>& input = {}) {
  if (w.grid().flat()) setThreadCount(1);  // a few thousand cells are not worth waking anybody for
  const int steps = static_cast<int>(std::lround(seconds * w.desc().params.rate));
  for (int i = 0; i < steps; ++i) {
    w.step(input ? input() : InputFrame{});
    ASSERT_TRUE(w.status().ok) << w.status().fault;
    if (look) look();
  }
}

/// One hash for 1, 2 and 3 threads after `steps` steps of what `make` describes.
inline void expectOneHash(const std::function<WorldDesc()>& make, int steps) {
  const auto hash = [&](int threads) {
    setThreadCount(threads);
    World w(make());
    for (int i = 0; i < steps; ++i) w.step();
    EXPECT_TRUE(w.status().ok) << w.status().fault;
    return w.hash();
  };
  const uint64_t one = hash(1);
  EXPECT_EQ(hash(2), one);
  EXPECT_EQ(hash(3), one);
  setThreadCount(0);
}

inline double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

}  // namespace flotsam::water
