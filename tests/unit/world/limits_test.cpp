// SPDX-License-Identifier: MIT
// Scenes beyond what a grid can show: the World stays finite, bounds what it cannot follow and says so.
#include <algorithm>

#include "sim/world.h"
#include "tank.h"

namespace flotsam {
namespace {

constexpr double kG = 9.81, kDt = 1 / 60.0;

WorldDesc tankWith(ShapeKind kind, const Vec3& dims, double density) {
  WorldDesc d;
  d.cells = Int3(12);
  d.dx = 1.0 / 12;
  BodyDesc b;
  b.name = "b", b.shape = Tank::primitive(kind, dims), b.shapeDesc = b.shape->desc();
  b.position = Vec3(0.5), b.density = density;
  d.bodies.push_back(b);
  return d;
}

bool warns(const World& w, const std::string& words) {
  const auto& list = w.report().warnings;
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& text) { return text.find(words) != std::string::npos; });
}

TEST(Limits, ALightNeedleIsNoRocket) {
  // Nothing lighter than half the fluid it displaces accelerates faster than 2 g when it must drag that fluid along.
  for (const MassKind mass : {MassKind::Discrete, MassKind::Exact}) {
    WorldDesc d = tankWith(ShapeKind::Capsule, Vec3(0.002, 0.5, 0.002), 0.1);
    d.params.method.mass = mass;
    World w(d);
    w.step();
    ASSERT_TRUE(w.status().ok);
    EXPECT_TRUE(warns(w, "thinner than a cell"));
    EXPECT_LE(glm::length(w.bodies()[0].velocity), 3 * kG * kDt);
    double fastest = 0;
    for (int i = 0; i < 60; ++i) w.step(), fastest = std::max(fastest, glm::length(w.bodies()[0].velocity));
    ASSERT_TRUE(w.status().ok) << w.status().fault;
    EXPECT_LE(fastest, 30 * kG * kDt + 3);  // a metre's rise
  }
}

TEST(Limits, ANeutralThinPlateStaysAtRest) {
  World w(tankWith(ShapeKind::Box, Vec3(0.5, 0.02, 0.5), 1000));
  for (int i = 0; i < 10; ++i) w.step();
  EXPECT_LE(glm::length(w.bodies()[0].velocity), 1e-4 * kG * kDt);
}

TEST(Limits, AnAbsurdForceIsBoundedAndTold) {
  WorldDesc d = tankWith(ShapeKind::Sphere, Vec3(0.1), 1000);
  d.forces.push_back({"b", Vec3(1e12, 0, 1e12), 0, 1e30});
  World w(d);
  for (int i = 0; i < 20; ++i) w.step();
  ASSERT_TRUE(w.status().ok) << w.status().fault;
  EXPECT_TRUE(warns(w, "'b' is too fast to follow: held at "));
  // Held where the substep starts: two diagonals a substep, at most 64 of these.
  EXPECT_LE(glm::length(w.bodies()[0].pose.position), 1e3);
  EXPECT_LE(glm::length(w.bodies()[0].velocity), 2 * std::sqrt(3.0) * 64 / kDt);
  // All of the fluid as fast as that.
  EXPECT_LE(w.report().fluid.kineticEnergy, 0.5 * 1000 * std::pow(2 * std::sqrt(3.0) * 64 / kDt, 2));
}

TEST(Limits, AnAbsurdScriptIsBoundedAndTold) {
  WorldDesc d = tankWith(ShapeKind::Sphere, Vec3(0.1), 1000);
  BodyDesc& b = d.bodies[0];
  b.motion = Motion::Scripted;
  b.script.kind = Script::Keyframes, b.script.loop = true;
  b.script.keys = {{0, Vec3(0)}, {0.02, Vec3(1e6, 0, 0)}, {0.05, Vec3(-1e6, 5, 0)}};
  World w(d);
  for (int i = 0; i < 20; ++i) {
    w.step();
    ASSERT_TRUE(w.status().ok) << w.status().fault;
    EXPECT_LE(glm::length(w.bodies()[0].velocity), 2 * std::sqrt(3.0) * 64 / kDt);
  }
}

TEST(Limits, OverlapsAtTheStartAreTold) {
  WorldDesc d = tankWith(ShapeKind::Sphere, Vec3(0.1), 1000);
  d.bodies.push_back(d.bodies[0]);
  d.bodies[1].name = "c", d.bodies[1].position.x += 0.15;
  d.bodies.push_back(d.bodies[0]);
  d.bodies[2].name = "d", d.bodies[2].position = {0.5, 0.5, 0.07};
  World w(d);
  w.step();
  EXPECT_TRUE(warns(w, "'b' and 'c' overlap by 0.05 m at the start: pushed apart"));
  EXPECT_TRUE(warns(w, "'d' reaches 0.03 m into the wall at the start: pushed out"));
  EXPECT_FALSE(warns(w, "'b' and 'd'"));
  for (int i = 0; i < 150; ++i) w.step();
  EXPECT_FALSE(warns(w, "at the start"));
  EXPECT_GT(glm::distance(w.bodies()[0].pose.position, w.bodies()[1].pose.position), 0.195);

  d.bodies[1].position.x = 0.7;  // a touch
  d.bodies.pop_back();
  World touching(d);
  touching.step();
  EXPECT_FALSE(warns(touching, "at the start"));
}

TEST(Limits, ABodyLargerThanTheTankIsTold) {
  World fits(tankWith(ShapeKind::Box, Vec3(1, 0.3, 1), 3000)), large(tankWith(ShapeKind::Sphere, Vec3(5), 3000));
  fits.step(), large.step();
  EXPECT_FALSE(warns(fits, "larger than the tank"));
  EXPECT_TRUE(warns(large, "'b' is larger than the tank"));
  EXPECT_TRUE(warns(large, "no room for fluid"));
  for (int i = 0; i < 5; ++i) large.step();
  EXPECT_TRUE(large.status().ok) << large.status().fault;
}

}  // namespace
}  // namespace flotsam
