// SPDX-License-Identifier: MIT
// Distance: every node asks the triangle tree, starting from its neighbour's nearest triangle.
// Sign: the winding number. Two neighbours whose distances add up to more than their spacing are on the same side,
// since a surface point between them would be nearer to one of them; in a closed mesh one query per region linked that
// way is enough. In an open mesh every node is asked, and where linked neighbours differ the winding number has closed
// a hole: there the distance to the mesh is that to the rim, so the nodes around get the distance to the closing
// surface w = 1/2 instead, by the upwind eikonal equation swept outwards from it.
#include "sim/geometry/distance_grid.h"

#include <atomic>
#include <cmath>

#include "core/parallel.h"

namespace flotsam {
namespace {

struct Builder {
  DistanceGrid grid;
  const TriangleBvh& bvh;
  std::vector<float> winding;  // open meshes only

  size_t stride(int axis) const {
    return axis == 0 ? 1 : axis == 1 ? grid.n.x : static_cast<size_t>(grid.n.x) * grid.n.y;
  }
  Int3 coords(size_t id) const {
    const size_t row = id / grid.n.x;
    return {static_cast<int>(id % grid.n.x), static_cast<int>(row % grid.n.y), static_cast<int>(row / grid.n.y)};
  }
  Vec3 node(size_t id) const { return grid.origin + grid.h * Vec3(coords(id)); }
  bool linked(size_t a, size_t b) const { return std::abs(grid.phi[a]) + std::abs(grid.phi[b]) > grid.h * (1 + 1e-5); }

  double work(bool balanced) const;
  void distances();
  void signByRegion(DistanceGridStats& stats);
  void signEverywhere(DistanceGridStats& stats);
  void closeHoles(DistanceGridStats& stats);
  double slope(size_t id) const;
  void sweep(std::vector<char>& closed);
};

/// What every eighth node along each axis looks at, as if all did. In a closed mesh those near the surface ask for
/// their winding number; the others are linked.
double Builder::work(bool balanced) const {
  constexpr int kEvery = 8;
  size_t looked = 0;
  for (int k = kEvery / 2; k < grid.n.z; k += kEvery)
    for (int j = kEvery / 2; j < grid.n.y; j += kEvery)
      for (int i = kEvery / 2; i < grid.n.x; i += kEvery) {
        int hint = -1;
        const Vec3 x = grid.node(i, j, k);
        if (bvh.distance(x, hint, &looked) < grid.h || !balanced) bvh.windingNumber(x, &looked);
      }
  return static_cast<double>(looked) * kEvery * kEvery * kEvery;
}

void Builder::distances() {
  parallelPieces(grid.n.z, [&](size_t k) {
    int rowHint = -1;
    for (int j = 0; j < grid.n.y; ++j) {
      int hint = rowHint;
      for (int i = 0; i < grid.n.x; ++i) {
        const int kk = static_cast<int>(k);
        grid.phi[grid.at(i, j, kk)] = static_cast<float>(bvh.distance(grid.node(i, j, kk), hint));
        if (i == 0) rowHint = hint;
      }
    }
  });
}

void Builder::signByRegion(DistanceGridStats& stats) {
  enum : char { kUnseen, kOutside, kInside };
  std::vector<char> side(grid.phi.size(), kUnseen);
  std::vector<size_t> region;
  size_t far = 0, insideOut = 0;
  for (size_t seed = 0; seed < side.size(); ++seed) {
    if (side[seed] != kUnseen) continue;
    region.assign(1, seed);
    side[seed] = kOutside;
    size_t best = seed;  // farthest from the surface, where the far field is surest
    for (size_t at = 0; at < region.size(); ++at) {
      const size_t id = region[at];
      if (grid.phi[id] > grid.phi[best]) best = id;
      const Int3 c = coords(id);
      for (int axis = 0; axis < 3; ++axis)
        for (int way : {-1, 1}) {
          if (way < 0 ? c[axis] == 0 : c[axis] + 1 == grid.n[axis]) continue;
          const size_t other = way < 0 ? id - stride(axis) : id + stride(axis);
          if (side[other] == kUnseen && linked(id, other)) side[other] = kOutside, region.push_back(other);
        }
    }
    const double w = bvh.windingNumber(node(best));
    for (size_t id : region) {
      if (w > 0.5) side[id] = kInside;
      if (grid.phi[id] > grid.h) ++far, insideOut += w < -0.5;
    }
  }
  for (size_t id = 0; id < side.size(); ++id)
    if (side[id] == kInside) grid.phi[id] = -grid.phi[id];
  stats.insideOut = far > 0 ? static_cast<double>(insideOut) / far : 0;
}

void Builder::signEverywhere(DistanceGridStats& stats) {
  winding.resize(grid.phi.size());
  parallelFor(winding.size(), static_cast<size_t>(grid.n.x) * grid.n.y, [&](size_t begin, size_t end) {
    for (size_t id = begin; id < end; ++id) winding[id] = static_cast<float>(bvh.windingNumber(node(id)));
  });
  size_t far = 0, doubtful = 0, insideOut = 0;
  for (size_t id = 0; id < winding.size(); ++id) {
    const float w = winding[id];
    if (grid.phi[id] > grid.h) {
      ++far;
      doubtful += std::abs(w - std::round(w)) > 0.1f;
      insideOut += w < -0.5f;
    }
    if (w > 0.5f) grid.phi[id] = -grid.phi[id];
  }
  stats.doubtful = far > 0 ? static_cast<double>(doubtful) / far : 0;
  stats.insideOut = far > 0 ? static_cast<double>(insideOut) / far : 0;
}

/// |grad w| per cell by differences that stay in the grid.
double Builder::slope(size_t id) const {
  const Int3 c = coords(id);
  double sum = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const size_t lo = c[axis] > 0 ? id - stride(axis) : id;
    const size_t hi = c[axis] + 1 < grid.n[axis] ? id + stride(axis) : id;
    const double d = (winding[hi] - winding[lo]) / std::max<double>(1, (hi - lo) / stride(axis));
    sum += d * d;
  }
  return std::sqrt(sum);
}

void Builder::closeHoles(DistanceGridStats& stats) {
  std::vector<char> closed(grid.phi.size(), 0);  // nodes whose distance is to the closing surface
  std::vector<float> seeds(grid.phi.size(), 1e30f);
  for (size_t id = 0; id < grid.phi.size(); ++id) {
    const Int3 c = coords(id);
    for (int axis = 0; axis < 3; ++axis) {
      if (c[axis] + 1 == grid.n[axis]) continue;
      const size_t other = id + stride(axis);
      if ((grid.phi[id] < 0) == (grid.phi[other] < 0) || !linked(id, other)) continue;
      ++stats.closedFaces;
      for (size_t end : {id, other}) {
        const double d = grid.h * std::abs(winding[end] - 0.5) / std::max(slope(end), 1e-6);
        seeds[end] = std::min(seeds[end], static_cast<float>(std::min(d, grid.h)));
      }
    }
  }
  if (stats.closedFaces == 0) return;
  for (size_t id = 0; id < seeds.size(); ++id)
    if (seeds[id] < std::abs(grid.phi[id])) grid.phi[id] = std::copysign(seeds[id], grid.phi[id]), closed[id] = 1;
  sweep(closed);
}

/// Gauss-Seidel over the eight diagonal directions; a node changes only when its nearest neighbour measures to the
/// closing surface, so exact distances to the mesh stay as they are.
void Builder::sweep(std::vector<char>& closed) {
  const Int3 n = grid.n;
  const double h = grid.h;
  for (int pass = 0; pass < 16; ++pass)
    for (int kk = 0; kk < n.z; ++kk)
      for (int jj = 0; jj < n.y; ++jj)
        for (int ii = 0; ii < n.x; ++ii) {
          const Int3 c(pass & 1 ? n.x - 1 - ii : ii, pass & 2 ? n.y - 1 - jj : jj, pass & 4 ? n.z - 1 - kk : kk);
          const size_t id = grid.at(c.x, c.y, c.z);
          const bool inside = grid.phi[id] < 0;
          double nearest[3];
          bool fromClosed[3];
          for (int axis = 0; axis < 3; ++axis) {
            nearest[axis] = 1e30, fromClosed[axis] = false;
            for (int way : {-1, 1}) {
              if (way < 0 ? c[axis] == 0 : c[axis] + 1 == n[axis]) continue;
              const size_t other = way < 0 ? id - stride(axis) : id + stride(axis);
              const double d = std::abs(grid.phi[other]);
              if ((grid.phi[other] < 0) == inside && d < nearest[axis])
                nearest[axis] = d, fromClosed[axis] = closed[other];
            }
          }
          for (auto [a, b] : {std::pair{0, 1}, {1, 2}, {0, 1}})
            if (nearest[b] < nearest[a]) std::swap(nearest[a], nearest[b]), std::swap(fromClosed[a], fromClosed[b]);
          if (!fromClosed[0]) continue;
          double d = nearest[0] + h;
          if (d > nearest[1]) {
            const double a = nearest[0], b = nearest[1];
            d = 0.5 * (a + b + std::sqrt(std::max(0.0, 2 * h * h - (a - b) * (a - b))));
            if (d > nearest[2]) {
              const double s = a + b + nearest[2];
              const double q = a * a + b * b + nearest[2] * nearest[2] - h * h;
              d = (s + std::sqrt(std::max(0.0, s * s - 3 * q))) / 3;
            }
          }
          if (d < std::abs(grid.phi[id])) grid.phi[id] = static_cast<float>(inside ? -d : d), closed[id] = 1;
        }
}

}  // namespace

DistanceGrid buildDistanceGrid(const TriangleBvh& bvh, const Box3& box, int cells, int padding, bool balanced,
                               DistanceGridStats& stats) {
  const Vec3 size = box.size();
  Builder b{{}, bvh, {}};
  b.grid.h = std::max({size.x, size.y, size.z}) / cells;
  b.grid.surface = box;
  const Int3 across = Int3(glm::ceil(size / b.grid.h - 1e-9)) + 2 * padding;
  b.grid.n = across + 1;
  b.grid.origin = box.centre() - 0.5 * b.grid.h * Vec3(across);
  stats.work = b.work(balanced);
  stats.tooMuch = stats.work > kMostWork;
  if (stats.tooMuch) return std::move(b.grid);
  b.grid.phi.resize(static_cast<size_t>(b.grid.n.x) * b.grid.n.y * b.grid.n.z);
  b.distances();
  if (balanced) {
    b.signByRegion(stats);
  } else {
    b.signEverywhere(stats);
    b.closeHoles(stats);
  }
  return std::move(b.grid);
}

}  // namespace flotsam
