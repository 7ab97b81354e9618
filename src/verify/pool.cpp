// SPDX-License-Identifier: MIT
#include "verify/pool.h"

#include <cmath>

namespace flotsam::water {

WorldDesc pool(Int3 cells, double level, int seed) {
  WorldDesc d;
  d.cells = cells;
  d.dx = 1.0 / cells.x;
  d.params.fluid.domain = FluidDomain::Liquid;
  d.params.fluid.seed = seed;
  d.liquid.push_back({.level = level});
  return d;
}

void addBody(WorldDesc& d, ShapeKind kind, const Vec3& dims, const Vec3& at, double density, Quat turn) {
  BodyDesc b;
  b.name = "b" + std::to_string(d.bodies.size());
  b.shape = Tank::primitive(kind, dims), b.shapeDesc = b.shape->desc();
  b.position = at, b.density = density, b.orientation = turn;
  d.bodies.push_back(b);
}

InputFrame tipped(double gravity) {
  InputFrame in;
  Edit e;
  e.key = "gravity.x", e.value = gravity;
  in.edits.push_back(e);
  return in;
}

Surface surfaceOf(const World& w, const std::function<bool(int, int)>& use) {
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

double gridSpeed(const World& w) {
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

int astray(const World& w) {
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

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

}  // namespace flotsam::water
