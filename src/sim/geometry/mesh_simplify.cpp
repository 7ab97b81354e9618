// SPDX-License-Identifier: MIT
#include "sim/geometry/mesh_simplify.h"

#include <algorithm>
#include <unordered_map>

namespace flotsam {

void clusterVertices(TriangleMesh& mesh, int cells) {
  Box3 box;
  for (const Vec3f& p : mesh.positions) box.include(p);
  const Vec3 size = box.size();
  const double cube = std::max({size.x, size.y, size.z}) / cells;
  if (!(cube > 0)) return;
  std::unordered_map<uint64_t, uint32_t> clusterOf;  // only looked up, never walked through
  std::vector<Vec3> sum;
  std::vector<uint32_t> count, to(mesh.positions.size());
  for (size_t v = 0; v < to.size(); ++v) {
    const glm::u64vec3 c((Vec3(mesh.positions[v]) - box.lo) / cube);
    const auto [it, fresh] = clusterOf.try_emplace(c.x | c.y << 21 | c.z << 42, static_cast<uint32_t>(sum.size()));
    if (fresh) sum.emplace_back(0), count.push_back(0);
    to[v] = it->second;
    sum[to[v]] += Vec3(mesh.positions[v]), ++count[to[v]];
  }
  mesh.positions.resize(sum.size());
  for (size_t c = 0; c < sum.size(); ++c) mesh.positions[c] = Vec3f(sum[c] / double(count[c]));
  for (auto& t : mesh.triangles) t = {to[t.x], to[t.y], to[t.z]};
  std::erase_if(mesh.triangles, [](const glm::uvec3& t) { return t.x == t.y || t.y == t.z || t.z == t.x; });
}

}  // namespace flotsam
