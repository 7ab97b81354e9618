// SPDX-License-Identifier: MIT
// Open sides: rest stays rest, a chimney draws as its warm air says, what flows in flows out, no particle is lost.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/world.h"
#include "tank.h"

namespace flotsam {
namespace {

constexpr const char* kSides[] = {"left", "right", "bottom", "top", "back", "front"};

WorldDesc air(Int3 cells, std::initializer_list<int> sides) {
  WorldDesc d;
  d.cells = cells, d.dx = 0.05;
  d.params.fluid.density = 1.2;
  for (const int s : sides) d.container.open.set(s / 2, s % 2 == 1);
  return d;
}

BodyDesc ball(Vec3 at, double radius, double density) {
  BodyDesc b;
  b.name = "ball", b.shape = Tank::primitive(ShapeKind::Sphere, Vec3(radius)), b.shapeDesc = b.shape->desc();
  b.position = at, b.density = density;
  return b;
}

double fastest(const World& w) {
  double most = 0;
  for (int a = 0; a < 3; ++a)
    for (size_t f = 0; f < w.grid().size; ++f)
      if (w.fractions().fluid[a][f] > 0) most = std::max(most, std::abs(w.velocity()[a][f]));
  return most;
}

/// Every particle of the start, once, in the tank and out of solids.
void expectAllThere(const World& w, size_t count) {
  const Particles& p = w.particles();
  ASSERT_EQ(p.size(), count);
  std::vector<uint32_t> ids = p.id;
  std::sort(ids.begin(), ids.end());
  for (size_t i = 0; i < ids.size(); ++i) ASSERT_EQ(ids[i], i);
  for (size_t i = 0; i < count; ++i)
    for (int a = 0; a < 3; ++a) {
      ASSERT_GE(p.x[a][i], 1.f);
      ASSERT_LE(p.x[a][i], static_cast<float>(w.grid().n[a] - 1));
    }
}

TEST(OpenSides, RestStaysRest) {
  const std::initializer_list<int> all[] = {{3}, {0}, {0, 1}, {2, 3}, {0, 1, 2, 3}, {4}, {0, 1, 2, 3, 4, 5}};
  for (const auto& sides : all)
    for (const Vec3& gravity : {Vec3(0, -9.81, 0), Vec3(3, -8, 2), Vec3(0)}) {
      WorldDesc d = air({10, 12, 9}, sides);
      d.params.gravity = gravity;
      d.bodies = {ball(Vec3(0.25, 0.3, 0.22), 0.11, 1.2)};  // as dense as the air
      World w(d);
      for (int i = 0; i < 8; ++i) w.step();
      ASSERT_TRUE(w.status().ok) << w.status().fault;
      EXPECT_LT(fastest(w), 4e-6) << kSides[*sides.begin()] << " of " << sides.size();
      EXPECT_LT(glm::length(w.bodies()[0].velocity), 4e-6);
    }
}

TEST(OpenSides, FlatRestStaysRest) {
  WorldDesc d = air({16, 12, 1}, {0, 3});
  World w(d);
  for (int i = 0; i < 20; ++i) w.step();
  EXPECT_LT(fastest(w), 4e-6);
}

TEST(OpenSides, AChimneyDrawsAsItsWarmAirSays) {
  // Air in a shaft of height H, warm over a height h of it: all of it accelerates by beta dT h / H.
  for (const int depth : {1, 6})
    for (const Advection way : {Advection::Flip, Advection::SemiLagrangian}) {
      WorldDesc d = air({6, 20, depth}, {2, 3});
      d.params.method.advection = way;
      d.params.method.tolerance = 1e-10;  // of what gravity does in a step
      SmokeSource s;
      s.position = Vec3(0.15, 0.4, 0.025 * depth), s.size = Vec3(0.3, 0.3, 0.05 * depth);
      s.temperature = d.params.smoke.ambient + 25, s.amount = 0;
      d.smoke.push_back(s);
      World w(d);
      w.step();
      const double expected = d.params.dt() * d.params.smoke.heatLift * 25 * 0.3 / 1.0;
      const Grid& g = w.grid();
      for (const int j : {1, 2, 10, 20, 21})
        EXPECT_NEAR(w.velocity()[1][g.id(3, j, (depth + 1) / 2)], expected, 1e-5 * expected) << j << " " << depth;
      const double area = 0.3 * 0.05 * depth;
      EXPECT_NEAR(w.report().fluid.inflow, area * expected, 1e-5 * area * expected);
      EXPECT_NEAR(w.report().fluid.outflow, area * expected, 1e-5 * area * expected);
      // Once warm air has risen through the rest of the shaft the whole of it pulls.
      const size_t particles = w.particles().size();
      double before = 0, after = 0;
      for (int i = 0; i < 150; ++i) w.step();
      before = w.velocity()[1][g.id(3, 10, (depth + 1) / 2)];
      for (int i = 0; i < 6; ++i) w.step();
      after = w.velocity()[1][g.id(3, 10, (depth + 1) / 2)];
      const double full = d.params.smoke.heatLift * 25 * 0.75 / 1.0;  // from the source's foot, at 0.25 m, to the top
      EXPECT_NEAR((after - before) / (6 * d.params.dt()), full, 0.05 * full) << depth << " " << static_cast<int>(way);
      expectAllThere(w, particles);
      EXPECT_GT(w.report().fluid.exchanged, particles / 4) << "the shaft has been swept through";
    }
}

TEST(OpenSides, AsMuchFlowsInAsOut) {
  for (const Advection way : {Advection::Flip, Advection::Apic, Advection::SemiLagrangian}) {
    WorldDesc d = air({16, 20, 16}, {3, 0});
    d.params.method.advection = way;
    BodyDesc b = ball(Vec3(0.4, 0.2, 0.4), 0.12, 8000);
    b.motion = Motion::Fixed, b.temperature = 80, b.smoke = 1;
    d.bodies = {b};
    World w(d);
    const size_t count = w.particles().size();
    double through = 0;
    for (int i = 0; i < 90; ++i) {
      w.step();
      ASSERT_TRUE(w.status().ok) << w.status().fault;
      const FluidReport& f = w.report().fluid;
      // What the solve may leave: its tolerance, of what gravity does in a step, in every cell.
      const double left = 1e-6 * 9.81 / 60 * d.dx * d.dx * 16 * 20 * 16;
      ASSERT_NEAR(f.inflow, f.outflow, left);
      through += f.outflow / 60;
    }
    EXPECT_GT(through, 0.02) << "m³ of 0.64";
    expectAllThere(w, count);
    EXPECT_LT(fastest(w), 4);
    EXPECT_GT(w.report().smoke.amount, 0);
    for (const float c : w.smoke()) ASSERT_TRUE(c >= 0 && c <= 1.00001f);
    // No cell in which the flow goes by is without particles for long.
    size_t empty = 0;
    const Grid& g = w.grid();
    for (int k = 1; k <= 16; ++k)
      for (int j = 1; j <= 20; ++j)
        for (int i = 1; i <= 16; ++i) {
          const int id = g.id(i, j, k);
          const bool clear = glm::length(g.cellCentre({i, j, k}) - b.position) > 0.12 + 2 * d.dx;
          empty += clear && w.particles().cellStart[id] == w.particles().cellStart[id + 1];
        }
    EXPECT_LT(empty, 16u * 20 * 16 / 50) << static_cast<int>(way);
  }
}

TEST(OpenSides, WhatFlowsInIsAmbient) {
  // A shaft full of warm smoke whose source has closed is blown out by what it draws. With b = beta dT and H the height
  // the way s of the air obeys s'' = b (H - s) / H, so s = H (1 - cos(sqrt(b / H) t)) until all is out.
  WorldDesc d = air({6, 16, 6}, {2, 3});
  SmokeSource source;
  source.position = Vec3(0.15, 0.4, 0.15), source.size = Vec3(0.3, 0.8, 0.3), source.temperature = 60;
  source.until = 0.01;
  d.smoke.push_back(source);
  World w(d);
  const double height = 0.8, rate = std::sqrt(d.params.smoke.heatLift * 40 / height), area = 0.09;
  double before = w.report().smoke.amount, swept = 0;
  EXPECT_NEAR(before, area * height, 1e-6);
  for (int i = 0; i < 110; ++i) {
    w.step();
    swept += w.velocity()[1][w.grid().id(3, 8, 3)] / 60;
    const double way = height * (1 - std::cos(rate * w.time()));
    if (way < 0.9 * height && rate * w.time() < 1.4) {
      EXPECT_NEAR(swept, way, 0.03 * height) << i;
      EXPECT_NEAR(w.report().smoke.amount, area * (height - way), 0.05 * area * height) << i;
    }
    EXPECT_LE(w.report().smoke.amount, before + 1e-9);
    before = w.report().smoke.amount;
  }
  EXPECT_GT(swept, height);
  EXPECT_LT(before, 0.02 * area * height);
}

TEST(OpenSides, ABodyStaysInTheTank) {
  WorldDesc d = air({10, 10, 10}, {1, 3});
  BodyDesc b = ball(Vec3(0.25), 0.1, 1000);
  b.velocity = Vec3(3, 2, 0);
  d.bodies = {b};
  World w(d);
  for (int i = 0; i < 60; ++i) w.step();
  const Vec3 x = w.bodies()[0].pose.position;
  for (int a = 0; a < 3; ++a) EXPECT_TRUE(x[a] > 0.08 && x[a] < 0.42) << a << " " << x[a];
}

}  // namespace
}  // namespace flotsam
