// SPDX-License-Identifier: MIT
// What volume fractions add up to, with and without the shift.
#include "sim/geometry/volume_shift.h"

#include <gtest/gtest.h>

#include "sim/geometry/fractions.h"
#include "tank.h"

namespace flotsam {
namespace {

double foundVolume(const Grid& g, const Shape& shape, const Pose& pose, double grown, int axis) {
  FractionBuilder f(g, {}, FractionKind::Area);
  const SolidSample solid{&shape, pose, grown};
  f.update({&solid, 1}, FractionKind::Volume);
  double sum = 0;
  for (const BodyFace& face : f.get().bodies[0])
    if (face.axis == axis) sum += face.s;
  return sum * g.cellVolume();
}

TEST(VolumeShift, FractionsAddUpToTheVolumeOfRoundBodies) {
  const Grid g(Int3(20), 0.05);
  const struct {
    ShapeKind kind;
    Vec3 dims;
  } shapes[] = {{ShapeKind::Sphere, Vec3(0.15)},
                {ShapeKind::Sphere, Vec3(0.25)},
                {ShapeKind::Cylinder, Vec3(0.2, 0.4, 0)},
                {ShapeKind::Capsule, Vec3(0.12, 0.4, 0)},
                {ShapeKind::Box, Vec3(0.4, 0.3, 0.35)}};
  for (const auto& s : shapes) {
    const auto shape = Tank::primitive(s.kind, s.dims);
    const double grown = volumeShift(*shape, shape->volume(), g.dx, false);
    EXPECT_GT(grown, 0);
    double worst = 0, without = 0;
    for (const Vec3& at : {Vec3(0.5), Vec3(0.513, 0.487, 0.52), Vec3(0.507, 0.524, 0.491)}) {
      const Pose pose{at, glm::angleAxis(0.4, glm::normalize(Vec3(1, 2, 3)))};
      for (int a = 0; a < 3; ++a) {
        worst = std::max(worst, std::abs(foundVolume(g, *shape, pose, grown, a) / shape->volume() - 1));
        without = std::max(without, std::abs(foundVolume(g, *shape, pose, 0, a) / shape->volume() - 1));
      }
    }
    EXPECT_LE(worst, 1.5e-3) << int(s.kind);
    EXPECT_GE(without, 3 * worst) << int(s.kind);
  }
}

// A ball of radius R loses dx²/(8 R²) of its volume: h²/12 of its mean curvature, h = dx / 2.
TEST(VolumeShift, OfABallIsItsCurvature) {
  const double dx = 0.05;
  for (const double cells : {3.0, 5.0, 8.0}) {
    const auto ball = Tank::primitive(ShapeKind::Sphere, Vec3(cells * dx));
    EXPECT_NEAR(volumeShift(*ball, ball->volume(), dx, false), dx / (24 * cells), 0.1 * dx / (24 * cells)) << cells;
  }
}

TEST(VolumeShift, ThinBodiesAreLeftAlone) {
  const auto plate = Tank::primitive(ShapeKind::Box, Vec3(0.5, 0.02, 0.5));
  EXPECT_EQ(volumeShift(*plate, plate->volume(), 0.05, false), 0);
}

}  // namespace
}  // namespace flotsam
