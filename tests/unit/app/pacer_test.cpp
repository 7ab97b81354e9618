// SPDX-License-Identifier: MIT
// Pacing is a pure function: every edge of it in numbers.
#include "app/pacer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace flotsam {
namespace {

constexpr double kDt = 1.0 / 60;

TEST(Pacer, NothingIsDueAtTheAnchor) {
  const Pace p = pace({0, 1, kDt, 0, 2});
  EXPECT_EQ(p.steps, 0u);
  EXPECT_EQ(p.dropped, 0u);
  EXPECT_NEAR(p.waitSeconds, kDt, 1e-6);
}

TEST(Pacer, OneStepEachDt) {
  EXPECT_EQ(pace({0.99 * kDt, 1, kDt, 0, 2}).steps, 0u);
  EXPECT_EQ(pace({kDt, 1, kDt, 0, 2}).steps, 1u);
  EXPECT_EQ(pace({1.99 * kDt, 1, kDt, 1, 2}).steps, 0u);
  EXPECT_EQ(pace({2 * kDt, 1, kDt, 1, 2}).steps, 1u);
}

TEST(Pacer, WaitingAsLongAsItSaysMakesTheStepDue) {
  for (double t = 0; t < 0.1; t += 0.00137)
    for (const double speed : {0.1, 0.25, 1.0, 2.0}) {
      PaceInput in{t, speed, kDt, 0, 1000};
      in.stepsDone = pace(in).steps;
      const Pace idle = pace(in);
      ASSERT_EQ(idle.steps, 0u);
      ASSERT_GT(idle.waitSeconds, 0);
      in.realSeconds += idle.waitSeconds;
      ASSERT_EQ(pace(in).steps, 1u) << t << ' ' << speed;
    }
}

TEST(Pacer, SpeedScalesTime) {
  EXPECT_EQ(pace({1, 0.5, kDt, 0, 1000}).steps, 30u);
  EXPECT_EQ(pace({1, 2, kDt, 0, 1000}).steps, 120u);
  EXPECT_NEAR(pace({0, 0.1, kDt, 0, 2}).waitSeconds, 10 * kDt, 1e-5);
}

TEST(Pacer, ABacklogIsCappedAndTheRestDropped) {
  const Pace p = pace({10, 1, kDt, 0, 2});
  EXPECT_EQ(p.steps, 2u);
  EXPECT_EQ(p.dropped, 598u);
  EXPECT_EQ(p.waitSeconds, 0);
}

TEST(Pacer, ABacklogOfZeroStillMovesOn) { EXPECT_EQ(pace({1, 1, kDt, 0, 0}).steps, 1u); }

// A solver that needs three dt per step: the simulation falls behind but each call costs at most the cap.
TEST(Pacer, ASlowSolverNeverSpirals) {
  double real = 0;
  uint64_t counted = 0, run = 0;
  for (int call = 0; call < 500; ++call) {
    const Pace p = pace({real, 1, kDt, counted, 2});
    ASSERT_LE(p.steps, 2u);
    counted += p.steps + p.dropped;
    run += p.steps;
    real += p.steps > 0 ? 3 * kDt * static_cast<double>(p.steps) : p.waitSeconds;
  }
  EXPECT_NEAR(static_cast<double>(run) * kDt / real, 1.0 / 3, 0.01);
}

// A fast one keeps exactly real time over ten minutes.
TEST(Pacer, AFastSolverKeepsTimeWithoutDrift) {
  uint64_t counted = 0;
  for (int ms = 0; ms <= 600000; ++ms) {
    const Pace p = pace({1e-3 * ms, 1, kDt, counted, 2});
    ASSERT_EQ(p.dropped, 0u);
    counted += p.steps;
  }
  EXPECT_EQ(counted, 36000u);
}

TEST(Pacer, StepsDoneAheadOfTimeAreWaitedFor) {
  const Pace p = pace({0, 1, kDt, 5, 2});
  EXPECT_EQ(p.steps, 0u);
  EXPECT_NEAR(p.waitSeconds, 6 * kDt, 1e-6);
}

TEST(Pacer, NonsenseStandsStill) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  for (const PaceInput& in : {PaceInput{1, 0, kDt, 0, 2}, PaceInput{1, -1, kDt, 0, 2}, PaceInput{1, nan, kDt, 0, 2},
                              PaceInput{1, 1, 0, 0, 2}, PaceInput{1, 1, nan, 0, 2}, PaceInput{1, inf, kDt, 0, 2}}) {
    EXPECT_EQ(pace(in).steps, 0u);
    EXPECT_TRUE(std::isinf(pace(in).waitSeconds));
  }
  EXPECT_EQ(pace({-5, 1, kDt, 0, 2}).steps, 0u);
  EXPECT_EQ(pace({nan, 1, kDt, 0, 2}).steps, 0u);
  EXPECT_EQ(pace({inf, 1, kDt, 0, 2}).steps, 0u);
  EXPECT_EQ(pace({1e300, 1, kDt, 0, 2}).steps, 2u);  // no overflow
}

}  // namespace
}  // namespace flotsam
