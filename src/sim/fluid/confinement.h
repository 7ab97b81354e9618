// SPDX-License-Identifier: MIT
// Vorticity confinement: a force that spins up the vortices which advection on a grid has smoothed away
// (Fedkiw, Stam & Jensen 2001; [S07] ch. 5):
//   omega = curl u,  N = grad |omega| / |grad |omega||,  f = epsilon dx (N x omega), an acceleration in m/s².
// It is taken at cell centres and averaged to the faces. It vanishes with dx, and where the vorticity is uniform.
#pragma once

#include <array>
#include <vector>

#include "sim/fluid/mac_velocity.h"
#include "sim/fluid/solid_field.h"

namespace flotsam {

struct ConfinementScratch {
  std::array<std::vector<float>, 3> centre, vorticity, force;  // per cell: velocity in m/s, 1/s, m/s²
  std::vector<float> strength;                                 // |vorticity|, 1/s; negative in a solid
};

/// Adds dt (s) times the force to open faces (`open` > 0: fluid fractions). Cells whose centre is in a solid have
/// none, and no say in the gradient. `epsilon` has no unit; 0 does nothing.
void confineVorticity(const Grid& grid, const std::array<std::vector<double>, 3>& open, const SolidField& solids,
                      double epsilon, double dt, MacVelocity& velocity, ConfinementScratch& scratch);

}  // namespace flotsam
