// SPDX-License-Identifier: MIT
// DistanceGrid::sample of four points at a time.
#include <cmath>

#include "core/kernel.h"
#include "sim/geometry/distance_grid.h"

namespace flotsam {

FLOTSAM_WIDE_KERNEL void sampleRow(const DistanceGrid& grid, const Vec3& from, const Vec3& step, int n, double* out) {
  using FourInts [[gnu::vector_size(16)]] = int;
  const std::ptrdiff_t stride[3] = {1, grid.n.x, std::ptrdiff_t{grid.n.x} * grid.n.y};
  const Vec3 first = (from - grid.origin) / grid.h, along = step / grid.h;
  for (int i = 0; i < n; i += 4) {
    const Four at = {1.0 * i, i + 1.0, i + 2.0, i + 3.0}, none = {};
    Four part[3], beyond = {}, toBox = {};  // within the cell; squared, from the grid and from the surface's box
    auto off = none != none;
    const float* node[4];
    for (const float*& p : node) p = grid.phi.data();
    for (int a = 0; a < 3; ++a) {
      const Four x = from[a] + at * step[a], g = first[a] + at * along[a], end = grid.n[a] - 1.0 + none;
      const Four low = g > 0 ? g : none, c = low < end ? low : end;
      const FourInts whole = __builtin_convertvector(c, FourInts), last = grid.n[a] - 2 + FourInts{};
      const FourInts cell = whole < last ? whole : last;
      for (int l = 0; l < 4; ++l) node[l] += stride[a] * cell[l];
      part[a] = c - __builtin_convertvector(cell, Four);
      off |= c != g;
      const Four away = grid.h * (g - c), under = grid.surface.lo[a] - x, over = x - grid.surface.hi[a];
      const Four most = under > over ? under : over, outside = most > 0 ? most : none;
      beyond += away * away, toBox += outside * outside;
    }
    Four v[8];
    for (int q = 0; q < 8; ++q) {
      const std::ptrdiff_t o = (q & 1) + (q >> 1 & 1) * stride[1] + (q >> 2) * stride[2];
      v[q] = Four{double(node[0][o]), double(node[1][o]), double(node[2][o]), double(node[3][o])};
    }
    for (int a = 0; a < 3; ++a)
      for (int q = 0; q < 4 >> a; ++q) v[q] = v[2 * q] + part[a] * (v[2 * q + 1] - v[2 * q]);
    const int count = std::min(4, n - i);
    for (int l = 0; l < count; ++l) out[i + l] = v[0][l];
    if (!(off[0] | off[1] | off[2] | off[3])) continue;
    beyond += v[0] * v[0];
    for (int l = 0; l < count; ++l)
      if (off[l]) out[i + l] = std::max(std::sqrt(toBox[l]), std::sqrt(beyond[l]));
  }
}

}  // namespace flotsam
