// SPDX-License-Identifier: MIT
// Contact with walls and between bodies: rest, bounce, friction, speed, piles. Gravity comes from outside (rig.h).
#include "rig.h"

namespace flotsam {
namespace {

constexpr double kSize = 0.2;

struct Rest {
  const char* name;
  std::shared_ptr<const Shape> (*shape)();
  Vec3 axis;
  double angle;
  bool rocks = false;  // round enough to rock or roll on, losing nothing
};

class RestOnFloor : public testing::TestWithParam<Rest> {};

// Creep below 0.1 mm, sinking below a hundredth of the size.
TEST_P(RestOnFloor, NeitherCreepsNorSinks) {
  const Rest& p = GetParam();
  Rig rig;
  rig.add(p.shape(), {0.5, 0.3, 0.5}, 1000, glm::angleAxis(p.angle, p.axis));
  rig.run(4);
  const Vec3 settled = rig.bodies[0].pose.position;
  rig.deepest = 0;
  double speed = 0;
  for (int i = 0; i < 450; ++i) {
    rig.step();
    speed = std::max(speed, glm::length(rig.bodies[0].velocity));
  }
  const Vec3 moved = rig.bodies[0].pose.position - settled;
  EXPECT_LT(glm::length(moved), p.rocks ? 0.01 : 1e-4);
  EXPECT_LT(speed, p.rocks ? 0.1 : 2e-3);
  EXPECT_LT(rig.deepest, 0.01 * kSize);
  EXPECT_LT(rig.beyondWalls(rig.bodies[0]), 0.002 * kSize);
}

INSTANTIATE_TEST_SUITE_P(Shapes, RestOnFloor,
                         testing::Values(Rest{"sphere", [] { return ball(0.1); }, {0, 1, 0}, 0},
                                         Rest{"box", [] { return cuboid(0.2, 0.2, 0.2); }, {0, 1, 0}, 0},
                                         Rest{"tilted_box", [] { return cuboid(0.2, 0.12, 0.2); },
                                              glm::normalize(Vec3(1, 0.3, 0.5)), 0.7},
                                         Rest{"cylinder",
                                              [] {
                                                return primitive(ShapeKind::Cylinder, {0.08, 0.2, 0});
                                              },
                                              {0, 0, 1},
                                              0.3},
                                         Rest{"lying_cylinder",
                                              [] {
                                                return primitive(ShapeKind::Cylinder, {0.06, 0.2, 0});
                                              },
                                              {0, 0, 1},
                                              kPi / 2,
                                              true},
                                         Rest{"capsule",
                                              [] {
                                                return primitive(ShapeKind::Capsule, {0.05, 0.2, 0});
                                              },
                                              {0, 0, 1},
                                              1.2},
                                         Rest{"torus",
                                              [] {
                                                return primitive(ShapeKind::Torus, {0.08, 0.03, 0});
                                              },
                                              {1, 0, 0},
                                              0.3},
                                         Rest{"ellipsoid",
                                              [] {
                                                return primitive(ShapeKind::Ellipsoid, {0.1, 0.05, 0.08});
                                              },
                                              {1, 0, 0},
                                              0.2,
                                              true},
                                         Rest{"mesh_box", [] { return asMesh(cuboid(0.2, 0.2, 0.2)); }, {1, 0, 0}, 0.2},
                                         Rest{"mesh_torus",
                                              [] {
                                                return asMesh(primitive(ShapeKind::Torus, {0.08, 0.03, 0}));
                                              },
                                              {1, 0, 0},
                                              0.3}),
                         [](const auto& info) { return info.param.name; });

TEST(Contact, BallBouncesToTheRightHeight) {
  for (double e : {0.0, 0.5, 0.8, 1.0}) {
    Rig rig;
    BodyDesc d;
    d.shape = ball(0.05);
    d.position = {0.5, 0.55, 0.5};
    d.restitution = e;
    rig.add(d);
    double highest = 0, speed = 0;
    bool bounced = false;
    for (int i = 0; i < 90; ++i) {
      const double before = rig.bodies[0].velocity.y;
      rig.step();
      const RigidBody& b = rig.bodies[0];
      EXPECT_GT(b.pose.position.y, 0.05 - 1e-9);
      if (before < 0 && b.velocity.y > 0) {
        if (bounced) break;
        bounced = true;
        speed = -before;
      }
      if (bounced) highest = std::max(highest, b.pose.position.y - 0.05);
    }
    if (e == 0) {
      EXPECT_FALSE(bounced);
      continue;
    }
    // The instant of the hit is known to a step only: half a step of the rebound's speed either way, and never above
    // the start beyond that.
    EXPECT_NEAR(highest, e * e * 0.5, e * speed * rig.dt) << "e = " << e;
    EXPECT_LT(highest, 0.5 + 0.5 * speed * rig.dt);
  }
}

TEST(Contact, FrictionHoldsBelowItsAngleAndSlidesAbove) {
  for (double slope : {0.3, 0.5}) {  // tan of the floor's tilt; the friction coefficient is 0.4
    Rig rig;
    rig.container.kind = WallKind::TiltedBox;
    rig.container.centre = Vec3(0.5);
    rig.container.size = Vec3(0.6, 0.4, 0.4);
    const double angle = std::atan(slope);
    rig.container.orientation = glm::angleAxis(angle, Vec3(0, 0, 1));
    const Vec3 up = rig.container.orientation * Vec3(0, 1, 0), along = rig.container.orientation * Vec3(1, 0, 0);
    RigidBody& b =
        rig.add(cuboid(0.1, 0.1, 0.1), Vec3(0.5) + 0.15 * along - 0.15 * up, 1000, rig.container.orientation);
    b.desc.friction = 0.4;
    const double t = 0.5;
    rig.run(t);
    const double moved = glm::dot(rig.bodies[0].pose.position - (Vec3(0.5) + 0.15 * along - 0.15 * up), along);
    if (slope < 0.4) {
      EXPECT_NEAR(moved, 0, 1e-4);
    } else {
      const double a = 9.81 * (std::sin(angle) - 0.4 * std::cos(angle));
      EXPECT_NEAR(moved, -0.5 * a * t * (t + rig.dt), 0.03 * 0.5 * a * t * t);
    }
  }
}

TEST(Contact, BallRollsDownWithFiveSevenths) {
  Rig rig;
  rig.container.kind = WallKind::TiltedBox;
  rig.container.centre = Vec3(0.5);
  rig.container.size = Vec3(0.9, 0.4, 0.4);
  const double angle = 0.15;
  rig.container.orientation = glm::angleAxis(angle, Vec3(0, 0, 1));
  const Vec3 up = rig.container.orientation * Vec3(0, 1, 0), along = rig.container.orientation * Vec3(1, 0, 0);
  rig.add(ball(0.05), Vec3(0.5) + 0.35 * along - 0.15 * up);
  rig.bodies[0].addedMass = 0;  // so that contact knows the true mass
  rig.run(0.75);
  const double speed = -glm::dot(rig.bodies[0].velocity, along);
  EXPECT_NEAR(speed, 5.0 / 7 * 9.81 * std::sin(angle) * 0.75, 0.02);
  EXPECT_NEAR(rig.bodies[0].angularVelocity.z * 0.05, speed, 1e-3);
}

TEST(Contact, EqualBallsExchangeTheirMomentum) {
  Rig rig;
  rig.gravity = Vec3(0);
  for (double x : {0.3, 0.6}) {
    BodyDesc d;
    d.shape = ball(0.05);
    d.position = {x, 0.5, 0.5};
    d.restitution = 1;
    rig.add(d);
  }
  rig.bodies[0].velocity = {2, 0, 0};
  rig.run(0.15);
  EXPECT_NEAR(rig.bodies[0].velocity.x, 0, 1e-9);
  EXPECT_NEAR(rig.bodies[1].velocity.x, 2, 1e-9);
}

class FastInto : public testing::TestWithParam<int> {};

TEST_P(FastInto, NothingPassesTheWall) {
  const std::shared_ptr<const Shape> shapes[] = {ball(0.05), cuboid(0.1, 0.1, 0.1),
                                                 asMesh(primitive(ShapeKind::Torus, {0.06, 0.02, 0})),
                                                 primitive(ShapeKind::Cylinder, {0.05, 0.15, 0})};
  Rig rig;
  rig.gravity = Vec3(0);
  rig.add(shapes[GetParam()], Vec3(0.5), 1000, glm::normalize(Quat(0.9, 0.2, 0.3, -0.1)));
  for (int i = 0; i < 60; ++i) {
    rig.bodies[0].velocity = {20, 3, 0};  // held at this speed as by a strong hand
    rig.step();
    ASSERT_LT(rig.beyondWalls(rig.bodies[0]), 0.016) << "step " << i;
  }
  EXPECT_LT(rig.bodies[0].pose.position.x, 1);
  EXPECT_LT(rig.bodies[0].pose.position.y, 1);
}

TEST_P(FastInto, NothingPassesAPlate) {
  const std::shared_ptr<const Shape> shapes[] = {ball(0.05), cuboid(0.1, 0.1, 0.1),
                                                 asMesh(primitive(ShapeKind::Torus, {0.06, 0.02, 0})),
                                                 primitive(ShapeKind::Cylinder, {0.05, 0.15, 0})};
  Rig rig;
  rig.gravity = Vec3(0);
  BodyDesc plate;
  plate.shape = cuboid(0.02, 0.9, 0.9);
  plate.position = {0.7, 0.5, 0.5};
  plate.motion = Motion::Fixed;
  rig.add(plate);
  rig.add(shapes[GetParam()], Vec3(0.3, 0.5, 0.5), 1000, glm::normalize(Quat(0.9, 0.2, 0.3, -0.1)));
  for (int i = 0; i < 30; ++i) {
    rig.bodies[1].velocity = {20, 0, 0};
    rig.step();
    ASSERT_LT(rig.bodies[1].pose.position.x, 0.69) << "step " << i;
  }
  EXPECT_EQ(rig.bodies[0].pose.position, plate.position);
}

INSTANTIATE_TEST_SUITE_P(Shapes, FastInto, testing::Range(0, 4));

TEST(Contact, PileOfEightComesToRest) {
  Rig rig;
  const auto torus = asMesh(primitive(ShapeKind::Torus, {0.07, 0.03, 0}));
  const std::shared_ptr<const Shape> shapes[] = {torus, cuboid(0.15, 0.15, 0.15), ball(0.08),
                                                 primitive(ShapeKind::Cylinder, {0.06, 0.16, 0})};
  for (int i = 0; i < 8; ++i)
    rig.add(shapes[i % 4], {0.4 + 0.15 * (i & 1), 0.15 + 0.1 * i, 0.4 + 0.1 * (i >> 1 & 1)}, 1000,
            glm::normalize(Quat(1, 0.1 * i, 0.3, 0.05 * i)));
  // The highest start too close to the ceiling: lower them.
  for (RigidBody& b : rig.bodies) b.pose.position.y = std::min(b.pose.position.y, 0.85);
  rig.run(8);
  std::vector<Vec3> before;
  for (const RigidBody& b : rig.bodies) before.push_back(b.pose.position);
  rig.deepest = 0;
  rig.run(1);
  for (size_t i = 0; i < rig.bodies.size(); ++i) {
    // What is round may roll on slowly: nothing here takes its energy.
    const ShapeKind kind = rig.bodies[i].desc.shape->desc().kind;
    const bool rolls = kind == ShapeKind::Sphere || kind == ShapeKind::Cylinder;
    EXPECT_LT(glm::distance(before[i], rig.bodies[i].pose.position), rolls ? 0.1 : 0.003) << i;
    EXPECT_LT(rig.beyondWalls(rig.bodies[i]), 0.0015) << i;
    for (size_t j = 0; j < i; ++j) EXPECT_LT(Rig::overlap(rig.bodies[i], rig.bodies[j]), 0.0015) << i << ' ' << j;
  }
  EXPECT_LT(rig.deepest, 0.0015);
}

TEST(Contact, StackOfFiveStands) {
  Rig rig;
  for (int i = 0; i < 5; ++i) rig.add(cuboid(0.12, 0.12, 0.12), {0.5, 0.06 + 0.12 * i, 0.5});
  rig.run(6);
  for (int i = 0; i < 5; ++i) {
    EXPECT_NEAR(rig.bodies[i].pose.position.y, 0.06 + 0.12 * i, 0.0012) << i;
    EXPECT_NEAR(rig.bodies[i].pose.position.x, 0.5, 0.005) << i;
  }
}

TEST(Contact, CrossedEdgesHold) {
  // A box standing on its edge would fall; two crossed beams meet edge on edge where no corner is near.
  Rig rig;
  BodyDesc low;
  low.shape = cuboid(0.6, 0.1, 0.1);
  low.position = {0.5, 0.2, 0.5};
  low.orientation = glm::angleAxis(kPi / 4, Vec3(1, 0, 0));
  low.motion = Motion::Fixed;
  rig.add(low);
  rig.add(cuboid(0.1, 0.1, 0.6), {0.5, 0.2 + 0.1 * std::sqrt(2.0) + 0.01, 0.5}, 1000,
          glm::angleAxis(kPi / 4, Vec3(0, 0, 1)));
  // Let only the heights move: the balance on the edge is not the point.
  for (int i = 0; i < 120; ++i) {
    rig.step();
    rig.bodies[1].angularVelocity = Vec3(0);
    rig.bodies[1].pose.orientation = rig.bodies[1].desc.orientation;
  }
  EXPECT_NEAR(rig.bodies[1].pose.position.y, 0.2 + 0.1 * std::sqrt(2.0), 0.001);
}

TEST(Contact, PaddlePushesABody) {
  Rig rig;
  rig.gravity = Vec3(0);
  BodyDesc paddle;
  paddle.shape = cuboid(0.02, 0.3, 0.3);
  paddle.position = {0.1, 0.5, 0.5};
  paddle.motion = Motion::Scripted;
  paddle.script.kind = Script::Keyframes;
  paddle.script.keys = {{0, {0, 0, 0}}, {0.5, {0.25, 0, 0}}, {1, {0.5, 0, 0}}, {1.5, {0.75, 0, 0}}};
  rig.add(paddle);
  rig.add(asMesh(ball(0.08)), {0.3, 0.5, 0.5});
  rig.run(1.0);
  EXPECT_NEAR(rig.bodies[0].pose.position.x, 0.6, 1e-9);
  EXPECT_GT(rig.bodies[1].pose.position.x, 0.6 + 0.01 + 0.08 - 0.001);
  EXPECT_LT(Rig::overlap(rig.bodies[0], rig.bodies[1]), 0.001);
  EXPECT_GE(rig.bodies[1].velocity.x, 0.5 * (1 - 1e-6));
}

TEST(Contact, RingStaysOnThePeg) {
  Rig rig;
  BodyDesc peg;
  peg.shape = primitive(ShapeKind::Cylinder, {0.03, 0.5, 0});
  peg.position = {0.5, 0.26, 0.5};
  peg.motion = Motion::Fixed;
  rig.add(peg);
  rig.add(asMesh(primitive(ShapeKind::Torus, {0.08, 0.03, 0})), {0.5, 0.4, 0.5}, 1000,
          glm::angleAxis(0.1, Vec3(1, 0, 0)));
  for (int i = 0; i < 300; ++i) {
    rig.bodies[1].velocity += rig.dt * Vec3(i % 100 < 50 ? 8 : -8, 0, i % 70 < 35 ? 6 : -6);  // shaken sideways
    rig.step();
    const Vec3 r = rig.bodies[1].pose.position - peg.position;
    ASSERT_LT(std::hypot(r.x, r.z), 0.06) << "off the peg at step " << i;
  }
  EXPECT_LT(rig.bodies[1].pose.position.y, 0.12);
}

TEST(Contact, LinkedRingsStayLinked) {
  // Two rings like links of a chain; the upper one is held, the lower hangs in it.
  Rig rig;
  const auto ring = asMesh(primitive(ShapeKind::Torus, {0.1, 0.025, 0}));
  BodyDesc held;
  held.shape = ring;
  held.position = {0.5, 0.75, 0.5};
  held.orientation = glm::angleAxis(kPi / 2, Vec3(1, 0, 0));
  held.motion = Motion::Fixed;
  rig.add(held);
  rig.add(ring, {0.5, 0.62, 0.5}, 1000, glm::angleAxis(kPi / 2, Vec3(0, 0, 1)));
  rig.bodies[1].velocity = {0.5, 0, 0.8};
  rig.run(5);
  // It hangs by the inside of its tube: centres 2 (R - r) apart.
  EXPECT_NEAR(rig.bodies[1].pose.position.y, 0.75 - 2 * (0.1 - 0.025), 0.01);
  EXPECT_LT(Rig::overlap(rig.bodies[0], rig.bodies[1]), 0.0025);
}

TEST(Contact, TheWholeTankIsACorner) {
  Rig rig;
  rig.gravity = {-6, -9.81, -6};
  rig.add(ball(0.1), Vec3(0.3));
  rig.run(4);
  EXPECT_LT(glm::distance(rig.bodies[0].pose.position, Vec3(0.1)), 1e-4);
}

TEST(Contact, RoundTanksHoldBallsAndBoxes) {
  for (WallKind kind : {WallKind::Sphere, WallKind::Cylinder}) {
    Rig rig;
    rig.container = {kind, Vec3(0.5), Vec3(0.45, 0.9, 0), {1, 0, 0, 0}};
    rig.add(ball(0.1), {0.6, 0.5, 0.5});
    rig.add(cuboid(0.1, 0.15, 0.1), {0.35, 0.5, 0.5}, 1000, glm::normalize(Quat(0.9, 0.2, 0.3, -0.1)));
    rig.bodies[0].angularVelocity = {0, 0, 20};
    for (int i = 0; i < 600; ++i) {
      rig.step();
      for (const RigidBody& b : rig.bodies) ASSERT_LT(rig.beyondWalls(b), 0.003) << "step " << i;
    }
    EXPECT_LT(rig.bodies[0].pose.position.y, 0.5);
  }
}

TEST(Contact, BallSwingsInARoundTankLikeAPendulum) {
  // Without friction a ball slides in the bowl of radius R like a point pendulum of length R - r.
  Rig rig;
  rig.container = {WallKind::Sphere, Vec3(0.5), Vec3(0.45), {1, 0, 0, 0}};
  rig.dt = 1.0 / 240;
  const double length = 0.45 - 0.05, angle = 0.1;
  rig.add(ball(0.05), Vec3(0.5) + length * Vec3(std::sin(angle), -std::cos(angle), 0));
  rig.bodies[0].desc.friction = 0;
  const double period = 2 * kPi * std::sqrt(length / 9.81) * (1 + angle * angle / 16);
  double crossing = -1;
  for (int i = 0; i < 600 && crossing < 0; ++i) {
    const double x0 = rig.bodies[0].pose.position.x - 0.5;
    rig.step();
    const double x1 = rig.bodies[0].pose.position.x - 0.5;
    if (x0 < 0 && x1 >= 0) crossing = rig.t - rig.dt * x1 / (x1 - x0);  // three quarters of a period
  }
  EXPECT_NEAR(crossing, 0.75 * period, 0.02 * period);
}

TEST(Contact, FlatPileRestsInItsPlane) {
  Rig rig;
  rig.grid = Grid({40, 40, 1}, 0.025);
  const std::shared_ptr<const Shape> shapes[] = {ball(0.08), cuboid(0.15, 0.1, 0.3), asMesh(cuboid(0.14, 0.14, 0.14))};
  for (int i = 0; i < 6; ++i)
    rig.add(shapes[i % 3], {0.4 + 0.07 * (i % 2), 0.12 + 0.14 * i, 0}, 1000, glm::angleAxis(0.2 * i, Vec3(0, 0, 1)));
  rig.run(8);
  for (RigidBody& b : rig.bodies) {
    EXPECT_EQ(b.pose.position.z, 0.0125);
    EXPECT_EQ(b.pose.orientation.x, 0);
    EXPECT_LT(glm::length(b.velocity), 0.03);
    EXPECT_GT(b.pose.position.y, 0.045);
    EXPECT_LT(b.pose.position.y, 0.95);
  }
  EXPECT_LT(rig.stats.deepest, 0.0015);
}

TEST(Contact, SubstepsKeepScriptsAndStates) {
  Rig one, four;
  four.substeps = 4;
  for (Rig* rig : {&one, &four}) {
    rig->gravity = Vec3(0);
    rig->add(ball(0.1), Vec3(0.5)).velocity = {0.1, 0.2, 0.3};
    rig->run(0.5);
  }
  EXPECT_NEAR(glm::distance(one.bodies[0].pose.position, four.bodies[0].pose.position), 0, 1e-13);
}

bool sameBits(const std::vector<RigidBody>& a, const std::vector<RigidBody>& b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i].pose.position != b[i].pose.position || a[i].pose.orientation != b[i].pose.orientation ||
        a[i].velocity != b[i].velocity || a[i].angularVelocity != b[i].angularVelocity)
      return false;
  return a.size() == b.size();
}

Rig smallPile() {
  Rig rig;
  const auto torus = asMesh(primitive(ShapeKind::Torus, {0.07, 0.03, 0}));
  for (int i = 0; i < 4; ++i)
    rig.add(i % 2 ? torus : cuboid(0.15, 0.15, 0.15), {0.4 + 0.1 * (i & 1), 0.15 + 0.18 * i, 0.45}, 1000,
            glm::normalize(Quat(1, 0.1 * i, 0.3, 0.05 * i)));
  return rig;
}

TEST(ContactDeterminism, RepeatsBitForBit) {
  Rig a = smallPile(), b = smallPile();
  a.run(2);
  b.run(2);
  EXPECT_TRUE(sameBits(a.bodies, b.bodies));
}

TEST(ContactDeterminism, DependsOnTheStatesAlone) {
  Rig a = smallPile();
  a.run(1);
  Rig fresh;  // another solver, the states copied
  fresh.bodies = a.bodies;
  fresh.t = a.t;
  a.run(1);
  fresh.run(1);
  EXPECT_TRUE(sameBits(a.bodies, fresh.bodies));
}

}  // namespace
}  // namespace flotsam
