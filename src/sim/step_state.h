// SPDX-License-Identifier: MIT
// What the stages of a step change and the next step reads: kept before every step in case of a fault (fault.cpp), and
// by World::save (saved.cpp). A part that is added here is kept by both; one that is missing in the lists below
// does not compile. The motion of the bodies, which belongs to it too, is BodyState (rigid/body.h).
#pragma once

#include <tuple>
#include <vector>

#include "sim/fluid/emitter.h"
#include "sim/fluid/level_set.h"
#include "sim/fluid/mac_velocity.h"
#include "sim/fluid/particles.h"
#include "sim/fluid/slivers.h"

namespace flotsam {

struct StepState {
  Particles particles;
  MacVelocity velocity;                 // m/s, after the last step, extrapolated; on slivers the solve's
  std::vector<SliverFace> slivers;      // `other`: what particles see there
  std::vector<float> smoke;             // concentration at cell centres; empty without sources
  std::vector<float> temperature;       // K above ambient at cell centres; empty where nothing heats or cools
  LevelSet levels;                      // semi-Lagrangian liquid only, else empty; of it only `phi` is state
  std::vector<double> pressure;         // Pa
  std::vector<Vec6> lastPush;           // N, N m: of the pressure on every body in the last substep
  int lastReleased = 0;                 // cells let go by walls in the last substep
  std::vector<FlowState> taps, drains;  // by desc.emitters, desc.drains
  uint32_t nextId = 0;                  // of a particle that a tap makes
  uint64_t exchanged = 0;               // particles that have left through open sides and come in again, so far
};

/// References to every vector and array of vectors of the particles.
template <class SomeParticles>
auto particleParts(SomeParticles& particles) {
  auto& [x, v, gradient, id, dye, cellStart] = particles;
  return std::tie(x, v, gradient, id, dye, cellStart);
}
/// References to every vector, array of vectors and number of all else.
template <class State>
auto otherParts(State& s) {
  auto& [particles, velocity, slivers, smoke, temperature, levels, pressure, lastPush, lastReleased, taps, drains,
         nextId, exchanged] = s;
  static_cast<void>(particles);
  return std::tie(velocity.u, slivers, smoke, temperature, levels.phi, pressure, lastPush, lastReleased, taps, drains,
                  nextId, exchanged);
}

/// Copies all parts, long ones by all threads. Allocates only where `to` has less room.
void copyState(const StepState& from, StepState& to);
void copyParticles(const StepState& from, StepState& to);
/// Copies all but the particles.
void copyWithoutParticles(const StepState& from, StepState& to);
/// Copies all but the particles and the velocity.
void copyWithoutVelocity(const StepState& from, StepState& to);
/// Bytes of the vectors.
size_t stateBytes(const StepState& s);

}  // namespace flotsam
