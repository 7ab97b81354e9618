// SPDX-License-Identifier: MIT
// Steady flows in 2D that an ideal fluid would keep for ever: what changes is the method's. REFERENCE: vortex in a box
// ([B07] fig. 2), Taylor-Green vortices, solid-body rotation in a round container.
#pragma once

#include "sim/world.h"

namespace flotsam {

/// A particle or grid transfer by name: the FLIP share matters for Advection::Flip only.
struct Transfer {
  const char* name;
  Advection advection;
  double flip = 0;
};
inline constexpr Transfer kTransfers[] = {{"pic", Advection::Flip, 0},
                                          {"semi-lagrangian", Advection::SemiLagrangian},
                                          {"apic", Advection::Apic},
                                          {"flip", Advection::Flip, 1}};

/// The vortex psi = sin(pi X) sin(pi Y) in a box of 1 m, speed 1 m/s, on a grid of `cells` along the box.
struct VortexSetup {
  int cells = 40;
  double tilt = 0;  // degrees between box and grid
  FractionKind fractions = FractionKind::Area;
  Transfer transfer = kTransfers[2];
  int steps = 60;
  double rate = 60;
};
struct VortexResult {
  /// Velocities in the box's own axes on a 24 x 24 lattice of points, 4 % from the walls at least.
  std::vector<Vec3> samples;
  double error = 0;            // rms difference from the exact flow over its rms
  double bumpiness = 0;        // rms velocity across the exact line of flow 1.5 cells from the walls, over rms along it
  double energyLoss = 0;       // share of the kinetic energy at the start
  std::vector<double> energy;  // after every step, over that at the start
};
VortexResult vortexInABox(const VortexSetup& setup);
/// rms difference of two results over the rms of the first.
double difference(const VortexResult& a, const VortexResult& b);

/// Solid-body rotation in a round container of diameter 0.9 m in a tank of 1 m: share of the angular momentum about
/// the centre that is lost after `turns` turns of the fluid, and the same for the energy.
///
/// Advection and projection one after the other lose some of it whatever the transfer: carried on by the angle
/// w dt, the flow w x r has a part cos(w dt) of itself left and a radial part sin(w dt) that the pressure takes out.
/// `splitLoss` is what that makes, 1 - cos(w dt)^n: of first order in dt.
struct SpinResult {
  double momentumLoss = 0, energyLoss = 0, splitLoss = 0;
  std::vector<double> momentum;  // after every step, over that at the start
};
SpinResult solidBodyRotation(int cells, const Transfer& transfer, double turns, double rate = 60);

}  // namespace flotsam
