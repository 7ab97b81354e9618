// SPDX-License-Identifier: MIT
// The simulation thread with a real, small world: steps, edits, rebuilding, and recordings that replay to the same
// bits.
#include "app/sim_thread.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace flotsam {
namespace {

WorldDesc smallTank() {
  WorldDesc desc;
  desc.title = "Small tank";
  desc.cells = {8, 8, 8};
  desc.dx = 0.125;
  BodyDesc ball;
  ball.name = "ball";
  ball.shapeDesc = {ShapeKind::Sphere, "", 0, {0.2, 0, 0}};
  ball.shape = *makePrimitive(ball.shapeDesc);
  ball.density = 2000;
  ball.position = Vec3(0.5);
  desc.bodies.push_back(ball);
  return desc;
}

struct SimThreadTest : testing::Test {
  SimThread sim{1};

  /// Waits until a published view fulfils the condition; fails after a minute.
  template <class Condition>
  std::shared_ptr<const SimView> waitFor(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < end) {
      if (auto view = sim.view(); view && condition(*view)) return view;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ADD_FAILURE() << "the simulation thread never got there";
    return sim.view();
  }
  void loadPaused() {
    sim.setPlaying(false);
    sim.load(smallTank(), "");
    waitFor([](const SimView& v) { return v.title == "Small tank" && v.step == 0; });
  }
  void steps(int count) {
    const uint64_t from = sim.view()->step;
    for (int i = 0; i < count; ++i) sim.stepOnce();
    waitFor([&](const SimView& v) { return v.step >= from + static_cast<uint64_t>(count); });
  }
};

TEST_F(SimThreadTest, PausedItMakesExactlyTheStepsAskedFor) {
  loadPaused();
  steps(3);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_EQ(sim.view()->step, 3u);
  EXPECT_FALSE(sim.status().playing);
}

TEST_F(SimThreadTest, PlayingItStepsByItself) {
  sim.load(smallTank(), "");
  const auto view = waitFor([](const SimView& v) { return v.step >= 5; });
  EXPECT_LT(view->bodies[0].pose.position.y, 0.5);  // heavier than water: it sinks
}

TEST_F(SimThreadTest, EditsShowAtOnceAndApplyWithTheNextStep) {
  loadPaused();
  sim.edit({Edit::SetParam, "body.ball.density", 500, {}});
  waitFor([](const SimView& v) { return v.bodies[0].density == 500; });
  EXPECT_EQ(sim.view()->step, 0u);
  steps(1);
  EXPECT_EQ(sim.description().bodies[0].density, 500);
  EXPECT_EQ(sim.recording().frames.count(0), 1u);
}

TEST_F(SimThreadTest, RestartKeepsTheEditsAndGoesBackToTheStart) {
  loadPaused();
  sim.edit({Edit::SetParam, "body.ball.density", 500, {}});
  steps(2);
  const uint64_t generation = sim.status().generation;
  sim.restart();
  const auto view = waitFor([](const SimView& v) { return v.step == 0; });
  EXPECT_EQ(view->bodies[0].density, 500);
  EXPECT_EQ(view->bodies[0].pose.position, Vec3(0.5));
  EXPECT_EQ(sim.status().generation, generation + 1);
  EXPECT_TRUE(sim.recording().frames.empty());
}

TEST_F(SimThreadTest, AParameterThatRestartsRebuildsTheWorld) {
  loadPaused();
  steps(1);
  const auto start = sim.view();
  const auto& params = start->params;
  const auto it =
      std::find_if(params.begin(), params.end(), [](const Param& p) { return p.info.key == "fluid.particlesPerCell"; });
  ASSERT_NE(it, params.end());
  ASSERT_TRUE(it->info.restarts);
  const size_t before = start->particles;
  sim.edit({Edit::SetParam, it->info.key, 1, {}});
  const auto view = waitFor([](const SimView& v) { return v.step == 0; });
  EXPECT_LT(view->particles, before / 4);
}

TEST_F(SimThreadTest, ColoursAreForTheEyeOnly) {
  loadPaused();
  sim.setBodyColour("ball", 7);
  waitFor([](const SimView& v) { return v.bodies[0].colour == 7; });
  EXPECT_TRUE(sim.recording().frames.empty());
  EXPECT_EQ(sim.description().bodies[0].colour, 7);
}

TEST_F(SimThreadTest, ARecordingRunsAgainToTheSameBits) {
  loadPaused();
  HandInput hand{true, "ball", Vec3(0, 0.1, 0), Vec3(0.8, 0.7, 0.5)};
  sim.setHand(hand);
  steps(20);
  hand.target = {0.2, 0.3, 0.6};
  sim.setHand(hand);
  sim.edit({Edit::SetParam, "body.ball.density", 300, {}});
  steps(20);
  sim.setHand({});
  steps(20);
  const Recording recording = sim.recording();
  ASSERT_EQ(recording.steps, 60u);
  ASSERT_EQ(recording.hashes.count(60), 1u);
  World again(smallTank());
  EXPECT_EQ(again.hash(), recording.hashes.at(0));
  for (uint64_t step = 0; step < recording.steps; ++step) {
    const auto frame = recording.frames.find(step);
    again.step(frame != recording.frames.end() ? frame->second : InputFrame{});
  }
  EXPECT_EQ(again.hash(), recording.hashes.at(60));
}

}  // namespace
}  // namespace flotsam
