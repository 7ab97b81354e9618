// SPDX-License-Identifier: MIT
// Upload: position, normal and the hull normal that outlines are pushed along.
#include "render/layers/meshes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace flotsam::layer {
namespace {

struct Vertex {
  Vec3f position, normal, hull;
};

constexpr uint64_t kKeepFrames = 300;
constexpr size_t kShadowTriangles = 4000;  // of one body, on software OpenGL

}  // namespace

std::vector<Vec3f> smoothNormals(const TriangleMesh& mesh) {
  const size_t n = mesh.positions.size();
  // Corners at the same place, by sorting: group[i] is the first of them.
  std::vector<uint32_t> order(n), group(n);
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](uint32_t i) {
    const Vec3f& p = mesh.positions[i];
    return std::array<float, 3>{p.x, p.y, p.z};
  };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
  for (size_t i = 0; i < n; ++i)
    group[order[i]] = i > 0 && key(order[i]) == key(order[i - 1]) ? group[order[i - 1]] : order[i];
  std::vector<Vec3f> sum(n, Vec3f(0));
  for (const auto& t : mesh.triangles) {
    const Vec3f& a = mesh.positions[t.x];
    const Vec3f area = glm::cross(mesh.positions[t.y] - a, mesh.positions[t.z] - a);
    for (int k = 0; k < 3; ++k) sum[group[t[k]]] += area;
  }
  std::vector<Vec3f> normals(n);
  for (size_t i = 0; i < n; ++i) {
    const float l = glm::length(sum[group[i]]);
    normals[i] = l > 0 ? sum[group[i]] / l : Vec3f(0, 1, 0);
  }
  return normals;
}

std::vector<glm::uvec3> cluster(const TriangleMesh& mesh, size_t wanted) {
  Box3 box;
  for (const Vec3f& p : mesh.positions) box.include(Vec3(p));
  const Vec3 size = box.size();
  const double longest = std::max({size.x, size.y, size.z, 1e-12});
  std::vector<glm::uvec3> out;
  // A closed surface crosses about 3 n^2 cells of an n^3 lattice, two triangles each.
  for (int n = std::max(4, static_cast<int>(std::sqrt(static_cast<double>(wanted) / 4))); n >= 4; n = n * 3 / 4) {
    std::vector<std::pair<uint64_t, uint32_t>> cells(mesh.positions.size());
    for (uint32_t i = 0; i < cells.size(); ++i) {
      const glm::u64vec3 c((Vec3(mesh.positions[i]) - box.lo) * (n / longest * 0.9999));
      cells[i] = {c.x | c.y << 20 | c.z << 40, i};
    }
    std::sort(cells.begin(), cells.end());
    std::vector<uint32_t> standIn(cells.size());
    for (size_t first = 0; first < cells.size();) {
      size_t last = first;
      while (last < cells.size() && cells[last].first == cells[first].first) ++last;
      for (size_t i = first; i < last; ++i) standIn[cells[i].second] = cells[(first + last) / 2].second;
      first = last;
    }
    out.clear();
    for (const auto& t : mesh.triangles) {
      const glm::uvec3 u(standIn[t.x], standIn[t.y], standIn[t.z]);
      if (u.x != u.y && u.y != u.z && u.z != u.x) out.push_back(u);
    }
    if (out.size() <= wanted) break;
  }
  return out;
}

Meshes::Entry* Meshes::find(const std::shared_ptr<const TriangleMesh>& mesh) {
  if (!mesh || mesh->triangles.empty() || mesh->positions.empty()) return nullptr;
  for (auto& entry : entries_)
    if (!entry->mesh.owner_before(mesh) && !mesh.owner_before(entry->mesh)) {
      entry->used = frame_;
      return entry.get();
    }
  auto entry = std::make_unique<Entry>();
  entry->mesh = mesh;
  entry->used = frame_;
  entry->count = static_cast<GLsizei>(3 * mesh->triangles.size());
  const std::vector<Vec3f> hull = smoothNormals(*mesh);
  const bool own = mesh->normals.size() == mesh->positions.size();
  std::vector<Vertex> vertices(mesh->positions.size());
  for (size_t i = 0; i < vertices.size(); ++i)
    vertices[i] = {mesh->positions[i], own ? mesh->normals[i] : hull[i], hull[i]};
  glBindVertexArray(entry->array.get());
  glBindBuffer(GL_ARRAY_BUFFER, entry->vertices.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(Vertex)), vertices.data(),
               GL_STATIC_DRAW);
  for (GLuint i = 0; i < 3; ++i) {
    glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, sizeof(Vertex), reinterpret_cast<const void*>(i * sizeof(Vec3f)));
    glEnableVertexAttribArray(i);
  }
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, entry->indices.get());
  std::vector<glm::uvec3> triangles = mesh->triangles;
  if (triangles.size() > 2 * kShadowTriangles) {
    const std::vector<glm::uvec3> coarse = cluster(*mesh, kShadowTriangles);
    entry->coarseCount = static_cast<GLsizei>(3 * coarse.size());
    triangles.insert(triangles.end(), coarse.begin(), coarse.end());
  }
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(triangles.size() * sizeof(glm::uvec3)),
               triangles.data(), GL_STATIC_DRAW);
  entries_.push_back(std::move(entry));
  return entries_.back().get();
}

void Meshes::endFrame() {
  ++frame_;
  std::erase_if(entries_,
                [&](const auto& entry) { return entry->mesh.expired() || entry->used + kKeepFrames < frame_; });
}

}  // namespace flotsam::layer
