// SPDX-License-Identifier: MIT
// The way of a dragged body as a script: it keeps to the samples, with few keys, and the scene file keeps it.
#include "app/path_recorder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/document.h"
#include "io/scene.h"
#include "sim/rigid/script.h"
#include "sim/world.h"
#include "unit/app/small_tank.h"

namespace flotsam {
namespace {

/// A hand that swings to and fro and turns the body, as views of 60 a second show it.
std::vector<PathSample> swing(double seconds, double from = 3) {
  std::vector<PathSample> samples;
  for (int i = 0; i <= static_cast<int>(60 * seconds); ++i) {
    const double t = i / 60.0;
    const Vec3 x(0.5 + 0.25 * std::sin(2.1 * t), 0.5 + 0.1 * std::sin(5.3 * t), 0.5 + 0.05 * t / seconds);
    samples.push_back({from + t, {x, glm::angleAxis(0.8 * std::sin(t), Vec3(0, 0, 1))}});
  }
  return samples;
}

TEST(PathRecorder, KeepsToTheSamplesWithFewKeys) {
  const BodyDesc body = smallTank().bodies[0];
  const auto samples = swing(6);
  const PathLimits limits{.distance = 0.005};
  const Script script = scriptOf(samples, body, limits);
  EXPECT_LT(script.keys.size(), samples.size() / 5);
  EXPECT_LE(distanceFrom(samples, body, script), limits.distance);
  EXPECT_EQ(script.keys.front().time, 0);
  EXPECT_NEAR(script.keys.back().time, 6, 1e-9);
  BodyDesc following = body;
  following.script = script;
  for (const PathSample& s : samples) {
    const Quat q = scriptedPose(following, s.time - 3).orientation;
    EXPECT_LT(2 * std::acos(std::min(1.0, std::abs(glm::dot(q, s.pose.orientation)))), limits.angle + 1e-9);
  }
}

TEST(PathRecorder, ACoarserLimitNeedsFewerKeysAndThereAreNeverMoreThanMayBe) {
  const BodyDesc body = smallTank().bodies[0];
  const auto samples = swing(20);
  const size_t fine = scriptOf(samples, body, {.distance = 0.002}).keys.size();
  const size_t coarse = scriptOf(samples, body, {.distance = 0.02, .angle = 0.2}).keys.size();
  EXPECT_LT(coarse, fine);
  EXPECT_EQ(scriptOf(samples, body, {.distance = 1e-9, .angle = 1e-9}).keys.size(), 100u);
  EXPECT_EQ(scriptOf(samples, body, {.distance = 1e-9, .angle = 1e-9, .keys = 7}).keys.size(), 7u);
}

TEST(PathRecorder, AStraightLineAtRestAtItsEndsIsTwoKeys) {
  const BodyDesc body = smallTank().bodies[0];
  std::vector<PathSample> samples;
  for (int i = 0; i <= 30; ++i) {
    const double s = i / 30.0;
    samples.push_back({s, {Vec3(0.3, 0.5, 0.5) + s * s * (3 - 2 * s) * Vec3(0.4, 0, 0), {1, 0, 0, 0}}});
  }
  EXPECT_EQ(scriptOf(samples, body, {}).keys.size(), 2u);
}

TEST(PathRecorder, TooLittleIsNoPath) {
  const BodyDesc body = smallTank().bodies[0];
  EXPECT_TRUE(scriptOf({}, body, {}).keys.empty());
  const std::vector<PathSample> one = {{1, {Vec3(0.5), {1, 0, 0, 0}}}, {1, {Vec3(0.6), {1, 0, 0, 0}}}};
  EXPECT_TRUE(scriptOf(one, body, {}).keys.empty());
}

TEST(PathRecorder, InAFlatSceneItStaysInThePlane) {
  BodyDesc body = smallTank().bodies[0];
  body.position.z = 0.3;  // whatever the file says, the body is in the middle of the slab
  const Script script = scriptOf(swing(2), body, {.flat = true});
  ASSERT_GE(script.keys.size(), 2u);
  for (const auto& key : script.keys) EXPECT_EQ(key.position.z, 0);
}

TEST(PathRecorder, TheWorldFollowsItAndTheFileKeepsIt) {
  WorldDesc desc = smallTank();
  desc.bodies[0].shapeDesc.dims = Vec3(0.2);  // as the reader leaves those that a sphere has not
  const auto samples = swing(1.5);
  desc.bodies[0].motion = Motion::Scripted;
  desc.bodies[0].script = scriptOf(samples, desc.bodies[0], {.distance = 0.005});
  for (const Problem& p : validate(desc)) EXPECT_TRUE(p.warning) << p.text();
  const auto again = parseScene(sceneText(desc), "path.toml", ".");
  ASSERT_TRUE(again);
  ASSERT_EQ(again->bodies[0].script.keys.size(), desc.bodies[0].script.keys.size());
  World world(*again);
  for (size_t i = 1; i < samples.size(); ++i) {
    world.step();
    EXPECT_LT(glm::length(world.bodies()[0].pose.position - samples[i].pose.position), 0.005 + 1e-6) << "step " << i;
  }
}

TEST(PathRecorder, APathIsOneUndo) {
  Document d;
  d.open(smallTank());
  const std::string before = d.text();
  WorldDesc scene = d.scene();
  scene.bodies[0].motion = Motion::Scripted;
  scene.bodies[0].script = scriptOf(swing(1), scene.bodies[0], {});
  d.become("Path of ball", scene, {1, 1, 5});
  EXPECT_NE(d.text(), before);
  EXPECT_EQ(d.undoWords(), "Path of ball");
  EXPECT_TRUE(d.undo(1).again);
  EXPECT_EQ(d.text(), before);
  EXPECT_TRUE(d.redo(1).again);
  EXPECT_EQ(d.scene().bodies[0].script.kind, Script::Keyframes);
}

}  // namespace
}  // namespace flotsam
