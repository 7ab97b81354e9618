// SPDX-License-Identifier: MIT
// The bounds of joints: whom they join, and where.
#include <algorithm>
#include <set>

#include "io/scene_check.h"

namespace flotsam {

namespace {

constexpr size_t kMaxJoints = 1000;

const BodyDesc* bodyOf(const WorldDesc& desc, const std::string& name) {
  const auto at = std::find_if(desc.bodies.begin(), desc.bodies.end(), [&](const auto& b) { return b.name == name; });
  return at == desc.bodies.end() ? nullptr : &*at;
}

void checkAnchor(const WorldDesc& desc, const std::string& key, const Vec3& at, Checker& check) {
  if (!check.within(key, at, -1e6, 1e6, "m")) return;
  const Vec3 extent = desc.dx * Vec3(desc.cells);
  const double slack = 1e-9 * desc.dx;
  for (int a = 0; a < (desc.cells.z == 1 ? 2 : 3); ++a)
    if (at[a] < -slack || at[a] > extent[a] + slack)
      return check.fail(key, "[" + formatNumber(at.x) + ", " + formatNumber(at.y) + ", " + formatNumber(at.z) +
                                 "] is outside the tank of " + shortNumber(extent.x) + " x " + shortNumber(extent.y) +
                                 " x " + shortNumber(extent.z) + " m");
}

void checkJoint(const WorldDesc& desc, const JointDesc& j, const std::string& key, Checker& check) {
  std::vector<std::string> names;
  for (const auto& b : desc.bodies) names.push_back(b.name);
  const auto known = [&](const std::string& name, const std::string& where) {
    if (bodyOf(desc, name)) return true;
    const std::string near = closestWord(name, names);
    check.fail(where, "there is no body '" + name + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
    return false;
  };
  const bool body = known(j.body, key + ".body"), to = j.to.empty() || known(j.to, key + ".to");
  if (body && j.to == j.body) {
    check.fail(key + ".to", "a body cannot be joined to itself");
  } else if (body && to) {
    const BodyDesc &a = *bodyOf(desc, j.body), *b = j.to.empty() ? nullptr : bodyOf(desc, j.to);
    if (a.motion != Motion::Free && !b)
      check.fail(key + ".body", "'" + j.body + "' is not free, so there is nothing to join to the tank");
    else if (a.motion != Motion::Free && b->motion != Motion::Free)
      check.fail(key + ".body",
                 "neither '" + j.body + "' nor '" + j.to + "' is free: a joint needs a body it can move");
  }
  checkAnchor(desc, key + ".anchor", j.anchor, check);
  if (j.kind == JointKind::Rope) {
    checkAnchor(desc, key + ".toAnchor", j.toAnchor, check);
    check.within(key + ".length", j.length, 0, 1e4, "m");
    const double apart = glm::length(j.anchor - j.toAnchor);
    if (j.length > 0 && j.length < apart * (1 - 1e-9))
      check.fail(key + ".length",
                 formatNumber(j.length) + " m is less than the " + shortNumber(apart) + " m between its ends");
    if (j.length == 0 && apart == 0) check.fail(key + ".length", "needs a length: its ends are in one place");
  }
  if (std::abs(glm::length(j.axis) - 1) > 1e-6)
    check.fail(key + ".axis", "must be a direction");
  else if (desc.cells.z == 1 && (j.axis.x != 0 || j.axis.y != 0))
    check.fail(key + ".axis", "must be [0, 0, 1] or [0, 0, -1] in a 2D scene");
  check.within(key + ".motor.speed", j.motorSpeed, -1e4, 1e4, "rad/s");
  check.within(key + ".motor.torque", j.motorTorque, 0, 1e12, "N m");
  if (!j.limited) return;
  check.within(key + ".range", j.lo, -180, 0, "degrees") && check.within(key + ".range", j.hi, 0, 180, "degrees");
}

}  // namespace

void checkJoints(const WorldDesc& desc, Checker& check) {
  if (desc.joints.size() > kMaxJoints)
    check.fail("joint", std::to_string(desc.joints.size()) + " joints; at most " + std::to_string(kMaxJoints));
  std::set<std::string> names;
  for (size_t i = 0; i < desc.joints.size(); ++i) {
    const JointDesc& j = desc.joints[i];
    const std::string key = j.name.empty() ? "joint[" + std::to_string(i + 1) + "]" : "joint." + j.name;
    if (!j.name.empty() && !names.insert(j.name).second)
      check.fail(key + ".name", "another joint is already called '" + j.name + "'");
    if (!j.name.empty()) checkName(j.name, key + ".name", check);
    checkJoint(desc, j, key, check);
  }
}

}  // namespace flotsam
