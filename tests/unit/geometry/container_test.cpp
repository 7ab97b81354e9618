// SPDX-License-Identifier: MIT
// Distances to the walls of each container: positive in the tank, the gradient points into it.
#include <gtest/gtest.h>

#include "core/rng.h"
#include "sim/geometry/container.h"

namespace flotsam {
namespace {

const Grid kGrid({20, 20, 20}, 0.05);
const Grid kFlat({20, 20, 1}, 0.05);

TEST(Container, BoxIsTheGridsInside) {
  const ContainerDesc box;
  EXPECT_NEAR(wallDistance(box, kGrid, {0.5, 0.5, 0.5}), 0.5, 1e-15);
  EXPECT_NEAR(wallDistance(box, kGrid, {0.1, 0.5, 0.5}), 0.1, 1e-15);
  EXPECT_NEAR(wallDistance(box, kGrid, {0.5, -0.03, 0.5}), -0.03, 1e-15);
  EXPECT_EQ(wallNormal(box, kGrid, {0.1, 0.5, 0.5}), Vec3(1, 0, 0));
  EXPECT_EQ(wallNormal(box, kGrid, {0.5, 0.9, 0.5}), Vec3(0, -1, 0));
  // In a flat grid the two walls across the slab count.
  EXPECT_NEAR(wallDistance(box, kFlat, {0.5, 0.5, 0.02}), 0.02, 1e-15);
}

TEST(Container, SphereAndCylinder) {
  ContainerDesc c{.kind = WallKind::Sphere, .centre = {0.5, 0.5, 0.5}, .size = {0.4, 0, 0}};
  EXPECT_NEAR(wallDistance(c, kGrid, {0.5, 0.5, 0.5}), 0.4, 1e-15);
  EXPECT_NEAR(wallDistance(c, kGrid, {0.5, 0.5, 0.95}), -0.05, 1e-15);
  EXPECT_NEAR(glm::length(wallNormal(c, kGrid, {0.5, 0.5, 0.8}) - Vec3(0, 0, -1)), 0, 1e-15);
  EXPECT_NEAR(wallDistance(c, kFlat, {0.5, 0.5, 0.0}), 0.4, 1e-15);  // a disc there, z does not matter
  c = {.kind = WallKind::Cylinder, .centre = {0.5, 0.5, 0.5}, .size = {0.3, 0.8, 0}};
  EXPECT_NEAR(wallDistance(c, kGrid, {0.7, 0.5, 0.5}), 0.1, 1e-15);
  EXPECT_NEAR(wallDistance(c, kGrid, {0.5, 0.85, 0.5}), 0.05, 1e-15);
  c.orientation = glm::angleAxis(0.5 * kPi, Vec3(0, 0, 1));  // lies along x
  EXPECT_NEAR(wallDistance(c, kGrid, {0.5, 0.7, 0.5}), 0.1, 1e-15);
  EXPECT_NEAR(glm::length(wallNormal(c, kGrid, {0.5, 0.7, 0.5}) - Vec3(0, -1, 0)), 0, 1e-15);
}

TEST(Container, TiltedBoxTurnsWithItsOrientation) {
  const Quat turn = glm::angleAxis(0.3, Vec3(0, 0, 1));
  const ContainerDesc c{
      .kind = WallKind::TiltedBox, .centre = {0.5, 0.5, 0.5}, .size = {0.6, 0.4, 0.5}, .orientation = turn};
  const Vec3 up = turn * Vec3(0, 1, 0);
  EXPECT_NEAR(wallDistance(c, kGrid, c.centre + 0.15 * up), 0.05, 1e-15);
  EXPECT_NEAR(glm::length(wallNormal(c, kGrid, c.centre + 0.15 * up) + up), 0, 1e-14);
  EXPECT_NEAR(wallDistance(c, kFlat, c.centre + 0.15 * up), 0.05, 1e-15);
  EXPECT_NEAR(wallDistance(c, kFlat, c.centre + Vec3(0, 0, 0.3)), 0.2, 1e-15);  // no ends across the slab
}

TEST(Container, NothingReachesBeyondTheGrid) {
  const ContainerDesc c{.kind = WallKind::Sphere, .centre = {0.5, 0.5, 0.5}, .size = {2, 0, 0}};
  EXPECT_NEAR(wallDistance(c, kGrid, {0.9, 0.5, 0.5}), 0.1, 1e-15);
  EXPECT_NEAR(wallDistance(c, kGrid, {1.1, 0.5, 0.5}), -0.1, 1e-15);
}

TEST(Container, NormalIsTheSlopeOfTheDistance) {
  Random random(2);
  const Quat turn = glm::angleAxis(0.4, glm::normalize(Vec3(1, 2, -1)));
  for (WallKind kind : {WallKind::Box, WallKind::Sphere, WallKind::Cylinder, WallKind::TiltedBox})
    for (const Grid* grid : {&kGrid, &kFlat}) {
      const ContainerDesc c{kind, {0.5, 0.5, 0.5}, {0.4, 0.6, 0.5}, grid->flat() ? Quat(1, 0, 0, 0) : turn};
      int compared = 0;
      for (int i = 0; i < 300; ++i) {
        const Vec3 x(random.unit(), random.unit(), random.unit() * (grid->flat() ? 0.05 : 1));
        const Vec3 n = wallNormal(c, *grid, x);
        EXPECT_NEAR(glm::length(n), 1, 1e-12);
        const double e = 1e-6, d = wallDistance(c, *grid, x);
        const double ahead = wallDistance(c, *grid, x + e * n) - d, behind = d - wallDistance(c, *grid, x - e * n);
        if (std::abs(ahead - behind) > 1e-3 * e) continue;
        EXPECT_NEAR(ahead / e, 1, 1e-3);
        ++compared;
      }
      EXPECT_GT(compared, 280);
    }
}

}  // namespace
}  // namespace flotsam
