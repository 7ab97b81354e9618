// SPDX-License-Identifier: MIT
// The parts of the side-by-side view that need no window: presets, panes, and the lines of the plot.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/compare_presets.h"
#include "sim/compare.h"
#include "sim/world.h"
#include "ui/axes.h"
#include "ui/compare_history.h"
#include "ui/layout.h"

namespace flotsam {
namespace {

SimView viewOf(const WorldDesc& desc) {
  SimView view;
  World(desc).fill(view, 0);
  return view;
}

WorldDesc tank(bool ball) {
  WorldDesc desc;
  desc.cells = {6, 6, 6}, desc.dx = 0.2;
  if (!ball) return desc;
  BodyDesc body;
  body.name = "ball";
  body.shapeDesc = {ShapeKind::Sphere, "", 0, {0.3, 0, 0}};
  body.shape = *makePrimitive(body.shapeDesc);
  body.position = Vec3(0.6);
  desc.bodies.push_back(body);
  return desc;
}

const Preset* find(const std::vector<Preset>& all, const std::string& title) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const Preset& p) { return p.compare.title == title; });
  return at == all.end() ? nullptr : &*at;
}

TEST(Presets, SetWhatTheirNamesSay) {
  WorldDesc desc = tank(true);
  const auto all = comparePresets(viewOf(desc), {});
  const auto sides = [&](const char* title) {
    const Preset* p = find(all, title);
    EXPECT_TRUE(p) << title;
    WorldDesc copy = desc;
    if (!p) return sidesOf(copy);
    copy.compare = p->compare;
    EXPECT_EQ(p->compare.names.size(), p->compare.sides.size());
    return sidesOf(copy);
  };
  const auto fractions = sides("Area | voxel");
  EXPECT_EQ(fractions[0].params.method.fractions, FractionKind::Area);
  EXPECT_EQ(fractions[1].params.method.fractions, FractionKind::Voxel);
  const auto transfer = sides("FLIP | PIC | APIC");
  ASSERT_EQ(transfer.size(), 3u);
  EXPECT_EQ(transfer[0].params.method.flip, 0.97);
  EXPECT_EQ(transfer[1].params.method.flip, 0);
  EXPECT_EQ(transfer[2].params.method.advection, Advection::Apic);
  const auto coupling = sides("Variational | weak");
  EXPECT_EQ(coupling[0].params.method.coupling, Coupling::Variational);
  EXPECT_EQ(coupling[1].params.method.coupling, Coupling::Weak);
  EXPECT_FALSE(find(all, "Separating | sticking walls")->lacks.empty());  // a full tank
  EXPECT_TRUE(find(all, "Variational | weak")->lacks.empty());
}

TEST(Presets, SayWhatASceneLacks) {
  const auto all = comparePresets(viewOf(tank(false)), {});
  EXPECT_FALSE(find(all, "Variational | weak")->lacks.empty());
  WorldDesc pool = tank(false);
  pool.params.fluid.domain = FluidDomain::Liquid;
  pool.liquid.push_back({.level = 0.6});
  EXPECT_TRUE(find(comparePresets(viewOf(pool), {}), "Separating | sticking walls")->lacks.empty());
}

TEST(Presets, TheScenesOwnComesFirst) {
  CompareDesc own;
  own.sides = {{{"fluid.viscosity", 0}}, {{"fluid.viscosity", 1}}};
  const auto all = comparePresets(viewOf(tank(true)), own);
  EXPECT_EQ(all.front().compare.sides, own.sides);
  EXPECT_FALSE(all.front().compare.title.empty());
}

TEST(Panes, FillTheWindowWithoutGapsAndLeaveTheMiddleFree) {
  for (const int count : {1, 2, 3})
    for (const bool panels : {true, false}) {
      const auto boxes = paneBoxes(count, panels, 1280, 720);
      ASSERT_EQ(boxes.size(), static_cast<size_t>(count));
      EXPECT_EQ(boxes.front().left, 0);
      EXPECT_EQ(boxes.back().right, 1280);
      for (size_t i = 0; i < boxes.size(); ++i) {
        if (i > 0) {
          EXPECT_EQ(boxes[i].left, boxes[i - 1].right);
        }
        EXPECT_LE(boxes[i].left, boxes[i].freeLeft);
        EXPECT_GE(boxes[i].right, boxes[i].freeRight);
        EXPECT_GT(boxes[i].freeRight - boxes[i].freeLeft, 280);
        EXPECT_GT(boxes[i].foot - boxes[i].top, 390);
      }
    }
}

TEST(Panes, MakeRoomForLegends) {
  const auto plain = paneBoxes(2, true, 1280, 720);
  const LegendRoom room{.foot = 70, .left = 20, .right = 30};
  const auto boxes = paneBoxes(2, true, 1280, 720, true, false, room);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(boxes[i].foot, plain[i].foot - 70);
    EXPECT_EQ(boxes[i].left, plain[i].left);
  }
  EXPECT_EQ(boxes[0].freeLeft, plain[0].freeLeft + 20);
  EXPECT_EQ(boxes[0].freeRight, plain[0].freeRight);
  EXPECT_EQ(boxes[1].freeLeft, plain[1].freeLeft);
  EXPECT_EQ(boxes[1].freeRight, plain[1].freeRight - 30);
  EXPECT_EQ(paneBoxes(1, true, 1280, 720, true, false, room)[0].foot, paneBoxes(1, true, 1280, 720)[0].foot);
}

TEST(Panes, ToolsAreClearOfTheNumbersAndOfACardInAWindowOfAnyHeight) {
  for (float height = 400; height <= 1000; height += 10) {
    const float tools = 46 + toolsHeight(height), numbers = height - kTransportHeight - 12 - kCompareHeight;
    EXPECT_LE(tools + 8, numbers) << height;
    const float left = meshCardLeft(height, true), top = left > 12 ? 46 : tools + 8;
    EXPECT_TRUE(left == 12 || left >= 12 + 116 + 8) << height;
    EXPECT_LE(top + kMeshCardHeight, height - kTransportHeight - 12) << height;
  }
}

TEST(Labels, StayWhereTheyAreWantedWhereThereIsRoom) {
  EXPECT_EQ(spread({20, 40, 90}, 10, 0, 100), (std::vector<float>{20, 40, 90}));
  EXPECT_EQ(spread({}, 10, 0, 100), std::vector<float>{});
}

TEST(Labels, CloseOnesPartEvenly) {
  EXPECT_EQ(spread({50, 50}, 10, 0, 100), (std::vector<float>{45, 55}));
  EXPECT_EQ(spread({48, 50, 90}, 10, 0, 100), (std::vector<float>{44, 54, 90}));
  EXPECT_EQ(spread({50, 50, 50}, 10, 0, 100), (std::vector<float>{40, 50, 60}));
}

TEST(Labels, StayInsideAndNoneIsOverAnother) {
  EXPECT_EQ(spread({99, 100}, 10, 0, 100), (std::vector<float>{85, 95}));
  EXPECT_EQ(spread({-5, 0, 3}, 10, 0, 100), (std::vector<float>{5, 15, 25}));
  uint64_t state = 1;
  const auto next = [&] {
    return static_cast<float>((state = state * 6364136223846793005u + 1442695040888963407u) >> 40) / 167772.16f;
  };
  for (int round = 0; round < 1000; ++round) {
    std::vector<float> wanted{next(), next(), next()};
    std::sort(wanted.begin(), wanted.end());
    const auto places = spread(wanted, 12, 0, 100);
    ASSERT_EQ(places.size(), 3u);
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_GE(places[i], 6 - 1e-3f);
      EXPECT_LE(places[i], 94 + 1e-3f);
      if (i > 0) {
        EXPECT_GE(places[i] - places[i - 1], 12 - 1e-3f);
      }
    }
  }
}

TEST(CompareLines, KeepTheFutureUntilItIsMadeAnew) {
  CompareHistory history;
  SimView a, b;
  const auto take = [&](uint64_t step, double energy, uint64_t newest) {
    a.step = b.step = step;
    a.kineticEnergy = energy, b.kineticEnergy = 2 * energy;
    history.take({&a, &b}, newest, 1);
  };
  for (uint64_t i = 0; i < 10; ++i) take(i, static_cast<double>(i), i);
  take(4, 4, 9);  // back
  ASSERT_EQ(history.side(0).size(), 10u);
  EXPECT_EQ(CompareHistory::value(history.side(1).back(), Compared::Energy, -1), 18);
  take(5, 50, 5);  // something else was done
  ASSERT_EQ(history.side(0).size(), 6u);
  take(6, 60, 6);
  EXPECT_EQ(CompareHistory::value(history.side(0).back(), Compared::Energy, -1), 60);
  for (uint64_t i = 7; i < 3000; ++i) take(i, 1, i);
  EXPECT_LE(history.side(0).size(), CompareHistory::kLength);
  history.take({&a, &b}, 3000, 2);  // another start
  EXPECT_EQ(history.side(0).size(), 1u);
}

TEST(CompareLines, KeepThePastOfWhatStaysWhenABodyGoes) {
  CompareHistory history;
  SimView a, b;
  const auto body = [](const char* name, double height) {
    BodyView v;
    v.name = name, v.pose.position.y = height;
    return v;
  };
  const auto at = [&](size_t sample, const char* name) {
    return CompareHistory::value(history.side(1)[sample], Compared::Height, history.column(name));
  };
  const auto take = [&](uint64_t step, std::vector<BodyView> bodies) {
    a.step = b.step = step;
    a.bodies = b.bodies = std::move(bodies);
    history.take({&a, &b}, step, 1);
  };
  for (uint64_t i = 0; i < 5; ++i) take(i, {body("ball", 1), body("box", 2)});
  take(5, {body("box", 3)});
  take(6, {body("cone", 4), body("box", 3), body("ball", 5)});  // another comes, the deleted one comes back
  ASSERT_EQ(history.side(1).size(), 7u);
  for (size_t i = 0; i < 7; ++i) EXPECT_EQ(at(i, "box"), i < 5 ? 2 : 3) << i;
  EXPECT_EQ(at(4, "ball"), 1);
  EXPECT_TRUE(std::isnan(at(5, "ball")));
  EXPECT_EQ(at(6, "ball"), 5);
  EXPECT_TRUE(std::isnan(at(5, "cone")));
  EXPECT_EQ(at(6, "cone"), 4);
  EXPECT_EQ(history.column("torus"), -1);
}

}  // namespace
}  // namespace flotsam
