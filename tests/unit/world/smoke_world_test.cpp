// SPDX-License-Identifier: MIT
// Smoke and heat in the World against closed forms: what buoyancy does at once, what sources, bodies and cooling hold,
// and that a world with them has the same bits whatever the threads and however often one goes back.
#include <gtest/gtest.h>

#include "core/parallel.h"
#include "sim/world.h"
#include "tank.h"

namespace flotsam {
namespace {

BodyDesc ball(const char* name, Vec3 at, double radius, double density) {
  BodyDesc b;
  b.name = name, b.shape = Tank::primitive(ShapeKind::Sphere, Vec3(radius)), b.shapeDesc = b.shape->desc();
  b.position = at, b.density = density;
  return b;
}

/// A box of air, warm by `kelvin` in [lo, hi] (m), which is on cell boundaries.
WorldDesc warm(Int3 cells, Vec3 lo, Vec3 hi, double kelvin) {
  WorldDesc d;
  d.cells = cells, d.dx = 0.05;
  d.params.fluid.density = 1.2;
  SmokeSource s;
  s.position = 0.5 * (lo + hi), s.size = hi - lo, s.amount = 0;
  s.temperature = d.params.smoke.ambient + kelvin;
  d.smoke.push_back(s);
  return d;
}

double fastest(const World& w) {
  double most = 0;
  for (int a = 0; a < 3; ++a)
    for (size_t f = 0; f < w.grid().size; ++f)
      if (w.fractions().fluid[a][f] > 0) most = std::max(most, std::abs(w.velocity()[a][f]));
  return most;
}

/// Circulation along the loop of cell centres (i0, j0) - (i1, j0) - (i1, j1) - (i0, j1) in the plane k, m²/s.
double circulation(const World& w, int i0, int j0, int i1, int j1, int k) {
  const Grid& g = w.grid();
  double sum = 0;
  for (int i = i0 + 1; i <= i1; ++i) sum += w.velocity()[0][g.id(i, j0, k)] - w.velocity()[0][g.id(i, j1, k)];
  for (int j = j0 + 1; j <= j1; ++j) sum += w.velocity()[1][g.id(i1, j, k)] - w.velocity()[1][g.id(i0, j, k)];
  return g.dx * sum;
}

TEST(Heat, UniformWarmthMovesNothing) {
  WorldDesc d = warm({10, 12, 8}, Vec3(0), Vec3(0.5, 0.6, 0.4), 80);
  d.params.smoke.confinement = 1;
  World w(d);
  for (int i = 0; i < 10; ++i) w.step();
  EXPECT_LT(fastest(w), 2e-6);
  EXPECT_NEAR(w.report().smoke.meanTemperature, 100, 1e-4);
}

TEST(Heat, AWarmHalfTurnsTheAirAtTheRateOfItsBuoyancy) {
  // Pressure has no part in the circulation: after one step it is dt beta dT h, up in the warm half and down in the
  // cold.
  for (const int depth : {1, 6})
    for (const Advection way : {Advection::Flip, Advection::SemiLagrangian}) {
      WorldDesc d = warm({12, 10, depth}, Vec3(0.3, 0, 0), Vec3(0.6, 0.5, 0.05 * depth), 30);
      d.params.method.advection = way;
      World w(d);
      w.step();
      const double h = 8 * d.dx, expected = d.params.dt() * d.params.smoke.heatLift * 30 * h;
      EXPECT_NEAR(circulation(w, 3, 2, 10, 10, (depth + 1) / 2), expected, 2e-6 * expected);
      EXPECT_NEAR(circulation(w, 2, 2, 5, 10, (depth + 1) / 2), 0, 2e-6 * expected) << "both sides cold";
    }
}

TEST(Heat, BuoyancyIsAgainstGravityAndGoesWithIt) {
  WorldDesc d = warm({12, 12, 1}, Vec3(0.3, 0, 0), Vec3(0.6, 0.6, 0.05), 30);
  const auto turned = [&](Vec3 gravity) {
    d.params.gravity = gravity;
    World w(d);
    w.step();
    return circulation(w, 3, 3, 10, 10, 1);
  };
  const double down = turned({0, -9.81, 0});
  EXPECT_NEAR(turned({0, -2 * 9.81, 0}), 2 * down, 1e-5 * down);
  EXPECT_NEAR(turned({0, 9.81, 0}), -down, 1e-5 * down);
  EXPECT_NEAR(turned({0, 0, 0}), 0, 1e-12);
  // Sideways the warm right half and the cold left one lie above each other: at rest.
  EXPECT_NEAR(turned({-9.81, 0, 0}), 0, 1e-5 * down);
}

TEST(Heat, SmokeAndHeatAddUp) {
  // -alpha s + beta dT = 0: heavy smoke as warm as it needs to be stays where it is, but for the first rounding.
  WorldDesc d = warm({12, 10, 1}, Vec3(0.3, 0, 0), Vec3(0.6, 0.5, 0.05), 40);
  d.smoke[0].amount = 2;
  d.params.smoke.lift = -0.5 * d.params.smoke.heatLift * 40;
  World w(d);
  for (int i = 0; i < 5; ++i) w.step();
  EXPECT_LT(fastest(w), 2e-6);
}

TEST(Heat, CoolsAndFadesByTheirRates) {
  WorldDesc d = warm({8, 8, 8}, Vec3(0), Vec3(0.4), 50);
  d.smoke[0].amount = 0.8, d.smoke[0].until = 0.01;
  d.params.smoke.cooling = 0.7, d.params.smoke.fade = 0.3;
  World w(d);
  for (int i = 0; i < 60; ++i) w.step();
  // The source is open in the first step and while the world is set up; 59 steps cool.
  const double t = 59.0 / 60;
  EXPECT_NEAR(w.report().smoke.meanTemperature, 20 + 50 * std::exp(-0.7 * t), 1e-3);
  EXPECT_NEAR(w.report().smoke.amount, 0.8 * std::exp(-0.3 * t) * 0.064, 1e-6);
}

TEST(Heat, ABodyHoldsTheAirAtItsSurface) {
  for (const double celsius : {90.0, -40.0}) {
    WorldDesc d;
    d.cells = Int3(16), d.dx = 0.05;
    d.params.fluid.density = 1.2;
    BodyDesc b = ball("hot", Vec3(0.4, 0.25, 0.4), 0.15, 8000);
    b.motion = Motion::Fixed, b.temperature = celsius, b.smoke = 0.6;
    d.bodies = {b, ball("other", Vec3(0.1, 0.7, 0.1), 0.08, 1.2)};
    World w(d);
    const Grid& g = w.grid();
    for (int i = 0; i <= 30; ++i) {
      int held = 0;
      for (int k = 1; k <= 16; ++k)
        for (int j = 1; j <= 16; ++j)
          for (int c = 1; c <= 16; ++c) {
            const double off = (glm::length(g.cellCentre({c, j, k}) - b.position) - 0.15) / g.dx;
            if (off < -0.5 || off > 0.7) continue;
            ASSERT_FLOAT_EQ(w.temperature()[g.id(c, j, k)], static_cast<float>(celsius - 20));
            ASSERT_GE(w.smoke()[g.id(c, j, k)], 0.6f);
            ++held;
          }
      EXPECT_GT(held, 60);
      if (i == 0) {
        EXPECT_EQ(w.temperature()[g.id(3, 14, 3)], 0.f) << "at the other ball";
      }
      w.step();
    }
    EXPECT_EQ(celsius > 20, w.report().smoke.meanTemperature > 20);
    if (celsius > 20) {
      EXPECT_NEAR(w.report().smoke.maxTemperature, celsius, 1e-4);
    }
    // Warm air rises above the ball, cold air lies on the floor.
    double above = 0, floor = 0;
    for (int k = 1; k <= 16; ++k)
      for (int c = 1; c <= 16; ++c)
        above += double(w.temperature()[g.id(c, 14, k)]), floor += double(w.temperature()[g.id(c, 1, k)]);
    if (celsius > 20) {
      EXPECT_GT(above, 3 * floor);
    }
    if (celsius < 20) {
      EXPECT_LT(floor, 3 * above);
    }
  }
}

TEST(Heat, ABodyCanBeHeatedWhileTheSceneRuns) {
  WorldDesc d;
  d.cells = Int3(12), d.dx = 0.05;
  d.bodies = {ball("ball", Vec3(0.3), 0.12, 1000)};
  World w(d);
  w.step();
  EXPECT_TRUE(w.temperature().empty());
  const auto before = w.save();
  InputFrame edit;
  edit.edits = {{Edit::SetParam, "body.ball.temperature", 60, {}}, {Edit::SetParam, "body.ball.smoke", 1, {}}};
  w.step(edit);
  const uint64_t hash = w.hash();
  EXPECT_NEAR(w.report().smoke.maxTemperature, 60, 1e-4);
  EXPECT_GT(w.report().smoke.amount, 0);
  w.restore(*before);
  EXPECT_TRUE(w.temperature().empty());
  w.step(edit);
  EXPECT_EQ(w.hash(), hash);
}

TEST(Heat, SameBitsForAnyThreadsAndAfterGoingBack) {
  WorldDesc d = warm({14, 16, 12}, Vec3(0.1, 0, 0.1), Vec3(0.4, 0.1, 0.4), 60);
  d.smoke[0].amount = 1;
  BodyDesc b = ball("ball", Vec3(0.35, 0.45, 0.3), 0.12, 1.5);
  b.temperature = 90, b.smoke = 0.5;
  d.bodies = {b};
  d.container.open.set(1, true), d.container.open.set(0, false);
  d.params.smoke.interpolation = Interpolation::Cubic;
  d.params.smoke.confinement = 0.4;
  for (const Advection way : {Advection::Flip, Advection::Apic, Advection::SemiLagrangian}) {
    d.params.method.advection = way;
    std::vector<uint64_t> hashes;
    for (const int threads : {1, 2}) {
      setThreadCount(threads);
      World w(d);
      for (int i = 0; i < 12; ++i) w.step();
      const auto saved = w.save();
      for (int i = 0; i < 12; ++i) w.step();
      hashes.push_back(w.hash());
      w.restore(*saved);
      for (int i = 0; i < 12; ++i) w.step();
      hashes.push_back(w.hash());
    }
    setThreadCount(0);
    EXPECT_EQ(hashes[0], hashes[1]) << "back and forth";
    EXPECT_EQ(hashes[0], hashes[2]) << "threads";
    EXPECT_EQ(hashes[0], hashes[3]);
  }
}

TEST(Heat, AFaultInItIsNamed) {
  WorldDesc d;
  d.cells = Int3(6), d.dx = 0.1;
  BodyDesc b = ball("ball", Vec3(0.3), 0.12, 1000);
  b.temperature = 50;
  d.bodies = {b};
  World w(d);
  w.injectFault("smoke", 2);
  w.step();
  EXPECT_FALSE(w.status().ok);
  EXPECT_NE(w.status().fault.find("stage smoke: temperature is no longer finite at cell"), std::string::npos)
      << w.status().fault;
}

}  // namespace
}  // namespace flotsam
