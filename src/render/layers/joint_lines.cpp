// SPDX-License-Identifier: MIT
#include "render/layers/joint_lines.h"

#include <algorithm>
#include <cmath>

namespace flotsam::layer {

namespace {

/// From the surface of the body's ball towards the joint, when that lies outside it.
void addArm(const Frame& f, const BodyView& body, const Vec3& at, const Vec4f& colour, Lines& lines) {
  const Vec3 arm = at - body.pose.position;
  const double length = glm::length(arm);
  if (!(length > 1.02 * body.boundingRadius)) return;
  const Vec3 from = body.pose.position + (body.boundingRadius / length) * arm;
  lines.add(f.units(from), f.units(at), colour, 2.2f * f.ui, /*round=*/true);
}

void addMark(const Vec3f& at, const Vec4f& ink, const Vec4f& paper, float size, Lines& lines) {
  lines.add(at, at, ink, size, true);
  lines.add(at, at, paper, 0.55f * size, true);
}

}  // namespace

void addJointLines(const Frame& f, Lines& lines) {
  const int count = static_cast<int>(f.view.bodies.size());
  const Vec3f ground = f.look.dark ? Vec3f(0.06f) : Vec3f(1),
              dark = f.look.dark ? Vec3f(0.92f) : Vec3f(0.13f, 0.16f, 0.2f);
  const Vec4f ink(dark, 0.85f), halo(ground, 0.55f), paper(ground, 1);
  for (const JointView& j : f.view.joints) {
    if (j.body < 0 || j.body >= count || !finite(j.at) || !finite(j.toAt)) continue;
    const BodyView& body = f.view.bodies[static_cast<size_t>(j.body)];
    const Vec3f at = f.units(j.at), to = f.units(j.toAt);
    if (j.kind == JointViewKind::Rope) {
      lines.add(at, to, halo, 4 * f.ui, true);
      lines.add(at, to, ink, 1.8f * f.ui, true);
      addMark(at, ink, ink, 5 * f.ui, lines);
      addMark(to, ink, paper, 8 * f.ui, lines);
      continue;
    }
    addArm(f, body, j.at, ink, lines);
    if (j.to >= 0 && j.to < count) addArm(f, f.view.bodies[static_cast<size_t>(j.to)], j.at, ink, lines);
    if ((j.kind == JointViewKind::Axle || j.kind == JointViewKind::Hinge) && !f.flat) {
      const double reach = (j.kind == JointViewKind::Axle ? 0.75 : 0.45) * body.boundingRadius;
      const Vec3f from = f.units(j.at - reach * j.axis), end = f.units(j.at + reach * j.axis);
      lines.add(from, end, halo, 5 * f.ui, true);
      lines.add(from, end, j.motor ? Vec4f(f.look.accent, 1) : ink, 2.4f * f.ui, true);
      addMark(from, ink, paper, 7 * f.ui, lines);
      addMark(end, ink, paper, 7 * f.ui, lines);
      continue;
    }
    addMark(at, ink, j.kind == JointViewKind::Weld ? ink : paper, (j.kind == JointViewKind::Weld ? 6 : 9) * f.ui,
            lines);
  }
}

}  // namespace flotsam::layer
