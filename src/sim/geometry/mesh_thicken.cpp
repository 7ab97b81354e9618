// SPDX-License-Identifier: MIT
#include "sim/geometry/mesh_thicken.h"

#include <algorithm>

#include "sim/geometry/mesh_edges.h"

namespace flotsam {

namespace {

constexpr double kMostMitre = 2;  // how much farther than half the thickness a vertex on a crease may go

/// Where each vertex goes, in units of the way: along the mean normal, so far that the faces around are one unit away.
std::vector<Vec3> directions(const TriangleMesh& mesh) {
  std::vector<Vec3> sum(mesh.positions.size(), Vec3(0));
  std::vector<double> area(sum.size(), 0);
  const auto normalOf = [&](const glm::uvec3& t) {
    const Vec3 a(mesh.positions[t.x]);
    return glm::cross(Vec3(mesh.positions[t.y]) - a, Vec3(mesh.positions[t.z]) - a);
  };
  for (const auto& t : mesh.triangles) {
    const Vec3 n = normalOf(t);
    for (int c = 0; c < 3; ++c) sum[t[c]] += n, area[t[c]] += glm::length(n);
  }
  for (size_t v = 0; v < sum.size(); ++v) {
    const double length = glm::length(sum[v]);
    if (!(length > 1e-6 * area[v])) continue;  // faces back to back: told apart below
    sum[v] /= length;
    sum[v] *= std::min(kMostMitre, area[v] / length);
  }
  for (const auto& t : mesh.triangles)
    for (int c = 0; c < 3; ++c)
      if (const Vec3 n = normalOf(t); glm::length(sum[t[c]]) < 0.5 && glm::length(n) > 0) sum[t[c]] = glm::normalize(n);
  return sum;
}

}  // namespace

TriangleMesh thickened(const TriangleMesh& mesh, double thickness) {
  TriangleMesh shell;
  const auto count = static_cast<uint32_t>(mesh.positions.size());
  const std::vector<Vec3> way = directions(mesh);
  for (const double side : {0.5, -0.5})
    for (size_t v = 0; v < mesh.positions.size(); ++v)
      shell.positions.push_back(Vec3f(Vec3(mesh.positions[v]) + side * thickness * way[v]));
  for (const auto& t : mesh.triangles) shell.triangles.push_back(t);
  for (const auto& t : mesh.triangles) shell.triangles.emplace_back(t.x + count, t.z + count, t.y + count);
  const MeshEdges edges(mesh.triangles);
  for (size_t e = 0; e < edges.size(); ++e) {
    int net = 0;
    for (const EdgeSide& s : edges.sides(e)) net += s.up ? 1 : -1;
    auto a = static_cast<uint32_t>(edges.sides(e)[0].edge >> 32), b = static_cast<uint32_t>(edges.sides(e)[0].edge);
    if (net < 0) std::swap(a, b), net = -net;
    for (; net > 0; --net) {
      shell.triangles.emplace_back(b, a, a + count);
      shell.triangles.emplace_back(b, a + count, b + count);
    }
  }
  return shell;
}

}  // namespace flotsam
