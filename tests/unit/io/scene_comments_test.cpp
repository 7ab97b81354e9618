// SPDX-License-Identifier: MIT
// Files with comments are kept beside what takes their place.
#include "io/scene_comments.h"

#include "io/assets.h"
#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

TEST(SceneComments, AreFoundOutsideOfStringsOnly) {
  for (const char* text :
       {"# a", "a = 1 # b", "a = \"x\" # b", "a = 'x' # b", "a = \"\"\"x\"\"\" # b", "a = \"\" # b", "a = '' # b",
        "a = \"\\\\\" # b", "a = '\\' # b", "a = '''x''''' # b", "a = \"\"\"\n\\\"\"\"\" # b", "a = \"it's\" # don't"})
    EXPECT_TRUE(hasComments(text)) << text;
  for (const char* text : {"", "a = 1", "a = \"# b\"", "a = '# b'", "a = \"\"\"\n# b\n\"\"\"", "a = '''\n# b\n'''",
                           "a = \"\\\"# b\"", "a = \"\"\"\\\"\"\"# b\"\"\"", "a = '\"# b'", "a = \"# b"})
    EXPECT_FALSE(hasComments(text)) << text;
}

TEST(SceneComments, NoShippedSceneIsWrittenWithOne) {
  size_t commented = 0;
  for (const auto& scene : shippedScenes()) {
    const auto desc = loadScene(scene.path);
    ASSERT_TRUE(desc) << scene.name;
    EXPECT_FALSE(hasComments(sceneText(*desc))) << scene.name;
    commented += hasComments(readAll(scene.path.string()));
  }
  EXPECT_GT(commented, 0u);
}

TEST(SceneComments, TheFileIsKeptAsItWas) {
  const TemporaryFolder folder;
  auto none = keepCommented(folder.file("scene.toml"));
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty()) << "no file";
  none = keepCommented(folder.write("scene.toml", "format = 1\n"));
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty()) << "no comment";
  const std::string text = "format = 1 # mine\n";
  const auto copy = keepCommented(folder.write("scene.toml", text));
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->string(), folder.file("scene.toml~"));
  EXPECT_EQ(readAll(folder.file("scene.toml~")), text);
}

TEST(SceneComments, WhatCannotBeKeptIsTold) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("scene.toml~"));
  const auto kept = keepCommented(folder.write("scene.toml", "format = 1 # mine\n"));
  EXPECT_FALSE(kept);
  EXPECT_TRUE(hasErrors(kept.problems));
}

}  // namespace
}  // namespace flotsam
