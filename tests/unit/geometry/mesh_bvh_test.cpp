// SPDX-License-Identifier: MIT
// The triangle tree against sums over all triangles and against what is known of closed and open surfaces.
#include <gtest/gtest.h>

#include "core/rng.h"
#include "mesh_soups.h"
#include "sim/geometry/bvh.h"

namespace flotsam {
namespace {

/// Distance to one triangle by minimising over its points on a refined lattice; slow and different from the tree's way.
double plainDistance(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& x) {
  double bu = 1 / 3.0, bv = 1 / 3.0, best = 1e300;
  for (double step = 0.25; step > 1e-10; step *= 0.6)
    for (bool better = true; better;) {
      better = false;
      const double u0 = bu, v0 = bv;
      for (int i = -1; i <= 1; ++i)
        for (int j = -1; j <= 1; ++j) {
          const double u = std::clamp(u0 + i * step, 0.0, 1.0), v = std::clamp(v0 + j * step, 0.0, 1 - u);
          const double d = glm::length(a + u * (b - a) + v * (c - a) - x);
          if (d < best) best = d, bu = u, bv = v, better = true;
        }
    }
  return best;
}

TEST(MeshBvh, DistanceIsTheSmallestOverAllTriangles) {
  const TriangleMesh m = soups::primitive(ShapeKind::Capsule, {0.1, 0.5, 0});
  TriangleMesh few = m;
  few.triangles.resize(60);
  const TriangleBvh bvh(few);
  Random random(4);
  int hint = -1;
  for (int i = 0; i < 20; ++i) {
    const Vec3 x(random.in(-0.3, 0.3), random.in(-0.4, 0.4), random.in(-0.3, 0.3));
    double plain = 1e300;
    for (const auto& t : few.triangles)
      plain = std::min(plain, plainDistance(few.positions[t.x], few.positions[t.y], few.positions[t.z], x));
    EXPECT_NEAR(bvh.distance(x), plain, 1e-6);
    EXPECT_EQ(bvh.distance(x, hint), bvh.distance(x));
    EXPECT_EQ(bvh.distance(x, 0.5 * plain), 0.5 * plain);
  }
}

TEST(MeshBvh, DistanceToACubeIsTheBoxDistance) {
  const TriangleBvh bvh(soups::cube(0.5));
  const auto box = *makePrimitive({ShapeKind::Box, {}, 0, Vec3(0.5)});
  Random random(9);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 x(random.in(-0.6, 0.6), random.in(-0.6, 0.6), random.in(-0.6, 0.6));
    EXPECT_NEAR(bvh.distance(x), std::abs(box->signedDistance(x)), 1e-14);
  }
}

TEST(MeshBvh, WindingNumberIsWholeForClosedSurfaces) {
  const TriangleMesh ball = soups::ball(0.5);
  const TriangleBvh one(ball), turned(soups::inverted(ball)), two(soups::joined(ball, soups::ball(0.2)));
  Random random(8);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 x(random.in(-0.8, 0.8), random.in(-0.8, 0.8), random.in(-0.8, 0.8));
    const double r = glm::length(x);
    if (std::abs(r - 0.5) < 0.01 || std::abs(r - 0.2) < 0.01) continue;
    const double inside = r < 0.5 ? 1 : 0;
    // The far field is cut off at third order in radius / distance < 0.4; 0.1 counts as doubtful.
    EXPECT_NEAR(one.windingNumber(x), inside, 0.05);
    EXPECT_NEAR(turned.windingNumber(x), -inside, 0.05);
    EXPECT_NEAR(two.windingNumber(x), inside + (r < 0.2 ? 1 : 0), 0.06);
  }
}

TEST(MeshBvh, WindingNumberOfAnOpenCubeIsItsSolidAngle) {
  TriangleMesh open = soups::cube(1);
  open.triangles.erase(open.triangles.begin(), open.triangles.begin() + 2);
  const TriangleBvh bvh(open);
  EXPECT_NEAR(bvh.windingNumber({0, 0, 0}), 5 / 6.0, 1e-9);  // five of six equal sides
  EXPECT_NEAR(bvh.windingNumber({0, 0, 100}), 0, 1e-4);
}

TEST(MeshBvh, RaysFindTheNearestTriangle) {
  const TriangleMesh m = soups::joined(soups::ball(0.2), soups::moved(soups::cube(0.4), {1, 0, 0}));
  const TriangleBvh bvh(m);
  const auto hit = bvh.raycast({-2, 0.01, 0.02}, {1, 0, 0});
  EXPECT_NEAR(hit.distance, 2 - std::sqrt(0.04 - 0.0005), 1e-3);
  ASSERT_GE(hit.triangle, 0);
  const auto& t = m.triangles[hit.triangle];
  EXPECT_LT(std::max({m.positions[t.x].x, m.positions[t.y].x, m.positions[t.z].x}), 0);
  EXPECT_NEAR(bvh.raycast({3, 0.01, 0.02}, {-1, 0, 0}).distance, 1.8, 1e-7);
  EXPECT_LT(bvh.raycast({3, 0.01, 0.02}, {1, 0, 0}).distance, 0);
  EXPECT_LT(bvh.raycast({-2, 0.3, 0}, {1, 0, 0}).distance, 0);
  EXPECT_LT(TriangleBvh(TriangleMesh{}).raycast({0, 0, 0}, {1, 0, 0}).distance, 0);
}

}  // namespace
}  // namespace flotsam
