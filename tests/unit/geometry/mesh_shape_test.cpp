// SPDX-License-Identifier: MIT
// Meshes as solids: against the primitives they were made from, and every kind of broken mesh against the solid meant.
#include <gtest/gtest.h>

#include "core/parallel.h"
#include "core/rng.h"
#include "mesh_soups.h"
#include "sim/geometry/distance_grid.h"
#include "sim/geometry/mesh_repair.h"

namespace flotsam {
namespace {

using soups::ball;
using soups::cube;
using soups::joined;
using soups::moved;

constexpr int kCoarse = 32;  // cells along the longest side, enough here and quick

struct Import {
  std::shared_ptr<const Shape> shape;
  MeshReport report;
  std::string refusal;
};

Import import(const TriangleMesh& soup, double size = 0, int cells = kCoarse) {
  Import r;
  ShapeDesc desc{.kind = ShapeKind::Mesh, .mesh = "made-up", .size = size, .dims = {}};
  auto shape = makeMeshShape(desc, soup, r.report, cells);
  if (shape)
    r.shape = *shape;
  else
    r.refusal = shape.problems.at(0).reason;
  return r;
}

/// Volume of the polyhedron the 1280 triangles of a unit ball enclose.
double ballVolume() { return signedVolume(ball(1)); }

bool noted(const MeshReport& r, const std::string& words) {
  return std::any_of(r.notes.begin(), r.notes.end(), [&](const auto& n) { return n.find(words) != std::string::npos; });
}

TEST(MeshShape, CubeHasTheDistanceMassAndBoundsOfABox) {
  const Vec3 edges(0.3, 0.2, 0.1);
  const auto r = import(moved(soups::primitive(ShapeKind::Box, edges), {5, -3, 2}), 0, 48);
  ASSERT_TRUE(r.shape) << r.refusal;
  const auto box = *makePrimitive({ShapeKind::Box, {}, 0, edges});
  const double h = 0.3 / 48;
  // Every edge may lose half a cell; what is lost there weighs up to three times as much in the inertia.
  const double lost = 4 * (edges.x + edges.y + edges.z) * 0.5 * h * h / box->volume();
  EXPECT_NEAR(r.shape->volume() / box->volume(), 1, lost);
  for (int a = 0; a < 3; ++a) {
    EXPECT_NEAR(r.shape->unitInertia()[a][a] / box->unitInertia()[a][a], 1, 3 * lost);
    EXPECT_NEAR(r.shape->unitInertia()[a][(a + 1) % 3] / box->unitInertia()[a][a], 0, 1e-4);
    EXPECT_NEAR(r.shape->bounds().hi[a], 0.5 * edges[a], 1e-6);
    EXPECT_NEAR(r.shape->bounds().lo[a], -0.5 * edges[a], 1e-6);
  }
  EXPECT_NEAR(glm::length(r.shape->centreOffset() - Vec3(5, -3, 2)), 0, 1e-6);
  EXPECT_NEAR(r.shape->boundingRadius(), box->boundingRadius(), 1e-6);
  EXPECT_NEAR(r.shape->thickness() / box->thickness(), 1, lost);
  Random random(6);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 x = 1.6 * Vec3(box->bounds().hi) * Vec3(random.in(-1, 1), random.in(-1, 1), random.in(-1, 1));
    EXPECT_NEAR(r.shape->signedDistance(x), box->signedDistance(x), 0.65 * h);  // trilinear at an edge
    EXPECT_NEAR(glm::length(r.shape->normal(x)), 1, 1e-12);
  }
  EXPECT_NEAR(glm::length(r.shape->normal({0.16, 0.01, 0.01}) - Vec3(1, 0, 0)), 0, 1e-6);
  EXPECT_NEAR(r.shape->signedDistance({2, 0, 0}), 1.85, 1e-6);  // far outside the grid
  EXPECT_NEAR(r.shape->raycast({1, 0.01, 0.01}, {-1, 0, 0}), 0.85, 1e-6);
}

TEST(MeshShape, SizeScalesAndTheCentreOfMassIsTheOrigin) {
  // A cone-like body: the centre of mass is not the middle of the box.
  TriangleMesh cone = soups::primitive(ShapeKind::Cylinder, {1, 2, 0});
  for (Vec3f& p : cone.positions)
    if (p.y > 0) p.x *= 0.02f, p.z *= 0.02f;
  const auto r = import(cone, 0.4, 48);
  ASSERT_TRUE(r.shape) << r.refusal;
  EXPECT_NEAR(r.report.scale, 0.2, 1e-6);
  EXPECT_NEAR(r.report.fileSize.y, 2, 1e-6);
  // Its centre is a quarter of the height above the base; the tip is cut, and rounded by the grid.
  EXPECT_NEAR(r.shape->centreOffset().y, -0.1, 0.003);
  EXPECT_NEAR(r.shape->bounds().lo.y, -0.1, 0.003);
  EXPECT_NEAR(r.shape->bounds().hi.y, 0.3, 0.003);
  EXPECT_NEAR(r.shape->volume() / (kPi / 3 * 0.04 * 0.4), 1, 0.03);
  const MassProperties p = r.shape->prism(0.05);  // a triangle 0.4 wide and high, and off the origin by h/3 - h/4
  EXPECT_NEAR(p.volume / (0.5 * 0.16 * 0.05), 1, 0.03);
  EXPECT_NEAR(p.centre.y, 0.4 / 3 - 0.1, 0.004);
}

TEST(MeshShape, SmoothAndCreasedNormals) {
  const auto box = import(soups::unwelded(cube(0.2)));
  ASSERT_TRUE(box.shape) << box.refusal;
  EXPECT_EQ(box.shape->mesh()->positions.size(), 24u);
  const auto round = import(soups::unwelded(ball(0.1)));
  ASSERT_TRUE(round.shape) << round.refusal;
  const TriangleMesh& m = *round.shape->mesh();
  EXPECT_EQ(m.positions.size(), 642u);
  for (size_t i = 0; i < m.positions.size(); ++i)
    EXPECT_GT(glm::dot(m.normals[i], glm::normalize(m.positions[i])), 0.999f);
}

/// Floats step by 1/128 at 1e5, which a ball of two units bears, and by a half at 5e6, which it does not.
TEST(MeshShape, FarFromTheOriginIsSaid) {
  const auto near = import(ball(1)), far = import(moved(ball(1), {1e5f, 0, 0})),
             lost = import(moved(ball(1), {5e6f, 0, 0}));
  const auto says = [](const auto& import) {
    return std::any_of(import.report.notes.begin(), import.report.notes.end(),
                       [](const std::string& note) { return note.find("from the origin") != std::string::npos; });
  };
  ASSERT_TRUE(near.shape && far.shape);
  EXPECT_FALSE(says(near));
  EXPECT_TRUE(says(far));
  EXPECT_NEAR(far.report.gridVolume, near.report.gridVolume, 0.005 * near.report.gridVolume);
  EXPECT_FALSE(lost.shape);
  EXPECT_NE(lost.refusal.find("coordinates go in steps of 0.5"), std::string::npos) << lost.refusal;
}

TEST(MeshShape, TrianglesInOnePointAreToldAsThat) {
  TriangleMesh zeros;
  zeros.positions.assign(6, Vec3f(0));
  zeros.triangles = {{0, 1, 2}, {3, 4, 5}};
  const auto r = import(zeros);
  EXPECT_FALSE(r.shape);
  EXPECT_NE(r.refusal.find("all its points are one point"), std::string::npos) << r.refusal;
}

TEST(MeshShape, LatticeEqualsSingleCalls) {
  const auto r = import(ball(0.1));
  ASSERT_TRUE(r.shape);
  const Pose pose{{0.4, 0.5, 0.6}, glm::angleAxis(0.7, glm::normalize(Vec3(1, 2, 3)))};
  const Pose flat{{0.4, 0.5, 0.6}, glm::angleAxis(0.7, Vec3(0, 0, 1))};
  const Int3 n(7, 6, 5);
  std::vector<double> out(n.x * n.y * n.z);
  for (bool prism : {false, true}) {
    const Pose& p = prism ? flat : pose;
    r.shape->sampleLattice(p, {0.2, 0.3, 0.45}, 0.06, n, prism, out.data());
    for (int k = 0; k < n.z; ++k)
      for (int j = 0; j < n.y; ++j)
        for (int i = 0; i < n.x; ++i) {
          Vec3 x = Vec3(0.2, 0.3, 0.45) + 0.06 * Vec3(i, j, k);
          if (prism) x.z = 0.6;
          EXPECT_NEAR(out[i + n.x * (j + n.y * k)], r.shape->signedDistance(p.toBody(x)), 1e-12);
        }
  }
}

TEST(MeshShape, SamplesLieOnTheSurfaceAndCoverIt) {
  const auto r = import(joined(cube(0.2), moved(ball(0.05), {0.2f, 0, 0})), 0, 48);
  ASSERT_TRUE(r.shape);
  const double h = 0.35 / 48, spacing = 0.35 / 40;
  EXPECT_GT(r.shape->samples().size(), 1000u);
  EXPECT_LT(r.shape->samples().size(), 6000u);
  for (const Vec3f& p : r.shape->samples()) EXPECT_LT(std::abs(r.shape->signedDistance(p)), h);
  const Vec3 shift = r.shape->centreOffset();
  for (Vec3 corner : {Vec3(-0.1, -0.1, -0.1), {0.1, 0.1, 0.1}, {-0.1, 0.1, 0.1}, {-0.02, 0.1, 0.03}}) {
    double nearest = 1e300;
    for (const Vec3f& p : r.shape->samples()) nearest = std::min(nearest, glm::length(Vec3(p) + shift - corner));
    EXPECT_LT(nearest, std::abs(corner.x) == 0.1 ? 1e-6 : spacing);
  }
}

TEST(MeshShape, SameBitsForAnyNumberOfThreads) {
  std::vector<Vec3f> samples;
  std::vector<double> values;
  for (int threads : {1, 3}) {
    setThreadCount(threads);
    TriangleMesh open = soups::unwelded(ball(0.1));
    open.triangles.resize(open.triangles.size() - 1);
    const auto r = import(open);
    ASSERT_TRUE(r.shape) << r.refusal;
    std::vector<double> v{r.shape->volume(), r.shape->unitInertia()[0][0], r.shape->centreOffset().x};
    for (int i = 0; i < 100; ++i) v.push_back(r.shape->signedDistance({0.002 * i - 0.1, 0.001 * i, 0.01}));
    if (values.empty()) {
      values = v, samples.assign(r.shape->samples().begin(), r.shape->samples().end());
    } else {
      EXPECT_EQ(values, v);
      ASSERT_EQ(samples.size(), r.shape->samples().size());
    }
  }
  setThreadCount(0);
}

// --- Broken meshes: the volume of the solid that was meant, to the grid's accuracy. ---

TEST(MeshRepair, UnweldedFacesAreJoined) {
  const auto r = import(soups::unwelded(ball(1)));
  ASSERT_TRUE(r.shape) << r.refusal;
  EXPECT_EQ(r.report.vertices, 642u);
  EXPECT_EQ(r.report.welded, 3 * 1280 - 642u);
  EXPECT_EQ(r.report.openEdges, 3 * 1280u);
  EXPECT_EQ(r.report.openEdgesAfterRepair, 0u);
  EXPECT_NEAR(r.shape->volume() / ballVolume(), 1, 0.01);
}

TEST(MeshRepair, InsideOutIsTurned) {
  const auto r = import(soups::inverted(ball(1)));
  ASSERT_TRUE(r.shape) << r.refusal;
  EXPECT_NEAR(r.shape->volume() / ballVolume(), 1, 0.01);
  EXPECT_TRUE(noted(r.report, "inside out"));
  const auto& t = r.shape->mesh()->triangles[0];
  const auto& p = r.shape->mesh()->positions;
  EXPECT_GT(glm::dot(glm::cross(p[t.y] - p[t.x], p[t.z] - p[t.x]), p[t.x]), 0);
}

TEST(MeshRepair, EveryFaceDoubledTheOppositeWay) {
  const auto r = import(joined(ball(1), soups::inverted(ball(1))));
  ASSERT_TRUE(r.shape) << r.refusal;
  EXPECT_EQ(r.report.coincident, 1280u);
  EXPECT_EQ(r.report.triangles, 1280u);
  EXPECT_NEAR(r.shape->volume() / ballVolume(), 1, 0.01);
}

TEST(MeshRepair, EveryTenthFaceFlipped) {
  TriangleMesh m = ball(1);
  for (size_t t = 0; t < m.triangles.size(); t += 10) std::swap(m.triangles[t].y, m.triangles[t].z);
  const auto r = import(m);
  ASSERT_TRUE(r.shape) << r.refusal;
  EXPECT_EQ(r.report.flipped, 128u);
  EXPECT_NEAR(r.shape->volume() / ballVolume(), 1, 0.01);
}

TEST(MeshRepair, OneTriangleMissing) {
  TriangleMesh m = ball(1);
  m.triangles.erase(m.triangles.begin() + 400);
  const auto r = import(m);
  ASSERT_TRUE(r.shape) << r.refusal;
  EXPECT_EQ(r.report.openEdgesAfterRepair, 3u);
  EXPECT_EQ(r.report.openLoops, 1u);
  EXPECT_TRUE(noted(r.report, "1 hole was closed"));
  EXPECT_NEAR(r.shape->volume() / ballVolume(), 1, 0.01);
}

TEST(MeshRepair, AHoleOfSeveralCellsGetsADistanceOfItsOwn) {
  // A ball without a small cap: where the winding number closes it, the distance must rise from zero across the gap
  // like across any surface, instead of being the distance to the rim.
  TriangleMesh m = ball(1);
  std::erase_if(m.triangles, [&](const glm::uvec3& t) { return m.positions[t.x].y > 0.965f; });
  const auto r = import(m, 0, 48);
  ASSERT_TRUE(r.shape) << r.refusal;
  EXPECT_EQ(r.report.openLoops, 1u);
  EXPECT_LT(r.report.doubtful, 0.01);
  const double y = r.shape->centreOffset().y;
  double zero = -1;  // where the axis leaves the solid
  for (double s = 0.7; s < 1.2; s += 0.001)
    if (r.shape->signedDistance({0, s - y, 0}) < 0) zero = s;
  EXPECT_GT(zero, 0.9);
  EXPECT_LT(zero, 1.03);
  const double h = 2.0 / 48;
  for (double s : {-2 * h, -h, h, 2 * h})
    EXPECT_NEAR(r.shape->signedDistance({0, zero + s - y, 0}), s, 0.5 * h) << s / h;
  EXPECT_GT(r.shape->normal({0, zero - y, 0}).y, 0.95);
}

TEST(MeshRepair, NestedBallsOneInTheOther) {
  const auto filled = import(joined(ball(1), ball(0.5)));
  ASSERT_TRUE(filled.shape) << filled.refusal;
  EXPECT_NEAR(filled.shape->volume() / ballVolume(), 1, 0.01);
  const auto hollow = import(joined(ball(1), soups::inverted(ball(0.5))));
  ASSERT_TRUE(hollow.shape) << hollow.refusal;
  EXPECT_NEAR(hollow.shape->volume() / ballVolume(), 0.875, 0.01);
  EXPECT_NEAR(hollow.shape->signedDistance({0, 0, 0}), 0.5, 0.01);
}

TEST(MeshRepair, OverlappingBallsAreTheirUnion) {
  const auto r = import(joined(ball(1), moved(ball(1), {1, 0, 0})), 0, 48);
  ASSERT_TRUE(r.shape) << r.refusal;
  // Two unit balls at distance d = 1 share pi/12 (4 + d)(2 - d)².
  EXPECT_NEAR(r.shape->volume() / (2 * 4 * kPi / 3 - 5 * kPi / 12), 1, 0.02);
  EXPECT_NEAR(r.shape->centreOffset().x, 0.5, 1e-3);
  EXPECT_LT(r.shape->signedDistance({0, 0, 0}), -0.4);
}

TEST(MeshRepair, TwoBoxesSharingAFaceBecomeOne) {
  const auto r = import(joined(cube(1), moved(cube(1), {1, 0, 0})), 0, 64);
  ASSERT_TRUE(r.shape) << r.refusal;
  EXPECT_EQ(r.report.coincident, 4u);
  EXPECT_EQ(r.report.triangles, 20u);
  EXPECT_EQ(r.report.openEdgesAfterRepair, 0u);
  EXPECT_NEAR(r.shape->volume(), 2, 0.006);  // edges rounded within a cell: second order
  EXPECT_LT(r.shape->signedDistance({0, 0, 0}), -0.4);
  for (const Vec3f& p : r.shape->samples())  // none on the face between them
    EXPECT_GT(std::max({std::abs(p.x) - 0.9f, std::abs(p.y) - 0.4f, std::abs(p.z) - 0.4f}), 0);
}

TEST(MeshRepair, DegenerateAndLooseThingsAreCounted) {
  TriangleMesh m = cube(1);
  m.positions.emplace_back(9.0f, 9.0f, 9.0f);  // belongs to nothing
  m.triangles.emplace_back(0, 0, 1);
  m.triangles.push_back(m.triangles[0]);
  const auto r = import(m);
  ASSERT_TRUE(r.shape) << r.refusal;
  EXPECT_EQ(r.report.looseVertices, 1u);
  EXPECT_EQ(r.report.degenerate, 1u);
  EXPECT_EQ(r.report.coincident, 1u);
  EXPECT_EQ(r.report.vertices, 8u);
  EXPECT_NEAR(r.report.fileSize.x, 1, 1e-6);  // the loose vertex does not count
  EXPECT_NEAR(r.shape->volume(), 1, 0.01);
}

TEST(MeshShell, WhatIsOpenTooFarBecomesAShell) {
  TriangleMesh open = cube(1);
  open.triangles.erase(open.triangles.begin(), open.triangles.begin() + 2);
  TriangleMesh sheet = cube(1);
  sheet.triangles.resize(2);
  // A box without a lid has five faces of 1 m², a sheet one; 2 % of the size thick.
  for (const auto& [mesh, area] : {std::pair{open, 5.0}, std::pair{sheet, 1.0}}) {
    const auto shell = import(mesh, 0, 0);
    ASSERT_TRUE(shell.shape) << shell.refusal;
    EXPECT_TRUE(noted(shell.report, "made a shell 0.02 m thick"));
    EXPECT_NEAR(shell.shape->volume(), 0.02 * area, 0.1 * 0.02 * area);
    const Mat3& m = shell.shape->unitInertia();
    for (int a = 0; a < 3; ++a) EXPECT_GT(m[a][a], 0);
    // Every sample of contact lies on the surface.
    for (const Vec3f& p : shell.shape->samples()) EXPECT_LT(std::abs(shell.shape->signedDistance(Vec3(p))), 0.01);
  }
  // The middle of the box is out, its walls are in.
  const auto box = import(open, 0, 0).shape;
  const auto at = [&](Vec3 file) { return box->signedDistance(file - box->centreOffset()); };
  const Vec3 middle = box->bounds().centre() + box->centreOffset();
  EXPECT_NEAR(at(middle), 0.49, 0.02);
  int walls = 0;
  for (int a = 0; a < 3; ++a)
    for (const double way : {-0.5, 0.5}) {
      walls += at(middle + way * Vec3(a == 0, a == 1, a == 2)) < 0;
    }
  EXPECT_EQ(walls, 5);
}

TEST(MeshRefusal, SaysWhyAndWhatToDo) {
  // A needle through the room: no area, so no shell either.
  TriangleMesh line;
  line.positions = {{0, 0, 0}, {1, 0, 0}, {0.5f, 1e-5f, 0}};
  line.triangles.emplace_back(0, 1, 2);
  const auto thin = import(line);
  EXPECT_FALSE(thin.shape);
  EXPECT_NE(thin.refusal.find("no volume"), std::string::npos) << thin.refusal;

  EXPECT_NE(import(TriangleMesh{}).refusal.find("no triangles"), std::string::npos);
  TriangleMesh bad = cube(1);
  bad.positions[3].y = std::nanf("");
  EXPECT_NE(import(bad).refusal.find("not finite"), std::string::npos);
  TriangleMesh missing = cube(1);
  missing.triangles[3].y = 1000;
  EXPECT_NE(import(missing).refusal.find("does not exist"), std::string::npos);
  EXPECT_NE(import(cube(1), -1).refusal.find("size"), std::string::npos);
  TriangleMesh point = cube(1);
  for (Vec3f& p : point.positions) p = Vec3f(1);
  EXPECT_FALSE(import(point).shape);
  EXPECT_FALSE(import(point).refusal.empty());
}

TEST(MeshRefusal, ATangleOfSeparateTrianglesIsRefusedAtOnce) {
  TriangleMesh tangle;
  Random rng(1);
  for (uint32_t v = 0; v < 3000; v += 3) {
    for (int c = 0; c < 3; ++c) tangle.positions.emplace_back(rng.unit(), rng.unit(), rng.unit());
    tangle.triangles.emplace_back(v, v + 1, v + 2);
  }
  const auto found = import(tangle, 0, 0);
  EXPECT_FALSE(found.shape);
  EXPECT_NE(found.refusal.find("in 1000 separate pieces"), std::string::npos) << found.refusal;
  EXPECT_FALSE(noted(found.report, "closed"));
}

TEST(MeshRefusal, ThinPlatesGetAFinerGridOrAreRefused) {
  // Default grid, 48 cells along 1 m: a plate of half a cell has no node inside.
  const auto plate = import(soups::primitive(ShapeKind::Box, {1, 1, 0.021}), 0, 0);
  ASSERT_TRUE(plate.shape) << plate.refusal;
  EXPECT_NEAR(plate.shape->volume() / 0.021, 1, 0.1);
  EXPECT_TRUE(noted(plate.report, "thin"));
  const auto foil = import(soups::primitive(ShapeKind::Box, {1, 1, 0.001}), 0, 0);
  EXPECT_FALSE(foil.shape);
  EXPECT_NE(foil.refusal.find("thin"), std::string::npos) << foil.refusal;
}

}  // namespace
}  // namespace flotsam
