// SPDX-License-Identifier: MIT
// The hand: an implicit spring between a point of a body and the mouse. It enters the coupled solve as
//   M <- M + (dt c + dt² k) Jd' Jd,   M V <- M V + dt Jd' (k (target - x) + c v_target),
// so the hand feels the added mass and no density, dt or mouse speed can blow it up.
#pragma once

#include "sim/rigid/body.h"

namespace flotsam {

struct HandParams {
  double frequency = 5;    // Hz: stiffness k = m_eff (2 pi f)², m_eff = mass + added mass
  double damping = 1;      // ratio to critical
  double forceLimit = 30;  // in weights of m_eff (9.81 m/s² each)
};

struct HandInput {
  bool active = false;
  std::string body;  // name
  Vec3 anchor{0};    // grabbed point, body frame, m
  Vec3 target{0};    // where the mouse wants it, world, m
};

/// The spring linearised about the present state.
struct HandSpring {
  Mat6 stiffness;       // (dt c + dt² k) Jd' Jd, to be added to the mass matrix (twist about the centre of mass)
  Vec6 impulse{};       // dt Jd' (k stretch + c v_target): to be added to M V, N s
  double k = 0, c = 0;  // N/m, N s/m after the force limit
  Vec3 grabbed{0}, stretch{0}, targetVelocity{0};
  Vec3 arm{0};  // grabbed - centre of mass when linearised (flat: in the plane)
};

/// `targetVelocity` m/s. The force limit scales k and c down together by limit/|force at the start of the step|, that
/// force taken with the stretch one step of the present velocity on. The pull over the step then stays within the limit
/// exactly when nothing else pushes the body (the implicit step can only shrink that force).
HandSpring handSpring(const HandParams& params, const HandInput& hand, const RigidBody& body,
                      const Vec3& targetVelocity, double dt, bool flat);
/// Force of the spring on the body over the step, from the velocity at its end, N.
Vec3 handForce(const HandSpring& spring, const RigidBody& body, double dt);

}  // namespace flotsam
