// SPDX-License-Identifier: MIT
// The edges of an indexed mesh, each with the triangle sides that use it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/triangle_mesh.h"

namespace flotsam {

/// Side s of triangle t runs from its corner s to corner (s + 1) % 3.
struct EdgeSide {
  uint64_t edge;  // lower vertex << 32 | upper vertex
  uint32_t side;  // 3 t + s
  bool up;        // runs from the lower to the upper vertex
  uint32_t triangle() const { return side / 3; }
};

class MeshEdges {
 public:
  explicit MeshEdges(std::span<const glm::uvec3> triangles);
  size_t size() const { return starts_.size() - 1; }
  /// The sides of edge e, ordered by triangle.
  std::span<const EdgeSide> sides(size_t e) const { return {sides_.data() + starts_[e], starts_[e + 1] - starts_[e]}; }

 private:
  std::vector<EdgeSide> sides_;
  std::vector<uint32_t> starts_;
};

struct EdgeCounts {
  size_t open = 0;         // used by one triangle
  size_t nonManifold = 0;  // used by more than two
  bool balanced = true;    // every edge runs as often one way as the other: the winding number is whole everywhere
};
EdgeCounts countEdges(const MeshEdges& edges);

/// Disjoint sets over 0..n-1.
class DisjointSets {
 public:
  explicit DisjointSets(size_t n);
  uint32_t find(uint32_t i);
  void unite(uint32_t a, uint32_t b);  // the smaller root stays

 private:
  std::vector<uint32_t> parent_;
};

}  // namespace flotsam
