// SPDX-License-Identifier: MIT
// Smoke (or any concentration at cell centres) traced back through the velocity. It neither crosses a solid nor is
// taken from inside one: a path ends at the surface, and cells whose centre is solid have no say in a sample.
// A cell within a solid takes what is next to the solid, so a body that moves on leaves no hole behind.
#include "core/parallel.h"
#include "sim/fluid/advection.h"
#include "sim/fluid/sampling.h"
#include "sim/fluid/solid_sampling.h"

namespace flotsam {

namespace {

class SmokeTracer {
 public:
  SmokeTracer(const Grid& grid, const MacVelocity& velocity, const SolidField& solids, double cells,
              const std::vector<float>& from)
      : grid_(grid), velocity_(velocity), solids_(solids), cells_(cells), from_(from) {}

  float operator()(Int3 c) const {
    Vec3 x = Vec3(c) + 0.5;
    float gap = phi(x);
    if (gap < 0) {
      x = Vec3(pushedOut(grid_, solids_, Vec3f(x), Vec3f(1), Vec3f(grid_.n - 1)));
      gap = phi(x);
    }
    const Vec3 source = stopped(x, gap, tracedBack(grid_, velocity_, x, cells_));
    return sample(source, from_[grid_.id(c)]);
  }

 private:
  float phi(const Vec3& x) const { return sampleSolids(grid_, solids_, Vec3f(x)).phi; }

  /// The last point outside solids on the way from x to y. `gap`: distance to solids at x.
  Vec3 stopped(const Vec3& x, float gap, const Vec3& y) const {
    const Vec3 way = y - x;
    const double length = std::sqrt(glm::dot(way, way));
    if (gap < 0) return x;
    if (length < gap - 1) return y;
    const int parts = static_cast<int>(2 * std::min(length, 1000.0)) + 1;
    for (int s = 1; s <= parts; ++s) {
      double out = double(s - 1) / parts, in = double(s) / parts;
      if (phi(x + in * way) >= 0) continue;
      for (int halving = 0; halving < 8; ++halving) {
        const double middle = 0.5 * (out + in);
        (phi(x + middle * way) >= 0 ? out : in) = middle;
      }
      return x + out * way;
    }
    return y;
  }

  /// Trilinear between the tank's cell centres that are not in a solid, weights rescaled; `otherwise` without any.
  float sample(const Vec3& x, float otherwise) const {
    Vec3 y = x - 0.5;
    for (int a = 0; a < 3; ++a) y[a] = std::clamp<double>(y[a], 1, grid_.n[a] - 2);
    const Int3 c(y);
    const Vec3 f = y - Vec3(c);
    const bool clear = phi(x) > 2;  // no centre within reach can be solid
    double value = 0, weight = 0;
    for (int corner = 0; corner < 8; ++corner) {
      const Int3 d(corner & 1, corner >> 1 & 1, corner >> 2);
      double w = 1;
      for (int a = 0; a < 3; ++a) w *= d[a] ? f[a] : 1 - f[a];
      if (w <= 0 || (!clear && phi(Vec3(c + d) + 0.5) < 0)) continue;
      value += w * from_[grid_.id(c + d)];
      weight += w;
    }
    return weight > 1e-6 ? static_cast<float>(value / weight) : otherwise;
  }

  const Grid& grid_;
  const MacVelocity& velocity_;
  const SolidField& solids_;
  double cells_;
  const std::vector<float>& from_;
};

}  // namespace

void advectScalar(const Grid& grid, const MacVelocity& velocity, const SolidField& solids, double dt,
                  const std::vector<float>& from, std::vector<float>& to) {
  to.resize(grid.size);
  const SmokeTracer trace(grid, velocity, solids, dt / grid.dx, from);
  parallelPieces(grid.n.z + 1, [&](size_t piece) {
    const int k = static_cast<int>(piece);
    std::fill_n(to.begin() + static_cast<ptrdiff_t>(grid.sz) * k, grid.sz, 0.0f);
    if (k < 1 || k >= grid.n.z - 1) return;
    for (int j = 1; j < grid.n.y - 1; ++j)
      for (int i = 1; i < grid.n.x - 1; ++i) to[grid.id(i, j, k)] = trace({i, j, k});
  });
}

}  // namespace flotsam
