// SPDX-License-Identifier: MIT
// Vorticity confinement: nothing where there is no vorticity or where it is uniform, energy for a vortex, its closed
// form on a shear, and no force on closed faces.
#include "sim/fluid/confinement.h"

#include <gtest/gtest.h>

#include "unit/fluid/fluid_fixture.h"

namespace flotsam {
namespace {

using namespace fluidtest;

struct Faces {
  Grid g;
  SolidField solids;
  std::array<std::vector<double>, 3> open;
  explicit Faces(Int3 cells, double dx = 0.05, const std::function<double(Vec3)>& body = {})
      : g(cells, dx), solids(makeSolids(g, body)) {
    for (int a = 0; a < 3; ++a) {
      open[a].assign(g.size, 0.0);
      for (int k = 1; k <= g.inner.z; ++k)
        for (int j = 1; j <= g.inner.y; ++j)
          for (int i = 1; i <= g.inner.x; ++i)
            if (Int3(i, j, k)[a] > 1 && !(g.flat() && a == 2)) open[a][g.id(i, j, k)] = 1;
    }
  }
  MacVelocity change(const std::function<Vec3(Vec3)>& flow, double epsilon, double dt) const {
    MacVelocity u = makeVelocity(g, flow);
    const MacVelocity before = u;
    ConfinementScratch scratch;
    confineVorticity(g, open, solids, epsilon, dt, u, scratch);
    for (int a = 0; a < 3; ++a)
      for (size_t f = 0; f < g.size; ++f) u[a][f] -= before[a][f];
    return u;
  }
};

double largest(const MacVelocity& u) {
  double most = 0;
  for (int a = 0; a < 3; ++a)
    for (const double v : u[a]) most = std::max(most, std::abs(v));
  return most;
}

TEST(Confinement, NothingWithoutVorticity) {
  const Faces f({16, 14, 12});
  // Gradients of x y, of x² - y² and of a saddle in z.
  EXPECT_LT(largest(f.change([](Vec3 x) { return Vec3(x.y + x.x, x.x - 2 * x.y, x.z); }, 5, 0.1)), 1e-9);
}

TEST(Confinement, NothingWhereTheVorticityIsUniform) {
  const Faces f({16, 14, 12});
  EXPECT_LT(largest(f.change([](Vec3 x) { return Vec3(-x.y, x.x, 0); }, 5, 0.1)), 1e-9) << "turning like a solid";
  EXPECT_LT(largest(f.change([](Vec3 x) { return Vec3(3 * x.y, 0, 0); }, 5, 0.1)), 1e-9) << "plain shear";
}

TEST(Confinement, OffDoesNothing) {
  const Faces f({8, 8, 8});
  EXPECT_EQ(largest(f.change([](Vec3 x) { return Vec3(std::sin(x.y), std::sin(x.z), std::sin(x.x)); }, 0, 0.1)), 0);
}

TEST(Confinement, ItsClosedFormOnAShear) {
  // u = (c y² / 2, 0, 0) in cells: omega = -c y e_z, |omega| grows along +y for y > 0, N = e_y, and
  // N x omega = e_y x (-c y e_z) = -c y e_x. So f_x = -epsilon dx c y / dx.
  for (const int depth : {1, 9}) {
    const Faces f({12, 16, depth}, 0.04);
    const double c = 0.3, epsilon = 0.7, dt = 0.02;
    const MacVelocity d = f.change([&](Vec3 x) { return Vec3(0.5 * c * x.y * x.y, 0, 0); }, epsilon, dt);
    for (int j = 3; j <= 14; ++j) {
      const double expected = -dt * epsilon * f.g.dx * c * (j + 0.5) / f.g.dx;
      EXPECT_NEAR(d[0][f.g.id(6, j, (depth + 1) / 2)], expected, 1e-5 * std::abs(expected)) << j;
      EXPECT_NEAR(d[1][f.g.id(6, j, (depth + 1) / 2)], 0, 1e-9);
    }
  }
}

TEST(Confinement, FeedsAVortex) {
  for (const Int3& cells : {Int3(40, 40, 1), Int3(24, 24, 12)}) {
    const Faces f(cells);
    const Vec3 centre(0.5 * cells.x + 1, 0.5 * cells.y + 1, 0);
    const auto vortex = [&](Vec3 x) {
      const double r2 = std::pow(x.x - centre.x, 2) + std::pow(x.y - centre.y, 2);
      return std::exp(-r2 / 20) * Vec3(-(x.y - centre.y), x.x - centre.x, 0);
    };
    const MacVelocity u = makeVelocity(f.g, vortex), d = f.change(vortex, 0.5, 0.01);
    double gain = 0, energy = 0, momentum[3] = {};
    for (int a = 0; a < 3; ++a)
      for (size_t id = 0; id < f.g.size; ++id)
        if (f.open[a][id] > 0) gain += u[a][id] * d[a][id], energy += u[a][id] * u[a][id], momentum[a] += d[a][id];
    EXPECT_GT(gain, 1e-4 * energy);
    for (const double m : momentum) EXPECT_LT(std::abs(m), 1e-9 * std::sqrt(energy)) << "by symmetry";
  }
}

TEST(Confinement, NoForceOnClosedFacesOrFromWithinSolids) {
  const auto ball = [](Vec3 x) { return glm::length(x - Vec3(9, 9, 9)) - 4; };
  Faces f({16, 16, 16}, 0.05, ball);
  for (int a = 0; a < 3; ++a) f.open[a][f.g.id(8, 13, 9)] = 0;
  const MacVelocity d =
      f.change([](Vec3 x) { return Vec3(std::sin(x.y) + x.z * x.z, std::sin(x.z), std::sin(x.x)); }, 2, 0.1);
  EXPECT_GT(largest(d), 1e-3);
  for (int a = 0; a < 3; ++a) {
    EXPECT_EQ(d[a][f.g.id(8, 13, 9)], 0);
    EXPECT_EQ(d[a][f.g.id(9, 9, 9)], 0) << "deep in the ball";
    EXPECT_EQ(d[a][f.g.id(1, 5, 5)] * (a == 0), 0) << "the wall";
  }
}

}  // namespace
}  // namespace flotsam
