// SPDX-License-Identifier: MIT
// Seeding, and the stable counting sort by cell that keeps particles of a cell together in memory.
#include "sim/fluid/particles.h"

#include <cmath>
#include <utility>

#include "core/check.h"
#include "core/parallel.h"
#include "core/rng.h"
#include "sim/fluid/solid_sampling.h"
#include "sim/fluid/wide_lanes.h"

namespace flotsam {

namespace {

constexpr size_t kGrain = 1 << 18;  // particles of which one attribute is moved by one piece of work
constexpr size_t kCountPieces = 2;  // of the particles, counted by themselves; more make the sums over cells longer
constexpr size_t kBatch = 1024;     // particles whose cells are found, then counted

constexpr double kLiquidJitter = 0.5;  // of a sub-cell

/// One particle of every sub-cell of a cell. In a full tank uniform within it. A liquid starts calmer: whether a
/// sub-cell has its particle is asked at a point that a lattice rule moves through the sub-cells, so that along a
/// surface or a wall as many have one as are covered, evenly spread and not by chance, which would be a slosh of
/// minutes.
struct Seeder {
  const Grid& grid;
  const SolidField& solids;
  int root;  // sub-cells along an axis
  uint64_t seed;
  const std::vector<LiquidRegion>* regions;

  void cell(Int3 c, Particles& out) const {
    const int layers = grid.flat() ? 1 : root;
    const uint64_t first = static_cast<uint64_t>(grid.id(c)) * 81;  // 27 sub-cells x 3 axes at most
    for (int s = 0; s < root * root * layers; ++s) {
      const Int3 sub(s % root, s / root % root, s / (root * root));
      Vec3f x;
      for (int a = 0; a < 3; ++a)
        x[a] = static_cast<float>(c[a] + (sub[a] + randomUnit(seed, first + 3 * s + a)) / root);
      Vec3f v(0);
      if (regions) {
        const Vec3f asked = inCell(c, evenPoint(c, sub));
        if (!isLiquid(asked, v)) continue;
        for (int a = 0; a < 3; ++a)
          x[a] = static_cast<float>(
              c[a] + (sub[a] + 0.5 + kLiquidJitter * (randomUnit(seed, first + 3 * s + a) - 0.5)) / root);
        x = inCell(c, x);
        if (Vec3f other(0); !isLiquid(x, other)) x = asked;
      } else {
        x = inCell(c, x);
        if (sampleSolids(grid, solids, x).phi < 0) continue;
      }
      for (int a = 0; a < 3; ++a) out.x[a].push_back(x[a]), out.v[a].push_back(v[a]);
      out.id.push_back(static_cast<uint32_t>(out.id.size()));
      out.dye.push_back(0);
    }
  }
  /// x with rounding to float kept in the cell, and in the plane of a flat grid.
  Vec3f inCell(Int3 c, Vec3f x) const {
    if (grid.flat()) x.z = c.z + 0.5f;
    for (int a = 0; a < 3; ++a) x[a] = std::min(x[a], std::nextafter(c[a] + 1.0f, 0.0f));
    return x;
  }
  /// Of a sub-cell. Each coordinate is equidistributed over the sub-cells of any plane and of any row along it: the
  /// steps are powers of the plastic number (Roberts' R2 sequence).
  Vec3f evenPoint(Int3 c, Int3 sub) const {
    constexpr double kStep[2] = {0.7548776662466927, 0.5698402909980532};
    Vec3f x;
    for (int a = 0; a < 3; ++a) {
      const int b = (a + 1) % 3, d = (a + 2) % 3;
      const double t = kStep[0] * (c[b] * root + sub[b]) + kStep[1] * (c[d] * root + sub[d]) + randomUnit(seed, a);
      x[a] = static_cast<float>(c[a] + (sub[a] + (t - std::floor(t))) / root);
    }
    return x;
  }
  bool isLiquid(const Vec3f& x, Vec3f& v) const { return sampleSolids(grid, solids, x).phi >= 0 && inRegion(x, v); }
  bool inRegion(const Vec3f& x, Vec3f& v) const {
    const Vec3 world = grid.dx * (Vec3(x) - 1.0);
    bool in = false;
    for (const LiquidRegion& r : *regions)
      if (r.contains(world, grid.flat())) in = true, v = Vec3f(r.velocity);
    return in;
  }
};

/// Cells of particles begin, begin + 1, ... below `end`, eight at a time; returns the first that is left.
FLOTSAM_WIDE size_t findCellsWide(const Grid& grid, const std::array<std::vector<float>, 3>& places, size_t begin,
                                  size_t end, uint32_t* cell) {
  const WideBounds<1> bounds{LaneBounds(grid)};
  const float* x[3] = {places[0].data(), places[1].data(), places[2].data()};
  for (; begin + 8 <= end; begin += 8) {
    __m256i c[3];
    for (int a = 0; a < 3; ++a)
      c[a] = _mm256_cvttps_epi32(clampWide(_mm256_loadu_ps(x[a] + begin), bounds.lo[a], bounds.hi[a]));
    const __m256i row =
        _mm256_add_epi32(_mm256_mullo_epi32(c[1], bounds.stride[1]), _mm256_mullo_epi32(c[2], bounds.stride[2]));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(cell + begin), _mm256_add_epi32(c[0], row));
  }
  return begin;
}

void findCells(const Grid& grid, const std::array<std::vector<float>, 3>& places, size_t begin, size_t end,
               uint32_t* cell) {
  const LaneBounds bounds(grid);
  for (size_t p = begin; p < end; p += 4) {
    const size_t count = std::min<size_t>(4, end - p);
    __m128i c[3];
    for (int a = 0; a < 3; ++a)
      c[a] = _mm_cvttps_epi32(clampLanes(loadLanes(&places[a][p], count), bounds.lo[a], bounds.hi[a]));
    alignas(16) uint32_t id[4];
    _mm_store_si128(reinterpret_cast<__m128i*>(id), bounds.id(c[0], c[1], c[2]));
    std::memcpy(cell + p, id, count * sizeof(uint32_t));
  }
}

}  // namespace

int particlesPerEdge(int perCell) { return std::clamp(static_cast<int>(std::lround(std::cbrt(perCell))), 1, 3); }

void seedParticles(const Grid& grid, const SolidField& solids, int perCell, uint64_t seed, Particles& particles,
                   const std::vector<LiquidRegion>* regions) {
  particles = {};
  const Seeder seeder{grid, solids, particlesPerEdge(perCell), seed, regions};
  if (!regions) {  // nearly every place gets one
    const size_t edge = static_cast<size_t>(seeder.root), most = edge * edge * (grid.flat() ? 1 : edge);
    const size_t count = most * static_cast<size_t>(grid.inner.x) * grid.inner.y * grid.inner.z;
    for (int a = 0; a < 3; ++a) particles.x[a].reserve(count), particles.v[a].reserve(count);
    particles.id.reserve(count), particles.dye.reserve(count);
  }
  particles.cellStart.assign(grid.size + 1, 0);
  for (int k = 1; k < grid.n.z - 1; ++k)
    for (int j = 1; j < grid.n.y - 1; ++j)
      for (int i = 1; i < grid.n.x - 1; ++i) {
        const size_t before = particles.size();
        seeder.cell({i, j, k}, particles);
        particles.cellStart[grid.id(i, j, k) + 1] = static_cast<uint32_t>(particles.size() - before);
      }
  for (size_t c = 0; c < grid.size; ++c) particles.cellStart[c + 1] += particles.cellStart[c];
}

void resizeLike(const Particles& from, Particles& to) {
  for (int a = 0; a < 3; ++a) to.x[a].resize(from.x[a].size()), to.v[a].resize(from.v[a].size());
  for (int q = 0; q < 9; ++q) to.gradient[q].resize(from.gradient[q].size());
  to.id.resize(from.id.size()), to.dye.resize(from.dye.size()), to.cellStart.resize(from.cellStart.size());
}

void sortParticles(const Grid& grid, Particles& particles, ParticleScratch& scratch) {
  sortParticles(grid, particles, particles.x, scratch.sorted, scratch);
  std::swap(particles, scratch.sorted);
}

void sortParticles(const Grid& grid, const Particles& from, const std::array<std::vector<float>, 3>& x, Particles& to,
                   ParticleScratch& scratch) {
  const size_t count = from.size();
  resizeLike(from, to);
  to.cellStart.resize(grid.size + 1);
  scratch.cell.resize(count), scratch.rank.resize(count), scratch.counts.resize(kCountPieces * grid.size);
  const auto pieceBegin = [&](size_t piece) { return count * piece / kCountPieces; };

  // The rank in the cell, among the particles of the piece, keeps the order.
  const bool wide = useWideLanes(scratch);
  parallelPieces(kCountPieces, [&](size_t piece) {
    const size_t begin = pieceBegin(piece), end = pieceBegin(piece + 1);
    uint32_t *cell = scratch.cell.data(), *counts = scratch.counts.data() + piece * grid.size;
    std::fill(counts, counts + grid.size, 0);
    for (size_t p = begin; p < end;) {  // a few at a time: they are counted while they are in the cache
      const size_t next = std::min(p + kBatch, end);
      findCells(grid, x, wide ? findCellsWide(grid, x, p, next, cell) : p, next, cell);
      for (; p < next; ++p) scratch.rank[p] = counts[cell[p]]++;
    }
  });
  // Counts become starts: of the cells, and within each of the pieces.
  uint32_t start = 0;
  for (size_t c = 0; c < grid.size; ++c) {
    to.cellStart[c] = start;
    for (size_t piece = 0; piece < kCountPieces; ++piece)
      start += std::exchange(scratch.counts[piece * grid.size + c], start);
  }
  to.cellStart[grid.size] = start;

  const size_t moves = count / (kCountPieces * kGrain) + 1, runs = kCountPieces * moves;  // of each piece, of all
  const auto eachIn = [&](size_t run, const auto& visit) {
    const size_t piece = run / moves, part = run % moves;
    const size_t first = pieceBegin(piece), span = pieceBegin(piece + 1) - first;
    visit(scratch.counts.data() + piece * grid.size, first + span * part / moves, first + span * (part + 1) / moves);
  };
  uint32_t* place = scratch.rank.data();
  parallelPieces(runs, [&](size_t run) {
    eachIn(run, [&](const uint32_t* starts, size_t begin, size_t end) {
      for (size_t p = begin; p < end; ++p) place[p] += starts[scratch.cell[p]];
    });
  });
  // One attribute after the other over a long run of particles: what a few planes apart goes to the same lines is still
  // in the cache.
  constexpr size_t kGradient = 6, kId = kGradient + 9, kAttributes = kId + 2;
  parallelPieces(kAttributes * runs, [&](size_t task) {
    eachIn(task / kAttributes, [&](const uint32_t*, size_t begin, size_t end) {
      const auto send = [&](const auto& source, auto& to) {
        if (source.empty()) return;
        const auto* out = source.data();
        auto* into = to.data();
#pragma GCC unroll 8
        for (size_t p = begin; p < end; ++p) into[place[p]] = out[p];
      };
      const size_t attribute = task % kAttributes;
      if (attribute < 3)
        send(x[attribute], to.x[attribute]);
      else if (attribute < kGradient)
        send(from.v[attribute - 3], to.v[attribute - 3]);
      else if (attribute < kId)
        send(from.gradient[attribute - kGradient], to.gradient[attribute - kGradient]);
      else if (attribute == kId)
        send(from.id, to.id);
      else
        send(from.dye, to.dye);
    });
  });
}

}  // namespace flotsam
