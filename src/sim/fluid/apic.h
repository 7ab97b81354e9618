// SPDX-License-Identifier: MIT
// The affine particle transfer (APIC), third beside FLIP/PIC: a particle carries its velocity and the velocity's
// gradient around it. It keeps momentum and angular momentum through both transfers, where PIC loses the latter, and
// has no noise that the grid cannot see, which FLIP has.
#pragma once

#include "sim/fluid/mac_velocity.h"
#include "sim/fluid/particles.h"

namespace flotsam {

/// Face velocities from particles with gradients; otherwise as transferToGrid.
void transferAffineToGrid(const Grid& grid, const Particles& particles, MacVelocity& velocity, FaceMask& known,
                          ParticleScratch& scratch);
/// Velocity and gradient of every particle from the grid.
void transferAffineToParticles(const Grid& grid, const MacVelocity& velocity, Particles& particles,
                               ParticleScratch& scratch);
/// Gives the particles room for gradients (in a flat grid the four in its plane) and fills them from the grid; the
/// velocities stay as they are.
void startGradients(const Grid& grid, const MacVelocity& velocity, Particles& particles, ParticleScratch& scratch);

}  // namespace flotsam
