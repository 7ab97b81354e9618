// SPDX-License-Identifier: MIT
// Stages "transfer_to_grid" and "transfer_to_particles": tent-weighted PIC/FLIP between particles and faces. The order
// of the particles changes no more than rounding, but both are quick only where they were sorted a few steps ago.
#pragma once

#include "sim/fluid/mac_velocity.h"
#include "sim/fluid/particles.h"

namespace flotsam {

/// Face velocities from the particles; `known` = faces that received weight. Deterministic for any thread count.
void transferToGrid(const Grid& grid, const Particles& particles, MacVelocity& velocity, FaceMask& known,
                    ParticleScratch& scratch);
/// v_p = flip (v_p + now(x_p) - before(x_p)) + (1 - flip) now(x_p).
void transferToParticles(const Grid& grid, const MacVelocity& now, const MacVelocity& before, double flip,
                         Particles& particles, ParticleScratch& scratch);
/// The same, written to `to`; the particles stay as they are. False when any is not finite.
bool transferToParticles(const Grid& grid, const MacVelocity& now, const MacVelocity& before, double flip,
                         const Particles& particles, std::array<std::vector<float>, 3>& to, ParticleScratch& scratch);

}  // namespace flotsam
