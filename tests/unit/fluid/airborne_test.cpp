// SPDX-License-Identifier: MIT
#include "sim/fluid/airborne.h"

#include <gtest/gtest.h>

#include <utility>

#include "core/rng.h"
#include "sim/fluid/advection.h"
#include "sim/fluid/particle_scratch.h"
#include "sim/fluid/transfer.h"

namespace flotsam {
namespace {

struct Air {
  Grid grid;
  std::vector<float> phi = std::vector<float>(grid.size, 1.f);
  std::array<std::vector<double>, 3> open;
  AirborneLiquid airborne;

  explicit Air(Int3 cells = {20, 16, 18}) : grid(cells, 0.1) {
    for (int a = 0; a < 3; ++a) {
      open[a].assign(grid.size, 0.0);
      for (int k = 1; k <= grid.inner.z; ++k)
        for (int j = 1; j <= grid.inner.y; ++j)
          for (int i = 1; i <= grid.inner.x; ++i)
            if (Int3(i, j, k)[a] > 1) open[a][grid.id(i, j, k)] = 1;
    }
  }
  void fill(Int3 lo, Int3 hi) {
    for (int k = lo.z; k <= hi.z; ++k)
      for (int j = lo.y; j <= hi.y; ++j)
        for (int i = lo.x; i <= hi.x; ++i) phi[grid.id(i, j, k)] = -0.5f;
  }
  int find() {
    findAirborne(grid, phi, open, airborne);
    return airborne.parts;
  }
};

TEST(Airborne, PartsThatTouchNothingAreFound) {
  Air s;
  s.fill({1, 1, 1}, {20, 3, 18});      // a pool
  s.fill({4, 7, 4}, {6, 9, 6});        // a drop
  s.fill({12, 8, 10}, {15, 11, 13});   // another,
  s.fill({16, 12, 14}, {16, 12, 14});  // touching it at a corner: one part
  EXPECT_EQ(s.find(), 2);
  EXPECT_EQ(s.airborne.part[s.grid.id(5, 8, 5)], 1);
  EXPECT_EQ(s.airborne.part[s.grid.id(13, 9, 11)], 2);
  EXPECT_EQ(s.airborne.part[s.grid.id(16, 12, 14)], 2);
  EXPECT_EQ(s.airborne.part[s.grid.id(5, 11, 5)], 1);  // two cells above it
  EXPECT_EQ(s.airborne.part[s.grid.id(5, 12, 5)], 0);
  EXPECT_EQ(s.airborne.part[s.grid.id(5, 2, 5)], 0);
}

TEST(Airborne, WallsLidAndBodiesHoldWhatIsBesideThem) {
  Air lid;
  lid.fill({4, 14, 4}, {6, 16, 6});
  EXPECT_EQ(lid.find(), 0);
  Air below;  // two cells of air to the lid
  below.fill({4, 11, 4}, {6, 13, 6});
  EXPECT_EQ(below.find(), 1);
  Air near;  // one: its own cells would feel the wall
  near.fill({4, 13, 4}, {6, 15, 6});
  EXPECT_EQ(near.find(), 0);
  Air body;
  body.fill({8, 8, 8}, {11, 11, 11});
  body.open[1][body.grid.id(12, 9, 9)] = 0.5;
  EXPECT_EQ(body.find(), 0);
}

TEST(Airborne, AFloodOfEveryCellFindsTheSameParts) {
  Random random(5);
  for (int run = 0; run < 60; ++run) {
    Air s(run % 3 == 2 ? Int3(20, 16, 1) : Int3(20, 16, 18));
    const Grid& g = s.grid;
    const double share = random.in(0.02, 0.4);
    for (int k = 1; k <= g.inner.z; ++k)
      for (int j = 1; j <= g.inner.y; ++j)
        for (int i = 1; i <= g.inner.x; ++i)
          if (random.unit() < share) s.phi[g.id(i, j, k)] = -0.5f;
    for (int n = 0; n < 3; ++n) s.open[0][g.id(Int3(random.in(2, 20), random.in(1, 16), 1))] = 0;
    const auto wet = [&](Int3 c) { return s.phi[g.id(c)] < 0; };
    std::vector<int> seen(g.size, 0);
    int parts = 0;
    s.find();
    for (int first = 0; first < static_cast<int>(g.size); ++first) {
      if (seen[first] || !(s.phi[first] < 0)) continue;
      std::vector<int> cells{first};
      seen[first] = 1;
      bool free = true;
      for (size_t n = 0; n < cells.size(); ++n) {
        const Int3 c = g.coords(cells[n]);
        const int depth = g.flat() ? 0 : 1;
        for (int k = -depth; k <= depth; ++k)
          for (int j = -1; j <= 1; ++j)
            for (int i = -1; i <= 1; ++i) {
              const Int3 at = c + Int3(i, j, k);
              for (int a = 0; a < (g.flat() ? 2 : 3); ++a) {
                const bool in = at[a] >= 1 && at[a] <= g.inner[a];
                free = free && in && s.open[a][g.id(at)] == 1 && s.open[a][g.id(at) + g.stride(a)] == 1;
              }
              if (wet(at) && !std::exchange(seen[g.id(at)], 1)) cells.push_back(g.id(at));
            }
      }
      parts += free;
      for (const int cell : cells) ASSERT_EQ(s.airborne.part[cell] > 0, free) << "run " << run;
    }
    EXPECT_EQ(s.airborne.parts, parts) << "run " << run;
  }
}

TEST(Airborne, ItsParticlesGainWhatTheForcesGive) {
  Air s;
  s.fill({8, 8, 8}, {12, 12, 12});
  ASSERT_EQ(s.find(), 1);
  Particles p;
  for (int n = 0; n < 1000; ++n) {
    const double t[3] = {std::fmod(0.618034 * n, 1), std::fmod(0.754878 * n, 1), std::fmod(0.569840 * n, 1)};
    for (int a = 0; a < 3; ++a) {
      p.x[a].push_back(static_cast<float>(8 + 5 * t[a]));
      p.v[a].push_back(static_cast<float>(std::sin(3.0 * n + a)));
    }
    p.id.push_back(static_cast<uint32_t>(n)), p.dye.push_back(0);
  }
  ParticleScratch scratch;
  sortParticles(s.grid, p, scratch);
  MacVelocity before, now;
  FaceMask known;
  transferToGrid(s.grid, p, before, known, scratch);
  now = before;
  const Vec3 gain(0.1, -0.3, 0.05);
  for (int a = 0; a < 3; ++a)  // the forces, and something uneven that pushes it along
    for (size_t id = 0; id < s.grid.size; ++id) now[a][id] += gain[a] + 0.2 * std::sin(0.01 * double(id) + a) + 0.1;
  const auto momentum = [&] {
    Vec3 sum(0);
    for (size_t q = 0; q < p.size(); ++q) sum += Vec3(p.v[0][q], p.v[1][q], p.v[2][q]);
    return sum / double(p.size());
  };
  const Vec3 start = momentum();
  const MacVelocity uneven = now;
  keepMomentum(s.grid, p, before, gain, s.airborne, now);
  for (int a = 0; a < 3; ++a)  // a uniform change: the divergence is as before
    EXPECT_NEAR(now[a][s.grid.id(10, 10, 10)] - uneven[a][s.grid.id(10, 10, 10)],
                now[a][s.grid.id(9, 11, 12)] - uneven[a][s.grid.id(9, 11, 12)], 1e-12);
  transferToParticles(s.grid, now, before, 0.97, p, scratch);
  EXPECT_LE(glm::length(momentum() - start - gain), 1e-6);
}

}  // namespace
}  // namespace flotsam
