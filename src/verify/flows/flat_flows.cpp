// SPDX-License-Identifier: MIT
#include "verify/flows/flat_flows.h"

#include <algorithm>

#include "verify/flows/probes.h"

namespace flotsam {

namespace {

WorldDesc flatTank(int cells, double dx, const Transfer& transfer, double rate) {
  WorldDesc d;
  d.cells = {cells, cells, 1}, d.dx = dx;
  d.params.gravity = Vec3(0);
  d.params.rate = rate;
  d.params.method.advection = transfer.advection, d.params.method.flip = transfer.flip;
  d.params.fluid.initialSpeed = 1;
  return d;
}

/// The exact flow at (X, Y) of the unit square, m/s.
Vec3 vortex(double x, double y) {
  return {std::sin(kPi * x) * std::cos(kPi * y), -std::cos(kPi * x) * std::sin(kPi * y), 0};
}

}  // namespace

VortexResult vortexInABox(const VortexSetup& s) {
  const double dx = 1.0 / s.cells;
  // A turned box needs a tank of its diagonal; the aligned one is the tank itself.
  const int tank = s.tilt == 0 ? s.cells : 2 * static_cast<int>(std::ceil(0.75 * s.cells));
  WorldDesc d = flatTank(tank, dx, s.transfer, s.rate);
  d.params.fluid.initial = InitialFlow::Vortex;
  d.params.method.fractions = s.fractions;
  const Vec3 centre(0.5 * tank * dx, 0.5 * tank * dx, 0.5 * dx);
  const Quat turn = glm::angleAxis(glm::radians(s.tilt), Vec3(0, 0, 1));
  if (s.tilt != 0) d.container = {WallKind::TiltedBox, centre, Vec3(1, 1, dx), turn};
  World world(d);
  const double energy = world.report().fluid.kineticEnergy;
  VortexResult result;
  for (int i = 0; i < s.steps; ++i) {
    world.step();
    result.energy.push_back(world.report().fluid.kineticEnergy / energy);
  }

  const auto sample = [&](double x, double y) {
    const Vec3 at = centre + turn * Vec3(x - 0.5, y - 0.5, 0);
    return glm::conjugate(turn) * velocityAt(world.grid(), world.velocity(), at);
  };
  result.energyLoss = 1 - world.report().fluid.kineticEnergy / energy;
  constexpr int kPoints = 24;
  double wrong = 0, whole = 0;
  for (int j = 0; j < kPoints; ++j)
    for (int i = 0; i < kPoints; ++i) {
      const double x = 0.04 + 0.92 * i / (kPoints - 1), y = 0.04 + 0.92 * j / (kPoints - 1);
      const Vec3 u = sample(x, y), exact = vortex(x, y);
      result.samples.push_back(u);
      wrong += glm::dot(u - exact, u - exact), whole += glm::dot(exact, exact);
    }
  result.error = std::sqrt(wrong / whole);

  // The line of flow that comes within 1.5 cells of the walls at their middles, walked in polar angle.
  const double level = std::sin(kPi * 1.5 * dx);
  constexpr int kAngles = 720;
  double across = 0, along = 0;
  for (int q = 0; q < kAngles; ++q) {
    const double angle = 2 * kPi * (q + 0.5) / kAngles, cx = std::cos(angle), cy = std::sin(angle);
    double lo = 0, hi = 0.5 / std::max(std::abs(cx), std::abs(cy));
    for (int i = 0; i < 60; ++i) {
      const double r = 0.5 * (lo + hi);
      (std::sin(kPi * (0.5 + r * cx)) * std::sin(kPi * (0.5 + r * cy)) > level ? lo : hi) = r;
    }
    const double x = 0.5 + lo * cx, y = 0.5 + lo * cy;
    const Vec3 exact = vortex(x, y), u = sample(x, y);
    const Vec3 tangent = exact / glm::length(exact), normal(-tangent.y, tangent.x, 0);
    across += std::pow(glm::dot(u, normal), 2), along += std::pow(glm::dot(u, tangent), 2);
  }
  result.bumpiness = std::sqrt(across / along);
  return result;
}

double difference(const VortexResult& a, const VortexResult& b) {
  double wrong = 0, whole = 0;
  for (size_t i = 0; i < a.samples.size(); ++i) {
    const Vec3 d = a.samples[i] - b.samples[i];
    wrong += glm::dot(d, d), whole += glm::dot(a.samples[i], a.samples[i]);
  }
  return std::sqrt(wrong / whole);
}

SpinResult solidBodyRotation(int cells, const Transfer& transfer, double turns, double rate) {
  const double dx = 1.0 / cells, radius = 0.45;
  WorldDesc d = flatTank(cells, dx, transfer, rate);
  d.params.fluid.initial = InitialFlow::Spin;
  const Vec3 centre(0.5, 0.5, 0.5 * dx);
  d.container = {WallKind::Sphere, centre, Vec3(radius), {1, 0, 0, 0}};
  World world(d);
  const double momentum = angularMomentum(world, centre).z, energy = world.report().fluid.kineticEnergy;
  const double seconds = turns * 2 * kPi * radius;  // speed 1 m/s at the wall
  const int steps = static_cast<int>(std::ceil(seconds * rate));
  SpinResult result;
  for (int i = 0; i < steps; ++i) {
    world.step();
    result.momentum.push_back(angularMomentum(world, centre).z / momentum);
  }
  result.momentumLoss = 1 - result.momentum.back();
  result.energyLoss = 1 - world.report().fluid.kineticEnergy / energy;
  result.splitLoss = 1 - std::pow(std::cos(1 / (radius * rate)), steps);
  return result;
}

}  // namespace flotsam
