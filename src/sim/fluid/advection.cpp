// SPDX-License-Identifier: MIT
// Particles through the velocity: third-order Runge-Kutta of Ralston (1962),
//   k1 = u(x), k2 = u(x + dt/2 k1), k3 = u(x + 3dt/4 k2), x += dt (2 k1 + 3 k2 + 4 k3)/9,
// then out of the solids and back into the tank. Lattice coordinates, so the step is dt/dx.
#include "sim/fluid/advection.h"

#include "core/parallel.h"
#include "sim/fluid/lanes.h"
#include "sim/fluid/solid_sampling.h"
#include "sim/fluid/wide_lanes.h"

namespace flotsam {

namespace {

constexpr size_t kGrain = 4096;  // particles (or lattice points) per piece of work

/// Marks the cells that need a look at the distance: those with a corner nearer than kSolidGap (elsewhere the trilinear
/// distance cannot be below it), unless only the box of the grid is near, which the clamp of positions takes care of.
void markNearSolids(const Grid& grid, const SolidField& solids, std::vector<uint8_t>& near) {
  near.resize(grid.size);
  const auto boxDistance = [&](int axis, int node) { return std::min(node - 1, grid.n[axis] - 1 - node); };
  parallelPieces(grid.n.z, [&](size_t piece) {
    const int k = static_cast<int>(piece);
    uint8_t* plane = near.data() + static_cast<size_t>(grid.sz) * k;
    std::fill(plane, plane + grid.sz, uint8_t{0});
    for (int node = 0; node < 2; ++node) {
      const int z = k + node;
      for (int j = 0; j <= grid.n.y; ++j) {
        const int yz = grid.flat() ? boxDistance(1, j) : std::min(boxDistance(1, j), boxDistance(2, z));
        for (int i = 0; i <= grid.n.x; ++i) {
          const float phi = solids.phi[grid.id(i, j, z)];
          if (phi >= kSolidGap || phi > std::min(yz, boxDistance(0, i)) - 1e-3f) continue;
          for (int jj = std::max(j - 1, 0); jj <= std::min(j, grid.n.y - 1); ++jj)
            for (int ii = std::max(i - 1, 0); ii <= std::min(i, grid.n.x - 1); ++ii) plane[grid.sy * jj + ii] = 1;
        }
      }
    }
  });
}

class Mover {
 public:
  Mover(const Grid& grid, const SolidField& solids, double cells, const ParticleScratch& scratch)
      : grid_(grid), solids_(solids), near_(scratch.nearSolid.data()), sample_(grid, scratch), bounds_(grid) {
    lo_ = Vec3f(1 + kSolidGap), hi_ = Vec3f(grid.n) - (1 + kSolidGap);
    const auto times = [&](double part) { return static_cast<float>(part * cells); };
    half_ = times(0.5), threeQuarters_ = times(0.75), c1_ = times(2 / 9.0), c2_ = times(3 / 9.0), c3_ = times(4 / 9.0);
  }
  /// Up to eight particles: two blocks side by side, because each is a chain of three samples that wait on each other.
  FLOTSAM_INLINE void eight(Particles& particles, size_t p, size_t count) const {
    const size_t begin[2] = {p, p + std::min<size_t>(4, count)};
    const size_t counts[2] = {std::min<size_t>(4, count), count - std::min<size_t>(4, count)};
    Lanes3 x[2], k1[2], k2[2], k3[2];
    for (int b = 0; b < 2; ++b) {
      const auto load = [&](int a) { return loadLanes(particles.x[a].data() + begin[b], counts[b]); };
      x[b] = {load(0), load(1), load(2)};
    }
    for (int b = 0; b < 2; ++b) k1[b] = sample_(x[b]);
    for (int b = 0; b < 2; ++b) k2[b] = sample_(moved(x[b], half_, k1[b]));
    for (int b = 0; b < 2; ++b) k3[b] = sample_(moved(x[b], threeQuarters_, k2[b]));
    for (int b = 0; b < 2; ++b)
      place(particles, moved(moved(moved(x[b], c1_, k1[b]), c2_, k2[b]), c3_, k3[b]), begin[b], counts[b]);
  }
  /// Particles begin, begin + 1, ... below `end`, sixteen at a time; returns the first that is left.
  FLOTSAM_WIDE size_t wide(Particles& particles, size_t begin, size_t end) const {
    const WideSampler sample(sample_);
    float* at[3] = {particles.x[0].data(), particles.x[1].data(), particles.x[2].data()};
    for (; begin + kBlocks * 8 <= end; begin += kBlocks * 8) {
      Wide3 x[kBlocks], k1[kBlocks], k2[kBlocks], k3[kBlocks];
      for (size_t b = 0; b < kBlocks; ++b) {
        const size_t p = begin + 8 * b;
        x[b] = {_mm256_loadu_ps(at[0] + p), _mm256_loadu_ps(at[1] + p), _mm256_loadu_ps(at[2] + p)};
      }
      for (size_t b = 0; b < kBlocks; ++b) k1[b] = sample(x[b]);
      for (size_t b = 0; b < kBlocks; ++b) k2[b] = sample(moved(x[b], half_, k1[b]));
      for (size_t b = 0; b < kBlocks; ++b) k3[b] = sample(moved(x[b], threeQuarters_, k2[b]));
      for (size_t b = 0; b < kBlocks; ++b)
        placeWide(particles, moved(moved(moved(x[b], c1_, k1[b]), c2_, k2[b]), c3_, k3[b]), begin + 8 * b);
    }
    return begin;
  }

 private:
  static constexpr size_t kBlocks = 2;

  FLOTSAM_WIDE_INLINE static Wide3 moved(const Wide3& x, float by, const Wide3& u) {
    const __m256 step = _mm256_set1_ps(by);
    return {mulAdd(step, u.x, x.x), mulAdd(step, u.y, x.y), mulAdd(step, u.z, x.z)};
  }
  FLOTSAM_WIDE_INLINE void placeWide(Particles& particles, const Wide3& end, size_t p) const {
    const __m256 to[3] = {end.x, end.y, end.z};
    __m256i cell[3];
    for (int a = 0; a < 3; ++a) {
      const __m256 in = clampWide(to[a], _mm256_set1_ps(lo_[a]), _mm256_set1_ps(hi_[a]));
      cell[a] = _mm256_cvttps_epi32(in);
      _mm256_storeu_ps(particles.x[a].data() + p, in);
    }
    alignas(32) int id[8];
    const __m256i row = _mm256_add_epi32(_mm256_mullo_epi32(cell[1], _mm256_set1_epi32(grid_.sy)),
                                         _mm256_mullo_epi32(cell[2], _mm256_set1_epi32(grid_.sz)));
    _mm256_store_si256(reinterpret_cast<__m256i*>(id), _mm256_add_epi32(cell[0], row));
    unsigned any = 0;
    for (int lane = 0; lane < 8; ++lane) any |= near_[id[lane]];
    if (!any) return;
    for (size_t lane = 0; lane < 8; ++lane)
      if (near_[id[lane]]) pushOut(particles, p + lane);
  }
  FLOTSAM_INLINE static Lanes3 moved(const Lanes3& x, float by, const Lanes3& u) {
    const __m128 step = _mm_set1_ps(by);
    return {mulAdd(step, u.x, x.x), mulAdd(step, u.y, x.y), mulAdd(step, u.z, x.z)};
  }
  FLOTSAM_INLINE void place(Particles& particles, const Lanes3& end, size_t p, size_t count) const {
    const __m128 to[3] = {end.x, end.y, end.z};
    __m128i cell[3];
    for (int a = 0; a < 3; ++a) {
      const __m128 in = clampLanes(to[a], _mm_set1_ps(lo_[a]), _mm_set1_ps(hi_[a]));
      cell[a] = _mm_cvttps_epi32(in);
      storeLanes(particles.x[a].data() + p, in, count);
    }
    alignas(16) int id[4];
    _mm_store_si128(reinterpret_cast<__m128i*>(id), bounds_.id(cell[0], cell[1], cell[2]));
    for (size_t lane = 0; lane < count; ++lane)
      if (near_[id[lane]]) pushOut(particles, p + lane);
  }
  void pushOut(Particles& particles, size_t p) const {
    const Vec3f x(particles.x[0][p], particles.x[1][p], particles.x[2][p]);
    const Vec3f y = pushedOut(grid_, solids_, x, lo_, hi_);
    for (int a = 0; a < 3; ++a) particles.x[a][p] = y[a];
  }

  const Grid& grid_;
  const SolidField& solids_;
  const uint8_t* near_;
  LaneSampler sample_;
  LaneBounds bounds_;
  Vec3f lo_, hi_;
  float half_, threeQuarters_, c1_, c2_, c3_;
};

void moveParticles(const Mover& mover, bool wide, Particles& particles, size_t begin, size_t end) {
  if (wide) begin = mover.wide(particles, begin, end);
  for (size_t p = begin; p < end; p += 8) mover.eight(particles, p, std::min<size_t>(8, end - p));
}

}  // namespace

void advectParticles(const Grid& grid, const MacVelocity& velocity, const SolidField& solids, double dt,
                     Particles& particles, ParticleScratch& scratch) {
  loadVelocity(grid, velocity, scratch);
  markNearSolids(grid, solids, scratch.nearSolid);
  const Mover mover(grid, solids, dt / grid.dx, scratch);
  const bool wide = useWideLanes(scratch);
  parallelFor(particles.size(), kGrain,
              [&](size_t begin, size_t end) { moveParticles(mover, wide, particles, begin, end); });
}

}  // namespace flotsam
