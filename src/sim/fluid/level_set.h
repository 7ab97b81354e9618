// SPDX-License-Identifier: MIT
// The liquid's distance as the course notes have it ([S07] ch. 6; Foster & Fedkiw 2001): a level set carried by the
// velocity, kept a distance near the surface, and corrected by the markers where the two part. It goes with
// semi-Lagrangian velocity, for comparison with FLIP: it is smooth and loses thin parts, the particles' density
// (liquid_distance.h) keeps them and is rough.
#pragma once

#include <vector>

#include "sim/fluid/liquid_distance.h"
#include "sim/fluid/mac_velocity.h"
#include "sim/fluid/particle_scratch.h"

namespace flotsam {

struct LevelSet {
  static constexpr float kBand = 3;  // cells: the distance is known that far from the surface
  std::vector<float> phi;            // per cell, cells: negative in the liquid, -kBand .. kBand; empty: none yet
  std::vector<float> next;           // scratch
  std::vector<uint8_t> fixed;        // scratch
};

/// phi traced back through `velocity` over dt (s): midpoint path, cubic between cells and never beyond their values.
void advectLevelSet(const Grid& grid, const MacVelocity& velocity, double dt, LevelSet& levels,
                    ParticleScratch& scratch);
/// Brings the level set and the markers' own distance (liquid.phi, from their density) together, makes the level set a
/// distance again and puts it into liquid.phi. A level set that is empty starts from the markers. Where the density
/// says liquid the level set may be at most kLag cells behind; where no marker is left near the surface there is air.
/// `fresh`: cells into which markers have just come from a tap take the markers' distance.
void correctLevelSet(const Grid& grid, const std::vector<int>& fresh, LiquidField& liquid, LevelSet& levels);
/// Distances of up to kBand from the surface where it is, by sweeps of the eikonal equation (Zhao 2005); the cells next
/// to the surface keep their values but for a tenth of what their slope differs from one.
void redistance(const Grid& grid, LevelSet& levels);

}  // namespace flotsam
