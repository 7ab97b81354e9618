// SPDX-License-Identifier: MIT
// The added mass that the inspector asks for: answered between two steps by the simulation's thread, with theory beside
// it where there is one.
#include "app/added_mass_words.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "unit/app/small_tank.h"

namespace flotsam {
namespace {

template <class Ready>
bool within(double seconds, Ready ready) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!ready()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

TEST(AddedMassAsked, IsAnsweredPausedAndRunningAndChangesNothing) {
  SimThread sim{1};
  sim.setPlaying(false);
  sim.load(smallTank(), "");
  ASSERT_TRUE(within(60, [&] { return sim.view() && sim.view()->title == "Small tank"; }));
  const uint64_t generation = sim.status().generation;
  std::optional<AddedMassAnswer> paused, running;
  sim.askAddedMass("ball", {0, 1, 0}, /*bodyAxes=*/false);
  ASSERT_TRUE(within(60, [&] { return (paused = sim.addedMass()).has_value(); }));
  EXPECT_TRUE(paused->found);
  EXPECT_EQ(sim.view()->step, 0u);
  EXPECT_FALSE(sim.addedMass()) << "an answer is given once";
  Edit place{Edit::PlaceBody, "ball", 0, {}};  // waits for a step: the answer is of where it is put
  place.body.position = {0.5, 0.5, 0.35};
  sim.edit(place);
  sim.askAddedMass("ball", {0, 1, 0}, false);
  ASSERT_TRUE(within(60, [&] { return (paused = sim.addedMass()).has_value(); }));
  WorldDesc there = smallTank();
  there.bodies[0].position = {0.5, 0.5, 0.35};
  EXPECT_EQ(paused->pose.position.z, 0.35);
  EXPECT_NEAR(paused->estimate.mass, estimateAddedMass(World(there), 0, {0, 1, 0}).mass, 1e-9);
  EXPECT_GT(paused->estimate.mass, 1.01 * estimateAddedMass(World(smallTank()), 0, {0, 1, 0}).mass);
  place.body.position = Vec3(0.5);
  sim.edit(place);
  sim.setPlaying(true);
  sim.askAddedMass("ball", {0, 1, 0}, /*bodyAxes=*/true);
  ASSERT_TRUE(within(60, [&] { return (running = sim.addedMass()).has_value(); }));
  EXPECT_GT(running->estimate.mass, 0);
  sim.askAddedMass("nobody", {0, 1, 0}, false);
  std::optional<AddedMassAnswer> none;
  ASSERT_TRUE(within(60, [&] { return (none = sim.addedMass()).has_value(); }));
  EXPECT_FALSE(none->found);
  EXPECT_EQ(sim.status().generation, generation);
  // What was asked is no input: the recording has the place alone and replays to the same hashes.
  ASSERT_TRUE(within(60, [&] { return sim.recording().hashes.contains(60); }));
  sim.setPlaying(false);
  EXPECT_EQ(sim.recording().frames.size(), 1u);
  World again(smallTank());
  ASSERT_TRUE(within(60, [&] { return sim.status().step == sim.recording().steps; }));
  for (const auto& [step, hash] : sim.recording().hashes) {
    while (again.stepCount() < step) {
      const auto frames = sim.recording().frames;
      const auto input = frames.find(again.stepCount());
      again.step(input == frames.end() ? InputFrame{} : input->second);
    }
    EXPECT_EQ(again.hash(), hash) << "step " << step;
  }
}

TEST(AddedMassTheoryOf, KnowsTheTankWhereItDoes) {
  WorldDesc desc = smallTank();
  BodyDesc& ball = desc.bodies[0];
  ball.shapeDesc.dims = {0.25, 0, 0};
  ball.shape = *makePrimitive(ball.shapeDesc);
  const Pose middle{Vec3(0.5), {1, 0, 0, 0}};
  const KnownCoefficient k = knownCoefficient(desc, "ball", middle, {0, 1, 0});
  ASSERT_TRUE(k.known);
  EXPECT_DOUBLE_EQ(k.value, 0.62282);
  EXPECT_EQ(k.words, "in this tank");
  // Nearer to a wall it is more, across less than towards it.
  ball.shapeDesc.dims = {0.1, 0, 0}, ball.shape = *makePrimitive(ball.shapeDesc);
  const double mid = knownCoefficient(desc, "ball", middle, {0, 1, 0}).value;
  const Pose low{{0.5, 0.2, 0.5}, {1, 0, 0, 0}};
  EXPECT_GT(knownCoefficient(desc, "ball", low, {0, 1, 0}).value, knownCoefficient(desc, "ball", low, {1, 0, 0}).value);
  EXPECT_GT(knownCoefficient(desc, "ball", low, {1, 0, 0}).value, mid);
  EXPECT_NEAR(mid, 0.5, 0.02);  // images of a ball of a tenth of the tank: about 1.5 (a/L)^3 x 6 walls
  // Not alone, or under a surface: the value far from everything.
  WorldDesc water = desc;
  water.params.fluid.domain = FluidDomain::Liquid;
  EXPECT_DOUBLE_EQ(knownCoefficient(water, "ball", low, {0, 1, 0}).value, 0.5);
  EXPECT_EQ(knownCoefficient(water, "ball", low, {0, 1, 0}).words, "far from walls");
  desc.bodies.push_back(BodyDesc(ball)), desc.bodies[1].name = "other";  // `ball` is elsewhere from now on
  EXPECT_DOUBLE_EQ(knownCoefficient(desc, "ball", low, {0, 1, 0}).value, 0.5);
  EXPECT_FALSE(knownCoefficient(desc, "nobody", low, {0, 1, 0}).known);
  desc.bodies[0].shapeDesc.kind = ShapeKind::Torus;
  EXPECT_FALSE(knownCoefficient(desc, "ball", low, {0, 1, 0}).known);
}

TEST(AddedMassTheoryOf, AnEllipsoidsIsAlongItsOwnAxes) {
  WorldDesc desc = smallTank();
  desc.params.fluid.domain = FluidDomain::Liquid;
  desc.bodies[0].shapeDesc = {ShapeKind::Ellipsoid, "", 0, {0.2, 0.1, 0.1}};
  desc.bodies[0].shape = *makePrimitive(desc.bodies[0].shapeDesc);
  const Pose pose{Vec3(0.5), {1, 0, 0, 0}};
  const double along = knownCoefficient(desc, "ball", pose, {1, 0, 0}).value;
  const double across = knownCoefficient(desc, "ball", pose, {0, 1, 0}).value;
  // Lamb art. 114, prolate 2:1: alpha in closed form, alpha + 2 beta = 2, C = alpha / (2 - alpha).
  const double e = std::sqrt(0.75), alpha = 2 * 0.25 / (e * e * e) * (0.5 * std::log((1 + e) / (1 - e)) - e);
  const double beta = 1 - 0.5 * alpha;
  EXPECT_NEAR(along, alpha / (2 - alpha), 1e-6);
  EXPECT_NEAR(across, beta / (2 - beta), 1e-6);
}

TEST(AddedMassWords, SayKilogramsShareAndTheory) {
  WorldDesc desc = smallTank();
  World world(desc);
  SimView view;
  world.fill(view, 0);
  AddedMassAnswer answer{.body = "ball", .axis = {0, 1, 0}, .found = true, .pose = {Vec3(0.5), {1, 0, 0, 0}}};
  answer.estimate = estimateAddedMass(world, 0, answer.axis);
  AddedMassShown shown;
  addedMassWords(answer, view, desc, shown);
  EXPECT_NE(shown.mass.find("kg"), std::string::npos) << shown.mass;
  EXPECT_NEAR(std::stod(shown.share), answer.estimate.coefficient(), 5e-4) << shown.share;
  EXPECT_NE(shown.theory.find("in this tank"), std::string::npos) << shown.theory;
  view.bodies[0].submergedFraction = 0.6;  // in the surface other laws hold
  addedMassWords(answer, view, desc, shown);
  EXPECT_TRUE(shown.theory.empty()) << shown.theory;
  EXPECT_FALSE(shown.share.empty());
  answer.estimate.bounded = false;
  addedMassWords(answer, view, desc, shown);
  EXPECT_EQ(shown.mass, "no bound");
  EXPECT_TRUE(shown.share.empty() && shown.theory.empty());
}

}  // namespace
}  // namespace flotsam
