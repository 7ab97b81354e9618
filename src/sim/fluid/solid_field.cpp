// SPDX-License-Identifier: MIT
#include "sim/fluid/solid_field.h"

#include <algorithm>

namespace flotsam {

void buildSolidField(const Grid& grid, const std::vector<double>& wallNodes, std::span<const SolidSample> solids,
                     SolidField& field) {
  constexpr int kMargin = 2;  // nodes around a body's bounding box: as far as anybody looks
  field.phi.resize(grid.size);
  field.owner.assign(grid.size, -1);
  const float perCell = static_cast<float>(1 / grid.dx);
  for (size_t id = 0; id < grid.size; ++id) field.phi[id] = perCell * static_cast<float>(wallNodes[id]);
  for (size_t b = 0; b < solids.size(); ++b) {
    const SolidSample& solid = solids[b];
    const Box3& box = solid.shape->bounds();
    Box3 world;
    for (int q = 0; q < 8; ++q)
      world.include(
          solid.pose.toWorld({q & 1 ? box.hi.x : box.lo.x, q & 2 ? box.hi.y : box.lo.y, q & 4 ? box.hi.z : box.lo.z}));
    Int3 lo, hi;
    bool outside = false;
    for (int a = 0; a < 3; ++a) {
      const double first = std::clamp(world.lo[a] / grid.dx, -1e6, 1e6),
                   last = std::clamp(world.hi[a] / grid.dx, -1e6, 1e6);
      lo[a] = std::max(0, static_cast<int>(std::floor(first)) + 1 - kMargin);
      hi[a] = std::min(grid.n[a], static_cast<int>(std::ceil(last)) + 1 + kMargin);
      if (grid.flat() && a == 2) lo[a] = 0, hi[a] = grid.n.z;
      outside |= lo[a] > hi[a];
    }
    if (outside) continue;
    const Int3 count = hi - lo + 1;
    field.scratch.resize(static_cast<size_t>(count.x) * count.y * count.z);
    solid.shape->sampleLattice(solid.pose, grid.node(lo), grid.dx, count, grid.flat(), field.scratch.data());
    const double* d = field.scratch.data();
    for (int k = lo.z; k <= hi.z; ++k)
      for (int j = lo.y; j <= hi.y; ++j)
        for (int i = lo.x; i <= hi.x; ++i, ++d) {
          const int id = grid.id(i, j, k);
          const float phi = perCell * static_cast<float>(*d);
          if (phi < field.phi[id]) field.phi[id] = phi, field.owner[id] = static_cast<int16_t>(b);
        }
  }
}

}  // namespace flotsam
