// SPDX-License-Identifier: MIT
// The wall corrections against the harmonic series of REFERENCE §1 and against a plane wall.
#include "verify/added_mass_theory.h"

#include <gtest/gtest.h>

namespace flotsam {
namespace {

TEST(AddedMassTheory, SphereInCube) {
  const Mat3 g = wallImages(Vec3(1), Vec3(0.5), false);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (i != j) {
        EXPECT_NEAR(g[i][j], 0, 1e-12);
      }
  EXPECT_NEAR(g[0][0], g[1][1], 1e-12);
  const Mat3 c = coefficientInBox(Mat3(0.5), 4 * kPi / 3 / 64, g, false);
  EXPECT_NEAR(c[1][1], 0.62282, 2e-4);
}

TEST(AddedMassTheory, CircleInSquare) {
  const Mat3 c = coefficientInBox(Mat3(1), kPi / 16, wallImages(Vec3(1), Vec3(0.5), true), true);
  EXPECT_NEAR(c[0][0], 1.547508, 3e-4);
  EXPECT_NEAR(c[1][1], 1.547508, 3e-4);
}

TEST(AddedMassTheory, SphereNearOneWall) {
  // A box so large that one wall counts: C = (1 + 3/8 (a/d)³) / 2 towards the wall, 3/16 along it (Lamb art. 99).
  const double a = 0.1, d = 0.5;
  const Mat3 c =
      coefficientInBox(Mat3(0.5), 4 * kPi / 3 * a * a * a, wallImages(Vec3(60), Vec3(d, 30, 30), false), false);
  EXPECT_NEAR(c[0][0], 0.5 * (1 + 3.0 / 8 * 0.008), 2e-5);
  EXPECT_NEAR(c[1][1], 0.5 * (1 + 3.0 / 16 * 0.008), 2e-5);
}

TEST(AddedMassTheory, RoundContainers) {
  EXPECT_NEAR(concentricSpheres(1, 1e3), 0.5, 1e-8);
  EXPECT_NEAR(concentricCircles(1, 1e4), 1, 1e-7);
  EXPECT_NEAR(concentricSpheres(1, 2), 0.5 * 10 / 7, 1e-15);
}

}  // namespace
}  // namespace flotsam
