// SPDX-License-Identifier: MIT
#include "sim/coupling/coupled_system.h"

#include <algorithm>

#include "core/kernel.h"
#include "core/parallel.h"
#include "sim/coupling/body_blocks.h"
#include "sim/coupling/free_surface.h"

namespace flotsam {

namespace {

constexpr size_t kCells = 8192;  // in a sum of its own

/// unknown = cells of a row with an open face, from the open fractions of the lower faces; returns how many.
FLOTSAM_WIDE_KERNEL int markOpenCells(int n, std::ptrdiff_t sy, std::ptrdiff_t sz, const double* __restrict x,
                                      const double* __restrict y, const double* __restrict z,
                                      uint8_t* __restrict unknown) {
  for (int i = 0; i < n; ++i)
    unknown[i] = ((x[i] + x[i + 1]) + (y[i] + y[i + sy])) + (z[i] + z[i + sz]) > 0;  // none is negative
  int count = 0;
  for (int i = 0; i < n; ++i) count += unknown[i];
  return count;
}

FLOTSAM_WIDE_KERNEL bool allOpen(int n, const double* __restrict w) {
  int open = 0;
  for (int i = 0; i < n; ++i) open += w[i] > 0;
  return open == n;
}
FLOTSAM_WIDE_KERNEL bool anyOpen(int n, const double* __restrict w) {
  int open = 0;
  for (int i = 0; i < n; ++i) open += w[i] > 0;
  return open > 0;
}

/// Whether all open faces of w lead to cells of one region.
FLOTSAM_WIDE_KERNEL bool allLeadTo(int n, const double* __restrict w, const int* __restrict region, int as) {
  int others = 0;
  for (int i = 0; i < n; ++i) others += (w[i] > 0) & (region[i] != as);
  return others == 0;
}

void findUnknowns(CoupledSystem& s) {
  const Grid& g = s.grid;
  const auto& w = s.fractions->fluid;
  s.links = &w;
  s.diagonal.clear();
  s.unknown.assign(g.size, 0);
  s.unknowns = static_cast<int>(parallelSum(static_cast<size_t>(g.n.z), lightPlanes(g.size), [&](size_t k0, size_t k1) {
    int count = 0;
    for (size_t k = k0; k < k1; ++k)
      for (int j = 0; j < g.n.y; ++j) {
        const int row = g.id(0, j, static_cast<int>(k));
        count += markOpenCells(g.n.x, g.sy, g.sz, &w[0][row], &w[1][row], &w[2][row], &s.unknown[row]);
      }
    return count;
  }));
}

/// Connected parts of the fluid over open faces, numbered in order of their first cell: labels from the lower
/// neighbours in one scan, joined where two meet (union-find), then renumbered.
void findRegions(CoupledSystem& s) {
  const Grid& g = s.grid;
  const auto& w = *s.links;
  s.region.assign(g.size, -1);
  auto& parent = s.parent;
  parent.reserve(g.size);
  parent.clear();
  const auto root = [&](int r) {
    while (parent[r] != r) r = parent[r] = parent[parent[r]];
    return r;
  };
  const auto join = [&](int a, int b) {
    a = root(a), b = root(b);
    return a < b ? parent[b] = a : parent[a] = b;
  };
  const auto scan = [&](size_t c) {
    const bool x = w[0][c] > 0, y = w[1][c] > 0, z = w[2][c] > 0;
    const int lx = x ? s.region[c - 1] : -1, ly = y ? s.region[c - g.sy] : -1, lz = z ? s.region[c - g.sz] : -1;
    int label = x ? lx : y ? ly : lz;
    if (label >= 0 && (!y || ly == label) && (!z || lz == label)) {  // nearly all: one neighbourhood
      s.region[c] = label;
      return;
    }
    label = -1;
    for (int a = 0; a < 3; ++a) {
      if (!(w[a][c] > 0)) continue;
      const int other = s.region[c - g.stride(a)];
      if (label < 0)
        label = other;
      else if (other != label)
        label = join(label, other);
    }
    if (label < 0) {
      label = static_cast<int>(parent.size());
      parent.push_back(label);
    }
    s.region[c] = label;
  };
  // Most runs of cells are next to one neighbourhood, and take its label as a whole.
  const auto scanRun = [&](int from, int to) {
    int as = -1;
    for (int c = from; c < to && as < 0; ++c)
      as = w[1][c] > 0 ? s.region[c - g.sy] : w[2][c] > 0 ? s.region[c - g.sz] : -1;
    const auto one = [&](int axis) {  // the first plane and its first row have nothing before them
      const int before = from - g.stride(axis);
      return before < 0 || allLeadTo(to - from, &w[axis][from], &s.region[before], as);
    };
    if (as >= 0 && one(1) && one(2))
      std::fill(&s.region[from], &s.region[from] + (to - from), as);
    else
      for (int c = from; c < to; ++c) scan(static_cast<size_t>(c));
  };
  // And most rows are one run like those below and before them.
  auto& rowLabel = s.rowLabel;
  rowLabel.assign(static_cast<size_t>(g.n.y + 1) * (g.n.z + 1), -1);
  for (int k = 0; k < g.n.z; ++k)
    for (int j = 0; j < g.n.y; ++j) {
      const int row = g.id(0, j, k);
      int first = 0, last = g.n.x;
      while (first < last && !s.unknown[row + first]) ++first;
      while (last > first && !s.unknown[row + last - 1]) --last;
      if (first == last) continue;
      int& label = rowLabel[static_cast<size_t>(j) + static_cast<size_t>(g.n.y + 1) * k];
      const int below = j > 0 ? (&label)[-1] : -1, before = k > 0 ? (&label)[-(g.n.y + 1)] : -1;
      const int from = row + first, count = last - first;
      const int as = below >= 0 ? below : before;
      const bool run = allOpen(count - 1, &w[0][from + 1]);
      const bool y = run && as >= 0 && anyOpen(count, &w[1][from]), z = run && as >= 0 && anyOpen(count, &w[2][from]);
      if ((y || z) && (!y || below == as) && (!z || before == as)) {
        std::fill_n(&s.region[from], count, as);
        label = as;
        continue;
      }
      for (int c = from, end; c < from + count; c = end) {
        end = c + 1;
        if (!s.unknown[c]) continue;
        while (end < from + count && w[0][end] > 0) ++end;
        scanRun(c, end);
      }
      label = run ? s.region[from + count - 1] : -1;
      // A later cell may have joined what earlier ones took: a whole row has one label.
      if (label >= 0)
        for (int c = from; c < from + count; ++c) label = s.region[c] == label ? label : -1;
    }
  for (size_t r = 0; r < parent.size(); ++r) parent[r] = root(static_cast<int>(r));
  auto& number = s.rowLabel;
  number.assign(parent.size(), -1);
  s.regions = 0;
  for (size_t r = 0; r < parent.size(); ++r)
    if (parent[r] == static_cast<int>(r)) number[r] = s.regions++;
  for (size_t c = 0; c < g.size && s.regions < static_cast<int>(parent.size()); ++c)
    if (s.region[c] >= 0) s.region[c] = number[parent[s.region[c]]];
  s.open.reserve(256);  // pockets come and go
  s.open.assign(s.regions, 0);
  for (size_t c = 0; c < s.diagonal.size(); ++c)
    if (s.diagonal[c] > 0) s.open[s.region[c]] = 1;
}

}  // namespace

void assemble(CoupledSystem& s, const Grid& grid, const FaceFractions& fractions, double fluidDensity,
              std::span<const CoupledBody> bodies, const MacVelocity& velocity, const FreeSurface* surface,
              std::span<const LinkedGroup> links) {
  s.grid = grid;
  s.groups = links;
  s.fractions = &fractions;
  s.surface = surface;
  if (surface)
    linkLiquid(s);
  else
    findUnknowns(s);
  s.blocks.resize(bodies.size());
  const size_t groups = std::min(s.room.size(), bodies.size());
  parallelPieces(1 + groups, [&](size_t piece) {
    if (piece == 0) return findRegions(s);
    for (size_t b = piece - 1; b < bodies.size(); b += groups) {
      CoupledBlock& block = s.blocks[b];
      block.cells.reserve(2 * fractions.bodies[b].capacity());  // no more than both sides of every face
      gatherBlock(s, fractions.bodies[b], bodies[b], s.room[piece - 1], block);
    }
  });
  for (size_t b = 0; b < bodies.size(); ++b) {
    CoupledBlock& block = s.blocks[b];
    block.free = bodies[b].free;
    block.mobility = Mat6{};
    block.root = Mat6{};
    block.linked = false;
    if (!block.free) continue;
    const double scale = fluidDensity * grid.cellVolume();
    for (int i = 0; i < 36; ++i) block.mobility.m[i] = scale * bodies[b].mobility.m[i];
    if (!mobilityRoot(block.mobility, block.root)) {  // not a mobility: the body is treated as immovable
      block.free = false;
      block.mobility = Mat6{};
    }
  }
  const double rootScale = std::sqrt(fluidDensity * grid.cellVolume());
  for (const LinkedGroup& g : links)
    for (size_t p = 0; p < g.bodies.size(); ++p) {
      CoupledBlock& block = s.blocks[g.bodies[p]];
      block.linked = block.free = true;
      block.mobility = Mat6{};
      for (int i = 0; i < 36; ++i) block.root.m[i] = rootScale * g.roots[p].m[i];
    }
  computeRhs(s, bodies, velocity, s.rhs);
  addSurfacePressure(s);
}

void computeRhs(const CoupledSystem& s, std::span<const CoupledBody> bodies, const MacVelocity& u,
                std::vector<double>& b) {
  const Grid& g = s.grid;
  const auto& w = s.fractions->fluid;
  b.resize(g.size);
  parallelFor(static_cast<size_t>(g.n.z) + 1, lightPlanes(g.size), [&](size_t k0, size_t k1) {
    std::fill(&b[k0 * g.sz], &b[k0 * g.sz] + (k1 - k0) * g.sz, 0.0);
    for (size_t k = k0; k < std::min(k1, static_cast<size_t>(g.n.z)); ++k)
      for (int j = 0; j < g.n.y; ++j) {
        const int row = g.id(0, j, static_cast<int>(k));
        for (int id = row; id < row + g.n.x; ++id)
          b[id] = w[0][id] * u[0][id] - w[0][id + 1] * u[0][id + 1] + w[1][id] * u[1][id] -
                  w[1][id + g.sy] * u[1][id + g.sy] + w[2][id] * u[2][id] - w[2][id + g.sz] * u[2][id + g.sz];
      }
    for (size_t q = 0; q < bodies.size(); ++q)
      for (const BodyCell& c : cellsIn(s.blocks[q], g, k0, k1)) b[c.cell] += dot(c.k, bodies[q].velocity);
  });
  if (!s.surface) return;
  for (size_t c = 0; c < g.size; ++c)
    if (!s.unknown[c])
      b[c] = 0;
    else if (s.surface->source)
      b[c] += (*s.surface->source)[c];
}

Vec6 gather(const CoupledBlock& block, const std::vector<double>& x) {
  Vec6 sum{};
  for (const BodyCell& c : block.cells)
    for (int i = 0; i < 6; ++i) sum[i] += c.k[i] * x[c.cell];
  return sum;
}

int makeSolvable(CoupledSystem& s, double& change) {
  change = 0;
  if (s.regions == 0) return 0;
  const int n = s.regions;
  if (std::find(s.open.begin(), s.open.end(), 0) == s.open.end()) return 0;  // a free surface everywhere
  if (n == 1) {  // the common case: the constant is the one null vector
    const double sum = parallelSum(s.grid.size, kCells, [&](size_t begin, size_t end) {
      double part[4] = {};  // b is zero where there is no unknown
      size_t c = begin;
      for (; c + 4 <= end; c += 4)
        for (size_t q = 0; q < 4; ++q) part[q] += s.rhs[c + q];
      for (; c < end; ++c) part[0] += s.rhs[c];
      return (part[0] + part[1]) + (part[2] + part[3]);
    });
    const double mean = sum / s.unknowns;
    parallelFor(s.grid.size, lightGrain(s.grid.size), [&](size_t begin, size_t end) {
      for (size_t c = begin; c < end; ++c) s.rhs[c] -= s.unknown[c] ? mean : 0.0;
    });
    change = std::abs(mean);
    return 1;
  }
  std::vector<double> size(n, 0.0);
  for (size_t c = 0; c < s.grid.size; ++c)
    if (s.unknown[c]) size[s.region[c]] += 1;
  // What a free body feels of a unit pressure in one region: columns R' K' e_r. Regions nobody feels stand alone.
  std::vector<std::vector<double>> feel;  // per region, 6 numbers per free body that touches several regions
  feel.assign(n, {});
  std::vector<uint8_t> linked(n, 0);
  {
    const size_t bodies = s.blocks.size();
    std::vector<std::vector<Vec6>> felt(n, std::vector<Vec6>(bodies, Vec6{}));
    std::vector<double> scale(bodies, 0.0);
    for (size_t b = 0; b < bodies; ++b) {
      const CoupledBlock& block = s.blocks[b];
      if (!block.free) continue;
      std::vector<Vec6> part(n, Vec6{});
      double rootScale = 0;
      for (const BodyCell& c : block.cells)
        for (int i = 0; i < 6; ++i) part[s.region[c.cell]][i] += c.k[i], scale[b] += std::abs(c.k[i]);
      for (int i = 0; i < 36; ++i) rootScale = std::max(rootScale, std::abs(block.root.m[i]));
      scale[b] *= rootScale;
      for (int r = 0; r < n; ++r) felt[r][b] = transposedTimes(block.root, part[r]);
    }
    for (const LinkedGroup& g : s.groups) {  // what joints take up is not felt; what they pass on is
      double most = 0;
      for (const int b : g.bodies) most = std::max(most, scale[b]);
      for (const int b : g.bodies) scale[b] = most;
      std::vector<double> t(g.size());
      for (int r = 0; r < n; ++r) {
        for (size_t p = 0; p < g.bodies.size(); ++p)
          for (int i = 0; i < 6; ++i) t[6 * p + i] = felt[r][g.bodies[p]][i];
        g.down(t);
        for (size_t p = 0; p < g.bodies.size(); ++p)
          for (int i = 0; i < 6; ++i) felt[r][g.bodies[p]][i] = t[6 * p + i];
      }
    }
    int rows = 0;
    for (size_t b = 0; b < bodies; ++b) {
      if (!s.blocks[b].free) continue;
      for (int r = 0; r < n; ++r) {
        feel[r].resize(rows + 6, 0.0);
        double largest = 0;
        for (double v : felt[r][b]) largest = std::max(largest, std::abs(v));
        if (!(largest > 1e-11 * scale[b])) continue;
        linked[r] = 1;
        for (int i = 0; i < 6; ++i) feel[r][rows + i] = felt[r][b][i] / scale[b];
      }
      rows += 6;
    }
  }
  // Null vectors: each unlinked region's indicator, and the combinations of linked ones that no free body feels.
  std::vector<std::vector<double>> null;  // orthonormalised below in the norm of the cells
  std::vector<int> group;
  for (int r = 0; r < n; ++r) {
    if (s.open[r]) continue;  // the surface fixes its pressure
    if (linked[r]) {
      group.push_back(r);
    } else {
      null.emplace_back(n, 0.0);
      null.back()[r] = 1;
    }
  }
  const int m = static_cast<int>(group.size());
  if (m > 64) {
    // Too many coupled pockets for a dense analysis: only their common constant is certain.
    null.emplace_back(n, 0.0);
    for (int r : group) null.back()[r] = 1;
  } else if (m > 0) {
    // Row echelon form of the "feel" matrix (rows: body components, columns: regions); free columns span its kernel.
    const size_t rows = feel[group[0]].size();
    std::vector<std::vector<double>> a(rows, std::vector<double>(m));
    for (size_t i = 0; i < rows; ++i)
      for (int j = 0; j < m; ++j) a[i][j] = feel[group[j]].size() > i ? feel[group[j]][i] : 0.0;
    std::vector<int> pivotOf(m, -1);
    size_t row = 0;
    for (int j = 0; j < m && row < rows; ++j) {
      size_t best = row;
      for (size_t i = row; i < rows; ++i)
        if (std::abs(a[i][j]) > std::abs(a[best][j])) best = i;
      if (!(std::abs(a[best][j]) > 1e-10)) continue;
      std::swap(a[row], a[best]);
      const double pivot = a[row][j];
      for (double& v : a[row]) v /= pivot;
      for (size_t i = 0; i < rows; ++i) {
        if (i == row) continue;
        const double factor = a[i][j];
        for (int q = 0; q < m; ++q) a[i][q] -= factor * a[row][q];
      }
      pivotOf[j] = static_cast<int>(row++);
    }
    for (int j = 0; j < m; ++j) {
      if (pivotOf[j] >= 0) continue;
      null.emplace_back(n, 0.0);
      null.back()[group[j]] = 1;
      for (int q = 0; q < m; ++q)
        if (pivotOf[q] >= 0) null.back()[group[q]] = -a[pivotOf[q]][j];
    }
  }
  // Gram-Schmidt weighted by the number of cells, then b <- b - sum z (z' b).
  const auto inner = [&](const std::vector<double>& x, const std::vector<double>& y) {
    double sum = 0;
    for (int r = 0; r < n; ++r) sum += x[r] * y[r] * size[r];
    return sum;
  };
  std::vector<double> sum(n, 0.0);
  for (size_t c = 0; c < s.grid.size; ++c)
    if (s.unknown[c]) sum[s.region[c]] += s.rhs[c];
  std::vector<double> shift(n, 0.0);
  int used = 0;
  for (size_t i = 0; i < null.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const double f = inner(null[i], null[j]);
      for (int r = 0; r < n; ++r) null[i][r] -= f * null[j][r];
    }
    const double length = std::sqrt(inner(null[i], null[i]));
    if (!(length > 1e-12)) {
      std::fill(null[i].begin(), null[i].end(), 0.0);
      continue;
    }
    for (double& v : null[i]) v /= length;
    double along = 0;
    for (int r = 0; r < n; ++r) along += null[i][r] * sum[r];
    for (int r = 0; r < n; ++r) shift[r] += along * null[i][r];
    ++used;
  }
  for (size_t c = 0; c < s.grid.size; ++c)
    if (s.unknown[c]) s.rhs[c] -= shift[s.region[c]];
  for (const double v : shift) change = std::max(change, std::abs(v));
  return used;
}

}  // namespace flotsam
