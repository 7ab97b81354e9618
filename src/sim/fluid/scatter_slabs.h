// SPDX-License-Identifier: MIT
// Memory of the scatter from particles to faces, for every transfer (transfer.cpp, apic.cpp).
//
// Work is cut into slabs of z-planes whose number depends on the grid alone, so sums have one order for any number of
// threads. A slab adds into memory of its own with a plane to spare below and above; `gather` puts the planes together
// in a fixed order. An entry at a lattice index is (value, weight) for the face there, the next along x, the next along
// y and the next along both: eight floats.
#pragma once

#include "sim/fluid/lanes.h"
#include "sim/fluid/particles.h"

namespace flotsam {

class ScatterSlabs {
 public:
  static constexpr size_t kEntry = 8;  // floats at a lattice index

  /// Sizes the scratch; the slabs live in it.
  ScatterSlabs(const Grid& grid, ParticleScratch& scratch);
  size_t count() const { return static_cast<size_t>(count_); }
  size_t plane() const { return plane_; }  // floats from an entry to the one above it

  /// What one slab needs to scatter its particles: cleared fields, their bounds (whatever the particles' order, nothing
  /// is written outside the slab), and the first plane of entries, k - 1.
  struct Slab {
    float* field[3];
    LaneBounds bounds;
    int below;
    size_t begin, end;  // particles
  };
  Slab open(const Particles& particles, size_t slab) const;
  /// Weighted means at the faces, and which faces have enough weight; the others are 0.
  void gather(MacVelocity& velocity, FaceMask& known) const;

 private:
  float* memory(int slab, int axis) const { return start_ + (3 * size_t(slab) + axis) * component_; }
  float* field(int slab, int axis) const { return memory(slab, axis) + row_ + kEntry; }

  const Grid& grid_;
  int count_;
  size_t row_, plane_, component_;  // floats
  float* start_;
};

/// All bits set in the lanes below `count`.
inline __m128 presentLanes(size_t count) {
  return _mm_castsi128_ps(_mm_cmplt_epi32(_mm_setr_epi32(0, 1, 2, 3), _mm_set1_epi32(static_cast<int>(count))));
}

}  // namespace flotsam
