// SPDX-License-Identifier: MIT
// Particles through the velocity: third-order Runge-Kutta of Ralston (1962),
//   k1 = u(x), k2 = u(x + dt/2 k1), k3 = u(x + 3dt/4 k2), x += dt (2 k1 + 3 k2 + 4 k3)/9,
// then out of the solids and back into the tank. Lattice coordinates, so the step is dt/dx.
#include "sim/fluid/advection.h"

#include <cmath>

#include "core/kernel.h"
#include "core/parallel.h"
#include "sim/fluid/lanes.h"
#include "sim/fluid/solid_sampling.h"
#include "sim/fluid/wide_lanes.h"

namespace flotsam {

namespace {

constexpr size_t kPlanes = 4;    // of the lattice,
constexpr size_t kGrain = 4096;  // particles (or lattice points) per piece of work

constexpr float kLeap = 4;  // cells along an axis that a particle goes at once; a longer way is cut into equal parts,
constexpr int kMostLeaps = 32;  // up to so many

constexpr uint8_t kPush = 1, kReach = 2;  // of a cell: look at the distance; solids may come by within the group

/// Nodes of a row that are nearer to a solid than `gap`, unless only the box of the grid is near: `rest` cells away
/// along the other axes, `last` the last node inside.
FLOTSAM_WIDE_KERNEL void markNodes(int n, float gap, int rest, int last, const float* __restrict phi,
                                   uint8_t* __restrict near) {
  for (int i = 0; i < n; ++i) {
    const int along = i - 1 < last - i ? i - 1 : last - i, box = along < rest ? along : rest;
    near[i] = phi[i] < gap && phi[i] <= static_cast<float>(box) - 1e-3f;
  }
}
/// Sets `bit` of the cells of a row that have a marked node.
FLOTSAM_WIDE_KERNEL void markCells(int n, std::ptrdiff_t sy, std::ptrdiff_t sz, uint8_t bit,
                                   const uint8_t* __restrict node, uint8_t* __restrict cell) {
  for (int i = 0; i < n; ++i) {
    const int low = node[i] | node[i + 1] | node[i + sy] | node[i + sy + 1];
    const int high = node[i + sz] | node[i + sz + 1] | node[i + sz + sy] | node[i + sz + sy + 1];
    cell[i] = static_cast<uint8_t>(cell[i] | ((low | high) ? bit : 0));
  }
}

/// Sets `bit` of the cells with a corner nearer to a solid than `gap` (elsewhere the trilinear distance cannot be below
/// it), unless only the box of the grid is near, which the clamp of positions takes care of. kPush clears the rest.
void markNearSolids(const Grid& grid, const SolidField& solids, float gap, uint8_t bit, ParticleScratch& scratch) {
  scratch.nearNode.resize(grid.size), scratch.nearSolid.resize(grid.size);
  const auto boxDistance = [&](int axis, int node) { return std::min(node - 1, grid.n[axis] - 1 - node); };
  parallelFor(static_cast<size_t>(grid.n.z) + 1, kPlanes, [&](size_t k0, size_t k1) {
    for (int k = static_cast<int>(k0); k < static_cast<int>(k1); ++k)
      for (int j = 0; j <= grid.n.y; ++j) {
        const int row = grid.id(0, j, k);
        const int rest = grid.flat() ? boxDistance(1, j) : std::min(boxDistance(1, j), boxDistance(2, k));
        markNodes(grid.n.x + 1, gap, rest, grid.n.x - 1, &solids.phi[row], &scratch.nearNode[row]);
      }
  });
  parallelFor(static_cast<size_t>(grid.n.z), kPlanes, [&](size_t k0, size_t k1) {
    for (int k = static_cast<int>(k0); k < static_cast<int>(k1); ++k) {
      if (bit == kPush) std::fill_n(&scratch.nearSolid[grid.id(0, 0, k)], grid.sz, uint8_t{0});
      for (int j = 0; j < grid.n.y; ++j) {
        const int row = grid.id(0, j, k);
        markCells(grid.n.x, grid.sy, grid.sz, bit, &scratch.nearNode[row], &scratch.nearSolid[row]);
      }
    }
  });
}

/// kReach for the cells that a body or a wall may reach while it and a particle come `cells` closer, and one more. The
/// field knows a body near its bounding box only: around that everything may be reached.
void markReached(const Grid& grid, const SolidField& solids, std::span<const SolidSample> bodies, int cells,
                 ParticleScratch& scratch) {
  markNearSolids(grid, solids, static_cast<float>(cells + 1), kReach, scratch);
  for (const SolidSample& body : bodies) {
    Int3 lo, hi, in, to;
    if (!nodesAround(grid, body, cells + 1, lo, hi)) continue;
    const bool known = nodesAround(grid, body, kNodeMargin, in, to);
    const Int3 last = glm::min(hi, grid.n - 1);
    for (int k = lo.z; k <= last.z; ++k)
      for (int j = lo.y; j <= last.y; ++j)
        for (int i = lo.x; i <= last.x; ++i) {
          const bool inside = known && i >= in.x && j >= in.y && k >= in.z && i < to.x && j < to.y && k < to.z;
          if (!inside) scratch.nearSolid[grid.id(i, j, k)] |= kReach;
        }
  }
}

/// dt/dx times the weights of the rule.
struct RkSteps {
  float whole, half, threeQuarters, c1, c2, c3;
  explicit RkSteps(double cells) {
    const auto times = [&](double part) { return static_cast<float>(part * cells); };
    whole = times(1), half = times(0.5), threeQuarters = times(0.75), c1 = times(2 / 9.0), c2 = times(3 / 9.0),
    c3 = times(4 / 9.0);
  }
};

class Mover {
 public:
  using Places = std::array<std::vector<float>, 3>;
  /// `to` may be `from`.
  Mover(const Grid& grid, const SolidField& solids, double cells, const ParticleScratch& scratch, const Places& from,
        Places& to)
      : grid_(grid),
        solids_(solids),
        from_{from[0].data(), from[1].data(), from[2].data()},
        to_{to[0].data(), to[1].data(), to[2].data()},
        near_(scratch.nearSolid.data()),
        sample_(grid, scratch),
        bounds_(grid),
        steps_(cells) {
    lo_ = Vec3f(1 + kSolidGap), hi_ = Vec3f(grid.n) - (1 + kSolidGap);
  }
  /// Up to eight particles: two blocks side by side, because each is a chain of three samples that wait on each other.
  /// `scale`: of their steps; null = 1, and those that would go too far at once go in parts.
  FLOTSAM_INLINE void eight(size_t p, size_t count, const float* scale) const {
    if (!move(from_, p, count, scale)) leap(p, count);
  }
  /// Sixteen particles; false, and none has moved, when some without a scale went too far for one step of the rule.
  template <bool kScaled>
  FLOTSAM_WIDE_INLINE bool sixteen(const WideSampler& sample, size_t begin, const float* scale) const {
    Wide3 x[kBlocks], k1[kBlocks], k2[kBlocks], k3[kBlocks];
    __m256 part[kBlocks];
    for (size_t b = 0; b < kBlocks; ++b) {
      const size_t p = begin + 8 * b;
      x[b] = {_mm256_loadu_ps(from_[0] + p), _mm256_loadu_ps(from_[1] + p), _mm256_loadu_ps(from_[2] + p)};
      if constexpr (kScaled) part[b] = _mm256_loadu_ps(scale + 8 * b);
    }
    const auto moved = [&](const Wide3& from, float by, size_t b, const Wide3& u) FLOTSAM_WIDE {
      __m256 step = _mm256_set1_ps(by);
      if constexpr (kScaled) step = _mm256_mul_ps(step, part[b]);
      return Wide3{mulAdd(step, u.x, from.x), mulAdd(step, u.y, from.y), mulAdd(step, u.z, from.z)};
    };
    for (size_t b = 0; b < kBlocks; ++b) k1[b] = sample(x[b]);
    if (!kScaled && (far(k1[0]) || far(k1[1]))) return false;
    for (size_t b = 0; b < kBlocks; ++b) k2[b] = sample(moved(x[b], steps_.half, b, k1[b]));
    for (size_t b = 0; b < kBlocks; ++b) k3[b] = sample(moved(x[b], steps_.threeQuarters, b, k2[b]));
    for (size_t b = 0; b < kBlocks; ++b) {
      const Wide3 first = moved(x[b], steps_.c1, b, k1[b]), second = moved(first, steps_.c2, b, k2[b]);
      placeWide(moved(second, steps_.c3, b, k3[b]), begin + 8 * b);
    }
    return true;
  }
  /// Particles begin, begin + 1, ... below `end`, sixteen at a time; returns the first that is left.
  FLOTSAM_WIDE size_t wide(size_t begin, size_t end) const {
    const WideSampler sample(sample_);
    for (; begin + kBlocks * 8 <= end; begin += kBlocks * 8)
      if (!sixteen<false>(sample, begin, nullptr)) leap(begin, kBlocks * 8);
    return begin;
  }
  /// Sixteen particles with steps of their own.
  FLOTSAM_WIDE void wideScaled(size_t begin, const float* scale) const {
    sixteen<true>(WideSampler(sample_), begin, scale);
  }
  bool reached(size_t p) const {
    const Int3 c(Vec3f(from_[0][p], from_[1][p], from_[2][p]));
    return near_[grid_.id(glm::clamp(c, Int3(0), grid_.n - 1))] & kReach;
  }

 private:
  static constexpr size_t kBlocks = 2;

  /// False when some of them went too far for one step of the rule; `scale` as in eight.
  FLOTSAM_INLINE bool move(const float* const (&from)[3], size_t p, size_t count, const float* scale) const {
    const size_t begin[2] = {p, p + std::min<size_t>(4, count)};
    const size_t counts[2] = {std::min<size_t>(4, count), count - std::min<size_t>(4, count)};
    Lanes3 x[2], k1[2], k2[2], k3[2];
    __m128 part[2] = {_mm_set1_ps(1), _mm_set1_ps(1)};
    for (int b = 0; b < 2; ++b) {
      const auto load = [&](int a) { return loadLanes(from[a] + begin[b], counts[b]); };
      x[b] = {load(0), load(1), load(2)};
      if (scale) part[b] = _mm_loadu_ps(scale + 4 * b);
    }
    for (int b = 0; b < 2; ++b) k1[b] = sample_(x[b]);
    if (!scale && (far(k1[0]) || far(k1[1]))) return false;
    for (int b = 0; b < 2; ++b) k2[b] = sample_(moved(x[b], steps_.half, part[b], k1[b]));
    for (int b = 0; b < 2; ++b) k3[b] = sample_(moved(x[b], steps_.threeQuarters, part[b], k2[b]));
    for (int b = 0; b < 2; ++b) {
      const Lanes3 first = moved(x[b], steps_.c1, part[b], k1[b]), second = moved(first, steps_.c2, part[b], k2[b]);
      place(moved(second, steps_.c3, part[b], k3[b]), begin[b], counts[b]);
    }
    return true;
  }
  FLOTSAM_INLINE bool far(const Lanes3& u) const {
    const __m128 most = _mm_max_ps(_mm_max_ps(magnitude(u.x), magnitude(u.y)), magnitude(u.z));
    return _mm_movemask_ps(_mm_cmpgt_ps(_mm_mul_ps(most, _mm_set1_ps(steps_.whole)), _mm_set1_ps(kLeap)));
  }
  FLOTSAM_INLINE static __m128 magnitude(__m128 v) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), v); }
  FLOTSAM_WIDE_INLINE bool far(const Wide3& u) const {
    const __m256 sign = _mm256_set1_ps(-0.0f);
    const __m256 most = _mm256_max_ps(_mm256_max_ps(_mm256_andnot_ps(sign, u.x), _mm256_andnot_ps(sign, u.y)),
                                      _mm256_andnot_ps(sign, u.z));
    const __m256 cells = _mm256_mul_ps(most, _mm256_set1_ps(steps_.whole));
    return _mm256_movemask_ps(_mm256_cmp_ps(cells, _mm256_set1_ps(kLeap), _CMP_GT_OQ));
  }
  /// Each of these particles in as many equal parts as its speed asks for, pushed out of solids after each.
  void leap(size_t begin, size_t count) const {
    const float* const to[3] = {to_[0], to_[1], to_[2]};
    for (size_t p = begin; p < begin + count; ++p) {
      const auto load = [&](int a) { return loadLanes(from_[a] + p, 1); };
      const Lanes3 u = sample_({load(0), load(1), load(2)});
      const __m128 most = _mm_max_ps(_mm_max_ps(magnitude(u.x), magnitude(u.y)), magnitude(u.z));
      const float wanted = std::ceil(_mm_cvtss_f32(most) * steps_.whole / kLeap);
      const int parts = static_cast<int>(std::min(std::max(1.0f, wanted), static_cast<float>(kMostLeaps)));
      const float scale[8] = {1.0f / static_cast<float>(parts)};
      move(from_, p, 1, scale);
      for (int part = 1; part < parts; ++part) move(to, p, 1, scale);
    }
  }

  FLOTSAM_WIDE_INLINE void placeWide(const Wide3& end, size_t p) const {
    const __m256 to[3] = {end.x, end.y, end.z};
    __m256i cell[3];
    for (int a = 0; a < 3; ++a) {
      const __m256 in = clampWide(to[a], _mm256_set1_ps(lo_[a]), _mm256_set1_ps(hi_[a]));
      cell[a] = _mm256_cvttps_epi32(in);
      _mm256_storeu_ps(to_[a] + p, in);
    }
    alignas(32) int id[8];
    const __m256i row = _mm256_add_epi32(_mm256_mullo_epi32(cell[1], _mm256_set1_epi32(grid_.sy)),
                                         _mm256_mullo_epi32(cell[2], _mm256_set1_epi32(grid_.sz)));
    _mm256_store_si256(reinterpret_cast<__m256i*>(id), _mm256_add_epi32(cell[0], row));
    unsigned any = 0;
    for (int lane = 0; lane < 8; ++lane) any |= near_[id[lane]];
    if (!(any & kPush)) return;
    for (size_t lane = 0; lane < 8; ++lane)
      if (near_[id[lane]] & kPush) pushOut(p + lane);
  }
  FLOTSAM_INLINE static Lanes3 moved(const Lanes3& x, float by, __m128 part, const Lanes3& u) {
    const __m128 step = _mm_mul_ps(_mm_set1_ps(by), part);
    return {mulAdd(step, u.x, x.x), mulAdd(step, u.y, x.y), mulAdd(step, u.z, x.z)};
  }
  FLOTSAM_INLINE void place(const Lanes3& end, size_t p, size_t count) const {
    const __m128 to[3] = {end.x, end.y, end.z};
    __m128i cell[3];
    for (int a = 0; a < 3; ++a) {
      const __m128 in = clampLanes(to[a], _mm_set1_ps(lo_[a]), _mm_set1_ps(hi_[a]));
      cell[a] = _mm_cvttps_epi32(in);
      storeLanes(to_[a] + p, in, count);
    }
    alignas(16) int id[4];
    _mm_store_si128(reinterpret_cast<__m128i*>(id), bounds_.id(cell[0], cell[1], cell[2]));
    for (size_t lane = 0; lane < count; ++lane)
      if (near_[id[lane]] & kPush) pushOut(p + lane);
  }
  void pushOut(size_t p) const {
    const Vec3f y = pushedOut(grid_, solids_, {to_[0][p], to_[1][p], to_[2][p]}, lo_, hi_);
    for (int a = 0; a < 3; ++a) to_[a][p] = y[a];
  }

  const Grid& grid_;
  const SolidField& solids_;
  const float* from_[3];
  float* to_[3];
  const uint8_t* near_;
  LaneSampler sample_;
  LaneBounds bounds_;
  RkSteps steps_;
  Vec3f lo_, hi_;
};

void moveParticles(const Mover& mover, bool wide, size_t begin, size_t end) {
  if (wide) begin = mover.wide(begin, end);
  for (size_t p = begin; p < end; p += 8) mover.eight(p, std::min<size_t>(8, end - p), nullptr);
}

/// Where a part is in its group.
struct GroupPlace {
  int first, parts;  // the group's first part; how many it has
  explicit GroupPlace(const AdvectPart& part) {
    const int groups = (part.count + AdvectPart::kGroup - 1) / AdvectPart::kGroup;
    const int size = (part.count + groups - 1) / groups;
    first = part.index / size * size;
    parts = std::min(size, part.count - first);
  }
};

/// One part of a group: at its start the particles that nothing can meet go all the way, later the others alone.
void moveInGroup(const Mover& mover, bool wide, bool start, int parts, uint8_t* ahead, size_t begin, size_t end) {
  constexpr size_t kMost = 16;
  for (size_t p = begin; p < end; p += kMost) {
    const size_t count = std::min(kMost, end - p);
    float scale[kMost] = {};
    bool any = start;
    for (size_t q = 0; q < count; ++q) {
      if (start) ahead[p + q] = !mover.reached(p + q);
      scale[q] = ahead[p + q] ? (start ? static_cast<float>(parts) : 0.f) : 1.f;
      any = any || !ahead[p + q];
    }
    if (!any) continue;
    if (wide && count == kMost) {
      mover.wideScaled(p, scale);
      continue;
    }
    for (size_t q = 0; q < count; q += 8) mover.eight(p + q, std::min<size_t>(8, count - q), scale + q);
  }
}

}  // namespace

void advectParticles(const Grid& grid, const MacVelocity& velocity, const SolidField& solids, double dt,
                     Particles& particles, ParticleScratch& scratch, const AdvectPart& part) {
  if (part.index == 0) loadVelocity(grid, velocity, scratch);
  markNearSolids(grid, solids, kSolidGap, kPush, scratch);
  const GroupPlace group(part);
  const bool start = part.index == group.first, wide = useWideLanes(scratch);
  if (group.parts > 1 && start) {
    markReached(grid, solids, part.solids, group.parts, scratch);
    scratch.ahead.resize(particles.size());
  }
  const Mover mover(grid, solids, dt / grid.dx, scratch, particles.x, particles.x);
  parallelFor(particles.size(), kGrain, [&](size_t begin, size_t end) {
    if (group.parts > 1)
      moveInGroup(mover, wide, start, group.parts, scratch.ahead.data(), begin, end);
    else
      moveParticles(mover, wide, begin, end);
  });
}

void advectPlaces(const Grid& grid, const MacVelocity& velocity, const SolidField& solids, double dt,
                  const std::array<std::vector<float>, 3>& from, std::array<std::vector<float>, 3>& to,
                  ParticleScratch& scratch) {
  loadVelocity(grid, velocity, scratch);
  markNearSolids(grid, solids, kSolidGap, kPush, scratch);
  for (int a = 0; a < 3; ++a) to[a].resize(from[a].size());
  const Mover mover(grid, solids, dt / grid.dx, scratch, from, to);
  const bool wide = useWideLanes(scratch);
  parallelFor(from[0].size(), kGrain, [&](size_t begin, size_t end) { moveParticles(mover, wide, begin, end); });
}

}  // namespace flotsam
