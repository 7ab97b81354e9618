// SPDX-License-Identifier: MIT
// Faces with hardly any open area: the flux stays, what moves in the flow sees what is beside.
#include "sim/fluid/slivers.h"

#include <gtest/gtest.h>

#include "fluid_fixture.h"

namespace flotsam {
namespace {
using namespace fluidtest;

TEST(Slivers, AreListedAndNotKnown) {
  const Grid g({6, 5, 4}, 0.1);
  MacVelocity u;
  u.resize(g);
  std::array<std::vector<double>, 3> open;
  for (auto& o : open) o.assign(g.size, 1.0);
  const auto thin = static_cast<size_t>(g.id(3, 2, 2)), shut = static_cast<size_t>(g.id(4, 2, 2));
  open[1][thin] = 0.01, open[1][shut] = 0;
  u[1][thin] = 80, u[1][shut] = 7;
  FaceMask known;
  std::vector<SliverFace> slivers;
  findSlivers(g, open, u, known, slivers);
  ASSERT_EQ(slivers.size(), 1u);
  EXPECT_EQ(slivers[0].axis, 1);
  EXPECT_EQ(static_cast<size_t>(slivers[0].face), thin);
  EXPECT_FALSE(known.known[1][thin]);
  EXPECT_FALSE(known.known[1][shut]);
  EXPECT_TRUE(known.known[0][thin]);
  u[1][thin] = 2;  // what goes on from beside
  swapSlivers(slivers, u);
  EXPECT_EQ(u[1][thin], 80);
  swapSlivers(slivers, u);
  EXPECT_EQ(u[1][thin], 2);
}

}  // namespace
}  // namespace flotsam
