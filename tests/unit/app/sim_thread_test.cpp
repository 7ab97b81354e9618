// SPDX-License-Identifier: MIT
// The simulation thread with a real, small world: steps, edits, rebuilding, and recordings that replay to the same
// bits.
#include "app/sim_thread.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "unit/app/small_tank.h"

namespace flotsam {
namespace {

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

TEST_F(SimThreadTest, PausedABodyIsShownInFullWhereItIsPut) {
  loadPaused();
  sim.setParts({.fields = false, .faces = true, .system = false});
  steps(3);
  const auto before = waitFor([](const SimView& v) { return v.step == 3 && !v.faces.open[0].empty(); });
  Edit place{Edit::PlaceBody, "ball", 0, {}};
  place.body.position = {0.3, 0.6, 0.5};
  sim.edit(place);
  const auto there = waitFor([](const SimView& v) { return v.bodies[0].pose.position.x == 0.3; });
  EXPECT_TRUE(there->bodies[0].waits);
  EXPECT_FALSE(before->bodies[0].waits);
  EXPECT_NE(there->faces.open[0], before->faces.open[0]) << "the boundary the solver sees is still of the old place";
  EXPECT_EQ(there->step, 3u);
  steps(1);
  EXPECT_FALSE(sim.view()->bodies[0].waits);
}

TEST_F(SimThreadTest, BeforeTheFirstStepTheFluidIsFilledInAroundWhatComesOrGoes) {
  WorldDesc pool = smallTank();
  pool.title = "Pool";
  pool.params.fluid.domain = FluidDomain::Liquid;
  LiquidRegion level;
  level.kind = LiquidRegion::Level, level.level = 0.6;
  pool.liquid.push_back(level);
  sim.setPlaying(false);
  sim.load(pool, "");
  const size_t around = waitFor([](const SimView& v) { return v.title == "Pool"; })->particles;
  sim.edit({Edit::SetParam, "body.ball.density", 500, {}});  // may still wait to be shown
  sim.edit({Edit::RemoveBody, "ball", 0, {}});
  const auto gone = waitFor([&](const SimView& v) { return v.bodies.empty() && v.particles != around; });
  EXPECT_GT(gone->particles, around);
  EXPECT_EQ(gone->step, 0u);
  Edit back{Edit::AddBody, "", 0, pool.bodies[0]};
  sim.edit(back);
  waitFor([&](const SimView& v) { return v.bodies.size() == 1 && v.particles == around; });
  // Later it comes into the fluid as it is.
  steps(2);
  sim.edit({Edit::RemoveBody, "ball", 0, {}});
  EXPECT_EQ(waitFor([](const SimView& v) { return v.bodies.empty(); })->particles, around);
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

TEST_F(SimThreadTest, TellsHowLongTheHandWaitedForAStep) {
  loadPaused();
  HandInput hand{true, "ball", Vec3(0, 0.1, 0), Vec3(0.8, 0.7, 0.5)};
  sim.setHand(hand, 1);
  steps(2);
  EXPECT_EQ(sim.status().handMs, 0);  // nobody waits while the time stands still
  const uint64_t from = sim.view()->step;
  sim.setPlaying(true);
  waitFor([&](const SimView& v) { return v.step > from; });
  const auto before = std::chrono::steady_clock::now();
  sim.setHand(hand, 2);
  waitFor([&](const SimView&) { return sim.status().shownHand == 2; });
  const double ms = sim.status().handMs;
  const std::chrono::duration<double, std::milli> all = std::chrono::steady_clock::now() - before;
  EXPECT_GT(ms, 0);
  EXPECT_LT(ms, all.count());  // the step and its picture came after
}

TEST_F(SimThreadTest, StepsBackAddUpAndForwardIsTheSameAgain) {
  loadPaused();
  sim.setHand({true, "ball", Vec3(0, 0.1, 0), Vec3(0.8, 0.7, 0.5)});
  steps(20);
  sim.setHand({});
  steps(10);
  const auto at30 = sim.view();
  for (int i = 0; i < 12; ++i) sim.stepBack();
  const auto at18 = waitFor([](const SimView& v) { return v.step == 18; });
  EXPECT_NE(at18->bodies[0].pose.position, at30->bodies[0].pose.position);
  EXPECT_EQ(sim.status().newest, 30u);
  EXPECT_EQ(sim.status().step, 18u);
  EXPECT_GT(sim.status().pastBytes, 0u);
  for (int i = 0; i < 12; ++i) sim.stepOnce();
  const auto again = waitFor([](const SimView& v) { return v.step == 30; });
  EXPECT_EQ(again->bodies[0].pose.position, at30->bodies[0].pose.position);
  EXPECT_EQ(again->kineticEnergy, at30->kineticEnergy);
  sim.goTo(3);
  waitFor([](const SimView& v) { return v.step == 3; });
  sim.goTo(1000);  // as far as there is
  const auto last = waitFor([](const SimView& v) { return v.step == 30; });
  EXPECT_EQ(last->bodies[0].pose.position, at30->bodies[0].pose.position);
  EXPECT_FALSE(sim.status().playing);
}

TEST_F(SimThreadTest, PlayFromThePastGoesOnBeyondIt) {
  loadPaused();
  steps(20);
  sim.goTo(5);
  waitFor([](const SimView& v) { return v.step == 5; });
  sim.setPlaying(true);
  waitFor([](const SimView& v) { return v.step > 25; });
  EXPECT_GT(sim.status().newest, 25u);
}

TEST_F(SimThreadTest, ComparesTheSceneAndGoesOnWithTheFirst) {
  loadPaused();
  steps(4);
  CompareDesc compare;
  compare.title = "voxels";
  compare.sides = {{{"method.fractions", 1}}, {{"method.fractions", 4}, {"fluid.viscosity", 0.5}}};
  sim.compare(compare);
  waitFor([&](const SimView& v) { return v.step == 0 && sim.views().size() == 2; });
  EXPECT_EQ(sim.status().compareTitle, "voxels");
  sim.setHand({true, "ball", Vec3(0, 0.1, 0), Vec3(0.8, 0.7, 0.5)});
  steps(10);
  for (const auto& view : sim.views()) EXPECT_GT(view->bodies[0].pose.position.x, 0.5);
  EXPECT_EQ(sim.description().compare.title, "voxels");
  const std::vector<CompareDesc::Settings> differ = {{{"fluid.viscosity", 0}, {"method.fractions", 1}},
                                                     {{"fluid.viscosity", 0.5}, {"method.fractions", 4}}};
  EXPECT_EQ(sim.description().compare.sides, differ);
  // An edit of one side, of both, and one that restarts.
  sim.edit({Edit::SetParam, "body.ball.density", 700, {}}, 2);
  sim.edit({Edit::SetParam, "fluid.viscosity", 2, {}});
  steps(1);
  EXPECT_EQ(sim.views()[0]->bodies[0].density, 2000);
  EXPECT_EQ(sim.views()[1]->bodies[0].density, 700);
  EXPECT_EQ(sim.description().params.fluid.viscosity, 2);
  sim.edit({Edit::SetParam, "fluid.particlesPerCell", 1, {}}, 1);
  waitFor([](const SimView& v) { return v.step == 0; });
  EXPECT_LT(8 * sim.views()[0]->particles, 2 * sim.views()[1]->particles);
  // Another preset starts from the scene's own values where the first had set them.
  compare.title = "again", compare.sides = {{}, {{"method.coupling", 2}}};
  sim.compare(compare);
  waitFor([&](const SimView& v) { return v.step == 0 && sim.status().compareTitle == "again"; });
  EXPECT_EQ(sim.description().params.method.fractions, FractionKind::Auto);
  sim.compare({});
  steps(2);
  EXPECT_EQ(sim.views().size(), 1u);
  EXPECT_TRUE(sim.description().compare.sides.empty());
}

TEST_F(SimThreadTest, RestartRunsToTheSameStateAgain) {
  loadPaused();
  steps(15);
  const auto first = sim.view();
  sim.restart();
  waitFor([](const SimView& v) { return v.step == 0; });
  steps(15);
  const auto second = sim.view();
  EXPECT_EQ(second->bodies[0].pose.position, first->bodies[0].pose.position);
  EXPECT_EQ(second->kineticEnergy, first->kineticEnergy);
  EXPECT_EQ(second->markers.position, first->markers.position);
}

TEST_F(SimThreadTest, SlowMotionPassesSlower) {
  sim.setSpeed(0.1);
  sim.load(smallTank(), "");
  const auto begin = waitFor([](const SimView& v) { return v.step >= 2; });
  const auto start = std::chrono::steady_clock::now();
  const auto later = waitFor([&](const SimView& v) { return v.step >= begin->step + 4; });
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_GT(took.count(), 0.5 * static_cast<double>(later->step - begin->step - 1) * later->dt / 0.1);
}

TEST_F(SimThreadTest, BodiesPlacedWhilePausedShowAtOnceAndAreNotKicked) {
  WorldDesc desc = smallTank();
  desc.bodies[0].density = 1000;
  sim.setPlaying(false);
  sim.load(desc, "");
  waitFor([](const SimView& v) { return v.step == 0; });
  steps(3);
  BodyDesc place;
  place.position = Vec3(0.6, 0.55, 0.4);
  sim.edit({Edit::PlaceBody, "ball", 0, place});
  waitFor([](const SimView& v) { return v.bodies[0].pose.position == Vec3(0.6, 0.55, 0.4); });
  EXPECT_EQ(sim.view()->step, 3u);
  steps(20);
  EXPECT_LT(glm::length(sim.view()->bodies[0].pose.position - place.position), 1e-3);
  // A place no step was made with goes when the time does.
  place.position = Vec3(0.3);
  sim.edit({Edit::PlaceBody, "ball", 0, place});
  waitFor([](const SimView& v) { return v.bodies[0].pose.position == Vec3(0.3); });
  sim.stepBack();
  waitFor([](const SimView& v) { return v.step == 22 && v.bodies[0].pose.position.x > 0.5; });
  // The recording knows it, back before it the body is where it was, and R begins where the scene begins.
  EXPECT_EQ(sim.recording().frames.at(3).edits.size(), 1u);
  sim.goTo(3);
  waitFor([](const SimView& v) { return v.step == 3; });
  EXPECT_LT(glm::length(sim.view()->bodies[0].pose.position - Vec3(0.5)), 1e-3);
  sim.restart();
  waitFor([](const SimView& v) { return v.step == 0; });
  EXPECT_EQ(sim.view()->bodies[0].pose.position, Vec3(0.5));
}

}  // namespace
}  // namespace flotsam
