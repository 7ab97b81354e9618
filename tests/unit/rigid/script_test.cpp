// SPDX-License-Identifier: MIT
#include "sim/rigid/script.h"
#include "rig.h"

namespace flotsam {
namespace {

BodyDesc scripted(Script script) {
  BodyDesc d;
  d.name = "paddle";
  d.shape = cuboid(0.1, 0.2, 0.1);
  d.motion = Motion::Scripted;
  d.position = {0.7, 0.5, 0.5};
  d.script = std::move(script);
  return d;
}
void expectNear(const Vec3& a, const Vec3& b, double tolerance) {
  EXPECT_NEAR(glm::distance(a, b), 0, tolerance) << a.x << ' ' << a.y << ' ' << a.z;
}

TEST(Script, SpinTurnsAboutTheBodyWithoutAPivot) {
  const BodyDesc d = scripted({.kind = Script::Spin, .axis = {0, 0, 1}, .rate = kPi});
  const Pose p = scriptedPose(d, 0.5);
  expectNear(p.position, d.position, 1e-15);
  expectNear(p.rotate({1, 0, 0}), {0, 1, 0}, 1e-14);
  Vec3 v, w;
  scriptedVelocity(d, 3, 1.0 / 60, v, w);
  expectNear(v, Vec3(0), 1e-13);
  expectNear(w, {0, 0, kPi}, 1e-11);
}

TEST(Script, SpinAboutAPivotCarriesTheBodyRound) {
  const BodyDesc d = scripted({.kind = Script::Spin, .axis = {0, 0, 1}, .rate = kPi, .pivot = {0.5, 0.5, 0.5}});
  const Pose p = scriptedPose(d, 0.5);
  expectNear(p.position, {0.5, 0.7, 0.5}, 1e-14);
  expectNear(p.rotate({1, 0, 0}), {0, 1, 0}, 1e-14);
}

TEST(Script, APivotAtTheOriginNeedsTheFlag) {
  BodyDesc d = scripted({.kind = Script::Spin, .axis = {0, 0, 1}, .rate = kPi, .hasPivot = true});
  expectNear(scriptedPose(d, 1).position, {-0.7, -0.5, 0.5}, 1e-14);
}

TEST(Script, CircleKeepsTheOrientation) {
  const BodyDesc d = scripted({.kind = Script::Circle, .axis = {0, 0, 1}, .rate = kPi, .pivot = {0.5, 0.5, 0.5}});
  const Pose p = scriptedPose(d, 1);
  expectNear(p.position, {0.3, 0.5, 0.5}, 1e-14);
  EXPECT_EQ(p.orientation, Quat(1, 0, 0, 0));
}

TEST(Script, KeyframesPassThroughTheirKeysSmoothly) {
  Script s;
  s.kind = Script::Keyframes;
  const Quat quarter(std::sqrt(0.5), 0, 0, std::sqrt(0.5));
  s.keys = {{1, {0, 0, 0}}, {2, {0.1, 0, 0}, quarter}, {4, {0.1, 0.2, 0}, quarter}};
  const BodyDesc d = scripted(s);
  expectNear(scriptedPose(d, 0).position, d.position, 1e-15);
  expectNear(scriptedPose(d, 2).position, d.position + Vec3(0.1, 0, 0), 1e-15);
  expectNear(scriptedPose(d, 9).position, d.position + Vec3(0.1, 0.2, 0), 1e-15);
  expectNear(scriptedPose(d, 2).rotate({1, 0, 0}), {0, 1, 0}, 1e-14);
  // The velocity has no jump at a key.
  Vec3 before, after, w;
  scriptedVelocity(d, 2 - 1e-6, 1e-6, before, w);
  scriptedVelocity(d, 2, 1e-6, after, w);
  expectNear(before, after, 1e-5);
  EXPECT_GT(glm::length(after), 0.05);
}

TEST(Script, AHoldIsAtRest) {
  Script s;
  s.kind = Script::Keyframes;
  const Vec3 down(0, -0.7, 0);
  s.keys = {{0, Vec3(0)}, {1, Vec3(0)}, {5, down}, {12, down}, {16, Vec3(0)}};
  const BodyDesc d = scripted(s);
  for (int i = 0; i <= 160; ++i) {
    const Vec3 at = scriptedPose(d, 0.1 * i).position - d.position;
    EXPECT_LE(at.y, 1e-15) << 0.1 * i;
    EXPECT_GE(at.y, -0.7 - 1e-15) << 0.1 * i;
    if (i >= 50 && i <= 120) expectNear(at, down, 1e-15);
  }
}

TEST(Script, LoopedKeyframesStartOver) {
  Script s;
  s.kind = Script::Keyframes;
  s.loop = true;
  s.keys = {{0, {0, 0, 0}}, {1, {0.1, 0, 0}}, {2, {0, 0.1, 0}}, {3, {0, 0, 0}}};
  const BodyDesc d = scripted(s);
  expectNear(scriptedPose(d, 7.3).position, scriptedPose(d, 1.3).position, 1e-14);
  Vec3 before, after, w;
  scriptedVelocity(d, 3 - 1e-6, 1e-6, before, w);
  scriptedVelocity(d, 3, 1e-6, after, w);
  expectNear(before, after, 1e-5);
}

TEST(Script, VelocityCarriesThePoseOverTheStep) {
  Script s{.kind = Script::Spin, .axis = glm::normalize(Vec3(1, 2, 3)), .rate = 7, .pivot = {0.4, 0.5, 0.6}};
  Rig rig;
  rig.add(scripted(s));
  for (int i = 0; i < 60; ++i) {
    const Pose before = rig.bodies[0].pose;
    rig.step();
    const RigidBody& b = rig.bodies[0];
    expectNear(before.position + rig.dt * b.velocity, b.pose.position, 1e-13);
    expectNear(b.angularVelocity, 7.0 * s.axis, 1e-11);
  }
  const Pose end = scriptedPose(rig.bodies[0].desc, rig.t);
  expectNear(end.position, rig.bodies[0].pose.position, 1e-12);
}

}  // namespace
}  // namespace flotsam
