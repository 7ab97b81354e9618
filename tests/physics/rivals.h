// SPDX-License-Identifier: MIT
// The ball in a closed tank on which the couplings are compared, and where one of them begins to diverge.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "sim/world.h"
#include "tank.h"

namespace flotsam::rivals {

inline constexpr double kG = 9.81;
/// Added mass over displaced mass of the ball (the disc) below in its tank (REFERENCE §1).
inline constexpr double kBallC = 0.62282, kDiscC = 1.547508;

/// A ball (2D: a disc) of a quarter of the closed tank's side in its middle, R = 4 h; `side` sets another tank's cells.
inline WorldDesc ballInTank(double s, Coupling coupling, bool flat = false, int side = 16) {
  WorldDesc d;
  d.cells = flat ? Int3(side, side, 1) : Int3(side);
  d.dx = 1.0 / 16;
  d.params.method.coupling = coupling;
  d.params.method.advection = Advection::Apic;
  BodyDesc b;
  b.name = "ball";
  b.shape = Tank::primitive(ShapeKind::Sphere, Vec3(0.25)), b.shapeDesc = b.shape->desc();
  b.position = Vec3(side / 32.0), b.density = 1000 * s;
  if (flat) b.position.z = 0.5 * d.dx;
  d.bodies.push_back(b);
  return d;
}

/// Acceleration of the ball, m/s², step by step, until `steps` or a fault.
inline std::vector<double> accelerations(const WorldDesc& d, int steps, std::string* fault = nullptr) {
  World w(d);
  std::vector<double> a;
  double before = 0;
  for (int i = 0; i < steps && w.status().ok; ++i) {
    w.step();
    const double v = w.bodies()[0].velocity.y;
    a.push_back((v - before) * d.params.rate);
    before = v;
  }
  if (fault) *fault = w.status().fault;
  return a;
}

/// The errors of these couplings alternate from step to step: the acceleration swings about its mean, and what it
/// swings by grows, or dies away to far less than g.
inline bool diverges(WorldDesc d) {
  std::string fault;
  d.params.rate = 1000;  // the ball hardly moves meanwhile
  d.params.method.tolerance = 1e-10;
  const std::vector<double> a = accelerations(d, 60, &fault);
  const auto swing = [&](int i) { return std::abs(a[i] - 2 * a[i - 1] + a[i - 2]); };
  return !fault.empty() || swing(59) > std::max(swing(11), 0.01 * kG);
}

/// The density over the fluid's below which `scene(s)` diverges, to a percent.
template <class Scene>
double threshold(double stable, double unstable, Scene&& scene) {
  while (stable / unstable > 1.01) {
    const double s = std::sqrt(stable * unstable);
    (diverges(scene(s)) ? unstable : stable) = s;
  }
  return std::sqrt(stable * unstable);
}

}  // namespace flotsam::rivals
