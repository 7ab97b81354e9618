// SPDX-License-Identifier: MIT
// Velocity and smoke traced back on the grid.
#include <gtest/gtest.h>

#include "fluid_fixture.h"
#include "sim/fluid/advection.h"

namespace flotsam {
namespace {
using namespace fluidtest;

TEST(AdvectVelocity, UniformFlowIsUnchanged) {
  const Grid g({8, 7, 6}, 0.05);
  const MacVelocity u = makeVelocity(g, [](Vec3) { return Vec3(1, -2, 0.5); });
  MacVelocity v;
  ParticleScratch scratch;
  advectVelocity(g, u, 1 / 60.0, v, scratch);
  eachNode(g, [&](Int3 c) {
    for (int a = 0; a < 3; ++a)
      if (isFace(g, a, c)) {
        EXPECT_NEAR(v[a][g.id(c)], u[a][g.id(c)], 1e-12);
      }
  });
}

TEST(AdvectVelocity, ShearIsCarriedAcross) {
  // u = 0.5, v = sin(x): after dt the v component is the old one 0.5 dt/dx cells upstream.
  const Grid g({30, 8, 8}, 0.05);
  const auto wave = [](double x) { return std::sin(0.2 * x); };
  const MacVelocity u = makeVelocity(g, [&](Vec3 x) { return Vec3(0.5, wave(x.x), 0); });
  MacVelocity v;
  ParticleScratch scratch;
  advectVelocity(g, u, 0.08, v, scratch);
  for (int i = 5; i < 28; ++i)  // linear interpolation: error at most h^2/8 max|f''| = 0.005
    EXPECT_NEAR(v[1][g.id(i, 4, 4)], wave(i + 0.5 - 0.8), 0.005);
}

TEST(AdvectVelocity, FlatGridStaysInItsPlane) {
  const Grid g({8, 7, 1}, 0.05);
  MacVelocity u = makeVelocity(g, [](Vec3 x) { return stir(x, 1); });
  for (auto& w : u[2]) w = 1e6;  // must not be seen
  MacVelocity v;
  ParticleScratch scratch;
  advectVelocity(g, u, 1 / 60.0, v, scratch);
  for (size_t f = 0; f < g.size; ++f) {
    EXPECT_EQ(v[2][f], 0);
    EXPECT_LT(std::abs(v[0][f]), 2);
  }
}

TEST(MaxSpeed, LargestComponentAndNoQuietNan) {
  const Grid g({4, 4, 4}, 0.05);
  MacVelocity u = makeVelocity(g, [](Vec3) { return Vec3(1, -3, 2); });
  EXPECT_EQ(maxSpeed(g, u), 3);
  u[1][g.id(2, 2, 2)] = std::nan("");
  EXPECT_FALSE(maxSpeed(g, u) < 1e300);
}

struct Smoke {
  Grid g;
  std::vector<float> a, b;
  ParticleScratch scratch;
  Smoke(Int3 cells, const std::function<double(Vec3)>& start) : g(cells, 0.05), a(g.size, 0) {
    for (int k = 1; k < g.n.z - 1; ++k)
      for (int j = 1; j < g.n.y - 1; ++j)
        for (int i = 1; i < g.n.x - 1; ++i) a[g.id(i, j, k)] = static_cast<float>(start(Vec3(i, j, k) + 0.5));
  }
};

TEST(AdvectScalar, NoNewExtrema) {
  for (const Int3& cells : {Int3(12, 11, 10), Int3(16, 12, 1)}) {
    Smoke s(cells, [](Vec3 x) { return x.x < 6 ? 1.0 : 0.25; });
    const auto ball = [&](Vec3 x) { return glm::length(Vec2(x.x - 6, x.y - 6)) - 2.3; };
    const SolidField solids = makeSolids(s.g, ball);
    for (int step = 0; step < 40; ++step) {
      const MacVelocity u = makeVelocity(s.g, [&](Vec3 x) { return 2.0 * stir(x, step); });
      advectScalar(s.g, u, solids, 1 / 60.0, s.a, s.b, s.scratch);
      s.a.swap(s.b);
    }
    for (int k = 1; k < s.g.n.z - 1; ++k)
      for (int j = 1; j < s.g.n.y - 1; ++j)
        for (int i = 1; i < s.g.n.x - 1; ++i) {
          ASSERT_GE(s.a[s.g.id(i, j, k)], 0.25f - 1e-6f);
          ASSERT_LE(s.a[s.g.id(i, j, k)], 1.0f + 1e-6f);
        }
  }
}

TEST(AdvectScalar, MovesWithTheFlow) {
  Smoke s({30, 8, 8}, [](Vec3 x) { return 0.1 * x.x; });
  const MacVelocity u = makeVelocity(s.g, [](Vec3) { return Vec3(0.5, 0, 0); });
  advectScalar(s.g, u, makeSolids(s.g), 0.1, s.a, s.b, s.scratch);  // one cell to the right
  for (int i = 3; i < 30; ++i) EXPECT_NEAR(s.b[s.g.id(i, 4, 4)], 0.1 * (i + 0.5 - 1), 1e-6);
}

TEST(AdvectScalar, NothingComesThroughAWall) {
  // A plate two cells thick; smoke on its right and inside it, flow to the left straight through it.
  Smoke s({20, 8, 8}, [](Vec3 x) { return x.x > 9 ? 1.0 : 0.0; });
  const SolidField solids = makeSolids(s.g, [](Vec3 x) { return std::abs(x.x - 10) - 1.0; });
  const MacVelocity u = makeVelocity(s.g, [](Vec3) { return Vec3(-8, 0, 0); });  // 2.7 cells per step
  for (int step = 0; step < 5; ++step) {
    advectScalar(s.g, u, solids, 1 / 60.0, s.a, s.b, s.scratch);
    s.a.swap(s.b);
  }
  for (int i = 1; i < 9; ++i) EXPECT_EQ(s.a[s.g.id(i, 4, 4)], 0.0f) << i;
  for (int i = 11; i < 20; ++i) EXPECT_EQ(s.a[s.g.id(i, 4, 4)], 1.0f) << i;
}

}  // namespace
}  // namespace flotsam
