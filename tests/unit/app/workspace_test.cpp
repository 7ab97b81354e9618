// SPDX-License-Identifier: MIT
// Files opened last, and unsaved work that outlives a crash.
#include "app/workspace.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/scene.h"
#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

/// The number of a process that has ended.
long gone() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  return child;
}

TEST(Workspace, RecentFilesNewestFirstAndOnlyThoseThere) {
  const TemporaryFolder folder;
  const auto state = folder.path() / "state";
  std::vector<std::string> files;
  for (int i = 0; i < 10; ++i) files.push_back(folder.write(std::to_string(i) + ".toml", "x"));
  {
    Workspace w(state, 1);
    for (const auto& f : files) w.opened(f);
    w.opened(files[5]);
    ASSERT_EQ(w.recent().size(), Workspace::kMostRecent);
    EXPECT_EQ(w.recent()[0], files[5]);
    EXPECT_EQ(w.recent()[1], files[9]);
  }
  std::filesystem::remove(files[9]);
  const Workspace again(state, 2);
  EXPECT_EQ(again.recent()[0], files[5]);
  EXPECT_EQ(again.recent()[1], files[8]);
}

TEST(Workspace, UnsavedWorkOfAWindowThatIsGoneIsOffered) {
  const TemporaryFolder folder;
  const auto state = folder.path() / "state";
  WorldDesc scene = *parse(kHead + kBall);
  scene.bodies[0].density = 345;
  {
    Workspace crashed(state, gone());
    crashed.keep("my scene", "12:34", scene, ".");
    EXPECT_FALSE(crashed.left()) << "its own is not offered to itself";
  }
  {
    Workspace running(state, getppid());
    running.keep("another", "12:35", scene, ".");
  }
  const Workspace next(state, getpid());
  const auto left = next.left();
  ASSERT_TRUE(left);
  EXPECT_EQ(left->of, "my scene");
  EXPECT_EQ(left->when, "12:34");
  const auto again = loadScene(left->file);
  ASSERT_TRUE(again);
  EXPECT_EQ(sceneText(*again), sceneText(scene));
  next.forget(*left);
  EXPECT_FALSE(next.left());
}

TEST(Workspace, WhatIsSavedOrGivenUpIsDropped) {
  const TemporaryFolder folder;
  const long process = gone();
  Workspace w(folder.path(), process);
  w.keep("scene", "now", *parse(kHead + kBall), ".");
  EXPECT_TRUE(Workspace(folder.path(), getpid()).left());
  w.drop();
  EXPECT_FALSE(Workspace(folder.path(), getpid()).left());
}

TEST(Workspace, WithoutAFolderNothingIsKept) {
  Workspace w({}, getpid());
  w.opened("/tmp/x.toml");
  w.keep("scene", "now", *parse(kHead + kBall), ".");
  w.drop();
  EXPECT_FALSE(w.left());
}

TEST(Workspace, MeshesAreFoundFromAnywhere) {
  const TemporaryFolder folder;
  folder.write("thing.obj", "v 0 0 0\n");
  WorldDesc scene = *parse(kHead + kBall);
  scene.bodies[0].shapeDesc.kind = ShapeKind::Mesh;
  scene.bodies[0].shapeDesc.mesh = "thing.obj";
  EXPECT_EQ(withWholePaths(scene, folder.path()).bodies[0].shapeDesc.mesh, folder.file("thing.obj"));
  scene.bodies[0].shapeDesc.mesh = "rabbit.obj";  // a shipped one
  EXPECT_EQ(withWholePaths(scene, folder.path()).bodies[0].shapeDesc.mesh, "rabbit.obj");
}

}  // namespace
}  // namespace flotsam
