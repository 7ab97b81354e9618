// SPDX-License-Identifier: MIT
// Memory of the scatter from particles to faces, for every transfer (transfer.cpp, apic.cpp).
//
// Work is cut into slabs of z-planes whose number depends on the grid alone, so sums have one order for any number of
// threads. A slab adds into memory with planes to spare below and above, for the faces around its cells and for
// particles that have drifted since they were sorted. An entry at a lattice index is (value, weight) for the face
// there, the next along x, the next along y and the next along both: eight floats. That is quick to add to and much to
// keep, so each thread has room for one slab, which stays in the cache; when its particles are in, the entries are
// summed to (value, weight) of every face. `gather` puts the slabs together in a fixed order.
#pragma once

#include <atomic>
#include <span>

#include "core/parallel.h"
#include "sim/fluid/lanes.h"
#include "sim/fluid/particles.h"

namespace flotsam {

/// The z-planes of cells in slabs: an even number of them, equally thick, so that two threads end together.
class SlabCut {
 public:
  static constexpr int kDrift = 1;  // planes beyond a slab in which it takes the particles that were sorted into it

  explicit SlabCut(const Grid& grid);
  int count() const { return count_; }
  /// First plane of a slab; of `count` the plane behind all.
  int first(int slab) const { return slab == 0 ? 0 : slab == count_ ? planes_ + 2 : 1 + planes_ * slab / count_; }

 private:
  int planes_, count_;  // planes that have fluid
};

class ScatterSlabs {
 public:
  static constexpr size_t kEntry = 8;  // floats at a lattice index

  /// Sizes the scratch; the slabs live in it.
  ScatterSlabs(const Grid& grid, ParticleScratch& scratch);
  size_t count() const { return static_cast<size_t>(cut_.count()); }
  size_t plane() const { return plane_; }  // floats from an entry to the one above it

  /// What one slab needs to scatter its particles: fields, their bounds (whatever the particles' order, nothing is
  /// written outside the slab), and the first plane of entries.
  struct Slab {
    float* field[3];
    LaneBounds bounds;
    int below;
    size_t begin, end;      // particles
    float lowest, highest;  // z that it takes of these: not below, not from here on; infinite at the ends of the tank
  };
  /// visit(index, slab) for every slab, with cleared fields, which are summed to faces afterwards. A thread takes the
  /// next slab that is left: who does which makes no difference to the sums.
  template <class Visit>
  void eachSlab(const Particles& particles, const Visit& visit) const {
    std::atomic<size_t> next{0};
    parallelPieces(lanes_, [&](size_t lane) {
      for (size_t s = next++; s < count(); s = next++) {
        clear(s, lane);
        visit(s, slabOf(particles, s, SlabCut::kDrift, lane));
        sumFaces(s, lane);
      }
    });
  }
  /// After eachSlab: of listed particles adds those in the slab's own cells.
  void adopt(const Particles& particles, size_t slab, std::span<const uint32_t> listed) const;
  /// First of the particles that were sorted into a slab.
  size_t firstParticle(const Particles& particles, size_t slab) const {
    return particles.cellStart[grid_.id(0, 0, cut_.first(static_cast<int>(slab)))];
  }
  /// Weighted means at the faces, and which faces have enough weight; the others are 0.
  void gather(MacVelocity& velocity, FaceMask& known) const;

 private:
  void clear(size_t slab, size_t lane) const;
  Slab slabOf(const Particles& particles, size_t slab, int drift, size_t lane) const;
  void sumFaces(size_t slab, size_t lane) const;
  /// Of the plane `below`.
  float* field(size_t lane, int axis) const { return start_ + (3 * lane + axis) * component_ + row_ + kEntry; }
  /// First plane of entries, and the plane behind the last.
  int below(int slab) const { return std::max(cut_.first(slab) - SlabCut::kDrift - 1, 0); }
  int above(int slab) const { return std::min(cut_.first(slab + 1) + SlabCut::kDrift, grid_.n.z - 1) + 1; }
  /// (value, weight) of the faces of plane k, which the slab must have.
  float* sums(int slab, int axis, int k) const {
    return sums_ + ((3 * size_t(slab) + axis) * planes_ + (k - below(slab))) * 2 * grid_.sz;
  }

  const Grid& grid_;
  SlabCut cut_;
  size_t row_, plane_, component_;  // floats
  size_t planes_ = 0, lanes_;       // of the thickest slab; slabs there is room for
  float *start_, *sums_;
};

/// All bits set in the lanes below `count`.
inline __m128 presentLanes(size_t count) {
  return _mm_castsi128_ps(_mm_cmplt_epi32(_mm_setr_epi32(0, 1, 2, 3), _mm_set1_epi32(static_cast<int>(count))));
}

}  // namespace flotsam
