// SPDX-License-Identifier: MIT
// Recordings keep every bit, and files that are none are refused with the reason.
#include "io/recording.h"

#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

Recording sample() {
  Recording r;
  r.sceneText = kHead + kBall;
  r.sceneFolder = ".";
  r.steps = 90;
  r.frames[3].hand = {true, "ball", Vec3(0.1, 1.0 / 3, -0.05), Vec3(0.7, 0.30000000000000004, 1e-17)};
  InputFrame& edits = r.frames[7];
  edits.edits.push_back({Edit::SetParam, "fluid.density", 1234.5678901234567, {}});
  edits.edits.push_back({Edit::RemoveBody, "ball", 0, {}});
  Edit add{Edit::AddBody, "", 0, {}};
  add.body.name = "new";
  add.body.shapeDesc = {ShapeKind::Box, "", 0, Vec3(0.1, 0.2, 1.0 / 7)};
  add.body.density = 0.1 + 0.2;
  add.body.position = Vec3(5, 6, 7);  // of a tank that is not the default one
  add.body.orientation = glm::normalize(Quat(0.3, 0.1, 0.2, 0.4));
  edits.edits.push_back(add);
  Edit place{Edit::PlaceBody, "new", 0, {}};
  place.body.position = Vec3(0.1, 1.0 / 3, 2);
  place.body.orientation = glm::normalize(Quat(0.1, 0.2, 0.3, 0.4));
  edits.edits.push_back(place);
  r.frames[8];  // empty, not worth saving
  r.hashes = {{60, 0xFFFFFFFFFFFFFFFFull}, {90, 0x0123456789ABCDEFull}};
  return r;
}

TEST(RecordingFile, KeepsEveryBit) {
  const TemporaryFolder folder;
  const Recording r = sample();
  ASSERT_TRUE(saveRecording(folder.file("r.json"), r).empty());
  const auto loaded = loadRecording(folder.file("r.json"));
  ASSERT_TRUE(loaded) << loaded.problems.front().text();
  EXPECT_EQ(loaded->sceneText, r.sceneText);
  EXPECT_EQ(loaded->sceneFolder, r.sceneFolder);
  EXPECT_EQ(loaded->steps, r.steps);
  EXPECT_EQ(loaded->hashes, r.hashes);
  ASSERT_EQ(loaded->frames.size(), 2u);
  const HandInput &hand = loaded->frames.at(3).hand, &was = r.frames.at(3).hand;
  EXPECT_TRUE(hand.active);
  EXPECT_EQ(hand.body, was.body);
  EXPECT_EQ(hand.anchor, was.anchor);
  EXPECT_EQ(hand.target, was.target);
  const auto& edits = loaded->frames.at(7).edits;
  ASSERT_EQ(edits.size(), 4u);
  EXPECT_EQ(edits[0].kind, Edit::SetParam);
  EXPECT_EQ(edits[0].key, "fluid.density");
  EXPECT_EQ(edits[0].value, 1234.5678901234567);
  EXPECT_EQ(edits[1].kind, Edit::RemoveBody);
  EXPECT_EQ(edits[1].key, "ball");
  EXPECT_EQ(edits[2].kind, Edit::AddBody);
  const BodyDesc &body = edits[2].body, &added = r.frames.at(7).edits[2].body;
  EXPECT_EQ(body.name, "new");
  EXPECT_EQ(body.shapeDesc, added.shapeDesc);
  EXPECT_EQ(body.density, added.density);
  EXPECT_EQ(body.position, added.position);
  EXPECT_EQ(body.orientation, added.orientation);
  const Edit &placed = edits[3], &wanted = r.frames.at(7).edits[3];
  EXPECT_EQ(placed.kind, Edit::PlaceBody);
  EXPECT_EQ(placed.key, "new");
  EXPECT_EQ(placed.body.position, wanted.body.position);
  EXPECT_EQ(placed.body.orientation, wanted.body.orientation);
  ASSERT_TRUE(body.shape);
}

TEST(RecordingFile, WhatIsNoneIsRefused) {
  const TemporaryFolder folder;
  const auto reason = [&](const std::string& text) {
    const auto r = loadRecording(folder.write("bad.json", text));
    return r ? std::string("loaded") : r.problems.front().text().substr(folder.file("bad.json").size());
  };
  EXPECT_EQ(reason(""), ": the file is empty");
  EXPECT_EQ(reason("{\n\n  nonsense"), ":3: not a recording: not valid JSON");
  EXPECT_EQ(reason("[1, 2]"), ": not a recording of this program: expected an object { ... }");
  EXPECT_EQ(reason("{}"), ": not a recording of this program: 'format' is missing");
  EXPECT_EQ(reason("{\"format\": 2}"), ": not a recording of this program: format 2 is not one this program reads (1)");
  const std::string head = "{\"format\":1,\"scene\":\"\",\"folder\":\"\",\"steps\":1,";
  EXPECT_NE(reason(head + "\"frames\":[],\"hashes\":{\"1\":\"xyz\"}}").find("hashes.1: expected a step number"),
            std::string::npos);
  EXPECT_NE(reason(head + "\"frames\":[{\"step\":0,\"hand\":{\"body\":\"b\",\"anchor\":[0,0],\"target\":[0,0,0]}}],"
                          "\"hashes\":{}}")
                .find("expected a list of 3 numbers"),
            std::string::npos);
  EXPECT_EQ(loadRecording(folder.file("none.json")).problems.front().reason, "no such file");
}

TEST(RecordingBad, CountsAndTypesAreRefusedByName) {
  const TemporaryFolder folder;
  const auto reason = [&](const std::string& steps, const std::string& frames) {
    const auto recording =
        loadRecording(folder.write("r.json", R"({"format": 1, "scene": "", "folder": ".", "hashes": {}, "steps": )" +
                                                 steps + ", \"frames\": " + frames + "}"));
    return recording ? "" : recording.problems.front().text();
  };
  const auto has = [](const std::string& text, const char* words) { return text.find(words) != std::string::npos; };
  EXPECT_EQ(reason("3", "[]"), "");
  for (const char* steps : {"-1", "1e30", "1.5", "\"x\"", "null", "[]"})
    EXPECT_TRUE(has(reason(steps, "[]"), "steps: expected a number of steps")) << steps << ' ' << reason(steps, "[]");
  EXPECT_TRUE(has(reason("3", "7"), "frames: expected a list"));
  EXPECT_TRUE(has(reason("3", "[7]"), "frames: expected an object"));
  EXPECT_TRUE(has(reason("3", "[{}]"), "frames: 'step' is missing"));
  EXPECT_TRUE(has(reason("3", R"([{"step": -1}])"), "frames: step: expected a number of steps"));
  EXPECT_TRUE(has(reason("3", R"([{"step": 1, "hand": 3}])"), "frames: hand: expected an object"));
  EXPECT_TRUE(has(reason("3", R"([{"step": 1, "hand": {"body": 3}}])"), "hand: body: type must be string"));
  EXPECT_TRUE(has(reason("3", R"([{"step": 1, "hand": {"body": "a", "anchor": [1, null, 2]}}])"), "hand: anchor: "));
}

}  // namespace
}  // namespace flotsam
