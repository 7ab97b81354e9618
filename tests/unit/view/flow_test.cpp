// SPDX-License-Identifier: MIT
#include "view/flow.h"

#include <gtest/gtest.h>

#include <cmath>

namespace flotsam {
namespace {

/// A tank of 10 x 8 x 6 cells of 0.1 m with a rigid turn of 2 rad/s about the middle's z axis, and a body in its
/// middle.
SimView turning() {
  SimView v;
  v.cells = v.fields.cells = Int3(10, 8, 6);
  v.dx = 0.1;
  const Vec3 middle = 0.05 * Vec3(v.cells);
  for (int k = 0; k < 6; ++k)
    for (int j = 0; j < 8; ++j)
      for (int i = 0; i < 10; ++i) {
        const Vec3 x = 0.1 * (Vec3(i, j, k) + 0.5) - middle;
        v.fields.velocity.push_back(Vec3f(glm::cross(Vec3(0, 0, 2), x)));
        v.fields.kind.push_back(i == 4 && j == 4 && k == 3 ? CellKind::Body : CellKind::Fluid);
      }
  return v;
}

TEST(Flow, BetweenCellCentresItIsLinear) {
  const SimView v = turning();
  Vec3f u;
  const Vec3 at(0.23, 0.61, 0.37);
  ASSERT_TRUE(velocityAt(v.fields, v.dx, at, u));
  const Vec3 exact = glm::cross(Vec3(0, 0, 2), at - Vec3(0.5, 0.4, 0.3));
  EXPECT_NEAR(glm::length(Vec3(u) - exact), 0, 1e-6);
  EXPECT_FALSE(velocityAt(v.fields, v.dx, {0.45, 0.45, 0.35}, u)) << "in the body";
  EXPECT_FALSE(velocityAt(v.fields, v.dx, {-0.01, 0.4, 0.3}, u)) << "outside";
  EXPECT_FALSE(velocityAt(v.fields, v.dx, {NAN, 0.4, 0.3}, u));
}

TEST(Flow, ArrowsAreNoMoreThanAskedForAndStandInTheFluid) {
  const SimView v = turning();
  std::vector<FlowArrow> arrows;
  for (const auto places : {ArrowPlaces::Slice, ArrowPlaces::Lattice})
    for (const size_t most : {1u, 20u, 100u, 5000u}) {
      const double apart = placeArrows(v, {SliceQuantity::None, 2, 0.5}, places, most, arrows);
      EXPECT_GT(apart, 0);
      EXPECT_LE(arrows.size(), std::max<size_t>(most, 20));
      for (const FlowArrow& a : arrows) {
        Vec3f u;
        ASSERT_TRUE(velocityAt(v.fields, v.dx, Vec3(a.at), u));
        EXPECT_NEAR(glm::length(u - a.velocity), 0, 1e-5);
        if (places == ArrowPlaces::Slice) {
          EXPECT_NEAR(a.at.z, 0.3f, 1e-6);
        }
      }
    }
  placeArrows(v, {}, ArrowPlaces::None, 100, arrows);
  EXPECT_TRUE(arrows.empty());
  // All but the fastest are below it: at the corners 2 |x| = 1.28.
  EXPECT_EQ(flowSpeed(v), 2);
}

TEST(Flow, StreamlinesOfATurnAreCircles) {
  SimView v = turning();
  for (auto& kind : v.fields.kind) kind = CellKind::Fluid;
  Streamlines lines;
  traceStreamlines(v, 12, lines);
  ASSERT_FALSE(lines.empty());
  EXPECT_LE(lines.starts.size() - 1, 12u);
  EXPECT_EQ(lines.starts.back(), lines.points.size());
  for (size_t l = 0; l + 1 < lines.starts.size(); ++l) {
    const Vec3f first = lines.points[lines.starts[l]] - Vec3f(0.5f, 0.4f, 0);
    const float radius = glm::length(Vec2f(first));
    for (size_t i = lines.starts[l]; i < lines.starts[l + 1]; ++i) {
      const Vec3f x = lines.points[i] - Vec3f(0.5f, 0.4f, 0);
      // Inside the outermost cell centres the field is exactly the turn; the midpoint rule keeps the radius to h^2.
      const bool inner = std::abs(x.x) < 0.44f && std::abs(x.y) < 0.34f && radius < 0.34f;
      if (inner) {
        EXPECT_NEAR(glm::length(Vec2f(x)), radius, 0.02f * radius + 1e-3f);
      }
      EXPECT_NEAR(lines.points[i].z, lines.points[lines.starts[l]].z, 1e-5f);
    }
  }
  for (auto& u : v.fields.velocity) u = Vec3f(0);
  traceStreamlines(v, 12, lines);
  EXPECT_TRUE(lines.empty()) << "nothing moves";
}

TEST(Flow, ScalesOfBodyArrowsAreRoundAndCoverAll) {
  SimView v = turning();
  v.bodies.resize(2);
  v.bodies[0].pressureForce = {0, 34, 0}, v.bodies[1].pressureForce = {3, 0, 0};
  v.bodies[1].pressureTorque = {0, 0, -0.7};
  EXPECT_EQ(bodyArrowScale(v).force, 50);
  EXPECT_EQ(bodyArrowScale(v).torque, 1);
  v.bodies[1].pressureTorque = {0, 0, 1e-7};
  EXPECT_EQ(bodyArrowScale(v).torque, 0) << "rounding is no torque";
}

}  // namespace
}  // namespace flotsam
