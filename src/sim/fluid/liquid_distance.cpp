// SPDX-License-Identifier: MIT
// The scatter works on slabs like transfer.cpp: one private field each, put together in a fixed order. An entry holds
// the weights for the cell, the next along x, along y and along both, so a particle is two 16-byte additions.
#include "sim/fluid/liquid_distance.h"

#include <algorithm>
#include <cmath>

#include "core/kernel.h"
#include "core/parallel.h"
#include "sim/fluid/lanes.h"
#include "sim/geometry/fractions.h"

namespace flotsam {

namespace {

constexpr int kSlab = 4;               // z-planes of cells in a slab
constexpr float kOpenEnough = 0.3f;    // a cell with less room (under the tent) takes its neighbours' distance,
constexpr float kCentreDepth = 0.45f;  // and one whose centre is deeper in a solid than this (cells)
constexpr int kLayers = 4;             // how deep the distance goes on into solids
constexpr float kUnreached = 1.0f;     // the distance deeper down, where no face is open

int slabCount(const Grid& grid) { return (grid.n.z + kSlab) / kSlab; }
/// Entries of a slab: planes k0 - 1 .. k0 + kSlab, and room before the first for its neighbours along x and y.
size_t slabFloats(const Grid& grid) { return 4 * (size_t(grid.sz) * (kSlab + 2) + grid.sy + 1); }
float* slabField(const Grid& grid, LiquidField& liquid, int slab) {
  const auto start = reinterpret_cast<uintptr_t>(liquid.scatter.data());
  return liquid.scatter.data() + (-start % 16) / sizeof(float) + size_t(slab) * slabFloats(grid) + 4 * (grid.sy + 1);
}

void scatterSlab(const Grid& grid, const Particles& particles, int slab, LiquidField& liquid) {
  const int k0 = slab * kSlab, k1 = std::min(k0 + kSlab, grid.n.z + 1);
  float* field = slabField(grid, liquid, slab);
  std::memset(field - 4 * (grid.sy + 1), 0, slabFloats(grid) * sizeof(float));
  LaneBounds bounds(grid);
  bounds.lo[2] = _mm_max_ps(bounds.lo[2], _mm_set1_ps(static_cast<float>(k0)));
  bounds.hi[2] = _mm_min_ps(bounds.hi[2], _mm_set1_ps(std::nextafter(static_cast<float>(k1), 0.0f)));
  const __m128i toLocal = _mm_set1_epi32((k0 - 1) * grid.sz);
  const __m128 one = _mm_set1_ps(1.0f);
  const size_t plane = 4 * size_t(grid.sz);
  const size_t begin = particles.cellStart[grid.id(0, 0, k0)];
  const size_t end = particles.cellStart[std::min(static_cast<size_t>(grid.id(0, 0, k1)), grid.size)];
  const auto add = [](float* at, __m128 weights) { _mm_store_ps(at, _mm_add_ps(_mm_load_ps(at), weights)); };
  for (size_t p = begin; p < end; p += 4) {
    const size_t count = std::min<size_t>(4, end - p);
    const Split x = bounds.split<0>(loadLanes(&particles.x[0][p], count));
    const Split y = bounds.split<1>(loadLanes(&particles.x[1][p], count));
    const Split z = bounds.split<2>(loadLanes(&particles.x[2][p], count));
    const __m128 gx = _mm_sub_ps(one, x.halfPart), gy = _mm_sub_ps(one, y.halfPart);
    __m128 a = _mm_mul_ps(gx, gy), b = _mm_mul_ps(x.halfPart, gy);
    __m128 c = _mm_mul_ps(gx, y.halfPart), d = _mm_mul_ps(x.halfPart, y.halfPart);
    _MM_TRANSPOSE4_PS(a, b, c, d);  // now one particle each: cell, +x, +y, +x+y
    alignas(16) int id[4];
    alignas(16) float above[4];
    _mm_store_si128(reinterpret_cast<__m128i*>(id), _mm_sub_epi32(bounds.id(x.half, y.half, z.half), toLocal));
    _mm_store_ps(above, z.halfPart);
    const __m128 weights[4] = {a, b, c, d};
    for (size_t l = 0; l < count; ++l) {
      float* at = field + 4 * static_cast<size_t>(id[l]);
      add(at, _mm_mul_ps(weights[l], _mm_set1_ps(1 - above[l])));
      add(at + plane, _mm_mul_ps(weights[l], _mm_set1_ps(above[l])));
    }
  }
}

/// The density of one plane of cells.
void gatherPlane(const Grid& grid, LiquidField& liquid, int k, float* out) {
  const int slab = k / kSlab, local = k - slab * kSlab;
  const size_t plane = 4 * size_t(grid.sz), row = 4 * size_t(grid.sy);
  const auto sum = [&](const float* at) { return at[0] + at[1 - 4] + at[2 - row] + at[3 - row - 4]; };
  const float* own = slabField(grid, liquid, slab) + (local + 1) * plane;
  const float* below = local == 0 && slab > 0 ? slabField(grid, liquid, slab - 1) + (kSlab + 1) * plane : nullptr;
  const float* above = local == kSlab - 1 && slab + 1 < slabCount(grid) ? slabField(grid, liquid, slab + 1) : nullptr;
  for (int i = 0; i < grid.sz; ++i) {
    float density = sum(own + 4 * i);
    if (below) density += sum(below + 4 * i);
    if (above) density += sum(above + 4 * i);
    out[i] = density;
  }
}

/// (1/8, 3/4, 1/8) of a row of cells and those before and behind it, which count 1 or 0 times.
FLOTSAM_WIDE_KERNEL void filterRow(int n, float countBefore, float countBehind, const float* __restrict before,
                                   const float* __restrict in, const float* __restrict behind, float* __restrict out) {
  for (int i = 0; i < n; ++i) out[i] = 0.75f * in[i] + 0.125f * (countBefore * before[i] + countBehind * behind[i]);
}

/// One pass of it along an axis over the cells; beyond the lattice the value at its edge is repeated, or zero. In a
/// flat grid only the one plane of cells is looked at.
void filterAlong(const Grid& grid, int axis, bool repeat, const std::vector<float>& field, std::vector<float>& to) {
  const int step = grid.stride(axis), first = grid.flat() ? 1 : 0, last = grid.flat() ? 2 : grid.n.z;
  const float beyond = repeat ? 1.f : 0.f;
  parallelFor(static_cast<size_t>(last - first), 4, [&](size_t k0, size_t k1) {
    for (int k = first + static_cast<int>(k0); k < first + static_cast<int>(k1); ++k)
      for (int j = 0; j < grid.n.y; ++j) {
        const float* in = &field[grid.id(0, j, k)];
        float* out = &to[grid.id(0, j, k)];
        const auto filter = [&](int i, int n, bool before, bool behind) {
          filterRow(n, before ? 1.f : beyond, behind ? 1.f : beyond, in + i - (before ? step : 0), in + i,
                    in + i + (behind ? step : 0), out + i);
        };
        const int at = axis == 1 ? j : k, n = grid.n.x;
        if (axis == 0)
          filter(0, 1, false, n > 1), filter(1, n - 2, true, true), filter(n - 1, 1, n > 1, false);
        else
          filter(0, n, at > 0, at + 1 < grid.n[axis]);
      }
  });
}

template <class Visit>
void eachCell(const Grid& grid, const Visit& visit) {
  for (int k = grid.flat() ? 1 : 0; k < (grid.flat() ? 2 : grid.n.z); ++k)
    for (int j = 0; j < grid.n.y; ++j)
      for (int i = 0; i < grid.n.x; ++i) visit(Int3(i, j, k), grid.id(i, j, k));
}

/// Eight corners' solid distance of a cell.
struct Corners {
  float c[8];
  Corners(const Grid& grid, const SolidField& solids, int id) {
    const float* q = &solids.phi[id];
    for (int n = 0; n < 8; ++n) c[n] = q[(n & 1) + (n & 2 ? grid.sy : 0) + (n & 4 ? grid.sz : 0)];
  }
  float mean() const { return 0.125f * (((c[0] + c[1]) + (c[2] + c[3])) + ((c[4] + c[5]) + (c[6] + c[7]))); }
  float gradient(int axis) const {
    const int b = 1 << axis;
    float sum = 0;
    for (int n = 0; n < 8; ++n) sum += n & b ? c[n] : -c[n];
    return 0.25f * sum;
  }
};

constexpr float kOnSurface = 1e-6f;  // cells
constexpr float kCut = -1;           // a surface passes

/// The open parts of a row of cells, kCut where they must be measured; `phi` of the lower corners.
FLOTSAM_WIDE_KERNEL void openRow(int n, std::ptrdiff_t sy, std::ptrdiff_t sz, const float* __restrict phi,
                                 float* __restrict open) {
  for (int i = 0; i < n; ++i) {
    float lowest = phi[i], highest = phi[i];
    for (const std::ptrdiff_t corner : {std::ptrdiff_t{1}, sy, sy + 1, sz, sz + 1, sz + sy, sz + sy + 1}) {
      const float v = phi[i + corner];
      lowest = v < lowest ? v : lowest, highest = v > highest ? v : highest;
    }
    const float out = highest >= kOnSurface ? 1.f : 0.f, mixed = highest >= kOnSurface ? kCut : 0.f;
    open[i] = lowest > -kOnSurface ? out : mixed;
  }
}

float openPart(const Corners& corners) {
  double c[8];
  bool in = false, out = false;
  for (int n = 0; n < 8; ++n) {
    c[n] = std::abs(corners.c[n]) < kOnSurface ? 0.0 : corners.c[n];
    in |= c[n]<0, out |= c[n]> 0;
  }
  if (!in) return out ? 1.f : 0.f;
  return out ? static_cast<float>(1 - insideVolume(c)) : 0.f;
}

/// Where a buried cell looks in this layer: neighbours already reached on the fluid's side, weighted by the components
/// of the solid's normal; where there is none, all that are reached alike. On ties (walls on half cells, corners) the
/// second rule is what keeps the liquid in.
bool chooseSources(const Grid& grid, const SolidField& solids, const std::vector<uint8_t>& layer, int now, int cell,
                   LiquidField::Extended& e) {
  const Int3 c = grid.coords(cell);
  const Corners corners(grid, solids, cell);
  const int axes = grid.flat() ? 2 : 3;
  e.cell = cell, e.count = 0;
  float total = 0;
  for (int pass = 0; pass < 2 && e.count == 0; ++pass)
    for (int a = 0; a < axes; ++a) {
      const float g = corners.gradient(a);
      for (int d = -1; d <= 1; d += 2) {
        const int at = c[a] + d, other = cell + d * grid.stride(a);
        if (at < 0 || at >= grid.n[a] || layer[other] >= now) continue;
        const float weight = pass == 1 ? 1.f : std::max(d * g, 0.f);
        if (!(weight > 1e-3f)) continue;
        const bool line = now == 1 && at + d >= 0 && at + d < grid.n[a] && layer[other + d * grid.stride(a)] == 0;
        e.behind[e.count] = line ? other + d * grid.stride(a) : other;
        e.from[e.count] = other, e.weight[e.count++] = weight;
        total += weight;
      }
    }
  for (int n = 0; n < e.count; ++n) e.weight[n] /= total;
  return e.count > 0;
}

/// The buried cells in layers, each beside the one before.
void findLayers(const Grid& grid, const SolidField& solids, LiquidField& liquid) {
  constexpr uint8_t kNext = LiquidField::kDeep - 1;  // will be in the next layer
  auto& layer = liquid.layer;
  auto& front = liquid.front;
  const auto isOpen = [&](int id) { return layer[id] == 0; };  // entries that are no cells are not
  liquid.extended.clear(), front.clear();
  for (const int c : liquid.buried)
    if (isOpen(c + 1) || isOpen(c + grid.sy) || isOpen(c + grid.sz) || (c >= 1 && isOpen(c - 1)) ||
        (c >= grid.sy && isOpen(c - grid.sy)) || (c >= grid.sz && isOpen(c - grid.sz)))
      front.push_back(c);
  LiquidField::Extended e;
  for (int now = 1; now <= kLayers; ++now) {
    const size_t first = liquid.extended.size();
    for (const int cell : front)
      if (chooseSources(grid, solids, layer, now, cell, e)) liquid.extended.push_back(e);
    for (const int cell : front) layer[cell] = static_cast<uint8_t>(now);
    front.clear();
    if (now == kLayers) break;
    for (size_t q = first; q < liquid.extended.size(); ++q) {
      const int cell = liquid.extended[q].cell;
      const Int3 c = grid.coords(cell);
      for (int a = 0; a < (grid.flat() ? 2 : 3); ++a)
        for (int d = -1; d <= 1; d += 2) {
          const int other = cell + d * grid.stride(a);
          if (c[a] + d < 0 || c[a] + d >= grid.n[a] || layer[other] != LiquidField::kDeep) continue;
          layer[other] = kNext;
          front.push_back(other);
        }
    }
  }
}

/// Air with a distance of its own among the cells around, diagonal ones included.
bool besideAir(const Grid& grid, const LiquidField& liquid, const std::vector<float>& phi, int cell) {
  const Int3 c = grid.coords(cell), lo = glm::max(c - 1, Int3(0)), hi = glm::min(c + 1, grid.n - 1);
  for (int k = lo.z; k <= hi.z; ++k)
    for (int j = lo.y; j <= hi.y; ++j)
      for (int i = lo.x; i <= hi.x; ++i)
        if (const int id = grid.id(i, j, k); liquid.layer[id] == 0 && phi[id] >= 0) return true;
  return false;
}

}  // namespace

/// Linear where it may be, except that air is not invented where no air is near: in a full tank a cell that is a little
/// thin beside a wall, which happens, would suck at it.
void extendIntoSolids(const Grid& grid, const LiquidField& liquid, std::vector<float>& phi) {
  for (const int cell : liquid.buried) phi[cell] = kUnreached;
  for (const LiquidField::Extended& e : liquid.extended) {
    float sum = 0, constant = 0;
    for (int n = 0; n < e.count; ++n) {
      const float near = phi[e.from[n]], most = std::max(1.f, std::abs(near));
      constant += e.weight[n] * near;
      sum += e.weight[n] * std::clamp(2 * near - phi[e.behind[n]], -most, most);
    }
    phi[e.cell] = sum < 0 || constant >= 0 || besideAir(grid, liquid, phi, e.cell) ? sum : constant;
  }
}

void filterCells(const Grid& grid, bool repeat, std::vector<float>& field, std::vector<float>& scratch) {
  scratch.resize(field.size());
  filterAlong(grid, 0, repeat, field, scratch);
  filterAlong(grid, 1, repeat, scratch, field);
  if (grid.flat()) return;
  filterAlong(grid, 2, repeat, field, scratch);
  field.swap(scratch);
}

void findOpenParts(const Grid& grid, const SolidField& solids, LiquidField& liquid) {
  liquid.open.assign(grid.size, 0.f);
  parallelPieces(grid.n.z, [&](size_t piece) {
    const int k = static_cast<int>(piece);
    if (grid.flat() && k != 1) return;
    for (int j = 0; j < grid.n.y; ++j) {
      const int row = grid.id(0, j, k);
      openRow(grid.n.x, grid.sy, grid.sz, &solids.phi[row], &liquid.open[row]);
      for (int id = row; id < row + grid.n.x; ++id)
        if (liquid.open[id] == kCut) liquid.open[id] = openPart(Corners(grid, solids, id));
    }
  });
  liquid.wide = liquid.open;
  filterCells(grid, /*repeat=*/false, liquid.wide, liquid.pass);
  liquid.layer.assign(grid.size, LiquidField::kDeep);
  liquid.buried.clear();
  eachCell(grid, [&](Int3, int id) {
    const bool buried =
        liquid.wide[id] < kOpenEnough || (liquid.open[id] < 1 && Corners(grid, solids, id).mean() < -kCentreDepth);
    if (buried)
      liquid.buried.push_back(id);
    else
      liquid.layer[id] = 0;
  });
  findLayers(grid, solids, liquid);
}

void measureFill(const Grid& grid, const Particles& particles, double perCell, LiquidField& liquid) {
  liquid.scatter.resize(slabFloats(grid) * slabCount(grid) + 4);
  liquid.fill.assign(grid.size, 0.f), liquid.phi.assign(grid.size, kUnreached);
  parallelPieces(slabCount(grid), [&](size_t slab) { scatterSlab(grid, particles, static_cast<int>(slab), liquid); });
  const float scale = static_cast<float>(1 / perCell);
  parallelPieces(grid.n.z, [&](size_t piece) {
    const int k = static_cast<int>(piece);
    if (grid.flat() && k != 1) return;
    float* fill = liquid.fill.data() + size_t(grid.sz) * k;
    gatherPlane(grid, liquid, k, fill);
    const float* wide = liquid.wide.data() + size_t(grid.sz) * k;
    for (int i = 0; i < grid.sz; ++i) fill[i] = wide[i] >= kOpenEnough ? scale * fill[i] / wide[i] : 0.f;
  });
}

void fillToDistance(const Grid& grid, LiquidField& liquid) {
  parallelFor(grid.size, 16384, [&](size_t begin, size_t end) {
    for (size_t id = begin; id < end; ++id) {
      const float f = std::clamp(liquid.fill[id], 0.f, 1.f);
      liquid.phi[id] = f >= 0.5f ? std::sqrt(2 - 2 * f) - 1 : 1 - std::sqrt(2 * f);
    }
  });
  extendIntoSolids(grid, liquid, liquid.phi);
  filterCells(grid, /*repeat=*/true, liquid.phi, liquid.pass);
  extendIntoSolids(grid, liquid, liquid.phi);
}

void buildLiquidDistance(const Grid& grid, const Particles& particles, double perCell, const SolidField& solids,
                         LiquidField& liquid) {
  findOpenParts(grid, solids, liquid);
  measureFill(grid, particles, perCell, liquid);
  fillToDistance(grid, liquid);
}

}  // namespace flotsam
