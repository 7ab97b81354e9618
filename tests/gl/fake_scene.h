// SPDX-License-Identifier: MIT
// Made-up views for the renderer's tests and pictures: simple meshes, swirling markers, a plume. No simulation.
#pragma once

#include <cmath>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "core/rng.h"
#include "view/sim_view.h"

namespace flotsam::fake {

using MeshPtr = std::shared_ptr<const TriangleMesh>;

/// A closed surface of (u, v) in [0, 1)^2 with normals by differences.
template <class Surface>
MeshPtr patch(int nu, int nv, Surface point) {
  auto mesh = std::make_shared<TriangleMesh>();
  for (int j = 0; j <= nv; ++j)
    for (int i = 0; i <= nu; ++i) {
      const double u = static_cast<double>(i) / nu, v = static_cast<double>(j) / nv, e = 1e-4;
      const Vec3 p = point(u, v);
      Vec3 n = glm::cross(point(u + e, v) - point(u - e, v), point(u, v + e) - point(u, v - e));
      n = glm::length(n) > 1e-12 ? glm::normalize(n) : glm::normalize(p);
      mesh->positions.push_back(Vec3f(p));
      mesh->normals.push_back(Vec3f(n));
    }
  const auto at = [&](int i, int j) { return static_cast<unsigned>(i + (nu + 1) * j); };
  for (int j = 0; j < nv; ++j)
    for (int i = 0; i < nu; ++i) {
      mesh->triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh->triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return mesh;
}

inline MeshPtr sphere(double r, int n = 48) {
  return patch(n, n / 2, [=](double u, double v) {
    const double a = -2 * kPi * u, b = kPi * (v - 0.5);
    return r * Vec3(std::cos(a) * std::cos(b), std::sin(b), std::sin(a) * std::cos(b));
  });
}

inline MeshPtr torus(double ring, double tube, int n = 64) {
  return patch(n, n / 2, [=](double u, double v) {
    const double a = 2 * kPi * u, b = 2 * kPi * v;
    const double w = ring + tube * std::cos(b);
    return Vec3(w * std::cos(a), w * std::sin(a), tube * std::sin(b));
  });
}

/// Sharp box with split normals.
inline MeshPtr box(const Vec3& size) {
  auto mesh = std::make_shared<TriangleMesh>();
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 2; ++side) {
      const int a = (axis + 1) % 3, b = (axis + 2) % 3;
      const auto base = static_cast<unsigned>(mesh->positions.size());
      for (int k = 0; k < 4; ++k) {
        Vec3 p;
        p[axis] = side - 0.5, p[a] = (k & 1) - 0.5, p[b] = (k >> 1) - 0.5;
        Vec3f n(0);
        n[axis] = side ? 1.f : -1.f;
        mesh->positions.push_back(Vec3f(p * size));
        mesh->normals.push_back(n);
      }
      for (const glm::uvec3& t : {glm::uvec3(0, 1, 3), glm::uvec3(0, 3, 2)})
        mesh->triangles.push_back(base + (side ? t : glm::uvec3(t.x, t.z, t.y)));
    }
  return mesh;
}

/// Positions and faces of an OBJ file, scaled so that the longest side is `size` and centred; null when unreadable.
inline MeshPtr readObj(const std::string& path, double size) {
  std::ifstream file(path);
  if (!file) return nullptr;
  auto mesh = std::make_shared<TriangleMesh>();
  Box3 bounds;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string kind, word;
    words >> kind;
    if (kind == "v") {
      Vec3 p;
      words >> p.x >> p.y >> p.z;
      bounds.include(p);
      mesh->positions.push_back(Vec3f(p));
    } else if (kind == "f") {
      std::vector<unsigned> face;
      while (words >> word) face.push_back(static_cast<unsigned>(std::stoul(word)) - 1);
      for (size_t i = 2; i < face.size(); ++i) mesh->triangles.push_back({face[0], face[i - 1], face[i]});
    }
  }
  if (mesh->triangles.empty()) return nullptr;
  const Vec3 s = bounds.size();
  const double scale = size / std::max({s.x, s.y, s.z});
  for (Vec3f& p : mesh->positions) p = Vec3f((Vec3(p) - bounds.centre()) * scale);
  return mesh;
}

inline BodyView body(const char* name, MeshPtr mesh, const Vec3& position, int colour, const Quat& q = {1, 0, 0, 0}) {
  BodyView b;
  b.name = name;
  b.mesh = std::move(mesh);
  b.pose = {position, q};
  b.colour = colour;
  if (b.mesh)
    for (const Vec3f& p : b.mesh->positions) b.boundingRadius = std::max<double>(b.boundingRadius, glm::length(p));
  if (b.mesh)
    for (const auto& t : b.mesh->triangles) {
      const auto& x = b.mesh->positions;
      b.volume += glm::dot(Vec3(x[t.x]), glm::cross(Vec3(x[t.y]), Vec3(x[t.z]))) / 6;
    }
  return b;
}

inline SimView tank(Int3 cells = {32, 20, 20}, double dx = 0.05) {
  SimView v;
  v.cells = cells, v.dx = dx;
  v.container.size = dx * Vec3(cells);
  v.container.pose.position = 0.5 * v.container.size;
  return v;
}

/// Markers around a slanted ring: three dyed bundles, the rest undyed.
inline void addMarkers(SimView& v, size_t count) {
  const Vec3 size = v.dx * Vec3(v.cells);
  Random random(7);
  for (size_t i = 0; i < count; ++i) {
    Vec3 p;
    uint8_t dye = 0;
    double speed = 0;
    if (i % 5 < 2) {
      const double a = 2 * kPi * random.unit(), b = 2 * kPi * random.unit();
      const double r = 0.34 + 0.07 * std::sqrt(random.unit()) * std::cos(b) + 0.04 * std::sin(3 * a);
      p = {0.58 + 0.9 * r * std::cos(a), 0.52 + r * std::sin(a), 0.5 + 0.12 * std::sin(b) + 0.15 * std::cos(2 * a)};
      dye = static_cast<uint8_t>(1 + static_cast<int>(3 * a / (2 * kPi)) % 3);
      speed = 0.6 + 0.4 * std::sin(a);
    } else {
      p = {random.unit(), random.unit(), random.unit()};
      speed = 0.25 * random.unit();
    }
    v.markers.position.push_back(Vec3f(p * size));
    v.markers.dye.push_back(dye);
    v.markers.velocity.emplace_back(0, speed, 0);
  }
  v.speedScale = 1;
}

/// A rising column that spreads under the lid, with lumps.
inline void addPlume(SimView& v, Int3 cells) {
  v.smoke.cells = cells;
  v.smoke.density.resize(static_cast<size_t>(cells.x) * static_cast<size_t>(cells.y) * static_cast<size_t>(cells.z));
  for (int k = 0; k < cells.z; ++k)
    for (int j = 0; j < cells.y; ++j)
      for (int i = 0; i < cells.x; ++i) {
        const Vec3 p = (Vec3(i, j, k) + 0.5) / Vec3(cells);
        const double lump = 0.5 + 0.25 * std::sin(23 * p.x + 9 * p.y) * std::sin(19 * p.z - 14 * p.y) +
                            0.25 * std::sin(41 * p.x) * std::sin(37 * p.y + 3) * std::sin(43 * p.z);
        const Vec3 c(0.45 + 0.03 * std::sin(7 * p.y), p.y, 0.5);
        const double r = std::hypot(1.6 * (p.x - c.x), p.z - c.z);
        double d = std::exp(-r * r / (0.004 + 0.006 * p.y)) * (p.y < 0.75 ? 1 : 0.6);
        const double cap = std::hypot(0.55 * (p.x - 0.55), 0.8 * (p.z - 0.5)), up = (p.y - 0.82) / 0.10;
        d += 0.9 * std::exp(-cap * cap / 0.018 - up * up) * (0.4 + lump);
        v.smoke.density[static_cast<size_t>(i + cells.x * (j + cells.y * k))] =
            static_cast<float>(std::clamp(d * (0.5 + lump) - 0.03, 0.0, 1.0));
      }
}

/// Waves about half way up the tank.
inline void addWaves(SimView& v, double height = 0.06) {
  const Int3 n = v.liquid.cells = v.cells + 2;
  v.liquid.phi.resize(static_cast<size_t>(n.x) * static_cast<size_t>(n.y) * static_cast<size_t>(n.z));
  for (int k = 0; k < n.z; ++k)
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i) {
        // Continued through the walls along their normals, as the solver does.
        const Vec3 p = glm::clamp(v.dx * (Vec3(i, j, v.flat ? 1 : k) - 0.5), Vec3(0), v.dx * Vec3(v.cells));
        const double level = 0.5 * v.dx * v.cells.y + height * std::sin(7 * p.x + 2 * p.z) * std::cos(3 * p.z - p.x);
        v.liquid.phi[static_cast<size_t>(i + n.x * (j + n.y * k))] =
            static_cast<float>(std::clamp((p.y - level) / v.dx, -1.0, 1.0));
      }
}

/// The scene of the design pictures: a sculpture, a ball, a ring, a box.
inline SimView showcase(size_t markers, bool smoke) {
  SimView v = tank();
  v.title = "Showcase";
  MeshPtr sculpture = readObj(std::string(FLOTSAM_SOURCE_DIR) + "/assets/meshes/rabbit.obj", 0.4);
  if (!sculpture) sculpture = sphere(0.18);
  if (smoke) {
    v.bodies.push_back(body("ball", sphere(0.17), {0.85, 0.52, 0.62}, 0));
    v.bodies.push_back(body("ring", torus(0.15, 0.05), {0.38, 0.4, 0.5}, 1, glm::angleAxis(0.6, Vec3(0, 1, 0))));
    v.bodies.push_back(body("cube", box(Vec3(0.26)), {1.28, 0.15, 0.5}, 2, glm::angleAxis(0.5, Vec3(0, 1, 0))));
    addPlume(v, {64, 40, 40});
  } else {
    v.bodies.push_back(body("sculpture", sculpture, {0.5, 0.34, 0.55}, 0));
    v.bodies.push_back(body("ball", sphere(0.12), {1.05, 0.75, 0.45}, 2));
    v.bodies.push_back(body("ring", torus(0.13, 0.05), {1.1, 0.3, 0.55}, 1, glm::angleAxis(0.7, Vec3(0, 1, 0))));
    v.bodies.push_back(body("cube", box(Vec3(0.2)), {0.85, 0.12, 0.75}, 4, glm::angleAxis(0.4, Vec3(0, 1, 0))));
  }
  if (markers) addMarkers(v, markers);
  return v;
}

}  // namespace flotsam::fake
