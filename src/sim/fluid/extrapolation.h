// SPDX-License-Identifier: MIT
// Stage "extrapolate": velocity into solids, the normal component there the solid's own.
#pragma once

#include <span>

#include "sim/fluid/mac_velocity.h"
#include "sim/fluid/solid_field.h"

namespace flotsam {

/// Memory these stages reuse; nothing in it survives a call.
struct ExtrapolationScratch {
  struct Face {
    int index;
    unsigned sides;  // bit 2a: there is a face before it along axis a, bit 2a + 1: behind it
  };
  std::array<std::vector<uint8_t>, 3> layer;
  std::vector<std::vector<Face>> open;  // by piece of work
  std::vector<size_t> unknown;          // faces, by piece
  std::array<std::vector<double>, 3> before;
  std::array<std::vector<float>, 3> facePhi;
};

/// Fills unknown faces layer by layer with the mean of their known neighbours (breadth first, `layers` layers); faces
/// beyond become 0. `known` is not changed. Deterministic.
void extrapolate(const Grid& grid, const FaceMask& known, int layers, MacVelocity& velocity,
                 ExtrapolationScratch& scratch);
/// On unknown faces within half a cell of a solid or inside it: replace the component along the solid's normal by the
/// solid's own velocity there; the tangential part stays the extrapolated one. `motions` by body index; the wall is at
/// rest.
void constrainToSolids(const Grid& grid, const FaceMask& known, const SolidField& solids,
                       std::span<const SolidMotion> motions, MacVelocity& velocity, ExtrapolationScratch& scratch);

/// The same with memory of their own (tests, set-up).
void extrapolate(const Grid& grid, const FaceMask& known, int layers, MacVelocity& velocity);
void constrainToSolids(const Grid& grid, const FaceMask& known, const SolidField& solids,
                       std::span<const SolidMotion> motions, MacVelocity& velocity);

}  // namespace flotsam
