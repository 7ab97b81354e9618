// SPDX-License-Identifier: MIT
// Backward Euler of the spring: over the step the force is F = k (target - x - dt v1) + c (v_target - v1) with the
// velocity v1 = Jd V1 of the grabbed point at the end of the step, Jd = [I, -skew(r)]. Taking the terms in V1 to the
// left of M V1 = M V + dt Jd' F gives the matrix and the impulse of hand.h.
#include "sim/rigid/hand.h"

#include <algorithm>

namespace flotsam {

HandSpring handSpring(const HandParams& params, const HandInput& hand, const RigidBody& body,
                      const Vec3& targetVelocity, double dt, bool flat) {
  HandSpring spring;
  spring.arm = body.pose.rotate(hand.anchor);
  spring.grabbed = body.pose.position + spring.arm;
  spring.stretch = hand.target - spring.grabbed;
  spring.targetVelocity = targetVelocity;
  if (flat) spring.arm.z = spring.stretch.z = spring.targetVelocity.z = 0;
  if (!hand.active || !body.free()) return spring;

  const double mass = body.mass() + body.addedMass, rate = 2 * kPi * params.frequency;
  spring.k = mass * rate * rate;
  spring.c = 2 * params.damping * mass * rate;
  const double limit = params.forceLimit * 9.81 * mass, force = glm::length(handForce(spring, body, dt));
  if (force > limit) spring.k *= limit / force, spring.c *= limit / force;

  const double a = dt * spring.c + dt * dt * spring.k;
  const Mat3 cross = skew(spring.arm);
  double jd[3][6] = {};
  for (int i = 0; i < 3; ++i) {
    jd[i][i] = 1;
    for (int j = 0; j < 3; ++j) jd[i][3 + j] = -cross[j][i];
  }
  if (flat)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 6; ++j)
        if (i == 2 || (j >= 2 && j <= 4)) jd[i][j] = 0;
  const Vec3 impulse = dt * (spring.k * spring.stretch + spring.c * spring.targetVelocity);
  for (int r = 0; r < 6; ++r)
    for (int i = 0; i < 3; ++i) {
      spring.impulse[r] += jd[i][r] * impulse[i];
      for (int c = 0; c < 6; ++c) spring.stiffness(r, c) += a * jd[i][r] * jd[i][c];
    }
  return spring;
}

Vec3 handForce(const HandSpring& spring, const RigidBody& body, double dt) {
  const Vec3 v = body.velocity + glm::cross(body.angularVelocity, spring.arm);
  return spring.k * (spring.stretch - dt * v) + spring.c * (spring.targetVelocity - v);
}

}  // namespace flotsam
