// SPDX-License-Identifier: MIT
// Sides of the box without a wall. Beyond them the fluid goes on at rest, in hydrostatic balance: to the pressure solve
// a free surface in the plane of the side, with the pressure of that balance (free_surface.h). What flows in is
// ambient. As much flows out as in, so a particle that leaves is the one that comes in elsewhere: none is lost or made.
#pragma once

#include <vector>

#include "sim/fluid/mac_velocity.h"
#include "sim/fluid/particles.h"
#include "sim/geometry/container.h"

namespace flotsam {

/// For FreeSurface, per cell.
struct AmbientField {
  std::vector<float> phi;     // -1, and 1 in the layer beyond open sides: the surface is half a cell from the centre
  std::vector<float> height;  // cells, of the centre against the pull of gravity; 0 in the middle of the tank
};
/// `down`: unit direction of gravity, or zero.
void findAmbient(const Grid& grid, OpenSides open, const Vec3& down, AmbientField& field);

/// A face through which fluid comes in.
struct Inlet {
  int id, axis;
  bool upper;    // it is on the upper side of the axis
  double until;  // m³/s through it and the inlets before it
};
struct ExchangeScratch {
  std::vector<Inlet> inlets;
  std::vector<uint32_t> leaving;  // indices of particles
};

/// Flow through the open sides, m³/s. `fluid`: fluid fractions of the faces.
struct ThroughFlow {
  double in = 0, out = 0;
};
ThroughFlow throughFlow(const Grid& grid, OpenSides open, const std::array<std::vector<double>, 3>& fluid,
                        const MacVelocity& velocity, std::vector<Inlet>* inlets = nullptr);

/// After advectParticles, whose `scratch` still holds the velocity: particles that were stopped at an open side have
/// left. They come in through the inlets, spread evenly by flow over what has flowed in within dt (s), with the
/// velocity there and no dye. Without an inlet they stay. `step` makes the places differ. Returns how many.
size_t exchangeParticles(const Grid& grid, OpenSides open, const std::array<std::vector<double>, 3>& fluid,
                         const SolidField& solids, const MacVelocity& velocity, double dt, uint64_t step,
                         Particles& particles, const ParticleScratch& scratch, ExchangeScratch& work);

}  // namespace flotsam
