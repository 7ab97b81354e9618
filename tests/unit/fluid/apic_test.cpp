// SPDX-License-Identifier: MIT
// The affine transfer: a linear field passes unchanged, momentum and angular momentum are kept in both directions (PIC
// loses the latter), one result for any number of threads and flat grids.
#include "sim/fluid/apic.h"

#include <gtest/gtest.h>

#include "core/parallel.h"
#include "fluid_fixture.h"
#include "plain_sampling.h"
#include "sim/fluid/transfer.h"

namespace flotsam {
namespace {
using namespace fluidtest;

struct Tank : ParticleTank {
  explicit Tank(Int3 cells, int perCell = 8) : ParticleTank(cells, perCell) {
    u.resize(g);
    startGradients(g, u, p, scratch);
  }
  int axes() const { return g.flat() ? 2 : 3; }
  void give(const std::function<Vec3(Vec3)>& field, const Mat3& slope) {  // slope[b][a]: component a along b
    for (size_t i = 0; i < p.size(); ++i) {
      setVelocity(p, i, field(at(p, i)));
      for (int a = 0; a < axes(); ++a)
        for (int b = 0; b < axes(); ++b) p.gradient[3 * a + b][i] = static_cast<float>(slope[b][a]);
    }
  }
  /// Keeps the particles within `radius` of a point, as a ball of fluid in the void.
  void keep(Vec3 centre, double radius) {
    Particles q;
    for (size_t i = 0; i < p.size(); ++i) {
      if (glm::distance(at(p, i) * Vec3(1, 1, !g.flat()), centre * Vec3(1, 1, !g.flat())) > radius) continue;
      addParticle(q, at(p, i));
    }
    p = q;
    startGradients(g, u, p, scratch);
    sortParticles(g, p, scratch);
  }
};

/// Where a particle stands in the staggered lattice of a component.
Vec3 staggered(const Tank& t, size_t i, int axis) {
  Vec3 y = at(t.p, i) - 0.5;
  y[axis] += 0.5;
  if (t.g.flat()) y.z = 1;
  return y;
}

struct Moments {
  Vec3 linear{0}, angular{0};
  double scale = 0;  // of the angular momentum, for rounding
};
void addMoment(Moments& m, int a, int b, double lever) {  // x_b v_a enters L_c with the sign of (b, a, c)
  const int c = 3 - a - b;
  m.angular[c] += ((b + 1) % 3 == a ? 1 : -1) * lever;
  m.scale += std::abs(lever);
}

/// Unit masses: x v, and the lever of the gradient c s (1 - s) along every other axis.
Moments ofParticles(const Tank& t, bool affine) {
  Moments m;
  for (size_t i = 0; i < t.p.size(); ++i)
    for (int a = 0; a < t.axes(); ++a) {
      const Vec3 y = staggered(t, i, a), s = y - glm::floor(y);
      Vec3 x = at(t.p, i);
      if (t.g.flat()) x.z = 1.5;
      m.linear[a] += t.p.v[a][i];
      for (int b = 0; b < t.axes(); ++b) {
        if (b == a) continue;
        const double own = affine ? t.p.gradient[3 * a + b][i] * s[b] * (1 - s[b]) : 0;
        addMoment(m, a, b, x[b] * t.p.v[a][i] + own);
      }
    }
  return m;
}

/// The faces with the tent weights of the particles as their mass, in double from the definition.
Moments ofFaces(const Tank& t) {
  Moments m;
  std::vector<double> mass(t.g.size);
  for (int a = 0; a < t.axes(); ++a) {
    std::fill(mass.begin(), mass.end(), 0);
    for (size_t i = 0; i < t.p.size(); ++i) {
      const Vec3 y = staggered(t, i, a);
      for (int corner = 0; corner < 8; ++corner) {
        const Int3 c = Int3(y) + Int3(corner & 1, corner >> 1 & 1, corner >> 2);
        const Vec3 d = glm::abs(Vec3(c) - y);
        mass[t.g.id(c)] += std::max(0.0, 1 - d.x) * std::max(0.0, 1 - d.y) * std::max(0.0, 1 - d.z);
      }
    }
    for (size_t f = 0; f < t.g.size; ++f) {
      if (mass[f] == 0) continue;
      const Vec3 x = faceAt(a, t.g.coords(static_cast<int>(f)));
      m.linear[a] += mass[f] * t.u[a][f];
      for (int b = 0; b < t.axes(); ++b)
        if (b != a) addMoment(m, a, b, mass[f] * x[b] * t.u[a][f]);
    }
  }
  return m;
}

void expectNear(const Moments& a, const Moments& b, size_t count) {
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(a.linear[c], b.linear[c], 1e-6 * count) << "momentum along " << c;
    EXPECT_NEAR(a.angular[c], b.angular[c], 1e-6 * a.scale) << "angular momentum about " << c;
  }
}

const Mat3 kSlope(Vec3(0.3, 0.1, 0.25), Vec3(-0.2, 0.4, -0.4), Vec3(0.15, 0.5, 0.2));
Vec3 linearField(Vec3 x) { return kSlope * x + Vec3(1, -0.5, 2); }

TEST(Apic, LinearFieldPassesUnchanged) {
  Tank t({9, 8, 7});
  t.give(linearField, kSlope);
  transferAffineToGrid(t.g, t.p, t.u, t.known, t.scratch);
  size_t known = 0;
  eachNode(t.g, [&](Int3 c) {
    for (int a = 0; a < 3; ++a) {
      if (!t.known.known[a][t.g.id(c)]) continue;
      ++known;
      ASSERT_NEAR(t.u[a][t.g.id(c)], linearField(faceAt(a, c))[a], 2e-5);  // tens of float additions of about 5 m/s
    }
  });
  EXPECT_GT(known, 3u * 9 * 8 * 7);
  transferAffineToParticles(t.g, t.u, t.p, t.scratch);
  for (size_t i = 0; i < t.p.size(); ++i)
    for (int a = 0; a < 3; ++a) {
      ASSERT_NEAR(t.p.v[a][i], linearField(at(t.p, i))[a], 2e-5);
      for (int b = 0; b < 3; ++b) ASSERT_NEAR(t.p.gradient[3 * a + b][i], kSlope[b][a], 4e-5);
    }
}

TEST(Apic, AngularMomentumOfATurningCloudIsKept) {
  for (const Int3& cells : {Int3(14, 13, 15), Int3(16, 15, 1)}) {
    Tank t(cells);
    const Vec3 centre = 0.5 * Vec3(t.g.n) + Vec3(0.2, -0.3, 0.1), omega(0, 0, 3);
    t.keep(centre, 4.3);
    const Mat3 spin = skew(omega);
    t.give([&](Vec3 x) { return spin * (x - centre); }, spin);
    const Moments start = ofParticles(t, true);
    for (int round = 0; round < 20; ++round) {  // to and fro, nothing between
      transferAffineToGrid(t.g, t.p, t.u, t.known, t.scratch);
      const Moments faces = ofFaces(t);
      expectNear(faces, ofParticles(t, true), t.p.size());
      transferAffineToParticles(t.g, t.u, t.p, t.scratch);
      expectNear(faces, ofParticles(t, true), t.p.size());
    }
    const Moments end = ofParticles(t, true);
    EXPECT_NEAR(end.angular.z, start.angular.z, 1e-6 * start.scale);
  }
}

TEST(Apic, MomentsOfAnyStateAreKept) {
  Tank t({9, 8, 7});
  t.give([](Vec3 x) { return stir(x, 2); }, Mat3(0));
  for (size_t i = 0; i < t.p.size(); ++i)
    for (int q = 0; q < 9; ++q) t.p.gradient[q][i] = static_cast<float>(4 * randomUnit(7, 9 * i + q) - 2);
  const Moments before = ofParticles(t, true);
  transferAffineToGrid(t.g, t.p, t.u, t.known, t.scratch);
  expectNear(before, ofFaces(t), t.p.size());
  transferAffineToParticles(t.g, t.u, t.p, t.scratch);
  expectNear(before, ofParticles(t, true), t.p.size());
}

TEST(Apic, PicLosesTheAngularMomentum) {
  Tank t({16, 15, 1});
  const Vec3 centre = 0.5 * Vec3(t.g.n) + Vec3(0.2, -0.3, 0);
  t.keep(centre, 4.3);
  t.give([&](Vec3 x) { return glm::cross(Vec3(0, 0, 3), x - centre); }, Mat3(0));
  const auto about = [&] {  // the centre of the cloud
    double sum = 0;
    for (size_t i = 0; i < t.p.size(); ++i) {
      const Vec3 r = at(t.p, i) - centre;
      sum += r.x * t.p.v[1][i] - r.y * t.p.v[0][i];
    }
    return sum;
  };
  const double start = about();
  MacVelocity zero;
  zero.resize(t.g);
  for (int round = 0; round < 20; ++round) {
    transferToGrid(t.g, t.p, t.u, t.known, t.scratch);
    transferToParticles(t.g, t.u, zero, 0, t.p, t.scratch);
  }
  EXPECT_LT(about(), 0.8 * start);
}

TEST(Apic, SameBitsForAnyThreadCountAndUsedMemory) {
  for (const Int3& cells : {Int3(13, 12, 17), Int3(24, 18, 1), Int3(2, 3, 2)}) {
    uint64_t one = 0;
    ParticleScratch used;
    for (int threads : {1, 2, 3, 8, 1}) {
      setThreadCount(threads);
      Tank t(cells);
      std::swap(t.scratch, used);
      t.give([](Vec3 x) { return stir(x, 1); }, kSlope);
      transferAffineToGrid(t.g, t.p, t.u, t.known, t.scratch);
      transferAffineToParticles(t.g, t.u, t.p, t.scratch);
      sortParticles(t.g, t.p, t.scratch);
      StateHash h;
      h.word(hashOf(t.u)), h.word(hashOf(t.p));
      for (const auto& g : t.p.gradient) h.values(std::span<const float>(g));
      if (one == 0) one = h.get();
      EXPECT_EQ(h.get(), one) << threads << " threads";
      std::swap(t.scratch, used);
    }
    setThreadCount(0);
  }
}

TEST(Apic, GradientsMoveWithTheirParticles) {
  Tank t({9, 8, 7});
  for (size_t i = 0; i < t.p.size(); ++i) {
    for (int a = 0; a < 3; ++a) t.p.x[a][i] = static_cast<float>(1 + randomUnit(3, 3 * i + a) * t.g.inner[a]);
    for (int q = 0; q < 9; ++q) t.p.gradient[q][i] = static_cast<float>(9 * t.p.id[i] + q);
  }
  sortParticles(t.g, t.p, t.scratch);
  for (size_t i = 0; i < t.p.size(); ++i)
    for (int q = 0; q < 9; ++q) ASSERT_EQ(t.p.gradient[q][i], static_cast<float>(9 * t.p.id[i] + q));
}

TEST(Apic, GradientOfTheInterpolantItself) {
  Tank t({6, 7, 5});
  t.u = makeVelocity(t.g, [](Vec3 x) { return stir(x, 3); });
  transferAffineToParticles(t.g, t.u, t.p, t.scratch);
  constexpr double kStep = 1e-5;
  for (size_t i = 0; i < t.p.size(); ++i)
    for (int a = 0; a < 3; ++a) {
      const Vec3 x = at(t.p, i);
      ASSERT_NEAR(t.p.v[a][i], sampleComponent(t.g, t.u, a, x), 2e-6);
      for (int b = 0; b < 3; ++b) {
        const Vec3 y = staggered(t, i, a), s = y - glm::floor(y);
        if (s[b] < 2 * kStep || s[b] > 1 - 2 * kStep || x[b] < 1 + kStep || x[b] > t.g.n[b] - 1 - kStep) continue;
        Vec3 lo = x, hi = x;
        lo[b] -= kStep, hi[b] += kStep;
        const double slope = (sampleComponent(t.g, t.u, a, hi) - sampleComponent(t.g, t.u, a, lo)) / (2 * kStep);
        ASSERT_NEAR(t.p.gradient[3 * a + b][i], slope, 5e-6) << "component " << a << " along " << b;
      }
    }
}

}  // namespace
}  // namespace flotsam
