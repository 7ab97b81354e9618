// SPDX-License-Identifier: MIT
// Geometry the renderer derives: hull normals over split vertices, and simplified surfaces for shadows; what it keeps.
#include "render/layers/meshes.h"

#include <gtest/gtest.h>

#include "fake_scene.h"
#include "render/offscreen.h"

namespace flotsam {
namespace {

TEST(HullNormals, PointOutwardsAndAgreeOverSplitCorners) {
  const auto box = fake::box({2, 1, 1});
  const std::vector<Vec3f> normals = layer::smoothNormals(*box);
  ASSERT_EQ(normals.size(), box->positions.size());
  for (size_t i = 0; i < normals.size(); ++i) {
    EXPECT_NEAR(glm::length(normals[i]), 1, 1e-5);
    for (int a = 0; a < 3; ++a) EXPECT_GT(normals[i][a] * box->positions[i][a], 0);
    for (size_t j = 0; j < i; ++j)
      if (box->positions[i] == box->positions[j]) {
        EXPECT_LT(glm::length(normals[i] - normals[j]), 1e-6f);
      }
  }
}

TEST(Clustering, KeepsTheShapeWithFewerTriangles) {
  const auto fine = fake::sphere(1, 200);
  const std::vector<glm::uvec3> coarse = layer::cluster(*fine, 2000);
  EXPECT_LE(coarse.size(), 2000u);
  EXPECT_GT(coarse.size(), 400u);
  // The enclosed volume by the divergence theorem; a lattice of 22 cells across keeps it within a few percent.
  double volume = 0;
  for (const auto& t : coarse) {
    const Vec3 a(fine->positions[t.x]), b(fine->positions[t.y]), c(fine->positions[t.z]);
    volume += glm::dot(a, glm::cross(b, c)) / 6;
  }
  EXPECT_NEAR(std::abs(volume), 4.0 / 3 * kPi, 0.08 * 4.19);
}

TEST(KeptMeshes, GoWithTheirBodiesOrWhenLongUnseen) {
  auto context = OffscreenContext::create(8, 8);
  if (!context) GTEST_SKIP() << context.problems.at(0).text();
  context->get()->makeCurrent();
  layer::Meshes meshes, ofAnotherRenderer;
  auto seen = fake::box({1, 1, 1}), gone = fake::box({1, 2, 1}), unseen = fake::box({1, 1, 2});
  for (const auto* mesh : {&seen, &gone, &unseen}) ASSERT_NE(meshes.find(*mesh), nullptr);
  ofAnotherRenderer.find(gone);
  meshes.endFrame();
  EXPECT_EQ(meshes.size(), 3u);
  gone.reset();
  meshes.endFrame();
  EXPECT_EQ(meshes.size(), 2u);
  for (int i = 0; i < 310; ++i) {
    meshes.find(seen);
    meshes.endFrame();
  }
  EXPECT_EQ(meshes.size(), 1u);
}

}  // namespace
}  // namespace flotsam
