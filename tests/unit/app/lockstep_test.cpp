// SPDX-License-Identifier: MIT
// Worlds side by side under one hand, and going back in their time: the same bits again, a bounded memory, a new future
// when somebody does something in the past.
#include "app/lockstep.h"

#include <gtest/gtest.h>

#include "io/scene.h"
#include "sim/compare.h"
#include "unit/app/small_tank.h"

namespace flotsam {
namespace {

WorldDesc tank() { return smallTank(/*density=*/1600); }

WorldDesc couplings() {
  WorldDesc desc = tank();
  desc.compare.title = "two ways";
  desc.compare.sides = {{{"method.coupling", 0}}, {{"method.coupling", 2}, {"body.ball.density", 3000}}};
  return desc;
}

std::vector<InputFrame> both(const InputFrame& frame) { return {frame, frame}; }

InputFrame drag(double x) {
  InputFrame f;
  f.hand = {true, "ball", Vec3(0, 0.1, 0), Vec3(x, 0.7, 0.5)};
  return f;
}

TEST(Sides, HaveTheirOwnSettingsAndNothingElseDiffers) {
  const auto sides = sidesOf(couplings());
  ASSERT_EQ(sides.size(), 2u);
  EXPECT_EQ(sides[0].params.method.coupling, Coupling::Variational);
  EXPECT_EQ(sides[1].params.method.coupling, Coupling::OneWay);
  EXPECT_EQ(sides[0].bodies[0].density, 1600);
  EXPECT_EQ(sides[1].bodies[0].density, 3000);
  const CompareDesc back = differences(sides);
  ASSERT_EQ(back.sides.size(), 2u);
  EXPECT_EQ(back.sides[1], couplings().compare.sides[1]);
  EXPECT_EQ(back.sides[0], (CompareDesc::Settings{{"method.coupling", 0}, {"body.ball.density", 1600}}));
  EXPECT_EQ(sidesOf(tank()).size(), 1u);
  EXPECT_TRUE(differences(sidesOf(tank())).sides.empty());
}

TEST(Lockstep, OneHandMovesTheBodyOnBothSides) {
  Lockstep l;
  l.build(sidesOf(couplings()), "", nullptr);
  for (int i = 0; i < 20; ++i) {
    l.step(both(drag(0.75)));
    EXPECT_EQ(l.world(0).stepCount(), l.world(1).stepCount());
  }
  for (size_t s = 0; s < 2; ++s) EXPECT_GT(l.world(s).bodies()[0].pose.position.x, 0.55) << "side " << s;
  EXPECT_NE(l.world(0).hash(), l.world(1).hash());
  // Each side's recording is a run of its own scene.
  for (size_t s = 0; s < 2; ++s) {
    const Recording r = l.recording(s);
    EXPECT_EQ(r.steps, 20u);
    auto scene = parseScene(r.sceneText, "recorded", "");
    ASSERT_TRUE(scene);
    World alone(std::move(*scene));
    for (uint64_t i = 0; i < 20; ++i) alone.step(r.frames.at(i));
    EXPECT_EQ(alone.hash(), l.world(s).hash()) << "side " << s;
  }
}

TEST(Lockstep, SidesOfTheSameSettingsStayTheSame) {
  WorldDesc desc = tank();
  desc.compare.sides = {{}, {}, {}};
  Lockstep l;
  l.build(sidesOf(desc), "", nullptr);
  for (int i = 0; i < 10; ++i) l.step({drag(0.7), drag(0.7), drag(0.7)});
  ASSERT_EQ(l.size(), 3u);
  EXPECT_EQ(l.world(0).hash(), l.world(1).hash());
  EXPECT_EQ(l.world(0).hash(), l.world(2).hash());
}

TEST(Lockstep, BackAndForwardGivesTheSameBitsOnBothSides) {
  Lockstep l;
  l.build(sidesOf(couplings()), "", nullptr);
  std::vector<std::array<uint64_t, 2>> hashes{{l.world(0).hash(), l.world(1).hash()}};
  for (int i = 0; i < 50; ++i) {
    InputFrame f = i >= 10 && i < 30 ? drag(0.5 + 0.01 * i) : InputFrame{};
    std::vector<InputFrame> inputs = both(f);
    if (i == 25) inputs[1].edits.push_back({Edit::SetParam, "body.ball.density", 500, {}});
    l.step(inputs);
    hashes.push_back({l.world(0).hash(), l.world(1).hash()});
  }
  for (const uint64_t back : {49, 31, 20, 3, 0}) {
    l.approach(back);
    ASSERT_LE(l.now(), back);
    while (l.now() < back) l.step({});
    EXPECT_EQ(l.world(0).hash(), hashes[back][0]) << "back at " << back;
    EXPECT_EQ(l.world(1).hash(), hashes[back][1]) << "back at " << back;
    EXPECT_EQ(l.newest(), 50u);
    while (l.now() < 50) {  // forward again, without any input of ours
      l.step({});
      ASSERT_EQ(l.world(1).hash(), hashes[l.now()][1]) << "from " << back << " at " << l.now();
    }
    EXPECT_EQ(l.world(0).hash(), hashes[50][0]);
  }
  EXPECT_EQ(l.recording(1).steps, 50u);
  EXPECT_EQ(l.recording(1).frames.size(), 20u);
}

TEST(Lockstep, AnInputInThePastBeginsANewFuture) {
  Lockstep l;
  l.build(sidesOf(tank()), "", nullptr);
  for (int i = 0; i < 40; ++i) l.step({i < 30 ? drag(0.8) : InputFrame{}});
  const uint64_t before = l.world(0).hash();
  l.approach(20);
  while (l.now() < 20) l.step({});
  l.step({drag(0.2)});
  EXPECT_EQ(l.newest(), 21u);
  EXPECT_EQ(l.recording(0).steps, 21u);
  EXPECT_EQ(l.recording(0).frames.size(), 21u);
  EXPECT_EQ(l.recording(0).frames.at(20).hand.target.x, 0.2);
  while (l.now() < 40) l.step({});
  EXPECT_NE(l.world(0).hash(), before);
  // The new run is the recorded one.
  const uint64_t now = l.world(0).hash();
  const Recording r = l.recording(0);
  World alone(tank());
  for (uint64_t i = 0; i < 40; ++i) alone.step(r.frames.count(i) ? r.frames.at(i) : InputFrame{});
  EXPECT_EQ(alone.hash(), now);
}

TEST(Lockstep, ThePastIsTwentySecondsLong) {
  WorldDesc desc = tank();
  desc.cells = {4, 4, 4}, desc.dx = 0.25, desc.bodies.clear();
  Lockstep l;
  l.build({desc}, "", nullptr);
  for (int i = 0; i < 1500; ++i) l.step({});
  EXPECT_EQ(l.oldest(), 300u);
  l.approach(0);
  EXPECT_LE(l.now(), 300u);
  EXPECT_GT(l.now(), 200u);
  EXPECT_LT(l.bytes(), size_t{40} << 20);
}

TEST(Lockstep, ItsMemoryIsBounded) {
  WorldDesc desc = tank();
  Lockstep l;
  l.build({desc}, "", nullptr, size_t{1} << 20);
  const size_t one = l.bytes();
  for (int i = 0; i < 900; ++i) {
    l.step({});
    ASSERT_LE(l.bytes(), std::max(size_t{1} << 20, 2 * one));
  }
  for (int i = 0; i < 30; ++i) {  // back and forth keeps the bound too
    l.approach(l.newest() - 5);
    while (l.now() < l.newest()) l.step({});
    ASSERT_LE(l.bytes(), std::max(size_t{1} << 20, 2 * one));
  }
  EXPECT_GT(l.oldest(), 0u);    // a past shorter than asked for
  EXPECT_LT(l.oldest(), 780u);  // but a past
  l.approach(l.oldest());
  EXPECT_LE(l.now(), l.oldest());
}

TEST(Lockstep, StepsBackAreCloseTogetherAfterTheFirst) {
  Lockstep l;
  l.build({tank()}, "", nullptr, size_t{4} << 20);  // states far apart
  for (int i = 0; i < 300; ++i) l.step({});
  const uint64_t hash = l.world(0).hash();
  l.approach(290);
  while (l.now() < 290) l.step({});
  for (uint64_t back = 289; back > 280; --back) {
    l.approach(back);
    EXPECT_LE(back - l.now(), 3u) << back;
    while (l.now() < back) l.step({});
  }
  while (l.now() < 300) l.step({});
  EXPECT_EQ(l.world(0).hash(), hash);
}

TEST(Lockstep, AFaultStopsItsSideOnly) {
  WorldDesc desc = tank();
  desc.bodies[0].density = 30;
  desc.compare.sides = {{{"method.coupling", 0}}, {{"method.coupling", 1}}};
  Lockstep l;
  l.build(sidesOf(desc), "", nullptr);
  for (int i = 0; i < 200; ++i) l.step({});
  EXPECT_TRUE(l.world(0).status().ok);
  EXPECT_FALSE(l.world(1).status().ok);
  EXPECT_NE(l.world(1).status().fault.find("weak coupling diverges"), std::string::npos);
  EXPECT_TRUE(l.runs());
  EXPECT_EQ(l.now(), 200u);
  EXPECT_EQ(l.world(0).stepCount(), 200u);
  EXPECT_LT(l.world(1).stepCount(), 200u);
  const uint64_t hash = l.world(0).hash(), stopped = l.world(1).hash();
  // Back before it, both run again; forward, it stops at the same place.
  l.approach(1);
  while (l.now() < 1) l.step({});
  EXPECT_TRUE(l.world(1).status().ok);
  while (l.now() < 200) l.step({});
  EXPECT_EQ(l.world(0).hash(), hash);
  EXPECT_EQ(l.world(1).hash(), stopped);
}

TEST(Lockstep, TheFirstGoesOnAlone) {
  Lockstep l;
  l.build(sidesOf(couplings()), "", nullptr);
  for (int i = 0; i < 15; ++i) l.step(both(drag(0.7)));
  const uint64_t hash = l.world(0).hash();
  const size_t bytes = l.bytes();
  l.keepFirst();
  EXPECT_EQ(l.size(), 1u);
  EXPECT_EQ(l.world(0).hash(), hash);
  EXPECT_LT(l.bytes(), 0.6 * static_cast<double>(bytes));
  l.approach(5);
  while (l.now() < 15) l.step({});
  EXPECT_EQ(l.world(0).hash(), hash);
}

}  // namespace
}  // namespace flotsam
