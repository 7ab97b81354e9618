// SPDX-License-Identifier: MIT
// Edges by sorting the sides: no hash, so the order is the same everywhere.
#include "sim/geometry/mesh_edges.h"

#include <algorithm>
#include <numeric>

namespace flotsam {

MeshEdges::MeshEdges(std::span<const glm::uvec3> triangles) {
  sides_.reserve(3 * triangles.size());
  for (uint32_t t = 0; t < triangles.size(); ++t)
    for (uint32_t s = 0; s < 3; ++s) {
      const uint64_t a = triangles[t][s], b = triangles[t][(s + 1) % 3];
      sides_.push_back({std::min(a, b) << 32 | std::max(a, b), 3 * t + s, a < b});
    }
  std::sort(sides_.begin(), sides_.end(),
            [](const EdgeSide& a, const EdgeSide& b) { return a.edge != b.edge ? a.edge < b.edge : a.side < b.side; });
  for (uint32_t i = 0; i < sides_.size(); ++i)
    if (i == 0 || sides_[i].edge != sides_[i - 1].edge) starts_.push_back(i);
  starts_.push_back(static_cast<uint32_t>(sides_.size()));
}

EdgeCounts countEdges(const MeshEdges& edges) {
  EdgeCounts counts;
  for (size_t e = 0; e < edges.size(); ++e) {
    const auto sides = edges.sides(e);
    counts.open += sides.size() == 1;
    counts.nonManifold += sides.size() > 2;
    const auto up = std::count_if(sides.begin(), sides.end(), [](const EdgeSide& s) { return s.up; });
    counts.balanced = counts.balanced && static_cast<size_t>(2 * up) == sides.size();
  }
  return counts;
}

DisjointSets::DisjointSets(size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0u); }

uint32_t DisjointSets::find(uint32_t i) {
  while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
  return i;
}

void DisjointSets::unite(uint32_t a, uint32_t b) {
  a = find(a), b = find(b);
  parent_[std::max(a, b)] = std::min(a, b);
}

}  // namespace flotsam
