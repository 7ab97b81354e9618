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
constexpr size_t kBlock = 512;  // faces
constexpr size_t kGrain = 32;   // pieces of blocks that are looked at together

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
  slivers.reserve(grid.size / 8);  // so that no step allocates
  for (auto& k : known.known) k.resize(grid.size);
  // Pieces of blocks are marked and their slivers counted, then those that have some are listed in their order.
  constexpr size_t kMost = 1 << 12;
  std::array<int, kMost> first;  // of every piece: its slivers, then the place of its first one
  const size_t blocks = (grid.size + kBlock - 1) / kBlock, all = 3 * blocks, perPiece = (all + kMost - 1) / kMost;
  const size_t pieces = (all + perPiece - 1) / perPiece;
  const auto eachBlock = [&](size_t piece, const auto& visit) {
    for (size_t n = piece * perPiece; n < std::min(all, (piece + 1) * perPiece); ++n) {
      const size_t begin = n % blocks * kBlock;
      visit(static_cast<int>(n / blocks), begin, std::min(begin + kBlock, grid.size));
    }
  };
  parallelFor(pieces, kGrain, [&](size_t from, size_t to) {
    for (size_t piece = from; piece < to; ++piece) {
      first[piece] = 0;
      eachBlock(piece, [&](int a, size_t begin, size_t end) {
        first[piece] += markBlock(&open[a][begin], end - begin, &known.known[a][begin]);
      });
    }
  });
  int count = 0;
  for (size_t piece = 0; piece < pieces; ++piece) count += std::exchange(first[piece], count);
  slivers.resize(static_cast<size_t>(count));
  parallelFor(pieces, kGrain, [&](size_t from, size_t to) {
    for (size_t piece = from; piece < to; ++piece) {
      SliverFace* next = slivers.data() + first[piece];
      if (next == slivers.data() + (piece + 1 < pieces ? first[piece + 1] : count)) continue;
      eachBlock(piece, [&](int a, size_t begin, size_t end) {
        for (size_t f = begin; f < end; ++f)
          if (open[a][f] > 0 && open[a][f] <= kSliver) *next++ = {a, static_cast<int>(f), velocity[a][f]};
      });
    }
  });
}

void swapSlivers(std::vector<SliverFace>& slivers, MacVelocity& velocity) {
  for (SliverFace& s : slivers) std::swap(s.other, velocity[s.axis][static_cast<size_t>(s.face)]);
}

}  // namespace flotsam
