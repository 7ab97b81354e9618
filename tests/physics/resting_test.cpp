// SPDX-License-Identifier: MIT
// Bodies that rest on walls, slide and roll along them, in full tanks and in liquids. The solve is told which contacts
// hold (press_stages.cpp), so nothing shakes and friction is Coulomb's.
#include "water_fixture.h"

namespace flotsam {
namespace {
using namespace water;

WorldDesc tank(bool liquid, double level) {
  WorldDesc d;
  d.cells = Int3(20, 12, 12);
  d.dx = 1.0 / 16;
  if (liquid) d.params.fluid.domain = FluidDomain::Liquid, d.liquid.push_back({.level = level});
  return d;
}
void put(WorldDesc& d, ShapeKind kind, const Vec3& dims, const Vec3& at, double density, double friction) {
  addBody(d, kind, dims, at, density);
  d.bodies.back().friction = friction, d.bodies.back().restitution = 0;
}
const Vec3 kDown(0, -kG, 0);

/// Fastest the body moves in `seconds` after `settling`, and how far it strays along x and z.
struct Rest {
  double speed = 0, way = 0;
};
Rest rest(WorldDesc d, double settling, double seconds) {
  World w(std::move(d));
  Rest r;
  run(w, settling);
  const Vec3 from = w.bodies()[0].pose.position;
  run(w, seconds, [&] {
    const RigidBody& b = w.bodies()[0];
    r.speed = std::max(r.speed, glm::length(b.velocity) + glm::length(b.angularVelocity) * b.desc.shape->thickness());
    const Vec3 moved = b.pose.position - from;
    r.way = std::max(r.way, std::hypot(moved.x, moved.z));
  });
  return r;
}

TEST(Resting, NothingShakesOnTheFloorOrUnderTheLid) {
  for (const bool liquid : {false, true})
    for (const ShapeKind kind : {ShapeKind::Box, ShapeKind::Sphere})
      for (const double density : {4000.0, 300.0}) {
        WorldDesc d = tank(liquid, 0.75);  // full to the lid
        const bool ball = kind == ShapeKind::Sphere;
        const double half = 0.14;
        put(d, kind, ball ? Vec3(half) : Vec3(2 * half), Vec3(0.6, density > 1000 ? half + 0.01 : 0.74 - half, 0.37),
            density, 0.3);
        const Rest r = rest(d, 1.5, 1.5);
        EXPECT_LE(r.speed, liquid ? 1e-2 : 1e-3) << liquid << ball << density;
        EXPECT_LE(r.way, liquid ? 5e-3 : 1e-3) << liquid << ball << density;
      }
}

// A ball of a tenth of the density, released under water, bounces at the lid and comes to rest there. The water that it
// drags along must be stopped with it, or it drives the ball back into the lid for ever, and the volume leaks away.
TEST(Resting, ALightBallComesToRestUnderTheLid) {
  WorldDesc d = pool(Int3(20), 0.95);
  addBody(d, ShapeKind::Sphere, Vec3(0.2), Vec3(0.5, 0.4, 0.5), 100);
  World w(d);
  run(w, 1);
  const double before = w.report().fluid.volume;
  double fastest = 0;
  run(w, 4, [&] { fastest = std::max(fastest, std::abs(w.bodies()[0].velocity.y)); });
  EXPECT_LE(fastest, 0.01);
  EXPECT_NEAR(w.bodies()[0].pose.position.y, 0.8, 0.02 * d.dx);
  EXPECT_NEAR(w.report().fluid.volume, before, 0.01 * before);
  EXPECT_EQ(astray(w), 0);
}

// Gravity leans by .2 : 1. Friction of .6 holds a box, .05 does not.
TEST(Resting, FrictionHoldsABoxUnderWater) {
  for (const bool liquid : {false, true})
    for (const double friction : {0.6, 0.05}) {
      WorldDesc d = tank(liquid, 0.6);
      put(d, ShapeKind::Box, Vec3(0.3), Vec3(0.4, 0.155, 0.375), 4000, friction);
      d.params.gravity = kDown + Vec3(0.2 * kG, 0, 0);
      const Rest r = rest(d, 0.5, 1.0);
      if (friction > 0.2)
        EXPECT_LE(r.way, 2e-3) << liquid;
      else
        EXPECT_GE(r.way, 0.2) << liquid;
    }
}

// On dry ground of a tank whose tap is yet to run: a = g (sin - mu cos), and 5/7 g sin of a ball that rolls.
TEST(Resting, DryInclineIsCoulombs) {
  const auto accelerates = [](ShapeKind kind, double friction, double slope) {
    WorldDesc d;
    d.cells = Int3(40, 10, 10), d.dx = 1.0 / 10;
    d.params.fluid.domain = FluidDomain::Liquid;
    Emitter tap;
    tap.position = Vec3(0.5, 0.9, 0.5), tap.velocity = Vec3(0, -1, 0), tap.from = 100;
    d.emitters.push_back(tap);
    put(d, kind, kind == ShapeKind::Sphere ? Vec3(0.15) : Vec3(0.3), Vec3(0.5, 0.151, 0.5), 2000, friction);
    d.params.gravity = kG * Vec3(std::sin(slope), -std::cos(slope), 0);
    World w(d);
    run(w, 0.2);
    const double v0 = w.bodies()[0].velocity.x;
    run(w, 0.5);
    return (w.bodies()[0].velocity.x - v0) / 0.5;
  };
  const double slope = 0.3, down = kG * std::sin(slope), press = kG * std::cos(slope);
  EXPECT_NEAR(accelerates(ShapeKind::Box, 0.5, slope), 0, 1e-3);
  EXPECT_NEAR(accelerates(ShapeKind::Box, 0.1, slope), down - 0.1 * press, 0.02 * down);
  EXPECT_NEAR(accelerates(ShapeKind::Box, 0, slope), down, 0.01 * down);
  EXPECT_NEAR(accelerates(ShapeKind::Sphere, 0.5, slope), 5.0 / 7 * down, 0.03 * down);
  EXPECT_NEAR(accelerates(ShapeKind::Sphere, 0.03, slope), down - 0.03 * press, 0.02 * down);
}

// A scripted floor slides away under a box: friction takes it along in the liquid.
TEST(Resting, AMovingFloorTakesABoxAlong) {
  WorldDesc d = tank(true, 0.5);
  put(d, ShapeKind::Box, Vec3(0.25), Vec3(0.4, 0.236, 0.375), 4000, 0.8);
  put(d, ShapeKind::Box, Vec3(0.6, 0.1, 0.5), Vec3(0.4, 0.06, 0.375), 1000, 0.8);
  BodyDesc& floor = d.bodies[1];
  floor.motion = Motion::Scripted;
  floor.script.kind = Script::Keyframes;
  floor.script.keys = {{0, Vec3(0)}, {1, Vec3(0.1, 0, 0)}, {2, Vec3(0.2, 0, 0)}, {3, Vec3(0.3, 0, 0)}};
  World w(d);
  run(w, 2);
  EXPECT_NEAR(w.bodies()[0].velocity.x, 0.1, 0.005);
  EXPECT_NEAR(w.bodies()[0].pose.position.x - w.bodies()[1].pose.position.x, 0, 0.03);
}

}  // namespace
}  // namespace flotsam
