// SPDX-License-Identifier: MIT
// Contact where it is hard: weights, strong hands, overlaps to begin with, thin plates, fast spin.
#include "rig.h"
#include "sim/rigid/hand.h"

namespace flotsam {
namespace {

TEST(HardContact, HeavyOnLightStaysThere) {
  // In water contact feels the added mass: a body of density 10 counts 510, so steel on it counts 1:16.
  for (double density : {1000.0, 100.0, 10.0}) {
    Rig rig;
    rig.add(cuboid(0.2, 0.1, 0.2), {0.5, 0.05, 0.5}, density);
    rig.add(cuboid(0.2, 0.1, 0.2), {0.5, 0.15, 0.5}, 7800);
    rig.run(5);
    EXPECT_NEAR(rig.bodies[0].pose.position.y, 0.05, 0.001) << density;
    EXPECT_NEAR(rig.bodies[1].pose.position.y, 0.15, 0.002) << density;
    EXPECT_NEAR(rig.bodies[1].pose.position.x, 0.5, 0.002) << density;
  }
}

/// The hand pulls bodies[index] for one step, implicitly, before contact.
void pull(Rig& rig, size_t index, const HandParams& params, const HandInput& hand) {
  RigidBody& b = rig.bodies[index];
  const HandSpring s = handSpring(params, hand, b, Vec3(0), rig.dt, rig.grid.flat());
  Mat6 m = massMatrix(b.mass() + b.addedMass, ((b.mass() + b.addedMass) / b.mass()) * b.inertia()), inverse;
  Vec6 rhs = m * vec6(b.velocity, b.angularVelocity);
  for (int i = 0; i < 6; ++i) rhs[i] += s.impulse[i];
  m += s.stiffness;
  ASSERT_TRUE(invertSpd(m, inverse));
  const Vec6 v = inverse * rhs;
  b.velocity = linear(v);
  b.angularVelocity = angular(v);
}

class StrongHand : public testing::TestWithParam<int> {};

TEST_P(StrongHand, PressesIntoTheCornerButNotThrough) {
  const std::shared_ptr<const Shape> shapes[] = {ball(0.08), cuboid(0.16, 0.1, 0.12),
                                                 asMesh(primitive(ShapeKind::Torus, {0.07, 0.025, 0})),
                                                 primitive(ShapeKind::Capsule, {0.04, 0.2, 0})};
  Rig rig;
  rig.add(shapes[GetParam()], Vec3(0.5), 1000, glm::normalize(Quat(0.9, 0.2, 0.3, -0.1)));
  HandParams params;
  HandInput hand{true, "body0", {0.02, 0.03, 0}, {1.6, -0.5, 0.5}};  // far outside the tank
  double worst = 0;
  for (int i = 0; i < 240; ++i) {
    if (i == 120) hand.target = {-0.8, 1.7, -0.5};
    pull(rig, 0, params, hand);
    rig.step();
    worst = std::max(worst, rig.beyondWalls(rig.bodies[0]));
  }
  const Vec3 size = rig.bodies[0].desc.shape->bounds().size();
  EXPECT_LT(worst, 0.016) << "at the moment of the hit, at 10 m/s and more";
  EXPECT_LT(rig.beyondWalls(rig.bodies[0]), 0.01 * std::max({size.x, size.y, size.z})) << "pressed";
}

TEST_P(StrongHand, PressesAgainstABodyAtTheWall) {
  const std::shared_ptr<const Shape> shapes[] = {ball(0.08), cuboid(0.16, 0.1, 0.12),
                                                 asMesh(primitive(ShapeKind::Torus, {0.07, 0.025, 0})),
                                                 primitive(ShapeKind::Capsule, {0.04, 0.2, 0})};
  Rig rig;
  rig.add(cuboid(0.2, 0.3, 0.3), {0.9, 0.15, 0.5});
  rig.add(shapes[GetParam()], {0.4, 0.15, 0.5});
  HandInput hand{true, "body1", {0, 0, 0}, {1.5, 0.15, 0.5}};
  for (int i = 0; i < 180; ++i) {
    pull(rig, 1, {}, hand);
    rig.step();
  }
  EXPECT_LT(Rig::overlap(rig.bodies[0], rig.bodies[1]), 0.0016);
  EXPECT_LT(rig.beyondWalls(rig.bodies[0]), 0.002);
  EXPECT_LT(rig.bodies[1].pose.position.x, 0.85);
}

INSTANTIATE_TEST_SUITE_P(Shapes, StrongHand, testing::Range(0, 4));

TEST(HardContact, OverlapsAtTheStartComeApartQuietly) {
  Rig rig;
  rig.gravity = Vec3(0);
  const auto torus = asMesh(primitive(ShapeKind::Torus, {0.07, 0.03, 0}));
  rig.add(cuboid(0.2, 0.2, 0.2), Vec3(0.5));
  rig.add(cuboid(0.2, 0.2, 0.2), Vec3(0.55, 0.52, 0.5));
  rig.add(ball(0.1), {0.2, 0.5, 0.5});
  rig.add(ball(0.1), {0.2, 0.5, 0.5});  // exactly in the same place
  rig.add(torus, {0.5, 0.2, 0.5});
  rig.add(torus, {0.51, 0.21, 0.5});
  rig.add(ball(0.1), {1.3, 0.5, 0.5});  // in the wall
  for (int i = 0; i < 300; ++i) {
    rig.step();
    for (const RigidBody& b : rig.bodies) {
      ASSERT_TRUE(finite(b.pose.position) && finite(b.velocity));
      ASSERT_LT(glm::length(b.velocity), 0.1) << "overlap is undone in the position, not by a kick";
    }
  }
  for (size_t i = 0; i < rig.bodies.size(); ++i) {
    EXPECT_LT(rig.beyondWalls(rig.bodies[i]), 0.001) << i;
    for (size_t j = 0; j < i; ++j) EXPECT_LT(Rig::overlap(rig.bodies[i], rig.bodies[j]), 0.002) << i << ' ' << j;
  }
}

TEST(HardContact, ACrowdInOnePlaceCostsNoMoreThanItsBudget) {
  Rig rig;
  rig.gravity = Vec3(0);
  const auto shape = ball(0.04);
  const int count = 100;
  for (int i = 0; i < count; ++i)  // a spiral of 4 mm: each touches all others
    rig.add(shape, Vec3(0.5) + 1e-4 * (i % 40) * Vec3(std::cos(2.4 * i), std::sin(2.4 * i), 0.01 * i));
  int most = 0;
  for (int i = 0; i < 240; ++i) {
    rig.step();
    most = std::max(most, rig.stats.points);
    for (const RigidBody& b : rig.bodies) {
      ASSERT_TRUE(finite(b.pose.position) && finite(b.velocity));
      ASSERT_LT(glm::length(b.velocity), 0.1) << "overlap is undone in the position, not by a kick";
    }
  }
  EXPECT_GT(most, 0);
  EXPECT_LT(most, 1000) << "of 4950 pairs";
  for (int i = 0; i < count; ++i) {
    EXPECT_GT(wallDistance(rig.container, rig.grid, rig.bodies[i].pose.position), 0.039);
    for (int j = 0; j < i; ++j)
      EXPECT_GT(glm::distance(rig.bodies[i].pose.position, rig.bodies[j].pose.position), 0.078) << i << ' ' << j;
  }
}

TEST(HardContact, ABodyOutsideComesBackAndABodyLargerThanTheTankStaysCentred) {
  Rig rig;
  rig.gravity = Vec3(0);
  rig.add(ball(0.1), {3, 0.5, 0.5});
  rig.bodies[0].velocity = {5, 1, 0};
  rig.step();
  EXPECT_LT(rig.bodies[0].pose.position.x, 1);
  EXPECT_LE(rig.bodies[0].velocity.x, 0);
  EXPECT_GT(rig.bodies[0].velocity.y, 0.7) << "it rolls on";
  rig.bodies.clear();
  rig.add(cuboid(1.2, 1.2, 1.2), Vec3(0.5));
  for (int i = 0; i < 60; ++i) {
    rig.step();
    ASSERT_TRUE(finite(rig.bodies[0].pose.position));
    ASSERT_LT(glm::distance(rig.bodies[0].pose.position, Vec3(0.5)), 0.2);
  }
}

TEST(HardContact, ThinPlatesStack) {
  Rig rig;
  for (int i = 0; i < 4; ++i)
    rig.add(cuboid(0.3, 0.01, 0.3), {0.5 + 0.02 * i, 0.05 + 0.06 * i, 0.5}, 1000,
            glm::angleAxis(0.1 * i, glm::normalize(Vec3(1, 2, 0))));
  rig.run(4);
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(rig.bodies[i].pose.position.y, 0.005 + 0.01 * i, 0.001) << i;
    EXPECT_GT(std::abs(rig.bodies[i].pose.rotate({0, 1, 0}).y), 0.999) << i;
  }
}

TEST(HardContact, ImportedRingsHangInEachOther) {
  // The same as rings of primitives, but through the mesh import: distance by a lattice, samples by its zero.
  ShapeDesc desc;
  desc.kind = ShapeKind::Mesh;
  MeshReport report;
  const auto ring = makeMeshShape(desc, *primitive(ShapeKind::Torus, {0.1, 0.025, 0})->mesh(), report);
  ASSERT_TRUE(ring);
  Rig rig;
  BodyDesc held;
  held.shape = *ring;
  held.position = {0.5, 0.75, 0.5};
  held.orientation = glm::angleAxis(kPi / 2, Vec3(1, 0, 0));
  held.motion = Motion::Fixed;
  rig.add(held);
  rig.add(*ring, {0.5, 0.62, 0.5}, 1000, glm::angleAxis(kPi / 2, Vec3(0, 0, 1)));
  rig.bodies[1].velocity = {0.5, 0, 0.8};
  rig.run(4);
  EXPECT_NEAR(rig.bodies[1].pose.position.y, 0.75 - 2 * (0.1 - 0.025), 0.01);
  EXPECT_LT(Rig::overlap(rig.bodies[0], rig.bodies[1]), 0.0025);
}

TEST(HardContact, FastSpinInACornerStaysInside) {
  Rig rig;
  rig.add(cuboid(0.3, 0.05, 0.1), {0.2, 0.2, 0.5}, 1000);
  rig.bodies[0].angularVelocity = {20, 5, 60};
  double worst = 0;
  for (int i = 0; i < 120; ++i) {
    rig.step();
    ASSERT_TRUE(finite(rig.bodies[0].angularVelocity));
    worst = std::max(worst, rig.beyondWalls(rig.bodies[0]));
  }
  EXPECT_LT(worst, 0.03);  // a tip moves 0.15 m in a step
  EXPECT_LT(rig.beyondWalls(rig.bodies[0]), 0.001);
}

TEST(HardContact, BouncingNeverGainsEnergy) {
  Rig rig;
  for (int i = 0; i < 6; ++i) {
    BodyDesc d;
    d.shape = i % 2 ? cuboid(0.12, 0.08, 0.1) : ball(0.06);
    d.position = {0.3 + 0.2 * (i % 3), 0.3 + 0.2 * (i / 3), 0.4};
    d.orientation = glm::normalize(Quat(1, 0.2 * i, 0.1, -0.1 * i));
    d.restitution = 0.9;
    d.friction = 0;
    rig.add(d);
  }
  for (RigidBody& b : rig.bodies) b.addedMass = 0;
  rig.gravity = Vec3(0);
  double energy = 0;
  for (size_t i = 0; i < 6; ++i) {
    rig.bodies[i].velocity = Vec3(2.0 * (i % 2) - 1, 1.0, 0.7 * i - 1.5);
    energy += kinetic(rig.bodies[i]);
  }
  for (int i = 0; i < 600; ++i) {
    rig.step();
    double now = 0;
    for (const RigidBody& b : rig.bodies) now += kinetic(b);
    ASSERT_LT(now, energy * 1.01) << "step " << i;  // free flight keeps energy to second order only
    energy = now;
  }
}

}  // namespace
}  // namespace flotsam
