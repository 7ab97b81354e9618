// SPDX-License-Identifier: MIT
// Files for other programs, as far as this program can look at them: rows, names, bodies that come and go. That others
// read them is tests/export.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "io/export_sequence.h"
#include "io/particle_export.h"
#include "io/vdb_export.h"
#include "scene_helpers.h"

namespace flotsam {
namespace {

SimView moment(uint64_t step, const std::vector<std::string>& names) {
  static const auto triangle =
      std::make_shared<const TriangleMesh>(TriangleMesh{{{0, 0, 0}, {0.1f, 0, 0}, {0, 0.1f, 0}}, {}, {{0, 1, 2}}});
  SimView v;
  v.step = step, v.time = static_cast<double>(step) / 60;
  for (const auto& name : names) {
    BodyView b;
    b.name = name, b.mesh = triangle, b.volume = 1e-3, b.density = 500;
    b.pose.position = {0.1 * static_cast<double>(step), 0.2, 0.3};
    v.bodies.push_back(b);
  }
  return v;
}

/// The JSON of a GLB file.
nlohmann::json jsonOf(const std::string& glb) {
  EXPECT_EQ(glb.substr(0, 4), "glTF");
  uint32_t whole = 0, length = 0;
  std::memcpy(&whole, glb.data() + 8, 4), std::memcpy(&length, glb.data() + 12, 4);
  EXPECT_EQ(whole, glb.size());
  return nlohmann::json::parse(glb.substr(20, length));
}

TEST(Export, BodiesComeAndGo) {
  MotionTrack track;
  track.add(moment(1, {"a"})), track.add(moment(2, {"a", "b"})), track.add(moment(3, {"a"}));
  const auto json = jsonOf(track.glb("title", {0xFF0000}));
  ASSERT_EQ(json["nodes"].size(), 2u);
  EXPECT_EQ(json["nodes"][1]["name"], "b");
  EXPECT_EQ(json["meshes"].size(), 1u);  // they share it
  EXPECT_EQ(json["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"][0], 1.0);
  std::vector<std::string> ways;
  for (const auto& c : json["animations"][0]["channels"])
    ways.push_back(std::to_string(c["target"]["node"].get<int>()) + c["target"]["path"].get<std::string>());
  EXPECT_EQ(ways, (std::vector<std::string>{"0translation", "1scale"}));  // b is there for one moment: it does not move
  const std::string csv = track.csv();
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
  EXPECT_NE(csv.find("\n0.016666666666666666,1,a,0.1,0.2,0.3,1,0,0,0,"), std::string::npos) << csv;
}

TEST(Export, NothingAtAllIsAValidFile) {
  const auto json = jsonOf(MotionTrack().glb("", {}));
  EXPECT_EQ(json["asset"]["version"], "2.0");
  EXPECT_FALSE(json.contains("nodes"));
  EXPECT_EQ(MotionTrack().csv().find('\n'), MotionTrack().csv().size() - 1);
  EXPECT_NE(particlesPly({}).find("element vertex 0\n"), std::string::npos);
}

TEST(Export, ParticlesHaveUnitsAndDyes) {
  ParticleCloud p;
  p.position.push_back(Vec3f(0.5f, 0.25f, 1)), p.velocity.push_back(Vec3f(0, -1.5f, 0));
  p.id = {7}, p.dye = {2}, p.dyes = {"left", "two\nlines"};
  EXPECT_EQ(particlesCsv(p), "id,x [m],y [m],z [m],vx [m/s],vy [m/s],vz [m/s],dye\n7,0.5,0.25,1,0,-1.5,0,2\n");
  const std::string ply = particlesPly(p);
  EXPECT_NE(ply.find("comment dye 2: two lines\n"), std::string::npos);
  EXPECT_EQ(ply.size() - ply.find("end_header\n") - 11, 29u);
}

TEST(Export, OnlyBlocksThatHoldSomethingAreInAVdb) {
  std::vector<float> values(32 * 8 * 8, 0.f);
  const VdbGrid empty{"density", false, {32, 8, 8}, values, 0, 0.1, Vec3(0)};
  const size_t none = vdbBytes({&empty, 1}).size();
  values[3] = 1;
  const size_t one = vdbBytes({&empty, 1}).size();
  values[20] = 1;
  const size_t two = vdbBytes({&empty, 1}).size();
  EXPECT_LT(none, 600u);
  EXPECT_EQ(two - one, 64u + 64 + 1 + 512 * 4);  // its bits, again with its values
}

TEST(Export, WordsThatASceneHasNothingOf) {
  const TemporaryFolder folder;
  WorldDesc desc;
  ExportSequence sequence;
  for (const char* words : {"obj", "water-vdb", "smoke-vdb", "bodies-fbx", "", ","})
    EXPECT_TRUE(hasErrors(sequence.open(folder.file("out"), words, desc, {}))) << words;
  const std::string known = sequence.open(folder.file("out"), "bodies-fbx", desc, {})[0].text();
  for (const ExportFormat& f : exportFormats())
    for (const char* word : {f.word, f.second}) EXPECT_NE(known.find(word), std::string::npos) << word << ": " << known;
  EXPECT_TRUE(sequence.open(folder.file("out"), "bodies-csv,particles-ply", desc, {}).empty());
  EXPECT_TRUE(sequence.parts().particles);
  EXPECT_FALSE(sequence.parts().liquid);
  EXPECT_TRUE(sequence.open(folder.file("out"), "all", desc, {}).empty());
}

TEST(Export, FramesAreDueSixtyTimesASecond) {
  double last = -1;
  int due = 0;
  for (int step = 1; step <= 240; ++step) due += frameDue(step / 240.0, 240, last);
  EXPECT_EQ(due, 61);
  last = -1, due = 0;
  for (int step = 1; step <= 30; ++step) due += frameDue(step / 30.0, 30, last);
  EXPECT_EQ(due, 30);
}

}  // namespace
}  // namespace flotsam
