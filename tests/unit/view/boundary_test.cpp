// SPDX-License-Identifier: MIT
#include "view/boundary.h"

#include <gtest/gtest.h>

#include <cmath>

namespace flotsam {
namespace {

/// 6 x 6 x 6 open cells; body 1 takes the cells 2..3 of every axis: its inner faces are closed, its outer ones are open
/// to `open`.
SimView cube(float open) {
  SimView v;
  v.cells = v.faces.cells = Int3(6);
  v.dx = 0.5;
  for (int a = 0; a < 3; ++a) {
    Int3 n(6);
    ++n[a];
    v.faces.open[a].assign(static_cast<size_t>(n.x) * n.y * n.z, 1.f);
    v.faces.solid[a].assign(v.faces.open[a].size(), -1);
    for (int k = 2; k < 4 + (a == 2); ++k)
      for (int j = 2; j < 4 + (a == 1); ++j)
        for (int i = 2; i < 4 + (a == 0); ++i) {
          const Int3 c(i, j, k);
          const size_t at = v.faces.at(a, i, j, k);
          v.faces.open[a][at] = c[a] == 2 || c[a] == 4 ? open : 0.f;
          v.faces.solid[a][at] = 1;
        }
  }
  return v;
}

TEST(Boundary, VoxelsAreWholeCells) {
  std::vector<BoundaryBlock> blocks;
  bodyBlocks(cube(0), blocks);
  ASSERT_EQ(blocks.size(), 8u);
  for (const BoundaryBlock& b : blocks) {
    EXPECT_EQ(b.body, 1);
    for (int a = 0; a < 3; ++a) {
      EXPECT_NEAR(b.hi[a] - b.lo[a], 0.5f, 1e-6);
      EXPECT_TRUE(b.lo[a] >= 1 - 1e-6f && b.hi[a] <= 2 + 1e-6f);
    }
  }
  bodyBlocks(SimView(), blocks);
  EXPECT_TRUE(blocks.empty());
}

/// A wall of body over all of y and z whose surface stands at x = 2.3 cells: faces across x are closed up to 2, the
/// sides of the cells from 2 to 3 are closed to three tenths.
TEST(Boundary, ACutCellHoldsAsMuchAsItsSidesAreClosed) {
  SimView v;
  v.cells = v.faces.cells = Int3(5, 4, 4);
  v.dx = 0.1;
  for (int a = 0; a < 3; ++a) {
    Int3 n(5, 4, 4);
    ++n[a];
    v.faces.open[a].assign(static_cast<size_t>(n.x) * n.y * n.z, 1.f);
    v.faces.solid[a].assign(v.faces.open[a].size(), -1);
    for (int k = 0; k < n.z; ++k)
      for (int j = 0; j < n.y; ++j)
        for (int i = 0; i < n.x; ++i) {
          const float closed = a == 0 ? (i <= 2 ? 1.f : 0.f) : i < 2 ? 1.f : i == 2 ? 0.3f : 0.f;
          v.faces.open[a][v.faces.at(a, i, j, k)] = 1 - closed;
          if (closed > 0) v.faces.solid[a][v.faces.at(a, i, j, k)] = 0;
        }
  }
  std::vector<BoundaryBlock> blocks;
  bodyBlocks(v, blocks);
  int cut = 0;
  for (const BoundaryBlock& b : blocks) {
    if (b.lo.x < 0.15f) continue;  // whole cells behind them
    EXPECT_NEAR(b.lo.x, 0.2f, 1e-6);
    EXPECT_NEAR(b.hi.x, 0.23f, 1e-5);
    ++cut;
  }
  EXPECT_EQ(cut, 16);
  EXPECT_EQ(blocks.size(), 32u) << "the cells at the wall's back touch no open face";
}

TEST(Boundary, EdgesOfAPlaneAddUpToItsFaces) {
  const SimView v = cube(0.75f);
  std::vector<BoundaryEdge> edges;
  for (int axis = 0; axis < 3; ++axis) {
    cutEdges(v, {SliceQuantity::Pressure, axis, 0.4}, edges);
    double open = 0, cut = 0, closed = 0;
    for (const BoundaryEdge& e : edges) {
      const double length = glm::length(Vec3(e.to - e.from));
      (e.kind == BoundaryEdge::Open ? open : e.kind == BoundaryEdge::Fluid ? cut : closed) += length;
      EXPECT_NEAR(e.from[axis], 1.2f, 1e-6);
    }
    // 2 x 7 x 6 faces of 0.5 m, 8 of them cut and 4 within the body.
    EXPECT_NEAR(open, 0.5 * (84 - 12), 1e-4);
    EXPECT_NEAR(cut, 0.5 * 8 * 0.75, 1e-4);
    EXPECT_NEAR(closed, 0.5 * (8 * 0.25 + 4), 1e-4);
  }
  Slice turned{SliceQuantity::Pressure, 2, 0.5};
  turned.turn = 20;
  cutEdges(v, turned, edges);
  EXPECT_TRUE(edges.empty()) << "a turned plane meets no whole faces";
}

}  // namespace
}  // namespace flotsam
