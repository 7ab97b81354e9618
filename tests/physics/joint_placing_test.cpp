// SPDX-License-Identifier: MIT
// A body that a joint holds, put elsewhere: it comes back to its joint the short way, from wherever it was put.
#include <gtest/gtest.h>

#include "core/rng.h"
#include "sim/rigid/linkage.h"
#include "sim/world.h"
#include "tank.h"

namespace flotsam {
namespace {

BodyDesc ball(const char* name, double radius, Vec3 position) {
  BodyDesc b;
  b.name = name, b.shape = Tank::primitive(ShapeKind::Sphere, Vec3(radius)), b.shapeDesc = b.shape->desc();
  b.density = 4000, b.position = position;
  return b;
}

JointDesc joint(JointKind kind, const char* body, const char* to, Vec3 anchor) {
  JointDesc j;
  j.kind = kind, j.body = body, j.to = to, j.anchor = anchor;
  return j;
}

InputFrame placing(const char* name, Vec3 position) {
  InputFrame in;
  Edit& e = in.edits.emplace_back();
  e.kind = Edit::PlaceBody, e.key = name, e.body.position = position;
  return in;
}

TEST(JointPlacing, ABallOnARodComesBackTheShortWay) {
  const Vec3 anchor(0.8, 0.8, 0.8);
  const double rod = 0.35;
  WorldDesc d;
  d.cells = Int3(16), d.dx = 0.1;
  d.bodies.push_back(ball("bob", 0.1, anchor - Vec3(0, rod, 0)));
  d.joints.push_back(joint(JointKind::Ball, "bob", "", anchor));
  World w(d);
  w.step();
  Random random(7);
  for (int i = 0; i < 40; ++i) {
    Vec3 at;
    do at = Vec3(random.in(0.1, 1.5), random.in(0.1, 1.5), random.in(0.1, 1.5));
    while (glm::distance(at, anchor) < 0.05);
    w.step(placing("bob", at));
    ASSERT_TRUE(w.status().ok) << w.status().fault;
    const Vec3 now = w.bodies()[0].pose.position;
    EXPECT_NEAR(glm::distance(now, anchor), rod, 1e-8);
    // Put there upright, so its end of the rod is above it: no farther than a shift alone would take it.
    const double shift = glm::distance(at + Vec3(0, rod, 0), anchor);
    EXPECT_LT(glm::distance(now, at), shift + 0.02) << "put at " << at.x << ' ' << at.y << ' ' << at.z;
    EXPECT_LT(glm::length(w.bodies()[0].velocity), 2) << "at rest where it was put, then one step of gravity";
  }
}

TEST(JointPlacing, AChainPutAnywhereStaysInTheTankAndLinked) {
  WorldDesc d;
  d.cells = Int3(16), d.dx = 0.1;
  d.bodies.push_back(ball("a", 0.12, Vec3(0.5, 0.8, 0.8)));
  d.bodies.push_back(ball("b", 0.12, Vec3(0.8, 0.8, 0.8)));
  d.bodies.push_back(ball("c", 0.12, Vec3(1.1, 0.8, 0.8)));
  d.joints.push_back(joint(JointKind::Ball, "a", "b", Vec3(0.65, 0.8, 0.8)));
  d.joints.push_back(joint(JointKind::Hinge, "b", "c", Vec3(0.95, 0.8, 0.8)));
  World w(d);
  Random random(8);
  for (int i = 0; i < 60; ++i) {
    const char* names[] = {"a", "b", "c"};
    w.step(placing(names[i % 3], Vec3(random.in(0, 1.6), random.in(0, 1.6), random.in(0, 1.6))));
    for (int rest = 0; rest < 3; ++rest) w.step();
    ASSERT_TRUE(w.status().ok) << w.status().fault;
    for (const Joint& j : w.joints())
      EXPECT_LT(glm::distance(anchorOn(j, w.bodies(), false), anchorOn(j, w.bodies(), true)), 1e-6) << i;
    for (const RigidBody& b : w.bodies())
      for (int a = 0; a < 3; ++a) {
        EXPECT_GT(b.pose.position[a], 0) << b.desc.name << ' ' << i;
        EXPECT_LT(b.pose.position[a], 1.6) << b.desc.name << ' ' << i;
        EXPECT_LT(std::abs(b.velocity[a]), 30) << b.desc.name << ' ' << i;
      }
  }
}

}  // namespace
}  // namespace flotsam
