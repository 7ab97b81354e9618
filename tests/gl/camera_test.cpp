// SPDX-License-Identifier: MIT
// The camera against its own definition: rays and projections are inverse, and the matrices agree with both.
#include "render/camera.h"

#include <gtest/gtest.h>

#include "core/rng.h"

namespace flotsam {
namespace {

TEST(Camera, RayAndProjectionAreInverse) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    Camera c = Camera::framing({random.in(0.05, 10), random.in(0.05, 10), random.in(0.05, 10)});
    c.orbit(random.in(-180, 180), random.in(-80, 80));
    c.zoom(random.in(0.3, 3));
    const double aspect = random.in(0.4, 3);
    const Vec2 ndc{random.in(-1, 1), random.in(-1, 1)};
    const Camera::Ray ray = c.ray(ndc, aspect);
    EXPECT_NEAR(glm::length(ray.direction), 1, 1e-12);
    const Vec3 back = c.project(ray.origin + random.in(0.5, 1.5) * c.distance * ray.direction, aspect);
    EXPECT_NEAR(back.x, ndc.x, 1e-9);
    EXPECT_NEAR(back.y, ndc.y, 1e-9);
  }
}

TEST(Camera, MatricesAgreeWithProject) {
  Camera c = Camera::framing({1.6, 1, 1});
  const Mat4f m = c.projection(1.5) * c.view();
  for (const Vec3& p : {Vec3(0, 0, 0), Vec3(1.6, 1, 1), Vec3(0.3, 0.9, 0.2)}) {
    const Vec4f clip = m * Vec4f(Vec3f(p), 1);
    const Vec3 ndc = c.project(p, 1.5);
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(clip[a] / clip.w, ndc[a], 2e-5);
  }
}

TEST(Camera, FramingShowsTheWholeTank) {
  for (const Vec3& size :
       {Vec3(1.6, 1, 1), Vec3(0.05), Vec3(10, 6, 6), Vec3(1, 2, 1), Vec3(1.6, 1, 0.02), Vec3(1, 1, 0.05)}) {
    const Camera c = Camera::framing(size);
    for (int i = 0; i < 8; ++i) {
      const Vec3 ndc = c.project(size * Vec3(i & 1, i >> 1 & 1, i >> 2), 16 / 9.0);
      EXPECT_LT(std::max({std::abs(ndc.x), std::abs(ndc.y), std::abs(ndc.z)}), 1) << size.x << ' ' << size.y;
    }
  }
  EXPECT_EQ(Camera::framing({1.6, 1, 1}).yaw, 27);
  EXPECT_EQ(Camera::framing({1.6, 1, 0.025}).yaw, 0);
  EXPECT_EQ(Camera::framing({1.6, 1, 0.025}).pitch, 0);
}

TEST(Camera, PanFollowsThePointer) {
  Camera c = Camera::framing({1.6, 1, 1});
  const Vec3 held = c.target;
  const Vec3 before = c.project(held, 1.7);
  c.pan({0.2, -0.1}, 1.7);
  const Vec3 after = c.project(held, 1.7);
  EXPECT_NEAR(after.x - before.x, 0.2, 1e-9);
  EXPECT_NEAR(after.y - before.y, -0.1, 1e-9);
}

TEST(Camera, PitchAndZoomAreBounded) {
  Camera c = Camera::framing({1.6, 1, 1});
  c.orbit(0, 500);
  EXPECT_EQ(c.pitch, 89);
  for (int i = 0; i < 100; ++i) c.zoom(0.5);
  EXPECT_GT(c.distance, 0.05);
  for (int i = 0; i < 100; ++i) c.zoom(2);
  EXPECT_LT(c.distance, 100);
  const double d = c.distance;
  c.zoom(-1);
  c.zoom(std::nan(""));
  EXPECT_EQ(c.distance, d);
}

}  // namespace
}  // namespace flotsam
