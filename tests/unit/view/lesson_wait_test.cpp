// SPDX-License-Identifier: MIT
// What a lesson waits for, against what a view says.
#include "view/lesson_wait.h"

#include <gtest/gtest.h>

namespace flotsam {
namespace {

SimView view() {
  SimView v;
  v.time = 1.5, v.kineticEnergy = 7, v.fluidVolume = 0.25;
  BodyView b;
  b.name = "ball, one";
  b.pose.position = {0.1, 0.2, 0.3};
  b.velocity = {3, 0, 4};
  b.angularVelocity = {0, 0, -2};
  b.pressureForce = {0, 9.5, 0};
  v.bodies.push_back(b);
  return v;
}

LessonWait waitFor(const std::string& what) {
  LessonWait w;
  w.kind = LessonWait::Quantity, w.what = what;
  return w;
}

TEST(LessonWait, ReadsEveryQuantityOfAView) {
  const std::pair<const char*, double> known[] = {
      {"body.ball, one.position.x", 0.1}, {"body.ball, one.position.z", 0.3},
      {"body.ball, one.speed", 5},        {"body.ball, one.velocity.z", 4},
      {"body.ball, one.spin.z", -2},      {"body.ball, one.force.y", 9.5},
      {"fluid.kineticEnergy", 7},         {"fluid.volume", 0.25}};
  for (const auto& [what, expected] : known) {
    double value = -1;
    EXPECT_TRUE(quantityNow(view(), what, value)) << what;
    EXPECT_EQ(value, expected) << what;
  }
  double value = 0;
  for (const char* what : {"body.cube.speed", "body.ball, one.position", "body.ball, one.mood.y", "fluid.mood", ""})
    EXPECT_FALSE(quantityNow(view(), what, value)) << what;
}

TEST(LessonWait, ALimitIsPassedNotTouched) {
  LessonWait w = waitFor("body.ball, one.position.y");
  w.hasAbove = true, w.above = 0.2;
  EXPECT_FALSE(waitDone(w, view(), ""));
  w.above = 0.19;
  EXPECT_TRUE(waitDone(w, view(), ""));
  w.hasBelow = true, w.below = 0.2;
  EXPECT_FALSE(waitDone(w, view(), ""));
  w.below = 0.21;
  EXPECT_TRUE(waitDone(w, view(), ""));
  EXPECT_FALSE(waitDone(waitFor("body.gone.speed"), view(), "")) << "what is not there has not come";
}

TEST(LessonWait, TimeAndHand) {
  LessonWait w;
  EXPECT_TRUE(waitDone(w, view(), ""));
  w.kind = LessonWait::Time, w.time = 1.5;
  EXPECT_TRUE(waitDone(w, view(), ""));
  w.time = 1.51;
  EXPECT_FALSE(waitDone(w, view(), ""));
  w.kind = LessonWait::Held, w.what = "ball, one";
  EXPECT_FALSE(waitDone(w, view(), ""));
  EXPECT_FALSE(waitDone(w, view(), "cube"));
  EXPECT_TRUE(waitDone(w, view(), "ball, one"));
}

}  // namespace
}  // namespace flotsam
