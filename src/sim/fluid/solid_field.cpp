// SPDX-License-Identifier: MIT
#include "sim/fluid/solid_field.h"

#include "core/parallel.h"

namespace flotsam {

namespace {

constexpr size_t kPlanes = 4;  // in a piece of work

/// Nodes of a body's box; in a flat grid all planes see the same section.
Int3 count(const Grid& grid, const SolidField::Placed& p) {
  Int3 n = p.hi - p.lo + 1;
  if (grid.flat()) n.z = 1;
  return n;
}
size_t entries(const Grid& grid, const SolidField::Placed& p) {
  const Int3 n = count(grid, p);
  return static_cast<size_t>(n.x) * n.y * n.z;
}

void fillPlane(const Grid& grid, const FaceFractions& fractions, int k, SolidField& field) {
  const float perCell = static_cast<float>(1 / grid.dx);
  const size_t first = static_cast<size_t>(grid.sz) * k;
  for (size_t id = first; id < first + grid.sz; ++id) {
    field.phi[id] = perCell * static_cast<float>(fractions.wallNodes[id]);
    field.owner[id] = -1;
  }
  for (size_t b = 0; b < field.placed.size(); ++b) {
    const SolidField::Placed& p = field.placed[b];
    if (!p.any || (!grid.flat() && (k < p.lo.z || k > p.hi.z))) continue;
    const Int3 n = count(grid, p);
    const double* d = p.phi + (grid.flat() ? 0 : std::ptrdiff_t(n.x) * n.y * (k - p.lo.z));
    for (int j = p.lo.y; j <= p.hi.y; ++j, d += n.x) {
      const int row = grid.id(p.lo.x, j, k);
      for (int i = 0; i < n.x; ++i) {
        const float near = perCell * static_cast<float>(d[i]);
        if (near < field.phi[row + i]) field.phi[row + i] = near, field.owner[row + i] = static_cast<int16_t>(b);
      }
    }
  }
}

}  // namespace

void buildSolidField(const Grid& grid, const FaceFractions& fractions, std::span<const SolidSample> solids,
                     SolidField& field, bool moved) {
  field.phi.resize(grid.size), field.owner.resize(grid.size);
  field.placed.resize(solids.size());
  size_t room = 0;  // for what the fractions have not sampled
  for (size_t b = 0; b < solids.size(); ++b) {
    SolidField::Placed& p = field.placed[b];
    p.phi = nullptr;
    p.any = nodesAround(grid, solids[b], kNodeMargin, p.lo, p.hi);
    if (!p.any) continue;
    if (!moved && b < fractions.bodyNodes.size() && !fractions.bodyNodes[b].phi.empty())
      p.phi = fractions.bodyNodes[b].phi.data();
    else
      room += entries(grid, p);
  }
  if (field.scratch.capacity() < room) field.scratch.reserve(2 * room);  // bodies turn
  field.scratch.resize(room);
  double* free = field.scratch.data();
  field.lattices.clear();
  for (size_t b = 0; b < solids.size(); ++b) {
    SolidField::Placed& p = field.placed[b];
    if (!p.any || p.phi) continue;
    p.phi = free;
    field.lattices.push_back(
        {solids[b].shape, solids[b].pose, grid.node(p.lo), grid.dx, count(grid, p), grid.flat(), free});
    free += entries(grid, p);
  }
  sampleLattices(field.lattices);
  parallelFor(static_cast<size_t>(grid.n.z) + 1, kPlanes, [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k) fillPlane(grid, fractions, static_cast<int>(k), field);
  });
}

}  // namespace flotsam
