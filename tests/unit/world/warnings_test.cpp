// SPDX-License-Identifier: MIT
// Warnings of a step that is split into parts: each subject once, none in place of another.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/world.h"
#include "tank.h"

namespace flotsam {
namespace {

TEST(Warnings, OncePerStepAndSubject) {
  WorldDesc d;
  d.cells = Int3(10);
  d.dx = 0.01;
  d.params.fluid.domain = FluidDomain::Liquid;
  d.params.fluid.surfaceTension = 100;  // far more than the parts of a step bear
  d.params.rate = 30;
  d.params.method.maxSubsteps = 4;
  d.liquid.push_back({.level = 0.1});  // full: the tap is shut in every part
  Emitter tap;
  tap.position = Vec3(0.05, 0.09, 0.05);
  tap.velocity = Vec3(0, -1, 0);
  tap.radius = 0.02;
  d.emitters.push_back(tap);
  World w(d);
  const auto count = [&](const char* subject) {
    const auto& all = w.report().warnings;
    return std::count_if(all.begin(), all.end(), [&](const std::string& text) { return text.starts_with(subject); });
  };
  for (int i = 0; i < 100 && count("a tap is shut") == 0; ++i) w.step();
  ASSERT_TRUE(w.status().ok) << w.status().fault;
  EXPECT_GT(w.report().substeps, 1);
  EXPECT_EQ(count("a tap is shut"), 1);
  EXPECT_EQ(count("surface tension is held"), 1);
}

TEST(Warnings, SayWhenLettingGoWasCutShort) {
  for (const int passes : {1, 20}) {
    WorldDesc d;
    d.cells = Int3(16, 16, 1);
    d.dx = 0.05;
    d.params.fluid.domain = FluidDomain::Liquid;
    d.params.method.separationPasses = passes;
    d.liquid = {{.kind = LiquidRegion::Box, .position = Vec3(0.4, 0.7, 0), .size = Vec3(0.8, 0.2, 1)}};
    World w(d);  // a slab under the lid falls
    w.step();
    const auto& all = w.report().warnings;
    const bool said = std::any_of(all.begin(), all.end(), [](const std::string& text) {
      return text.starts_with("letting go of walls was cut short after 1 passes");
    });
    EXPECT_EQ(said, passes == 1);
    EXPECT_EQ(w.report().pressure.complementarity > 1e-6, passes == 1);
    EXPECT_LE(w.report().pressure.passes, passes);
  }
}

/// Half as heavy as the water, in turn: the error of each turn is more than half again that of the last.
TEST(Warnings, TellOfABodyThatRunsAway) {
  for (const Coupling way : {Coupling::Weak, Coupling::Variational}) {
    WorldDesc d;
    d.cells = Int3(16);
    d.dx = 0.0625;
    d.params.method.coupling = way;
    BodyDesc ball;
    ball.name = "ball";
    ball.shape = Tank::primitive(ShapeKind::Sphere, Vec3(0.25));
    ball.density = 500;
    ball.position = Vec3(0.5, 0.4, 0.5);
    d.bodies.push_back(ball);
    World w(d);
    bool said = false;
    double fastest = 0;
    for (int i = 0; i < 300 && !said && w.status().ok; ++i) {
      w.step();
      fastest = std::max(fastest, glm::length(w.bodies()[0].velocity));
      const auto& all = w.report().warnings;
      said = std::any_of(all.begin(), all.end(),
                         [](const std::string& text) { return text.starts_with("body 'ball' moves at "); });
    }
    EXPECT_EQ(said, way == Coupling::Weak);
    EXPECT_LT(fastest, way == Coupling::Weak ? 60 : 3);  // said before it is absurd
  }
}

}  // namespace
}  // namespace flotsam
