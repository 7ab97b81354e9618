// SPDX-License-Identifier: MIT
#include "sim/coupling/multigrid.h"

#include <algorithm>
#include <cmath>

#include "core/kernel.h"
#include "core/parallel.h"
#include "sim/coupling/float_vectors.h"

namespace flotsam {

namespace {

constexpr float kShift = 1e-3f;
constexpr float kOverCorrection = 1.8f;
constexpr int kCoarsest = 64;  // unknowns solved densely
constexpr int kPass = 1024;    // cells of one colour that a sweep is ahead of the next one

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

/// out = sum over the six faces of c (own - other) over one colour.
FLOTSAM_WIDE_KERNEL void differences(int count, int xm, int xp, int ym, int yp, int zm, int zp,
                                     const float* __restrict ax, const float* __restrict ay, const float* __restrict az,
                                     const float* __restrict bx, const float* __restrict by, const float* __restrict bz,
                                     const float* __restrict own, const float* __restrict other,
                                     float* __restrict out) {
  for (int m = 0; m < count; ++m) {
    const float v = own[m];
    out[m] = ax[m] * (v - other[m + xm]) + bx[m + xp] * (v - other[m + xp]) + ay[m] * (v - other[m + ym]) +
             by[m + yp] * (v - other[m + yp]) + az[m] * (v - other[m + zm]) + bz[m + zp] * (v - other[m + zp]);
  }
}

/// inverse = 1 / (shifted sum of the six faces) over one colour, 0 where all are closed.
FLOTSAM_WIDE_KERNEL void invertDiagonal(int count, int xp, int yp, int zp, const float* __restrict ax,
                                        const float* __restrict ay, const float* __restrict az,
                                        const float* __restrict bx, const float* __restrict by,
                                        const float* __restrict bz, float* __restrict inverse) {
  for (int m = 0; m < count; ++m) {
    const float d = ax[m] + bx[m + xp] + ay[m] + by[m + yp] + az[m] + bz[m + zp];
    inverse[m] = d > 0 ? 1 / (d * (1 + kShift)) : 0.f;
  }
}

/// inverse = 1 / (shifted diagonal) again, with d added to it.
FLOTSAM_WIDE_KERNEL void addToDiagonal(int count, const float* __restrict d, float* __restrict inverse) {
  for (int m = 0; m < count; ++m) {
    const float sum = (inverse[m] > 0 ? 1 / inverse[m] : 0.f) + d[m] * (1 + kShift);
    inverse[m] = sum > 0 ? 1 / sum : 0.f;
  }
}
/// out += d v
FLOTSAM_WIDE_KERNEL void addProduct(int count, const float* __restrict d, const float* __restrict v,
                                    float* __restrict out) {
  for (int m = 0; m < count; ++m) out[m] += d[m] * v[m];
}

/// A row of aggregates takes one red residual from each of its four rows; even ones go to `even`, odd ones to `odd`.
FLOTSAM_WIDE_KERNEL void restrictRow(int count, const float* __restrict a, const float* __restrict b,
                                     const float* __restrict c, const float* __restrict d, float* __restrict row,
                                     float* __restrict even, float* __restrict odd) {
  for (int m = 0; m < count; ++m) row[m] = (a[m] + b[m]) + (c[m] + d[m]);
  for (int m = 0; m < count / 2; ++m) even[m] = row[2 * m], odd[m] = row[2 * m + 1];
  if (count & 1) even[count / 2] = row[count - 1];
}
/// The way back: every red cell of the four rows takes its aggregate's correction.
FLOTSAM_WIDE_KERNEL void prolongRow(int count, const float* __restrict even, const float* __restrict odd,
                                    float* __restrict row, float* __restrict a, float* __restrict b,
                                    float* __restrict c, float* __restrict d) {
  for (int m = 0; m < count / 2; ++m) row[2 * m] = even[m], row[2 * m + 1] = odd[m];
  if (count & 1) row[count - 1] = even[count / 2];
  for (int m = 0; m < count; ++m) a[m] += row[m], b[m] += row[m], c[m] += row[m], d[m] += row[m];
}
FLOTSAM_WIDE_KERNEL void sumFour(int count, float factor, const float* __restrict a, const float* __restrict b,
                                 const float* __restrict c, const float* __restrict d, float* __restrict out) {
  for (int m = 0; m < count; ++m) out[m] = factor * ((a[m] + b[m]) + (c[m] + d[m]));
}

}  // namespace

void Multigrid::Level::resize() {
  if (x.size() == lattice.size && shape == lattice.n) return;
  for (auto* field : {&x, &y, &z, &d, &inverse, &f, &v}) field->assign(lattice.size, 0.f);
  residual.assign(static_cast<size_t>(lattice.half + 2 * lattice.margin), 0.f);
  shape = lattice.n, first = last = -1;
}

void Multigrid::build(const Grid& grid, const std::array<std::vector<double>, 3>& open,
                      const std::vector<double>& diagonal) {
  surface_ = !diagonal.empty();
  Level& top = levels_[0];
  top.lattice.set(grid.n, grid.sy, grid.sz);
  top.resize();
  for (int k = 0; k < grid.n.z; ++k)
    for (int j = 0; j < grid.n.y; ++j) {
      const int id = grid.id(0, j, k);
      splitRow(top.lattice, id, grid.n.x, &open[0][id], top.x.data());
      splitRow(top.lattice, id, grid.n.x, &open[1][id], top.y.data());
      splitRow(top.lattice, id, grid.n.x, &open[2][id], top.z.data());
      if (surface_) splitRow(top.lattice, id, grid.n.x, &diagonal[id], top.d.data());
    }
  finish(top);
  used_ = 1;
  while (used_ < levels_.size()) {
    Level& last = levels_[used_ - 1];
    if (last.few || (last.lattice.n.x <= 2 && last.lattice.n.y <= 2 && last.lattice.n.z <= 2)) break;
    coarsen(last, levels_[used_]);
    ++used_;
  }
  buildCoarsest();
}

/// The inverse diagonal, the range that holds unknowns, and whether these are few; work arrays cleared.
void Multigrid::finish(Level& level) {
  SplitLattice& l = level.lattice;
  const int h = l.h, g = l.g, R = l.red, B = l.black;
  const float *x = level.x.data(), *y = level.y.data(), *z = level.z.data();
  float* inverse = level.inverse.data();
  invertDiagonal(l.half, 0, h, g, x + R, y + R, z + R, x + B, y + B, z + B, inverse + R);
  invertDiagonal(l.half, 1, h + 1, g + 1, x + B, y + B, z + B, x + R, y + R, z + R, inverse + B);
  if (surface_) {
    addToDiagonal(l.half, level.d.data() + R, inverse + R);
    addToDiagonal(l.half, level.d.data() + B, inverse + B);
  }
  const int end = l.sz * (l.n.z + 1);
  int lowest = 0, highest = end - 1;
  while (lowest < end && inverse[l.at(lowest)] == 0) ++lowest;
  while (highest > lowest && inverse[l.at(highest)] == 0) --highest;
  l.narrow(std::min(lowest, highest), highest);
  int unknowns = 0;
  for (int id = lowest; id <= highest && unknowns <= kCoarsest; ++id) unknowns += inverse[l.at(id)] != 0;
  level.few = unknowns <= kCoarsest;
  // Sweeps write every cell of their range, so the fields need clearing only when the range is another one.
  if (level.first == l.first && level.last == l.last) return;
  for (auto* field : {&level.f, &level.v, &level.residual}) std::fill(field->begin(), field->end(), 0.f);
  level.first = l.first, level.last = l.last;
}

/// Faces between aggregates add up; faces inside one vanish.
void Multigrid::coarsen(const Level& fine, Level& coarse) {
  const SplitLattice& l = fine.lattice;
  const Int3 n = (l.n + 1) / 2;
  const int sy = (n.x + 1) | 1, sz = sy * ((n.y + 1) | 1);
  coarse.lattice.set(n, sy, sz);
  coarse.resize();
  row_.resize(std::max(row_.size(), static_cast<size_t>(n.x)));
  constexpr float kFactor = 1 / kOverCorrection;
  for (int k = 0; k < n.z; ++k)
    for (int j = 0; j < n.y; ++j) {
      const int id = sy * j + sz * k, a = l.sy * 2 * j + l.sz * 2 * k, b = a + l.sy, c = a + l.sz, d = b + l.sz;
      // Even i of all four rows; then both i of the two rows at the aggregate's lower side.
      const float *x = fine.x.data(), *y = fine.y.data(), *z = fine.z.data();
      sumFour(n.x, kFactor, x + l.at(a), x + l.at(b), x + l.at(c), x + l.at(d), row_.data());
      splitRow(coarse.lattice, id, n.x, row_.data(), coarse.x.data());
      sumFour(n.x, kFactor, y + l.at(a), y + l.at(a + 1), y + l.at(c), y + l.at(c + 1), row_.data());
      splitRow(coarse.lattice, id, n.x, row_.data(), coarse.y.data());
      sumFour(n.x, kFactor, z + l.at(a), z + l.at(a + 1), z + l.at(b), z + l.at(b + 1), row_.data());
      splitRow(coarse.lattice, id, n.x, row_.data(), coarse.z.data());
      if (!surface_) continue;
      const float* own = fine.d.data();
      sumFour(n.x, kFactor, own + l.at(a), own + l.at(b), own + l.at(c), own + l.at(d), row_.data());
      splitRow(coarse.lattice, id, n.x, row_.data(), coarse.d.data());
      sumFour(n.x, kFactor, own + l.at(a + 1), own + l.at(b + 1), own + l.at(c + 1), own + l.at(d + 1), row_.data());
      for (int i = 0; i < n.x; ++i) coarse.d[coarse.lattice.at(id + i)] += row_[i];
    }
  finish(coarse);
}

void Multigrid::buildCoarsest() {
  Level& level = levels_[used_ - 1];
  const SplitLattice& l = level.lattice;
  coarseCells_.clear();
  for (int id = 0; id < l.sz * (l.n.z + 1); ++id)
    if (level.inverse[l.at(id)] != 0) coarseCells_.push_back(l.at(id));
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
        a[static_cast<size_t>(r) * n + r] = 1.0 / level.inverse[at];
        const auto link = [&](float c, int other) {
          if (c == 0 || row[other] < 0) return;
          const int q = row[other];
          a[static_cast<size_t>(r) * n + q] = a[static_cast<size_t>(q) * n + r] = -c;
        };
        if (i > 0) link(level.x[at], l.at(id - 1));
        if (j > 0) link(level.y[at], l.at(id - l.sy));
        if (k > 0) link(level.z[at], l.at(id - l.sz));
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
  top.f.swap(r), top.v.swap(z);
  cycle(0);
  top.f.swap(r), top.v.swap(z);
}

double Multigrid::multiply(const std::vector<float>& in, std::vector<float>& out) const {
  const Level& top = levels_[0];
  const SplitLattice& l = top.lattice;
  const int h = l.h, g = l.g;
  return parallelSum(static_cast<size_t>(l.last - l.first), 16384, [&](size_t from, size_t to) {
    constexpr int kBlock = 512;  // the product's first part is still in the first cache when it is summed
    double sum = 0;
    for (int m = l.first + static_cast<int>(from), end = l.first + static_cast<int>(to); m < end; m += kBlock) {
      const int count = std::min(kBlock, end - m), R = l.red + m, B = l.black + m;
      const float *x = top.x.data(), *y = top.y.data(), *z = top.z.data(), *v = in.data();
      differences(count, -1, 0, -h - 1, h, -g - 1, g, x + R, y + R, z + R, x + B, y + B, z + B, v + R, v + B,
                  out.data() + R);
      differences(count, 0, 1, -h, h + 1, -g, g + 1, x + B, y + B, z + B, x + R, y + R, z + R, v + B, v + R,
                  out.data() + B);
      if (surface_) {
        addProduct(count, top.d.data() + R, v + R, out.data() + R);
        addProduct(count, top.d.data() + B, v + B, out.data() + B);
      }
      sum += dotProduct(count, v + R, out.data() + R) + dotProduct(count, v + B, out.data() + B);
    }
    return sum;
  });
}

/// Half sweeps over the cells [from, to) of a colour.
struct Multigrid::Sweep {
  const SplitLattice& l;
  const float *xR, *yR, *zR, *inverseR, *fR;
  const float *xB, *yB, *zB, *inverseB, *fB;
  float *vR, *vB, *rest;

  explicit Sweep(Level& level)
      : l(level.lattice),
        xR(level.x.data() + l.red),
        yR(level.y.data() + l.red),
        zR(level.z.data() + l.red),
        inverseR(level.inverse.data() + l.red),
        fR(level.f.data() + l.red),
        xB(level.x.data() + l.black),
        yB(level.y.data() + l.black),
        zB(level.z.data() + l.black),
        inverseB(level.inverse.data() + l.black),
        fB(level.f.data() + l.black),
        vR(level.v.data() + l.red),
        vB(level.v.data() + l.black),
        rest(level.residual.data() + l.margin) {}
  void redFromZero(int from, int to) const { scale(to - from, fR + from, inverseR + from, vR + from); }
  void red(int m, int to) const {
    relax(to - m, -1, 0, -l.h - 1, l.h, -l.g - 1, l.g, fR + m, inverseR + m, xR + m, yR + m, zR + m, xB + m, yB + m,
          zB + m, vB + m, vR + m);
  }
  void black(int m, int to) const {
    relax(to - m, 0, 1, -l.h, l.h + 1, -l.g, l.g + 1, fB + m, inverseB + m, xB + m, yB + m, zB + m, xR + m, yR + m,
          zR + m, vR + m, vB + m);
  }
  /// Of red cells after red and black from zero: the sum of their neighbours.
  void redResidual(int m, int to) const {
    neighbours(to - m, -1, 0, -l.h - 1, l.h, -l.g - 1, l.g, xR + m, yR + m, zR + m, xB + m, yB + m, zB + m, vB + m,
               rest + m);
  }
  /// How far black may go when red is done to `red`, and the other way round: a cell reads a plane ahead.
  int blackAfter(int red, int least) const { return red == l.last ? red : std::max(least, (red - l.g - 1) & ~7); }
  int redAfter(int black, int least) const { return black == l.last ? black : std::max(least, (black - l.g) & ~7); }
};

/// Red then black from zero; black residuals vanish, those of red go to the coarse level: each aggregate takes one from
/// each of its four rows. One pass over the planes: a sweep follows the one before as soon as what it reads is there,
/// so the coefficients come from memory once.
void Multigrid::sweepDown(size_t depth) {
  Level& coarse = levels_[depth + 1];
  const Sweep sweep(levels_[depth]);
  const SplitLattice &l = sweep.l, &c = coarse.lattice;
  int red = l.first, black = l.first, left = l.first;  // done so far
  while (left < l.last) {
    const int toRed = std::min(l.last, red + kPass);
    sweep.redFromZero(red, toRed);
    red = toRed;
    const int toBlack = sweep.blackAfter(red, black);
    sweep.black(black, toBlack);
    black = toBlack;
    const int toLeft = sweep.redAfter(black, left);
    sweep.redResidual(left, toLeft);
    left = toLeft;
  }
  for (int k = l.first / l.sz; k <= std::min((l.last - 1) / l.sz, c.n.z - 1); ++k)
    for (int j = 0; j < c.n.y; ++j) {
      const int id = c.sy * j + c.sz * k, start = l.sy * 2 * j + l.sz * 2 * k;
      const auto row = [&](int offset) { return sweep.rest + l.redRun(start + offset); };
      restrictRow(c.n.x, row(0), row(l.sy), row(l.sz), row(l.sy + l.sz), row_.data(), &coarse.f[c.at(id)],
                  &coarse.f[c.at(id + 1)]);
    }
}

/// Black is recomputed from red, so only red takes the correction; then black and red again, in one pass.
void Multigrid::sweepUp(size_t depth) {
  const Level& coarse = levels_[depth + 1];
  const Sweep sweep(levels_[depth]);
  const SplitLattice &l = sweep.l, &c = coarse.lattice;
  const int kFirst = l.first / l.sz, kLast = std::min((l.last - 1) / l.sz, c.n.z - 1);
  int black = l.first, red = l.first;
  for (int k = kFirst; k <= kLast; ++k) {
    for (int j = 0; j < c.n.y; ++j) {
      const int id = c.sy * j + c.sz * k, start = l.sy * 2 * j + l.sz * 2 * k;
      const auto row = [&](int offset) { return sweep.vR + l.redRun(start + offset); };
      prolongRow(c.n.x, &coarse.v[c.at(id)], &coarse.v[c.at(id + 1)], row_.data(), row(0), row(l.sy), row(l.sz),
                 row(l.sy + l.sz));
    }
    const int corrected = k == kLast ? l.last : std::clamp(l.sz * (k + 1), l.first, l.last);
    const int toBlack = sweep.blackAfter(corrected, black);
    sweep.black(black, toBlack);
    black = toBlack;
    const int toRed = sweep.redAfter(black, red);
    sweep.red(red, toRed);
    red = toRed;
  }
  // Whole planes were corrected; what lies outside the range stays zero.
  const int end = std::max(l.last, std::min(l.sz * (kLast + 1) + 1, l.half + l.margin));
  std::fill(sweep.vR + std::min(l.sz * kFirst, l.first), sweep.vR + l.first, 0.f);
  std::fill(sweep.vR + l.last, sweep.vR + end, 0.f);
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
    for (int i = 0; i < n; ++i) level.v[coarseCells_[i]] = coarseOut_[i];
    return;
  }
  sweepDown(depth);
  cycle(depth + 1);
  sweepUp(depth);
}

}  // namespace flotsam
