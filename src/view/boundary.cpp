// SPDX-License-Identifier: MIT
#include "view/boundary.h"

#include <algorithm>
#include <cmath>

namespace flotsam {

namespace {

struct Faces {
  const FaceView& f;
  float open(int axis, Int3 c) const { return f.open[axis][f.at(axis, c.x, c.y, c.z)]; }
  bool inside(Int3 c) const {
    return c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < f.cells.x && c.y < f.cells.y && c.z < f.cells.z;
  }
  /// Of all six faces of a cell; 0 outside.
  float openOf(Int3 c) const {
    if (!inside(c)) return 0;
    float sum = 0;
    for (int a = 0; a < 3; ++a) {
      Int3 next = c;
      ++next[a];
      sum += open(a, c) + open(a, next);
    }
    return sum;
  }
  /// Whether a neighbour has an open face.
  bool besideOpen(Int3 c) const {
    for (int a = 0; a < 3; ++a)
      for (const int step : {-1, 1}) {
        Int3 next = c;
        next[a] += step;
        if (openOf(next) > 0) return true;
      }
    return false;
  }
};

}  // namespace

void bodyBlocks(const SimView& view, std::vector<BoundaryBlock>& blocks) {
  constexpr float kLeast = 0.02f;  // thinner ones are not seen
  blocks.clear();
  const FaceView& f = view.faces;
  if (f.cells.x == 0) return;
  const Faces faces{f};
  const float dx = static_cast<float>(view.dx);
  const int axes = view.flat ? 2 : 3;
  for (int k = 0; k < f.cells.z; ++k)
    for (int j = 0; j < f.cells.y; ++j)
      for (int i = 0; i < f.cells.x; ++i) {
        const Int3 c(i, j, k);
        int body = -1, normal = 0;
        float thick = 0, steepest = 0.02f, open = 0;
        bool upper = false;  // it leans on the upper face
        for (int a = 0; a < axes; ++a) {
          Int3 next = c;
          ++next[a];
          const float low = 1 - faces.open(a, c), high = 1 - faces.open(a, next);
          body = std::max(
              {body, int{f.solid[a][f.at(a, c.x, c.y, c.z)]}, int{f.solid[a][f.at(a, next.x, next.y, next.z)]}});
          open = std::max({open, 1 - low, 1 - high});
          thick = std::max(thick, std::min(low, high));
          if (std::abs(high - low) > steepest) steepest = std::abs(high - low), normal = a, upper = high > low;
        }
        if (body < 0 || thick < kLeast) continue;
        if (!(open > 0) && !faces.besideOpen(c)) continue;
        BoundaryBlock block{dx * Vec3f(c), dx * Vec3f(c + 1), body};
        if (steepest > 0.02f && thick < 1) {
          if (upper)
            block.lo[normal] = block.hi[normal] - thick * dx;
          else
            block.hi[normal] = block.lo[normal] + thick * dx;
        }
        blocks.push_back(block);
      }
}

void cutEdges(const SimView& view, const Slice& slice, std::vector<BoundaryEdge>& edges) {
  edges.clear();
  const FaceView& f = view.faces;
  if (f.cells.x == 0 || (!view.flat && !slice.straight())) return;
  const int c = view.flat ? 2 : std::clamp(slice.axis, 0, 2);
  const double place = view.flat ? 0.5 : std::clamp(slice.place, 0.0, 1.0);
  const int layer = std::min(static_cast<int>(place * f.cells[c]), f.cells[c] - 1);
  const Faces faces{f};
  const float dx = static_cast<float>(view.dx), height = static_cast<float>(place * f.cells[c]) * dx;
  for (const int a : {(c + 1) % 3, (c + 2) % 3}) {
    const int along = 3 - a - c;  // the edge runs along the third axis
    for (int q = 0; q < f.cells[along]; ++q)
      for (int p = 0; p <= f.cells[a]; ++p) {
        Int3 at(0);
        at[a] = p, at[along] = q, at[c] = layer;
        const float open = faces.open(a, at);
        Vec3f from = dx * Vec3f(at), to = from;
        from[c] = to[c] = height;
        to[along] += dx;
        if (open >= 1 - 1e-4f) {
          edges.push_back({BoundaryEdge::Open, from, to});
          continue;
        }
        if (open <= 1e-4f) {
          if (p == 0 || p == f.cells[a]) continue;  // the tank's own walls
          // Closed faces between two closed cells are the inside of the solid.
          Int3 lower = at;
          --lower[a];
          if (faces.openOf(lower) > 0 || faces.openOf(at) > 0) edges.push_back({BoundaryEdge::Solid, from, to});
          continue;
        }
        // The open part lies where the next face is more open.
        Int3 before = at, after = at;
        --before[along], ++after[along];
        const float low = q > 0 ? faces.open(a, before) : 0, high = q + 1 < f.cells[along] ? faces.open(a, after) : 0;
        if (high > low) std::swap(from, to);
        const Vec3f middle = from + open * (to - from);
        edges.push_back({BoundaryEdge::Fluid, from, middle});
        edges.push_back({BoundaryEdge::Solid, middle, to});
      }
  }
}

}  // namespace flotsam
