// SPDX-License-Identifier: MIT
// Vector operations of the mixed-precision conjugate gradients, on floats in split order. Sums have sixteen lanes and a
// fixed order, block by block in double, so the bits depend neither on threads nor on the instruction set.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "core/parallel.h"
#include "sim/coupling/split_field.h"

namespace flotsam {

inline constexpr size_t kSumGrain = 4096;  // cells of a colour in a sum of its own; whole blocks

/// body(part) for the parts of a lattice, each within one thread.
template <class Body>
void forParts(const SplitLattice& l, Body&& body) {
  constexpr size_t kParts = SplitLattice::kParts;
  parallelFor(kParts, 2 * l.range() < kAlone ? kParts : 1, [&](size_t from, size_t to) {
    for (size_t part = from; part < to; ++part) body(static_cast<int>(part));
  });
}

/// A sum over [0, count) of which blocks are known: block by block within pieces of `grain` elements (more, so that
/// there are 64 at most), then piece by piece, whoever did the blocks.
struct BlockSum {
  size_t count, grain, block;
  size_t inPiece, blocks;

  BlockSum(size_t countIn, size_t grainIn, size_t blockIn)
      : count(countIn),
        grain(std::max(grainIn, (countIn + kMaxSumPieces - 1) / kMaxSumPieces)),
        block(blockIn),
        inPiece((grain + block - 1) / block),
        blocks(count / grain * inPiece + (count % grain + block - 1) / block) {}
  size_t begin(size_t b) const { return b / inPiece * grain + b % inPiece * block; }
  size_t end(size_t b) const { return std::min({begin(b) + block, (b / inPiece + 1) * grain, count}); }
  /// About the blocks of a part.
  size_t first(int part) const { return blocks * static_cast<size_t>(part) / SplitLattice::kParts; }
  /// `values`: so many of every block.
  double of(const std::vector<double>& values, size_t each) const;
};

/// a' b of `count` numbers; for blocks short enough that float lanes do not lose anything (a few thousand).
double dotProduct(int count, const float* a, const float* b);

/// To be done for a part of a lattice by who does that part.
using PartWork = std::function<void(int part)>;

// Over the lattice's range of both colours.
/// `sums`: memory to reuse.
double dotProduct(const SplitLattice& lattice, const std::vector<float>& a, const std::vector<float>& b,
                  std::vector<double>& sums);
/// x += alpha p, r -= alpha ap; returns the largest |r| now, or infinity when an entry is not finite. `before` is done
/// for each part before it.
double advance(const SplitLattice& lattice, float alpha, const std::vector<float>& p, const std::vector<float>& ap,
               std::vector<float>& x, std::vector<float>& r, const PartWork& before);
/// y = x + factor y.
void scaleAdd(const SplitLattice& lattice, const std::vector<float>& x, float factor, std::vector<float>& y);

}  // namespace flotsam
