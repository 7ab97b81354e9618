// SPDX-License-Identifier: MIT
// Changes of a scene and the way back: undo of every kind of edit gives the same scene file, and the simulation that
// follows has that scene too.
#include "app/document.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "app/edits.h"
#include "io/assets.h"
#include "io/recording.h"
#include "io/scene.h"
#include "sim/compare.h"
#include "sim/scene_params.h"
#include "sim/world.h"

namespace flotsam {
namespace {

WorldDesc tank() {
  const auto scene = parseScene(
      "format = 1\ngrid = { cells = [10, 10, 10], dx = 0.1 }\n"
      "[[body]]\nname = \"a\"\nshape = { sphere = { radius = 0.12 } }\nposition = [0.3, 0.5, 0.5]\n"
      "[[body]]\nname = \"b\"\nshape = { box = { size = [0.2, 0.2, 0.2] } }\nposition = [0.7, 0.5, 0.5]\n"
      "[[body]]\nname = \"c\"\nshape = { sphere = { radius = 0.08 } }\nposition = [0.5, 0.8, 0.5]\n"
      "[[joint]]\ntype = \"ball\"\nbody = \"c\"\nanchor = [0.5, 0.9, 0.5]\n"
      "[[expect]]\nquantity = \"body.c.speed\"\nvalue = 0\n",
      "test", ".");
  EXPECT_TRUE(scene);
  return *scene;
}

BodyDesc ball(const std::string& name) {
  BodyDesc body;
  body.name = name;
  body.shapeDesc.kind = ShapeKind::Sphere, body.shapeDesc.dims = {0.1, 0, 0};
  body.shape = *makePrimitive(body.shapeDesc);
  body.position = {0.5, 0.2, 0.5};
  return body;
}

Document::Moment at(uint64_t press, uint64_t step = 5) { return {press, 1, step}; }

/// A simulation as the window's thread has it: edits are made with the next step, another start is a new world.
struct Simulation {
  std::vector<World> sides;
  std::map<std::string, int> colours;
  explicit Simulation(const WorldDesc& desc) { begin(desc); }
  void begin(const WorldDesc& desc) {
    sides.clear(), colours.clear();
    for (auto& side : sidesOf(desc)) sides.emplace_back(side);
  }
  void go(const SceneWay& way, const WorldDesc& scene) {
    if (way.again) return begin(scene);
    for (size_t s = 0; s < sides.size(); ++s) {
      InputFrame input;
      for (const auto& [edit, mask] : way.edits)
        if (mask >> s & 1) input.edits.push_back(edit);
      sides[s].step(input);
    }
    for (const auto& [body, colour] : way.colours) colours[body] = colour;
  }
  /// The scene it would be saved as.
  std::string text(const WorldDesc& like) const {
    std::vector<WorldDesc> all;
    for (const auto& side : sides) all.push_back(side.desc());
    WorldDesc desc = all.front();
    for (auto& b : desc.bodies)
      if (const auto c = colours.find(b.name); c != colours.end()) b.colour = c->second;
    desc.compare = differences(all);
    desc.compare.title = like.compare.title, desc.compare.names = like.compare.names;
    return sceneText(desc);
  }
};

/// The scene with its sides as what differs, as the simulation tells it.
std::string normal(const WorldDesc& desc) {
  const auto sides = sidesOf(desc);
  WorldDesc plain = sides.front();
  plain.compare = differences(sides);
  plain.compare.title = desc.compare.title, plain.compare.names = desc.compare.names;
  return sceneText(plain);
}

struct Kind {
  const char* name;
  std::function<void(Document&)> change;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"number", [](Document& d) { d.setParam("fluid.density", 1234.5, ~0u, at(1)); }},
      {"choice", [](Document& d) { d.setParam("method.coupling", 1, ~0u, at(1)); }},
      {"toggle", [](Document& d) { d.setParam("method.separation", 0, ~0u, at(1)); }},
      {"density", [](Document& d) { d.setParam("body.b.density", 0.1 + 0.2, ~0u, at(1)); }},
      {"friction", [](Document& d) { d.setParam("body.a.friction", 0.123, ~0u, at(1)); }},
      {"temperature", [](Document& d) { d.setParam("body.a.temperature", 80, ~0u, at(1)); }},
      {"smoke", [](Document& d) { d.setParam("body.a.smoke", 0.5, ~0u, at(1)); }},
      {"clamped", [](Document& d) { d.setParam("method.flip", 17, ~0u, at(1)); }},
      {"colour", [](Document& d) { d.setColour("a", 7, at(1)); }},
      {"add", [](Document& d) { d.addBody(ball("d"), at(1)); }},
      {"delete first",
       [](Document& d) {
         d.removeBody("a", {{0.31, 0.4, 0.5}, {1, 0, 0, 0}}, at(1));
       }},
      {"delete middle",
       [](Document& d) {
         d.removeBody("b", {{0.7, 0.4, 0.5}, {1, 0, 0, 0}}, at(1));
       }},
      {"delete with joint",
       [](Document& d) {
         d.removeBody("c", {{0.5, 0.8, 0.5}, {1, 0, 0, 0}}, at(1));
       }},
      {"place at the start",
       [](Document& d) {
         d.placeBody("a", {{0.3, 0.5, 0.5}, {1, 0, 0, 0}}, {{0.31, 0.47, 0.5}, {1, 0, 0, 0}}, at(1, 0));
       }},
      {"joint",
       [](Document& d) {
         WorldDesc s = d.scene();
         JointDesc j;
         j.kind = JointKind::Axle, j.body = "b", j.anchor = {0.7, 0.5, 0.5};
         s.joints.push_back(j);
         d.become("Axle", s, at(1));
       }},
      {"compare",
       [](Document& d) {
         WorldDesc s = d.scene();
         s.compare.title = "x", s.compare.sides = {{}, {{"method.coupling", 1}}};
         d.become("Compare", s, at(1));
       }},
      {"lesson step",
       [](Document& d) {
         d.setParams("Step", {{"fluid.density", 900}, {"body.a.density", 50}}, at(1));
       }},
  };
  return all;
}

TEST(Document, UndoOfEveryKindGivesTheSameSceneFile) {
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    Document d;
    d.open(tank());
    Simulation sim(d.scene());
    for (int i = 0; i < 3; ++i) sim.go({}, d.scene());
    const std::string before = d.text();
    const WorldDesc was = d.scene();
    EXPECT_FALSE(d.edited());
    kind.change(d);
    EXPECT_NE(d.text(), before);
    EXPECT_TRUE(d.edited());
    EXPECT_FALSE(d.undoWords().empty());
    const std::string after = d.text();
    sim.go(wayBetween(was, d.scene()), d.scene());
    EXPECT_EQ(sim.text(d.scene()), normal(d.scene()));
    sim.go(d.undo(1), d.scene());
    EXPECT_EQ(d.text(), before);
    EXPECT_FALSE(d.edited());
    EXPECT_EQ(sim.text(d.scene()), normal(d.scene()));
    sim.go(d.redo(1), d.scene());
    EXPECT_EQ(d.text(), after);
    EXPECT_EQ(sim.text(d.scene()), normal(d.scene()));
    EXPECT_TRUE(parseScene(after, "after", ".")) << after;
  }
}

TEST(Document, EveryParameterOfABodyIsTakenBackWhileTheSceneRuns) {
  WorldDesc scene = tank();
  std::vector<std::string> keys;
  ParamList list = parameters(scene);
  for (const Param& p : list.all())
    if (p.info.key.starts_with("body.a.")) keys.push_back(p.info.key);
  ASSERT_GE(keys.size(), 5u);
  for (const std::string& key : keys) {
    Document d;
    d.open(scene);
    d.setParam(key, list.find(key)->info.max, ~0u, at(1));
    ASSERT_TRUE(d.canUndo()) << key;
    const SceneWay way = d.undo(1);
    EXPECT_FALSE(way.again) << key;
    EXPECT_EQ(way.edits.size(), 1u) << key;
  }
}

TEST(Document, AllOfThemInARowAndBack) {
  Document d;
  d.open(tank());
  Simulation sim(d.scene());
  std::vector<std::string> texts = {d.text()};
  uint64_t press = 10;
  const auto done = [&](const WorldDesc& was) {
    sim.go(wayBetween(was, d.scene()), d.scene());
    texts.push_back(d.text());
  };
  const auto change = [&](const auto& f) {
    const WorldDesc was = d.scene();
    f();
    ++press;
    done(was);
  };
  change([&] { d.addBody(ball("d"), at(press)); });
  change([&] { d.setParam("body.d.density", 77, ~0u, at(press)); });
  change([&] { d.removeBody("a", {{0.3, 0.5, 0.5}, {1, 0, 0, 0}}, at(press)); });
  change([&] { d.setParam("gravity.y", -1.6, ~0u, at(press)); });
  change([&] { d.setColour("d", 3, at(press)); });
  change([&] { d.removeBody("d", {{0.5, 0.2, 0.5}, {1, 0, 0, 0}}, at(press)); });
  change([&] { d.removeBody("c", {{0.5, 0.8, 0.5}, {1, 0, 0, 0}}, at(press)); });
  for (size_t i = texts.size() - 1; i > 0; --i) {
    ASSERT_TRUE(d.canUndo());
    sim.go(d.undo(1), d.scene());
    EXPECT_EQ(d.text(), texts[i - 1]) << i;
    EXPECT_EQ(sim.text(d.scene()), normal(d.scene())) << i;
  }
  EXPECT_FALSE(d.canUndo());
  for (size_t i = 1; i < texts.size(); ++i) {
    sim.go(d.redo(1), d.scene());
    EXPECT_EQ(d.text(), texts[i]) << i;
    EXPECT_EQ(sim.text(d.scene()), normal(d.scene())) << i;
  }
  EXPECT_FALSE(d.canRedo());
}

TEST(Document, OneDragOfASliderIsOneChange) {
  Document d;
  d.open(tank());
  const std::string before = d.text();
  for (int i = 1; i <= 20; ++i) d.setParam("fluid.density", 1000 + i, ~0u, at(4));
  d.setParam("fluid.density", 1500, ~0u, at(5));
  d.setParam("gravity.y", -2, ~0u, at(5));
  d.undo(1), d.undo(1);
  EXPECT_EQ(d.scene().params.fluid.density, 1020);
  d.undo(1);
  EXPECT_EQ(d.text(), before);
  EXPECT_FALSE(d.canUndo());
  d.setParam("fluid.density", 1000, ~0u, at(6));
  EXPECT_FALSE(d.canUndo()) << "the same value is no change";
}

TEST(Document, ADeletedBodyComesBackWhereItWas) {
  Document d;
  d.open(tank());
  const Pose where{{0.2, 0.1, 0.5}, {0, 1, 0, 0}};
  d.removeBody("b", where, at(1, 90));
  const SceneWay way = d.undo(1);
  ASSERT_FALSE(way.again);
  ASSERT_EQ(way.edits.size(), 2u);
  EXPECT_EQ(way.edits[0].edit.kind, Edit::AddBody);
  EXPECT_EQ(way.edits[0].edit.index, 1);
  EXPECT_EQ(way.edits[1].edit.kind, Edit::PlaceBody);
  EXPECT_EQ(way.edits[1].edit.body.position, where.position);
  EXPECT_EQ(way.edits[1].edit.body.orientation, where.orientation);
}

TEST(Document, AMoveWhileItRunsIsNotOfTheFile) {
  Document d;
  d.open(tank());
  const Pose from{{0.3, 0.4, 0.5}, {1, 0, 0, 0}}, to{{0.5, 0.4, 0.5}, {1, 0, 0, 0}};
  d.placeBody("a", from, {{0.4, 0.4, 0.5}, {1, 0, 0, 0}}, at(3, 60));
  d.placeBody("a", {{0.4, 0.4, 0.5}, {1, 0, 0, 0}}, to, at(3, 60));
  EXPECT_FALSE(d.edited());
  const SceneWay way = d.undo(1);
  ASSERT_EQ(way.edits.size(), 1u);
  EXPECT_EQ(way.edits[0].edit.body.position, from.position);
  EXPECT_EQ(d.redo(1).edits.at(0).edit.body.position, to.position);
  // In another run of the scene it means nothing.
  EXPECT_TRUE(d.undo(2).edits.empty());
  EXPECT_FALSE(d.canRedo());
}

TEST(Document, OfOneSideOfAComparison) {
  Document d;
  WorldDesc scene = tank();
  scene.compare.sides = {{}, {{"method.flip", 0}}};
  d.open(scene);
  const std::string before = d.text();
  Simulation sim(d.scene());
  const WorldDesc was = d.scene();
  d.setParam("body.a.density", 300, 2u, at(1));
  const SceneWay way = wayBetween(was, d.scene());
  ASSERT_EQ(way.edits.size(), 1u);
  EXPECT_EQ(way.edits[0].sides, 2u);
  sim.go(way, d.scene());
  EXPECT_EQ(sidesOf(d.scene())[0].bodies[0].density, BodyDesc().density);
  EXPECT_EQ(sidesOf(d.scene())[1].bodies[0].density, 300);
  EXPECT_EQ(sim.text(d.scene()), normal(d.scene()));
  d.setParam("body.a.density", 200, ~0u, at(2));
  for (const auto& side : sidesOf(d.scene())) EXPECT_EQ(side.bodies[0].density, 200);
  d.undo(1), d.undo(1);
  EXPECT_EQ(d.text(), before);
}

TEST(Document, ChangesFollowTheTime) {
  Document d;
  d.open(tank());
  d.setParam("fluid.density", 1100, ~0u, {1, 1, 100});
  d.setParam("fluid.density", 1200, ~0u, {2, 1, 200});
  d.follow(1, 250, 300);
  EXPECT_EQ(d.scene().params.fluid.density, 1200);
  d.follow(1, 150, 300);
  EXPECT_EQ(d.scene().params.fluid.density, 1100);
  d.follow(1, 50, 300);
  EXPECT_EQ(d.scene().params.fluid.density, 1000);
  EXPECT_FALSE(d.canUndo());
  d.follow(1, 250, 300);
  EXPECT_EQ(d.scene().params.fluid.density, 1200);
  // A new future from step 150 on: what was changed later is gone.
  d.follow(1, 150, 300);
  d.follow(1, 151, 151);
  d.follow(1, 300, 300);
  EXPECT_EQ(d.scene().params.fluid.density, 1100);
  d.undo(1);
  EXPECT_FALSE(d.canUndo());
}

TEST(Document, PartsAreToldAndTakenAway) {
  WorldDesc scene = tank();
  scene.emitters.push_back({.position = {0.5, 0.9, 0.5}, .radius = 0.1, .velocity = {0, -1, 0}});
  scene.drains.push_back({.position = {0.5, 0.1, 0.5}, .radius = 0.1});
  EXPECT_EQ(partWords(scene), (std::vector<std::string>{"ball joint: c to the tank", "tap at 0.50, 0.90, 0.50 m",
                                                        "drain at 0.50, 0.10, 0.50 m"}));
  EXPECT_TRUE(withoutPart(scene, 0).joints.empty());
  EXPECT_EQ(partWords(withoutPart(scene, 1)).size(), 2u);
  EXPECT_TRUE(withoutPart(scene, 1).emitters.empty());
  EXPECT_TRUE(withoutPart(scene, 2).drains.empty());
  EXPECT_EQ(partWords(withoutPart(scene, 3)).size(), 3u);
}

TEST(Document, WhatALessonDoesIsNobodysWork) {
  Document d;
  d.open(tank());
  d.setParams("Lesson, step 1", {{"fluid.density", 900}}, at(1));
  EXPECT_TRUE(d.edited());
  d.accept();
  EXPECT_FALSE(d.edited());
  d.setParam("fluid.density", 800, ~0u, at(2));
  EXPECT_TRUE(d.edited());
  d.undo(1);
  EXPECT_FALSE(d.edited());
  d.neverSaved();
  d.setParam("fluid.density", 700, ~0u, at(3));
  d.saved();
  EXPECT_FALSE(d.edited());
}

TEST(Document, TheIndexOfAnAddedBodyIsRecorded) {
  Recording r;
  r.sceneText = sceneText(tank());
  Edit add{Edit::AddBody, "", 0, ball("d")};
  add.index = 1;
  r.frames[3].edits.push_back(add);
  const auto again = parseRecording(recordingText(r), "test");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->frames.at(3).edits.at(0).index, 1);
}

}  // namespace
}  // namespace flotsam
