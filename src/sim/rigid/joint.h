// SPDX-License-Identifier: MIT
// Joints between two bodies, or a body and the tank: what the scene says (JointDesc), where they sit in their bodies
// (Joint), and the equations they are (LinkRow). A joint takes away motions; it has no stiffness and no state of its
// own. How the equations are held is linkage.h, how bodies move under them joint_motion.h.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/rigid/body.h"

namespace flotsam {

/// Axle: a body turns about a line fixed in the tank. Hinge: the same line is shared with another body (or the tank),
/// and it may have stops. Ball: one point is shared. Rope: two points are no farther apart than its length. Weld: the
/// two move as one.
enum class JointKind { Axle, Hinge, Ball, Rope, Weld };

struct JointDesc {
  std::string name;
  JointKind kind = JointKind::Ball;
  std::string body, to;    // names; `to` empty: the tank
  Vec3 anchor{0};          // world at the start, m; rope: on `body`
  Vec3 toAnchor{0};        // world at the start, m; rope only: on `to`
  Vec3 axis{0, 0, 1};      // unit, world at the start; axle and hinge
  double length = 0;       // m, rope; 0: as far as the two points are apart at the start
  double motorSpeed = 0;   // rad/s of `body` about the axis as seen from `to`; axle and hinge
  double motorTorque = 0;  // N m, the most the motor gives; 0: no motor
  bool limited = false;    // hinge: it has stops
  double lo = 0, hi = 0;   // degrees the body may turn about the axis from where it starts, lo <= 0 <= hi
};

/// A joint in a world. Anchors and axes are in the frames of their bodies (the tank's: world).
struct Joint {
  JointDesc desc;
  int a = -1, b = -1;  // bodies; b = -1: the tank
  Vec3 anchorA{0}, anchorB{0}, axisA{0, 0, 1}, axisB{0, 0, 1};
  Quat rest{1, 0, 0, 0};  // orientation of a as seen from b at the start
  double length = 0;      // m, rope

  bool turns() const { return desc.kind == JointKind::Axle || desc.kind == JointKind::Hinge; }
  bool between(int p, int q) const { return (a == p && b == q) || (a == q && b == p); }
};

/// One equation ja V_a + jb V_b = target, or >= target where it is one-sided. a and b are places in a group of linked
/// bodies; -1 = the tank or a body that moves as it will, whose part is in the target.
struct LinkRow {
  int a = -1, b = -1;
  Vec6 ja{}, jb{};
  double target = 0;      // m/s or rad/s
  double compliance = 0;  // velocity per impulse that it gives way; 0: not at all
  double error = 0;       // m or rad: how far the joint is off; one-sided: > 0 is too far
};

/// The joint of bodies at their start.
Joint makeJoint(const JointDesc& desc, std::span<const RigidBody> bodies, int a, int b, bool flat);
/// rad, of a about the axis as seen from b, 0 at the start, -pi..pi.
double jointAngle(const Joint& joint, std::span<const RigidBody> bodies);
/// World positions of both anchors.
Vec3 anchorOn(const Joint& joint, std::span<const RigidBody> bodies, bool second);

/// Appends the joint's equations at the bodies' present poses and velocities, with their errors: those that always
/// hold to `always`, those of ropes and stops to `oneSided` (target 0: as if taut; see error). `placeOf(body)` = place
/// in the group, -1 for bodies that are not free.
void appendRows(const Joint& joint, std::span<const RigidBody> bodies, std::span<const int> placeOf, bool flat,
                std::vector<LinkRow>& always, std::vector<LinkRow>& oneSided);
/// The motor as one more equation, turning at its speed with a torque T = c (speed - turning): c = the torque limit
/// over the difference to begin with, so the limit is reached from afar and the speed is approached without
/// overshoot. Taken implicitly, compliance 1/(dt c). False when there is none.
bool motorRow(const Joint& joint, std::span<const RigidBody> bodies, std::span<const int> placeOf, double dt, bool flat,
              LinkRow& row);

}  // namespace flotsam
