// SPDX-License-Identifier: MIT
#include "sim/coupling/multigrid.h"

#include "core/kernel.h"

namespace flotsam {

namespace {

constexpr float kShift = 1e-3f;
constexpr float kOverCorrection = 1.8f;
constexpr int kCoarsest = 64;  // unknowns solved densely

// The sweeps are functions with restrict parameters: gcc vectorises those and nothing else (SOLVER §8).

/// out = (f + neighbours) * inverse over one colour. Offsets as in split_field.h; lower coefficients are the cell's
/// own, upper ones the neighbour's.
FLOTSAM_WIDE_KERNEL void relax(int count, int xm, int xp, int ym, int yp, int zm, int zp, const float* __restrict f,
                               const float* __restrict inverse, const float* __restrict ax, const float* __restrict ay,
                               const float* __restrict az, const float* __restrict bx, const float* __restrict by,
                               const float* __restrict bz, const float* __restrict other, float* __restrict out) {
  for (int m = 0; m < count; ++m) {
    const float sum = ax[m] * other[m + xm] + bx[m + xp] * other[m + xp] + ay[m] * other[m + ym] +
                      by[m + yp] * other[m + yp] + az[m] * other[m + zm] + bz[m + zp] * other[m + zp];
    out[m] = (f[m] + sum) * inverse[m];
  }
}

/// out = neighbours (the residual of red cells after a red-black sweep from zero), without f and diagonal.
FLOTSAM_WIDE_KERNEL void neighbours(int count, int xm, int xp, int ym, int yp, int zm, int zp,
                                    const float* __restrict ax, const float* __restrict ay, const float* __restrict az,
                                    const float* __restrict bx, const float* __restrict by, const float* __restrict bz,
                                    const float* __restrict other, float* __restrict out) {
  for (int m = 0; m < count; ++m)
    out[m] = ax[m] * other[m + xm] + bx[m + xp] * other[m + xp] + ay[m] * other[m + ym] + by[m + yp] * other[m + yp] +
             az[m] * other[m + zm] + bz[m + zp] * other[m + zp];
}

FLOTSAM_WIDE_KERNEL void scale(int count, const float* __restrict f, const float* __restrict inverse,
                               float* __restrict out) {
  for (int m = 0; m < count; ++m) out[m] = f[m] * inverse[m];
}

}  // namespace

void Multigrid::build(const Grid& grid, const std::array<std::vector<double>, 3>& open) {
  if (levels_.empty()) levels_.resize(12);
  Level& top = levels_[0];
  top.lattice.set(grid.n, grid.sy, grid.sz);
  top.a.resize(top.lattice.size);
  for (int k = 0; k < grid.n.z; ++k)
    for (int j = 0; j < grid.n.y; ++j) {
      int id = grid.id(0, j, k);
      for (int i = 0; i < grid.n.x; ++i, ++id) {
        const int at = top.lattice.at(id);
        top.a.x[at] = static_cast<float>(open[0][id]);
        top.a.y[at] = static_cast<float>(open[1][id]);
        top.a.z[at] = static_cast<float>(open[2][id]);
      }
    }
  finish(top);
  used_ = 1;
  while (used_ < levels_.size()) {
    Level& last = levels_[used_ - 1];
    const size_t unknowns = last.redCells.size() + last.blackCells.size();
    if (unknowns <= kCoarsest || (last.lattice.n.x <= 2 && last.lattice.n.y <= 2 && last.lattice.n.z <= 2)) break;
    coarsen(last, levels_[used_]);
    ++used_;
  }
  buildCoarsest();
}

/// Diagonal = sum of the six faces, shifted; lists of unknowns; work arrays.
void Multigrid::finish(Level& level) {
  SplitLattice& l = level.lattice;
  int lowest = l.sz * (l.n.z + 1), highest = 0;
  level.redCells.clear(), level.blackCells.clear();
  for (int k = 0; k < l.n.z; ++k)
    for (int j = 0; j < l.n.y; ++j)
      for (int i = 0; i < l.n.x; ++i) {
        const int id = i + l.sy * j + l.sz * k, at = l.at(id);
        const float d = level.a.x[at] + level.a.x[l.at(id + 1)] + level.a.y[at] + level.a.y[l.at(id + l.sy)] +
                        level.a.z[at] + level.a.z[l.at(id + l.sz)];
        if (!(d > 0)) {
          level.a.diagonal[at] = level.a.inverse[at] = 0;
          continue;
        }
        lowest = std::min(lowest, id), highest = std::max(highest, id);
        level.a.diagonal[at] = d * (1 + kShift);
        level.a.inverse[at] = 1 / level.a.diagonal[at];
        if (id & 1)
          level.blackCells.push_back(at);
        else
          level.redCells.push_back(at);
      }
  l.narrow(std::min(lowest, highest), highest);
  // Sweeps write every cell of their range, so the fields need clearing only when the range is another one.
  if (level.f.size() != l.size || level.first != l.first || level.last != l.last) {
    level.f.assign(l.size, 0.f), level.x.assign(l.size, 0.f);
    level.first = l.first, level.last = l.last;
  }
}

void Multigrid::coarsen(Level& fine, Level& coarse) {
  const SplitLattice& l = fine.lattice;
  const Int3 n = (l.n + 1) / 2;
  const int sy = (n.x + 1) | 1, sz = sy * ((n.y + 1) | 1);
  coarse.lattice.set(n, sy, sz);
  coarse.a.resize(coarse.lattice.size);
  coarse.a.clear();
  fine.redParent.clear();
  for (int k = 0; k < l.n.z; ++k)
    for (int j = 0; j < l.n.y; ++j)
      for (int i = 0; i < l.n.x; ++i) {
        const int id = i + l.sy * j + l.sz * k, at = l.at(id);
        const int parent = coarse.lattice.at(i / 2, j / 2, k / 2);
        // Faces between aggregates add up; faces inside one vanish.
        if (i % 2 == 0) coarse.a.x[parent] += fine.a.x[at] / kOverCorrection;
        if (j % 2 == 0) coarse.a.y[parent] += fine.a.y[at] / kOverCorrection;
        if (k % 2 == 0) coarse.a.z[parent] += fine.a.z[at] / kOverCorrection;
        if (!(id & 1) && fine.a.inverse[at] != 0) fine.redParent.push_back(parent);
      }
  finish(coarse);
}

void Multigrid::buildCoarsest() {
  Level& level = levels_[used_ - 1];
  const SplitLattice& l = level.lattice;
  coarseCells_ = level.redCells;
  coarseCells_.insert(coarseCells_.end(), level.blackCells.begin(), level.blackCells.end());
  const int n = static_cast<int>(coarseCells_.size());
  std::vector<int>& row = coarseRow_;
  row.assign(l.size, -1);
  for (int r = 0; r < n; ++r) row[coarseCells_[r]] = r;
  std::vector<double>& a = coarseMatrix_;
  a.assign(static_cast<size_t>(n) * n, 0.0);
  for (int k = 0; k < l.n.z; ++k)
    for (int j = 0; j < l.n.y; ++j)
      for (int i = 0; i < l.n.x; ++i) {
        const int id = i + l.sy * j + l.sz * k, at = l.at(id), r = row[at];
        if (r < 0) continue;
        a[static_cast<size_t>(r) * n + r] = level.a.diagonal[at];
        const auto link = [&](float c, int other) {
          if (c == 0 || row[other] < 0) return;
          const int q = row[other];
          a[static_cast<size_t>(r) * n + q] = a[static_cast<size_t>(q) * n + r] = -c;
        };
        if (i > 0) link(level.a.x[at], l.at(id - 1));
        if (j > 0) link(level.a.y[at], l.at(id - l.sy));
        if (k > 0) link(level.a.z[at], l.at(id - l.sz));
      }
  // Cholesky in place, then the inverse column by column.
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) {
      double s = a[static_cast<size_t>(i) * n + j];
      for (int q = 0; q < j; ++q) s -= a[static_cast<size_t>(i) * n + q] * a[static_cast<size_t>(j) * n + q];
      a[static_cast<size_t>(i) * n + j] =
          i == j ? std::sqrt(std::max(s, 1e-30)) : s / a[static_cast<size_t>(j) * n + j];
    }
  }
  coarseInverse_.assign(a.size(), 0.f);
  std::vector<double>& y = coarseColumn_;
  y.resize(n);
  for (int c = 0; c < n; ++c) {
    for (int i = 0; i < n; ++i) {
      double s = i == c ? 1 : 0;
      for (int q = c; q < i; ++q) s -= a[static_cast<size_t>(i) * n + q] * y[q];
      y[i] = i < c ? 0 : s / a[static_cast<size_t>(i) * n + i];
    }
    for (int i = n - 1; i >= 0; --i) {
      double s = y[i];
      for (int q = i + 1; q < n; ++q) s -= a[static_cast<size_t>(q) * n + i] * y[q];
      y[i] = s / a[static_cast<size_t>(i) * n + i];
      coarseInverse_[static_cast<size_t>(i) * n + c] = static_cast<float>(y[i]);
    }
  }
  // Symmetric to the last bit, as conjugate gradients want it.
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      coarseInverse_[static_cast<size_t>(i) * n + j] = coarseInverse_[static_cast<size_t>(j) * n + i];
  coarseIn_.assign(n, 0.f), coarseOut_.assign(n, 0.f);
}

void Multigrid::apply(std::vector<float>& r, std::vector<float>& z) {
  Level& top = levels_[0];
  top.f.swap(r), top.x.swap(z);
  cycle(0);
  top.f.swap(r), top.x.swap(z);
}

void Multigrid::cycle(size_t depth) {
  Level& level = levels_[depth];
  if (depth + 1 == used_) {
    const int n = static_cast<int>(coarseCells_.size());
    for (int i = 0; i < n; ++i) coarseIn_[i] = level.f[coarseCells_[i]];
    for (int i = 0; i < n; ++i) {
      float s = 0;
      const float* row = &coarseInverse_[static_cast<size_t>(i) * n];
      for (int j = 0; j < n; ++j) s += row[j] * coarseIn_[j];
      coarseOut_[i] = s;
    }
    for (int i = 0; i < n; ++i) level.x[coarseCells_[i]] = coarseOut_[i];
    return;
  }
  const SplitLattice& l = level.lattice;
  const int h = l.h, g = l.g, count = l.last - l.first, R = l.red + l.first, B = l.black + l.first;
  const float *x = level.a.x.data(), *y = level.a.y.data(), *z = level.a.z.data(), *inverse = level.a.inverse.data();
  float* v = level.x.data();
  float* f = level.f.data();
  const auto relaxRed = [&] {
    relax(count, -1, 0, -h - 1, h, -g - 1, g, f + R, inverse + R, x + R, y + R, z + R, x + B, y + B, z + B, v + B,
          v + R);
  };
  const auto relaxBlack = [&] {
    relax(count, 0, 1, -h, h + 1, -g, g + 1, f + B, inverse + B, x + B, y + B, z + B, x + R, y + R, z + R, v + R,
          v + B);
  };
  // Down: red then black from zero. Black residuals vanish; those of red are the sum of their neighbours.
  scale(count, f + R, inverse + R, v + R);
  relaxBlack();
  Level& coarse = levels_[depth + 1];
  std::fill(coarse.f.begin(), coarse.f.end(), 0.f);
  scratch_.resize(std::max(scratch_.size(), static_cast<size_t>(count)));
  neighbours(count, -1, 0, -h - 1, h, -g - 1, g, x + R, y + R, z + R, x + B, y + B, z + B, v + B, scratch_.data());
  for (size_t i = 0; i < level.redCells.size(); ++i) coarse.f[level.redParent[i]] += scratch_[level.redCells[i] - R];
  cycle(depth + 1);
  // Up: black is recomputed from red, so only red takes the correction.
  for (size_t i = 0; i < level.redCells.size(); ++i) v[level.redCells[i]] += coarse.x[level.redParent[i]];
  relaxBlack();
  relaxRed();
}

}  // namespace flotsam
