// SPDX-License-Identifier: MIT
// The equations of the joints, each the exact time derivative of the error it comes with (but the weld's turning,
// which is so where the error vanishes).
#include "sim/rigid/joint.h"

#include <algorithm>

#include "sim/rigid/rotation.h"

namespace flotsam {

namespace {

struct Frame {  // of one side
  Vec3 anchor, arm, axis;
  Quat orientation;
};

Frame frameOf(const Joint& j, std::span<const RigidBody> bodies, bool second) {
  const int i = second ? j.b : j.a;
  const Vec3 &anchor = second ? j.anchorB : j.anchorA, &axis = second ? j.axisB : j.axisA;
  if (i < 0) return {anchor, Vec3(0), axis, Quat(1, 0, 0, 0)};
  const Pose& pose = bodies[i].pose;
  const Vec3 arm = pose.rotate(anchor);
  return {pose.position + arm, arm, pose.rotate(axis), pose.orientation};
}

/// Fills in who the row is about; what a body that is not free moves goes to the other side of the equation.
LinkRow rowOf(const Joint& j, std::span<const RigidBody> bodies, std::span<const int> placeOf, const Vec6& ja,
              const Vec6& jb, double error, bool flat) {
  LinkRow row;
  row.error = error;
  const auto side = [&](int body, Vec6 jacobian, int& place, Vec6& out) {
    if (body < 0) return;
    if (flat) jacobian[2] = jacobian[3] = jacobian[4] = 0;
    place = placeOf[body];
    if (place >= 0)
      out = jacobian;
    else
      row.target -= dot(jacobian, vec6(bodies[body].velocity, bodies[body].angularVelocity));
  };
  side(j.a, ja, row.a, row.ja);
  side(j.b, jb, row.b, row.jb);
  return row;
}

Vec6 negative(Vec6 v) {
  for (double& x : v) x = -x;
  return v;
}

/// Two unit vectors across a unit vector.
void across(const Vec3& u, Vec3& s, Vec3& t) {
  const Vec3 other = std::abs(u.x) < 0.6 ? Vec3(1, 0, 0) : Vec3(0, 1, 0);
  s = glm::normalize(glm::cross(u, other));
  t = glm::cross(u, s);
}

}  // namespace

Joint makeJoint(const JointDesc& desc, std::span<const RigidBody> bodies, int a, int b, bool flat) {
  Joint j;
  j.desc = desc;
  j.a = a, j.b = b;
  Vec3 onA = desc.anchor, onB = desc.kind == JointKind::Rope ? desc.toAnchor : desc.anchor;
  Vec3 axis = desc.axis;
  if (flat) onA.z = onB.z = bodies[a].pose.position.z, axis = Vec3(0, 0, axis.z < 0 ? -1 : 1);
  j.anchorA = bodies[a].pose.toBody(onA);
  j.axisA = bodies[a].pose.unrotate(axis);
  j.anchorB = b >= 0 ? bodies[b].pose.toBody(onB) : onB;
  j.axisB = b >= 0 ? bodies[b].pose.unrotate(axis) : axis;
  const Quat other = b >= 0 ? bodies[b].pose.orientation : Quat(1, 0, 0, 0);
  j.rest = glm::normalize(glm::conjugate(other) * bodies[a].pose.orientation);
  j.length = desc.length > 0 ? desc.length : glm::length(onA - onB);
  return j;
}

double jointAngle(const Joint& j, std::span<const RigidBody> bodies) {
  const Quat other = j.b >= 0 ? bodies[j.b].pose.orientation : Quat(1, 0, 0, 0);
  const Quat turn = bodies[j.a].pose.orientation * glm::conjugate(other * j.rest);  // world
  const Vec3 axis = j.b >= 0 ? bodies[j.b].pose.rotate(j.axisB) : j.axisB;
  const double angle = 2 * std::atan2(glm::dot(Vec3(turn.x, turn.y, turn.z), axis), turn.w);
  return angle > kPi ? angle - 2 * kPi : angle < -kPi ? angle + 2 * kPi : angle;
}

Vec3 anchorOn(const Joint& j, std::span<const RigidBody> bodies, bool second) {
  return frameOf(j, bodies, second).anchor;
}

void appendRows(const Joint& j, std::span<const RigidBody> bodies, std::span<const int> placeOf, bool flat,
                std::vector<LinkRow>& always, std::vector<LinkRow>& oneSided) {
  const Frame a = frameOf(j, bodies, false), b = frameOf(j, bodies, true);
  const auto along = [&](const Vec3& n, double sign) {  // sign (n . (velocity of anchor a - that of anchor b))
    Vec6 ja = vec6(sign * n, sign * glm::cross(a.arm, n)), jb = vec6(-sign * n, -sign * glm::cross(b.arm, n));
    return std::pair(ja, jb);
  };
  const auto turning = [&](const Vec3& n, double error, std::vector<LinkRow>& out) {
    const Vec6 ja = vec6(Vec3(0), n);
    out.push_back(rowOf(j, bodies, placeOf, ja, negative(ja), error, flat));
  };
  const Vec3 apart = a.anchor - b.anchor;
  if (j.desc.kind == JointKind::Rope) {
    const double distance = glm::length(apart);
    if (!(distance > 1e-9)) return;
    const auto [ja, jb] = along(apart / distance, -1);
    oneSided.push_back(rowOf(j, bodies, placeOf, ja, jb, distance - j.length, flat));
    return;
  }
  for (int i = 0; i < (flat ? 2 : 3); ++i) {
    Vec3 n(0);
    n[i] = 1;
    const auto [ja, jb] = along(n, 1);
    always.push_back(rowOf(j, bodies, placeOf, ja, jb, apart[i], flat));
  }
  if (j.desc.kind == JointKind::Weld) {
    const Vec3 off = rotationVector(glm::normalize(a.orientation * glm::conjugate(b.orientation * j.rest)));
    for (int i = flat ? 2 : 0; i < 3; ++i) {
      Vec3 n(0);
      n[i] = 1;
      turning(n, off[i], always);
    }
  }
  if (!j.turns()) return;
  if (!flat) {
    Vec3 s, t;
    across(b.axis, s, t);
    turning(glm::cross(a.axis, s), glm::dot(s, a.axis), always);
    turning(glm::cross(a.axis, t), glm::dot(t, a.axis), always);
  }
  if (!j.desc.limited) return;
  const double angle = jointAngle(j, bodies);
  turning(-b.axis, angle - glm::radians(j.desc.hi), oneSided);
  turning(b.axis, glm::radians(j.desc.lo) - angle, oneSided);
}

bool motorRow(const Joint& j, std::span<const RigidBody> bodies, std::span<const int> placeOf, double dt, bool flat,
              LinkRow& row) {
  if (!(j.desc.motorTorque > 0) || !j.turns()) return false;
  constexpr double kDroop = 0.01;  // of the speed, where the torque is at its limit
  const Vec3 axis = frameOf(j, bodies, true).axis;
  const Vec6 ja = vec6(Vec3(0), axis);
  row = rowOf(j, bodies, placeOf, ja, negative(ja), 0, flat);
  const Vec3 other = j.b >= 0 ? bodies[j.b].angularVelocity : Vec3(0);
  const double off = std::abs(j.desc.motorSpeed - glm::dot(axis, bodies[j.a].angularVelocity - other));
  const double c = j.desc.motorTorque / std::max({off, kDroop * std::abs(j.desc.motorSpeed), 1e-3});
  row.target += j.desc.motorSpeed;
  row.compliance = 1 / (dt * c);
  return true;
}

}  // namespace flotsam
