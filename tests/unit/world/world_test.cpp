// SPDX-License-Identifier: MIT
// The World as a whole: rest, determinism, edits, the hand, faults.
#include "sim/world.h"

#include <limits>

#include "core/parallel.h"
#include "tank.h"

namespace flotsam {
namespace {

constexpr double kG = 9.81;

BodyDesc body(const char* name, std::shared_ptr<const Shape> shape, Vec3 position, double density) {
  BodyDesc b;
  b.name = name, b.shape = shape, b.shapeDesc = shape->desc(), b.position = position, b.density = density;
  return b;
}

WorldDesc twoBodies(int n = 12) {
  WorldDesc d;
  d.cells = Int3(n);
  d.dx = 1.0 / n;
  d.bodies.push_back(body("heavy", Tank::primitive(ShapeKind::Sphere, Vec3(0.15)), {0.35, 0.6, 0.5}, 2500));
  d.bodies.push_back(body("light", Tank::primitive(ShapeKind::Torus, Vec3(0.13, 0.06, 0)), {0.7, 0.3, 0.5}, 150));
  return d;
}

double maxOpenSpeed(const World& w) {
  double m = 0;
  for (int a = 0; a < 3; ++a)
    for (size_t id = 0; id < w.grid().size; ++id)
      if (w.fractions().fluid[a][id] > 0) m = std::max(m, std::abs(w.velocity()[a][id]));
  return m;
}

TEST(World, NeutralBodiesStayAtRestForAHundredSteps) {
  WorldDesc d;
  d.cells = Int3(16);
  d.dx = 1.0 / 16;
  d.container = {WallKind::TiltedBox, Vec3(0.5), Vec3(0.85), glm::angleAxis(0.15, glm::normalize(Vec3(1, 1, 3)))};
  d.params.method.tolerance = 1e-10;
  d.bodies.push_back(body("sphere", Tank::primitive(ShapeKind::Sphere, Vec3(0.12)), {0.33, 0.4, 0.36}, 1000));
  d.bodies.push_back(body("box", Tank::primitive(ShapeKind::Box, Vec3(0.2, 0.15, 0.18)), {0.62, 0.6, 0.6}, 1000));
  d.bodies[1].orientation = glm::angleAxis(0.6, glm::normalize(Vec3(1, -2, 0.5)));
  World w(d);
  for (int i = 0; i < 100; ++i) w.step();
  ASSERT_TRUE(w.status().ok) << w.status().fault;
  const double bound = 1e-4 * kG / 60;
  EXPECT_LE(maxOpenSpeed(w), bound);
  for (const RigidBody& b : w.bodies()) {
    EXPECT_LE(glm::length(b.velocity), bound);
    EXPECT_LE(glm::length(b.angularVelocity), bound);
  }
}

TEST(World, SphereContainerAtRest) {
  WorldDesc d;
  d.cells = Int3(16);
  d.dx = 1.0 / 16;
  d.container = {WallKind::Sphere, Vec3(0.5), Vec3(0.43), {1, 0, 0, 0}};
  World w(d);
  for (int i = 0; i < 100; ++i) w.step();
  EXPECT_LE(maxOpenSpeed(w), 1e-4 * kG / 60);
  EXPECT_NEAR(w.report().fluid.volume, 4 * kPi / 3 * std::pow(0.43, 3), 0.01);
}

TEST(World, HeavySinksLightRises) {
  World w(twoBodies());
  for (int i = 0; i < 40; ++i) w.step();
  EXPECT_LT(w.bodies()[0].pose.position.y, 0.5);
  EXPECT_GT(w.bodies()[1].pose.position.y, 0.4);
  EXPECT_GT(w.report().fluid.kineticEnergy, 0);
  EXPECT_NEAR(w.report().fluid.volume, 1 - w.bodies()[0].volume - w.bodies()[1].volume, 0.01);
  // Archimedes: at 2500 kg/m³ the pressure carries a good part of the weight, upwards.
  EXPECT_GT(w.bodies()[0].pressureForce.y, 0);
}

TEST(World, SameBitsForAnyThreadCountAndEveryRun) {
  uint64_t first = 0;
  for (int threads : {1, 2, 3, 8, 1}) {
    setThreadCount(threads);
    World w(twoBodies());
    for (int i = 0; i < 25; ++i) w.step();
    if (first == 0) first = w.hash();
    EXPECT_EQ(w.hash(), first) << threads << " threads";
  }
  setThreadCount(0);
}

TEST(World, SemiLagrangianAndReferenceSolverRun) {
  WorldDesc d = twoBodies();
  d.params.method.advection = Advection::SemiLagrangian;
  World a(d);
  d.params.method.solver = SolverKind::Reference;
  World b(d);
  for (int i = 0; i < 12; ++i) a.step(), b.step();
  ASSERT_TRUE(a.status().ok && b.status().ok);
  EXPECT_LT(a.bodies()[0].pose.position.y, 0.6);
  // The two solvers follow the same path to their tolerance.
  EXPECT_NEAR(a.bodies()[0].pose.position.y, b.bodies()[0].pose.position.y, 1e-5);
}

TEST(World, ApicCanBeChosenWhileItRuns) {
  WorldDesc d = twoBodies();
  d.params.method.advection = Advection::Apic;
  uint64_t first = 0;
  for (int threads : {1, 3}) {
    setThreadCount(threads);
    World w(d);
    for (int i = 0; i < 12; ++i) w.step();
    ASSERT_TRUE(w.status().ok) << w.status().fault;
    EXPECT_LT(w.bodies()[0].pose.position.y, 0.6);
    if (first == 0) first = w.hash();
    EXPECT_EQ(w.hash(), first);
  }
  setThreadCount(0);
  World w(twoBodies());
  InputFrame edit;
  for (double choice : {2, 0, 2, 1, 2}) {
    edit.edits.assign(1, Edit{});
    edit.edits[0].key = "method.advection", edit.edits[0].value = choice;
    for (int i = 0; i < 4; ++i) w.step(i == 0 ? edit : InputFrame{});
    ASSERT_TRUE(w.status().ok) << w.status().fault;
  }
  EXPECT_LT(w.bodies()[0].pose.position.y, 0.6);
}

/// Drags a body of the given density to and fro with a mouse that jumps across the tank every step.
void abuse(double ratio) {
  WorldDesc d = twoBodies();
  d.bodies[0].density = 1000 * ratio;
  World w(d);
  InputFrame input;
  input.hand = {true, "heavy", Vec3(0.05, 0.1, 0), Vec3(0)};
  double fastest = 0;
  for (int i = 0; i < 60; ++i) {
    input.hand.target = i % 2 ? Vec3(1.2, 0.9, 0.9) : Vec3(-0.2, 0.1, 0.1);
    w.step(input);
    ASSERT_TRUE(w.status().ok) << w.status().fault;
    fastest = std::max(fastest, glm::length(w.bodies()[0].velocity));
  }
  EXPECT_LT(fastest, 30) << ratio;
  // Held still it comes to the hand.
  input.hand.target = Vec3(0.55, 0.62, 0.45);
  for (int i = 0; i < 90; ++i) w.step(input);
  const RigidBody& b = w.bodies()[0];
  EXPECT_LT(glm::length(b.pose.toWorld(input.hand.anchor) - input.hand.target), 0.05) << ratio;
  // Letting go leaves it its velocity.
  w.step();
  EXPECT_TRUE(finite(b.velocity));
}

TEST(World, HandHoldsBodiesOfAnyDensity) {
  for (double ratio : {0.001, 0.1, 1.0, 1000.0}) abuse(ratio);
}

TEST(World, LettingGoThrows) {
  World w(twoBodies());
  InputFrame input;
  input.hand = {true, "light", Vec3(0), Vec3(0)};
  for (int i = 0; i < 12; ++i) {
    input.hand.target = Vec3(0.7 - 0.03 * i, 0.3, 0.5);
    w.step(input);
  }
  const double x = w.bodies()[1].pose.position.x, v = w.bodies()[1].velocity.x;
  EXPECT_LT(v, -0.3);
  w.step();
  EXPECT_LT(w.bodies()[1].pose.position.x, x - 0.5 * std::abs(v) / 60);
}

TEST(World, EditsWhileRunning) {
  World w(twoBodies());
  w.step();
  InputFrame input;
  Edit e;
  e.kind = Edit::SetParam, e.key = "body.heavy.density", e.value = 500;
  input.edits.push_back(e);
  e.key = "fluid.density", e.value = 1e9;  // clamped to its bound
  input.edits.push_back(e);
  e = {};
  e.kind = Edit::AddBody;
  e.body = body("light", Tank::primitive(ShapeKind::Box, Vec3(0.2)), {0.5, 0.8, 0.3}, 700);
  input.edits.push_back(e);
  w.step(input);
  ASSERT_EQ(w.bodies().size(), 3u);
  EXPECT_EQ(w.bodies()[0].desc.density, 500);
  EXPECT_EQ(w.bodies()[2].desc.name, "light 2");
  EXPECT_LT(w.desc().params.fluid.density, 1e6);
  EXPECT_EQ(w.desc().bodies.size(), 3u);
  input.edits.clear();
  e = {};
  e.kind = Edit::RemoveBody, e.key = "heavy";
  input.edits.push_back(e);
  const size_t particles = w.report().fluid.particles;
  w.step(input);
  ASSERT_EQ(w.bodies().size(), 2u);
  EXPECT_EQ(w.bodies()[0].desc.name, "light");
  EXPECT_EQ(w.report().fluid.particles, particles);
  for (int i = 0; i < 10; ++i) w.step();
  EXPECT_TRUE(w.status().ok);
}

TEST(World, FaultNamesStageAndBodyAndKeepsTheLastState) {
  WorldDesc d = twoBodies();
  d.bodies[0].velocity = Vec3(std::numeric_limits<double>::quiet_NaN(), 0, 0);
  World w(d);
  w.step();
  w.step();
  EXPECT_FALSE(w.status().ok);
  EXPECT_NE(w.status().fault.find("stage"), std::string::npos);
  const uint64_t hash = w.hash(), steps = w.stepCount();
  w.step();  // a stopped world stays where it is
  EXPECT_EQ(w.hash(), hash);
  EXPECT_EQ(w.stepCount(), steps);
  for (const RigidBody& b : w.bodies()) EXPECT_TRUE(finite(b.pose.position));
}

TEST(World, NonFiniteHandIsIgnored) {
  World w(twoBodies());
  InputFrame input;
  input.hand = {true, "heavy", Vec3(0), Vec3(std::numeric_limits<double>::quiet_NaN(), 0, 0)};
  w.step(input);
  EXPECT_TRUE(w.status().ok);
  EXPECT_TRUE(finite(w.bodies()[0].velocity));
}

TEST(World, FastBodySplitsTheStepAndSaysSoAtTheCap) {
  WorldDesc d = twoBodies();
  d.bodies[1].velocity = Vec3(-40, 0, 0);
  d.params.method.maxSubsteps = 2;
  World w(d);
  w.step();
  EXPECT_EQ(w.report().substeps, 2);
  bool said = false;
  for (const std::string& warning : w.report().warnings) said |= warning.find("cap of 2") != std::string::npos;
  EXPECT_TRUE(said);
}

TEST(World, ViewShowsEveryNthMarkerAndAlwaysTheSame) {
  World w(twoBodies());
  SimView few, many;
  w.fill(few, 500), w.fill(many, 2000);
  ASSERT_EQ(few.markers.position.size(), 500u);
  ASSERT_EQ(many.markers.position.size(), 2000u);
  for (size_t i = 0; i < 500; ++i) EXPECT_EQ(few.markers.position[i], many.markers.position[i]);
  EXPECT_EQ(few.bodies.size(), 2u);
  EXPECT_FALSE(few.params.empty());
  for (const Vec3f& x : many.markers.position)
    EXPECT_TRUE(x.x > 0 && x.y > 0 && x.z > 0 && x.x < 1 && x.y < 1 && x.z < 1);
}

TEST(World, VortexInABoxStaysSteadyIn2D) {
  WorldDesc d;
  d.cells = Int3(32, 32, 1);
  d.dx = 1.0 / 32;
  d.params.gravity = Vec3(0);
  d.params.fluid.initial = InitialFlow::Vortex;
  d.params.method.flip = 1;
  World w(d);
  const double before = [&] {
    w.step();
    return w.report().fluid.kineticEnergy;
  }();
  EXPECT_NEAR(before, 0.25 * 1000 / 32 * 1.0, 0.02 * before + 1e-3);  // mean of |u|²/2 is 1/4 of the peak's square
  for (int i = 0; i < 60; ++i) w.step();
  EXPECT_NEAR(w.report().fluid.kineticEnergy, before, 0.1 * before);
  double out = 0;  // nothing leaves the plane
  for (const double u : w.velocity()[2]) out = std::max(out, std::abs(u));
  EXPECT_EQ(out, 0);
}

TEST(World, SmokeRisesFromItsSourceAndStaysBounded) {
  WorldDesc d;
  d.cells = Int3(16, 20, 16);
  d.dx = 0.05;
  d.params.smoke.lift = 2;
  d.smoke.push_back({Vec3(0.4, 0.1, 0.4), 0.12});
  World w(d);
  for (int i = 0; i < 60; ++i) w.step();
  SimView v;
  w.fill(v, 0);
  ASSERT_EQ(v.smoke.density.size(), 16u * 20 * 16);
  float largest = 0;
  double high = 0;
  for (size_t c = 0; c < v.smoke.density.size(); ++c) {
    largest = std::max(largest, v.smoke.density[c]);
    EXPECT_GE(v.smoke.density[c], 0);
    if (v.smoke.density[c] > 0.1) high = std::max(high, 0.05 * ((c / 16) % 20 + 0.5));
  }
  EXPECT_LE(largest, 1.0f + 1e-5f);
  EXPECT_GT(high, 0.35);
}

}  // namespace
}  // namespace flotsam
