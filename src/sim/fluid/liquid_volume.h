// SPDX-License-Identifier: MIT
// Keeping the volume: particles are never made or deleted, so their number says how much liquid there is, and the
// pressure solve is asked for a little divergence where they crowd or thin out. Nothing is corrected elsewhere.
//
//   inside     1/2 deadband(rho - 1, 0.1) of the cell's volume per 1/60 s, rho the fill, filtered among liquid cells
//   surface    (cells with air beside or diagonally)  1/2 max(0, rho - 1.3): a threshold, because the positive part of
//   noise would swell the pool and inside a small uniform part of (what the distance encloses) / (what the particles
//   stand for) - 1
// What the distance encloses counts every liquid cell without a face to air as full: a count by distance sees voids
// beside submerged bodies and in stirred water that are none, and lifts the level.
#pragma once

#include <array>
#include <vector>

#include "sim/fluid/liquid_distance.h"

namespace flotsam {

struct LiquidVolume {
  double enclosed = 0;   // by the distance, in cells
  double particles = 0;  // what the particles in and next to the liquid stand for, in cells
  double loose = 0;      // what those stand for whose cells enclose nothing: drops and streams too thin for a surface
};

/// `open`: fluid fractions of the faces. Particles farther than 0.6 cells outside are spray and do not count.
LiquidVolume measureVolume(const Grid& grid, const Particles& particles, double perCell, const LiquidField& liquid,
                           const std::array<std::vector<double>, 3>& open);
/// Net outflow asked of every cell in a step of dt (s), m/s: divergence times dx. Zero outside the liquid.
/// `even`: the uniform part alone, in all of the liquid; of an advected surface, which does not feel how markers crowd.
void volumeSource(const Grid& grid, LiquidField& liquid, const LiquidVolume& volume, double dt, bool even,
                  std::vector<double>& source);

}  // namespace flotsam
