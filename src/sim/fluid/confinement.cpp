// SPDX-License-Identifier: MIT
// Four passes over the cells, a row at a time: velocity at the centres, vorticity, force, faces.
#include "sim/fluid/confinement.h"

#include <algorithm>
#include <cmath>

#include "core/kernel.h"
#include "core/parallel.h"

namespace flotsam {

namespace {

/// Below this change of |omega| over a cell, relative, there is no direction to speak of.
constexpr float kUniform = 1e-4f;

/// out = (above - below) by: a difference between two rows.
FLOTSAM_WIDE_KERNEL void rowDifference(int count, const float* __restrict above, const float* __restrict below,
                                       float by, float* __restrict out) {
  for (int i = 0; i < count; ++i) out[i] = (above[i] - below[i]) * by;
}
FLOTSAM_WIDE_KERNEL void addRowDifference(int count, const float* __restrict above, const float* __restrict below,
                                          float by, float* __restrict out) {
  for (int i = 0; i < count; ++i) out[i] += (above[i] - below[i]) * by;
}
FLOTSAM_WIDE_KERNEL void rowMean(int count, const double* __restrict a, const double* __restrict b,
                                 float* __restrict out) {
  for (int i = 0; i < count; ++i) out[i] = static_cast<float>(0.5 * (a[i] + b[i]));
}
/// |omega|; -1 where the mean of the corners' distance, which is the centre's, is in a solid.
FLOTSAM_WIDE_KERNEL void rowStrength(int count, const float* __restrict x, const float* __restrict y,
                                     const float* __restrict z, const float* __restrict phi, int sy, int sz,
                                     float* __restrict out) {
  for (int i = 0; i < count; ++i) {
    const float* p = phi + i;
    const float solid = p[0] + p[1] + p[sy] + p[sy + 1] + p[sz] + p[sz + 1] + p[sz + sy] + p[sz + sy + 1];
    const float w = std::sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
    out[i] = solid < 0 ? -1.f : w;
  }
}

/// Central where both neighbours have a strength (not negative), else one-sided, else 0.
inline float change(float here, float lo, float hi) {
  const float spans = (lo >= 0 ? 1.f : 0.f) + (hi >= 0 ? 1.f : 0.f);
  return ((hi >= 0 ? hi : here) - (lo >= 0 ? lo : here)) / std::max(spans, 1.f);
}

struct ForceRow {
  const float *x, *y, *z, *strength;  // of the vorticity, at the row's first cell
  int sy, sz;
};

FLOTSAM_WIDE_KERNEL void rowForce(int count, const ForceRow& row, float scale, float* __restrict fx,
                                  float* __restrict fy, float* __restrict fz) {
  const float* __restrict x = row.x, * __restrict y = row.y, * __restrict z = row.z, * __restrict s = row.strength;
  const int sy = row.sy, sz = row.sz;
  for (int i = 0; i < count; ++i) {
    const float here = s[i];
    const float gx = change(here, s[i - 1], s[i + 1]), gy = change(here, s[i - sy], s[i + sy]),
                gz = change(here, s[i - sz], s[i + sz]);
    const float length = std::sqrt(gx * gx + gy * gy + gz * gz);
    const float by = here > 0 && length > kUniform * here ? scale / std::max(length, 1e-30f) : 0.f;
    fx[i] = by * (gy * z[i] - gz * y[i]);
    fy[i] = by * (gz * x[i] - gx * z[i]);
    fz[i] = by * (gx * y[i] - gy * x[i]);
  }
}

FLOTSAM_WIDE_KERNEL void push(size_t count, const double* __restrict open, const float* __restrict above,
                              const float* __restrict below, double by, double* __restrict velocity) {
  for (size_t f = 0; f < count; ++f) velocity[f] += open[f] > 0 ? by * (double(above[f]) + double(below[f])) : 0.0;
}

class Confiner {
 public:
  Confiner(const Grid& grid, const SolidField& solids, ConfinementScratch& scratch)
      : g_(grid), solids_(solids), s_(scratch), perCell_(static_cast<float>(1 / grid.dx)) {}

  void centres(const MacVelocity& u, int j, int k) {
    const int id = g_.id(1, j, k);
    for (int a = 0; a < axes(); ++a) rowMean(g_.inner.x, &u[a][id], &u[a][id + g_.stride(a)], &s_.centre[a][id]);
  }

  void curl(int j, int k) {
    const int id = g_.id(1, j, k), count = g_.inner.x;
    float *x = &s_.vorticity[0][id], *y = &s_.vorticity[1][id], *z = &s_.vorticity[2][id];
    along(1, id, 1, z), across(0, id, j, 1, -1, z);
    if (!g_.flat()) {
      std::fill_n(x, count, 0.f);
      across(2, id, j, 1, 1, x), across(1, id, k, 2, -1, x);
      along(2, id, -1, y), across(0, id, k, 2, 1, y);
    }
    rowStrength(count, x, y, z, &solids_.phi[id], g_.sy, g_.sz, &s_.strength[id]);
  }

  void force(int j, int k, float scale) {
    const int id = g_.id(1, j, k);
    const ForceRow row{
        &s_.vorticity[0][id], &s_.vorticity[1][id], &s_.vorticity[2][id], &s_.strength[id], g_.sy, g_.sz};
    rowForce(g_.inner.x, row, scale, &s_.force[0][id], &s_.force[1][id], &s_.force[2][id]);
  }

 private:
  int axes() const { return g_.flat() ? 2 : 3; }
  /// out = sign d(component a)/dx of a row; one-sided at its ends.
  void along(int a, int id, float sign, float* out) const {
    const float* c = &s_.centre[a][id];
    const int count = g_.inner.x;
    out[0] = 0;
    if (count < 2) return;
    rowDifference(count - 2, c + 2, c, 0.5f * sign * perCell_, out + 1);
    out[0] = (c[1] - c[0]) * sign * perCell_;
    out[count - 1] = (c[count - 1] - c[count - 2]) * sign * perCell_;
  }
  /// out += sign d(component a)/d(axis b) of the row at `place` along b; one-sided at the tank's walls.
  void across(int a, int id, int place, int b, float sign, float* out) const {
    const int stride = g_.stride(b), lo = place > 1 ? stride : 0, hi = place < g_.inner[b] ? stride : 0;
    if (lo + hi == 0) return;
    const float* c = &s_.centre[a][id];
    addRowDifference(g_.inner.x, c + hi, c - lo, sign * perCell_ * (lo > 0 && hi > 0 ? 0.5f : 1.f), out);
  }

  const Grid& g_;
  const SolidField& solids_;
  ConfinementScratch& s_;
  float perCell_;
};

}  // namespace

void confineVorticity(const Grid& grid, const std::array<std::vector<double>, 3>& open, const SolidField& solids,
                      double epsilon, double dt, MacVelocity& velocity, ConfinementScratch& scratch) {
  if (!(epsilon != 0)) return;
  for (auto* fields : {&scratch.centre, &scratch.vorticity, &scratch.force})
    for (auto& v : *fields) v.assign(grid.size, 0.f);
  scratch.strength.assign(grid.size, -1.f);  // the outermost layer stays so: nothing there has a say
  Confiner confiner(grid, solids, scratch);
  const auto forRows = [&](const auto& body) {
    parallelFor(static_cast<size_t>(grid.inner.z), 4, [&](size_t begin, size_t end) {
      for (int k = static_cast<int>(begin) + 1; k <= static_cast<int>(end); ++k)
        for (int j = 1; j <= grid.inner.y; ++j) body(j, k);
    });
  };
  forRows([&](int j, int k) { confiner.centres(velocity, j, k); });
  forRows([&](int j, int k) { confiner.curl(j, k); });
  forRows([&](int j, int k) { confiner.force(j, k, static_cast<float>(epsilon * grid.dx)); });
  for (int a = 0; a < (grid.flat() ? 2 : 3); ++a) {
    const int step = grid.stride(a);
    const float* f = scratch.force[a].data();
    parallelFor(grid.size - step, 16384, [&](size_t begin, size_t end) {
      const size_t at = begin + step;
      push(end - begin, &open[a][at], f + at, f + begin, 0.5 * dt, &velocity[a][at]);
    });
  }
}

}  // namespace flotsam
