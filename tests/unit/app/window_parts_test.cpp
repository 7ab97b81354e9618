// SPDX-License-Identifier: MIT
// The small parts of the window: the governor, the pool of views, numbers as people write them.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "app/governor.h"
#include "app/view_pool.h"
#include "ui/format.h"
#include "ui/ui_state.h"

namespace flotsam {
namespace {

/// Feeds `seconds` of frames of `ms`; returns the clock.
double feed(Governor& governor, double from, double seconds, double ms) {
  double t = from;
  for (; t < from + seconds; t += 0.05) governor.frame(t, ms);
  return t;
}

TEST(LessonPictures, EveryWordShowsSomethingOfItsOwn) {
  std::set<std::string> seen;
  for (const std::string word : kLessonPictures) {
    UiState state;
    state.showPictures({word});
    std::string shown;
    for (const int flag :
         {static_cast<int>(state.slice.quantity), static_cast<int>(state.arrows), static_cast<int>(state.streamlines),
          static_cast<int>(state.forces), static_cast<int>(state.boundary), static_cast<int>(state.solver)})
      shown += std::to_string(flag) + ' ';
    EXPECT_EQ(shown == "0 0 0 0 0 0 ", word == "none") << word;
    EXPECT_TRUE(seen.insert(shown).second) << word << " shows what another word shows";
  }
  UiState state;
  state.showPictures({"temperature"});
  EXPECT_EQ(state.slice.quantity, SliceQuantity::Temperature);
  state.showPictures({"smoke"});
  EXPECT_EQ(state.slice.quantity, SliceQuantity::Smoke);
}

TEST(Governor, TakesOneLeverAtATimeWhenSlow) {
  Governor governor(true);
  double t = feed(governor, 0, 1.2, 80);
  EXPECT_EQ(governor.level(), 1);
  t = feed(governor, t, 1.0, 80);
  EXPECT_EQ(governor.level(), 2);
  feed(governor, t, 20, 80);
  EXPECT_EQ(governor.level(), Governor::kLevels);
  EXPECT_FALSE(governor.words().empty());
}

TEST(Governor, GivesBackOnlyAfterFiveCalmSeconds) {
  Governor governor(true);
  double t = feed(governor, 0, 2.3, 80);
  const int before = governor.level();
  ASSERT_GE(before, 1);
  t = feed(governor, t, 4, 15);
  EXPECT_EQ(governor.level(), before);
  feed(governor, t, 4, 15);
  EXPECT_EQ(governor.level(), before - 1);
}

TEST(Governor, DoesNotSwingBetweenTheLimits) {
  Governor governor(false);
  const double t = feed(governor, 0, 1.2, 80);
  ASSERT_EQ(governor.level(), 1);
  feed(governor, t, 30, 35);
  EXPECT_EQ(governor.level(), 1);
}

TEST(Governor, OneSlowFrameChangesNothing) {
  Governor governor(true);
  double t = feed(governor, 0, 0.9, 20);
  governor.frame(t, 500);
  feed(governor, t, 3, 20);
  EXPECT_EQ(governor.level(), 0);
  EXPECT_TRUE(governor.words().empty());
  EXPECT_EQ(governor.detail().frameCap, 30);
  EXPECT_EQ(Governor(false).detail().frameCap, 60);
}

TEST(ViewPool, MemoryComesBackWhenTheLastReaderLetsGo) {
  auto pool = std::make_shared<ViewPool>();
  auto view = pool->take();
  view->markers.position.resize(1000);
  const auto* memory = view->markers.position.data();
  auto published = pool->publish(std::move(view));
  auto reader = published;
  published.reset();
  EXPECT_EQ(pool->idle(), 0u);
  reader.reset();
  ASSERT_EQ(pool->idle(), 1u);
  EXPECT_EQ(pool->take()->markers.position.data(), memory);
}

TEST(ViewPool, AViewOutlivesThePoolsOwner) {
  auto pool = std::make_shared<ViewPool>();
  auto published = pool->publish(pool->take());
  pool.reset();
  EXPECT_EQ(published->step, 0u);
}

TEST(Numbers, ReadWell) {
  EXPECT_EQ(formatForPeople(2500), "2\u2009500");
  EXPECT_EQ(formatForPeople(1234567), "1\u2009234\u2009567");
  EXPECT_EQ(formatForPeople(0.35), "0.35");
  EXPECT_EQ(formatForPeople(1), "1");
  EXPECT_EQ(formatForPeople(0), "0");
  EXPECT_EQ(formatForPeople(-9.81), "-9.81");
  EXPECT_EQ(formatForPeople(8.1e-7), "8.1e-7");
  EXPECT_EQ(formatForPeople(1e-6), "1e-6");
  EXPECT_EQ(formatForPeople(1 / 0.0), "∞");
  EXPECT_EQ(formatFixed(1, 2), "1.00");
  EXPECT_EQ(formatVolume(0.007), "7 l");
  EXPECT_EQ(formatMass(0.0125), "12.5 g");
}

TEST(Numbers, WhatPeopleTypeIsUnderstood) {
  double v = 0;
  EXPECT_TRUE(parseFromPeople(" 2 500 ", v));
  EXPECT_EQ(v, 2500);
  EXPECT_TRUE(parseFromPeople("0,35", v));
  EXPECT_EQ(v, 0.35);
  EXPECT_TRUE(parseFromPeople("1\u2009234", v));
  EXPECT_EQ(v, 1234);
  EXPECT_TRUE(parseFromPeople("1e-3", v));
  EXPECT_EQ(v, 1e-3);
  for (const char* bad : {"", "abc", "1.2.3", "nan", "inf", "12kg"}) EXPECT_FALSE(parseFromPeople(bad, v)) << bad;
}

TEST(Numbers, ShownAndReadBackAgree) {
  for (const double x : {0.001, 0.97, 9.81, 12.5, 1000.0, 2500.0, 64000.0}) {
    double back = 0;
    ASSERT_TRUE(parseFromPeople(formatForPeople(x), back));
    EXPECT_EQ(back, x);
  }
}

}  // namespace
}  // namespace flotsam
