// SPDX-License-Identifier: MIT
#include "sim/fluid/slivers.h"

#include <algorithm>
#include <utility>

#include "core/kernel.h"

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
  for (int a = 0; a < 3; ++a) {
    known.known[a].resize(grid.size);
    for (size_t begin = 0; begin < grid.size; begin += kBlock) {
      const size_t count = std::min(kBlock, grid.size - begin);
      if (markBlock(&open[a][begin], count, &known.known[a][begin]) == 0) continue;
      for (size_t f = begin; f < begin + count; ++f)
        if (open[a][f] > 0 && open[a][f] <= kSliver) slivers.push_back({a, static_cast<int>(f), velocity[a][f]});
    }
  }
}

void swapSlivers(std::vector<SliverFace>& slivers, MacVelocity& velocity) {
  for (SliverFace& s : slivers) std::swap(s.other, velocity[s.axis][static_cast<size_t>(s.face)]);
}

}  // namespace flotsam
