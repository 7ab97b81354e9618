// SPDX-License-Identifier: MIT
// The hand with a body alone (no fluid): backward Euler of a spring, so no density, step or jump can blow it up.
#include "sim/rigid/hand.h"

#include "rig.h"
#include "sim/rigid/rotation.h"

namespace flotsam {
namespace {

struct Pull {
  RigidBody body;
  HandInput hand;
  HandParams params;
  double dt = 1.0 / 60;
  bool flat = false;
  Vec3 force{0};

  explicit Pull(double density, Vec3 anchor = Vec3(0), bool inPlane = false) : flat(inPlane) {
    BodyDesc d;
    d.name = "box";
    d.shape = cuboid(0.1, 0.2, 0.3);
    d.density = density;
    d.position = Vec3(0.5);
    body = makeBody(d, 1000, inPlane, 0.05);
    hand = {true, "box", anchor, Vec3(0.5)};
  }
  double limit() const { return params.forceLimit * 9.81 * (body.mass() + body.addedMass); }
  /// M V1 + stiffness V1 = M V + impulse, then the body moves.
  void step(const Vec3& targetVelocity = Vec3(0)) {
    const HandSpring s = handSpring(params, hand, body, targetVelocity, dt, flat);
    Mat6 m = massMatrix(body.mass(), body.inertia());
    Vec6 rhs = m * vec6(body.velocity, body.angularVelocity);
    for (int i = 0; i < 6; ++i) rhs[i] += s.impulse[i];
    m += s.stiffness;
    Mat6 inverse;
    ASSERT_TRUE(invertSpd(m, inverse));
    const Vec6 v = inverse * rhs;
    body.velocity = linear(v);
    body.angularVelocity = angular(v);
    force = handForce(s, body, dt);
    body.pose.position += dt * body.velocity;
    freeTurn(body.unitInertia, body.pose.orientation, body.angularVelocity, dt);
  }
  Vec3 grabbed() const { return body.pose.toWorld(hand.anchor); }
};

TEST(Hand, CriticalSpringFollowsTheClosedForm) {
  // Mass m with added mass zero would be critically damped; with ma the frequency is sqrt((m+ma)/m) higher. Use a body
  // so heavy that the added mass does not count, and a small step: x = 1 - (1 + w t) exp(-w t).
  Pull p(1e6);
  p.dt = 1e-5;
  p.params.forceLimit = 1e9;
  p.hand.target = {0.6, 0.5, 0.5};
  const double w = 2 * kPi * p.params.frequency, t = 0.05;
  for (int i = 0; i < 5000; ++i) p.step();
  EXPECT_NEAR((p.body.pose.position.x - 0.5) / 0.1, 1 - (1 + w * t) * std::exp(-w * t), 1e-3);
}

TEST(Hand, ForceBalancesTheChangeOfMomentum) {
  Pull p(700, {0.05, 0.1, 0});
  p.hand.target = {0.9, 0.1, 0.7};
  const Vec3 before = p.body.mass() * p.body.velocity;
  p.step({1, 2, 3});
  const Vec3 change = p.body.mass() * p.body.velocity - before;
  EXPECT_NEAR(glm::distance(change, p.dt * p.force), 0, 1e-12 * glm::length(change));
}

class HandDensity : public testing::TestWithParam<double> {};

TEST_P(HandDensity, JumpingTargetStaysBoundedAndWithinTheLimit) {
  for (double dt : {1.0 / 60, 1.0, 1e-3}) {
    Pull p(GetParam() * 1000, {0.05, 0.1, 0.15});
    p.dt = dt;
    for (int i = 0; i < 600; ++i) {
      p.hand.target = Vec3(i % 2 ? 1.5 : -0.5, i % 3 ? 1 : 0, i % 5 ? 0.2 : 0.8);
      p.step();
      ASSERT_TRUE(finite(p.body.pose.position));
      // The bound of hand.h: nothing else pushes, so the pull stays within the limit exactly (here: to rounding).
      ASSERT_LE(glm::length(p.force), p.limit() * (1 + 1e-9)) << "step " << i << " dt " << dt;
      // Never thrown far: a few ranges of the target, more with a step of a second (60 times the usual).
      ASSERT_LT(glm::distance(p.body.pose.position, Vec3(0.5)), dt < 0.1 ? 6 : 60) << "step " << i << " dt " << dt;
    }
  }
}

TEST_P(HandDensity, ConvergesToTheTargetAndLosesEnergy) {
  Pull p(GetParam() * 1000, {0.05, 0.1, 0.15});
  p.hand.target = {1.2, 0.3, 0.9};
  const double arm = glm::length(p.hand.anchor);
  const HandSpring s = handSpring(p.params, p.hand, p.body, Vec3(0), p.dt, false);
  const double stretch = glm::length(s.stretch), m = p.body.mass() + p.body.addedMass;
  const double w = 2 * kPi * p.params.frequency;
  const double stored = 0.5 * m * w * w * stretch * stretch;  // of the unlimited spring: all there can be
  for (int i = 0; i < 3000; ++i) {
    p.step();
    ASSERT_LT(kinetic(p.body), stored * (1 + 1e-9));
  }
  // What is left is the body's spin about the grabbed point, which no spring at that point can damp: the stretch that
  // holds the centre on its circle.
  const double spin = glm::length(p.body.angularVelocity);
  EXPECT_LT(glm::distance(p.grabbed(), p.hand.target), spin * spin * arm / (w * w) + 1e-6);
  EXPECT_LT(spin, 20);
}

TEST_P(HandDensity, HeldAtTheCentreItComesToRestOnTheTarget) {
  Pull p(GetParam() * 1000);
  p.hand.target = {1.2, 0.3, 0.9};
  for (int i = 0; i < 300; ++i) p.step();
  EXPECT_LT(glm::distance(p.grabbed(), p.hand.target), 1e-9);
  EXPECT_LT(glm::length(p.body.velocity), 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Densities, HandDensity, testing::Values(1e-3, 0.1, 1.0, 10.0, 1e3));

TEST(Hand, FlatSceneHasNoRowsOutOfThePlane) {
  Pull p(500, {0.05, 0.1, 0}, true);
  p.hand.target = {0.9, 0.2, 5};
  const HandSpring s = handSpring(p.params, p.hand, p.body, {1, 1, 1}, p.dt, true);
  for (int i : {2, 3, 4}) {
    EXPECT_EQ(s.impulse[i], 0);
    for (int j = 0; j < 6; ++j) {
      EXPECT_EQ(s.stiffness(i, j), 0);
      EXPECT_EQ(s.stiffness(j, i), 0);
    }
  }
  EXPECT_GT(s.stiffness(5, 5), 0);
  EXPECT_NE(s.impulse[5], 0);
}

TEST(Hand, DoesNotPullWhatIsNotFreeOrNotGrabbed) {
  Pull p(500);
  p.hand.target = Vec3(2);
  p.hand.active = false;
  EXPECT_EQ(handSpring(p.params, p.hand, p.body, Vec3(0), p.dt, false).k, 0);
  p.hand.active = true;
  p.body.desc.motion = Motion::Fixed;
  EXPECT_EQ(handSpring(p.params, p.hand, p.body, Vec3(0), p.dt, false).k, 0);
}

}  // namespace
}  // namespace flotsam
