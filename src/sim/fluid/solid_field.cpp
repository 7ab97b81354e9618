// SPDX-License-Identifier: MIT
#include "sim/fluid/solid_field.h"

#include <algorithm>

namespace flotsam {

void buildSolidField(const Grid& grid, const FaceFractions& fractions, std::span<const SolidSample> solids,
                     SolidField& field, bool moved) {
  field.phi.resize(grid.size);
  field.owner.assign(grid.size, -1);
  const float perCell = static_cast<float>(1 / grid.dx);
  for (size_t id = 0; id < grid.size; ++id) field.phi[id] = perCell * static_cast<float>(fractions.wallNodes[id]);
  for (size_t b = 0; b < solids.size(); ++b) {
    const SolidSample& solid = solids[b];
    Int3 lo, hi;
    if (!nodesAround(grid, solid, kNodeMargin, lo, hi)) continue;
    Int3 count = hi - lo + 1;
    const double* phi = !moved && b < fractions.bodyNodes.size() && !fractions.bodyNodes[b].phi.empty()
                            ? fractions.bodyNodes[b].phi.data()
                            : nullptr;
    if (!phi) {
      if (grid.flat()) count.z = 1;
      field.scratch.resize(static_cast<size_t>(count.x) * count.y * count.z);
      solid.shape->sampleLattice(solid.pose, grid.node(lo), grid.dx, count, grid.flat(), field.scratch.data());
      phi = field.scratch.data();
    }
    // In a flat grid all planes of nodes see the same section.
    const int k0 = grid.flat() ? 0 : lo.z, k1 = grid.flat() ? grid.n.z : hi.z;
    const std::ptrdiff_t plane = grid.flat() ? 0 : std::ptrdiff_t(count.x) * count.y;
    for (int k = k0; k <= k1; ++k) {
      const double* d = phi + plane * (k - k0);
      for (int j = lo.y; j <= hi.y; ++j, d += count.x) {
        const int row = grid.id(lo.x, j, k);
        for (int i = 0; i < count.x; ++i) {
          const float near = perCell * static_cast<float>(d[i]);
          if (near < field.phi[row + i]) field.phi[row + i] = near, field.owner[row + i] = static_cast<int16_t>(b);
        }
      }
    }
  }
}

}  // namespace flotsam
