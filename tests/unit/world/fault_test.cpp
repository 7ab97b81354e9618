// SPDX-License-Identifier: MIT
// A NaN in any stage: caught there, the step made again with half the dt, and if it stays, stopped on the last good
// state with stage and place named.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/world.h"
#include "tank.h"

namespace flotsam {
namespace {

WorldDesc scene(bool liquid) {
  WorldDesc d;
  d.cells = Int3(8);
  d.dx = 1.0 / 8;
  d.smoke.push_back({.position = Vec3(0.5)});
  if (liquid) {
    d.params.fluid.domain = FluidDomain::Liquid;
    d.liquid.push_back({.level = 0.6});
  }
  BodyDesc b;
  b.name = "ball", b.shape = Tank::primitive(ShapeKind::Sphere, Vec3(0.15)), b.shapeDesc = b.shape->desc();
  b.position = Vec3(0.5, 0.7, 0.5), b.density = 400;
  d.bodies.push_back(b);
  return d;
}

struct Case {
  const char* stage;
  bool liquid;
  const char* place;
};

/// The stage that says so.
std::string told(const std::string& fault) { return fault == "solve" ? "project" : fault; }

class Fault : public testing::TestWithParam<Case> {};

TEST_P(Fault, OnceAndTheStepIsMadeAgainWithHalfTheDt) {
  World w(scene(GetParam().liquid)), other(scene(GetParam().liquid));
  for (int i = 0; i < 3; ++i) w.step(), other.step();
  const int usual = other.report().substeps;
  w.injectFault(GetParam().stage, 1);
  w.step(), other.step();
  ASSERT_TRUE(w.status().ok) << w.status().fault;
  EXPECT_EQ(w.report().substeps, 2 * usual);
  EXPECT_EQ(w.stepCount(), other.stepCount());
  EXPECT_EQ(w.time(), other.time());
  const auto& warnings = w.report().warnings;
  EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(), [](const std::string& text) {
    return text.starts_with(std::string("stage ") + told(GetParam().stage) + ": ") &&
           text.ends_with("; the step was made again with half the dt");
  }));
  // The same fault at the same step is the same run.
  World again(scene(GetParam().liquid));
  for (int i = 0; i < 3; ++i) again.step();
  again.injectFault(GetParam().stage, 1);
  again.step();
  EXPECT_EQ(again.hash(), w.hash());
  // And nothing of the broken attempt is left in it: a world whose derived fields were just made does the same.
  World restored(scene(GetParam().liquid));
  for (int i = 0; i < 3; ++i) restored.step();
  const auto saved = restored.save();
  restored.step();
  restored.restore(*saved);
  restored.injectFault(GetParam().stage, 1);
  restored.step();
  EXPECT_EQ(restored.hash(), w.hash());
  w.step();
  EXPECT_TRUE(w.status().ok);
  EXPECT_EQ(w.report().substeps, usual);
}

TEST_P(Fault, AgainAndTheWorldStopsWhereItWasGood) {
  World w(scene(GetParam().liquid));
  for (int i = 0; i < 3; ++i) w.step();
  const uint64_t good = w.hash();
  const double time = w.time();
  const auto saved = w.save();
  w.injectFault(GetParam().stage, 1000);
  w.step();
  ASSERT_FALSE(w.status().ok);
  EXPECT_TRUE(w.status().fault.starts_with(std::string("stage ") + told(GetParam().stage) + ": ")) << w.status().fault;
  EXPECT_NE(w.status().fault.find(GetParam().place), std::string::npos) << w.status().fault;
  EXPECT_EQ(w.hash(), good);
  EXPECT_EQ(w.time(), time);
  w.step();  // does nothing
  EXPECT_EQ(w.hash(), good);
  // The last good state runs on.
  w.injectFault(GetParam().stage, 0);
  w.restore(*saved);
  w.step();
  World straight(scene(GetParam().liquid));
  for (int i = 0; i < 4; ++i) straight.step();
  EXPECT_TRUE(w.status().ok);
  EXPECT_EQ(w.hash(), straight.hash());
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const bool liquid : {false, true}) {
    all.push_back({"bodies", liquid, "body 'ball' is no longer finite"});
    all.push_back({"fractions", liquid, "at cell 3 3 3"});
    all.push_back({"advect", liquid, "the place of a particle is no longer finite at cell"});
    for (const char* stage : {"transfer_to_grid", "forces", "viscosity", "project", "extrapolate"})
      all.push_back({stage, liquid, "velocity is no longer finite at cell 3 3 3"});
    all.push_back({"transfer_to_particles", liquid, "the velocity of a particle is no longer finite at cell"});
    all.push_back({"solve", liquid, "the pressure solve diverges; the fluid would move faster than"});
    all.push_back({"smoke", liquid, "smoke is no longer finite at cell 3 3 3"});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Stages, Fault, testing::ValuesIn(cases()), [](const auto& info) {
  return std::string(info.param.stage) + (info.param.liquid ? "_water" : "_full");
});

}  // namespace
}  // namespace flotsam
