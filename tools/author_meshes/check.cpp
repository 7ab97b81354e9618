// SPDX-License-Identifier: MIT
#include "author_meshes/check.h"

#include <algorithm>
#include <numeric>

#include "author_meshes/polygonise.h"

namespace flotsam::author {
namespace {

using Edge = std::pair<unsigned, unsigned>;

size_t countBadEdges(const Surface& s, Vec3& where) {
  std::vector<Edge> edges;
  for (const auto& t : s.t)
    for (int a = 0; a < 3; ++a) edges.push_back({t[a], t[(a + 1) % 3]});
  std::sort(edges.begin(), edges.end());
  size_t bad = 0;
  for (size_t i = 0; i < edges.size(); ++i) {
    const bool twice = i > 0 && edges[i] == edges[i - 1];
    const bool opposite = std::binary_search(edges.begin(), edges.end(), Edge{edges[i].second, edges[i].first});
    if (!twice && opposite) continue;
    ++bad;
    where = s.x[edges[i].first];
  }
  return bad;
}

int countPieces(const Surface& s) {
  std::vector<unsigned> parent(s.x.size());
  std::iota(parent.begin(), parent.end(), 0u);
  auto root = [&](unsigned v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const auto& t : s.t) parent[root(t.x)] = root(t.y), parent[root(t.y)] = root(t.z);
  int pieces = 0;
  for (unsigned v = 0; v < s.x.size(); ++v) pieces += root(v) == v;
  return pieces;
}

/// Way through the solid from a surface point along the inward normal, by marching in the field.
double thicknessAt(const Model& model, const Vec3& x, const Vec3& inward, double units) {
  const double step = 0.004 * units;
  for (double s = step; s < units; s += step)
    if (model.field(x + s * inward) > 0) return s;
  return units;
}

}  // namespace

CheckResult check(const Surface& s, const Model& model, double units) {
  CheckResult r;
  r.vertices = s.x.size();
  r.triangles = s.t.size();
  Vec3 where(0);
  r.badEdges = countBadEdges(s, where);
  r.pieces = countPieces(s);
  r.euler = static_cast<int>(r.vertices) - static_cast<int>(3 * r.triangles / 2) + static_cast<int>(r.triangles);
  size_t inward = 0;
  std::vector<double> thickness;
  for (const auto& t : s.t) {
    const Vec3 cross = glm::cross(s.x[t.y] - s.x[t.x], s.x[t.z] - s.x[t.x]);
    const Vec3 centre = (s.x[t.x] + s.x[t.y] + s.x[t.z]) / 3.0;
    r.volume += glm::dot(s.x[t.x], glm::cross(s.x[t.y], s.x[t.z])) / 6;
    r.area += 0.5 * glm::length(cross);
    if (!model.field) continue;
    const Vec3 g = gradient(model, centre, 1e-4 * units);
    Vec3 outward = g;
    for (int a = 0; a < 3; ++a) outward += gradient(model, s.x[t[a]], 1e-4 * units);
    if (glm::dot(outward, cross) <= 0) ++inward, where = centre;
    r.farthest = std::max(r.farthest, std::abs(model.field(centre)) / std::max(glm::length(g), 0.3) / units);
    thickness.push_back(thicknessAt(model, centre, -glm::normalize(g), units) / units);
  }
  std::sort(thickness.begin(), thickness.end());
  if (!thickness.empty()) r.thinnest = thickness[thickness.size() / 100];
  auto near = [&] {
    return ", one near " + std::to_string(where.x) + " " + std::to_string(where.y) + " " + std::to_string(where.z);
  };
  auto fail = [&](const std::string& why) { r.failure += (r.failure.empty() ? "" : "; ") + why; };
  if (r.badEdges) fail(std::to_string(r.badEdges) + " edges without exactly two faces" + near());
  if (r.pieces != 1) fail(std::to_string(r.pieces) + " pieces");
  if (r.euler != 2 - 2 * model.genus) fail("Euler characteristic " + std::to_string(r.euler));
  if (!(r.volume > 0)) fail("volume not positive");
  if (inward) fail(std::to_string(inward) + " triangles face inwards" + near());
  if (r.farthest > 0.01) fail("surface is more than 1 % of the size off the field");
  if (r.triangles < 1000 || r.triangles > 10000) fail(std::to_string(r.triangles) + " triangles");
  return r;
}

}  // namespace flotsam::author
