// SPDX-License-Identifier: MIT
#include "verify/flows/body_motions.h"

#include <algorithm>

#include "core/rng.h"
#include "sim/rigid/contact.h"
#include "verify/flows/probes.h"

namespace flotsam {

namespace {

constexpr double kG = 9.81;
constexpr double kSphereInCube = 0.62282;  // added mass over displaced mass, R/L = 1/4, centred (harmonic series)

}  // namespace

FlightResult freeFlight(int steps, double rate) {
  const Grid grid({20, 20, 20}, 100);  // a tank of 2 km: nothing is near
  BodyDesc d = primitiveBody("box", ShapeKind::Box, Vec3(0.1, 0.25, 0.4), Vec3(1000), 700);
  d.orientation = glm::normalize(Quat(0.8, 0.1, -0.3, 0.5));
  d.velocity = Vec3(0.5, -0.25, 2);
  RigidBody body = makeBody(d, 1, /*flat=*/false, grid.dx);
  body.angularVelocity = body.pose.rotate(Vec3(0.05, 4, 0.02));  // about the middle axis: it flips over
  const auto momentum = [&] { return body.inertia() * body.angularVelocity; };
  const auto energy = [&] { return 0.5 * glm::dot(body.angularVelocity, momentum()); };
  const Vec3 l0 = momentum(), x0 = body.pose.position, v0 = body.velocity;
  const double e0 = energy(), dt = 1 / rate;
  FlightResult r;
  r.momentum = glm::length(l0), r.turned = glm::length(body.angularVelocity) * steps * dt;
  ContactSolver solver;
  for (int i = 0; i < steps; ++i) {
    solver.advance({&body, 1}, ContainerDesc{}, grid, i * dt, dt);
    r.momentumError = std::max(r.momentumError, glm::length(momentum() - l0) / r.momentum);
    r.energyError = std::max(r.energyError, std::abs(energy() / e0 - 1));
  }
  r.path = glm::length(v0) * steps * dt;
  r.pathError = glm::length(body.pose.position - x0 - v0 * (steps * dt)) / r.path;
  return r;
}

FallResult freeFall(int cells, int steps, double rate) {
  WorldDesc d;
  d.cells = Int3(cells), d.dx = 1.0 / cells;
  d.params.rate = rate;
  d.params.fluid.density = 1, d.params.fluid.particlesPerCell = 1;
  d.bodies.push_back(primitiveBody("ball", ShapeKind::Sphere, Vec3(0.12), Vec3(0.5, 0.8, 0.5), 1e6));
  World world(d);
  for (int i = 0; i < steps; ++i) world.step();
  const double t = steps / rate, a = -kG * (1e6 - 1) / (1e6 + 0.5);
  const RigidBody& b = world.bodies()[0];
  return {b.velocity.y, a * t, b.pose.position.y - 0.8, 0.5 * a * t * (t - 1 / rate)};
}

ReleaseResult releasedSphere(int cells, double ratio, int steps, Advection advection, double rate) {
  WorldDesc d;
  d.cells = Int3(cells), d.dx = 1.0 / cells;
  d.params.rate = rate;
  d.params.method.advection = advection;
  d.bodies.push_back(primitiveBody("sphere", ShapeKind::Sphere, Vec3(0.25), Vec3(0.5), 1000 * ratio));
  World world(d);
  for (int i = 0; i < steps; ++i) world.step();
  return {world.bodies()[0].velocity.y, (1 - ratio) * kG / (ratio + kSphereInCube) * steps / rate,
          world.bodies()[0].pose.position.y - 0.5};
}

double closedTankMomentum(int cells, int steps, Advection advection) {
  WorldDesc d;
  d.cells = Int3(cells), d.dx = 1.0 / cells;
  d.params.method.advection = advection;
  d.params.method.tolerance = 1e-10;
  // The heavy above, the light below: they pass each other and touch nothing for a quarter of a second. A body that
  // reaches into a wall is cut off there, and with it the share of momentum it would need.
  const double densities[] = {200, 600, 900, 1500, 4000, 9000};
  for (int i = 0; i < 6; ++i) {
    const ShapeKind kinds[] = {ShapeKind::Sphere, ShapeKind::Box, ShapeKind::Torus};
    const Vec3 dims[] = {Vec3(0.09), Vec3(0.14, 0.18, 0.12), Vec3(0.08, 0.035, 0)};
    const Vec3 place(0.22 + 0.28 * (i % 3), i < 3 ? 0.3 : 0.7, i % 2 ? 0.7 : 0.3);
    BodyDesc b = primitiveBody(std::to_string(i).c_str(), kinds[i % 3], dims[i % 3], place, densities[i]);
    for (int a = 0; a < 3; ++a) {
      b.velocity[a] = 0.4 * randomUnit(7, 6 * i + a) - 0.2;
      b.angularVelocity[a] = 6 * randomUnit(7, 6 * i + 3 + a) - 3;
    }
    d.bodies.push_back(b);
  }
  World world(d);
  double worst = 0;
  for (int i = 0; i < steps; ++i) {
    world.step();
    double scale = 0;
    const Vec3 sum = displacedMomentum(world, scale);
    worst = std::max(worst, glm::length(sum) / scale);
  }
  return worst;
}

}  // namespace flotsam
