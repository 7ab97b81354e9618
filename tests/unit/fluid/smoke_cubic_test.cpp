// SPDX-License-Identifier: MIT
// Monotone cubic interpolation of smoke: exact where it must be, never beyond its neighbours, sharper than linear.
#include <gtest/gtest.h>

#include "sim/fluid/smoke.h"
#include "unit/fluid/fluid_fixture.h"

namespace flotsam {
namespace {

using namespace fluidtest;

TEST(MonotoneCubic, ExactForStraightLinesAndAtTheCentres) {
  Random random(3);
  for (int n = 0; n < 200; ++n) {
    const float a = static_cast<float>(random.in(-5, 5)), slope = static_cast<float>(random.in(-3, 3)),
                t = static_cast<float>(random.unit());
    const float line[4] = {a - slope, a, a + slope, a + 2 * slope};
    EXPECT_NEAR(monotoneCubic(line, t), a + slope * t, 4e-6);
    const float any[4] = {static_cast<float>(random.in(-5, 5)), a, slope, static_cast<float>(random.in(-5, 5))};
    EXPECT_EQ(monotoneCubic(any, 0), any[1]);
    EXPECT_NEAR(monotoneCubic(any, 1), any[2], 5e-6);  // floats of up to 10
  }
}

TEST(MonotoneCubic, RisesOrFallsAllTheWayAndStaysBetweenItsNeighbours) {
  Random random(4);
  for (int n = 0; n < 2000; ++n) {
    float f[4];
    for (float& v : f) v = static_cast<float>(random.in(-1, 1));
    if (n % 3 == 0) f[3] = f[2] + 50 * (f[3] - f[2]);  // a steep neighbour
    float before = f[1];
    for (int s = 1; s <= 64; ++s) {
      const float v = monotoneCubic(f, static_cast<float>(s) / 64);
      ASSERT_GE(v, std::min(f[1], f[2]));
      ASSERT_LE(v, std::max(f[1], f[2]));
      ASSERT_GE((v - before) * (f[2] - f[1]), -1e-6f) << n << " " << s;
      before = v;
    }
  }
}

TEST(MonotoneCubic, FourthOrderInErrorOnSmoothRises) {
  // Slopes of Catmull-Rom are second order, the value between them third order or better: an eighth for half the width.
  const auto worst = [](double h) {
    double most = 0;
    for (double x = 0.3; x < 1.0; x += 0.01) {
      float f[4];
      for (int i = 0; i < 4; ++i) f[i] = static_cast<float>(std::sin(x + (i - 1) * h));
      for (double t = 0.1; t < 1; t += 0.2)
        most = std::max(most, std::abs(double(monotoneCubic(f, static_cast<float>(t))) - std::sin(x + t * h)));
    }
    return most;
  };
  EXPECT_LT(worst(0.1), worst(0.2) / 7);
  EXPECT_LT(worst(0.2), 0.2 * 0.2 / 8 * std::sin(1.0) / 4) << "a quarter of what linear leaves";
}

/// A slotted disc (Zalesak 1979) after one turn: mean distance to where it began.
double afterOneTurn(Interpolation interpolation, float& least, float& most) {
  const Grid g(Int3(50, 50, 1), 0.02);
  const auto disc = [](Vec3 x) {
    const Vec2 d(x.x - 26, x.y - 38);
    return glm::length(d) < 8 && !(std::abs(d.x) < 1.5 && d.y < 4) ? 1.0 : 0.0;
  };
  std::vector<float> now(g.size, 0), next, start;
  for (int j = 1; j <= 50; ++j)
    for (int i = 1; i <= 50; ++i) now[g.id(i, j, 1)] = static_cast<float>(disc(Vec3(i, j, 1) + 0.5));
  start = now;
  const MacVelocity u = makeVelocity(g, [&](Vec3 x) { return 2 * kPi * g.dx * Vec3(-(x.y - 26), x.x - 26, 0); });
  const SolidField solids = makeSolids(g);
  ParticleScratch scratch;
  const CarriedScalar one{&now, &next};
  for (int step = 0; step < 100; ++step) {
    advectScalars(g, u, solids, 0.01, {&one, 1}, interpolation, {}, scratch);
    now.swap(next);
  }
  double off = 0, all = 0;
  for (size_t id = 0; id < g.size; ++id) {
    off += std::abs(double(now[id]) - double(start[id])), all += double(start[id]);
    least = std::min(least, now[id]), most = std::max(most, now[id]);
  }
  return off / all;
}

TEST(MonotoneCubic, ATurningDiscStaysSharper) {
  float least = 0, most = 0;
  const double linear = afterOneTurn(Interpolation::Linear, least, most);
  const double cubic = afterOneTurn(Interpolation::Cubic, least, most);
  RecordProperty("linear", std::to_string(linear));
  RecordProperty("cubic", std::to_string(cubic));
  EXPECT_LT(cubic, 0.62 * linear) << "linear " << linear << " cubic " << cubic;
  EXPECT_GE(least, 0.f);
  EXPECT_LE(most, 1.f);
}

TEST(MonotoneCubic, InThreeDimensionsNothingNewAndNothingThroughSolids) {
  const Grid g(Int3(20, 12, 10), 0.05);
  std::vector<float> now(g.size, 0), next;
  for (int k = 1; k < g.n.z - 1; ++k)
    for (int j = 1; j < g.n.y - 1; ++j)
      for (int i = 1; i < g.n.x - 1; ++i) now[g.id(i, j, k)] = i > 9 ? 1.f : 0.25f;
  const SolidField solids = makeSolids(g, [](Vec3 x) { return std::abs(x.x - 10) - 1.0; });  // a plate
  ParticleScratch scratch;
  const CarriedScalar one{&now, &next};
  for (int step = 0; step < 30; ++step) {
    const MacVelocity u = makeVelocity(g, [&](Vec3 x) {
      return Vec3(-6, std::sin(0.7 * x.x + step), std::cos(0.5 * x.y));  // straight through the plate
    });
    advectScalars(g, u, solids, 1 / 60.0, {&one, 1}, Interpolation::Cubic, {}, scratch);
    now.swap(next);
    for (int k = 1; k < g.n.z - 1; ++k)
      for (int j = 1; j < g.n.y - 1; ++j)
        for (int i = 1; i < g.n.x - 1; ++i) {
          const float v = now[g.id(i, j, k)];
          if (i < 9) {
            ASSERT_NEAR(v, 0.25f, 1e-6) << i << " " << j << " " << k << " step " << step;
          }
          if (i > 10) {
            ASSERT_NEAR(v, 1.f, 1e-6) << i << " " << j << " " << k << " step " << step;
          }
        }
  }
}

TEST(AdvectScalars, OneTraceForAllGivesWhatEachAloneGives) {
  const Grid g(Int3(14, 12, 9), 0.05);
  std::vector<float> a(g.size, 0), b(g.size, 0), nextA, nextB, alone;
  for (size_t id = 0; id < g.size; ++id)
    a[id] = static_cast<float>(randomUnit(1, id)), b[id] = static_cast<float>(randomUnit(2, id));
  const MacVelocity u = makeVelocity(g, [](Vec3 x) { return Vec3(std::sin(x.y), std::cos(x.z), std::sin(x.x)); });
  const SolidField solids = makeSolids(g);
  ParticleScratch scratch;
  for (const Interpolation i : {Interpolation::Linear, Interpolation::Cubic}) {
    const CarriedScalar both[] = {{&a, &nextA}, {&b, &nextB}}, one{&b, &alone};
    advectScalars(g, u, solids, 0.05, both, i, {}, scratch);
    advectScalars(g, u, solids, 0.05, {&one, 1}, i, {}, scratch);
    EXPECT_EQ(nextB, alone);
    EXPECT_NE(nextA, nextB);
  }
}

/// Cells with nothing near are left out. Where all is filled none is, and a constant more is a constant more.
TEST(AdvectScalars, WhatIsLeftOutHasNothingToTake) {
  for (const Int3& cells : {Int3(19, 14, 17), Int3(30, 22, 1)})
    for (const double speed : {0.5, 2.0, 6.0, 30.0})  // up to 15 cells
      for (const auto way : {Interpolation::Linear, Interpolation::Cubic}) {
        const Grid g(cells, 0.05);
        const SolidField solids = makeSolids(g, [&](Vec3 x) { return glm::distance(x, Vec3(g.n) * 0.5) - 3.3; });
        const MacVelocity u = makeVelocity(g, [&](Vec3 x) { return speed * stir(x, 1) * Vec3(1, 1, !g.flat()); });
        ParticleScratch scratch;
        std::vector<float> few(g.size, 0.f), all(g.size, 0.f), fewTo, allTo;
        for (int k = 1; k <= g.inner.z; ++k)
          for (int j = 1; j <= g.inner.y; ++j)
            for (int i = 1; i <= g.inner.x; ++i) {
              const auto id = static_cast<size_t>(g.id(i, j, k));
              if (randomUnit(5, id) < 0.003) few[id] = 1;
              all[id] = few[id] + 1;
            }
        const CarriedScalar sparse{&few, &fewTo}, full{&all, &allTo};
        advectScalars(g, u, solids, 1 / 60.0, {&sparse, 1}, way, {}, scratch);
        advectScalars(g, u, solids, 1 / 60.0, {&full, 1}, way, {}, scratch);
        size_t filled = 0;
        for (int k = 1; k <= g.inner.z; ++k)
          for (int j = 1; j <= g.inner.y; ++j)
            for (int i = 1; i <= g.inner.x; ++i) {
              const auto id = static_cast<size_t>(g.id(i, j, k));
              ASSERT_NEAR(fewTo[id], allTo[id] - 1, 2e-6) << i << ' ' << j << ' ' << k << ' ' << speed;
              filled += fewTo[id] > 0;
            }
        EXPECT_GT(filled, 0u);
      }
}

TEST(AdvectScalars, ThroughOpenSidesComesNothing) {
  const Grid g(Int3(12, 8, 8), 0.05);
  std::vector<float> now(g.size, 0), next;
  for (int k = 1; k < g.n.z - 1; ++k)
    for (int j = 1; j < g.n.y - 1; ++j)
      for (int i = 1; i < g.n.x - 1; ++i) now[g.id(i, j, k)] = 1;
  SolidField solids = makeSolids(g);
  eachNode(g, [&](Int3 c) { solids.phi[g.id(c)] = 50; });  // only the open sides matter here
  OpenSides open;
  open.set(0, false), open.set(0, true);
  const MacVelocity u = makeVelocity(g, [](Vec3) { return Vec3(1, 0, 0); });
  ParticleScratch scratch;
  const CarriedScalar one{&now, &next};
  for (int step = 0; step < 5; ++step) {  // a cell a step
    advectScalars(g, u, solids, 0.05, {&one, 1}, Interpolation::Linear, open, scratch);
    now.swap(next);
  }
  for (int i = 1; i <= 12; ++i) EXPECT_NEAR(now[g.id(i, 4, 4)], i <= 5 ? 0 : 1, 1e-5) << i;
}

}  // namespace
}  // namespace flotsam
