// SPDX-License-Identifier: MIT
// Meshes given on the command line: names of their own, scaled to fit, side by side in the tank.
#include "io/assets.h"
#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

std::filesystem::path mesh(const char* name) { return assetFolder() / "meshes" / name; }

Box3 worldBox(const BodyDesc& body) {
  const Box3& b = body.shape->bounds();  // bodies of the plain tank are not turned
  return {b.lo + body.position, b.hi + body.position};
}

TEST(SceneFromMeshes, FitWithoutTouching) {
  for (size_t count : {1u, 2u, 3u, 5u, 8u}) {
    SCOPED_TRACE(count);
    const auto scene = sceneFromMeshes(std::vector<std::filesystem::path>(count, mesh("gem.obj")));
    ASSERT_TRUE(scene);
    ASSERT_EQ(scene->bodies.size(), count);
    const Vec3 tank = scene->dx * Vec3(scene->cells);
    for (size_t i = 0; i < count; ++i) {
      const Box3 a = worldBox(scene->bodies[i]);
      EXPECT_TRUE(glm::all(glm::greaterThan(a.lo, Vec3(0))) && glm::all(glm::lessThan(a.hi, tank))) << i;
      EXPECT_EQ(scene->bodies[i].density, i % 2 == 0 ? 2000 : 300);
      for (size_t j = 0; j < i; ++j) {
        const Box3 b = worldBox(scene->bodies[j]);
        EXPECT_TRUE(glm::any(glm::lessThan(a.hi, b.lo)) || glm::any(glm::lessThan(b.hi, a.lo))) << i << ' ' << j;
        EXPECT_NE(scene->bodies[i].name, scene->bodies[j].name);
      }
    }
    EXPECT_EQ(scene->bodies[0].name, "gem");
    if (count == 1) {
      const Vec3 size = worldBox(scene->bodies[0]).size();
      EXPECT_NEAR(std::max({size.x, size.y, size.z}), 0.35 * std::min({tank.x, tank.y, tank.z}), 0.01 * tank.x);
    }
  }
}

TEST(SceneFromMeshes, NamesArePlain) {
  EXPECT_EQ(bodyNameFrom("/home/a b/bl\xC3\xA5 gem.obj"), "bl-gem");
  EXPECT_EQ(bodyNameFrom("my_part-2 (old).stl"), "my_part-2-old");
  EXPECT_EQ(bodyNameFrom("\xE5\x85\x94.ply"), "mesh");
  EXPECT_EQ(bodyNameFrom(".obj"), "obj");  // a hidden file without an ending
  EXPECT_EQ(bodyNameFrom(std::string(100, 'x') + ".obj").size(), 48u);
}

TEST(SceneFromMeshes, AllBadFilesAreNamed) {
  const auto scene = sceneFromMeshes({"nowhere.obj", mesh("gem.obj"), "neither.ply"});
  EXPECT_FALSE(scene);
  ASSERT_EQ(scene.problems.size(), 2u);
  EXPECT_NE(scene.problems[0].text().find("nowhere.obj"), std::string::npos);
  EXPECT_NE(scene.problems[1].text().find("neither.ply"), std::string::npos);
}

TEST(Assets, ANameIsASceneAndAFileIsAFile) {
  EXPECT_EQ(findScene(kDefaultScene).filename(), std::string(kDefaultScene) + ".toml");
  EXPECT_TRUE(findScene("no-such-scene").empty());
  EXPECT_TRUE(findScene("").empty());
  const TemporaryFolder folder;
  const std::string file = folder.write("a.toml", "format = 1\n");
  EXPECT_EQ(findScene(file), file);
}

TEST(Assets, TheVariableWins) {
  const TemporaryFolder folder;
  setenv("FLOTSAM_ASSETS", folder.path().c_str(), 1);
  EXPECT_EQ(assetFolder(), folder.path());
  EXPECT_TRUE(shippedScenes().empty());
  setenv("FLOTSAM_ASSETS", folder.file("none").c_str(), 1);
  EXPECT_TRUE(assetFolder().empty());
  unsetenv("FLOTSAM_ASSETS");
  EXPECT_FALSE(assetFolder().empty());
}

}  // namespace
}  // namespace flotsam
