// SPDX-License-Identifier: MIT
// The liquid's distance from its particles: how exact the surface of a jittered pool is, and that no wall at any offset
// or tilt makes the cells behind it look like air.
#include "sim/fluid/liquid_distance.h"

#include <gtest/gtest.h>

#include "core/parallel.h"
#include "fluid_fixture.h"

namespace flotsam {
namespace {
using namespace fluidtest;

struct Pool {
  Grid g;
  SolidField solids;
  Particles particles;
  LiquidField liquid;

  Pool(Int3 cells, double level, uint64_t seed, const std::function<double(Vec3)>& walls = {})
      : g(cells, 1.0), solids(makeSolids(g, walls)) {
    const std::vector<LiquidRegion> regions = {{.level = level}};
    seedParticles(g, solids, 8, seed, particles, &regions);
    buildLiquidDistance(g, particles, g.flat() ? 4 : 8, solids, liquid);
  }
  float phi(Int3 c) const { return liquid.phi[g.id(c)]; }
  /// Height (m) of the zero crossing of a column, from above; NAN without one.
  double surface(int i, int k) const {
    for (int j = g.inner.y; j > 0; --j) {
      const double below = phi({i, j, k}), above = phi({i, j + 1, k});
      if (below < 0 && above >= 0) return j - 0.5 + below / (below - above);
    }
    return NAN;
  }
  struct Error {
    double mean = 0, rms = 0;
    int missing = 0;
  };
  Error error(double level, int margin = 2) const {
    Error e;
    double square = 0;
    int n = 0;
    for (int k = g.flat() ? 1 : 1 + margin; k <= (g.flat() ? 1 : g.inner.z - margin); ++k)
      for (int i = 1 + margin; i <= g.inner.x - margin; ++i) {
        const double y = surface(i, k);
        if (!std::isfinite(y)) {
          ++e.missing;
          continue;
        }
        e.mean += y - level, square += (y - level) * (y - level), ++n;
      }
    e.mean /= n;
    e.rms = std::sqrt(std::max(0.0, square / n - e.mean * e.mean));
    return e;
  }
};

// Figures of an independent prototype on the same kind of pools: mean .006-.023 (3D .00-.01), rms .05-.12 (.04-.07);
// the jitter itself is part of the rms.
TEST(LiquidDistance, PoolSurfaceIsWhereTheParticlesEnd) {
  for (const double offset : {0.0, 0.3, 0.5, 0.7, 0.9}) {
    for (const bool flat : {true, false}) {
      const double level = 8 + offset;
      double mean = 0, rms = 0;
      for (uint64_t seed = 1; seed <= 3; ++seed) {
        const Pool pool(flat ? Int3(64, 16, 1) : Int3(16, 16, 16), level, seed);
        const Pool::Error e = pool.error(level);
        EXPECT_EQ(e.missing, 0);
        mean += e.mean / 3, rms += e.rms / 3;
      }
      EXPECT_LE(std::abs(mean), flat ? 0.05 : 0.03) << "offset " << offset << (flat ? " 2D" : " 3D");
      EXPECT_LE(rms, flat ? 0.15 : 0.10) << "offset " << offset << (flat ? " 2D" : " 3D");
    }
  }
}

TEST(LiquidDistance, NoHolesInsideAndNothingAbove) {
  const Pool pool({20, 20, 20}, 10, 4);
  for (int k = 1; k <= 20; ++k)
    for (int j = 1; j <= 20; ++j)
      for (int i = 1; i <= 20; ++i) {
        if (j <= 9) {
          EXPECT_LT(pool.phi({i, j, k}), 0) << i << ' ' << j << ' ' << k;
        }
        if (j >= 12) {
          EXPECT_GT(pool.phi({i, j, k}), 0) << i << ' ' << j << ' ' << k;
        }
      }
}

/// A half plane of wall with the normal (cos a, sin a) into the tank through a point at `offset` of a cell.
std::function<double(Vec3)> tilted(double degrees, double offset) {
  const double a = degrees * kPi / 180;
  return [=](Vec3 x) {
    const Vec3 p = x - Vec3(12 + offset, 12 + offset, 0);
    // A corner of two walls, turned: liquid is kept on the side where both distances are positive.
    return std::min(p.x * std::cos(a) + p.y * std::sin(a) + 7, -p.x * std::sin(a) + p.y * std::cos(a) + 7);
  };
}

TEST(LiquidDistance, CellsBehindAWallBelowTheSurfaceStayLiquid) {
  for (const double degrees : {0.0, 5.0, 10.0, 20.0, 30.0, 45.0})
    for (const double offset : {0.0, 0.3, 0.5, 0.7, 0.9})
      for (const bool flat : {true, false}) {
        const auto walls = tilted(degrees, offset);
        const double level = 14;
        const Pool pool(flat ? Int3(24, 24, 1) : Int3(24, 24, 6), level, 1, walls);
        int checked = 0;
        for (int k = 1; k <= (flat ? 1 : 6); ++k)
          for (int j = 2; j <= 23; ++j)
            for (int i = 2; i <= 23; ++i) {
              const Vec3 x = Vec3(i, j, k) + 0.5;  // lattice; height above the floor is x.y - 1
              const double d = walls(x);
              if (d > 1 || d < -1.4) continue;  // near the wall on both sides
              // Where this cell's liquid is: moved back up the normal to the wall.
              const double height = x.y - 1 + std::max(0.0, -d) + 1.0;
              if (height > level - 1.5) continue;
              ++checked;
              EXPECT_LT(pool.phi({i, j, k}), 0) << degrees << " degrees, offset " << offset << (flat ? " 2D" : " 3D")
                                                << " at " << i << ' ' << j << ' ' << k << " wall " << d;
            }
        EXPECT_GT(checked, 10);
      }
}

TEST(LiquidDistance, ASurfaceMeetsATiltedWallLevel) {
  // The distance is continued along the wall's normal: columns that end in the wall see the same level.
  for (const double degrees : {10.0, 30.0, 45.0}) {
    const Pool pool({24, 24, 12}, 14.4, 2, tilted(degrees, 0.3));
    double mean = 0, n = 0;
    for (int k = 2; k <= 11; ++k)
      for (int i = 2; i <= 22; ++i) {
        const double y = pool.surface(i, k);
        if (!std::isfinite(y) || tilted(degrees, 0.3)(Vec3(i + 0.5, y + 1, k)) < 0.5) continue;
        mean += y - 14.4, ++n;
      }
    EXPECT_GT(n, 50);
    EXPECT_LE(std::abs(mean / n), 0.05) << degrees;
  }
}

TEST(LiquidDistance, SameBitsForAnyNumberOfThreads) {
  const auto run = [](int threads) {
    setThreadCount(threads);
    const Pool pool({18, 18, 18}, 9.3, 5, tilted(20, 0.3));
    StateHash h;
    h.values(std::span<const float>(pool.liquid.phi));
    return h.get();
  };
  const uint64_t one = run(1);
  EXPECT_EQ(run(2), one);
  EXPECT_EQ(run(3), one);
  EXPECT_EQ(run(8), one);
  setThreadCount(0);
}

}  // namespace
}  // namespace flotsam
