// SPDX-License-Identifier: MIT
// The liquid's mesh from made-up distances: closed, as large as the liquid, flush with every kind of wall, outwards.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "view/liquid_surface.h"

namespace flotsam {
namespace {

using Distance = std::function<double(const Vec3&)>;  // m, negative in the liquid

SimView liquid(Int3 cells, double dx, const Distance& distance) {
  SimView v;
  v.cells = cells, v.dx = dx, v.flat = cells.z == 1;
  v.container.size = dx * Vec3(cells), v.container.pose.position = 0.5 * v.container.size;
  const Int3 n = v.liquid.cells = cells + 2;
  for (int k = 0; k < n.z; ++k)
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i)
        v.liquid.phi.push_back(
            static_cast<float>(std::clamp(distance(dx * (Vec3(i, j, v.flat ? 1 : k) - 0.5)) / dx, -1.0, 1.0)));
  return v;
}

LiquidSurface surface(const SimView& v) {
  LiquidSurface s;
  extractSurface(v, s);
  return s;
}

double volume(const TriangleMesh& m) {
  double sum = 0;
  for (const auto& t : m.triangles)
    sum += glm::dot(Vec3(m.positions[t.x]), glm::cross(Vec3(m.positions[t.y]), Vec3(m.positions[t.z]))) / 6;
  return sum;
}

/// Every edge is walked as often in one direction as in the other; `manifold`: exactly once each.
void expectClosed(const LiquidSurface& s, bool manifold = true) {
  std::map<std::pair<unsigned, unsigned>, int> walked;
  for (const auto& t : s.mesh.triangles)
    for (int a = 0; a < 3; ++a) ++walked[{t[a], t[(a + 1) % 3]}];
  for (const auto& [edge, times] : walked) {
    const auto back = walked.find({edge.second, edge.first});
    ASSERT_TRUE(back != walked.end() && back->second == times) << edge.first << ' ' << edge.second;
    if (manifold) {
      ASSERT_EQ(times, 1) << edge.first << ' ' << edge.second;
    }
  }
  ASSERT_EQ(s.mesh.normals.size(), s.mesh.positions.size());
  for (const Vec3f& n : s.mesh.normals) ASSERT_NEAR(glm::length(n), 1, 1e-5);
}

Distance ball(const Vec3& centre, double r) {
  return [=](const Vec3& x) { return glm::length(x - centre) - r; };
}
Distance below(double level) {
  return [=](const Vec3& x) { return x.y - level; };
}

TEST(LiquidSurface, ABallHasItsVolumeAndLooksOutwards) {
  double last = 0;
  for (const double cells : {4.3, 8.6}) {  // radius
    const Vec3 centre(1.03, 0.98, 1.01);
    const double r = 0.6, dx = r / cells, full = 4 * kPi / 3 * r * r * r;
    const LiquidSurface s = surface(liquid(Int3(static_cast<int>(2 / dx)), dx, ball(centre, r)));
    expectClosed(s);
    EXPECT_EQ(s.freeTriangles, s.mesh.triangles.size());
    EXPECT_EQ(s.mesh.positions.size(), s.mesh.triangles.size() / 2 + 2);  // Euler, one sphere
    const double lacks = 1 - volume(s.mesh) / full;
    EXPECT_GT(lacks, 0);
    EXPECT_LT(lacks, 1.3 / (cells * cells));
    if (last > 0) {
      EXPECT_NEAR(last / lacks, 4, 1.2);  // second order
    }
    last = lacks;
    for (size_t i = 0; i < s.mesh.positions.size(); ++i) {
      const Vec3 d = Vec3(s.mesh.positions[i]) - centre;
      EXPECT_NEAR(glm::length(d), r, 0.1 * dx);
      EXPECT_GT(glm::dot(Vec3(s.mesh.normals[i]), d / r), 0.97);
    }
    for (const auto& t : s.mesh.triangles) {
      const Vec3 a(s.mesh.positions[t.x]), b(s.mesh.positions[t.y]), c(s.mesh.positions[t.z]);
      EXPECT_GT(glm::dot(glm::cross(b - a, c - a), a + b + c - 3.0 * centre), 0);
    }
  }
}

TEST(LiquidSurface, APoolIsFlushWithTheGlassAtEveryLevel) {
  const Int3 cells(9, 7, 5);
  const double dx = 0.1;
  for (const double level : {0.06, 0.2, 0.249, 0.251, 0.31, 0.64}) {
    const LiquidSurface s = surface(liquid(cells, dx, below(level)));
    expectClosed(s);
    EXPECT_NEAR(volume(s.mesh), 0.9 * 0.5 * level, 2e-6) << level;
    EXPECT_EQ(s.freeTriangles, 2u * (9 + 1) * (5 + 1) - 2u * (9 + 5 + 1)) << level;  // quads between 10 x 6 vertices
    EXPECT_EQ(s.waterline.size(), 2u * (9 + 5)) << level;
    double around = 0;
    for (const auto& e : s.waterline) {
      around += glm::length(s.mesh.positions[e.x] - s.mesh.positions[e.y]);
      ASSERT_NEAR(s.mesh.positions[e.x].y, level, 1e-6);
    }
    EXPECT_NEAR(around, 2 * (0.9 + 0.5), 1e-5);
    for (size_t i = 0; i < s.mesh.positions.size(); ++i) {
      const Vec3f& p = s.mesh.positions[i];
      const bool onWall =
          p.x == 0 || p.z == 0 || p.y == 0 || std::abs(p.x - 0.9f) < 1e-6f || std::abs(p.z - 0.5f) < 1e-6f;
      const bool onTop = std::abs(p.y - level) < 1e-6;
      ASSERT_TRUE(onWall || onTop) << p.x << ' ' << p.y << ' ' << p.z;
      if (onTop) {
        ASSERT_GT(s.mesh.normals[i].y, 0.99f);
      }
    }
  }
}

TEST(LiquidSurface, HalfACellAtAWallIsNotSeen) {
  // What the solver itself calls liquid are cell centres: a film below them is none, a gap above them is filled.
  EXPECT_TRUE(surface(liquid(Int3(5), 0.1, below(0.04))).mesh.triangles.empty());
  EXPECT_NEAR(volume(surface(liquid(Int3(5), 0.1, below(0.46))).mesh), 0.125, 1e-6);
}

TEST(LiquidSurface, EmptyAndFullTanks) {
  const auto everywhere = [](double d) { return [d](const Vec3&) { return d; }; };
  const LiquidSurface none = surface(liquid(Int3(6), 0.1, everywhere(1)));
  EXPECT_TRUE(none.mesh.triangles.empty());
  EXPECT_TRUE(none.mesh.positions.empty());
  const LiquidSurface full = surface(liquid(Int3(6, 5, 4), 0.1, everywhere(-1)));
  expectClosed(full);
  EXPECT_NEAR(volume(full.mesh), 0.12, 1e-7);
  EXPECT_EQ(full.freeTriangles, 0u);
  LiquidSurface s = full;
  extractSurface(SimView{}, s);  // no liquid at all
  EXPECT_TRUE(s.mesh.triangles.empty());
  SimView odd = liquid(Int3(6), 0.1, everywhere(-1));
  odd.liquid.phi.resize(7);
  extractSurface(odd, s);
  EXPECT_TRUE(s.mesh.triangles.empty());
}

TEST(LiquidSurface, RoundAndTiltedWalls) {
  SimView v = liquid(Int3(24), 1.0 / 24, below(0.42));
  v.container = {ContainerKind::Sphere, {{0.5, 0.5, 0.5}, {1, 0, 0, 0}}, Vec3(0.35)};
  LiquidSurface s = surface(v);
  expectClosed(s, /*manifold=*/false);
  const double h = 0.35 - 0.08;  // of the cap
  EXPECT_NEAR(volume(s.mesh) / (kPi * h * h * (0.35 - h / 3)), 1, 0.015);
  for (const Vec3f& p : s.mesh.positions) {
    const double r = glm::length(Vec3(p) - 0.5);
    EXPECT_LT(r, 0.35 + 1e-6);
    EXPECT_TRUE(r > 0.35 - 1e-5 || std::abs(p.y - 0.42) < 1e-5) << r << ' ' << p.y;
  }

  v.container = {ContainerKind::Cylinder, {{0.5, 0.5, 0.5}, {1, 0, 0, 0}}, {0.37, 0.83, 0}};
  s = surface(v);
  expectClosed(s, false);
  EXPECT_NEAR(volume(s.mesh) / (kPi * 0.37 * 0.37 * (0.42 - 0.085)), 1, 0.015);
  EXPECT_NEAR(s.mesh.positions[s.mesh.triangles.back().x].y, 0.085, 0.5);

  for (const double tilt : {0.1, 0.4}) {
    v.container = {ContainerKind::TiltedBox, {{0.5, 0.5, 0.5}, glm::angleAxis(tilt, Vec3(0, 0, 1))}, {0.6, 0.6, 0.5}};
    v.liquid.phi.assign(v.liquid.phi.size(), -1.f);
    s = surface(v);
    expectClosed(s, false);
    EXPECT_NEAR(volume(s.mesh) / (0.6 * 0.6 * 0.5), 1, 0.01) << tilt;
  }
}

TEST(LiquidSurface, AFlatTankIsASlab) {
  const double dx = 0.05;
  const LiquidSurface s = surface(liquid({20, 16, 1}, dx, ball({0.5, 0.4, 0}, 0.25)));
  expectClosed(s);
  // The made-up ball is one for z = 0.5 dx: a disc there.
  const double r2 = 0.25 * 0.25 - 0.25 * dx * dx;
  EXPECT_NEAR(volume(s.mesh) / (kPi * r2 * dx), 1, 0.02);
  for (const Vec3f& p : s.mesh.positions) EXPECT_TRUE(std::abs(p.z) < 1e-7f || std::abs(p.z - 0.05f) < 1e-7f) << p.z;
}

TEST(LiquidSurface, ClosedWhateverTheNoiseAndAlwaysTheSame) {
  uint64_t state = 1;
  SimView v = liquid(Int3(12, 11, 10), 0.1, [&](const Vec3&) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (static_cast<double>(state >> 40) / (1 << 24) - 0.5) * 0.2;
  });
  for (const auto kind : {ContainerKind::Box, ContainerKind::Sphere, ContainerKind::Cylinder}) {
    v.container.kind = kind;
    if (kind != ContainerKind::Box) v.container.size = Vec3(0.45, 0.9, 0);
    const LiquidSurface s = surface(v);
    EXPECT_GT(s.mesh.triangles.size(), 1000u);
    expectClosed(s, false);
    LiquidSurface again = surface(liquid(Int3(3), 0.1, below(0.1)));
    extractSurface(v, again);
    EXPECT_EQ(s.mesh.positions, again.mesh.positions);
    EXPECT_EQ(s.mesh.triangles, again.mesh.triangles);
    EXPECT_EQ(s.freeTriangles, again.freeTriangles);
  }
}

}  // namespace
}  // namespace flotsam
