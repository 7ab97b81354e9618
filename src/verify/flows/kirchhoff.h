// SPDX-License-Identifier: MIT
// A free ellipsoid in unbounded ideal fluid at rest, where fluid and body together are a rigid body with the added
// masses of Lamb's Hydrodynamics (art. 114, 115): Kirchhoff's equations, and the coupled simulation against them.
#pragma once

#include "sim/world.h"

namespace flotsam {

/// Added mass along, and added inertia about, the axes of an ellipsoid with semi-axes `a` (m) in a fluid of density
/// rho.
struct AddedMass {
  Vec3 linear{0}, angular{0};  // kg, kg m²
};
AddedMass ellipsoidAddedMass(const Vec3& a, double rho);

/// Kirchhoff's equations in body axes, P = (m + A) V, L = (I + B) W: P' = P x W, L' = L x W + P x V.
struct Kirchhoff {
  Vec3 mass{1}, inertia{1};  // with the added ones; principal axes
  struct State {
    Vec3 position{0};
    Quat orientation{1, 0, 0, 0};
    Vec3 momentum{0}, angular{0};  // body axes
  };
  Vec3 velocity(const State& s) const { return s.orientation * (s.momentum / mass); }   // world axes
  Vec3 turning(const State& s) const { return s.orientation * (s.angular / inertia); }  // world axes
  double energy(const State& s) const;
  /// Classical Runge-Kutta, fourth order.
  State advanced(const State& s, double dt) const;

 private:
  State rate(const State& s) const;
};

struct KirchhoffSetup {
  Vec3 axes{0.16, 0.11, 0.08};  // m, in a closed tank of 1 m
  double densityRatio = 1;
  Vec3 velocity{0.1, 0.05, 0.03};  // m/s at the start, body axes = world axes
  Vec3 spin{0.6, 0.4, 3};          // rad/s
  int cells = 32;
  double rate = 60;
  Advection advection = Advection::SemiLagrangian;
  double flip = 1;
  int particlesPerCell = 8;
};
struct KirchhoffResult {
  double seconds = 0;        // one turn at the speed of the start
  double turned = 0;         // rad
  double angleError = 0;     // rad, largest angle between simulated and exact orientation
  double path = 0;           // m
  double positionError = 0;  // m, largest
  double energyEnd = 0;      // of the body's state in the exact energy, over that at the start
  double startError = 0;     // velocity and spin after the first step against those asked for, relative
  struct Point {
    double time;
    Vec3 spin, exactSpin;  // rad/s, world axes
  };
  std::vector<Point> trace;
};
KirchhoffResult kirchhoffMotion(const KirchhoffSetup& setup);

}  // namespace flotsam
