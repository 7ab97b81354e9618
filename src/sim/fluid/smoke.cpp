// SPDX-License-Identifier: MIT
// Smoke (or any concentration at cell centres) traced back through the velocity. It neither crosses a solid nor is
// taken from inside one: a path ends at the surface, and cells whose centre is solid have no say in a sample.
// A cell within a solid takes what is next to the solid, so a body that moves on leaves no hole behind.
#include "core/parallel.h"
#include "sim/fluid/advection.h"
#include "sim/fluid/lanes.h"
#include "sim/fluid/solid_sampling.h"

namespace flotsam {

namespace {

class SmokeTracer {
 public:
  SmokeTracer(const Grid& grid, const SolidField& solids, const LaneSampler& velocity, double cells,
              const std::vector<float>& from)
      : grid_(grid), solids_(solids), velocity_(velocity), cells_(static_cast<float>(cells)), from_(from) {}

  /// Cells (i, j, k) .. (i + count - 1, j, k), at most four.
  void operator()(Int3 c, int count, float* to) const {
    Vec3f start[4];
    float gap[4];
    for (int lane = 0; lane < count; ++lane) {
      Vec3f& x = start[lane] = Vec3f(c.x + lane, c.y, c.z) + 0.5f;
      gap[lane] = phi(x);
      if (gap[lane] >= 0) continue;
      x = pushedOut(grid_, solids_, x, Vec3f(1), Vec3f(grid_.n - 1));
      gap[lane] = phi(x);
    }
    for (int lane = count; lane < 4; ++lane) start[lane] = start[0];
    const auto gather = [&](int a) { return _mm_setr_ps(start[0][a], start[1][a], start[2][a], start[3][a]); };
    const Lanes3 end = velocity_.tracedBack({gather(0), gather(1), gather(2)}, _mm_set1_ps(cells_));
    alignas(16) float at[3][4];
    _mm_store_ps(at[0], end.x), _mm_store_ps(at[1], end.y), _mm_store_ps(at[2], end.z);
    for (int lane = 0; lane < count; ++lane) {
      const Vec3f source = stopped(start[lane], gap[lane], {at[0][lane], at[1][lane], at[2][lane]});
      to[lane] = sample(source, from_[grid_.id(c) + lane]);
    }
  }

 private:
  float phi(const Vec3f& x) const { return sampleSolids(grid_, solids_, x).phi; }

  /// The last point outside solids on the way from x to y. `gap`: distance to solids at x.
  Vec3f stopped(const Vec3f& x, float gap, const Vec3f& y) const {
    const Vec3f way = y - x;
    const float length = std::sqrt(glm::dot(way, way));
    if (gap < 0) return x;
    if (length < gap - 1) return y;
    const int parts = static_cast<int>(2 * length) + 1;  // the tank bounds the length
    for (int s = 1; s <= parts; ++s) {
      float out = static_cast<float>(s - 1) / parts, in = static_cast<float>(s) / parts;
      if (phi(x + in * way) >= 0) continue;
      for (int halving = 0; halving < 8; ++halving) {
        const float middle = 0.5f * (out + in);
        (phi(x + middle * way) >= 0 ? out : in) = middle;
      }
      return x + out * way;
    }
    return y;
  }

  /// Trilinear between the tank's cell centres that are not in a solid, weights rescaled; `otherwise` without any.
  float sample(const Vec3f& x, float otherwise) const {
    Vec3f y = x - 0.5f;
    for (int a = 0; a < 3; ++a) y[a] = std::clamp<float>(y[a], 1, grid_.n[a] - 2);
    const Int3 c(y);
    const Vec3f f = y - Vec3f(c);
    const bool clear = phi(x) > 2;  // no centre within reach can be solid
    float value = 0, weight = 0;
    for (int corner = 0; corner < 8; ++corner) {
      const Int3 d(corner & 1, corner >> 1 & 1, corner >> 2);
      float w = 1;
      for (int a = 0; a < 3; ++a) w *= d[a] ? f[a] : 1 - f[a];
      if (w <= 0 || (!clear && phi(Vec3f(c + d) + 0.5f) < 0)) continue;
      value += w * from_[grid_.id(c + d)];
      weight += w;
    }
    return weight > 1e-6f ? value / weight : otherwise;
  }

  const Grid& grid_;
  const SolidField& solids_;
  const LaneSampler& velocity_;
  float cells_;
  const std::vector<float>& from_;
};

}  // namespace

void advectScalar(const Grid& grid, const MacVelocity& velocity, const SolidField& solids, double dt,
                  const std::vector<float>& from, std::vector<float>& to, ParticleScratch& scratch) {
  to.resize(grid.size);
  loadVelocity(grid, velocity, scratch);
  const LaneSampler sampler(grid, scratch);
  const SmokeTracer trace(grid, solids, sampler, dt / grid.dx, from);
  parallelPieces(grid.n.z + 1, [&](size_t piece) {
    const int k = static_cast<int>(piece), last = grid.inner.x;
    std::fill_n(to.begin() + static_cast<ptrdiff_t>(grid.sz) * k, grid.sz, 0.0f);
    if (k < 1 || k >= grid.n.z - 1) return;
    for (int j = 1; j < grid.n.y - 1; ++j)
      for (int i = 1; i <= last; i += 4) trace({i, j, k}, std::min(4, last + 1 - i), &to[grid.id(i, j, k)]);
  });
}

}  // namespace flotsam
