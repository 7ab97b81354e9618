// SPDX-License-Identifier: MIT
// Files opened last, and unsaved work that outlives a crash.
#include "app/workspace.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

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

TEST(Workspace, WorkOfANumberThatWasGivenAgainIsOffered) {
  const TemporaryFolder folder;
  Workspace(folder.path(), getppid()).keep("before the restart", "12:34", *parse(kHead + kBall), ".");
  const Workspace next(folder.path(), getpid());
  EXPECT_FALSE(next.left()) << "it may be of the process that runs";
  const auto file = folder.path() / ("unsaved-" + std::to_string(getppid()) + ".toml");
  const auto longAgo = std::filesystem::file_time_type::clock::now() - std::chrono::hours(24 * 365 * 20);
  std::filesystem::last_write_time(file, longAgo);
  EXPECT_TRUE(next.left()) << "written before the process that runs began";
}

TEST(Workspace, WorkOfAWindowThatEndedAndWasNotAskedForIsOffered) {
  const TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) _exit(0);
  siginfo_t ended;
  waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT);  // it stays as it is
  Workspace(folder.path(), child).keep("scene", "now", *parse(kHead + kBall), ".");
  EXPECT_TRUE(Workspace(folder.path(), getpid()).left());
  waitpid(child, nullptr, 0);
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

Recording recordingOf(const std::string& title, uint64_t steps) {
  Recording r;
  r.title = title, r.sceneText = kHead + kBall, r.sceneFolder = "scenes", r.steps = steps;
  r.frames[2].edits.push_back({Edit::SetParam, "gravity.y", -1, {}});
  r.hashes[0] = 123;
  return r;
}

TEST(Workspace, ARecordingOfAWindowThatIsGoneIsOfferedAndSavedWhole) {
  const TemporaryFolder folder;
  const auto state = folder.path() / "state";
  {
    const Workspace crashed(state, gone());
    EXPECT_TRUE(crashed.keepRecording({recordingOf("first", 7), recordingOf("second", 7)}).empty());
    EXPECT_TRUE(crashed.keepRecording({recordingOf("first", 9), recordingOf("second", 9)}).empty());
    EXPECT_FALSE(crashed.leftRecording()) << "its own is not offered to itself";
    EXPECT_FALSE(crashed.left()) << "it is no scene";
    const Workspace running(state, getppid());
    running.keepRecording({recordingOf("another", 3)});
  }
  const Workspace next(state, getpid());
  const auto left = next.leftRecording();
  ASSERT_TRUE(left);
  EXPECT_EQ(left->of, "first");
  EXPECT_FALSE(left->when.empty());
  ASSERT_EQ(left->files.size(), 2u);

  EXPECT_FALSE(next.saveLeft(*left, folder.path() / "none" / "r.json").empty());
  ASSERT_TRUE(next.leftRecording()) << "what cannot be saved stays";
  const auto path = folder.path() / "r.json";
  EXPECT_TRUE(next.saveLeft(*left, path).empty());
  for (const size_t side : {0, 1}) {
    const auto saved = loadRecording(sideFile(path, side));
    ASSERT_TRUE(saved);
    Recording expected = recordingOf(side == 0 ? "first" : "second", 9);
    expected.sceneFolder = std::filesystem::absolute("scenes").string();
    EXPECT_EQ(recordingText(*saved), recordingText(expected));
  }
  EXPECT_EQ(sideFile(path, 1).filename(), "r-b.json");
  EXPECT_FALSE(next.leftRecording());
}

TEST(Workspace, RecordingsAreDroppedWithAllTheirSides) {
  const TemporaryFolder folder;
  const Workspace w(folder.path(), gone()), next(folder.path(), getpid());
  w.keepRecording({recordingOf("a", 1), recordingOf("b", 1), recordingOf("c", 1)});
  w.keepRecording({recordingOf("a", 2)});
  ASSERT_TRUE(next.leftRecording());
  EXPECT_EQ(next.leftRecording()->files.size(), 1u) << "sides that are no more";
  w.dropRecording();
  EXPECT_FALSE(next.leftRecording());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  w.keepRecording({recordingOf("a", 2)});
  next.forget(*next.leftRecording());
  EXPECT_FALSE(next.leftRecording());
  folder.write("unsaved-" + std::to_string(gone()) + ".json", "{ \"format\": 1, ");
  EXPECT_FALSE(next.leftRecording()) << "what cannot be read is not offered";
}

TEST(Workspace, WhatCannotBeWrittenIsSaid) {
  const TemporaryFolder folder;
  const std::string wall = folder.write("wall", "");
  Workspace w(wall, getpid());
  const auto file = folder.write("x.toml", "x");
  const Problems problems = w.opened(file);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].text().find("recent"), std::string::npos) << problems[0].text();
  EXPECT_EQ(w.recent()[0], file) << "it serves this window";
  EXPECT_EQ(w.keepRecording({recordingOf("a", 1)}).size(), 1u);
  EXPECT_TRUE(Workspace(folder.path() / "new", getpid()).opened(file).empty());
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
