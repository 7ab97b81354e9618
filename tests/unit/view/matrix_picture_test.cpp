// SPDX-License-Identifier: MIT
#include "view/matrix_picture.h"

#include <gtest/gtest.h>

#include <set>

namespace flotsam {
namespace {

/// 4 x 3 x 2 cells, all linked but for cell 5, which is no unknown.
SimView small() {
  SimView v;
  SystemView& s = v.system;
  s.cells = v.cells = Int3(4, 3, 2);
  for (int c = 0; c < 24; ++c) s.row.push_back(c == 5 ? -1 : s.unknowns++);
  s.stencil = 23;
  const int stride[3] = {1, 4, 12};
  for (int a = 0; a < 3; ++a) {
    s.link[a].assign(24, 0);
    for (int c = 0; c < 24; ++c) {
      const int place[3] = {c % 4, c / 4 % 3, c / 12};
      if (place[a] == 0 || s.row[c] < 0 || s.row[c - stride[a]] < 0) continue;
      s.link[a][c] = 1, s.stencil += 2;
    }
  }
  return v;
}

/// The explicit pattern, entry by entry.
size_t explicitly(const SimView& v, const std::vector<std::vector<int>>& blocks) {
  std::set<std::pair<int, int>> entries;
  const SystemView& s = v.system;
  const int stride[3] = {1, 4, 12};
  for (int c = 0; c < 24; ++c) {
    if (s.row[c] < 0) continue;
    entries.insert({s.row[c], s.row[c]});
    for (int a = 0; a < 3; ++a)
      if (s.link[a][c])
        entries.insert({s.row[c], s.row[c - stride[a]]}), entries.insert({s.row[c - stride[a]], s.row[c]});
  }
  for (const auto& block : blocks)
    for (const int r : block)
      for (const int c : block) entries.insert({r, c});
  return entries.size();
}

TEST(MatrixPicture, CountsTheEntriesOfTheExplicitMatrix) {
  SimView v = small();
  v.bodies.resize(3);
  v.system.bodies = {{0, 1, 4, 10, 14}, {10, 11, 14, 15, 20}, {}};
  MatrixPicture m;
  drawMatrix(v, 100, m);
  EXPECT_EQ(m.size, 23) << "a pixel a row when there are few";
  EXPECT_EQ(m.unknowns, 23u);
  EXPECT_EQ(m.assembled, explicitly(v, {v.system.bodies[0], v.system.bodies[1]}));
  EXPECT_EQ(m.factored, v.system.stencil + 6 * 10);
  // Bodies that a joint links have one block together.
  v.joints.push_back({.name = "axle", .body = 0, .to = 1});
  drawMatrix(v, 100, m);
  EXPECT_EQ(m.assembled, explicitly(v, {{0, 1, 4, 10, 11, 14, 15, 20}}));
  EXPECT_EQ(m.group, (std::vector<int>{0, 0, 2}));
}

TEST(MatrixPicture, BandAndBlocksLieWhereTheRowsAre) {
  SimView v = small();
  v.bodies.resize(1);
  v.system.bodies = {{2, 3, 9}};
  MatrixPicture m;
  drawMatrix(v, 23, m);
  const auto band = [&](int r, int c) { return m.band[static_cast<size_t>(r) * 23 + c] != 0; };
  for (int i = 0; i < 23; ++i)
    for (int j = 0; j < 23; ++j) EXPECT_EQ(band(i, j), band(j, i));
  EXPECT_TRUE(band(0, 1));
  EXPECT_TRUE(band(0, 4));
  EXPECT_TRUE(band(0, 11));  // the cell above: 12 cells, less the one that is no unknown
  EXPECT_FALSE(band(0, 7));
  ASSERT_EQ(m.bodies[0].size(), 2u);
  EXPECT_EQ(m.bodies[0][0].begin, 2);
  EXPECT_EQ(m.bodies[0][0].end, 4);
  EXPECT_EQ(m.bodies[0][1].begin, 9);
  drawMatrix(v, 5, m);  // several rows a pixel
  EXPECT_EQ(m.size, 5);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(m.band[static_cast<size_t>(i) * 6]);
  drawMatrix(SimView(), 100, m);
  EXPECT_EQ(m.size, 0);
}

}  // namespace
}  // namespace flotsam
