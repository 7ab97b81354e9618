// SPDX-License-Identifier: MIT
// The preconditioner alone: symmetric and positive as conjugate gradients want it, on every kind of lattice, and the
// product that goes with it.
#include "sim/coupling/multigrid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/parallel.h"
#include "core/rng.h"
#include "sim/coupling/float_vectors.h"

namespace flotsam {
namespace {

using Open = std::array<std::vector<double>, 3>;

/// Faces between cells inside are open, those to the wall layer `atWalls`, and none in a ball of radius r (cells).
Open faces(const Grid& g, double atWalls, double r) {
  Open open;
  for (auto& field : open) field.assign(g.size, 0.0);
  const auto inside = [&](Int3 c) {
    return c.x >= 1 && c.y >= 1 && c.z >= 1 && c.x <= g.inner.x && c.y <= g.inner.y && c.z <= g.inner.z;
  };
  const Vec3 centre = 0.45 * Vec3(g.n);
  for (int k = 0; k < g.n.z; ++k)
    for (int j = 0; j < g.n.y; ++j)
      for (int i = 0; i < g.n.x; ++i)
        for (int a = 0; a < (g.flat() ? 2 : 3); ++a) {
          const Int3 c(i, j, k);
          Int3 before = c;
          --before[a];
          const int sides = inside(c) + inside(before);
          if (sides == 0 || c[a] == 0) continue;
          const double distance = glm::distance(Vec3(c) + 0.5, centre) - r;
          open[a][g.id(c)] = (sides == 2 ? 1.0 : atWalls) * std::clamp(0.5 + distance, 0.0, 1.0);
        }
  return open;
}

struct Lattice {
  const char* name;
  Int3 cells;
  double atWalls, ball, surface;  // surface: added to the diagonal of the cells at the top
};

class MultigridOn : public testing::TestWithParam<Lattice> {
 protected:
  void SetUp() override {
    const Lattice& p = GetParam();
    grid = Grid(p.cells, 1.0);
    std::vector<double> diagonal;
    if (p.surface > 0) {
      diagonal.assign(grid.size, 0.0);
      for (int k = 1; k <= grid.inner.z; ++k)
        for (int i = 1; i <= grid.inner.x; ++i) diagonal[grid.id(i, grid.inner.y, k)] = p.surface;
    }
    multigrid.build(grid, faces(grid, p.atWalls, p.ball), diagonal);
  }
  std::vector<float> noise(uint64_t seed) const {
    const SplitLattice& l = multigrid.lattice();
    std::vector<float> v(l.size, 0.f);
    for (int at = 0; at < static_cast<int>(l.size); ++at)
      if (multigrid.inverseDiagonal(at) != 0) v[at] = static_cast<float>(randomUnit(seed, at) - 0.5);
    return v;
  }
  std::vector<float> applied(std::vector<float> r) {
    std::vector<float> z(r.size(), 0.f);
    multigrid.apply(r, z);
    return z;
  }
  static double dot(const std::vector<float>& a, const std::vector<float>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  }
  Grid grid{Int3(1), 1.0};
  Multigrid multigrid;
};

TEST_P(MultigridOn, IsSymmetricAndPositive) {
  const std::vector<float> u = noise(1), v = noise(2), bu = applied(u), bv = applied(v);
  const double size = std::sqrt(dot(u, bu) * dot(v, bv));
  EXPECT_GT(dot(u, bu), 0);
  EXPECT_GT(dot(v, bv), 0);
  EXPECT_NEAR(dot(u, bv), dot(v, bu), 1e-5 * size);  // float rounding over a few hundred terms of a sum
}

TEST_P(MultigridOn, TheProductIsSymmetric) {
  const std::vector<float> u = noise(1), v = noise(2);
  std::vector<float> au(u.size(), 0.f), av(v.size(), 0.f);
  const double uau = multigrid.multiply(u, au), vav = multigrid.multiply(v, av);
  EXPECT_NEAR(uau, dot(u, au), 1e-5 * uau);
  EXPECT_NEAR(dot(u, av), dot(v, au), 1e-6 * std::sqrt(uau * vav));
}

TEST_P(MultigridOn, ConjugateGradientsNeedFewIterations) {
  // b in the range of A, so that the closed tank has a solution.
  std::vector<float> x = noise(3), r(x.size(), 0.f), p, ap(x.size(), 0.f);
  multigrid.multiply(x, r);
  const double start = dot(r, r);
  std::vector<float> z = applied(r);
  p = z;
  double rz = dot(r, z);
  int iterations = 0;
  for (; iterations < 60 && dot(r, r) > 1e-10 * start; ++iterations) {
    const double alpha = rz / multigrid.multiply(p, ap);
    for (size_t i = 0; i < r.size(); ++i) r[i] -= static_cast<float>(alpha) * ap[i];
    z = applied(r);
    const double next = dot(r, z);
    for (size_t i = 0; i < p.size(); ++i) p[i] = z[i] + static_cast<float>(next / rz) * p[i];
    rz = next;
  }
  EXPECT_LE(iterations, 16);
}

TEST_P(MultigridOn, AConstantGivesExactlyZeroWhereTheTankIsClosed) {
  if (GetParam().surface > 0) GTEST_SKIP();
  const SplitLattice& l = multigrid.lattice();
  std::vector<float> one(l.size, 0.f), out(l.size, 1.f);
  for (int at = 0; at < static_cast<int>(l.size); ++at)
    if (multigrid.inverseDiagonal(at) != 0) one[at] = 0.7f;
  EXPECT_EQ(multigrid.multiply(one, out), 0);
  for (int m = l.first; m < l.last; ++m) ASSERT_TRUE(out[l.red + m] == 0 && out[l.black + m] == 0);
}

/// Cells that are unknowns no more: whatever stood in z before, they get zero.
TEST_P(MultigridOn, WhatIsNoUnknownGetsNothing) {
  const std::vector<float> r = noise(5);
  std::vector<float> lent = r, z(r.size(), 0.f);
  const SplitLattice& l = multigrid.lattice();
  for (int m = l.first; m < l.last; ++m) z[l.red + m] = z[l.black + m] = 7;
  multigrid.apply(lent, z);
  EXPECT_EQ(z, applied(r));
}

TEST_P(MultigridOn, SameBitsForAnyThreads) {
  const std::vector<float> r = noise(4);
  setThreadCount(1);
  const std::vector<float> one = applied(r);
  setThreadCount(3);
  EXPECT_EQ(applied(r), one);
  setThreadCount(0);
}

INSTANTIATE_TEST_SUITE_P(, MultigridOn,
                         testing::Values(Lattice{"tank", Int3(32), 0, -9, 0}, Lattice{"ball", Int3(40), 0, 8, 0},
                                         // So many cells that the pieces of a sum are longer than the grain.
                                         Lattice{"large", Int3(79), 0, 16, 0}, Lattice{"odd", Int3(13, 9, 21), 0, 3, 0},
                                         Lattice{"open_outside", Int3(12, 20, 15), 0.5, 4, 0},
                                         Lattice{"threaded", Int3(24, 24, 60), 0, 6, 0},
                                         Lattice{"flat", Int3(48, 31, 1), 0, 7, 0},
                                         Lattice{"flat_open_outside", Int3(24, 31, 1), 0.5, 7, 0},
                                         Lattice{"surface", Int3(24, 12, 24), 0, 5, 2},
                                         Lattice{"thin", Int3(40, 3, 2), 0, -9, 0}, Lattice{"tiny", Int3(2), 0, -9, 0}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace flotsam
