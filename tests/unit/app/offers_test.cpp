// SPDX-License-Identifier: MIT
// What the window asks before it acts: the size of a mesh that was dropped, and the tank of a new scene.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/loader.h"
#include "app/new_scene.h"
#include "io/scene.h"
#include "sim/world.h"
#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

/// A box of 2 x 4 x 1 units.
std::string boxObj() {
  std::string text;
  for (int i = 0; i < 8; ++i)
    text += "v " + std::to_string(2 * (i & 1)) + " " + std::to_string(4 * (i >> 1 & 1)) + " " +
            std::to_string(i >> 2 & 1) + "\n";
  return text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
}

Loaded loadedFrom(Loader& loader) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (std::chrono::steady_clock::now() < end) {
    if (auto loaded = loader.poll()) return std::move(*loaded);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ADD_FAILURE() << "nothing was loaded";
  return {};
}

MeshCard cardOf(const Loaded& mesh) {
  MeshCard card;
  card.fileSize = mesh.report.fileSize;
  const double made = mesh.body->shapeDesc.size;
  card.unitVolume = mesh.body->shape->volume() / std::pow(made, 3);
  card.unitThickness = mesh.body->shape->thickness() / made;
  card.tank = Vec3(1), card.cell = 0.05, card.fit = made;
  card.choose(0);
  return card;
}

TEST(MeshOffer, TheUnitsOfTheFileGiveSizeAndMass) {
  TemporaryFolder folder;
  Loader loader;
  loader.addMesh(folder.write("box.obj", boxObj()), 0.4, /*offer=*/true);
  const Loaded mesh = loadedFrom(loader);
  ASSERT_TRUE(mesh.body) << (mesh.problems.empty() ? "" : mesh.problems.front().text());
  EXPECT_TRUE(mesh.offered);
  EXPECT_EQ(mesh.report.fileSize, Vec3(2, 4, 1));
  MeshCard card = cardOf(mesh);
  EXPECT_DOUBLE_EQ(card.size, 0.4);
  constexpr double kVolume = 2 * 4 * 1;  // in file units
  const double units[] = {0.1, 1e-3, 1e-2, 1, 0.0254};
  for (int unit = 0; unit < 5; ++unit) {
    card.choose(unit);
    EXPECT_NEAR(card.size, 4 * units[unit], 1e-12);
    EXPECT_NEAR(card.metres().x, 2 * units[unit], 1e-12);
    EXPECT_NEAR(card.metres().z, units[unit], 1e-12);
    // The volume is that of the distance grid: 48 cells along the longest side.
    EXPECT_NEAR(card.mass(), 800 * kVolume * std::pow(units[unit], 3), 0.02 * card.mass());
  }
  card.choose(3);
  EXPECT_NE(card.warning().find("Larger than the tank"), std::string::npos);
  card.choose(1);
  EXPECT_NE(card.warning().find("Thinner than a cell"), std::string::npos);
  card.choose(0);
  EXPECT_EQ(card.warning(), "");
}

TEST(MeshOffer, AnotherSizeIsWhatComesIn) {
  TemporaryFolder folder;
  const std::string file = folder.write("box.obj", boxObj());
  Loader loader;
  loader.addMesh(file, 0.4, /*offer=*/true);
  MeshCard card = cardOf(loadedFrom(loader));
  card.choose(2);
  loader.addMesh(file, card.size);
  const Loaded chosen = loadedFrom(loader);
  ASSERT_TRUE(chosen.body);
  EXPECT_FALSE(chosen.offered);
  EXPECT_NEAR(chosen.body->shape->bounds().size().y, 0.04, 0.002);
  EXPECT_NEAR(800 * chosen.body->shape->volume(), card.mass(), 1e-3 * card.mass());  // scaled as it says
}

TEST(NewScene, EveryChoiceIsATankThatRuns) {
  for (const bool water : {false, true})
    for (const bool flat : {false, true})
      for (int shape = 0; shape < 3; ++shape) {
        NewTank tank;
        tank.water = water, tank.flat = flat, tank.shape = shape, tank.fineness = 0, tank.side = 0.5;
        const WorldDesc desc = emptyScene(tank);
        SCOPED_TRACE(desc.title + " " + std::to_string(shape) + (flat ? " flat" : ""));
        EXPECT_FALSE(hasErrors(validate(desc)));
        EXPECT_TRUE(desc.bodies.empty());
        EXPECT_NEAR(desc.dx * std::min(desc.cells.x, desc.cells.y), 0.5, 1e-12);
        EXPECT_EQ(desc.cells.x, desc.cells.y * (shape == 1 ? 2 : 1) / (shape == 2 ? 2 : 1));
        EXPECT_EQ(desc.cells.z == 1, flat);
        const auto again = parseScene(sceneText(desc), "new.toml", ".");
        ASSERT_TRUE(again);
        EXPECT_EQ(sceneText(*again), sceneText(desc));
        World world(*again);
        for (int i = 0; i < 3; ++i) world.step();
        EXPECT_TRUE(world.status().ok);
        const double whole = desc.dx * desc.cells.x * desc.dx * desc.cells.y * desc.dx * desc.cells.z;
        EXPECT_NEAR(world.report().fluid.volume, (water ? 0.5 : 1) * whole, 0.02 * whole);
      }
}

}  // namespace
}  // namespace flotsam
