// SPDX-License-Identifier: MIT
// Where liquid comes in and goes out while a scene runs: taps and drains. Particles are made and taken away here and
// nowhere else, and both are counted.
//
// A tap is a round nozzle (2D: a slit) from which a jet leaves at its velocity: pi r² |v| m³ a second (2D: 2 r |v| dx),
// as many particles as that volume has at rest. They start evenly spread (R3 sequence of Roberts) over the stretch that
// the jet has moved in the step, so that the jet is as dense as still liquid. Where a solid is in the way, or where
// liquid is more than full, nothing comes out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/fluid/liquid_region.h"
#include "sim/fluid/particles.h"

namespace flotsam {

struct Emitter {
  Vec3 position{0.5};             // m, middle of the nozzle
  double radius = 0.05;           // m
  Vec3 velocity{0};               // m/s, along the nozzle's axis; not zero
  std::string dye = "";           // word of a dye of the scene; empty = none
  double from = 0, until = 1e30;  // s
  /// m³/s; `thickness` of a flat grid, 0 in 3D.
  double flow(double thickness) const;
};

struct Drain {
  Vec3 position{0.5};             // m, centre of a ball (2D: a disc), or of a box when `size` is not zero
  double radius = 0.1;            // m
  Vec3 size{0};                   // m, edge lengths
  double flow = 1e30;             // m³/s at most
  double from = 0, until = 1e30;  // s
  bool contains(const Vec3& x, bool flat) const;
};

/// What a tap or a drain has left over from the last step.
struct FlowState {
  double due = 0;      // particles, fraction of the next one
  uint64_t count = 0;  // made or taken so far
  uint64_t asked = 0;  // of a tap: with those that found no room
};

/// Particles of one tap for a step of dt, appended; `nextId` goes up. `room`: at most as many. Returns how many.
size_t emitParticles(const Grid& grid, const SolidField& solids, double perCell, const Emitter& emitter, double dt,
                     uint8_t dye, size_t room, FlowState& state, uint32_t& nextId, Particles& particles);
/// Takes particles out of a drain, the first in memory first; the order of the others stays. Returns how many.
size_t drainParticles(const Grid& grid, double perCell, const Drain& drain, double dt, FlowState& state,
                      Particles& particles);

}  // namespace flotsam
