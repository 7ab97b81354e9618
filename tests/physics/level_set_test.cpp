// SPDX-License-Identifier: MIT
// Semi-Lagrangian liquid with its advected level set: rest, waves, stirring and the dam break within the bounds that
// FLIP keeps, for the comparison of the two; and the level set by itself.
#include "sim/fluid/level_set.h"

#include "water_fixture.h"

namespace flotsam {
namespace {
using namespace water;

WorldDesc semiLagrangian(WorldDesc d) {
  d.params.method.advection = Advection::SemiLagrangian;
  return d;
}

/// A ball's distance times `stretch`, cells.
LevelSet ball(const Grid& g, const Vec3& centre, double radius, double stretch) {
  LevelSet l;
  l.phi.assign(g.size, LevelSet::kBand);
  for (int k = 1; k <= g.inner.z; ++k)
    for (int j = 0; j < g.n.y; ++j)
      for (int i = 0; i < g.n.x; ++i) {
        Vec3 x = Vec3(i + 0.5, j + 0.5, k + 0.5) - centre;
        if (g.flat()) x.z = 0;
        l.phi[g.id(i, j, k)] = static_cast<float>(stretch * (glm::length(x) - radius));
      }
  return l;
}

TEST(LevelSet, RedistancingMakesADistanceAndLeavesTheSurface) {
  for (const bool flat : {true, false}) {
    const Grid g(flat ? Int3(30, 30, 1) : Int3(24), 1.0);
    const Vec3 centre(0.5 * g.n.x + 0.2, 0.5 * g.n.y - 0.3, flat ? 1.5 : 0.5 * g.n.z);
    const double radius = 7.3;
    LevelSet l = ball(g, centre, radius, 1.6);
    for (int n = 0; n < 60; ++n) redistance(g, l);
    const auto exact = [&](Vec3 x) {
      if (flat) x.z = 1.5;
      return glm::length(x - centre) - radius;
    };
    double crossing = 0, band = 0;
    for (int k = 1; k <= g.inner.z; ++k)
      for (int j = 1; j <= g.inner.y; ++j)
        for (int i = 1; i <= g.inner.x; ++i) {
          const Vec3 x(i + 0.5, j + 0.5, k + 0.5);
          const double own = l.phi[g.id(i, j, k)];
          if (std::abs(exact(x)) < 2.5) band = std::max(band, std::abs(own - exact(x)));
          for (int a = 0; a < (flat ? 2 : 3); ++a) {
            const double next = l.phi[g.id(i, j, k) + g.stride(a)];
            if ((own < 0) == (next < 0)) continue;
            Vec3 at = x;
            at[a] += own / (own - next);
            crossing = std::max(crossing, std::abs(exact(at)));
          }
        }
    EXPECT_LE(crossing, 0.1) << flat;  // .05 on a flat grid
    EXPECT_LE(band, 0.25) << flat;     // of 1.6 times the distance before; first order away from the surface
  }
}

TEST(LevelSet, IsCarriedByTheVelocity) {
  const Grid g(Int3(40, 40, 1), 0.1);
  LevelSet l = ball(g, Vec3(12.3, 20.6, 1.5), 6, 1);
  MacVelocity u;
  u.resize(g);
  for (double& v : u[0]) v = 0.7;
  for (double& v : u[1]) v = -0.4;
  ParticleScratch scratch;
  const double dt = 1 / 60.0;
  for (int n = 0; n < 90; ++n) {
    advectLevelSet(g, u, dt, l, scratch);
    redistance(g, l);
  }
  const Vec3 end(12.3 + 0.7 * 90 * dt / 0.1, 20.6 - 0.4 * 90 * dt / 0.1, 1.5);  // 10.5 and 6 cells on
  double volume = 0, x = 0, y = 0;
  for (int j = 1; j <= g.inner.y; ++j)
    for (int i = 1; i <= g.inner.x; ++i) {
      const double part = std::clamp(0.5 - double(l.phi[g.id(i, j, 1)]), 0.0, 1.0);
      volume += part, x += part * (i + 0.5), y += part * (j + 0.5);
    }
  EXPECT_NEAR(volume / (kPi * 36), 1, 0.05);
  EXPECT_NEAR(x / volume, end.x, 0.05);
  EXPECT_NEAR(y / volume, end.y, 0.05);
}

TEST(LevelSet, WaterRestsOnIt) {
  World w(semiLagrangian(pool({24, 24, 1}, 0.513)));
  run(w, 14);
  const Surface s = surfaceOf(w);
  EXPECT_NEAR(s.mean, 0.513 * 24, 0.05);
  EXPECT_LE(s.rms, 0.05);
  EXPECT_LE(gridSpeed(w), 1e-2);
  EXPECT_EQ(astray(w), 0);
}

TEST(LevelSet, SloshesWithItsPeriod) {
  WorldDesc d = semiLagrangian(pool({32, 32, 1}, 0.5));
  d.liquid.clear();
  const int columns = 128;
  for (int i = 0; i < columns; ++i) {
    const double x = (i + 0.5) / columns, top = 0.5 + 0.03 * std::cos(kPi * x);
    d.liquid.push_back(
        {.kind = LiquidRegion::Box, .position = Vec3(x, 0.5 * top, 0), .size = Vec3(1.0 / columns, top, 1)});
  }
  World w(d);
  const double period = 2 * kPi / std::sqrt(kPi * kG * std::tanh(kPi * 0.5));
  std::vector<double> tilt, crossing;
  double late = 0;
  run(w, 5.3 * period, [&] {
    const double left = surfaceOf(w, [](int i, int) { return i <= 4; }).mean;
    const double now = 0.5 * (left - surfaceOf(w, [](int i, int) { return i > 28; }).mean);
    if (!tilt.empty() && (tilt.back() > 0) != (now > 0))
      crossing.push_back(w.time() - d.params.dt() * now / (now - tilt.back()));
    tilt.push_back(now);
    if (w.time() > 4.5 * period) late = std::max(late, std::abs(now));
  });
  ASSERT_GE(crossing.size(), 8u);
  EXPECT_NEAR(2 * (crossing.back() - crossing.front()) / double(crossing.size() - 1) / period, 1, 0.025);
  EXPECT_GE(late / (0.03 * 32), 0.6);
}

// The level set loses thin sheets and rounds corners; the even source brings its volume back to what the markers say.
TEST(LevelSet, StirredWaterAndABrokenDamKeepTheirVolume) {
  WorldDesc d = semiLagrangian(pool({32, 32, 1}, 0.5));
  World stirred(d);
  double least = 1, most = 1;
  const auto look = [&](const World& w, double whole) {
    least = std::min(least, w.report().fluid.volume / whole), most = std::max(most, w.report().fluid.volume / whole);
  };
  const double pooled = stirred.report().fluid.volume;
  run(
      stirred, 12, [&] { look(stirred, pooled); },
      [&] { return tipped(0.2 * kG * std::sin(2 * kPi * stirred.time() / 1.1)); });
  EXPECT_GE(least, 0.95);
  EXPECT_LE(most, 1.05);
  EXPECT_EQ(astray(stirred), 0);

  d = semiLagrangian(pool({64, 24, 1}, 0));
  d.dx = 1.0 / 32;
  d.liquid = {{.kind = LiquidRegion::Box, .position = Vec3(0.25, 0.25, 0), .size = Vec3(0.5, 0.5, 1)}};
  World dam(d);
  const double column = 0.25 / 1.0 * d.dx;  // m² times one cell
  least = most = 1;
  run(dam, 5, [&] { look(dam, column); });
  EXPECT_GE(least, 0.92);
  EXPECT_LE(most, 1.05);
  EXPECT_NEAR(dam.report().fluid.volume / column, 1, 0.02);
  EXPECT_EQ(astray(dam), 0);
}

TEST(LevelSet, TapsBringWaterAndSwitchingTheMethodKeepsIt) {
  WorldDesc d = semiLagrangian(pool({24, 24, 1}, 0.25));
  Emitter tap;
  tap.position = Vec3(0.5, 0.8, 0), tap.radius = 0.1, tap.velocity = Vec3(0, -1, 0), tap.until = 2;
  d.emitters.push_back(tap);
  World w(d);
  run(w, 5);
  const double made = double(w.particles().size()) / 4 * w.grid().cellVolume();
  EXPECT_GE(made, 1.5 * 0.25 * w.grid().dx);  // 0.4 m² on top of 0.25
  EXPECT_NEAR(w.report().fluid.volume / made, 1, 0.02);
  const auto change = [&](Advection way) {
    InputFrame in;
    Edit e;
    e.key = "method.advection", e.value = static_cast<double>(way);
    in.edits.push_back(e);
    w.step(in);
  };
  for (const Advection way : {Advection::Flip, Advection::SemiLagrangian}) {
    change(way);
    run(w, 1);
    EXPECT_TRUE(w.status().ok);
    EXPECT_NEAR(w.report().fluid.volume / made, 1, 0.02);
  }
}

TEST(LevelSet, SameBitsForAnyNumberOfThreads) {
  WorldDesc d = semiLagrangian(pool({14, 14, 14}, 0.4));
  d.liquid.push_back({.kind = LiquidRegion::Ball, .position = Vec3(0.5, 0.75, 0.5), .radius = 0.15});
  expectOneHash([&] { return d; }, 40);
}

}  // namespace
}  // namespace flotsam
