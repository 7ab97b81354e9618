// SPDX-License-Identifier: MIT
// Connected parts of the fluid, against a flood through the open faces from each cell that has none yet.
#include <gtest/gtest.h>

#include <vector>

#include "core/rng.h"
#include "sim/coupling/coupled_system.h"

using namespace flotsam;

namespace {

/// Faces between cells, each open with this probability; `outer`: those of the wall layer too, as volume fractions have
/// them. `slabs`: whole rows of faces are open or closed alike, so that runs of cells meet.
FaceFractions openings(const Grid& g, double share, bool outer, bool slabs, uint64_t seed) {
  FaceFractions fractions;
  for (int axis = 0; axis < 3; ++axis) {
    fractions.fluid[axis].assign(g.size, 0.0);
    for (int k = 0; k < g.n.z; ++k)
      for (int j = 0; j < g.n.y; ++j)
        for (int i = 0; i < g.n.x; ++i) {
          Int3 below(i, j, k);
          --below[axis];
          const auto inside = [&](Int3 c) {
            const int first = outer ? 0 : 1;
            const Int3 end = outer ? g.n : g.n - 1;
            return c.x >= first && c.y >= first && c.z >= first && c.x < end.x && c.y < end.y && c.z < end.z;
          };
          if (!inside({i, j, k}) || !inside(below)) continue;
          const int id = g.id(i, j, k), drawn = slabs && axis > 0 ? g.id(i / 4 * 4, j, k) : id;
          if (randomUnit(seed + static_cast<uint64_t>(axis), static_cast<uint64_t>(drawn)) < share)
            fractions.fluid[axis][id] = 0.1 + randomUnit(seed, static_cast<uint64_t>(id));
        }
  }
  return fractions;
}

std::vector<int> flood(const Grid& g, const FaceFractions& f, const std::vector<uint8_t>& unknown, int& count) {
  std::vector<int> region(g.size, -1), queue;
  count = 0;
  for (size_t c = 0; c < g.size; ++c) {
    if (!unknown[c] || region[c] >= 0) continue;
    region[c] = count;
    queue.assign(1, static_cast<int>(c));
    while (!queue.empty()) {
      const int at = queue.back();
      queue.pop_back();
      for (int axis = 0; axis < 3; ++axis) {
        const int step = g.stride(axis);
        const auto pass = [&](int face, int to) {
          if (!(f.fluid[axis][face] > 0) || region[to] >= 0) return;
          region[to] = count;
          queue.push_back(to);
        };
        pass(at, at - step), pass(at + step, at + step);
      }
    }
    ++count;
  }
  return region;
}

}  // namespace

TEST(Regions, AreThoseOfAFloodInTheOrderOfTheirFirstCells) {
  size_t several = 0;
  for (const Int3& inner : {Int3(1, 1, 1), Int3(5, 4, 3), Int3(14, 9, 6), Int3(20, 17, 1), Int3(33, 3, 5)})
    for (const double share : {0.05, 0.3, 0.5, 0.7, 0.97, 1.0})
      for (const bool outer : {false, true})
        for (const bool slabs : {false, true})
          for (uint64_t seed = 1; seed <= 4; ++seed) {
            const Grid g(inner, 0.1);
            const FaceFractions f = openings(g, share, outer, slabs, 10 * seed);
            MacVelocity still;
            for (int axis = 0; axis < 3; ++axis) still[axis].assign(g.size, 0.0);
            CoupledSystem s;
            assemble(s, g, f, 1000, {}, still);
            int count = 0;
            const std::vector<int> expected = flood(g, f, s.unknown, count);
            ASSERT_EQ(s.regions, count) << inner.x << ' ' << share << ' ' << outer << slabs << seed;
            ASSERT_EQ(s.region, expected) << inner.x << ' ' << share << ' ' << outer << slabs << seed;
            several += count > 3;
          }
  EXPECT_GT(several, 100u);
}

TEST(Regions, CellsOfABodyInPlanesAreAllOfThem) {
  const Grid g({6, 5, 9}, 0.1);
  CoupledBlock block;
  EXPECT_TRUE(cellsIn(block, g, 0, 99).empty());
  for (int c = 0; c < static_cast<int>(g.size); ++c)
    if (g.coords(c).z >= 2 && g.coords(c).z < 8 && randomUnit(3, static_cast<uint64_t>(c)) < 0.2)
      block.cells.push_back({c, Vec6{}});
  for (size_t k0 = 0; k0 < 11; ++k0)
    for (size_t k1 = k0; k1 < 12; ++k1) {
      std::vector<int> expected, found;
      for (const BodyCell& c : block.cells)
        if (g.coords(c.cell).z >= static_cast<int>(k0) && g.coords(c.cell).z < static_cast<int>(k1))
          expected.push_back(c.cell);
      for (const BodyCell& c : cellsIn(block, g, k0, k1)) found.push_back(c.cell);
      ASSERT_EQ(found, expected) << k0 << ' ' << k1;
    }
}
