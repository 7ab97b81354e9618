// SPDX-License-Identifier: MIT
// Made-up meshes, good and bad, for the import tests.
#pragma once

#include "sim/geometry/shape.h"

namespace flotsam::soups {

inline TriangleMesh bare(const TriangleMesh& m) { return {m.positions, {}, m.triangles}; }

inline TriangleMesh primitive(ShapeKind kind, Vec3 dims) {
  return bare(*(*makePrimitive({kind, {}, 0, dims}))->mesh());
}
inline TriangleMesh cube(double edge) { return primitive(ShapeKind::Box, Vec3(edge)); }
inline TriangleMesh ball(double radius) { return primitive(ShapeKind::Sphere, Vec3(radius)); }

inline TriangleMesh moved(TriangleMesh m, Vec3f by) {
  for (Vec3f& p : m.positions) p += by;
  return m;
}
inline TriangleMesh inverted(TriangleMesh m) {
  for (auto& t : m.triangles) std::swap(t.y, t.z);
  return m;
}
inline TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
  const auto base = static_cast<uint32_t>(a.positions.size());
  a.positions.insert(a.positions.end(), b.positions.begin(), b.positions.end());
  for (const auto& t : b.triangles) a.triangles.push_back(t + base);
  return a;
}
/// Every face on its own vertices, as an STL file has it.
inline TriangleMesh unwelded(const TriangleMesh& m) {
  TriangleMesh s;
  for (const auto& t : m.triangles) {
    const auto base = static_cast<uint32_t>(s.positions.size());
    for (uint32_t v : {t.x, t.y, t.z}) s.positions.push_back(m.positions[v]);
    s.triangles.emplace_back(base, base + 1, base + 2);
  }
  return s;
}

}  // namespace flotsam::soups
