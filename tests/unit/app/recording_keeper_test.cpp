// SPDX-License-Identifier: MIT
// When the recording that is being made is written: with an own clock, and writings that last as long as the test
// wants.
#include "app/recording_keeper.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace flotsam {
namespace {

struct Writing {
  RecordingKeeper keeper;
  std::atomic<int> begun{0};
  std::promise<void> over;
  Problems result;
  /// A frame at a moment, in a state of the simulation.
  void frame(double now, uint64_t step, uint64_t generation = 1) {
    keeper.frame(now, generation, step, [this] {
      ++begun;
      over.get_future().wait();
      return result;
    });
  }
  void waitFor(int count) {
    while (begun < count) std::this_thread::yield();
  }
  /// The present writing ends, and the frames after that know.
  void end() {
    over.set_value();
    keeper.wait();
    over = {};
  }
};

TEST(RecordingKeeper, OneAtATimeAndOnlyWhatIsNew) {
  Writing w;
  w.frame(0, 1);
  w.waitFor(1);
  for (int i = 0; i < 100; ++i) w.frame(100 + i, 2 + i);
  EXPECT_EQ(w.begun, 1) << "the first is not over";
  w.end();
  w.frame(300, 500);
  w.waitFor(2);
  w.end();
}

TEST(RecordingKeeper, NotOftenerThanEveryFewSecondsAndWhatItTakesAllows) {
  RecordingKeeper keeper;
  std::atomic<int> written{0};
  const auto frame = [&](double now, uint64_t step, uint64_t generation = 1) {
    keeper.frame(now, generation, step, [&] { return ++written, Problems{}; });
  };
  frame(0, 1);
  while (keeper.busy()) frame(1, 1);  // it takes a second
  EXPECT_EQ(written, 1);
  frame(RecordingKeeper::kShare - 0.1, 2);
  EXPECT_EQ(written, 1);
  frame(RecordingKeeper::kShare + 0.1, 1);
  EXPECT_EQ(written, 1) << "nothing is new";
  frame(RecordingKeeper::kShare + 0.1, 1, /*generation=*/2);
  keeper.wait();
  EXPECT_EQ(written, 2);
}

TEST(RecordingKeeper, WhatWentWrongIsKnownAfterwards) {
  Writing w;
  w.result = {{"", 0, "", "the disk is full"}};
  w.frame(0, 1);
  w.waitFor(1);
  EXPECT_TRUE(w.keeper.problems().empty());
  w.end();
  ASSERT_EQ(w.keeper.problems().size(), 1u);
  EXPECT_EQ(w.keeper.problems()[0].reason, "the disk is full");
}

}  // namespace
}  // namespace flotsam
