// SPDX-License-Identifier: MIT
#include "sim/fluid/scatter_slabs.h"

#include <algorithm>
#include <limits>

#include "core/parallel.h"

namespace flotsam {

namespace {

constexpr int kThickness = 5;     // z-planes of cells in a slab, about
constexpr float kEnough = 1e-4f;  // a face with less weight than this stays unknown

/// (value, weight) of faces f and f + 1: what was added at their own index and at those before. `row`: floats to the
/// entry before along y.
FLOTSAM_INLINE __m128 twoFaces(const float* field, size_t row) {
  constexpr size_t kEntry = ScatterSlabs::kEntry;
  const auto pair = [](const float* first) {
    const __m128 own = _mm_castpd_ps(_mm_load_sd(reinterpret_cast<const double*>(first)));
    return _mm_loadh_pi(own, reinterpret_cast<const __m64*>(first + kEntry));
  };
  const float* before = field - row;
  return _mm_add_ps(_mm_add_ps(pair(field), pair(field - kEntry + 2)),
                    _mm_add_ps(pair(before + 4), pair(before - kEntry + 6)));
}

/// Faces of one plane of one component: the sums of up to three slabs.
FLOTSAM_WIDE_KERNEL void gatherFaces(int faces, size_t row, const float* const (&from)[3], double* u, uint8_t* mask) {
  constexpr size_t kEntry = ScatterSlabs::kEntry;
  const __m128 enough = _mm_set1_ps(kEnough);
  // A plane has an odd number of faces: the last pair is its last two.
  for (int i = 0; i < faces; i += 2) {
    const size_t f = std::min(i, faces - 2);
    __m128 sum = from[0] ? twoFaces(from[0] + kEntry * f, row) : _mm_setzero_ps();
    if (from[1]) sum = _mm_add_ps(sum, twoFaces(from[1] + kEntry * f, row));
    if (from[2]) sum = _mm_add_ps(sum, twoFaces(from[2] + kEntry * f, row));
    const __m128 value = _mm_shuffle_ps(sum, sum, 0x88), weight = _mm_shuffle_ps(sum, sum, 0xDD);
    const __m128 has = _mm_cmpgt_ps(weight, enough);
    const __m128d ratio = _mm_div_pd(_mm_cvtps_pd(value), _mm_cvtps_pd(weight));
    _mm_storeu_pd(u + f, _mm_and_pd(ratio, _mm_castps_pd(_mm_unpacklo_ps(has, has))));
    const int bits = _mm_movemask_ps(has);
    mask[f] = bits & 1, mask[f + 1] = bits >> 1 & 1;
  }
}

}  // namespace

SlabCut::SlabCut(const Grid& grid) : planes_(std::max(grid.n.z - 2, 1)) {
  // No thinner than what reaches in from a neighbour: then a plane has entries of three slabs at most.
  count_ = std::clamp(2 * ((planes_ + kThickness) / (2 * kThickness)), 1, std::max(planes_ / (kDrift + 1), 1));
}

ScatterSlabs::ScatterSlabs(const Grid& grid, ParticleScratch& scratch)
    : grid_(grid), cut_(grid), row_(kEntry * grid.sy), plane_(kEntry * grid.sz) {
  int planes = 0;
  for (int slab = 0; slab < cut_.count(); ++slab) planes = std::max(planes, above(slab) - below(slab));
  component_ = plane_ * planes + row_ + kEntry;          // empty entries in front, before the first along x and y
  scratch.scatter.resize(3 * component_ * count() + 8);  // 8: to start at 32 bytes
  start_ = scratch.scatter.data();
  start_ += (-reinterpret_cast<uintptr_t>(start_) % 32) / sizeof(float);
}

ScatterSlabs::Slab ScatterSlabs::bounded(const Particles& particles, int slab, int drift) const {
  constexpr float kAll = std::numeric_limits<float>::infinity();
  const int k0 = cut_.first(slab), k1 = cut_.first(slab + 1);
  Slab s{{},
         LaneBounds(grid_),
         below(slab),
         particles.cellStart[grid_.id(0, 0, k0)],
         particles.cellStart[grid_.id(0, 0, k1)],
         slab == 0 ? -kAll : static_cast<float>(k0 - drift),
         slab + 1 == cut_.count() ? kAll : static_cast<float>(k1 + drift)};
  for (int a = 0; a < 3; ++a) s.field[a] = field(slab, a);
  s.bounds.lo[2] = _mm_max_ps(s.bounds.lo[2], _mm_set1_ps(s.lowest));
  s.bounds.hi[2] = _mm_min_ps(s.bounds.hi[2], _mm_set1_ps(std::nextafter(s.highest, 0.0f)));
  return s;
}

ScatterSlabs::Slab ScatterSlabs::open(const Particles& particles, size_t index) const {
  const int slab = static_cast<int>(index);
  const size_t planes = static_cast<size_t>(above(slab) - below(slab));
  for (int a = 0; a < 3; ++a) std::memset(memory(slab, a), 0, (row_ + kEntry + planes * plane_) * sizeof(float));
  return bounded(particles, slab, SlabCut::kDrift);
}

ScatterSlabs::Slab ScatterSlabs::reopen(const Particles& particles, size_t slab) const {
  return bounded(particles, static_cast<int>(slab), 0);
}

void ScatterSlabs::gather(MacVelocity& velocity, FaceMask& known) const {
  for (int a = 0; a < 3; ++a) velocity[a].resize(grid_.size), known.known[a].resize(grid_.size);
  parallelPieces(grid_.n.z + 1, [&](size_t piece) {
    const int k = static_cast<int>(piece);
    const size_t first = size_t(grid_.sz) * piece;
    for (int a = 0; a < 3; ++a) {
      const float* from[3] = {};
      int sources = 0;
      for (int slab = 0; slab < cut_.count() && sources < 3; ++slab)
        if (k >= below(slab) && k < above(slab)) from[sources++] = entries(slab, a, k);
      gatherFaces(grid_.sz, row_, from, velocity[a].data() + first, known.known[a].data() + first);
    }
  });
}

}  // namespace flotsam
