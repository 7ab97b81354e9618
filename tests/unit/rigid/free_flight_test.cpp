// SPDX-License-Identifier: MIT
// A body that touches nothing: closed forms and conservation laws of free flight.
#include "rig.h"

namespace flotsam {
namespace {

Rig farFromWalls() {
  Rig rig;
  rig.grid = Grid({20, 20, 20}, 100);
  rig.gravity = Vec3(0);
  return rig;
}

TEST(FreeFlight, ConstantVelocityIsExact) {
  Rig rig = farFromWalls();
  RigidBody& b = rig.add(cuboid(0.2, 0.3, 0.4), Vec3(1000));
  b.velocity = {0.5, -0.25, 2};
  const Vec3 velocity = b.velocity;
  Vec3 expected = b.pose.position;
  for (int i = 0; i < 1000; ++i) {
    rig.step();
    expected += rig.dt * velocity;
    ASSERT_EQ(rig.bodies[0].pose.position, expected);
    ASSERT_EQ(rig.bodies[0].velocity, velocity);
  }
  EXPECT_EQ(rig.bodies[0].pose.orientation, Quat(1, 0, 0, 0));
}

TEST(FreeFlight, EqualMomentsTurnExactly) {
  Rig rig = farFromWalls();
  RigidBody& b = rig.add(cuboid(0.2, 0.2, 0.2), Vec3(1000));
  const Vec3 omega(3, 4, -12);
  b.angularVelocity = omega;
  rig.run(10);
  const double angle = 13 * 10.0;
  const Vec3 axis = omega / 13.0;
  const Quat expected(std::cos(angle / 2), std::sin(angle / 2) * axis.x, std::sin(angle / 2) * axis.y,
                      std::sin(angle / 2) * axis.z);
  EXPECT_NEAR(std::abs(glm::dot(expected, rig.bodies[0].pose.orientation)), 1, 1e-12);
  EXPECT_NEAR(glm::distance(rig.bodies[0].angularVelocity, omega), 0, 1e-11);
}

TEST(FreeFlight, TumblingBoxKeepsAngularMomentumAndEnergy) {
  Rig rig = farFromWalls();
  RigidBody& b = rig.add(cuboid(0.1, 0.25, 0.4), Vec3(1000), 1000, glm::normalize(Quat(0.8, 0.1, -0.3, 0.5)));
  b.angularVelocity = b.pose.rotate({0.05, 8, 0.02});  // about the middle axis: unstable, it flips over
  const Vec3 momentum = b.inertia() * b.angularVelocity;
  const double energy = kinetic(b);
  const Vec3 middle = b.pose.rotate({0, 1, 0});
  double leastAlong = 1, worstEnergy = 0;
  for (int i = 0; i < 1000; ++i) {
    rig.step();
    const RigidBody& now = rig.bodies[0];
    ASSERT_LT(glm::distance(now.inertia() * now.angularVelocity, momentum), 1e-12 * glm::length(momentum));
    worstEnergy = std::max(worstEnergy, std::abs(kinetic(now) / energy - 1));
    leastAlong = std::min(leastAlong, glm::dot(now.pose.rotate({0, 1, 0}), middle));
  }
  EXPECT_LT(leastAlong, -0.9) << "the box should flip about its middle axis";
  EXPECT_LT(worstEnergy, 0.01);  // second order: (omega dt)^2 = 0.018
  EXPECT_NEAR(kinetic(rig.bodies[0]) / energy, 1, 0.01);
}

TEST(FreeFlight, TurnConvergesWithSecondOrder) {
  const auto endAfter = [](int steps) {
    Rig rig = farFromWalls();
    RigidBody& b = rig.add(cuboid(0.1, 0.25, 0.4), Vec3(1000));
    b.angularVelocity = {2, 5, 1};
    rig.dt = 1.0 / steps;
    for (int i = 0; i < steps; ++i) rig.step();
    return rig.bodies[0].pose.orientation;
  };
  const Quat truth = endAfter(4000);
  const auto error = [&](int steps) { return std::acos(std::min(1.0, std::abs(glm::dot(truth, endAfter(steps))))); };
  EXPECT_NEAR(error(50) / error(100), 4, 0.3);
}

TEST(FreeFlight, TheOtherBodysContactDoesNotTouchIt) {
  Rig rig;
  rig.add(cuboid(0.1, 0.1, 0.1), {0.3, 0.05, 0.5});  // rests on the floor
  RigidBody& b = rig.add(cuboid(0.1, 0.1, 0.1), {0.7, 0.5, 0.5});
  rig.gravity = Vec3(0);
  rig.bodies[0].velocity = {0, -1, 0};
  b.velocity = {0, 0.1, 0};
  b.angularVelocity = {0, 0, 1};
  const Vec3 start = b.pose.position;
  rig.step();
  EXPECT_GT(rig.stats.contacts, 0);
  EXPECT_EQ(rig.bodies[1].pose.position, start + rig.dt * Vec3(0, 0.1, 0));
  EXPECT_EQ(rig.bodies[1].velocity, Vec3(0, 0.1, 0));
}

TEST(FreeFlight, FlatSceneLocksTheOtherMotions) {
  Rig rig;
  rig.grid = Grid({40, 40, 1}, 0.025);
  RigidBody& b = rig.add(cuboid(0.2, 0.1, 0.3), {0.5, 0.5, 0.0125}, 1000);
  EXPECT_NEAR(b.volume, 0.2 * 0.1 * 0.025, 0.01 * b.volume);
  b.velocity = {0.1, 0.2, 0.3};
  b.angularVelocity = {1, 2, 3};
  rig.gravity = {0, -9.81, 1};
  rig.run(3);
  const RigidBody& now = rig.bodies[0];
  EXPECT_EQ(now.pose.position.z, 0.0125);
  EXPECT_EQ(now.pose.orientation.x, 0);
  EXPECT_EQ(now.pose.orientation.y, 0);
  EXPECT_EQ(now.velocity.z, 0);
  EXPECT_EQ(now.angularVelocity.x, 0);
  EXPECT_EQ(now.angularVelocity.y, 0);
  // It came to lie on one of its sides.
  EXPECT_LT(rig.beyondWalls(now), 1);  // z walls do not count
  EXPECT_NEAR(std::min(std::abs(now.pose.position.y - 0.05), std::abs(now.pose.position.y - 0.1)), 0, 1e-3);
  EXPECT_LT(glm::length(now.velocity), 0.01);
}

}  // namespace
}  // namespace flotsam
