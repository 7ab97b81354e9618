// SPDX-License-Identifier: MIT
// Reading mesh files: formats, paths, locales, and a reason for everything that cannot be read.
#include <gtest/gtest.h>

#include <clocale>
#include <filesystem>
#include <fstream>
#include <random>

#include "core/rng.h"
#include "io/mesh_import.h"
#include "io/mesh_report.h"

namespace flotsam {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTetrahedron =
    "# four points\nv 0 0 0\nv 1.5 0 0\nv 0 1.25 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

class MeshFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              (std::string("flotsam_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path write(const fs::path& name, const std::string& text) {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  static std::string reason(const fs::path& path) {
    const auto r = readMesh(path);
    EXPECT_FALSE(r);
    EXPECT_EQ(r.problems.at(0).file, path.string());
    return r.problems.at(0).reason;
  }
  fs::path folder_;
};

TEST_F(MeshFiles, ReadsTheUsualFormats) {
  const auto check = [&](const char* name, const std::string& text, size_t triangles) {
    const auto r = readMesh(write(name, text));
    ASSERT_TRUE(r) << name << ": " << r.problems.at(0).text();
    EXPECT_EQ(r->triangles.size(), triangles) << name;
    Box3 box;
    for (const Vec3f& p : r->positions) box.include(p);
    EXPECT_NEAR(box.hi.x, 1.5, 1e-6) << name;
    EXPECT_NEAR(box.hi.y, 1.25, 1e-6) << name;
  };
  check("a.obj", kTetrahedron, 4);
  check("a.off", "OFF\n4 4 0\n0 0 0\n1.5 0 0\n0 1.25 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n", 4);
  check("a.ply",
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 4\nproperty list uchar int vertex_indices\nend_header\n"
        "0 0 0\n1.5 0 0\n0 1.25 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n",
        4);
  check("a.STL",
        "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1.5 0 0\nvertex 0 1.25 0\nendloop\nendfacet\n"
        "endsolid s\n",
        1);
  check("quad.obj", "v 0 0 0\nv 1.5 0 0\nv 1.5 1.25 0\nv 0 1.25 0\nf 1 2 3 4\n", 2);
}

TEST_F(MeshFiles, SharedCornersStaySharedWhateverTheNormals) {
  const auto r = readMesh(write("n.obj",
                                "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 1\nvn 1 0 0\n"
                                "f 1//1 3//1 2//1\nf 1//2 2//2 4//2\n"));
  ASSERT_TRUE(r);
  EXPECT_EQ(r->positions.size(), 4u);
}

TEST_F(MeshFiles, AnyPathWillDo) { EXPECT_TRUE(readMesh(write(fs::path(u8"Häschen 兎/ö ñ.obj"), kTetrahedron))); }

TEST_F(MeshFiles, DecimalCommasOfTheLocaleDoNotMatter) {
  const auto path = write("a.obj", kTetrahedron);
  const std::string before = std::setlocale(LC_ALL, nullptr);
  const char* set = nullptr;
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8"})
    if (!set) set = std::setlocale(LC_ALL, name);
  if (!set) GTEST_SKIP() << "no locale with decimal commas on this machine";
  const auto r = readMesh(path);
  const std::string report = meshReportText("a.obj", MeshReport{.thickness = 0.5, .notes = {}});
  std::setlocale(LC_ALL, before.c_str());
  ASSERT_TRUE(r);
  float x = 0;
  for (const Vec3f& p : r->positions) x = std::max(x, p.x);
  EXPECT_EQ(x, 1.5f);
  EXPECT_NE(report.find("0.5 m"), std::string::npos);
}

TEST_F(MeshFiles, SaysWhyAFileCannotBeRead) {
  EXPECT_NE(reason(folder_ / "nothing.obj").find("no such file"), std::string::npos);
  EXPECT_NE(reason(folder_).find("folder"), std::string::npos);
  EXPECT_NE(reason(write("empty.obj", "")).find("empty"), std::string::npos);
  EXPECT_NE(reason(write("letter.txt", "Dear all,")).find("unknown mesh format \".txt\""), std::string::npos);
  EXPECT_NE(reason(write("none", "v is for vertex")).find("unknown mesh format"), std::string::npos);
  EXPECT_NE(reason(write("points.obj", "v 0 0 0\nv 1 0 0\n")).find("no triangles"), std::string::npos);
  EXPECT_NE(reason(write("lines.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n")).find("no triangles"), std::string::npos);
  EXPECT_NE(reason(write("noise.ply", std::string(300, '\x7f'))).find("no triangles"), std::string::npos);
  EXPECT_NE(reason(write("noise.stl", "\x01\x02\x03")).find("no triangles"), std::string::npos);
  EXPECT_NE(reason(write("noise.gltf", "{ not json")).find("no triangles"), std::string::npos);
}

TEST_F(MeshFiles, BytesOfAnythingAreNoStl) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    std::string bytes(3000, '\0');
    for (char& c : bytes) c = static_cast<char>(random() & 0xff);
    const std::string why = reason(write("noise.stl", bytes));
    EXPECT_NE(why.find("this is not an STL file: its head says "), std::string::npos) << why;
    EXPECT_NE(why.find(" triangles, the file has room for 58"), std::string::npos) << why;
  }
}

TEST_F(MeshFiles, AnStlCutInTheMiddleIsReadAsFarAsItGoes) {
  // Sizes as they come, micrometres to kilometres in whatever unit, with the dust that rotations leave.
  for (const float size : {1e-6f, 1.0f, 1e9f}) {
    std::string bytes(80, ' ');
    const auto add = [&](auto value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
    add(uint32_t{100});
    for (int t = 0; t < 40; ++t) {
      for (int a = 0; a < 3; ++a) add(0.0f);
      for (const float x : {0.0f, 6e-17f, float(t), 1.0f, 0.0f, float(t), 0.0f, -1.0f, float(t)}) add(size * x);
      add(uint16_t{0});
    }
    const auto mesh = readMesh(write("cut.stl", bytes + "half of one"));
    ASSERT_TRUE(mesh) << mesh.problems.at(0).text();
    EXPECT_EQ(mesh->triangles.size(), 40u);
    EXPECT_NE(mesh.problems.at(0).reason.find("says that it has 100 triangles, and has 40"), std::string::npos);
  }
}

TEST_F(MeshFiles, CoordinatesThatAreNoNumbersAreRefused) {
  write("nan.obj", "v 0 0 0\nv 1 nan 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  const auto r = loadShape({ShapeKind::Mesh, "nan.obj", 0, {}}, folder_);
  ASSERT_FALSE(r);
  EXPECT_FALSE(r.problems.at(0).reason.empty());
}

TEST_F(MeshFiles, LoadsAreCachedUntilTheFileChanges) {
  write("a.obj", kTetrahedron);
  const ShapeDesc desc{ShapeKind::Mesh, "a.obj", 0.3, {}};
  MeshReport first, second;
  const auto a = loadShape(desc, folder_, &first), b = loadShape(desc, folder_, &second);
  ASSERT_TRUE(a) << a.problems.at(0).text();
  EXPECT_EQ(*a, *b);
  EXPECT_EQ(second.triangles, first.triangles);
  EXPECT_NEAR((*a)->bounds().size().x, 0.3, 0.01);
  const auto other = loadShape({ShapeKind::Mesh, "a.obj", 0.2, {}}, folder_);
  ASSERT_TRUE(other);
  EXPECT_NE(*a, *other);
  write("a.obj", std::string(kTetrahedron) + "# changed\n");
  const auto changed = loadShape(desc, folder_);
  ASSERT_TRUE(changed);
  EXPECT_NE(*a, *changed);
  const auto gone = loadShape({ShapeKind::Mesh, "b.obj", 0.3, {}}, folder_);
  ASSERT_FALSE(gone);
  EXPECT_NE(gone.problems.at(0).text().find("b.obj"), std::string::npos);
  EXPECT_TRUE(loadShape({ShapeKind::Sphere, "", 0, {0.1, 0, 0}}, folder_));
  EXPECT_FALSE(loadShape({ShapeKind::Mesh, "", 0, {}}, folder_));
}

/// Real meshes lie beside the repository and are not part of it.
class RealMesh : public testing::Test {
 protected:
  static std::shared_ptr<const Shape> load(const char* file, MeshReport& report, double size = 0) {
    const fs::path folder = fs::path(FLOTSAM_SOURCE_DIR) / ".." / "shared" / "meshes";
    auto shape = loadShape({ShapeKind::Mesh, file, size, {}}, folder, &report);
    EXPECT_TRUE(shape) << shape.problems.at(0).text();
    return shape ? *shape : nullptr;
  }
  void SetUp() override {
    if (!fs::exists(fs::path(FLOTSAM_SOURCE_DIR) / ".." / "shared" / "meshes" / "bunny.obj"))
      GTEST_SKIP() << "no folder with test meshes beside the repository";
  }
};

void expectSound(const Shape& s) {
  EXPECT_GT(s.samples().size(), 1000u);
  EXPECT_LT(s.samples().size(), 4000u);
  const Mat3& inertia = s.unitInertia();
  for (int a = 0; a < 3; ++a) {  // a rigid body's moments obey the triangle inequality
    EXPECT_GT(inertia[a][a], 0);
    EXPECT_LT(inertia[a][a], inertia[(a + 1) % 3][(a + 1) % 3] + inertia[(a + 2) % 3][(a + 2) % 3]);
  }
  const Box3& b = s.bounds();
  Random random(17);
  int inside = 0;
  for (int i = 0; i < 20000; ++i) {  // what is inside lies in the bounds
    const Vec3 x = b.centre() + 0.6 * b.size() * Vec3(random.in(-1, 1), random.in(-1, 1), random.in(-1, 1));
    if (s.signedDistance(x) >= 0) continue;
    ++inside;
    for (int a = 0; a < 3; ++a) {
      EXPECT_GE(x[a], b.lo[a]);
      EXPECT_LE(x[a], b.hi[a]);
    }
    EXPECT_LE(glm::length(x), s.boundingRadius());
  }
  const Vec3 box = 1.2 * b.size();  // a count of random points has a spread of 1/sqrt(count)
  EXPECT_NEAR(inside / 20000.0 * box.x * box.y * box.z / s.volume(), 1, 4 / std::sqrt(inside));
  for (const Vec3f& n : s.mesh()->normals) EXPECT_NEAR(glm::length(n), 1, 1e-4);
}

TEST_F(RealMesh, Bunny) {
  MeshReport report;
  const auto s = load("bunny.obj", report);
  ASSERT_TRUE(s);
  EXPECT_NEAR(report.meshVolume, 194.288, 0.01);
  EXPECT_NEAR(s->volume(), 194.288, 1.94);
  EXPECT_EQ(report.openEdges, 0u);
  EXPECT_EQ(report.doubtful, 0);
  EXPECT_EQ(report.triangles, 3674u);
  expectSound(*s);
  // Vertices lie on the zero of the distance, to the rounding of the grid.
  const double h = 9.9 / 48;
  double sum = 0;
  for (const Vec3f& p : s->mesh()->positions) {
    const double d = s->signedDistance(p);
    EXPECT_LT(std::abs(d), 0.65 * h);
    sum += d * d;
  }
  EXPECT_LT(std::sqrt(sum / s->mesh()->positions.size()), 0.12 * h);
}

TEST_F(RealMesh, DragonWithCoincidentFaces) {
  MeshReport report;
  const auto s = load("dragon_res4.ply", report, 0.5);
  ASSERT_TRUE(s);
  const double scale = report.scale;
  EXPECT_NEAR(report.meshVolume / (scale * scale * scale), 4.6929e-4, 1e-7);
  EXPECT_NEAR(s->volume() / (scale * scale * scale) / 4.6929e-4, 1, 0.04);
  EXPECT_EQ(report.nonManifoldEdges, 803u);
  EXPECT_EQ(report.coincident, 780u);
  EXPECT_EQ(report.openEdgesAfterRepair, 0u);
  EXPECT_NEAR(std::max({s->bounds().size().x, s->bounds().size().y, s->bounds().size().z}), 0.5, 0.005);
  expectSound(*s);
}

TEST_F(RealMesh, OpenTeapotIsClosed) {
  MeshReport report;
  const auto s = load("teapot.obj", report, 0.3);
  ASSERT_TRUE(s);
  EXPECT_EQ(report.openLoops, 6u);
  EXPECT_EQ(report.openEdgesAfterRepair, 64u);
  EXPECT_LT(report.doubtful, 0.01);
  EXPECT_GT(report.doubtful, 0);
  EXPECT_NEAR(s->volume() / 0.027, 0.094, 0.002);  // of the cube of its size
  EXPECT_LT(s->signedDistance({0, 0, 0}), -0.02);
  expectSound(*s);
  const std::string text = meshReportText("teapot.obj", report);
  EXPECT_NE(text.find("6 holes were closed."), std::string::npos) << text;
  EXPECT_NE(text.find("teapot.obj\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace flotsam
