// SPDX-License-Identifier: MIT
#include "sim/fluid/level_set.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "sim/fluid/lanes.h"

namespace flotsam {

namespace {

constexpr float kLag = 0.75f;         // cells between the markers' surface and the level set's
constexpr float kEmpty = 0.02f;       // a fill below this is no marker within reach
constexpr float kNearSurface = 1.5f;  // cells: deeper inside a gap among the markers is only that
constexpr float kRelax = 0.1f;        // of the slope's error, a step

/// Catmull-Rom between b and c, kept between the two.
float cubic(float a, float b, float c, float d, float t) {
  const float slopeB = 0.5f * (c - a), slopeC = 0.5f * (d - b), rise = c - b;
  const float v = b + t * (slopeB + t * (3 * rise - 2 * slopeB - slopeC + t * (slopeB + slopeC - 2 * rise)));
  return std::clamp(v, std::min(b, c), std::max(b, c));
}

/// phi at x (cells from the lattice's corner).
float sampleCubic(const Grid& g, const std::vector<float>& phi, Vec3f x) {
  Int3 c[4];
  float t[3];
  for (int a = 0; a < 3; ++a) {
    const float y = std::clamp(x[a] - 0.5f, 0.f, static_cast<float>(g.n[a]) - 1.001f);
    const int i = static_cast<int>(y);
    t[a] = y - static_cast<float>(i);
    for (int q = 0; q < 4; ++q) c[q][a] = std::clamp(i + q - 1, 0, g.n[a] - 1);
  }
  const auto row = [&](int j, int k) {
    const float* at = &phi[g.id(0, c[j].y, k)];
    return cubic(at[c[0].x], at[c[1].x], at[c[2].x], at[c[3].x], t[0]);
  };
  const auto plane = [&](int k) { return cubic(row(0, k), row(1, k), row(2, k), row(3, k), t[1]); };
  if (g.flat()) return plane(1);
  return cubic(plane(c[0].z), plane(c[1].z), plane(c[2].z), plane(c[3].z), t[2]);
}

template <class F>
void forCells(const Grid& g, F&& f) {
  for (int k = g.flat() ? 1 : 0; k < (g.flat() ? 2 : g.n.z); ++k)
    for (int j = 0; j < g.n.y; ++j)
      for (int i = 0; i < g.n.x; ++i) f(Int3(i, j, k), g.id(i, j, k));
}

/// Solution of the eikonal equation with slope one from the least neighbour along each axis, ascending.
float eikonal(float a, float b, float c) {
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  float d = a + 1;
  if (d <= b) return d;
  d = 0.5f * (a + b + std::sqrt(std::max(0.f, 2 - (a - b) * (a - b))));
  if (d <= c) return d;
  const float sum = a + b + c, square = a * a + b * b + c * c;
  return (sum + std::sqrt(std::max(0.f, sum * sum - 3 * (square - 1)))) / 3;
}

}  // namespace

void advectLevelSet(const Grid& grid, const MacVelocity& velocity, double dt, LevelSet& levels,
                    ParticleScratch& scratch) {
  if (levels.phi.empty()) return;
  levels.next = levels.phi;
  loadVelocity(grid, velocity, scratch);
  const LaneSampler sample(grid, scratch);
  const __m128 cells = _mm_set1_ps(static_cast<float>(dt / grid.dx)), offset = _mm_setr_ps(0.5f, 1.5f, 2.5f, 3.5f);
  parallelPieces(static_cast<size_t>(grid.inner.z), [&](size_t piece) {
    const int k = 1 + static_cast<int>(piece), last = grid.inner.x;
    for (int j = 1; j <= grid.inner.y; ++j)
      for (int i = 1; i <= last; i += 4) {
        const Lanes3 from =
            sample.tracedBack({_mm_add_ps(_mm_set1_ps(static_cast<float>(i)), offset),
                               _mm_set1_ps(static_cast<float>(j) + 0.5f), _mm_set1_ps(static_cast<float>(k) + 0.5f)},
                              cells);
        alignas(16) float x[3][4];
        _mm_store_ps(x[0], from.x), _mm_store_ps(x[1], from.y), _mm_store_ps(x[2], from.z);
        for (int lane = 0; lane < std::min(4, last + 1 - i); ++lane)
          levels.next[grid.id(i + lane, j, k)] = sampleCubic(grid, levels.phi, {x[0][lane], x[1][lane], x[2][lane]});
      }
  });
  levels.phi.swap(levels.next);
}

void redistance(const Grid& g, LevelSet& levels) {
  std::vector<float>& phi = levels.phi;
  levels.fixed.assign(g.size, 0);
  levels.next.resize(g.size);
  const int axes = g.flat() ? 2 : 3;
  // The cells beside the surface: their value over the slope there, a little of the way.
  forCells(g, [&](Int3 c, int id) {
    float slope = 0;
    bool beside = false;
    for (int a = 0; a < axes; ++a) {
      const int step = g.stride(a);
      const float own = phi[id], lower = c[a] > 0 ? phi[id - step] : own,
                  upper = c[a] + 1 < g.n[a] ? phi[id + step] : own;
      const bool below = (lower < 0) != (own < 0), above = (upper < 0) != (own < 0);
      beside |= below || above;
      // Across the surface where it is crossed, else the steeper side.
      const float d = below && above ? std::max(std::abs(own - lower), std::abs(upper - own))
                      : below        ? own - lower
                      : above        ? upper - own
                                     : 0.5f * (upper - lower);
      slope += d * d;
    }
    if (!beside) return;
    levels.fixed[id] = 1;
    levels.next[id] = std::clamp(std::sqrt(slope), 0.3f, 3.f);
  });
  // The two cells across a piece of surface must shrink or grow alike, or it moves: the mean slope of the cells around.
  forCells(g, [&](Int3 c, int id) {
    if (!levels.fixed[id]) return;
    float sum = levels.next[id], count = 1;
    for (int a = 0; a < axes; ++a)
      for (const int d : {-1, 1}) {
        const int other = id + d * g.stride(a);
        if (c[a] + d < 0 || c[a] + d >= g.n[a] || !levels.fixed[other]) continue;
        sum += levels.next[other], count += 1;
      }
    phi[id] /= 1 + kRelax * (sum / count - 1);
  });
  forCells(g, [&](Int3, int id) {
    if (!levels.fixed[id]) phi[id] = std::copysign(LevelSet::kBand, phi[id]);
  });
  const auto size = [&](bool in, int id) { return in ? std::abs(phi[id]) : LevelSet::kBand; };
  for (int sweep = 0; sweep < (g.flat() ? 4 : 8); ++sweep) {
    const Int3 way(sweep & 1 ? -1 : 1, sweep & 2 ? -1 : 1, sweep & 4 ? -1 : 1);
    for (int kk = 0; kk < g.n.z; ++kk) {
      const int k = way.z > 0 ? kk : g.n.z - 1 - kk;
      if (g.flat() && k != 1) continue;
      for (int jj = 0; jj < g.n.y; ++jj)
        for (int ii = 0; ii < g.n.x; ++ii) {
          const Int3 c(way.x > 0 ? ii : g.n.x - 1 - ii, way.y > 0 ? jj : g.n.y - 1 - jj, k);
          const int id = g.id(c);
          if (levels.fixed[id]) continue;
          float least[3] = {LevelSet::kBand, LevelSet::kBand, 1e3f};
          for (int a = 0; a < axes; ++a) {
            const int step = g.stride(a);
            least[a] = std::min(size(c[a] > 0, id - step), size(c[a] + 1 < g.n[a], id + step));
          }
          const float d = eikonal(least[0], least[1], least[2]);
          if (d < std::abs(phi[id])) phi[id] = std::copysign(d, phi[id]);
        }
    }
  }
}

void correctLevelSet(const Grid& grid, const std::vector<int>& fresh, LiquidField& liquid, LevelSet& levels) {
  std::vector<float>& phi = levels.phi;
  if (phi.empty()) {
    phi = liquid.phi;
  } else {
    forCells(grid, [&](Int3, int id) {
      if (liquid.layer[id] != 0) return;
      phi[id] = std::min(phi[id], liquid.phi[id] + kLag);
      if (liquid.fill[id] < kEmpty && phi[id] > -kNearSurface) phi[id] = std::max(phi[id], 1 - kLag);
    });
    for (const int id : fresh) phi[id] = std::min(phi[id], liquid.phi[id]);
  }
  extendIntoSolids(grid, liquid, phi);
  redistance(grid, levels);
  extendIntoSolids(grid, liquid, phi);
  for (size_t id = 0; id < grid.size; ++id) liquid.phi[id] = std::clamp(phi[id], -1.f, 1.f);
}

}  // namespace flotsam
