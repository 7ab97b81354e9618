// SPDX-License-Identifier: MIT
// From commands to edits: new bodies, merging, and what shows while the simulation is paused.
#include "app/edits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace flotsam {
namespace {

SimView emptyTank() {
  SimView view;
  view.cells = {20, 20, 20};
  view.dx = 0.05;
  return view;
}

BodyView bodyAt(const std::string& name, const Vec3& x, double radius) {
  BodyView b;
  b.name = name;
  b.pose.position = x;
  b.boundingRadius = radius;
  b.volume = 0.001;
  return b;
}

TEST(NewBody, EveryPrimitiveIsMadeInsideTheTank) {
  for (const char* word : {"sphere", "box", "cylinder", "torus", "capsule", "ellipsoid"}) {
    const auto body = newPrimitive(word, emptyTank());
    ASSERT_TRUE(body) << word;
    ASSERT_TRUE(body->shape);
    EXPECT_EQ(body->name, word);
    EXPECT_GT(body->shape->volume(), 1e-4);
    const double r = body->shape->boundingRadius();
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_GE(body->position[axis] - r, 0);
      EXPECT_LE(body->position[axis] + r, 1);
    }
  }
}

TEST(NewBody, AnUnknownWordIsRefusedByName) {
  const auto body = newPrimitive("teapot", emptyTank());
  ASSERT_FALSE(body);
  EXPECT_EQ(body.problems.front().key, "teapot");
}

TEST(NewBody, NamesAreUnique) {
  SimView view = emptyTank();
  for (int i = 0; i < 4; ++i) {
    const auto body = newPrimitive("box", view);
    ASSERT_TRUE(body);
    for (const auto& other : view.bodies) EXPECT_NE(other.name, body->name);
    view.bodies.push_back(bodyAt(body->name, body->position, body->shape->boundingRadius()));
  }
  EXPECT_EQ(view.bodies[1].name, "box2");
}

TEST(NewBody, GoesWhereThereIsRoom) {
  SimView view = emptyTank();
  view.bodies.push_back(bodyAt("big", Vec3(0.5), 0.2));
  const Vec3 x = freePlace(view, 0.1);
  EXPECT_GE(glm::length(x - Vec3(0.5)), 0.3);
}

TEST(NewBody, TheCentreIsTakenWhenItIsFree) { EXPECT_EQ(freePlace(emptyTank(), 0.1), Vec3(0.5)); }

TEST(NewBody, AFlatSceneKeepsItsPlane) {
  SimView view = emptyTank();
  view.cells.z = 1;
  view.flat = true;
  view.bodies.push_back(bodyAt("big", {0.5, 0.5, 0.025}, 0.2));
  EXPECT_NEAR(freePlace(view, 0.1).z, 0.025, 1e-12);
}

TEST(Duplicate, IsAtRestFreeAndElsewhere) {
  SimView view = emptyTank();
  view.bodies.push_back(bodyAt("wheel", Vec3(0.5), 0.15));
  view.bodies[0].density = 300;
  BodyDesc wheel;
  wheel.name = "wheel";
  wheel.motion = Motion::Scripted;
  wheel.velocity = {1, 2, 3};
  wheel.density = 1000;
  const BodyDesc copy = duplicateOf(wheel, view.bodies[0], view);
  EXPECT_EQ(copy.name, "wheel2");
  EXPECT_EQ(copy.motion, Motion::Free);
  EXPECT_EQ(copy.velocity, Vec3(0));
  EXPECT_EQ(copy.density, 300);  // as it is now, not as the file said
  EXPECT_GT(glm::length(copy.position - Vec3(0.5)), 0.3);
}

TEST(Zeros, LoseTheirSign) {
  WorldDesc desc;
  desc.params.gravity.x = -0.0;
  desc.bodies.resize(1);
  desc.bodies[0].name = "ball";
  desc.bodies[0].position = {-0.0, 1, -2};
  desc.bodies[0].orientation = Quat(1, -0.0, 0, -0.0);
  dropSignsOfZeros(desc);
  EXPECT_FALSE(std::signbit(desc.params.gravity.x));
  EXPECT_EQ(desc.params.gravity.y, -9.81);
  EXPECT_FALSE(std::signbit(desc.bodies[0].position.x));
  EXPECT_EQ(desc.bodies[0].position.z, -2);
  EXPECT_FALSE(std::signbit(desc.bodies[0].orientation.x));
  EXPECT_FALSE(std::signbit(desc.bodies[0].orientation.z));
}

TEST(Waiting, TheLastValueOfAKeyWinsInItsFirstPlace) {
  std::vector<Edit> waiting;
  addEdit(waiting, {Edit::SetParam, "a", 1, {}});
  addEdit(waiting, {Edit::RemoveBody, "ball", 0, {}});
  addEdit(waiting, {Edit::SetParam, "b", 2, {}});
  addEdit(waiting, {Edit::SetParam, "a", 3, {}});
  ASSERT_EQ(waiting.size(), 3u);
  EXPECT_EQ(waiting[0].key, "a");
  EXPECT_EQ(waiting[0].value, 3);
  EXPECT_EQ(waiting[1].kind, Edit::RemoveBody);
}

TEST(Waiting, ShowsValuesClampedAndBodiesComingAndGoing) {
  SimView view = emptyTank();
  view.bodies.push_back(bodyAt("ball", Vec3(0.3), 0.1));
  view.bodies.push_back(bodyAt("gone", Vec3(0.7), 0.1));
  Param density;
  density.info.key = "body.ball.density";
  density.info.min = 1, density.info.max = 20000;
  Param cells;
  cells.info.key = "count";
  cells.info.kind = ParamKind::Integer;
  cells.info.min = 1, cells.info.max = 10;
  view.params = {density, cells};
  const auto added = newPrimitive("sphere", view);
  ASSERT_TRUE(added);
  showPending(view, {{Edit::SetParam, "body.ball.density", 1e9, {}},
                     {Edit::SetParam, "count", 2.7, {}},
                     {Edit::RemoveBody, "gone", 0, {}},
                     {Edit::AddBody, "", 0, *added}});
  EXPECT_EQ(view.params[0].value, 20000);
  EXPECT_EQ(view.params[1].value, 3);
  ASSERT_EQ(view.bodies.size(), 2u);
  EXPECT_EQ(view.bodies[0].density, 20000);
  EXPECT_EQ(view.bodies[0].mass, 20);
  EXPECT_EQ(view.bodies[1].name, "sphere");
  EXPECT_TRUE(view.bodies[1].mesh);
}

TEST(Edits, APlaceIsInsideTheTankAsFarAsTheBodyFits) {
  SimView view;
  view.cells = Int3(10), view.dx = 0.1;
  auto mesh = std::make_shared<TriangleMesh>();
  for (const double x : {-0.3, 0.3})
    for (const double y : {-0.1, 0.1})
      for (const double z : {-0.1, 0.1}) mesh->positions.push_back(Vec3f(Vec3(x, y, z)));
  BodyView body;
  body.mesh = mesh;
  Pose to{{-5, 0.5, 0.95}, {1, 0, 0, 0}};
  EXPECT_LT(glm::length(insideTank(body, to, view).position - Vec3(0.3, 0.5, 0.9)), 1e-6);
  to.orientation = glm::angleAxis(kPi / 2, Vec3(0, 0, 1));  // now it stands
  EXPECT_LT(glm::length(insideTank(body, to, view).position - Vec3(0.1, 0.5, 0.9)), 1e-6);
  to.position = {0.5, 5, 0.5};
  EXPECT_LT(glm::length(insideTank(body, to, view).position - Vec3(0.5, 0.7, 0.5)), 1e-6);
  body.motion = BodyMotion::Fixed;  // may stand in a wall
  EXPECT_EQ(insideTank(body, to, view).position.y, 1);
  body.motion = BodyMotion::Free;
  view.cells = {4, 10, 10};  // longer than the tank: in its middle
  to.orientation = {1, 0, 0, 0}, to.position = {0.9, 0.5, 0.5};
  EXPECT_NEAR(insideTank(body, to, view).position.x, 0.2, 1e-6);
}

}  // namespace
}  // namespace flotsam
