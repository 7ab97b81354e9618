// SPDX-License-Identifier: MIT
// Picking, the drag plane and the mouse over the scene.
#include "app/input.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/geometry/shape.h"

namespace flotsam {
namespace {

constexpr int kWidth = 1280, kHeight = 720;

SimView tankWithBall(const Vec3& at, double radius = 0.1) {
  SimView view;
  view.cells = {20, 20, 20};
  view.dx = 0.05;
  const auto shape = makePrimitive({ShapeKind::Sphere, "", 0, {radius, 0, 0}});
  BodyView ball;
  ball.name = "ball";
  ball.mesh = (*shape)->mesh();
  ball.boundingRadius = radius;
  ball.pose.position = at;
  view.bodies.push_back(ball);
  return view;
}

Vec2 pixelOf(const Camera& camera, const Vec3& world) {
  const Vec3 ndc = camera.project(world, double(kWidth) / kHeight);
  return {(ndc.x + 1) / 2 * kWidth, (1 - ndc.y) / 2 * kHeight};
}

struct SceneInputTest : testing::Test {
  SimView view = tankWithBall({0.4, 0.6, 0.5});
  Camera camera = Camera::framing(Vec3(1));
  SceneInput input;
  SceneInput::Stage stage{&view, &camera, kWidth, kHeight};
  Vec2 ball() const { return pixelOf(camera, view.bodies[0].pose.position); }
};

TEST(DragPlane, IsHitWhereTheRayCrosses) {
  const DragPlane plane{{0, 0, 2}, {0, 0, 1}};
  const auto x = plane.hit({{1, 2, 10}, glm::normalize(Vec3(1, 0, -1))});
  ASSERT_TRUE(x);
  EXPECT_NEAR(glm::length(*x - Vec3(9, 2, 2)), 0, 1e-12);
}

TEST(DragPlane, IsNotHitBehindOrAlong) {
  const DragPlane plane{{0, 0, 2}, {0, 0, 1}};
  EXPECT_FALSE(plane.hit({{0, 0, 10}, {0, 0, 1}}));
  EXPECT_FALSE(plane.hit({{0, 0, 10}, {1, 0, 0}}));
}

TEST(Pixels, CornersAreTheCornersOfTheView) {
  EXPECT_EQ(pixelToNdc({0, 0}, 100, 50), Vec2(-1, 1));
  EXPECT_EQ(pixelToNdc({100, 50}, 100, 50), Vec2(1, -1));
  EXPECT_EQ(pixelToNdc({3, 4}, 0, 0), Vec2(0));
}

TEST_F(SceneInputTest, TheNearestOfTwoBodiesIsPicked) {
  SimView two = tankWithBall({0.5, 0.5, 0.5});
  two.bodies.push_back(two.bodies[0]);
  two.bodies[1].name = "near";
  const Vec3 toEye = -camera.forward();
  two.bodies[1].pose.position += 0.3 * toEye;
  PickCache picks;
  const auto hit = picks.pick(two, camera.ray(pixelToNdc(pixelOf(camera, Vec3(0.5)), kWidth, kHeight), 16.0 / 9));
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->body, 1);
  EXPECT_NEAR(glm::length(hit->point - two.bodies[1].pose.position), 0.1, 2e-3);  // on the sphere, up to its facets
}

TEST_F(SceneInputTest, TheGrabbedPointStaysUnderTheMouse) {
  ASSERT_TRUE(input.press(stage, MouseButton::Left, false, ball(), 0).hitBody);
  ASSERT_TRUE(input.holding());
  EXPECT_EQ(input.hand().body, "ball");
  const Vec3 start = input.hand().target;
  EXPECT_NEAR(glm::length(start - view.bodies[0].pose.toWorld(input.hand().anchor)), 0, 1e-9);
  const Vec2 to = ball() + Vec2(90, -40);
  input.move(stage, to);
  EXPECT_NEAR(glm::length(pixelOf(camera, input.hand().target) - to), 0, 1e-6);
  // In the plane of the view through the grabbed point.
  EXPECT_NEAR(glm::dot(input.hand().target - start, camera.forward()), 0, 1e-9);
  EXPECT_FALSE(input.release(stage, MouseButton::Left, to));
  EXPECT_FALSE(input.holding());
}

TEST_F(SceneInputTest, TheTargetStaysNearTheTankAtAnyMousePosition) {
  input.press(stage, MouseButton::Left, false, ball(), 0);
  for (const Vec2& far : {Vec2(1e6, 0), Vec2(-1e6, 1e6), Vec2(0, -1e6)}) {
    input.move(stage, far);
    const Vec3 t = input.hand().target;
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_GE(t[axis], -1.0);
      EXPECT_LE(t[axis], 2.0);
    }
  }
}

TEST_F(SceneInputTest, AnotherButtonDoesNotLetGo) {
  input.press(stage, MouseButton::Left, false, ball(), 0);
  input.press(stage, MouseButton::Right, false, ball(), 0);
  input.release(stage, MouseButton::Right, ball());
  EXPECT_TRUE(input.holding());
}

TEST_F(SceneInputTest, FixedAndScriptedBodiesAreSelectedNotGrabbed) {
  for (const BodyMotion motion : {BodyMotion::Fixed, BodyMotion::Scripted}) {
    view.bodies[0].motion = motion;
    const auto result = input.press(stage, MouseButton::Left, false, ball(), 0);
    EXPECT_EQ(result.body, "ball");
    EXPECT_FALSE(input.holding());
    input.release(stage, MouseButton::Left, ball());
  }
}

TEST_F(SceneInputTest, EmptySpaceTurnsTheCameraAndAClickThereMeansNothing) {
  const Vec2 empty{40, 40};
  const double yaw = camera.yaw;
  input.press(stage, MouseButton::Left, false, empty, 0);
  input.move(stage, empty + Vec2(100, 0));
  EXPECT_NE(camera.yaw, yaw);
  EXPECT_FALSE(input.release(stage, MouseButton::Left, empty + Vec2(100, 0)));
  input.press(stage, MouseButton::Left, false, empty, 5);
  EXPECT_TRUE(input.release(stage, MouseButton::Left, empty));
}

TEST_F(SceneInputTest, DoubleClickOnEmptySpaceIsSeenOnce) {
  const Vec2 empty{40, 40};
  const auto click = [&](double t) {
    const bool twice = input.press(stage, MouseButton::Left, false, empty, t).doubleOnEmpty;
    input.release(stage, MouseButton::Left, empty);
    return twice;
  };
  EXPECT_FALSE(click(1));
  EXPECT_TRUE(click(1.2));
  EXPECT_FALSE(click(1.4));  // the third of three begins anew
  EXPECT_FALSE(click(3));
}

TEST_F(SceneInputTest, AFlatSceneDragsInItsPlane) {
  view.flat = true;
  camera.yaw = 20;
  input.press(stage, MouseButton::Left, false, ball(), 0);
  ASSERT_TRUE(input.holding());
  const double z = input.hand().target.z;
  input.move(stage, ball() + Vec2(200, 100));
  EXPECT_NEAR(input.hand().target.z, z, 1e-9);
}

TEST_F(SceneInputTest, AMinimisedWindowDoesNothing) {
  stage.width = stage.height = 0;
  input.press(stage, MouseButton::Left, false, {0, 0}, 0);
  input.move(stage, {10, 10});
  input.wheel(stage, 1, {0, 0});
  input.hover(stage, false);
  EXPECT_FALSE(input.holding());
  EXPECT_EQ(input.hovered(), -1);
}

TEST_F(SceneInputTest, HoverNamesTheBodyUnderTheMouse) {
  input.move(stage, ball());
  input.hover(stage, false);
  EXPECT_EQ(input.hovered(), 0);
  input.hover(stage, /*overPanel=*/true);
  EXPECT_EQ(input.hovered(), -1);
}

}  // namespace
}  // namespace flotsam
