// SPDX-License-Identifier: MIT
// [[joint]]: what it is, which bodies, where, and what goes with its type only.
#include "io/scene_parts.h"

namespace flotsam {

namespace {

void readMotor(TableReader& joint, JointDesc& j) {
  auto motor = joint.table("motor");
  if (!motor) return;
  if (!motor->number("speed", j.motorSpeed) && !motor->has("speed")) motor->missing("speed", "rad/s");
  if (!motor->number("torque", j.motorTorque) && !motor->has("torque"))
    motor->missing("torque", "the most it gives, in N m");
  motor->finish();
}

}  // namespace

void readJoints(TableReader& top, WorldDesc& desc) {
  const bool flat = desc.cells.z == 1;
  for (TableReader& table : top.tables("joint", /*named=*/true)) {
    JointDesc j;
    table.text("name", j.name);
    if (!table.word("type", j.kind, kJointWords) && !table.has("type"))
      table.missing("type", "axle, hinge, ball, rope or weld");
    if (!table.text("body", j.body) && !table.has("body")) table.missing("body", "the name of a body");
    table.text("to", j.to);
    if (!table.vector("anchor", j.anchor, Flat::Middle) && !table.has("anchor"))
      table.missing("anchor", "[x, y, z] in m, where the joint is at the start");
    const bool rope = j.kind == JointKind::Rope, turns = j.kind == JointKind::Axle || j.kind == JointKind::Hinge;
    const auto only = [&](const char* key, bool fits, const char* where) {
      if (table.has(key) && !fits && !table.troubled("type")) table.problem(key, std::string("goes with ") + where);
    };
    if (!table.vector("toAnchor", j.toAnchor, Flat::Middle) && !table.has("toAnchor") && rope)
      table.missing("toAnchor", "[x, y, z] in m, the rope's other end at the start");
    table.number("length", j.length);
    readDirection(table, "axis", j.axis);
    readMotor(table, j);
    std::vector<double> range;
    if (table.components("range", range, 2, 2)) j.limited = true, j.lo = range[0], j.hi = range[1];
    only("toAnchor", rope, "type = \"rope\"");
    only("length", rope, "type = \"rope\"");
    only("axis", turns, "type = \"axle\" or \"hinge\"");
    only("motor", turns, "type = \"axle\" or \"hinge\"");
    only("range", j.kind == JointKind::Hinge, "type = \"hinge\"");
    only("to", j.kind != JointKind::Axle, "the other types: an axle is fixed in the tank; a hinge joins two bodies");
    if (flat && table.has("axis") && !table.troubled("axis") && (j.axis.x != 0 || j.axis.y != 0))
      table.problem("axis", "must be [0, 0, 1] or [0, 0, -1] in a 2D scene");
    table.finish();
    desc.joints.push_back(j);
  }
}

}  // namespace flotsam
