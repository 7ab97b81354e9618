// SPDX-License-Identifier: MIT
// Two generators do everything: a subdivided icosahedron (sphere, ellipsoid: even triangles, no poles) and a profile
// turned about the y axis (cylinder, capsule, torus). The box is written out face by face.
#include "sim/geometry/primitive_mesh.h"

#include <algorithm>
#include <map>

namespace flotsam {
namespace {

constexpr int kAround = 48;  // segments of a turned surface

struct ProfilePoint {
  double radius, y;   // position
  double nr, ny;      // normal
  bool last = false;  // no face between this point and the next (a crease or the end)
};

TriangleMesh turned(const std::vector<ProfilePoint>& profile) {
  TriangleMesh mesh;
  const int rows = static_cast<int>(profile.size());
  for (const ProfilePoint& p : profile)
    for (int s = 0; s <= kAround; ++s) {
      const double a = 2 * kPi * (s % kAround) / kAround, c = std::cos(a), z = std::sin(a);
      mesh.positions.emplace_back(p.radius * c, p.y, p.radius * z);
      mesh.normals.emplace_back(p.nr * c, p.ny, p.nr * z);
    }
  auto at = [](int row, int s) { return static_cast<uint32_t>(row * (kAround + 1) + s); };
  for (int row = 0; row + 1 < rows; ++row) {
    if (profile[row].last) continue;
    for (int s = 0; s < kAround; ++s) {
      if (profile[row].radius > 0) mesh.triangles.emplace_back(at(row, s), at(row + 1, s), at(row, s + 1));
      if (profile[row + 1].radius > 0) mesh.triangles.emplace_back(at(row, s + 1), at(row + 1, s), at(row + 1, s + 1));
    }
  }
  return mesh;
}

/// Profiles run from the bottom pole upwards (for the torus: anticlockwise in the (radius, y) plane).
TriangleMesh cylinder(double radius, double height) {
  const double y = 0.5 * height;
  return turned({{0, -y, 0, -1},
                 {radius, -y, 0, -1, true},
                 {radius, -y, 1, 0},
                 {radius, y, 1, 0, true},
                 {radius, y, 0, 1},
                 {0, y, 0, 1, true}});
}

TriangleMesh capsule(double radius, double height) {
  constexpr int kQuarter = 8;
  const double half = 0.5 * height - radius;
  std::vector<ProfilePoint> profile;
  for (int side : {-1, 1})
    for (int i = side > 0 && half == 0 ? 1 : 0; i <= kQuarter; ++i) {
      const double a = 0.5 * kPi * (side < 0 ? i - kQuarter : i) / kQuarter;
      const bool pole = side < 0 ? i == 0 : i == kQuarter;
      const double c = pole ? 0 : std::cos(a), s = pole ? side : std::sin(a);
      profile.push_back({radius * c, side * half + radius * s, c, s});
    }
  return turned(profile);
}

TriangleMesh torus(double ring, double tube) {
  constexpr int kTube = 22;
  std::vector<ProfilePoint> profile;
  for (int i = 0; i <= kTube; ++i) {
    const double a = 2 * kPi * (i % kTube) / kTube, c = std::cos(a), s = std::sin(a);
    profile.push_back({ring + tube * c, tube * s, c, s});
  }
  return turned(profile);
}

TriangleMesh box(const Vec3& size) {
  TriangleMesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (int side : {-1, 1}) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      const auto base = static_cast<uint32_t>(mesh.positions.size());
      for (int corner = 0; corner < 4; ++corner) {
        Vec3 p(0), n(0);
        p[axis] = side * 0.5 * size[axis];
        p[u] = (corner == 1 || corner == 2 ? 0.5 : -0.5) * size[u];
        p[v] = (corner >= 2 ? 0.5 : -0.5) * size[v];
        n[axis] = side;
        mesh.positions.emplace_back(p);
        mesh.normals.emplace_back(n);
      }
      for (glm::uvec3 t : {glm::uvec3(0, 1, 2), glm::uvec3(0, 2, 3)}) {
        if (side < 0) std::swap(t.y, t.z);
        mesh.triangles.push_back(base + t);
      }
    }
  return mesh;
}

TriangleMesh ellipsoid(const Vec3& axes) {
  constexpr int kLevels = 3;  // 20 * 4^3 = 1280 triangles
  const double g = (1 + std::sqrt(5.0)) / 2;
  std::vector<Vec3> points = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                              {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  std::vector<glm::uvec3> faces;
  // The faces of the convex hull: triples at edge length 2 from each other, wound outwards.
  for (uint32_t i = 0; i < 12; ++i)
    for (uint32_t j = i + 1; j < 12; ++j)
      for (uint32_t k = j + 1; k < 12; ++k) {
        const Vec3 a = points[i], b = points[j], c = points[k];
        if (std::max({glm::length(a - b), glm::length(b - c), glm::length(c - a)}) > 2.1) continue;
        const bool outward = glm::dot(glm::cross(b - a, c - a), a) > 0;
        faces.emplace_back(i, outward ? j : k, outward ? k : j);
      }
  for (Vec3& p : points) p = glm::normalize(p);
  for (int level = 0; level < kLevels; ++level) {
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> middle;
    auto mid = [&](uint32_t a, uint32_t b) {
      const auto [it, fresh] = middle.try_emplace(std::minmax(a, b), static_cast<uint32_t>(points.size()));
      if (fresh) points.push_back(glm::normalize(points[a] + points[b]));
      return it->second;
    };
    std::vector<glm::uvec3> finer;
    for (const auto& f : faces) {
      const uint32_t xy = mid(f.x, f.y), yz = mid(f.y, f.z), zx = mid(f.z, f.x);
      finer.emplace_back(f.x, xy, zx);
      finer.emplace_back(f.y, yz, xy);
      finer.emplace_back(f.z, zx, yz);
      finer.emplace_back(xy, yz, zx);
    }
    faces = std::move(finer);
  }
  TriangleMesh mesh;
  for (const Vec3& p : points) {
    mesh.positions.emplace_back(axes * p);
    mesh.normals.emplace_back(glm::normalize(p / axes));
  }
  mesh.triangles = std::move(faces);
  return mesh;
}

}  // namespace

TriangleMesh primitiveMesh(const ShapeDesc& desc) {
  switch (desc.kind) {
    case ShapeKind::Sphere:
      return ellipsoid(Vec3(desc.dims.x));
    case ShapeKind::Ellipsoid:
      return ellipsoid(desc.dims);
    case ShapeKind::Box:
      return box(desc.dims);
    case ShapeKind::Cylinder:
      return cylinder(desc.dims.x, desc.dims.y);
    case ShapeKind::Capsule:
      return capsule(desc.dims.x, desc.dims.y);
    case ShapeKind::Torus:
      return torus(desc.dims.x, desc.dims.y);
    case ShapeKind::Mesh:
      break;
  }
  return {};
}

}  // namespace flotsam
