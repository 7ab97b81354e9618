// SPDX-License-Identifier: MIT
// Corners of triangles that meet across a gentle edge share a drawn vertex; its normal is the mean of their face
// normals weighted by the angle of each corner, which does not depend on how a flat face is cut into triangles.
#include "sim/geometry/mesh_normals.h"

#include "sim/geometry/mesh_edges.h"

namespace flotsam {

DrawnMesh drawnMesh(const TriangleMesh& mesh, double creaseAngle) {
  const auto& tris = mesh.triangles;
  std::vector<Vec3> face(tris.size(), Vec3(0));  // zero for needles
  for (size_t t = 0; t < tris.size(); ++t) {
    const Vec3 a = mesh.positions[tris[t].x];
    const Vec3 n = glm::cross(Vec3(mesh.positions[tris[t].y]) - a, Vec3(mesh.positions[tris[t].z]) - a);
    if (const double l = glm::length(n); l > 0) face[t] = n / l;
  }
  DisjointSets corners(3 * tris.size());
  std::vector<char> sharp(mesh.positions.size(), 0);
  const MeshEdges edges(tris);
  const double limit = std::cos(creaseAngle);
  for (size_t e = 0; e < edges.size(); ++e) {
    const auto s = edges.sides(e);
    const bool pair = s.size() == 2 && s[0].up != s[1].up;
    const Vec3 a = face[s[0].triangle()], b = pair ? face[s[1].triangle()] : Vec3(0);
    const bool needle = pair && (a == Vec3(0) || b == Vec3(0));
    if (pair && (needle || glm::dot(a, b) > limit)) {
      auto end = [](uint32_t side) { return side - side % 3 + (side % 3 + 1) % 3; };  // the corner a side runs to
      corners.unite(s[0].side, end(s[1].side));
      corners.unite(s[1].side, end(s[0].side));
    } else {
      sharp[s[0].edge >> 32] = sharp[s[0].edge & 0xffffffffu] = 1;
    }
  }
  DrawnMesh drawn;
  std::vector<Vec3> sum;
  std::vector<uint32_t> vertexOf(3 * tris.size());
  for (uint32_t c = 0; c < vertexOf.size(); ++c) {
    const uint32_t root = corners.find(c), t = c / 3;
    const uint32_t at = tris[t][c % 3];
    if (root == c) {  // roots are the smallest of their set, so they come first
      vertexOf[c] = static_cast<uint32_t>(sum.size());
      sum.emplace_back(0);
      drawn.mesh.positions.push_back(mesh.positions[at]);
      if (sharp[at]) drawn.creases.push_back(vertexOf[c]);
    }
    vertexOf[c] = vertexOf[root];
    const Vec3 p = mesh.positions[at];
    const Vec3 u = Vec3(mesh.positions[tris[t][(c % 3 + 1) % 3]]) - p;
    const Vec3 v = Vec3(mesh.positions[tris[t][(c % 3 + 2) % 3]]) - p;
    sum[vertexOf[c]] += std::atan2(glm::length(glm::cross(u, v)), glm::dot(u, v)) * face[t];
  }
  for (const Vec3& n : sum) {
    const double l = glm::length(n);
    drawn.mesh.normals.emplace_back(l > 1e-12 ? n / l : Vec3(0, 1, 0));
  }
  drawn.mesh.triangles.reserve(tris.size());
  for (size_t t = 0; t < tris.size(); ++t)
    drawn.mesh.triangles.emplace_back(vertexOf[3 * t], vertexOf[3 * t + 1], vertexOf[3 * t + 2]);
  return drawn;
}

}  // namespace flotsam
