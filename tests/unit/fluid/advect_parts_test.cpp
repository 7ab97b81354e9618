// SPDX-License-Identifier: MIT
// Particles of a liquid that go all the way in one of a few parts of a step: which do, how far, and that nothing else
// changes.
#include <gtest/gtest.h>

#include "core/parallel.h"
#include "fluid_fixture.h"
#include "sim/fluid/advection.h"

namespace flotsam {
namespace {
using namespace fluidtest;

constexpr double kDt = 1 / 60.0;

Particles moved(const Grid& g, const MacVelocity& u, const SolidField& solids, int parts, bool plain, int threads) {
  setThreadCount(threads);
  Particles p;
  ParticleScratch scratch;
  scratch.plain = plain;
  seedParticles(g, solids, 8, 1, p);
  for (int part = 0; part < parts; ++part) advectParticles(g, u, solids, kDt / parts, p, scratch, {part, parts, {}});
  setThreadCount(0);
  return p;
}

TEST(AdvectParts, EveryNumberOfPartsCoversTheWholeStep) {
  const Grid g({20, 20, 20}, 0.05);
  const MacVelocity u = makeVelocity(g, [](Vec3) { return Vec3(0.6, -0.3, 0.15); });
  for (int parts = 1; parts <= 11; ++parts) {
    Particles p;
    addParticle(p, {8, 9, 10});
    ParticleScratch scratch;
    for (int part = 0; part < parts; ++part)
      advectParticles(g, u, makeSolids(g), 0.1 / parts, p, scratch, {part, parts, {}});
    EXPECT_NEAR(p.x[0][0], 8 + 1.2, 1e-5) << parts;
    EXPECT_NEAR(p.x[1][0], 9 - 0.6, 1e-5) << parts;
    EXPECT_NEAR(p.x[2][0], 10 + 0.3, 1e-5) << parts;
  }
}

TEST(AdvectParts, OnlyWhatNoSolidCanMeetGoesAhead) {
  const Grid g({24, 24, 24}, 0.05);
  const auto ball = [](Vec3 x) { return glm::distance(x, Vec3(13)) - 3; };
  const SolidField solids = makeSolids(g, ball);
  const MacVelocity u = makeVelocity(g, [&](Vec3 x) { return 2.0 * stir(x, 3); });
  Particles p, before;
  ParticleScratch scratch;
  seedParticles(g, solids, 8, 1, p);
  before = p;
  advectParticles(g, u, solids, kDt / 3, p, scratch, {0, 3, {}});
  size_t ahead = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    const double distance = ball(at(before, i));
    if (distance < AdvectPart::kGroup) {
      EXPECT_FALSE(scratch.ahead[i]) << distance;
    }
    // A cell and its diagonal beyond the bound: only the walls of the box are near, which hold by themselves.
    if (distance > AdvectPart::kGroup + 3) {
      EXPECT_TRUE(scratch.ahead[i]) << distance;
    }
    ahead += scratch.ahead[i];
  }
  EXPECT_GT(ahead, p.size() / 4);
  const Particles there = p;
  for (int part = 1; part < 3; ++part) advectParticles(g, u, solids, kDt / 3, p, scratch, {part, 3, {}});
  for (size_t i = 0; i < p.size(); ++i)
    if (scratch.ahead[i]) {
      EXPECT_EQ(at(p, i), at(there, i));
    }
}

TEST(AdvectParts, SameBitsForAnyThreadsAndNearlyThoseOfPlainLanes) {
  const Grid g({18, 17, 16}, 0.05);
  const SolidField solids = makeSolids(g, [](Vec3 x) { return glm::distance(x, Vec3(8)) - 3; });
  const MacVelocity u = makeVelocity(g, [&](Vec3 x) { return 3.0 * stir(x, 2); });
  for (const bool plain : {false, true}) {
    const Particles one = moved(g, u, solids, 5, plain, 1), three = moved(g, u, solids, 5, plain, 3);
    for (int a = 0; a < 3; ++a) EXPECT_EQ(one.x[a], three.x[a]) << plain;
  }
  const Particles wide = moved(g, u, solids, 5, false, 1), plain = moved(g, u, solids, 5, true, 1);
  for (int a = 0; a < 3; ++a)
    for (size_t p = 0; p < wide.size(); ++p) ASSERT_NEAR(wide.x[a][p], plain.x[a][p], 2e-5);  // rounding, 18 cells
}

TEST(AdvectParts, LongStepsStayOnTheOrbit) {
  // A turn in 24 steps of three parts: one long step against three short ones, both against the circle.
  const Grid g({40, 40, 6}, 0.05);
  const Vec3 middle(21, 21, 4);
  const MacVelocity u = makeVelocity(g, [&](Vec3 x) { return g.dx * Vec3(-(x.y - middle.y), x.x - middle.x, 0); });
  const SolidField solids = makeSolids(g);
  Particles p;
  addParticle(p, middle + Vec3(10, 0, 0));
  ParticleScratch scratch;
  const double dt = 2 * kPi / 24;  // 2.6 cells a step
  for (int step = 0; step < 24; ++step)
    for (int part = 0; part < 3; ++part) advectParticles(g, u, solids, dt / 3, p, scratch, {part, 3, {}});
  // Radius: each step of RK3 errs by (w dt)^4/24 of it.
  EXPECT_LT(glm::distance(at(p, 0), middle + Vec3(10, 0, 0)), 10 * 24 * std::pow(dt, 4) / 24 * 1.1);
}

}  // namespace
}  // namespace flotsam
