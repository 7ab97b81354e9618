// SPDX-License-Identifier: MIT
// Signed distance to a mesh on a dense lattice of nodes, with trilinear values in between.
#pragma once

#include <algorithm>
#include <vector>

#include "core/math.h"
#include "sim/geometry/bvh.h"

namespace flotsam {

struct DistanceGrid {
  Vec3 origin{0};          // of node (0,0,0)
  double h = 1;            // m
  Int3 n{0};               // nodes
  Box3 surface;            // of the mesh
  std::vector<float> phi;  // [i + n.x * (j + n.y * k)], negative inside

  size_t at(int i, int j, int k) const { return i + static_cast<size_t>(n.x) * (j + static_cast<size_t>(n.y) * k); }
  Vec3 node(int i, int j, int k) const { return origin + h * Vec3(i, j, k); }

  /// Beyond the grid a lower bound that is exact where the surface's box is: the surface lies in a convex box, so seen
  /// from the nearest place c of the grid it is never on x's side, and |x - s|² >= |x - c|² + |c - s|².
  double sample(const Vec3& x) const {
    const Vec3 g = (x - origin) / h, c = glm::clamp(g, Vec3(0), Vec3(n - 1));
    const double inside = trilinear(c);
    if (c == g) return inside;
    const double toBox = glm::length(glm::max(glm::max(surface.lo - x, x - surface.hi), Vec3(0)));
    const Vec3 beyond = h * (g - c);
    return std::max(toBox, std::sqrt(glm::dot(beyond, beyond) + inside * inside));
  }
  /// g in cells, within [0, n - 1].
  double trilinear(const Vec3& g) const {
    const int i = std::min(static_cast<int>(g.x), n.x - 2), j = std::min(static_cast<int>(g.y), n.y - 2),
              k = std::min(static_cast<int>(g.z), n.z - 2);
    const double u = g.x - i, v = g.y - j, w = g.z - k;
    const float* p = phi.data() + at(i, j, k);
    const float *q = p + n.x, *r = p + static_cast<size_t>(n.x) * n.y, *s = r + n.x;
    const auto along = [u](const float* o) { return double(o[0]) + u * (double(o[1]) - double(o[0])); };
    const double a = along(p), b = along(q), c = along(r), d = along(s);
    const double ab = a + v * (b - a), cd = c + v * (d - c);
    return ab + w * (cd - ab);
  }
};

/// grid.sample() at n points from `from` on, `step` apart, to rounding.
void sampleRow(const DistanceGrid& grid, const Vec3& from, const Vec3& step, int n, double* out);

/// Triangles looked at for a grid, at most; 20 s of one processor. A node looks at some tens of those of a surface, 120
/// where it is thin and open. Where large ones lie across each other everywhere, it looks at nearly all there are.
inline constexpr double kMostWork = 8e8;

struct DistanceGridStats {
  double doubtful = 0;     // share of the nodes farther than h whose winding number is more than 0.1 off an integer
  double insideOut = 0;    // share of the far nodes with a winding number below -1/2
  size_t closedFaces = 0;  // links between nodes where the winding number closed a hole
  double work = 0;         // triangles looked at, about
  bool tooMuch = false;    // that would be more than kMostWork: the grid is empty
};

/// `cells` along the longest side of `box`, with `padding` more on each side. Distance is exact at the nodes, the sign
/// is inside where the winding number exceeds 1/2. `balanced`: the mesh is closed, so one query serves a whole region.
DistanceGrid buildDistanceGrid(const TriangleBvh& bvh, const Box3& box, int cells, int padding, bool balanced,
                               DistanceGridStats& stats);

}  // namespace flotsam
