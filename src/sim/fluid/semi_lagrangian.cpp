// SPDX-License-Identifier: MIT
// The grid velocity traced back through itself (Stam 1999), and the largest speed on the grid.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/parallel.h"
#include "sim/fluid/advection.h"
#include "sim/fluid/lanes.h"

namespace flotsam {

namespace {

/// Faces (0, j, k), (1, j, k), ... of one row.
FLOTSAM_WIDE_KERNEL void traceRow(const LaneSampler& sample, int axis, int j, int k, int count, float cells,
                                  double* out) {
  const auto centre = [&](int a) { return a == axis ? 0.0f : 0.5f; };
  const __m128 step = _mm_set1_ps(cells), offset = _mm_setr_ps(0, 1, 2, 3);
  for (int i = 0; i < count; i += 4) {
    const Lanes3 x = sample.bounds().clamped(
        {_mm_add_ps(_mm_set1_ps(i + centre(0)), offset), _mm_set1_ps(j + centre(1)), _mm_set1_ps(k + centre(2))});
    alignas(16) float u[4];
    _mm_store_ps(u, sample.component(axis, sample.tracedBack(x, step)));
    for (int lane = 0; lane < std::min(4, count - i); ++lane) out[i + lane] = u[lane];
  }
}

/// Infinite when any is not finite: NaN must not look like rest.
FLOTSAM_WIDE_KERNEL double fastest(const double* __restrict u, size_t count) {
  double most[8] = {}, bad[8] = {};
  size_t i = 0;
  const auto take = [&](size_t lane, double v) {
    const double speed = std::abs(v);
    most[lane] = most[lane] < speed ? speed : most[lane];
    bad[lane] += v * 0;
  };
  for (; i + 8 <= count; i += 8)
    for (size_t lane = 0; lane < 8; ++lane) take(lane, u[i + lane]);
  for (; i < count; ++i) take(0, u[i]);
  double all = 0, sum = 0;
  for (size_t lane = 0; lane < 8; ++lane) all = std::max(all, most[lane]), sum += bad[lane];
  return sum == 0 ? all : std::numeric_limits<double>::infinity();
}

}  // namespace

void advectVelocity(const Grid& grid, const MacVelocity& from, double dt, MacVelocity& to, ParticleScratch& scratch) {
  for (int a = 0; a < 3; ++a) to[a].resize(grid.size);
  loadVelocity(grid, from, scratch);
  const LaneSampler sample(grid, scratch);
  const float cells = static_cast<float>(dt / grid.dx);
  parallelPieces(3 * static_cast<size_t>(grid.n.z + 1), [&](size_t piece) {
    const int axis = static_cast<int>(piece % 3), k = static_cast<int>(piece / 3);
    double* out = to[axis].data() + static_cast<size_t>(grid.sz) * k;
    std::fill(out, out + grid.sz, 0.0);
    const Int3 faces = grid.n + Int3(axis == 0, axis == 1, axis == 2);
    if ((grid.flat() && axis == 2) || k >= faces.z) return;
    for (int j = 0; j < faces.y; ++j) traceRow(sample, axis, j, k, faces.x, cells, out + grid.sy * j);
  });
}

double fastestFlow(const Grid& g, const MacVelocity& velocity) {
  const size_t cells = g.size - static_cast<size_t>(g.sz);
  const double *u = velocity[0].data(), *v = velocity[1].data(), *w = velocity[2].data();
  double most = 0, sum = 0;
  for (size_t id = 0; id < cells; ++id) {
    const double x = std::max(u[id] * u[id], u[id + 1] * u[id + 1]);
    const double y = std::max(v[id] * v[id], v[id + g.sy] * v[id + g.sy]);
    const double z = std::max(w[id] * w[id], w[id + g.sz] * w[id + g.sz]);
    most = std::max(most, x + y + z);
    sum += x + y + z;
  }
  return std::isfinite(sum) ? std::sqrt(most) : std::numeric_limits<double>::infinity();
}

double maxSpeed(const Grid& grid, const MacVelocity& velocity) {
  constexpr size_t kParts = 4;  // of each axis
  std::array<double, 3 * kParts> most;
  parallelPieces(most.size(), [&](size_t piece) {
    const std::vector<double>& u = velocity[static_cast<int>(piece / kParts)];
    const size_t begin = grid.size * (piece % kParts) / kParts, end = grid.size * (piece % kParts + 1) / kParts;
    most[piece] = fastest(u.data() + begin, end - begin);
  });
  return *std::max_element(most.begin(), most.end());
}

}  // namespace flotsam
