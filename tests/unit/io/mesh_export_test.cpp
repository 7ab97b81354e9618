// SPDX-License-Identifier: MIT
// Meshes written and read back by the importer: the same places in metres, the same triangles.
#include "io/mesh_export.h"

#include <fstream>

#include "io/mesh_import.h"
#include "scene_helpers.h"
#include "view/liquid_surface.h"

namespace flotsam {
namespace {

double volume(const TriangleMesh& m) {
  double sum = 0;
  for (const auto& t : m.triangles)
    sum += glm::dot(Vec3(m.positions[t.x]), glm::cross(Vec3(m.positions[t.y]), Vec3(m.positions[t.z]))) / 6;
  return sum;
}

/// A pool of 0.5 x 0.3 x 0.4 m, 0.137 m deep.
LiquidSurface pool() {
  SimView v;
  v.cells = {10, 6, 8}, v.dx = 0.05;
  v.container.size = v.dx * Vec3(v.cells), v.container.pose.position = 0.5 * v.container.size;
  v.liquid.cells = v.cells + 2;
  for (int k = 0; k < v.liquid.cells.z; ++k)
    for (int j = 0; j < v.liquid.cells.y; ++j)
      for (int i = 0; i < v.liquid.cells.x; ++i)
        v.liquid.phi.push_back(std::clamp(static_cast<float>(j - 0.5 - 0.137 / 0.05), -1.f, 1.f));
  LiquidSurface s;
  extractSurface(v, s);
  return s;
}

TEST(MeshExport, TheImporterReadsTheSameMeshBack) {
  const TemporaryFolder folder;
  const TriangleMesh mesh = pool().mesh;
  ASSERT_GT(mesh.triangles.size(), 200u);
  for (const char* name : {"pool.obj", "pool.ply"}) {
    const std::string path = folder.file(name);
    ASSERT_TRUE(writeMesh(path, mesh).empty());
    const auto read = readMesh(path);
    ASSERT_TRUE(read) << name << ' ' << read.problems.at(0).text();
    ASSERT_EQ(read->triangles.size(), mesh.triangles.size()) << name;
    for (size_t t = 0; t < mesh.triangles.size(); ++t)
      for (int a = 0; a < 3; ++a) {
        const Vec3f d = read->positions[read->triangles[t][a]] - mesh.positions[mesh.triangles[t][a]];
        ASSERT_LT(glm::length(d), 1e-6f) << name << ' ' << t;
      }
    EXPECT_NEAR(volume(*read), 0.5 * 0.4 * 0.137, 1e-6) << name;
  }
}

TEST(MeshExport, EmptyMeshesAndProblems) {
  const TemporaryFolder folder;
  EXPECT_TRUE(writeMesh(folder.file("none.obj"), {}).empty());
  EXPECT_TRUE(writeMesh(folder.file("none.ply"), {}).empty());
  std::ifstream file(folder.file("none.ply"));
  std::string first;
  std::getline(file, first);
  EXPECT_EQ(first, "ply");
  EXPECT_TRUE(hasErrors(writeMesh(folder.file("none.stl"), {})));
  const Problems problems = writeMesh("/nonexistent-folder/x.obj", pool().mesh);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].text().find("/nonexistent-folder/x.obj"), std::string::npos);
}

TEST(MeshExport, NormalsAreOptional) {
  TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 0.25f, 0}}, {}, {{0, 1, 2}}};
  EXPECT_EQ(objText(mesh), "# metres, y up\nv 0 0 0\nv 1 0 0\nv 0 0.25 0\nf 1 2 3\n");
  mesh.normals.assign(3, Vec3f(0, 0, 1));
  EXPECT_NE(objText(mesh).find("vn 0 0 1\nf 1//1 2//2 3//3\n"), std::string::npos);
  EXPECT_EQ(plyBytes(mesh).substr(plyBytes(mesh).find("end_header\n") + 11).size(), 3u * 24 + 13);
}

}  // namespace
}  // namespace flotsam
