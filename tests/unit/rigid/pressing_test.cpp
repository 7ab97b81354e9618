// SPDX-License-Identifier: MIT
// Impulses of contacts that press, against what statics says.
#include "sim/rigid/pressing.h"

#include <gtest/gtest.h>

#include "sim/rigid/body.h"

namespace flotsam {
namespace {

/// A cube of 1 m and 1 kg on its four lower corners, under an impulse at its centre.
struct OnFour {
  std::vector<PressRow> rows;
  std::vector<Vec6> moved;
  Vec6 expected{};

  OnFour(double friction, const Vec3& push, const Vec3& obstacle = Vec3(0), bool flat = false) {
    for (const double x : {-0.5, 0.5})
      for (const double z : {-0.5, 0.5})
        if (!flat || z > 0)
          appendPress(0, Vec3(0, 1, 0), Vec3(x, -0.5, flat ? 0 : z), Vec3(0), obstacle, friction, flat, rows);
    for (PressRow& r : rows) {
      Vec6 m = r.row.ja;
      for (int q = 3; q < 6; ++q) m[q] *= 6;  // 1 / (1/6)
      moved.push_back(m), r.own = dot(r.row.ja, m);
    }
    expected = vec6(push, Vec3(0));
    findImpulses(rows, moved, {&expected, 1});
  }
  double normal() const {
    double sum = 0;
    for (size_t k = 0; k < rows.size(); k += 1 + rows[k].tangents) sum += rows[k].impulse;
    return sum;
  }
};

TEST(Pressing, TheGroundCarriesTheWeight) {
  for (const bool flat : {false, true}) {
    const OnFour c(0, Vec3(0.3, -2, flat ? 0 : 0.1), Vec3(0), flat);
    EXPECT_NEAR(c.normal(), 2, 1e-7);
    EXPECT_NEAR(c.expected[0], 0.3, 1e-7);
    for (const int q : {1, 3, 4, 5}) EXPECT_NEAR(c.expected[q], 0, 1e-6) << q;
  }
}

TEST(Pressing, NothingHoldsWhatLeaves) {
  const OnFour c(0.5, Vec3(0.3, 2, 0.1));
  EXPECT_EQ(c.normal(), 0);
  EXPECT_EQ(c.expected[1], 2);
  EXPECT_EQ(c.expected[0], 0.3);
}

TEST(Pressing, FrictionHoldsWithinTheCone) {
  for (const bool flat : {false, true}) {
    const OnFour c(0.5, Vec3(0.9, -2, flat ? 0 : 0.3), Vec3(0), flat);
    for (int q = 0; q < 6; ++q) EXPECT_NEAR(c.expected[q], 0, 1e-5) << q;
    bool sliding = true;  // some corner holds
    for (size_t k = 0; k < c.rows.size(); k += 1 + c.rows[k].tangents) sliding &= c.rows[k].sliding;
    EXPECT_FALSE(sliding);
  }
}

TEST(Pressing, BeyondTheConeItSlidesAgainstTheFrictionOfItsWeight) {
  const OnFour c(0.25, Vec3(0.6, -2, 0.8));  // 1 m/s along, 0.5 taken
  EXPECT_NEAR(c.expected[0], 0.3, 1e-5);
  EXPECT_NEAR(c.expected[2], 0.4, 1e-5);
  EXPECT_NEAR(c.normal(), 2, 1e-6);
  for (size_t k = 0; k < c.rows.size(); k += 3) EXPECT_TRUE(c.rows[k].sliding || c.rows[k].impulse < 1e-9);
}

TEST(Pressing, AMovingFloorTakesItAlong) {
  const OnFour c(0.8, Vec3(0, -2, 0), Vec3(0.4, 0.1, 0));
  EXPECT_NEAR(c.expected[0], 0.4, 1e-5);
  EXPECT_NEAR(c.expected[1], 0.1, 1e-5);
}

TEST(Pressing, RowsThatOthersHoldArePassedOver) {
  std::vector<PressRow> rows;
  appendPress(0, Vec3(0, 1, 0), Vec3(0), Vec3(0), Vec3(0), 0, false, rows);
  std::vector<Vec6> moved(1, Vec6{});  // own = 0
  Vec6 expected = vec6(Vec3(0, -1, 0), Vec3(0));
  findImpulses(rows, moved, {&expected, 1});
  EXPECT_EQ(rows[0].impulse, 0);
  EXPECT_EQ(expected[1], -1);
}

}  // namespace
}  // namespace flotsam
