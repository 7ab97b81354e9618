// SPDX-License-Identifier: MIT
#include "sim/coupling/multigrid.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/parallel.h"
#include "sim/coupling/float_vectors.h"

namespace flotsam {

namespace {

constexpr float kShift = 1e-3f;
constexpr float kOverCorrection = 2;
constexpr int kCoarsest = 40;    // unknowns solved densely
constexpr int kPass = 1024;      // cells of one colour that a sweep is ahead of the next one
constexpr size_t kRowGap = 16;   // floats between rows that different threads write
constexpr int kMostPieces = 16;  // of a level

using sweep::kStretch;

constexpr int up(int m) { return (m + kStretch - 1) / kStretch * kStretch; }
constexpr int down(int m) { return m / kStretch * kStretch; }

}  // namespace

/// The two colours of a level as sweeps see them.
struct Multigrid::Sweep {
  struct Colour {
    sweep::Offsets offsets;
    sweep::Faces faces;  // at m = 0
    const float *inverse, *mask, *f;
    float* v;
    const uint8_t* plain;
    sweep::Faces facesAt(int m) const {
      return {faces.ax + m, faces.ay + m, faces.az + m, faces.bx + m, faces.by + m, faces.bz + m};
    }
  };
  const SplitLattice& l;
  Colour red, black;
  float* rest;

  explicit Sweep(const Level& level) : Sweep(level, nullptr, nullptr) {}  // to read from alone
  explicit Sweep(Level& level) : Sweep(level, level.v.data(), level.residual.data() + level.lattice.margin) {}
  Sweep(const Level& level, float* v, float* residual) : l(level.lattice), rest(residual) {
    const float *x = level.x.data(), *y = level.y.data(), *z = level.z.data();
    const int h = l.h, g = l.g, R = l.red, B = l.black;
    red = {{-1, 0, -h - 1, h, -g - 1, g},
           {x + R, y + R, z + R, x + B, y + B, z + B},
           level.inverse.data() + R,
           level.mask.data() + R,
           level.f.data() + R,
           v + R,
           level.plain.data()};
    black = {{0, 1, -h, h + 1, -g, g + 1},
             {x + B, y + B, z + B, x + R, y + R, z + R},
             level.inverse.data() + B,
             level.mask.data() + B,
             level.f.data() + B,
             v + B,
             level.plain.data() + l.half / kStretch};
  }
  void redFromZero(int m, int to) const {
    if (m < to) sweep::scale(to - m, red.f + m, red.inverse + m, red.v + m);
  }
  static void relax(const Colour& c, const float* other, int m, int to) {
    if (m < to)
      sweep::relax(to - m, c.plain + m / kStretch, c.offsets, c.facesAt(m), c.f + m, c.inverse + m, other + m, c.v + m);
  }
  void relaxRed(int from, int to) const { relax(red, black.v, from, to); }
  void relaxBlack(int from, int to) const { relax(black, red.v, from, to); }
  /// Of red cells after red and black from zero: the sum of their neighbours.
  void redResidual(int m, int to) const {
    if (m < to)
      sweep::neighbours(to - m, red.plain + m / kStretch, red.offsets, red.facesAt(m), red.mask + m, black.v + m,
                        rest + m);
  }
  // A sweep follows the one before it as soon as what it reads is there: a cell reads a plane ahead and one behind.
  int blackEnd(int redEnd) const { return redEnd == l.last ? redEnd : down(redEnd - l.g - 1); }
  int redEnd(int blackEnd) const { return blackEnd == l.last ? blackEnd : down(blackEnd - l.g); }
  int blackBegin(int redBegin) const { return redBegin == l.first ? redBegin : up(redBegin + l.g); }
  int redBegin(int blackBegin) const { return blackBegin == l.first ? blackBegin : up(blackBegin + l.g + 1); }

  /// The four runs of red cells of the first row of aggregates in plane k of the coarse lattice.
  template <class T>
  sweep::RedRows<T> rows(T* reds, const Level& coarse, int k) const {
    const int start = 2 * coarse.begin.x - 1 + l.sy * (2 * coarse.begin.y - 1) + l.sz * (2 * k - 1);
    const auto run = [&](int offset) { return reds + l.redRun(start + offset); };
    return {run(0), run(l.sy), run(l.sz), run(l.sy + l.sz)};
  }
  sweep::Aggregates aggregates(const Level& coarse) const {
    const Int3 count = coarse.end - coarse.begin;
    return {count.y, count.x, coarse.lattice.sy, coarse.lattice.sz, l.sy, l.sz};
  }
};

/// A level cut into pieces of whole planes of aggregates, those that hold unknowns. What depends on a piece's own
/// planes is done first, what lies on the borders then. The values are the same for any number of pieces.
struct Multigrid::Cut {
  const SplitLattice& l;
  int lowest, planes;  // of aggregates
  int pieces;

  Cut(const Level& fine, const Level& coarse) : l(fine.lattice) {
    const auto planeOf = [&](int m) { return (2 * m / l.sz + 1) / 2; };
    lowest = std::max(coarse.begin.z, planeOf(l.first));
    planes = std::min(coarse.end.z - 1, planeOf(l.last - 1)) - lowest + 1;
    // In short rows, and with unknowns in the outermost ones, a border rounded to a stretch would be among unknowns.
    const bool large = 2 * l.range() >= kAlone && l.sy > kStretch && !fine.outer;
    pieces = large ? std::clamp(std::min(threadCount(), planes / 5), 1, kMostPieces) : 1;
  }
  /// The first plane of aggregates of a piece, and where its cells of one colour begin.
  int plane(int piece) const { return lowest + planes * piece / pieces; }
  int begin(int piece) const { return piece == 0 ? l.first : piece == pieces ? l.last : planeBegin(plane(piece)); }
  int planeBegin(int k) const { return std::clamp(down(l.sz * (2 * k - 1) / 2), l.first, l.last); }
};

void Multigrid::Level::resize() {
  if (x.size() == lattice.size && shape == lattice.n) return;
  for (auto* field : {&x, &y, &z, &d, &inverse, &mask, &f, &v, &walls}) field->assign(lattice.size, 0.f);
  residual.assign(static_cast<size_t>(lattice.half + 2 * lattice.margin), 0.f);
  plain.assign(2 * static_cast<size_t>(lattice.half / kStretch), 0);
  for (auto* field : {&links[0], &links[1], &links[2], &natural, &received})
    field->assign(static_cast<size_t>(lattice.sz) * (lattice.n.z + 3), 0.f);
  shape = lattice.n, first = last = -1;
  findWalls();
}

sweep::Links Multigrid::Level::linksAt(int id) const {
  const int at = lattice.sz + id;
  return {&links[0][at], &links[1][at], &links[2][at]};
}

/// Faces towards wall cells that no aggregate has with cells inside: with an odd number of cells the last ones do, and
/// an interpolated correction may pass through them.
void Multigrid::Level::findWalls() {
  const SplitLattice& l = lattice;
  for (int k = 1; k < l.n.z - 1; ++k)
    for (int j = 1; j < l.n.y - 1; ++j)
      for (int i = 1; i < l.n.x - 1; ++i) {
        const Int3 c(i, j, k);
        float count = 0;
        for (int a = 0; a < 3; ++a)
          count += float(c[a] == 1) + float(c[a] == l.n[a] - 2 && (l.n[a] % 2 == 0 || (a == 2 && l.n.z == 3)));
        walls[l.at(i, j, k)] = count;
      }
}

void Multigrid::build(const Grid& grid, const std::array<std::vector<double>, 3>& open,
                      const std::vector<double>& diagonal) {
  surface_ = !diagonal.empty();
  Level& top = levels_[0];
  top.lattice.set(grid.n, grid.sy, grid.sz);
  top.resize();
  parallelFor(static_cast<size_t>(grid.n.z), lightPlanes(grid.size), [&](size_t k0, size_t k1) {
    for (size_t k = k0; k < k1; ++k)
      for (int j = 0; j < grid.n.y; ++j) {
        const int id = grid.id(0, j, static_cast<int>(k));
        splitRow(top.lattice, id, grid.n.x, &open[0][id], top.x.data());
        splitRow(top.lattice, id, grid.n.x, &open[1][id], top.y.data());
        splitRow(top.lattice, id, grid.n.x, &open[2][id], top.z.data());
        if (surface_) splitRow(top.lattice, id, grid.n.x, &diagonal[id], top.d.data());
      }
  });
  finish(top);
  used_ = 1;
  while (used_ < levels_.size()) {
    Level& last = levels_[used_ - 1];
    if (last.few || (last.lattice.n.x <= 3 && last.lattice.n.y <= 3 && last.lattice.n.z <= 3)) break;
    coarsen(last, levels_[used_]);
    ++used_;
  }
  buildCoarsest();
}

/// Whether a cell of the outermost layer is an unknown.
bool Multigrid::hasOuter(const Level& level) {
  const SplitLattice& l = level.lattice;
  for (int k = 0; k < l.n.z; ++k)
    for (int j = 0; j < l.n.y; ++j) {
      const bool whole = k == 0 || k == l.n.z - 1 || j == 0 || j == l.n.y - 1;
      const int step = whole ? 1 : std::max(l.n.x - 1, 1);
      for (int i = 0; i < l.n.x; i += step)
        if (level.inverse[l.at(i, j, k)] != 0) return true;
    }
  return false;
}

/// The inverse diagonal, the range that holds unknowns, whether these are few, and which stretches are plain; work
/// arrays cleared.
void Multigrid::finish(Level& level) {
  SplitLattice& l = level.lattice;
  const Sweep all(std::as_const(level));
  const auto forColours = [&](const auto& body) {
    for (const bool isRed : {true, false}) {
      const auto half = static_cast<size_t>(l.half);
      parallelFor(half, lightGrain(2 * half) / 2, [&](size_t begin, size_t end) {
        const int m = static_cast<int>(begin);
        body(isRed ? all.red : all.black, (isRed ? l.red : l.black) + m, m, static_cast<int>(end - begin));
      });
    }
  };
  forColours([&](const Sweep::Colour& c, int at, int m, int count) {
    float* inverse = level.inverse.data() + at;
    sweep::invertDiagonal(count, c.offsets, c.facesAt(m), kShift, inverse);
    if (surface_) sweep::addToDiagonal(count, kShift, level.d.data() + at, inverse);
  });
  level.outer = hasOuter(level);
  forColours([&](const Sweep::Colour& c, int at, int m, int count) {
    const float* inverse = level.inverse.data() + at;
    float* mask = level.mask.data() + at;
    uint8_t* plain = level.plain.data() + (c.plain - level.plain.data()) + m / kStretch;
    if (level.outer)
      sweep::findPlain(count, c.offsets, c.facesAt(m), inverse, mask, plain);
    else
      sweep::findPlain(count, c.offsets, c.facesAt(m), inverse, level.walls.data() + at, mask, plain);
  });
  const int end = l.sz * (l.n.z + 1);
  int lowest = 0, highest = end - 1;
  while (lowest < end && level.inverse[l.at(lowest)] == 0) ++lowest;
  while (highest > lowest && level.inverse[l.at(highest)] == 0) --highest;
  l.narrow(std::min(lowest, highest), highest);
  int unknowns = 0;
  for (int id = lowest; id <= highest && unknowns <= kCoarsest; ++id) unknowns += level.inverse[l.at(id)] != 0;
  level.few = unknowns <= kCoarsest;
  // Sweeps write every cell of their range, so the fields need clearing only when the range is another one.
  if (level.first == l.first && level.last == l.last) return;
  for (auto* field : {&level.f, &level.v, &level.residual, &level.natural, &level.received})
    std::fill(field->begin(), field->end(), 0.f);
  level.first = l.first, level.last = l.last;
}

/// Faces between aggregates add up; faces inside one vanish. An aggregate holds the cells 2c - 1 and 2c of each axis.
void Multigrid::coarsen(Level& fine, Level& coarse) {
  const SplitLattice& l = fine.lattice;
  const Int3 inside = (l.n - 1) / 2, n = fine.outer ? l.n / 2 + 1 : inside + 2;
  const int sy = (n.x + 1) | 1, sz = sy * ((n.y + 1) | 1);
  coarse.lattice.set(n, sy, sz);
  coarse.resize();
  const Int3 begin(fine.outer ? 0 : 1), end = fine.outer ? n : inside + 1;
  if (coarse.begin != begin || coarse.end != end) {
    for (auto* field :
         {&coarse.x, &coarse.y, &coarse.z, &coarse.d, &coarse.links[0], &coarse.links[1], &coarse.links[2]})
      std::fill(field->begin(), field->end(), 0.f);
    coarse.begin = begin, coarse.end = end;
  }
  const int count = end.x - begin.x;
  // An open face between aggregates is one of so many open faces of cells.
  float faces = 4;
  for (int a = 0; a < 3; ++a)
    if (l.n[a] <= 3) faces = std::max(1.f, faces / 2);
  const float factor = 1 / faces;
  fine.toCoarse = kOverCorrection / faces;
  const auto planes = static_cast<size_t>(end.z - begin.z);
  const size_t rowSize = static_cast<size_t>(n.x) + kRowGap;
  rows_.resize(std::max(rows_.size(), planes * rowSize));
  parallelFor(planes, 2 * l.range() < kAlone ? planes : 1, [&](size_t first, size_t last) {
    for (size_t plane = first; plane < last; ++plane)
      for (int j = begin.y; j < end.y; ++j) {
        const int k = begin.z + static_cast<int>(plane), id = begin.x + sy * j + sz * k;
        float* row = &rows_[plane * rowSize];
        const int a = 2 * begin.x - 1 + l.sy * (2 * j - 1) + l.sz * (2 * k - 1);
        const int b = a + l.sy, c = a + l.sz, d = b + l.sz;
        const auto sum = [&](const std::vector<float>& from, int p, int q, int r, int s, std::vector<float>& to,
                             std::vector<float>* links) {
          const float* at = from.data();
          sweep::sumFour(count, factor, at + l.at(p), at + l.at(q), at + l.at(r), at + l.at(s), row);
          splitRow(coarse.lattice, id, count, row, to.data());
          for (int i = 0; links && i < count; ++i) (*links)[sz + id + i] = 0.25f * std::min(row[i], 1.f);
        };
        // The lower i of all four rows; then both i of the two rows at the aggregate's lower side.
        sum(fine.x, a, b, c, d, coarse.x, &coarse.links[0]);
        sum(fine.y, a, a + 1, c, c + 1, coarse.y, &coarse.links[1]);
        sum(fine.z, a, a + 1, b, b + 1, coarse.z, &coarse.links[2]);
        if (!surface_) continue;
        sum(fine.d, a, b, c, d, coarse.d, nullptr);
        const float* own = fine.d.data();
        sweep::sumFour(count, factor, own + l.at(a + 1), own + l.at(b + 1), own + l.at(c + 1), own + l.at(d + 1), row);
        for (int i = 0; i < count; ++i) coarse.d[coarse.lattice.at(id + i)] += row[i];
      }
  });
  finish(coarse);
}

/// The dense inverse, by Gauss-Jordan elimination (no pivots: the matrix is positive definite).
void Multigrid::buildCoarsest() {
  Level& level = levels_[used_ - 1];
  const SplitLattice& l = level.lattice;
  coarseCells_.clear();
  for (int id = 0; id < l.sz * (l.n.z + 1); ++id)
    if (level.inverse[l.at(id)] != 0) coarseCells_.push_back(l.at(id));
  const size_t n = coarseCells_.size();
  std::vector<int>& row = coarseRow_;
  row.assign(l.size, -1);
  for (size_t r = 0; r < n; ++r) row[coarseCells_[r]] = static_cast<int>(r);
  std::vector<double>& a = coarseMatrix_;
  a.assign(n * n, 0.0);
  for (int k = 0; k < l.n.z; ++k)
    for (int j = 0; j < l.n.y; ++j)
      for (int i = 0; i < l.n.x; ++i) {
        const int id = i + l.sy * j + l.sz * k, at = l.at(id), r = row[at];
        if (r < 0) continue;
        a[r * n + r] = 1.0 / double(level.inverse[at]);
        const auto link = [&](float c, int other) {
          const int q = row[other];
          if (c != 0 && q >= 0) a[r * n + q] = a[q * n + r] = -double(c);
        };
        if (i > 0) link(level.x[at], l.at(id - 1));
        if (j > 0) link(level.y[at], l.at(id - l.sy));
        if (k > 0) link(level.z[at], l.at(id - l.sz));
      }
  for (size_t p = 0; p < n; ++p) {
    const double pivot = 1 / std::max(a[p * n + p], 1e-30);
    a[p * n + p] = 1;
    for (size_t j = 0; j < n; ++j) a[p * n + j] *= pivot;
    for (size_t i = 0; i < n; ++i) {
      if (i == p) continue;
      const double factor = a[i * n + p];
      a[i * n + p] = 0;
      for (size_t j = 0; j < n; ++j) a[i * n + j] -= factor * a[p * n + j];
    }
  }
  // Symmetric to the last bit, as conjugate gradients want it.
  coarseInverse_.assign(n * n, 0.f);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j)
      coarseInverse_[i * n + j] = coarseInverse_[j * n + i] = static_cast<float>(0.5 * (a[i * n + j] + a[j * n + i]));
  coarseIn_.assign(n, 0.f);
}

void Multigrid::solveCoarsest() {
  Level& level = levels_[used_ - 1];
  const int n = static_cast<int>(coarseCells_.size());
  for (int i = 0; i < n; ++i) coarseIn_[i] = level.f[coarseCells_[i]];
  for (int i = 0; i < n; ++i) {
    float s = 0;
    const float* row = &coarseInverse_[static_cast<size_t>(i) * n];
    for (int j = 0; j < n; ++j) s += row[j] * coarseIn_[j];
    level.v[coarseCells_[i]] = s;
  }
}

void Multigrid::apply(std::vector<float>& r, std::vector<float>& z) {
  Level& top = levels_[0];
  // The dense solve writes the unknowns alone. Cells that were unknowns before a wall let them go must not keep what
  // they had: the search direction would carry it into the solution, where nothing takes it out again.
  if (used_ == 1) std::fill(z.begin(), z.end(), 0.f);
  top.f.swap(r), top.v.swap(z);
  cycle(0);
  top.f.swap(r), top.v.swap(z);
}

double Multigrid::multiply(const std::vector<float>& in, std::vector<float>& out, const PartWork& also) const {
  const Level& top = levels_[0];
  const SplitLattice& l = top.lattice;
  const Sweep sweep(top);
  const float* v = in.data();
  const auto differ = [&](const Sweep::Colour& c, const Sweep::Colour& other, int own, int others, int m, int count) {
    sweep::differences(count, c.plain + m / kStretch, c.offsets, c.facesAt(m), c.mask + m, other.mask + m, v + own + m,
                       v + others + m, out.data() + own + m);
  };
  // In whole stretches: in large lattices the pieces of a sum are longer than the grain, by any number. In blocks, of
  // which the first part of the product is still in the first cache when it is summed.
  const BlockSum all(l.range() / kStretch, kSumGrain / kStretch, 512 / kStretch);
  sums_.resize(std::max(sums_.size(), all.blocks));
  forParts(l, [&](int part) {
    for (size_t k = all.first(part); k < all.first(part + 1); ++k) {
      const int m = l.first + kStretch * static_cast<int>(all.begin(k));
      const int count = kStretch * static_cast<int>(all.end(k) - all.begin(k)), R = l.red + m, B = l.black + m;
      differ(sweep.red, sweep.black, l.red, l.black, m, count);
      differ(sweep.black, sweep.red, l.black, l.red, m, count);
      if (surface_) {
        sweep::addProduct(count, top.d.data() + R, v + R, out.data() + R);
        sweep::addProduct(count, top.d.data() + B, v + B, out.data() + B);
      }
      sums_[k] = dotProduct(count, v + R, out.data() + R) + dotProduct(count, v + B, out.data() + B);
    }
    if (also) also(part);
  });
  return all.of(sums_, 1);
}

/// Red then black from zero; black residuals vanish, those of red go to the coarse level. One pass over the planes, so
/// the coefficients come from memory once: a sweep follows the one before as soon as what it reads is there.
void Multigrid::sweepDown(size_t depth) {
  Level &level = levels_[depth], &coarse = levels_[depth + 1];
  const Sweep sweep(level);
  const Cut cut(level, coarse);
  const SplitLattice& c = coarse.lattice;
  const sweep::Aggregates aggregates = sweep.aggregates(coarse);
  parallelPieces(static_cast<size_t>(cut.pieces), [&](size_t index) {
    const int piece = static_cast<int>(index), from = cut.begin(piece), to = cut.begin(piece + 1);
    int red = from, black = sweep.blackBegin(from), left = sweep.redBegin(black);
    while (red < to) {
      const int toRed = std::min(to, red + kPass);
      sweep.redFromZero(red, toRed);
      red = toRed;
      const int toBlack = std::max(black, sweep.blackEnd(red));
      sweep.relaxBlack(black, toBlack);
      black = toBlack;
      const int toLeft = std::max(left, sweep.redEnd(black));
      sweep.redResidual(left, toLeft);
      left = toLeft;
    }
  });
  for (int piece = 1; piece < cut.pieces; ++piece) {
    const int at = cut.begin(piece), black0 = sweep.blackEnd(at), black1 = sweep.blackBegin(at);
    sweep.relaxBlack(black0, black1);
    sweep.redResidual(sweep.redEnd(black0), sweep.redBegin(black1));
  }
  parallelPieces(static_cast<size_t>(cut.pieces), [&](size_t index) {
    const int piece = static_cast<int>(index);
    for (int k = cut.plane(piece); k < cut.plane(piece + 1); ++k) {
      const int id = coarse.begin.x + c.sy * coarse.begin.y + c.sz * k;
      float* received = &coarse.received[c.sz + id];
      sweep::restrictPlane(aggregates, level.toCoarse, coarse.linksAt(id),
                           sweep.rows<const float>(sweep.rest, coarse, k), received);
      for (int j = 0; j < aggregates.rows; ++j)
        splitRow(c, id + c.sy * j, aggregates.count, received + c.sy * j, coarse.f.data());
    }
  });
}

/// Black is recomputed from red, so only red takes the correction; then black and red again, in one pass.
void Multigrid::sweepUp(size_t depth) {
  Level &level = levels_[depth], &coarse = levels_[depth + 1];
  const Sweep sweep(level);
  const Cut cut(level, coarse);
  const SplitLattice &l = sweep.l, &c = coarse.lattice;
  const sweep::Aggregates aggregates = sweep.aggregates(coarse);
  for (int k = cut.plane(0); k < cut.plane(cut.pieces); ++k)
    for (int j = coarse.begin.y; j < coarse.end.y; ++j) {
      const int id = coarse.begin.x + c.sy * j + c.sz * k;
      joinRow(c, id, aggregates.count, coarse.v.data(), &coarse.natural[c.sz + id]);
    }
  parallelPieces(static_cast<size_t>(cut.pieces), [&](size_t index) {
    const int piece = static_cast<int>(index), from = cut.begin(piece), to = cut.begin(piece + 1);
    int black = sweep.blackBegin(from), red = sweep.redBegin(black);
    for (int k = cut.plane(piece), end = cut.plane(piece + 1); k < end; ++k) {
      const int id = coarse.begin.x + c.sy * coarse.begin.y + c.sz * k;
      const sweep::RedRows<float> rows = sweep.rows(sweep.red.v, coarse, k);
      sweep::interpolate(aggregates, coarse.linksAt(id), &coarse.natural[c.sz + id], rows);
      for (int j = 0; l.n.z == 3 && !level.outer && j < aggregates.rows;
           ++j) {  // a flat lattice has one plane of cells
        std::fill_n(rows.highZ + l.sy * j, aggregates.count, 0.f);
        std::fill_n(rows.high + l.sy * j, aggregates.count, 0.f);
      }
      const int corrected = k + 1 == end ? to : std::clamp(cut.planeBegin(k + 1), from, to);
      const int toBlack = std::max(black, sweep.blackEnd(corrected));
      sweep.relaxBlack(black, toBlack);
      black = toBlack;
      const int toRed = std::max(red, sweep.redEnd(black));
      sweep.relaxRed(red, toRed);
      red = toRed;
    }
  });
  for (int piece = 1; piece < cut.pieces; ++piece) {
    const int at = cut.begin(piece), black0 = sweep.blackEnd(at), black1 = sweep.blackBegin(at);
    sweep.relaxBlack(black0, black1);
    sweep.relaxRed(sweep.redEnd(black0), sweep.redBegin(black1));
  }
  // Whole planes were corrected; what lies outside the range stays zero.
  std::fill(sweep.red.v - l.margin, sweep.red.v + l.first, 0.f);
  std::fill(sweep.red.v + l.last, sweep.red.v + l.half + l.margin, 0.f);
}

void Multigrid::cycle(size_t depth) {
  if (depth + 1 == used_) return solveCoarsest();
  sweepDown(depth);
  cycle(depth + 1);
  sweepUp(depth);
}

}  // namespace flotsam
