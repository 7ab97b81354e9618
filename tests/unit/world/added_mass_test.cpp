// SPDX-License-Identifier: MIT
// The added mass of a running world against closed forms; asking for it leaves no trace in what comes after.
#include "sim/added_mass.h"

#include <gtest/gtest.h>

#include "io/assets.h"
#include "io/scene.h"

namespace flotsam {
namespace {

WorldDesc shipped(const std::string& name) {
  auto scene = loadScene(findScene(name));
  EXPECT_TRUE(scene) << name;
  return std::move(*scene);
}

const Vec3 kAxes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

TEST(AddedMass, OfASphereInACubeIsThatOfTheHarmonicSeries) {
  const World world(shipped("released-sphere"));
  for (const Vec3& axis : kAxes) {
    const AddedMassEstimate e = estimateAddedMass(world, 0, axis);
    EXPECT_TRUE(e.converged && e.bounded);
    EXPECT_NEAR(e.coefficient(), 0.62282, 0.03 * 0.62282);  // four cells a radius: the scene's own tolerance
    EXPECT_NEAR(e.displaced, 1000 * 4 * kPi / 3 * std::pow(0.25, 3), 0.01 * e.displaced);
  }
}

TEST(AddedMass, IsTheFluidsAloneWhateverTheBodyWeighs) {
  WorldDesc light = shipped("released-sphere"), heavy = light;
  light.bodies[0].density = 1, heavy.bodies[0].density = 9000;
  const double a = estimateAddedMass(World(light), 0, kAxes[1]).mass;
  EXPECT_DOUBLE_EQ(estimateAddedMass(World(heavy), 0, kAxes[1]).mass, a);
  light.params.fluid.density = 500;
  EXPECT_NEAR(estimateAddedMass(World(light), 0, kAxes[1]).mass, 0.5 * a, 1e-6 * a);
}

TEST(AddedMass, OfACircleInASquare) {
  WorldDesc desc = shipped("released-sphere");
  desc.cells = {32, 32, 1}, desc.dx = 1.0 / 32;
  desc.bodies[0].position.z = 0.5 * desc.dx;
  const World world(desc);
  for (int a = 0; a < 2; ++a) {
    const AddedMassEstimate e = estimateAddedMass(world, 0, kAxes[a]);
    EXPECT_NEAR(e.coefficient(), 1.547508, 0.03 * 1.547508);  // harmonic series; eight cells a radius
  }
}

TEST(AddedMass, HalfInTheWaterItIsHalfInHeave) {
  World world(shipped("half-submerged"));
  world.step();  // the first one finds the surface and what is under it
  const AddedMassEstimate e = estimateAddedMass(world, 0, kAxes[1]);
  const double whole = 1000 * 4 * kPi / 3 * std::pow(0.25, 3);
  EXPECT_TRUE(e.converged && e.bounded);
  EXPECT_NEAR(e.displaced, 0.5 * whole, 0.03 * whole);
  EXPECT_NEAR(e.mass, 0.31141 * whole, 0.05 * 0.31141 * whole);  // the surface is half a cell or less off
}

TEST(AddedMass, OfAPlugInATubeHasNoBound) {
  World world(shipped("stopper"));
  const auto bodies = world.bodies();
  size_t plug = bodies.size();
  for (size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].free()) plug = i;
  ASSERT_LT(plug, bodies.size());
  bool any = false;
  for (const Vec3& axis : kAxes) any |= !estimateAddedMass(world, plug, axis).bounded;
  EXPECT_TRUE(any);
}

TEST(AddedMass, AskingLeavesNoTrace) {
  for (const char* name : {"released-sphere", "many-densities", "floaters"}) {
    World asked(shipped(name)), left(shipped(name));
    for (int step = 0; step < 3; ++step) {
      for (size_t b = 0; b < asked.bodies().size(); ++b) {
        const uint64_t before = asked.hash();
        EXPECT_TRUE(std::isfinite(estimateAddedMass(asked, b, kAxes[step % 3]).mass));
        EXPECT_EQ(asked.hash(), before);
      }
      asked.step(), left.step();
      EXPECT_EQ(asked.hash(), left.hash()) << name << " step " << step;
    }
  }
}

}  // namespace
}  // namespace flotsam
