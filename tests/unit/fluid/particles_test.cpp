// SPDX-License-Identifier: MIT
// Seeding and sorting.
#include <gtest/gtest.h>

#include "core/parallel.h"
#include "fluid_fixture.h"
#include "sim/fluid/emitter.h"

namespace flotsam {
namespace {
using namespace fluidtest;

int cellOf(const Grid& g, Vec3 x) { return g.id(Int3(x)); }

TEST(Seed, OneParticleInEverySubCell) {
  const Grid g({5, 4, 6}, 0.1);
  for (int root = 1; root <= 3; ++root) {
    Particles p;
    seedParticles(g, makeSolids(g), root * root * root, 7, p);
    ASSERT_EQ(p.size(), static_cast<size_t>(5 * 4 * 6 * root * root * root));
    std::vector<int> hits(5 * 4 * 6 * root * root * root, 0);
    for (size_t i = 0; i < p.size(); ++i) {
      const Int3 s((at(p, i) - 1.0) * double(root));
      ++hits.at(s.x + 5 * root * (s.y + 4 * root * s.z));
      EXPECT_EQ(p.id[i], i);
      EXPECT_EQ(velocityOf(p, i), Vec3(0));
    }
    for (int h : hits) ASSERT_EQ(h, 1);
  }
}

TEST(Taps, WhatNoTankCouldTakeIsNotAskedFor) {
  const Grid g({8, 8, 8}, 0.1);
  const double perCell = 8;
  Particles p;
  p.cellStart.assign(g.size + 1, 0);
  Emitter tap;
  tap.position = Vec3(0.4), tap.radius = 1, tap.velocity = Vec3(0, -100, 0);  // 250 000 particles a step
  FlowState state;
  uint32_t next = 0;
  for (int step = 0; step < 3; ++step) emitParticles(g, makeSolids(g), perCell, tap, 0.1, 0, 100000, state, next, p);
  EXPECT_GT(state.count, 0u);
  EXPECT_LE(state.asked, static_cast<uint64_t>(3 * 4 * perCell * g.size));
  EXPECT_LT(state.due, 1);
}

TEST(Seed, ReproducibleBySeedAndWellSpread) {
  const Grid g({8, 8, 8}, 0.1);
  Particles a, b, c;
  seedParticles(g, makeSolids(g), 8, 1, a);
  seedParticles(g, makeSolids(g), 8, 1, b);
  seedParticles(g, makeSolids(g), 8, 2, c);
  EXPECT_EQ(hashOf(a), hashOf(b));
  EXPECT_NE(hashOf(a), hashOf(c));
  for (int axis = 0; axis < 3; ++axis) {  // mean 5, and uniform within the sub-cell: variance (1/2)^2/12 = 1/48
    double mean = 0, spread = 0;
    for (size_t i = 0; i < a.size(); ++i) {
      const double x = a.x[axis][i], f = 2 * x - std::floor(2 * x);
      mean += x / a.size(), spread += (f - 0.5) * (f - 0.5) / a.size();
    }
    EXPECT_NEAR(mean, 5, 4 * 0.144 / 64);  // four standard errors of 4096 draws
    EXPECT_NEAR(spread, 1 / 12.0, 4 * 0.0012);
  }
}

TEST(Seed, NoneInsideSolids) {
  const Grid g({8, 8, 8}, 0.1);
  const auto ball = [](Vec3 x) { return glm::distance(x, Vec3(5)) - 2.5; };
  Particles p;
  seedParticles(g, makeSolids(g, ball), 8, 1, p);
  EXPECT_LT(p.size(), 4096u);
  // The lattice's ball is the trilinear one; its volume differs from 4/3 pi r^3 by the sag of the chords, r''h^2/8.
  EXPECT_NEAR(4096.0 - p.size(), 8 * 4.0 / 3 * kPi * std::pow(2.5, 3), 8 * 4 * kPi * 2.5 * 2.5 * 0.1);
  for (size_t i = 0; i < p.size(); ++i) EXPECT_GT(ball(at(p, i)), -0.13);
}

TEST(Seed, FlatGridIsOneLayerInTheMiddle) {
  const Grid g({6, 5, 1}, 0.1);
  Particles p;
  seedParticles(g, makeSolids(g), 8, 3, p);
  EXPECT_EQ(p.size(), 6u * 5 * 4);
  for (size_t i = 0; i < p.size(); ++i) EXPECT_EQ(p.x[2][i], 1.5f);
}

TEST(Sort, CompleteStableAndFindsCells) {
  const Grid g({7, 6, 5}, 0.1);
  Particles p;
  for (int i = 0; i < 5003; ++i) {
    addParticle(p, {1 + 7 * randomUnit(1, 3 * i), 1 + 6 * randomUnit(1, 3 * i + 1), 1 + 5 * randomUnit(1, 3 * i + 2)});
    setVelocity(p, i, Vec3(i, -i, 2 * i));
    p.dye[i] = static_cast<uint8_t>(i % 251);
  }
  const Particles before = p;
  ParticleScratch scratch;
  sortParticles(g, p, scratch);
  ASSERT_EQ(p.cellStart.size(), g.size + 1);
  EXPECT_EQ(p.cellStart.back(), 5003u);
  std::vector<int> seen(5003, 0);
  for (size_t c = 0; c < g.size; ++c)
    for (uint32_t i = p.cellStart[c]; i < p.cellStart[c + 1]; ++i) {
      ASSERT_EQ(cellOf(g, at(p, i)), static_cast<int>(c));
      if (i > p.cellStart[c]) {
        EXPECT_LT(p.id[i - 1], p.id[i]);
      }
      const uint32_t from = p.id[i];
      ++seen[from];
      EXPECT_EQ(at(p, i), at(before, from));
      EXPECT_EQ(velocityOf(p, i), velocityOf(before, from));
      EXPECT_EQ(p.dye[i], before.dye[from]);
    }
  for (int s : seen) EXPECT_EQ(s, 1);
}

TEST(Sort, IntoOtherMemoryGivesTheSameAndLeavesTheFirstAlone) {
  const Grid g({9, 6, 5}, 0.1);
  Particles p, to;
  for (int i = 0; i < 40001; ++i) {  // several pieces of work
    addParticle(p, {1 + 9 * randomUnit(5, 3 * i), 1 + 6 * randomUnit(5, 3 * i + 1), 1 + 5 * randomUnit(5, 3 * i + 2)});
    setVelocity(p, i, Vec3(i, -i, 2 * i));
  }
  ParticleScratch scratch;
  sortParticles(g, p, scratch);
  Particles moved = p;
  for (size_t i = 0; i < p.size(); ++i) moved.x[0][i] = 1 + std::fmod(moved.x[0][i] + 2.3f, 9.f);
  const Particles before = p;
  sortParticles(g, p, moved.x, to, scratch);
  EXPECT_EQ(p.x, before.x);
  EXPECT_EQ(p.id, before.id);
  EXPECT_EQ(p.cellStart, before.cellStart);
  sortParticles(g, moved, scratch);
  EXPECT_EQ(to.x, moved.x);
  EXPECT_EQ(to.v, moved.v);
  EXPECT_EQ(to.id, moved.id);
  EXPECT_EQ(to.dye, moved.dye);
  EXPECT_EQ(to.cellStart, moved.cellStart);
}

TEST(Sort, AnyPositionHasACellOfTheTank) {
  const Grid g({3, 3, 3}, 0.1);
  Particles p;
  const double nan = std::nan("");
  for (const Vec3& x : {Vec3(4, 4, 4), Vec3(1, 1, 1), Vec3(-7, 99, 2), Vec3(nan, 2, 2), Vec3(1e30, -1e30, 2)})
    addParticle(p, x);
  ParticleScratch scratch;
  sortParticles(g, p, scratch);
  EXPECT_EQ(p.size(), 5u);
  for (size_t c = 0; c < g.size; ++c)
    if (p.cellStart[c + 1] > p.cellStart[c]) {
      const Int3 cell = g.coords(static_cast<int>(c));
      for (int a = 0; a < 3; ++a) EXPECT_TRUE(cell[a] >= 1 && cell[a] <= 3) << cell[a];
    }
}

TEST(Sort, EmptyIsFine) {
  const Grid g({3, 3, 3}, 0.1);
  Particles p;
  ParticleScratch scratch;
  sortParticles(g, p, scratch);
  EXPECT_EQ(p.cellStart.back(), 0u);
}

}  // namespace
}  // namespace flotsam
