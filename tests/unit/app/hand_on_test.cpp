// SPDX-License-Identifier: MIT
// What is kept of a run in the window: exports beside the simulation's thread, the plots as a table, parameters as
// text; fields of placed parts, the handle that moves and turns a body, and imports that are given up.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "app/exporter.h"
#include "app/loader.h"
#include "app/params_text.h"
#include "app/parts.h"
#include "app/place_handle.h"
#include "app/sim_thread.h"
#include "app/video_recorder.h"
#include "sim/compare.h"
#include "ui/plot_table.h"
#include "unit/app/small_tank.h"
#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

template <class Condition>
bool within(double seconds, Condition condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

size_t filesIn(const std::string& folder) {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
  return count;
}

struct ExporterTest : testing::Test {
  TemporaryFolder folder;
  std::string out = folder.file("out");
  std::shared_ptr<Exporter> exporter = std::make_shared<Exporter>();
  SimThread sim{1};
  ExporterTest() {
    sim.exportTo(exporter);
    sim.setPlaying(false);
    sim.load(smallTank(), "");
    EXPECT_TRUE(within(60, [&] { return sim.view() && sim.view()->title == "Small tank"; }));
  }
  void steps(uint64_t count) {
    const uint64_t to = sim.view()->step + count;
    for (uint64_t i = 0; i < count; ++i) sim.stepOnce();
    EXPECT_TRUE(within(60, [&] { return sim.view()->step >= to; }));
  }
  Exporter::End end() {
    std::optional<Exporter::End> end;
    EXPECT_TRUE(within(60, [&] { return (end = exporter->finished()).has_value(); }));
    return end ? *end : Exporter::End{};
  }
};

/// Records pictures of noise in a process of its own whose files may have this many bytes; what it says at the end.
/// `path`: where ffmpeg is looked for.
std::string videoOf(const std::string& stem, rlim_t mostBytes, const std::string& said, const std::string& path) {
  const pid_t process = fork();
  if (process == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    setenv("PATH", path.c_str(), 1);
    const rlimit most{mostBytes, mostBytes};
    if (setrlimit(RLIMIT_FSIZE, &most) != 0) _exit(2);
    VideoRecorder video;
    if (hasErrors(video.start(stem, 320, 240, 0))) _exit(3);
    Image noise{320, 240, std::vector<uint8_t>(320 * 240 * 3)};
    uint32_t seed = 1;
    std::optional<VideoRecorder::End> end;
    for (int i = 0; i < 40 && !end; ++i) {
      for (uint8_t& c : noise.rgb) c = static_cast<uint8_t>((seed = seed * 1664525u + 1013904223u) >> 24);
      video.take(noise, i / VideoRecorder::kPerSecond);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      end = video.finished();
    }
    if (!end) video.stop();
    if (!end && !within(120, [&] { return (end = video.finished()).has_value(); })) _exit(4);
    if (video.writing()) _exit(5);  // another video can be recorded
    std::ofstream(said) << (hasErrors(end->problems) ? "problem: " + end->problems[0].text() : end->words);
    _exit(0);
  }
  int status = 0;
  waitpid(process, &status, 0);
  EXPECT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 0);
  std::ifstream in(said);
  std::string words;
  std::getline(in, words);
  return words;
}

TEST(VideoRecorder, AFullDiskEndsItWithTheReasonAndTheOldVideoStays) {
  const TemporaryFolder folder, tools;
  // In ffmpeg's place: what it is given goes into the file named last.
  const std::string tool = tools.write("ffmpeg", "#!/bin/sh\nfor last; do :; done\nexec cat > \"$last\"\n");
  std::filesystem::permissions(tool, std::filesystem::perms::owner_all);
  const std::string path = tools.path().string() + ":/usr/bin:/bin", old = folder.write("film.mp4", "old");
  const std::string full = videoOf(folder.file("film"), 20000, folder.file("said"), path);
  EXPECT_TRUE(full.starts_with("problem: ")) << full;
  EXPECT_NE(full.find("film.mp4"), std::string::npos) << full;
  EXPECT_EQ(std::filesystem::file_size(old), 3u);
  EXPECT_EQ(filesIn(folder.path().string()), 2u) << "a part of the new one is left";
  const std::string room = videoOf(folder.file("film"), 200'000'000, folder.file("said"), path);
  EXPECT_TRUE(room.starts_with("Video saved: ")) << room;
  EXPECT_GT(std::filesystem::file_size(old), 20000u);
}

TEST(VideoRecorder, SaysAtTheStartThatThereIsNoFfmpeg) {
  const TemporaryFolder folder, tools;
  const std::string path = std::getenv("PATH");
  setenv("PATH", tools.path().c_str(), 1);
  VideoRecorder video;
  const Problems problems = video.start(folder.file("film"), 32, 24, 0);
  setenv("PATH", path.c_str(), 1);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_TRUE(problems[0].warning && video.running());
  EXPECT_EQ(problems[0].text(),
            folder.file("film") + ".frames: ffmpeg is not installed: numbered pictures are written instead of a video");
}

TEST(VideoRecorder, AFullDiskEndsThePicturesToo) {
  const TemporaryFolder folder, tools;  // no ffmpeg
  const std::string full = videoOf(folder.file("film"), 20000, folder.file("said"), tools.path().string());
  EXPECT_TRUE(full.starts_with("problem: ")) << full;
  EXPECT_NE(full.find("frame_00001.png"), std::string::npos) << full;
  EXPECT_EQ(filesIn(folder.file("film.frames")), 0u) << "a part of a picture is left";
}

TEST_F(ExporterTest, EveryStepBecomesAFrameAndStopWritesTheBodies) {
  ASSERT_TRUE(exporter->start(out, "particles-ply,bodies-csv", smallTank(), {}).empty());
  steps(20);  // more than may wait
  exporter->stop();
  const auto result = end();
  EXPECT_TRUE(result.problems.empty());
  EXPECT_EQ(result.status.frames, 20u);
  EXPECT_EQ(filesIn(out), 21u);
  std::ifstream table(out + "/bodies.csv");
  std::string line;
  int lines = 0;
  while (std::getline(table, line)) ++lines;
  EXPECT_EQ(lines, 21);
  // And again into another folder.
  ASSERT_TRUE(exporter->start(folder.file("more"), "bodies-csv", smallTank(), {}).empty());
  steps(2);
  exporter->stop();
  EXPECT_EQ(end().status.frames, 2u);
}

/// While comparing it is the side that was chosen, with that side's scene.
TEST_F(ExporterTest, OfTheSideThatWasChosen) {
  WorldDesc desc = smallTank();
  desc.title = "Compared";
  desc.compare.sides = {{}, {{"body.ball.density", 500}}};
  sim.load(desc, "");
  ASSERT_TRUE(within(60, [&] { return sim.views().size() == 2 && sim.view()->title == "Compared"; }));
  const std::vector<WorldDesc> sides = sidesOf(desc);
  for (const size_t side : {size_t{1}, size_t{0}}) {
    const std::string into = folder.file(side == 0 ? "a" : "b");
    ASSERT_TRUE(exporter->start(into, "bodies-csv", sides[side], {}, side).empty());
    EXPECT_EQ(exporter->status().side, side);
    steps(6);
    exporter->stop();
    EXPECT_EQ(end().status.frames, 6u);
    std::ifstream table(into + "/bodies.csv");
    std::string head, line, last;
    std::getline(table, head);
    while (std::getline(table, line)) last = line;
    std::vector<std::string> names, values;
    for (std::istringstream text(head); std::getline(text, line, ',');) names.push_back(line);
    for (std::istringstream text(last); std::getline(text, line, ',');) values.push_back(line);
    const auto y = std::find_if(names.begin(), names.end(), [](const std::string& n) { return n.starts_with("y"); });
    ASSERT_NE(y, names.end()) << head;
    const double at = std::stod(values.at(static_cast<size_t>(y - names.begin())));
    EXPECT_NEAR(at, sim.views()[side]->bodies[0].pose.position.y, 1e-5);
    EXPECT_EQ(at > 0.5, side == 1) << at;  // the light one rises
  }
  // Going on with A alone ends what was taken of B.
  ASSERT_TRUE(exporter->start(folder.file("c"), "bodies-csv", sides[1], {}, 1).empty());
  steps(2);
  sim.compare({});
  EXPECT_EQ(end().status.frames, 2u);
}

TEST_F(ExporterTest, GoingBackOrRestartingEndsIt) {
  steps(5);
  ASSERT_TRUE(exporter->start(out, "bodies-csv", smallTank(), {}).empty());
  sim.stepBack();  // before it has a frame: it begins with what comes
  ASSERT_TRUE(within(60, [&] { return sim.view()->step == 4; }));
  EXPECT_TRUE(exporter->status().running);
  steps(3);
  sim.restart();
  EXPECT_EQ(end().status.frames, 3u);
  EXPECT_FALSE(exporter->status().writing);
}

TEST_F(ExporterTest, AFullDiskEndsItAndTheSceneGoesOn) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  ASSERT_TRUE(exporter->start(out, "particles-csv", smallTank(), {}).empty());
  std::filesystem::create_symlink("/dev/full", out + "/particles_00003.csv");
  steps(30);
  const auto result = end();
  ASSERT_TRUE(hasErrors(result.problems));
  EXPECT_NE(result.problems[0].text().find("particles_00003.csv"), std::string::npos) << result.problems[0].text();
  EXPECT_EQ(result.status.frames, 2u);
  steps(1);
}

TEST(PlotTable, ARowAStepWithUnits) {
  History history;
  UiState state;
  SimView view;
  view.dt = 0.5;
  BodyView ball;
  ball.name = "ball, red";
  view.bodies.push_back(ball);
  for (uint64_t step = 0; step < 3; ++step) {
    view.step = step, view.time = 0.5 * static_cast<double>(step), view.kineticEnergy = static_cast<double>(step) + 1;
    view.bodies[0].pose.position.y = 0.25;
    history.take(view, step, 1);
  }
  ExpectView expect;
  expect.quantity = "body.ball.velocity.y", expect.unit = "m/s";
  expect.samples.push_back({0.5, -1.5, -2, true});
  view.expectations.push_back(expect);
  state.view = &view, state.selected = "ball, red";
  std::istringstream text(plotTable(state, history, {}));
  std::string line;
  std::getline(text, line);
  EXPECT_EQ(line,
            "time [s],step,kinetic energy [J],volume [m3],largest divergence [1/s],iterations,step [ms],"
            "\"ball, red x [m]\",\"ball, red y [m]\",\"ball, red z [m]\",\"ball, red vx [m/s]\","
            "\"ball, red vy [m/s]\",\"ball, red vz [m/s]\",body.ball.velocity.y [m/s],"
            "body.ball.velocity.y in theory [m/s]");
  std::getline(text, line);
  EXPECT_EQ(line, "0,0,1,0,0,0,0,0,0.25,0,0,0,0,,");
  std::getline(text, line);
  EXPECT_EQ(line, "0.5,1,2,0,0,0,0,0,0.25,0,0,0,0,-1.5,-2");
}

TEST(ParamsText, WhatWasChangedFirst) {
  WorldDesc scene = smallTank();
  scene.params.fluid.density = 1200, scene.bodies[0].density = 300;
  const std::string text = paramsText(scene, {{"body.ball.density", 300}}, "small");
  EXPECT_EQ(text.find("# Small tank (small)\nbody.ball.density = 300  # kg/m³\n\n# the scene itself\n"), 0u) << text;
  EXPECT_NE(text.find("\n# fluid.density = 1200"), std::string::npos) << text;
  EXPECT_EQ(paramsLine(scene, {{"body.ball.density", 300}}), "Density of ball 300 kg/m³");
  EXPECT_NE(paramsText(smallTank(), {}, "").find("# nothing was changed\n"), std::string::npos);
}

TEST(Parts, FieldsOfJointsTapsAndDrains) {
  WorldDesc scene = smallTank();
  JointDesc hinge;
  hinge.name = "a", hinge.kind = JointKind::Hinge, hinge.body = "ball";
  scene.joints.push_back(hinge);
  scene.emitters.push_back({.position = {0.5, 0.9, 0.5}, .radius = 0.1, .velocity = {0, -1, 0}});
  scene.drains.push_back({.position = {0.5, 0.1, 0.5}, .radius = 0.1});
  const auto keys = [&](size_t part) {
    std::string all;
    for (const auto& f : partFields(scene, part)) all += f.key + " ";
    return all;
  };
  EXPECT_EQ(keys(0), "axis motorTorque motorSpeed limited ");
  EXPECT_EQ(keys(1), "speed radius angle ");
  EXPECT_EQ(keys(2), "radius open ");
  EXPECT_EQ(keys(3), "");
  EXPECT_TRUE(setPartField(scene, 0, "limited", 1));
  EXPECT_EQ(keys(0), "axis motorTorque motorSpeed limited lo hi ");
  EXPECT_TRUE(setPartField(scene, 0, "hi", 500));  // clamped
  EXPECT_EQ(scene.joints[0].hi, 180);
  EXPECT_TRUE(setPartField(scene, 0, "axis", 1));
  EXPECT_EQ(scene.joints[0].axis, Vec3(0, 1, 0));
  EXPECT_TRUE(setPartField(scene, 1, "speed", 2));
  EXPECT_EQ(scene.emitters[0].velocity, Vec3(0, -2, 0));
  EXPECT_TRUE(setPartField(scene, 1, "angle", 90));
  EXPECT_NEAR(scene.emitters[0].velocity.x, 2, 1e-12);
  EXPECT_NEAR(scene.emitters[0].velocity.y, 0, 1e-12);
  EXPECT_TRUE(setPartField(scene, 2, "open", 0));
  EXPECT_TRUE(setPartField(scene, 2, "flow", 5));
  EXPECT_NEAR(scene.drains[0].flow, 0.005, 1e-15);
  EXPECT_FALSE(setPartField(scene, 2, "speed", 1));
  EXPECT_FALSE(setPartField(scene, 1, "speed", NAN));
}

struct PlaceHandleTest : testing::Test {
  SimView view;
  Camera camera;
  SceneInput::Stage stage;
  PlaceHandle handle;
  Pose pose;
  using Part = PlaceHandle::Part;
  using Kind = PlaceHandle::Kind;
  PlaceHandleTest() {
    view.cells = {20, 20, 20}, view.dx = 0.05;
    camera = Camera::framing(Vec3(1));
    camera.shift = Vec2(0);
    stage = {&view, &camera, 1280, 720};
    pose.position = {0.4, 0.5, 0.6};
  }
  Vec2 placeOf(Part part, Kind kind) const {
    for (const auto& p : handle.places(stage, pose, kind, 1))
      if (p.part == part) return p.pixel;
    return {-1, -1};
  }
};

TEST_F(PlaceHandleTest, AnArrowMovesAlongItsAxisUnderTheMouse) {
  for (const auto& [part, axis] : {std::pair{Part::X, 0}, std::pair{Part::Y, 1}, std::pair{Part::Z, 2}}) {
    const Vec2 at = placeOf(part, Kind::Move);
    ASSERT_TRUE(handle.press(stage, pose, Kind::Move, at, 1));
    ASSERT_EQ(handle.held(), part);
    // The mouse goes to where a place 0.1 m farther along the axis is.
    Vec3 by(0);
    by[axis] = 0.1;
    const Vec2 way = stagePixel(stage, pose.position + by) - stagePixel(stage, pose.position);
    const Pose to = handle.move(stage, at + way, false);
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(to.position[a], pose.position[a] + by[a], a == axis ? 0.02 : 1e-12);
    const Pose snapped = handle.move(stage, at + 0.8 * way, true);
    EXPECT_NEAR(snapped.position[axis], pose.position[axis] + 0.1, 1e-12);  // two cells
    handle.release();
  }
}

TEST_F(PlaceHandleTest, TheKnobKeepsTheGrabbedPlaceUnderTheMouse) {
  const Vec2 at = placeOf(Part::View, Kind::Move);
  ASSERT_TRUE(handle.press(stage, pose, Kind::Move, at, 1));
  const Pose to = handle.move(stage, at + Vec2(40, -30), false);
  EXPECT_LT(glm::length(stagePixel(stage, to.position) - (at + Vec2(40, -30))), 0.5);
  EXPECT_NEAR(glm::dot(to.position - pose.position, camera.forward()), 0, 1e-9);
}

TEST_F(PlaceHandleTest, ARingTurnsAboutItsAxis) {
  for (const auto& [part, axis] : {std::pair{Part::X, 0}, std::pair{Part::Y, 1}, std::pair{Part::Z, 2}}) {
    const Vec2 at = placeOf(part, Kind::Turn), centre = stagePixel(stage, pose.position);
    ASSERT_TRUE(handle.press(stage, pose, Kind::Turn, at, 1)) << axis;
    ASSERT_EQ(handle.held(), part);
    const Pose to = handle.move(stage, at + 0.3 * Vec2(-(at - centre).y, (at - centre).x), false);
    const Quat q = to.orientation * glm::conjugate(pose.orientation);
    const Vec3 turn(q.x, q.y, q.z);
    EXPECT_GT(std::abs(turn[axis]), 0.01) << axis;
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(turn[a], a == axis ? turn[a] : 0, 1e-12);
    EXPECT_EQ(to.position, pose.position);
    const Pose snapped = handle.move(stage, at + 0.3 * Vec2(-(at - centre).y, (at - centre).x), true);
    const double degrees = glm::degrees(2 * std::acos(std::min(1.0, std::abs(snapped.orientation.w))));
    EXPECT_NEAR(std::remainder(degrees, 15), 0, 1e-6);
    handle.release();
  }
}

TEST_F(PlaceHandleTest, AFlatSceneStaysInItsPlane) {
  view.cells.z = 1, view.flat = true;
  camera = Camera::framing({1, 1, 0.05});
  pose.position.z = 0.025;
  EXPECT_EQ(handle.places(stage, pose, Kind::Move, 1).size(), 3u);
  EXPECT_EQ(handle.places(stage, pose, Kind::Turn, 1).size(), 1u);
  const Vec2 at = placeOf(Part::View, Kind::Move);
  ASSERT_TRUE(handle.press(stage, pose, Kind::Move, at, 1));
  EXPECT_NEAR(handle.move(stage, at + Vec2(30, 30), false).position.z, 0.025, 1e-12);
}

TEST(Loader, GivenUpItBringsNothingAndTheNextOneComes) {
  Loader loader;
  loader.addMesh("rabbit.obj", 0.3);
  loader.openScene("plain-tank");
  EXPECT_GE(loader.share(), 0);
  loader.cancel();
  EXPECT_TRUE(loader.busy()) << "the scene that waits is read now";
  EXPECT_LT(loader.share(), 0);
  std::optional<Loaded> loaded;
  ASSERT_TRUE(within(60, [&] { return (loaded = loader.poll()).has_value(); }));
  EXPECT_TRUE(loaded->scene.has_value());
  EXPECT_FALSE(loader.poll());
  loader.addMesh("dragon.obj", 0.3);
  loader.cancel();
  EXPECT_FALSE(loader.busy());
  EXPECT_TRUE(loader.words().empty());
}

TEST(Loader, AMeshSaysHowFarItIs) {
  Loader loader;
  loader.addMesh("rabbit.obj", 0.3);
  float last = 0;
  std::optional<Loaded> loaded;
  ASSERT_TRUE(within(60, [&] {
    const float share = loader.share();
    if (share >= 0) {
      EXPECT_GE(share, last);
    }
    last = std::max(last, share);
    return (loaded = loader.poll()).has_value();
  }));
  EXPECT_GT(last, 0.0f);
}

}  // namespace
}  // namespace flotsam
