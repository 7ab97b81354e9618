// SPDX-License-Identifier: MIT
// Stage "advect": particles through the extrapolated velocity, or the grid velocity semi-Lagrangian; and smoke.
#pragma once

#include "sim/fluid/mac_velocity.h"
#include "sim/fluid/particles.h"

namespace flotsam {

/// RK3 (Ralston) through `velocity` over dt (s), then push-out of solids along the gradient of their distance and back
/// into the tank: no particle is lost, none ends inside the wall layer. Velocities are not touched.
void advectParticles(const Grid& grid, const MacVelocity& velocity, const SolidField& solids, double dt,
                     Particles& particles, ParticleScratch& scratch);
/// to = from traced back through itself (RK2 path, trilinear), on every face. `to` must not be `from`.
void advectVelocity(const Grid& grid, const MacVelocity& from, double dt, MacVelocity& to, ParticleScratch& scratch);
/// Concentration at cell centres (Grid::size floats) traced back through `velocity`; paths are stopped at solids.
void advectScalar(const Grid& grid, const MacVelocity& velocity, const SolidField& solids, double dt,
                  const std::vector<float>& from, std::vector<float>& to, ParticleScratch& scratch);
/// Largest speed of a component over all faces, m/s (for the CFL number); infinite when any is not finite.
double maxSpeed(const Grid& grid, const MacVelocity& velocity);
/// Bound of the length of the velocity in any cell, m/s: from the faster of its two faces on each axis.
double fastestFlow(const Grid& grid, const MacVelocity& velocity);

}  // namespace flotsam
