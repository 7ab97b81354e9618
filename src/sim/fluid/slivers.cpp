// SPDX-License-Identifier: MIT
#include "sim/fluid/slivers.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/kernel.h"
#include "core/parallel.h"

namespace flotsam {

namespace {

constexpr double kSliver = 0.05;
constexpr size_t kBlock = 512;

/// Marks a block; returns how many slivers it has.
FLOTSAM_WIDE_KERNEL int markBlock(const double* __restrict open, size_t size, uint8_t* __restrict known) {
  int slivers = 0;
  for (size_t f = 0; f < size; ++f) {
    known[f] = open[f] > kSliver;
    slivers += (open[f] > 0) & (open[f] <= kSliver);
  }
  return slivers;
}

}  // namespace

void findSlivers(const Grid& grid, const std::array<std::vector<double>, 3>& open, const MacVelocity& velocity,
                 FaceMask& known, std::vector<SliverFace>& slivers) {
  slivers.clear();
  slivers.reserve(grid.size / 8);  // so that no step allocates
  for (auto& k : known.known) k.resize(grid.size);
  // Blocks that have some are marked, then gone through in their order.
  constexpr size_t kMarks = 1 << 12;
  std::array<uint8_t, kMarks> has;
  const size_t blocks = (grid.size + kBlock - 1) / kBlock, all = 3 * blocks, perMark = (all + kMarks - 1) / kMarks;
  const auto eachBlock = [&](size_t mark, const auto& visit) {
    for (size_t n = mark * perMark; n < std::min(all, (mark + 1) * perMark); ++n) {
      const size_t begin = n % blocks * kBlock;
      visit(static_cast<int>(n / blocks), begin, std::min(begin + kBlock, grid.size));
    }
  };
  const size_t marks = (all + perMark - 1) / perMark;
  parallelFor(marks, /*grain=*/32, [&](size_t first, size_t last) {
    for (size_t mark = first; mark < last; ++mark) {
      int found = 0;
      eachBlock(mark, [&](int a, size_t begin, size_t end) {
        found += markBlock(&open[a][begin], end - begin, &known.known[a][begin]);
      });
      has[mark] = found > 0;
    }
  });
  for (size_t mark = 0; mark < marks; ++mark)
    if (has[mark])
      eachBlock(mark, [&](int a, size_t begin, size_t end) {
        for (size_t f = begin; f < end; ++f)
          if (open[a][f] > 0 && open[a][f] <= kSliver) slivers.push_back({a, static_cast<int>(f), velocity[a][f]});
      });
}

void swapSlivers(std::vector<SliverFace>& slivers, MacVelocity& velocity) {
  for (SliverFace& s : slivers) std::swap(s.other, velocity[s.axis][static_cast<size_t>(s.face)]);
}

}  // namespace flotsam
