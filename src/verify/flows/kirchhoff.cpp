// SPDX-License-Identifier: MIT
#include "verify/flows/kirchhoff.h"

#include <algorithm>

#include "sim/rigid/rotation.h"
#include "verify/flows/probes.h"

namespace flotsam {

namespace {

/// alpha_i = a b c Int_0^inf dl / ((a_i² + l) sqrt((a² + l)(b² + l)(c² + l))); l = s (1/u² - 1) makes it smooth on
/// [0, 1], Simpson's rule does the rest. The three sum to 2.
Vec3 lambIntegrals(const Vec3& a) {
  const Vec3 square = a * a;
  const double s = std::min({square.x, square.y, square.z});
  const auto integrand = [&](double u) {                // times u^3 / u^3: finite at u = 0
    const Vec3 q = square * (u * u) + s * (1 - u * u);  // (a_i² + l) u²
    return (2 * s * u * u / std::sqrt(q.x * q.y * q.z)) / q;
  };
  constexpr int kPieces = 20000;
  Vec3 sum = integrand(0) + integrand(1);
  for (int i = 1; i < kPieces; ++i) sum += (i % 2 ? 4.0 : 2.0) * integrand(double(i) / kPieces);
  return a.x * a.y * a.z / (3.0 * kPieces) * sum;
}

}  // namespace

AddedMass ellipsoidAddedMass(const Vec3& a, double rho) {
  const double displaced = 4 * kPi / 3 * rho * a.x * a.y * a.z;
  const Vec3 alpha = lambIntegrals(a);
  AddedMass m;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    m.linear[i] = displaced * alpha[i] / (2 - alpha[i]);
    const double b2 = a[j] * a[j], c2 = a[k] * a[k], d = b2 - c2;
    if (std::abs(d) < 1e-9 * (b2 + c2)) continue;  // round about this axis: nothing is dragged along
    m.angular[i] = displaced / 5 * d * d * (alpha[k] - alpha[j]) / (2 * d + (b2 + c2) * (alpha[j] - alpha[k]));
  }
  return m;
}

double Kirchhoff::energy(const State& s) const {
  return 0.5 * (glm::dot(s.momentum, s.momentum / mass) + glm::dot(s.angular, s.angular / inertia));
}

Kirchhoff::State Kirchhoff::rate(const State& s) const {
  const Vec3 v = s.momentum / mass, w = s.angular / inertia;
  return {s.orientation * v, 0.5 * (s.orientation * Quat(0, w.x, w.y, w.z)), glm::cross(s.momentum, w),
          glm::cross(s.angular, w) + glm::cross(s.momentum, v)};
}

Kirchhoff::State Kirchhoff::advanced(const State& s, double dt) const {
  const auto moved = [&](const State& k, double h) {
    return State{s.position + h * k.position, s.orientation + h * k.orientation, s.momentum + h * k.momentum,
                 s.angular + h * k.angular};
  };
  const State k1 = rate(s), k2 = rate(moved(k1, dt / 2)), k3 = rate(moved(k2, dt / 2)), k4 = rate(moved(k3, dt));
  State end = s;
  for (const auto& [k, weight] : {std::pair{k1, 1.0}, {k2, 2.0}, {k3, 2.0}, {k4, 1.0}}) {
    const double h = weight * dt / 6;
    end = {end.position + h * k.position, end.orientation + h * k.orientation, end.momentum + h * k.momentum,
           end.angular + h * k.angular};
  }
  end.orientation = glm::normalize(end.orientation);
  return end;
}

KirchhoffResult kirchhoffMotion(const KirchhoffSetup& s) {
  WorldDesc d;
  d.cells = Int3(s.cells), d.dx = 1.0 / s.cells;
  d.params.gravity = Vec3(0);
  d.params.rate = s.rate;
  d.params.method.advection = s.advection, d.params.method.flip = s.flip;
  d.params.fluid.particlesPerCell = s.particlesPerCell;
  const double rho = d.params.fluid.density;
  BodyDesc b = primitiveBody("ellipsoid", ShapeKind::Ellipsoid, s.axes, Vec3(0.5), rho * s.densityRatio);

  const double mass = rho * s.densityRatio * 4 * kPi / 3 * s.axes.x * s.axes.y * s.axes.z;
  const Vec3 square = s.axes * s.axes;
  const Vec3 inertia = mass / 5 * Vec3(square.y + square.z, square.z + square.x, square.x + square.y);
  const AddedMass added = ellipsoidAddedMass(s.axes, rho);
  const Kirchhoff ode{Vec3(mass) + added.linear, inertia + added.angular};
  Kirchhoff::State exact;
  exact.position = b.position;
  exact.momentum = ode.mass * s.velocity, exact.angular = ode.inertia * s.spin;
  // A sudden start: the body comes with all the momentum, the first solve shares it with the fluid.
  b.velocity = exact.momentum / mass, b.angularVelocity = exact.angular / inertia;

  // The body is coupled before it moves for the first time: let a step of next to no length do that.
  d.params.rate = 1e4;
  d.bodies.push_back(b);
  World world(d);
  world.step();
  KirchhoffResult r;
  const Vec3 v = world.bodies()[0].velocity, w = world.bodies()[0].angularVelocity;
  r.startError =
      std::max(glm::length(v - s.velocity) / glm::length(s.velocity), glm::length(w - s.spin) / glm::length(s.spin));
  InputFrame slow;
  slow.edits.resize(1);
  slow.edits[0].key = "time.rate", slow.edits[0].value = s.rate;

  r.seconds = 2 * kPi / glm::length(s.spin);
  const int steps = static_cast<int>(std::ceil(r.seconds * s.rate));
  constexpr int kFine = 20;
  exact = ode.advanced(exact, 1e-4);
  const double e0 = ode.energy(exact);
  for (int i = 0; i < steps; ++i) {
    world.step(i == 0 ? slow : InputFrame{});
    for (int q = 0; q < kFine; ++q) exact = ode.advanced(exact, 1 / (s.rate * kFine));
    const RigidBody& body = world.bodies()[0];
    r.angleError =
        std::max(r.angleError, glm::length(rotationVector(body.pose.orientation * glm::conjugate(exact.orientation))));
    r.positionError = std::max(r.positionError, glm::length(body.pose.position - exact.position));
    r.trace.push_back({(i + 1) / s.rate, body.angularVelocity, ode.turning(exact)});
    r.turned += glm::length(ode.turning(exact)) / s.rate;
    r.path += glm::length(ode.velocity(exact)) / s.rate;
  }
  const RigidBody& body = world.bodies()[0];
  Kirchhoff::State end = exact;
  end.momentum = ode.mass * body.pose.unrotate(body.velocity);
  end.angular = ode.inertia * body.pose.unrotate(body.angularVelocity);
  r.energyEnd = ode.energy(end) / e0;
  return r;
}

}  // namespace flotsam
