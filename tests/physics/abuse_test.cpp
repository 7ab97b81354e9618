// SPDX-License-Identifier: MIT
// Physics under abuse, in full tanks and in water: hands without mercy, impossible bodies, absurd numbers. Never
// anything that is not finite, never a lost particle, never an escaped body; where a limit is hit a warning says which.
#include <gtest/gtest.h>

#include "physics/water_fixture.h"

namespace flotsam {
namespace {

using water::addBody;

class Abuse : public testing::TestWithParam<bool> {
 protected:
  bool liquid() const { return GetParam(); }
  WorldDesc tank(int n = 8, double size = 1) const {
    WorldDesc d;
    d.cells = Int3(n);
    d.dx = size / n;
    if (!liquid()) return d;
    d.params.fluid.domain = FluidDomain::Liquid;
    d.liquid.push_back({.level = 0.5 * size});
    return d;
  }
};

void expectSound(const World& w, size_t particles, const std::string& when) {
  ASSERT_TRUE(w.status().ok) << when << ": " << w.status().fault;
  EXPECT_EQ(w.particles().size(), particles) << when;
  const Grid& g = w.grid();
  const Particles& p = w.particles();
  size_t bad = 0;
  for (size_t i = 0; i < p.size(); ++i)
    for (int a = 0; a < (g.flat() ? 2 : 3); ++a)
      bad += !(p.x[a][i] >= 1 && p.x[a][i] <= static_cast<float>(1 + g.inner[a]) && std::isfinite(p.v[a][i]));
  EXPECT_EQ(bad, 0u) << when << ": particles that are lost";
  for (int a = 0; a < 3; ++a)
    for (const double u : w.velocity()[a]) ASSERT_TRUE(std::isfinite(u)) << when;
  for (const RigidBody& b : w.bodies()) {
    ASSERT_TRUE(finite(b.pose.position) && finite(b.velocity) && finite(b.angularVelocity)) << when;
    EXPECT_NEAR(glm::length(b.pose.orientation), 1, 1e-6) << when;
  }
  EXPECT_TRUE(std::isfinite(w.report().fluid.kineticEnergy)) << when;
}

/// Bodies whose centre has left the tank.
int escaped(const World& w) {
  int count = 0;
  for (const RigidBody& b : w.bodies())
    count += glm::any(glm::lessThan(b.pose.position, Vec3(0))) ||
             glm::any(glm::greaterThan(b.pose.position, w.grid().extent()));
  return count;
}

void steps(World& w, int count, const std::string& when, const InputFrame& input = {}) {
  const size_t particles = w.particles().size();
  for (int i = 0; i < count; ++i) w.step(input);
  expectSound(w, particles, when);
}

bool warns(const World& w, const std::string& words) {
  const auto& all = w.report().warnings;
  return std::any_of(all.begin(), all.end(), [&](const auto& text) { return text.find(words) != std::string::npos; });
}

double motion(const World& w) {
  double energy = 0;
  for (const RigidBody& b : w.bodies())
    energy += 0.5 * b.mass() * glm::dot(b.velocity, b.velocity) +
              0.5 * glm::dot(b.angularVelocity, b.inertia() * b.angularVelocity);
  return energy;
}

TEST_P(Abuse, TheMouseJumpsAcrossTheWindowInOneFrame) {
  WorldDesc d = tank(10);
  addBody(d, ShapeKind::Box, Vec3(0.3, 0.1, 0.2), Vec3(0.5), 300);
  addBody(d, ShapeKind::Sphere, Vec3(0.12), Vec3(0.3, 0.2, 0.3), 8000);
  World w(d);
  InputFrame input;
  for (int i = 0; i < 60; ++i) {  // another corner, far beyond the walls, every third step
    const double far = 3;
    const Vec3 corner(i % 2 ? far : -far, i % 3 ? -far : far, i % 5 ? far : -far);
    if (i % 3 == 0) input.hand = {true, i < 30 ? "b0" : "b1", Vec3(0.1, 0.02, 0), corner};
    steps(w, 1, "jump " + std::to_string(i), input);
    EXPECT_EQ(escaped(w), 0) << i;
  }
  const double held = motion(w);
  steps(w, 60, "let go");
  EXPECT_EQ(escaped(w), 0);
  EXPECT_LT(motion(w), std::max(held, 10.0));
}

TEST_P(Abuse, PressedIntoACornerForTwentySecondsItIsStillThereAndThenComesToRest) {
  WorldDesc d = tank(6);
  addBody(d, ShapeKind::Box, Vec3(0.3, 0.2, 0.25), Vec3(0.5), 2500);
  addBody(d, ShapeKind::Sphere, Vec3(0.13), Vec3(0.25, 0.25, 0.25), 2500);
  World w(d);
  InputFrame press;
  press.hand = {true, "b0", Vec3(0), Vec3(-1, -1, -1)};
  for (int second = 0; second < 20; ++second) {
    steps(w, 60, "pressed", press);
    ASSERT_EQ(escaped(w), 0) << second;
  }
  const double pressed = motion(w);
  steps(w, 120, "let go");
  EXPECT_EQ(escaped(w), 0);
  EXPECT_LT(motion(w), 0.05 + 0.5 * pressed);
}

TEST_P(Abuse, EightBodiesInOnePlace) {
  WorldDesc d = tank(10);
  for (int i = 0; i < 8; ++i)
    addBody(d, i % 2 ? ShapeKind::Box : ShapeKind::Sphere, Vec3(i % 2 ? 0.2 : 0.1),
            Vec3(0.5) + 0.01 * Vec3(i % 3, i % 2, i % 5), i < 4 ? 200 : 3000);
  World w(d);
  steps(w, 1, "start");
  EXPECT_TRUE(warns(w, "overlap"));
  EXPECT_TRUE(warns(w, "more bodies overlap at the start"));
  double fastest = 0;
  for (int i = 0; i < 90; ++i) {
    steps(w, 1, "apart");
    for (const RigidBody& b : w.bodies()) fastest = std::max(fastest, glm::length(b.velocity));
  }
  EXPECT_EQ(escaped(w), 0);
  EXPECT_LT(fastest, 10) << "pushed apart, not shot apart";
}

TEST_P(Abuse, TwoHundredBodies) {
  WorldDesc d = tank(32);
  for (int i = 0; i < 200; ++i)
    addBody(d, i % 3 ? ShapeKind::Sphere : ShapeKind::Box, Vec3(i % 3 ? 0.04 : 0.07),
            Vec3(0.1 + 0.16 * (i % 6), 0.06 + 0.14 * (i / 36), 0.1 + 0.16 * (i / 6 % 6)), 100 + 40 * i);
  World w(d);
  steps(w, 3, "crowd");
  EXPECT_EQ(escaped(w), 0);
}

TEST_P(Abuse, BodiesThatCannotBe) {
  for (const double radius : {5.0, 0.499, 0.01}) {  // larger than the tank, all of it, thinner than a cell
    WorldDesc d = tank();
    addBody(d, ShapeKind::Sphere, Vec3(radius), Vec3(0.5), 900);
    World w(d);
    steps(w, 10, "radius " + std::to_string(radius));
    EXPECT_EQ(warns(w, "'b0' is larger than the tank"), radius > 1);
    EXPECT_FALSE(warns(w, "pushed out")) << "it cannot be, and one warning is enough";
    EXPECT_EQ(warns(w, "'b0' is thinner than a cell"), radius < 0.1);
  }
}

TEST_P(Abuse, DensitiesFromAMillionthToAMillion) {
  for (const double s : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
    WorldDesc d = tank();
    if (s > 1e3) d.params.fluid.density = 1;
    addBody(d, ShapeKind::Sphere, Vec3(0.17), Vec3(0.5), s * d.params.fluid.density);
    World w(d);
    double fastest = 0;
    for (int i = 0; i < 30; ++i) {
      steps(w, 1, "s = " + std::to_string(s));
      fastest = std::max(fastest, glm::length(w.bodies()[0].velocity));
    }
    EXPECT_EQ(escaped(w), 0) << s;
    EXPECT_EQ(warns(w, "lighter than air"), liquid() && s < 1e-3) << s;
    // Free fall, or twice g upwards as a massless ball in fluid.
    EXPECT_LT(fastest, 9.81 * 0.5 * 2.2 + 1) << s;
  }
}

TEST_P(Abuse, StepsFromATenthOfAMillisecondToATenthOfASecond) {
  for (const double rate : {10.0, 30.0, 10000.0}) {
    WorldDesc d = tank();
    d.params.rate = rate;
    addBody(d, ShapeKind::Sphere, Vec3(0.17), Vec3(0.5, 0.6, 0.5), 400);
    addBody(d, ShapeKind::Box, Vec3(0.2), Vec3(0.25, 0.3, 0.3), 4000);
    World w(d);
    steps(w, rate > 100 ? 20 : 15, "rate " + std::to_string(rate));
    EXPECT_EQ(escaped(w), 0) << rate;
  }
}

TEST_P(Abuse, GravityOfAnyKind) {
  for (const Vec3& g : {Vec3(0), Vec3(0, -100, 0), Vec3(100, 0, 0), Vec3(0, 100, 0), Vec3(100, -100, 100)}) {
    WorldDesc d = tank();
    d.params.gravity = g;
    addBody(d, ShapeKind::Sphere, Vec3(0.15), Vec3(0.5), 400);
    addBody(d, ShapeKind::Box, Vec3(0.2), Vec3(0.3, 0.3, 0.3), 4000);
    World w(d);
    steps(w, 40, "gravity");
    EXPECT_EQ(escaped(w), 0);
  }
}

TEST_P(Abuse, TanksOfAMillimetreAndAKilometre) {
  for (const double size : {1e-3, 1e3}) {
    WorldDesc d = tank(8, size);
    addBody(d, ShapeKind::Sphere, Vec3(0.15 * size), Vec3(0.5 * size), 400);
    World w(d);
    steps(w, 20, "size " + std::to_string(size));
    EXPECT_EQ(escaped(w), 0) << size;
  }
}

TEST_P(Abuse, EverySliderAtBothEndsWhileRunning) {
  WorldDesc d = tank(6);
  addBody(d, ShapeKind::Sphere, Vec3(0.2), Vec3(0.5), 500);
  d.params.method.tolerance = 1e-4;
  World w(d);
  const std::vector<Param> before = w.params();
  for (const Param& p : before) {
    if (p.info.key == "fluid.domain" || p.info.key == "fluid.particlesPerCell" || p.info.key == "time.rate") continue;
    for (const double end : {p.info.min, p.info.max, p.value}) {
      Edit edit;
      edit.key = p.info.key, edit.value = end;
      InputFrame input;
      input.edits.push_back(edit);
      // A hand that holds it, so that the hand's own sliders count.
      input.hand = {true, "b0", Vec3(0.1, 0, 0), Vec3(0.6, 0.4, 0.5)};
      w.step(input);
      if (!w.status().ok) {  // methods that break say so: go on from a new world
        EXPECT_TRUE(p.info.key == "method.coupling") << p.info.key << ": " << w.status().fault;
        w = World(d);
      }
      expectSound(w, w.particles().size(), p.info.key + " = " + std::to_string(end));
    }
  }
}

TEST_P(Abuse, PocketsSealedByBodies) {
  WorldDesc d = tank();
  for (const double y : {0.3, 0.6}) {  // plates across the tank, in their grooves
    addBody(d, ShapeKind::Box, Vec3(1.2, 0.13, 1.2), Vec3(0.5, y, 0.5), 1000);
    d.bodies.back().motion = Motion::Fixed;
  }
  addBody(d, ShapeKind::Box, Vec3(0.98, 0.2, 0.98), Vec3(0.5, 0.8, 0.5), 5000);  // a lid on what is left
  addBody(d, ShapeKind::Sphere, Vec3(0.07), Vec3(0.5, 0.45, 0.5), 100);
  World w(d);
  steps(w, 30, "sealed");
  EXPECT_EQ(escaped(w), 0);
}

TEST_P(Abuse, APocketThatIsCompressedIsTold) {
  WorldDesc d = tank();
  addBody(d, ShapeKind::Box, Vec3(1.2, 0.3, 1.2), Vec3(0.5, 0.9, 0.5), 1000);
  d.bodies.back().motion = Motion::Scripted;
  d.bodies.back().script.kind = Script::Keyframes;
  d.bodies.back().script.keys = {{0, Vec3(0)}, {0.5, Vec3(0, -0.8, 0)}};
  World w(d);
  bool told = false;
  for (int i = 0; i < 40; ++i) steps(w, 1, "press"), told |= warns(w, "is being compressed");
  EXPECT_TRUE(told || liquid());
}

TEST_P(Abuse, AFluidRegionSmallerThanACell) {
  WorldDesc d = tank();
  if (liquid()) {
    d.liquid = {{.kind = LiquidRegion::Ball, .position = Vec3(0.51), .radius = 0.3 * d.dx}};
  } else {  // what is left between a box and the walls
    addBody(d, ShapeKind::Box, Vec3(0.96), Vec3(0.5), 1000);
    d.bodies.back().motion = Motion::Fixed;
  }
  World w(d);
  steps(w, 60, "a drop");
  d.liquid.clear();
  addBody(d, ShapeKind::Box, Vec3(1.2), Vec3(0.5), 1000);
  d.bodies.back().motion = Motion::Fixed;
  World none(d);
  steps(none, 5, "nothing");
  EXPECT_TRUE(warns(none, liquid() ? "there is no liquid" : "no room for fluid"));
}

INSTANTIATE_TEST_SUITE_P(Tanks, Abuse, testing::Bool(), [](const auto& info) { return info.param ? "Water" : "Full"; });

}  // namespace
}  // namespace flotsam
