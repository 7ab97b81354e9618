// SPDX-License-Identifier: MIT
#include "view/slice.h"

#include <gtest/gtest.h>

#include <cmath>

#include "view/flow.h"

namespace flotsam {
namespace {

/// A tank of 4 x 3 x 5 cells of .5 m: pressure = 100 i + 10 j + k, velocity of a rigid turn, a body in cell (1, 1, 2).
SimView tank() {
  SimView v;
  v.cells = v.fields.cells = Int3(4, 3, 5);
  v.dx = 0.5;
  for (int k = 0; k < 5; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 4; ++i) {
        v.fields.pressure.push_back(static_cast<float>(100 * i + 10 * j + k));
        const Vec3 x = 0.5 * (Vec3(i, j, k) + 0.5);
        v.fields.velocity.push_back(Vec3f(glm::cross(Vec3(1, 2, 3), x)));
        const bool body = i == 1 && j == 1 && k == 2;
        v.fields.kind.push_back(body ? CellKind::Body : CellKind::Fluid);
        v.fields.open.push_back(body ? 0.25f : 1.f);
        v.fields.outflow.push_back(i == 3 ? -0.3f : 0.1f);
      }
  return v;
}

float at(const SliceImage& s, int i, int j) { return s.value[static_cast<size_t>(j) * s.width + i]; }

TEST(Slice, TakesTheCellsItCrosses) {
  const SimView v = tank();
  SliceImage s;
  cutSlice(v, {SliceQuantity::Pressure, 2, 0.5}, s);
  ASSERT_EQ(s.width, 4);
  ASSERT_EQ(s.height, 3);
  EXPECT_EQ(at(s, 3, 2), 322);
  EXPECT_FALSE(s.known[1 * 4 + 1]);  // the body has no pressure
  EXPECT_EQ(s.lo, 0);
  EXPECT_EQ(s.hi, 500);
  EXPECT_NEAR(s.corner.z, 1.25, 1e-12);
  EXPECT_NEAR(s.across.x, 2, 1e-12);
  EXPECT_NEAR(s.up.y, 1.5, 1e-12);
  cutSlice(v, {SliceQuantity::Pressure, 0, 1}, s);  // rows along z, at the far wall
  ASSERT_EQ(s.width, 5);
  ASSERT_EQ(s.height, 3);
  EXPECT_EQ(at(s, 4, 1), 314);
  EXPECT_NEAR(s.corner.x, 2, 1e-12);
  EXPECT_NEAR(s.across.z, 2.5, 1e-12);
  cutSlice(v, {SliceQuantity::Pressure, 1, 0}, s);  // rows along x, seen from above
  ASSERT_EQ(s.width, 4);
  ASSERT_EQ(s.height, 5);
  EXPECT_EQ(at(s, 2, 3), 203);
}

TEST(Slice, TemperatureHasASignAndSmokeHasNone) {
  SimView v = tank();
  SliceImage s;
  cutSlice(v, {SliceQuantity::Temperature, 2, 0.5}, s);
  for (const uint8_t k : s.known) EXPECT_EQ(k, 0) << "the scene has no heat";
  for (size_t c = 0; c < v.fields.kind.size(); ++c) {
    v.smoke.heat.push_back(static_cast<float>(c % 4) * 10 - 5);  // by x: -5, 5, 15, 25
    v.smoke.density.push_back(static_cast<float>(c % 4) * 0.2f);
  }
  cutSlice(v, {SliceQuantity::Temperature, 2, 0.5}, s);
  EXPECT_EQ(at(s, 3, 1), 25);
  EXPECT_EQ(at(s, 0, 2), -5);
  EXPECT_FALSE(s.known[1 * 4 + 1]);  // the body
  EXPECT_EQ(s.hi, 50);
  EXPECT_EQ(s.lo, -50);
  cutSlice(v, {SliceQuantity::Smoke, 2, 0.5}, s);
  EXPECT_FLOAT_EQ(at(s, 3, 1), 0.6f);
  EXPECT_EQ(s.lo, 0);
  EXPECT_EQ(s.hi, 1);
  cutSlice(v, {SliceQuantity::Temperature, 2, 0.5, 20, 0}, s);  // turned: between the cells, within their range
  float lo = 1e9f, hi = -1e9f;
  for (size_t i = 0; i < s.value.size(); ++i)
    if (s.known[i]) lo = std::min(lo, s.value[i]), hi = std::max(hi, s.value[i]);
  constexpr float kRounding = 1e-5f;  // of a mean whose weights are divided by their sum, in floats
  EXPECT_GE(lo, -5 - kRounding);
  EXPECT_LE(hi, 25 + kRounding);
  EXPECT_GT(hi - lo, 15);
  EXPECT_STREQ(sliceUnit(SliceQuantity::Temperature), "K");
}

TEST(Slice, VorticityIsTwiceTheTurnAlongTheNormal) {
  const SimView v = tank();
  SliceImage s;
  for (int axis = 0; axis < 3; ++axis) {
    cutSlice(v, {SliceQuantity::Vorticity, axis, 0.1}, s);
    EXPECT_TRUE(s.known[s.width + 1]);
    EXPECT_NEAR(at(s, 1, 1), 2 * (axis + 1), 1e-5) << axis;
    EXPECT_FALSE(s.known[0]);  // needs neighbours
    EXPECT_EQ(s.lo, -s.hi);
  }
}

TEST(Slice, DivergenceIsShownWhereNoSolidCuts) {
  SimView v = tank();
  SliceImage s;
  cutSlice(v, {SliceQuantity::Divergence, 2, 0.5}, s);
  EXPECT_FALSE(s.known[4 + 1]);
  EXPECT_FLOAT_EQ(at(s, 3, 0), -0.3f);
  EXPECT_FLOAT_EQ(s.hi, 0.5f);
  EXPECT_FLOAT_EQ(s.lo, -0.5f);
  cutSlice(v, {SliceQuantity::Fractions, 2, 0.5}, s);
  EXPECT_TRUE(s.known[4 + 1]);
  EXPECT_FLOAT_EQ(at(s, 1, 1), 0.25f);
  v.fields.velocity[0].x = NAN;  // what is not finite is a hole, not a colour
  cutSlice(v, {SliceQuantity::Speed, 2, 0}, s);
  EXPECT_FALSE(s.known[0]);
  v.fields.cells = Int3(0);
  cutSlice(v, {SliceQuantity::Speed, 2, 0}, s);
  EXPECT_EQ(s.width, 0);
}

TEST(Slice, EndsAreRoundNumbers) {
  EXPECT_EQ(roundUp(0), 0);
  EXPECT_FLOAT_EQ(roundUp(0.0013f), 0.002f);
  EXPECT_FLOAT_EQ(roundUp(4.1f), 5);
  EXPECT_FLOAT_EQ(roundUp(5), 5);
  EXPECT_FLOAT_EQ(roundUp(730), 1000);
}

/// What is left of rounding in a tank at rest is not drawn as a flow; where there is one, the scale is its own.
TEST(Slice, RestIsNotScaledUp) {
  for (const float of : {1e-7f, 1.f}) {
    SimView v = tank();
    for (Vec3f& u : v.fields.velocity) u *= of;
    for (const double turn : {0.0, 20.0}) {
      SliceImage s;
      Slice slice{SliceQuantity::Speed, 2, 0.3};
      slice.turn = turn;
      cutSlice(v, slice, s);
      EXPECT_EQ(s.hi, of < 1 ? 1e-3f : 10.f);
      slice.quantity = SliceQuantity::Vorticity;
      cutSlice(v, slice, s);
      EXPECT_EQ(s.hi, of < 1 ? 2e-3f : 10.f);
    }
    EXPECT_EQ(flowSpeed(v), of < 1 ? 1e-3f : 10.f);
  }
}

TEST(Slice, ATurnedPlaneIsCutOffAtTheTank) {
  SimView v = tank();
  for (auto& kind : v.fields.kind) kind = CellKind::Fluid;
  Slice slice{SliceQuantity::Pressure, 2, 0.5};
  slice.turn = 30, slice.tilt = -20;
  const SlicePlane plane = slicePlane(v, slice);
  ASSERT_GE(plane.outline.size(), 3u);
  const Vec3 size = v.dx * Vec3(v.cells);
  EXPECT_NEAR(glm::length(plane.normal), 1, 1e-12);
  for (const Vec3& p : plane.outline) {
    EXPECT_NEAR(glm::dot(p - 0.5 * size, plane.normal), 0, 1e-9);
    for (int a = 0; a < 3; ++a) EXPECT_TRUE(p[a] > -1e-9 && p[a] < size[a] + 1e-9);
  }
  EXPECT_NEAR(glm::dot(plane.across, plane.normal), 0, 1e-9);
  EXPECT_NEAR(glm::dot(plane.across, plane.up), 0, 1e-9);
  // A field that is linear in space is itself between the outermost cell centres.
  SliceImage s;
  cutSlice(v, slice, s);
  int compared = 0;
  for (int j = 0; j < s.height; ++j)
    for (int i = 0; i < s.width; ++i) {
      const Vec3 p = s.corner + (i + 0.5) / s.width * s.across + (j + 0.5) / s.height * s.up;
      const bool inside = glm::all(glm::greaterThan(p, Vec3(0))) && glm::all(glm::lessThan(p, size));
      EXPECT_EQ(s.known[static_cast<size_t>(j) * s.width + i] != 0, inside);
      const Vec3 cell = p / v.dx - 0.5;
      if (!glm::all(glm::greaterThan(cell, Vec3(0))) || !glm::all(glm::lessThan(cell, Vec3(v.cells) - 1.0))) continue;
      EXPECT_NEAR(at(s, i, j), 100 * cell.x + 10 * cell.y + cell.z, 1e-3);
      ++compared;
    }
  EXPECT_GT(compared, 10);
  // The curl of a rigid turn w is 2 w, so what is seen is twice its part along the normal.
  slice.quantity = SliceQuantity::Vorticity;
  cutSlice(v, slice, s);
  compared = 0;
  for (size_t i = 0; i < s.value.size(); ++i)
    if (s.known[i]) {
      EXPECT_NEAR(s.value[i], 2 * glm::dot(plane.normal, Vec3(1, 2, 3)), 1e-5);
      ++compared;
    }
  EXPECT_GT(compared, 0);
  // From one end of its way to the other it leaves the tank at either side.
  slice.place = 0;
  EXPECT_LT(slicePlane(v, slice).outline.size(), 4u);
}

}  // namespace
}  // namespace flotsam
