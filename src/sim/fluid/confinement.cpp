// SPDX-License-Identifier: MIT
// Three passes over the cells: vorticity, force, faces.
#include "sim/fluid/confinement.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "core/parallel.h"

namespace flotsam {

namespace {

/// Below this change of |omega| over a cell, relative, there is no direction to speak of.
constexpr float kUniform = 1e-4f;

class Confiner {
 public:
  Confiner(const Grid& grid, const SolidField& solids, const MacVelocity& velocity, ConfinementScratch& scratch)
      : g_(grid), solids_(solids), u_(velocity), s_(scratch), perCell_(1 / grid.dx) {}

  void curl(Int3 c) {
    const int id = g_.id(c);
    Vec3 w(0);
    w.z = slope(1, c, 0) - slope(0, c, 1);
    if (!g_.flat()) w.x = slope(2, c, 1) - slope(1, c, 2), w.y = slope(0, c, 2) - slope(2, c, 0);
    float inSolid = 0;  // the mean of the nodes is the centre's
    for (int q = 0; q < 8; ++q) inSolid += solids_.phi[id + (q & 1) + (q & 2 ? g_.sy : 0) + (q & 4 ? g_.sz : 0)];
    for (int a = 0; a < 3; ++a) s_.vorticity[a][id] = static_cast<float>(w[a]);
    s_.strength[id] = inSolid < 0 ? -1.f : static_cast<float>(glm::length(w));
  }

  void force(Int3 c, float scale) {
    const int id = g_.id(c);
    const float here = s_.strength[id];
    Vec3f gradient(0);
    for (int a = 0; a < 3 && here > 0; ++a) {
      const float lo = neighbour(c, a, -1), hi = neighbour(c, a, 1);
      const int spans = (lo >= 0) + (hi >= 0);  // at walls and solids one-sided
      if (spans > 0) gradient[a] = ((hi >= 0 ? hi : here) - (lo >= 0 ? lo : here)) / static_cast<float>(spans);
    }
    const float length = glm::length(gradient);
    Vec3f f(0);
    if (here > 0 && length > kUniform * here) {
      const Vec3f omega(s_.vorticity[0][id], s_.vorticity[1][id], s_.vorticity[2][id]);
      f = scale / length * glm::cross(gradient, omega);
    }
    for (int a = 0; a < 3; ++a) s_.force[a][id] = f[a];
  }

 private:
  bool inTank(Int3 c) const {
    return c.x >= 1 && c.y >= 1 && c.z >= 1 && c.x <= g_.inner.x && c.y <= g_.inner.y && c.z <= g_.inner.z;
  }
  /// Component a at a cell's centre.
  double mean(int a, Int3 c) const {
    const int id = g_.id(c);
    return 0.5 * (u_[a][id] + u_[a][id + g_.stride(a)]);
  }
  /// d(component a)/d(axis b) at a cell's centre, 1/s; one-sided at the tank's walls.
  double slope(int a, Int3 c, int b) const {
    Int3 lo = c, hi = c;
    --lo[b], ++hi[b];
    if (!inTank(lo)) lo = c;
    if (!inTank(hi)) hi = c;
    const int cells = hi[b] - lo[b];
    return cells > 0 ? (mean(a, hi) - mean(a, lo)) * perCell_ / cells : 0;
  }
  float neighbour(Int3 c, int a, int d) const {
    c[a] += d;
    return inTank(c) ? s_.strength[g_.id(c)] : -1.f;
  }

  const Grid& g_;
  const SolidField& solids_;
  const MacVelocity& u_;
  ConfinementScratch& s_;
  double perCell_;
};

}  // namespace

void confineVorticity(const Grid& grid, const std::array<std::vector<double>, 3>& open, const SolidField& solids,
                      double epsilon, double dt, MacVelocity& velocity, ConfinementScratch& scratch) {
  if (!(epsilon != 0)) return;
  for (auto& v : scratch.vorticity) v.resize(grid.size);
  for (auto& v : scratch.force) v.assign(grid.size, 0.f);
  scratch.strength.assign(grid.size, -1.f);
  Confiner confiner(grid, solids, velocity, scratch);
  const auto forCells = [&](const auto& body) {
    parallelPieces(grid.inner.z, [&](size_t piece) {
      const int k = static_cast<int>(piece) + 1;
      for (int j = 1; j <= grid.inner.y; ++j)
        for (int i = 1; i <= grid.inner.x; ++i) body(Int3(i, j, k));
    });
  };
  forCells([&](Int3 c) { confiner.curl(c); });
  forCells([&](Int3 c) { confiner.force(c, static_cast<float>(epsilon * grid.dx)); });
  for (int a = 0; a < (grid.flat() ? 2 : 3); ++a) {
    const int step = grid.stride(a);
    const float* f = scratch.force[a].data();
    parallelFor(grid.size - step, 16384, [&](size_t begin, size_t end) {
      for (size_t id = begin + step; id < end + step; ++id)
        if (open[a][id] > 0) velocity[a][id] += 0.5 * dt * (double(f[id]) + double(f[id - step]));
    });
  }
}

}  // namespace flotsam
