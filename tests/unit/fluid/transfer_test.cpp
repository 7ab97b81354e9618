// SPDX-License-Identifier: MIT
// Transfer between particles and faces: exact fields, conservation, flat grids.
#include "sim/fluid/transfer.h"

#include <gtest/gtest.h>

#include "core/parallel.h"
#include "fluid_fixture.h"
#include "plain_sampling.h"

namespace flotsam {
namespace {
using namespace fluidtest;

struct Tank : ParticleTank {
  explicit Tank(Int3 cells, int perCell = 8) : ParticleTank(cells, perCell) {}
  void give(const std::function<Vec3(Vec3)>& field) {
    for (size_t i = 0; i < p.size(); ++i) setVelocity(p, i, field(at(p, i)));
  }
  void toGrid() { transferToGrid(g, p, u, known, scratch); }
};

/// Tent weights and momentum of every face in double, straight from the definition.
struct Tents {
  std::array<std::vector<double>, 3> weight, momentum;
  explicit Tents(const Tank& t) {
    for (int a = 0; a < 3; ++a) weight[a].assign(t.g.size, 0), momentum[a].assign(t.g.size, 0);
    const int axes = t.g.flat() ? 2 : 3;
    for (size_t i = 0; i < t.p.size(); ++i)
      for (int a = 0; a < axes; ++a) {
        Vec3 y = at(t.p, i) - 0.5;
        y[a] += 0.5;
        if (t.g.flat()) y.z = 1;
        for (int corner = 0; corner < 8; ++corner) {
          const Int3 c = Int3(y) + Int3(corner & 1, corner >> 1 & 1, corner >> 2);
          const Vec3 d = glm::abs(Vec3(c) - y);
          const double w = std::max(0.0, 1 - d.x) * std::max(0.0, 1 - d.y) * std::max(0.0, 1 - d.z);
          if (w == 0) continue;
          weight[a][t.g.id(c)] += w;
          momentum[a][t.g.id(c)] += w * t.p.v[a][i];
        }
      }
  }
};

const Vec3 kConstant(1.25, -0.5, 3.0);
Vec3 linearField(Vec3 x) { return {0.3 * x.x - 0.2 * x.y + 1, 0.5 * x.z + 0.1 * x.x, -0.4 * x.y + 0.2 * x.z - 2}; }

TEST(Transfer, ConstantToGridIsExact) {
  Tank t({9, 8, 7});
  t.give([](Vec3) { return kConstant; });
  t.toGrid();
  size_t known = 0;
  for (int a = 0; a < 3; ++a)
    for (size_t f = 0; f < t.g.size; ++f) {
      if (!t.known.known[a][f]) {
        EXPECT_EQ(t.u[a][f], 0.0);
        continue;
      }
      ++known;
      EXPECT_NEAR(t.u[a][f], kConstant[a], 3e-6);  // a few tens of float additions
    }
  EXPECT_GT(known, 3u * 9 * 8 * 7);
}

TEST(Transfer, GridValuesAreTheWeightedMeans) {
  Tank t({9, 8, 7});
  t.give([](Vec3 x) { return stir(x, 1); });
  t.toGrid();
  const Tents tents(t);
  for (int a = 0; a < 3; ++a)
    for (size_t f = 0; f < t.g.size; ++f) {
      const double w = tents.weight[a][f];
      if (w > 2e-4) {
        ASSERT_TRUE(t.known.known[a][f]);
        EXPECT_NEAR(t.u[a][f], tents.momentum[a][f] / w, 1e-5);
      } else if (w < 0.5e-4) {
        ASSERT_FALSE(t.known.known[a][f]);
      }
    }
}

/// Particles stay unsorted for some steps: those far from where they were sorted into go through another way.
TEST(Transfer, OrderOfTheParticlesIsOnlyRounding) {
  for (const bool plain : {false, true}) {
    Tank t({9, 8, 25});
    t.scratch.plain = plain;
    t.give([](Vec3 x) { return stir(x, 1); });
    t.toGrid();
    const MacVelocity sorted = t.u;
    const FaceMask known = t.known;
    // Far apart in memory, in the slabs of others; a fifth stays.
    const size_t n = t.p.size();
    Particles mixed = t.p;
    for (size_t i = 0; i < n; ++i) {
      const size_t j = i % 5 == 0 ? i : (i * 7919) % n;
      for (int a = 0; a < 3; ++a) std::swap(mixed.x[a][i], mixed.x[a][j]), std::swap(mixed.v[a][i], mixed.v[a][j]);
    }
    t.p = mixed;
    t.toGrid();
    for (int a = 0; a < 3; ++a) {
      EXPECT_EQ(t.known.known[a], known.known[a]);
      for (size_t f = 0; f < t.g.size; ++f) ASSERT_NEAR(t.u[a][f], sorted[a][f], 4e-6) << a << ' ' << f;
    }
    const uint64_t hash = hashOf(t.u);
    for (const int threads : {1, 3}) {
      setThreadCount(threads);
      t.toGrid();
      EXPECT_EQ(hashOf(t.u), hash) << threads;
    }
    setThreadCount(0);
  }
}

TEST(Transfer, MomentumIsConserved) {
  for (const Int3& cells : {Int3(9, 8, 7), Int3(4, 4, 13), Int3(12, 10, 1)}) {
    Tank t(cells);
    t.give([](Vec3 x) { return stir(x, 2) + Vec3(1, 0.5, 0.25); });
    t.toGrid();
    const Tents tents(t);
    for (int a = 0; a < (t.g.flat() ? 2 : 3); ++a) {
      double faces = 0, particles = 0;
      for (size_t f = 0; f < t.g.size; ++f) faces += tents.weight[a][f] * t.u[a][f];
      for (float v : t.p.v[a]) particles += v;
      // Rounding of the sums of each face, and faces with a weight under 1e-4.
      EXPECT_NEAR(faces, particles, 1e-6 * t.p.size()) << "axis " << a;
    }
  }
}

TEST(Transfer, LinearFieldReachesTheParticlesExactly) {
  Tank t({9, 8, 7});
  const MacVelocity now = makeVelocity(t.g, linearField);
  MacVelocity zero;
  zero.resize(t.g);
  transferToParticles(t.g, now, zero, /*flip=*/0, t.p, t.scratch);
  for (size_t i = 0; i < t.p.size(); ++i)
    for (int a = 0; a < 3; ++a) ASSERT_NEAR(t.p.v[a][i], linearField(at(t.p, i))[a], 5e-6);
}

TEST(Transfer, BlendIsFlipAndPic) {
  Tank t({6, 6, 6});
  const MacVelocity now = makeVelocity(t.g, [](Vec3 x) { return stir(x, 3); });
  const MacVelocity before = makeVelocity(t.g, [](Vec3 x) { return stir(x, 4); });
  const auto start = [](Vec3 x) { return stir(x, 5); };
  for (double flip : {0.0, 0.97, 1.0}) {
    t.give(start);
    const Particles p = t.p;
    transferToParticles(t.g, now, before, flip, t.p, t.scratch);
    for (size_t i = 0; i < p.size(); ++i) {
      const Vec3 x = at(p, i), u = sampleVelocity(t.g, now, x), d = u - sampleVelocity(t.g, before, x);
      const Vec3 want = flip * (velocityOf(p, i) + d) + (1 - flip) * u;
      for (int a = 0; a < 3; ++a) ASSERT_NEAR(t.p.v[a][i], want[a], 3e-6);
    }
  }
}

TEST(Transfer, PureFlipWithoutChangeKeepsTheVelocities) {
  Tank t({6, 6, 6});
  t.give([](Vec3 x) { return stir(x, 1); });
  const MacVelocity u = makeVelocity(t.g, [](Vec3 x) { return stir(x, 8); });
  const Particles before = t.p;
  transferToParticles(t.g, u, u, 1, t.p, t.scratch);
  EXPECT_EQ(hashOf(t.p), hashOf(before));
}

TEST(Transfer, RoundTripOfALinearField) {
  // Grid values are means over scattered particles, so a linear field comes back with an error of gradient x offset of
  // the weighted centre; away from the walls (where tents are cut) that is a fraction of a cell.
  Tank t({10, 10, 10});
  t.give(linearField);
  t.toGrid();
  MacVelocity zero;
  zero.resize(t.g);
  transferToParticles(t.g, t.u, zero, 0, t.p, t.scratch);
  double sum = 0, most = 0;
  size_t count = 0;
  for (size_t i = 0; i < t.p.size(); ++i) {
    if (tankDistance(t.g, at(t.p, i)) < 1) continue;
    const double e = glm::distance(velocityOf(t.p, i), linearField(at(t.p, i)));
    sum += e, most = std::max(most, e), ++count;
  }
  EXPECT_LT(sum / count, 0.05 * 0.9);  // gradient about 0.9 m/s per cell (Frobenius norm)
  EXPECT_LT(most, 0.25 * 0.9);
}

TEST(Transfer, FlatGridDependsOnNothingInZ) {
  Tank t({9, 8, 1});
  t.give([](Vec3 x) { return Vec3(1 + 0.1 * x.x, 2, 0); });
  for (size_t i = 0; i < t.p.size(); ++i) t.p.x[2][i] = static_cast<float>(1 + 0.999 * randomUnit(3, i));
  t.toGrid();
  Tank middle({9, 8, 1});
  middle.give([](Vec3 x) { return Vec3(1 + 0.1 * x.x, 2, 0); });
  middle.toGrid();
  EXPECT_EQ(hashOf(t.u), hashOf(middle.u));
  for (size_t f = 0; f < t.g.size; ++f) {
    EXPECT_EQ(t.u[2][f], 0.0);
    for (int a = 0; a < 3; ++a)
      if (t.known.known[a][f]) {
        EXPECT_EQ(t.g.coords(static_cast<int>(f)).z, 1);
      }
  }
  MacVelocity zero;
  zero.resize(t.g);
  t.u[0][t.g.id(4, 4, 0)] = t.u[0][t.g.id(4, 4, 2)] = t.u[2][t.g.id(4, 4, 1)] = 1e6;  // must not be seen
  transferToParticles(t.g, t.u, zero, 0, t.p, t.scratch);
  for (size_t i = 0; i < t.p.size(); ++i) {
    ASSERT_NEAR(t.p.v[1][i], 2, 1e-5);
    ASSERT_EQ(t.p.v[2][i], 0);
  }
}

}  // namespace
}  // namespace flotsam
