// SPDX-License-Identifier: MIT
// Particles through the flow: order of the path, walls, push-out.
#include "sim/fluid/advection.h"

#include <gtest/gtest.h>

#include <limits>

#include "fluid_fixture.h"

namespace flotsam {
namespace {
using namespace fluidtest;

/// A quarter turn of a rigid rotation of 1 rad/s about the middle of the tank in `steps` steps: worst distance from
/// the exact place, in cells. Trilinear sampling of a linear field is exact, so only the time step errs.
double quarterTurnError(int steps, int cells) {
  const Grid g({cells, cells, 4}, 0.05);
  const Vec3 middle(1 + cells / 2.0, 1 + cells / 2.0, 3);
  const MacVelocity u = makeVelocity(g, [&](Vec3 x) { return g.dx * Vec3(-(x.y - middle.y), x.x - middle.x, 0); });
  const SolidField solids = makeSolids(g);
  Particles p;
  for (int i = 0; i < 5; ++i) addParticle(p, middle + Vec3(1 + i * (cells / 2 - 2) / 4.0, 0, 0.3 * i - 0.6));
  const Particles start = p;
  ParticleScratch scratch;
  for (int s = 0; s < steps; ++s) advectParticles(g, u, solids, kPi / 2 / steps, p, scratch);
  double worst = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    const Vec3 r = at(start, i) - middle;
    worst = std::max(worst, glm::distance(at(p, i), middle + Vec3(-r.y, r.x, r.z)));
  }
  return worst;
}

TEST(AdvectParticles, ThirdOrderOnRigidRotation) {
  // Error of RK3 on rotation: (w dt)^4/24 per step. Steps large enough for it to stand above float rounding, and less
  // than four cells long.
  const double coarse = quarterTurnError(2, 12), fine = quarterTurnError(4, 12);
  EXPECT_NEAR(std::log2(coarse / fine), 3, 0.35);
  EXPECT_LT(fine, 5 * 4 * std::pow(kPi / 8, 4) / 24 * 1.1);
}

TEST(AdvectParticles, AWayOfManyCellsIsCutIntoParts) {
  // A quarter turn in one step, 18 cells from the middle: 28 cells long, so in eight parts.
  const Grid g({40, 40, 4}, 0.05);
  const Vec3 middle(21, 21, 3);
  const MacVelocity u = makeVelocity(g, [&](Vec3 x) { return g.dx * Vec3(-(x.y - middle.y), x.x - middle.x, 0); });
  Particles p;
  addParticle(p, middle + Vec3(18, 0, 0));
  ParticleScratch scratch;
  advectParticles(g, u, makeSolids(g), kPi / 2, p, scratch);
  const double error = glm::distance(at(p, 0), middle + Vec3(0, 18, 0));
  EXPECT_LT(error, 18 * 8 * std::pow(kPi / 16, 4) / 24 * 1.1);  // in one part 4.6 cells
  EXPECT_GT(error, 18 * 8 * std::pow(kPi / 16, 4) / 24 * 0.9);
}

TEST(AdvectParticles, PartsOfAParticleDoNotDependOnItsNeighbours) {
  const Grid g({24, 20, 16}, 0.05);
  const SolidField solids = makeSolids(g);
  const MacVelocity u = makeVelocity(g, [](Vec3 x) { return Vec3(40 * std::sin(x.y), 25 * std::cos(x.x), 5 * x.z); });
  const double dt = 1 / 60.0;  // up to 13 cells
  Particles all;
  seedParticles(g, solids, 1, 1, all);
  Particles alone = all, plain = all;
  ParticleScratch scratch, four;
  advectParticles(g, u, solids, dt, all, scratch);
  four.plain = true;
  advectParticles(g, u, solids, dt, plain, four);
  for (int a = 0; a < 3; ++a) EXPECT_EQ(all.x[a], plain.x[a]);
  for (size_t p = 0; p < all.size(); p += 37) {
    Particles one;
    addParticle(one, at(alone, p));
    advectParticles(g, u, solids, dt, one, scratch);
    for (int a = 0; a < 3; ++a) ASSERT_EQ(one.x[a][0], all.x[a][p]) << p;
  }
}

TEST(AdvectParticles, UniformFlowMovesByItsSpeed) {
  const Grid g({20, 20, 20}, 0.05);
  const MacVelocity u = makeVelocity(g, [](Vec3) { return Vec3(0.6, -0.3, 0.15); });
  Particles p;
  addParticle(p, {8, 9, 10});
  ParticleScratch scratch;
  advectParticles(g, u, makeSolids(g), 0.1, p, scratch);
  EXPECT_NEAR(p.x[0][0], 8 + 1.2, 2e-6);
  EXPECT_NEAR(p.x[1][0], 9 - 0.6, 2e-6);
  EXPECT_NEAR(p.x[2][0], 10 + 0.3, 2e-6);
}

TEST(AdvectParticles, StirredBoxLosesNothing) {
  for (const Int3& cells : {Int3(8, 7, 6), Int3(12, 9, 1)}) {
    const Grid g(cells, 0.05);
    const SolidField solids = makeSolids(g);
    Particles p;
    ParticleScratch scratch;
    seedParticles(g, solids, 8, 1, p);
    const size_t count = p.size();
    std::vector<float> z0(count);
    for (size_t i = 0; i < count; ++i) z0[p.id[i]] = p.x[2][i];
    for (int step = 0; step < 500; ++step) {
      const MacVelocity u = makeVelocity(g, [&](Vec3 x) { return 3.0 * stir(x, step); });
      advectParticles(g, u, solids, 1 / 60.0, p, scratch);
      sortParticles(g, p, scratch);
      ASSERT_EQ(p.cellStart.back(), count);
    }
    ASSERT_EQ(p.size(), count);
    std::vector<int> seen(count, 0);
    for (size_t i = 0; i < count; ++i) {
      ++seen[p.id[i]];
      EXPECT_GE(tankDistance(g, at(p, i)), 0.0099);
      EXPECT_TRUE(p.x[2][i] > 1 && p.x[2][i] < g.n.z - 1);
      if (g.flat()) {
        EXPECT_EQ(p.x[2][i], z0[p.id[i]]);
      }
    }
    for (int s : seen) EXPECT_EQ(s, 1);
  }
}

// A step does not look for places that are not finite: there are none, whatever flows.
TEST(AdvectParticles, NoFlowSendsThemBeyondTheTank) {
  const Grid g({10, 9, 8}, 0.05);
  const SolidField solids = makeSolids(g, [](Vec3 x) { return glm::distance(x, Vec3(5, 5, 4)) - 2; });
  Particles p;
  seedParticles(g, solids, 8, 1, p);
  using Limits = std::numeric_limits<double>;
  for (const double bad : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), 1e30, -1e300})
    for (const bool plain : {false, true}) {
      MacVelocity u = makeVelocity(g, [](Vec3 x) { return stir(x, 1); });
      for (int a = 0; a < 3; ++a)
        for (size_t f = static_cast<size_t>(a); f < g.size; f += 7) u[a][f] = bad;
      ParticleScratch scratch;
      scratch.plain = plain;
      std::array<std::vector<float>, 3> to;
      advectPlaces(g, u, solids, 1 / 60.0, p.x, to, scratch);
      for (size_t i = 0; i < p.size(); ++i)
        for (int a = 0; a < 3; ++a)
          ASSERT_TRUE(to[a][i] >= 1 && to[a][i] <= g.n[a] - 1) << bad << ' ' << plain << ' ' << to[a][i];
    }
}

TEST(AdvectParticles, PushedOutOfASphere) {
  const Grid g({14, 14, 14}, 0.05);
  const Vec3 centre(8.2, 7.9, 8.1);
  const auto ball = [&](Vec3 x) { return glm::distance(x, centre) - 4.0; };
  const SolidField solids = makeSolids(g, ball);
  Particles p;
  for (int i = 0; i < 3000; ++i) {
    const Vec3 r(randomUnit(2, 3 * i) - 0.5, randomUnit(2, 3 * i + 1) - 0.5, randomUnit(2, 3 * i + 2) - 0.5);
    addParticle(p, centre + 9.0 * r);
  }
  MacVelocity u;
  u.resize(g);
  const Particles before = p;
  ParticleScratch scratch;
  advectParticles(g, u, solids, 1 / 60.0, p, scratch);
  for (size_t i = 0; i < p.size(); ++i) {
    const Vec3 r0 = at(before, i) - centre, r = at(p, i) - centre;
    const double d0 = ball(at(before, i)), d = ball(at(p, i));
    // Trilinear interpolation of a sphere's distance overestimates it by h^2/4r at most, 0.07 cell near this surface.
    EXPECT_GT(d, 0.01 - 0.07);
    if (d0 > 0.01) {
      EXPECT_EQ(r0, r);
    } else if (d0 > -2) {  // not too near the centre, where the lattice cannot know the way
      EXPECT_GT(glm::dot(r0, r), 0.97 * std::sqrt(glm::dot(r0, r0) * glm::dot(r, r)));
    }
    if (d0 < -0.08) {
      EXPECT_LT(d, 0.1);
    }
  }
}

TEST(AdvectParticles, PinchedOnesStayInTheTank) {
  const Grid g({8, 8, 8}, 0.05);
  const auto slab = [](Vec3 x) { return std::abs(x.x - 1) - 2.5; };  // a body overlapping the wall
  const auto all = [](Vec3) { return -3.0; };                        // nowhere to go, no gradient
  for (const auto& body : {std::function<double(Vec3)>(slab), std::function<double(Vec3)>(all)}) {
    const SolidField solids = makeSolids(g, body);
    Particles p;
    ParticleScratch scratch;
    seedParticles(g, makeSolids(g), 8, 1, p);
    const MacVelocity u = makeVelocity(g, [&](Vec3 x) { return 5.0 * stir(x, 1); });
    for (int step = 0; step < 20; ++step) advectParticles(g, u, solids, 1 / 60.0, p, scratch);
    EXPECT_EQ(p.size(), 4096u);
    for (size_t i = 0; i < p.size(); ++i) EXPECT_GE(tankDistance(g, at(p, i)), 0.0099);
  }
}

TEST(AdvectParticles, RoundTankHoldsThem) {
  const Grid g({16, 16, 16}, 0.05);
  const Vec3 centre(9.0);
  const auto tank = [&](Vec3 x) { return 7.0 - glm::distance(x, centre); };
  const SolidField solids = makeSolids(g, tank);
  Particles p;
  ParticleScratch scratch;
  seedParticles(g, solids, 8, 1, p);
  for (int step = 0; step < 100; ++step) {
    const MacVelocity u = makeVelocity(g, [&](Vec3 x) { return 2.0 * stir(x, step); });
    advectParticles(g, u, solids, 1 / 60.0, p, scratch);
  }
  for (size_t i = 0; i < p.size(); ++i) EXPECT_LT(glm::distance(at(p, i), centre), 7.0);  // concave: errs inwards
}

TEST(AdvectParticles, WildVelocitiesAreHarmless) {
  const Grid g({5, 5, 5}, 0.05);
  const SolidField solids = makeSolids(g, [](Vec3 x) { return glm::distance(x, Vec3(3)) - 1; });
  for (double wild : {1e30, -1e30, double(INFINITY), std::nan("")}) {
    const MacVelocity u = makeVelocity(g, [&](Vec3) { return Vec3(wild, 1, -wild); });
    Particles p;
    ParticleScratch scratch;
    seedParticles(g, solids, 8, 1, p);
    advectParticles(g, u, solids, 1 / 60.0, p, scratch);
    for (size_t i = 0; i < p.size(); ++i) ASSERT_GE(tankDistance(g, at(p, i)), 0.0099);
  }
}

}  // namespace
}  // namespace flotsam
