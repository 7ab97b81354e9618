// SPDX-License-Identifier: MIT
#include "sim/fluid/scatter_slabs.h"

#include <algorithm>
#include <limits>

#include "core/kernel.h"

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

/// Two faces at a time; a plane has an odd number of them: the last two are its last pair.
template <class Visit>
FLOTSAM_INLINE void eachPair(int faces, const Visit& visit) {
  for (int i = 0; i < faces; i += 2) visit(static_cast<size_t>(std::min(i, faces - 2)));
}

/// (value, weight) of the faces of one plane of one component.
FLOTSAM_WIDE_KERNEL void sumPlane(int faces, size_t row, const float* from, float* to) {
  eachPair(faces, [&](size_t f) { _mm_storeu_ps(to + 2 * f, twoFaces(from + ScatterSlabs::kEntry * f, row)); });
}

/// Faces of one plane of one component: the sums of up to three slabs.
FLOTSAM_WIDE_KERNEL void gatherFaces(int faces, const float* const (&from)[3], double* u, uint8_t* mask) {
  const __m128 enough = _mm_set1_ps(kEnough);
  eachPair(faces, [&](size_t f) {
    __m128 sum = from[0] ? _mm_loadu_ps(from[0] + 2 * f) : _mm_setzero_ps();
    if (from[1]) sum = _mm_add_ps(sum, _mm_loadu_ps(from[1] + 2 * f));
    if (from[2]) sum = _mm_add_ps(sum, _mm_loadu_ps(from[2] + 2 * f));
    const __m128 value = _mm_shuffle_ps(sum, sum, 0x88), weight = _mm_shuffle_ps(sum, sum, 0xDD);
    const __m128 has = _mm_cmpgt_ps(weight, enough);
    const __m128d ratio = _mm_div_pd(_mm_cvtps_pd(value), _mm_cvtps_pd(weight));
    _mm_storeu_pd(u + f, _mm_and_pd(ratio, _mm_castps_pd(_mm_unpacklo_ps(has, has))));
    const int bits = _mm_movemask_ps(has);
    mask[f] = bits & 1, mask[f + 1] = bits >> 1 & 1;
  });
}

}  // namespace

SlabCut::SlabCut(const Grid& grid) : planes_(std::max(grid.n.z - 2, 1)) {
  // No thinner than what reaches in from a neighbour: then a plane has entries of three slabs at most.
  count_ = std::clamp(2 * ((planes_ + kThickness) / (2 * kThickness)), 1, std::max(planes_ / (kDrift + 1), 1));
}

ScatterSlabs::ScatterSlabs(const Grid& grid, ParticleScratch& scratch)
    : grid_(grid),
      cut_(grid),
      row_(kEntry * grid.sy),
      plane_(kEntry * grid.sz),
      lanes_(std::min(count(), static_cast<size_t>(threadCount()))) {
  for (int slab = 0; slab < cut_.count(); ++slab)
    planes_ = std::max(planes_, static_cast<size_t>(above(slab) - below(slab)));
  component_ = plane_ * planes_ + row_ + kEntry;        // empty entries in front, before the first along x and y
  scratch.scatter.resize(3 * component_ * lanes_ + 8);  // 8: to start at 32 bytes
  start_ = scratch.scatter.data();
  start_ += (-reinterpret_cast<uintptr_t>(start_) % 32) / sizeof(float);
  scratch.faceSums.resize(count() * 3 * planes_ * 2 * static_cast<size_t>(grid.sz));
  sums_ = scratch.faceSums.data();
}

ScatterSlabs::Slab ScatterSlabs::slabOf(const Particles& particles, size_t index, int drift, size_t lane) const {
  constexpr float kAll = std::numeric_limits<float>::infinity();
  const int slab = static_cast<int>(index), k0 = cut_.first(slab), k1 = cut_.first(slab + 1);
  Slab s{{},
         LaneBounds(grid_),
         below(slab),
         firstParticle(particles, index),
         firstParticle(particles, index + 1),
         slab == 0 ? -kAll : static_cast<float>(k0 - drift),
         slab + 1 == cut_.count() ? kAll : static_cast<float>(k1 + drift)};
  for (int a = 0; a < 3; ++a) s.field[a] = field(lane, a);
  s.bounds.lo[2] = _mm_max_ps(s.bounds.lo[2], _mm_set1_ps(s.lowest));
  s.bounds.hi[2] = _mm_min_ps(s.bounds.hi[2], _mm_set1_ps(std::nextafter(s.highest, 0.0f)));
  return s;
}

void ScatterSlabs::clear(size_t slab, size_t lane) const {
  const int index = static_cast<int>(slab);
  const size_t front = row_ + kEntry, planes = static_cast<size_t>(above(index) - below(index));
  for (int a = 0; a < 3; ++a) std::memset(field(lane, a) - front, 0, (front + planes * plane_) * sizeof(float));
}

void ScatterSlabs::sumFaces(size_t slab, size_t lane) const {
  const int index = static_cast<int>(slab);
  for (int a = 0; a < 3; ++a)
    for (int k = below(index); k < above(index); ++k)
      sumPlane(grid_.sz, row_, field(lane, a) + static_cast<size_t>(k - below(index)) * plane_, sums(index, a, k));
}

void ScatterSlabs::adopt(const Particles& particles, size_t slab, std::span<const uint32_t> listed) const {
  const Slab own = slabOf(particles, slab, /*drift=*/0, /*lane=*/0);
  for (const uint32_t p : listed) {
    const float x[3] = {particles.x[0][p], particles.x[1][p], particles.x[2][p]};
    if (!(x[2] >= own.lowest && x[2] < own.highest)) continue;
    const Split at[3] = {own.bounds.split<0>(_mm_set1_ps(x[0])), own.bounds.split<1>(_mm_set1_ps(x[1])),
                         own.bounds.split<2>(_mm_set1_ps(x[2]))};
    for (int a = 0; a < (grid_.flat() ? 2 : 3); ++a) {
      int cell[3];
      float part[3];
      for (int b = 0; b < 3; ++b) {
        cell[b] = _mm_cvtsi128_si32(a == b ? at[b].whole : at[b].half);
        part[b] = _mm_cvtss_f32(a == b ? at[b].wholePart : at[b].halfPart);
      }
      for (int corner = 0; corner < 8; ++corner) {
        const Int3 o(corner & 1, corner >> 1 & 1, corner >> 2);
        float weight = 1;
        for (int b = 0; b < 3; ++b) weight *= o[b] ? part[b] : 1 - part[b];
        float* sum = sums(static_cast<int>(slab), a, cell[2] + o.z) + 2 * (cell[0] + o.x + grid_.sy * (cell[1] + o.y));
        sum[0] += weight * particles.v[a][p], sum[1] += weight;
      }
    }
  }
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
        if (k >= below(slab) && k < above(slab)) from[sources++] = sums(slab, a, k);
      gatherFaces(grid_.sz, from, velocity[a].data() + first, known.known[a].data() + first);
    }
  });
}

}  // namespace flotsam
