// SPDX-License-Identifier: MIT
// Threads share a lattice by its parts. What is done part by part has the bits of what is done at once.
#include <gtest/gtest.h>

#include <numeric>

#include "core/rng.h"
#include "sim/coupling/factored_body.h"
#include "sim/coupling/float_vectors.h"

using namespace flotsam;

namespace {

SplitLattice lattice(Int3 cells) {
  SplitLattice l;
  const int sy = cells.x | 1, sz = sy * (cells.y | 1);
  l.set(cells, sy, sz);
  l.narrow(1 + sy + sz, sz * (cells.z - 1) - sy - 2);
  return l;
}

std::vector<float> noise(const SplitLattice& l, uint64_t seed) {
  std::vector<float> v(l.size, 0.f);
  for (int m = l.first; m < l.last; ++m)
    for (const int colour : {l.red, l.black}) v[colour + m] = static_cast<float>(randomUnit(seed, colour + m) - 0.5);
  return v;
}

const Int3 kLattices[] = {{3, 3, 3}, {9, 3, 7}, {22, 22, 22}, {42, 42, 42}, {70, 40, 33}};

}  // namespace

TEST(LatticeParts, CoverTheRangeOnce) {
  for (const Int3& n : kLattices) {
    const SplitLattice l = lattice(n);
    EXPECT_EQ(l.part(0), l.first);
    EXPECT_EQ(l.part(SplitLattice::kParts), l.last);
    std::vector<int> seen(l.half, 0);
    forParts(l, [&](int part) {
      for (int m = l.part(part); m < l.part(part + 1); ++m) ++seen[m];
    });
    for (int m = 0; m < l.half; ++m) ASSERT_EQ(seen[m], m >= l.first && m < l.last);
  }
}

TEST(BlockSum, HasTheBitsOfASumByPieces) {
  for (const size_t count : {1, 15, 64, 1000, 4096, 9000, 50000})
    for (const size_t grain : {16, 64, 100, 4096})
      for (const size_t block : {1, 8, 16, 64}) {
        const BlockSum all(count, grain, block);
        const auto value = [](size_t begin, size_t end) { return randomUnit(begin, end) - 0.3; };
        const double expected = parallelSum(count, grain, [&](size_t from, size_t to) {
          double sum = 0;
          for (size_t i = from; i < to; i += block) sum += value(i, std::min(i + block, to));
          return sum;
        });
        std::vector<double> values(all.blocks, -1);
        size_t covered = 0;
        for (int part = 0; part < SplitLattice::kParts; ++part)
          for (size_t b = all.first(part); b < all.first(part + 1); ++b) {
            EXPECT_EQ(all.begin(b), covered);
            covered = all.end(b);
            values[b] = value(all.begin(b), all.end(b));
          }
        ASSERT_EQ(covered, count);
        ASSERT_EQ(all.of(values, 1), expected) << count << ' ' << grain << ' ' << block;
      }
}

TEST(FactoredBody, PartsHaveTheBitsOfTheWhole) {
  for (const Int3& n : kLattices)
    for (const double share : {0.02, 0.3, 1.0}) {
      const SplitLattice l = lattice(n);
      FactoredBody body;
      body.clear(l.size);
      for (int id = 2 * l.first; id < 2 * l.last; ++id) {
        if (randomUnit(1, id) > share) continue;
        Vec6 u{};
        for (int c = 0; c < 6; ++c) u[c] = randomUnit(2 + c, id) - 0.5;
        body.add(l.at(id), u);
      }
      body.finish(l);
      const std::vector<float> in = noise(l, 9);
      for (int part = SplitLattice::kParts; part-- > 0;) body.fetch(part, in.data());
      const Vec6 sum = body.downFetched(), expected = body.down(in.data());
      for (int c = 0; c < 6; ++c) EXPECT_EQ(sum[c], expected[c]);
      std::vector<float> whole = noise(l, 10), parts = whole;
      body.up(sum, whole.data());
      for (int part = 0; part < SplitLattice::kParts; ++part) {
        std::vector<float> only = parts;
        body.up(part, sum, only.data());
        for (size_t i = 0; i < l.size; ++i) {  // nobody else's cells
          const int m = l.cellOf(static_cast<int>(i));
          ASSERT_TRUE(only[i] == parts[i] || (m >= l.part(part) && m < l.part(part + 1))) << m;
        }
        parts = only;
      }
      ASSERT_EQ(parts, whole);
    }
}
