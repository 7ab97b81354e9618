// SPDX-License-Identifier: MIT
#include "sim/fluid/scatter_slabs.h"

#include "core/parallel.h"

namespace flotsam {

namespace {

constexpr int kSlab = 6;          // z-planes of cells in a slab
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

/// Faces of one plane of one component: the slab's own sum, then what spilled from below, then from above.
FLOTSAM_WIDE_KERNEL void gatherFaces(int faces, size_t row, const float* own, const float* below, const float* above,
                                     double* u, uint8_t* mask) {
  constexpr size_t kEntry = ScatterSlabs::kEntry;
  const __m128 enough = _mm_set1_ps(kEnough);
  // A plane has an odd number of faces: the last pair is its last two.
  for (int i = 0; i < faces; i += 2) {
    const size_t f = std::min(i, faces - 2);
    __m128 sum = twoFaces(own + kEntry * f, row);
    if (below) sum = _mm_add_ps(sum, twoFaces(below + kEntry * f, row));
    if (above) sum = _mm_add_ps(sum, twoFaces(above + kEntry * f, row));
    const __m128 value = _mm_shuffle_ps(sum, sum, 0x88), weight = _mm_shuffle_ps(sum, sum, 0xDD);
    const __m128 has = _mm_cmpgt_ps(weight, enough);
    const __m128d ratio = _mm_div_pd(_mm_cvtps_pd(value), _mm_cvtps_pd(weight));
    _mm_storeu_pd(u + f, _mm_and_pd(ratio, _mm_castps_pd(_mm_unpacklo_ps(has, has))));
    const int bits = _mm_movemask_ps(has);
    mask[f] = bits & 1, mask[f + 1] = bits >> 1 & 1;
  }
}

}  // namespace

ScatterSlabs::ScatterSlabs(const Grid& grid, ParticleScratch& scratch)
    : grid_(grid),
      count_((grid.n.z + kSlab) / kSlab),
      row_(kEntry * grid.sy),
      plane_(kEntry * grid.sz),
      component_(plane_ * (kSlab + 2) + row_ + kEntry) {  // empty entries in front, before the first along x and y
  scratch.scatter.resize(3 * component_ * count_ + 8);    // 8: to start at 32 bytes
  start_ = scratch.scatter.data();
  start_ += (-reinterpret_cast<uintptr_t>(start_) % 32) / sizeof(float);
}

ScatterSlabs::Slab ScatterSlabs::open(const Particles& particles, size_t index) const {
  const int slab = static_cast<int>(index), k0 = slab * kSlab, k1 = std::min(k0 + kSlab, grid_.n.z + 1);
  Slab s{{},
         LaneBounds(grid_),
         k0 - 1,
         particles.cellStart[grid_.id(0, 0, k0)],
         particles.cellStart[std::min(static_cast<size_t>(grid_.id(0, 0, k1)), grid_.size)]};
  for (int a = 0; a < 3; ++a) {
    s.field[a] = field(slab, a);
    std::memset(memory(slab, a), 0, component_ * sizeof(float));
  }
  s.bounds.lo[2] = _mm_max_ps(s.bounds.lo[2], _mm_set1_ps(static_cast<float>(k0)));
  s.bounds.hi[2] = _mm_min_ps(s.bounds.hi[2], _mm_set1_ps(std::nextafter(static_cast<float>(k1), 0.0f)));
  return s;
}

void ScatterSlabs::gather(MacVelocity& velocity, FaceMask& known) const {
  for (int a = 0; a < 3; ++a) velocity[a].resize(grid_.size), known.known[a].resize(grid_.size);
  parallelPieces(grid_.n.z + 1, [&](size_t k) {
    const int slab = static_cast<int>(k) / kSlab, local = static_cast<int>(k) - slab * kSlab;
    const size_t first = size_t(grid_.sz) * k;
    for (int a = 0; a < 3; ++a)
      gatherFaces(grid_.sz, row_, field(slab, a) + (local + 1) * plane_,
                  local == 0 && slab > 0 ? field(slab - 1, a) + (kSlab + 1) * plane_ : nullptr,
                  local == kSlab - 1 && slab + 1 < count_ ? field(slab + 1, a) : nullptr, velocity[a].data() + first,
                  known.known[a].data() + first);
  });
}

}  // namespace flotsam
