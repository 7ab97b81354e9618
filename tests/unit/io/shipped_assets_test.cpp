// SPDX-License-Identifier: MIT
// The shipped meshes are what they claim to be, and the shipped scenes start sanely: bodies apart and inside the tank,
// words for the lesson card, a first step that goes well.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "io/assets.h"
#include "io/mesh_import.h"
#include "io/scene.h"
#include "sim/world.h"

namespace flotsam {
namespace {

const char* const kMeshes[] = {"rabbit", "dragon", "asteroid", "gear", "paddle_wheel", "gem", "boat", "cup", "waist"};

class ShippedMesh : public testing::TestWithParam<const char*> {};

TEST_P(ShippedMesh, IsClosedOutwardAndOfUnitSize) {
  const auto mesh = readMesh(assetFolder() / "meshes" / (std::string(GetParam()) + ".obj"));
  ASSERT_TRUE(mesh);
  EXPECT_GE(mesh->triangles.size(), 1000u);
  EXPECT_LE(mesh->triangles.size(), 10000u);
  std::map<std::pair<unsigned, unsigned>, int> edges;  // directed
  Box3 box;
  double volume = 0;
  for (const auto& x : mesh->positions) box.include(Vec3(x));
  for (const auto& t : mesh->triangles) {
    for (int a = 0; a < 3; ++a) ++edges[{t[a], t[(a + 1) % 3]}];
    const Vec3 p(mesh->positions[t.x]), q(mesh->positions[t.y]), r(mesh->positions[t.z]);
    volume += glm::dot(p, glm::cross(q, r)) / 6;
  }
  size_t bad = 0;
  for (const auto& [edge, count] : edges) {
    const auto opposite = edges.find({edge.second, edge.first});
    bad += count != 1 || opposite == edges.end();
  }
  EXPECT_EQ(bad, 0u) << "every edge has two faces that run along it in opposite directions";
  EXPECT_GT(volume, 0.05);
  const Vec3 size = box.size();
  EXPECT_NEAR(std::max({size.x, size.y, size.z}), 1, 2e-5);  // five digits in the file
  for (int a = 0; a < 3; ++a) EXPECT_NEAR(box.centre()[a], 0, 2e-5);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedMesh, testing::ValuesIn(kMeshes));

TEST(ShippedScenes, AllPromisedScenesAreThere) {
  std::set<std::string> names;
  for (const auto& entry : shippedScenes()) names.insert(entry.name);
  for (const char* name : {"rabbit-and-dragon",
                           "many-densities",
                           "paddle",
                           "paddle-fine",
                           "one-way-sphere",
                           "stopper",
                           "piston",
                           "sinking-box-2d",
                           "vortex-in-a-box-2d",
                           "vortex-in-a-box-2d-rotated",
                           "vortex-in-a-box-2d-rotated-voxel",
                           "neutral",
                           "released-sphere",
                           "plain-tank",
                           "half-submerged",
                           "weak-coupling",
                           "free-sphere-in-water",
                           "dam-break",
                           "dam-break-obstacle",
                           "floaters",
                           "ball-on-wall-2d",
                           "ceiling-2d",
                           "spherical-container",
                           "scripted-sphere-in-water",
                           "lead-and-wood",
                           "two-stones",
                           "gears-and-rabbits",
                           "pour-into-cup",
                           "hourglass-plug",
                           "catapult",
                           "water-wheel",
                           "pendulum",
                           "boat",
                           "smoke-stirring",
                           "hot-sphere"})
    EXPECT_TRUE(names.count(name)) << name;
  ASSERT_FALSE(shippedScenes().empty());
  EXPECT_EQ(shippedScenes().front().name, kDefaultScene);
}

TEST(ShippedScenes, TeachSomething) {
  for (const auto& entry : shippedScenes()) {
    EXPECT_FALSE(entry.title.empty()) << entry.name;
    EXPECT_FALSE(entry.source.empty()) << entry.name;
    EXPECT_GT(entry.lesson.size(), 100u) << entry.name;
    EXPECT_LT(entry.lesson.size(), 520u) << entry.name << ": the card has room for five short sentences";
  }
}

/// Smallest distance of the surface of `a` from the inside of `b`.
double gap(const BodyDesc& a, const BodyDesc& b) {
  const Pose pa{a.position, a.orientation}, pb{b.position, b.orientation};
  double smallest = 1e30;
  for (const Vec3f& s : a.shape->samples())
    smallest = std::min(smallest, b.shape->signedDistance(pb.toBody(pa.toWorld(Vec3(s)))));
  return smallest;
}

TEST(ShippedScenes, BodiesStartApartAndInside) {
  for (const auto& entry : shippedScenes()) {
    const auto scene = loadScene(entry.path);
    ASSERT_TRUE(scene) << entry.name;
    const Grid grid(scene->cells, scene->dx);
    for (const auto& a : scene->bodies) {
      for (const auto& b : scene->bodies) {
        if (&a == &b) continue;
        const auto joined = [&](const JointDesc& j) {
          return (j.body == a.name && j.to == b.name) || (j.body == b.name && j.to == a.name);
        };
        if (std::any_of(scene->joints.begin(), scene->joints.end(), joined)) continue;
        EXPECT_GT(gap(a, b), 0) << entry.name << ": " << a.name << " and " << b.name;
      }
      if (grid.flat()) continue;                // bodies reach from wall to wall through the slab
      if (a.motion == Motion::Fixed) continue;  // may be built into the wall
      const Pose pose{a.position, a.orientation};
      for (const Vec3f& s : a.shape->samples())
        ASSERT_GT(wallDistance(scene->container, grid, pose.toWorld(Vec3(s))), -1e-6) << entry.name << ": " << a.name;
    }
  }
}

TEST(ShippedScenes, FirstStepsGoWell) {
  for (const auto& entry : shippedScenes()) {
    if (entry.name == "paddle-fine") continue;  // 192 000 cells; its twin is here
    auto scene = loadScene(entry.path);
    ASSERT_TRUE(scene) << entry.name;
    World world(*scene);
    for (int i = 0; i < 3; ++i) {
      world.step();
      ASSERT_TRUE(world.status().ok) << entry.name << ": " << world.status().fault;
      EXPECT_TRUE(world.report().pressure.converged) << entry.name << ": " << world.report().pressure.note;
    }
    for (size_t b = 0; b < scene->bodies.size(); ++b)
      EXPECT_LT(glm::length(world.bodies()[b].velocity - scene->bodies[b].velocity), 2) << entry.name;
  }
}

// What the window shows beside the measurement, and calls agreed: means over the theory's time.
TEST(ShippedScenes, MeasureWhatTheirTheorySays) {
  int told = 0;
  for (const auto& entry : shippedScenes()) {
    auto scene = loadScene(entry.path);
    ASSERT_TRUE(scene) << entry.name;
    if (scene->expectations.empty()) continue;
    double last = 0;
    for (const ExpectDesc& e : scene->expectations) last = std::max(last, std::min(e.until, e.from + 0.25));
    World world(*scene);
    while (world.time() < last) world.step();
    SimView view;
    world.fill(view, 0);
    for (const ExpectView& e : view.expectations) {
      double measured = 0, theory = 0, n = 0;
      for (const ExpectSample& x : e.samples)
        if (x.holds) measured += x.measured, theory += x.theory, n += 1;
      ASSERT_GT(n, 0) << entry.name << ' ' << e.quantity;
      EXPECT_NEAR(measured / n, theory / n, e.tolerance * std::abs(theory / n) + e.slack)
          << entry.name << ' ' << e.quantity;
      ++told;
    }
  }
  EXPECT_GE(told, 4);
}

}  // namespace
}  // namespace flotsam
