// SPDX-License-Identifier: MIT
// Stage "advect": particles through the extrapolated velocity, or the grid velocity semi-Lagrangian.
#pragma once

#include <span>

#include "sim/fluid/mac_velocity.h"
#include "sim/fluid/particles.h"
#include "sim/fluid/smoke.h"

namespace flotsam {

/// One of the equal parts in which bodies and particles of a liquid move together. Parts come in groups; a particle
/// that no solid can meet within its group moves once, in the first part, for all of it: the rest of the way is the
/// same curve in one longer step.
struct AdvectPart {
  int index = 0, count = 1;               // of this part; of all
  std::span<const SolidSample> solids{};  // where bodies are, to see from how far they come
  static constexpr int kGroup = 3;        // parts that go together, each less than a cell of particle and solid
};

/// RK3 (Ralston) through `velocity` over dt (s), where part.count is 1 in equal parts of at most four cells along an
/// axis (32 at most), then push-out of solids along the gradient of their distance and back into the tank: no particle
/// is lost, none ends inside the wall layer. Velocities are not touched. dt is that of the part; between the parts of a
/// step particles keep their order and the velocity stays.
void advectParticles(const Grid& grid, const MacVelocity& velocity, const SolidField& solids, double dt,
                     Particles& particles, ParticleScratch& scratch, const AdvectPart& part = {});
/// The same for places alone, in one part: `to` takes where those of `from` go, and `from` stays.
void advectPlaces(const Grid& grid, const MacVelocity& velocity, const SolidField& solids, double dt,
                  const std::array<std::vector<float>, 3>& from, std::array<std::vector<float>, 3>& to,
                  ParticleScratch& scratch);
/// to = from traced back through itself (RK2 path, trilinear), on every face. `to` must not be `from`.
void advectVelocity(const Grid& grid, const MacVelocity& from, double dt, MacVelocity& to, ParticleScratch& scratch);
/// Largest speed of a component over all faces, m/s (for the CFL number); infinite when any is not finite.
double maxSpeed(const Grid& grid, const MacVelocity& velocity);
/// Bound of the length of the velocity in any cell, m/s: from the faster of its two faces on each axis.
double fastestFlow(const Grid& grid, const MacVelocity& velocity);

}  // namespace flotsam
