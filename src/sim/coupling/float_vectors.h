// SPDX-License-Identifier: MIT
// Vector operations of the mixed-precision conjugate gradients, on floats in split order. Sums have sixteen lanes and a
// fixed order, block by block in double, so the bits depend neither on threads nor on the instruction set.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/coupling/split_field.h"

namespace flotsam {

inline constexpr size_t kSumGrain = 4096;  // cells of a colour in a piece of work; whole blocks

/// a' b of `count` numbers; for blocks short enough that float lanes do not lose anything (a few thousand).
double dotProduct(int count, const float* a, const float* b);

// Over the lattice's range of both colours.
double dotProduct(const SplitLattice& lattice, const std::vector<float>& a, const std::vector<float>& b);
/// x += alpha p, r -= alpha ap; returns the largest |r| now, or infinity when an entry is not finite.
double advance(const SplitLattice& lattice, float alpha, const std::vector<float>& p, const std::vector<float>& ap,
               std::vector<float>& x, std::vector<float>& r);
/// y = x + factor y.
void scaleAdd(const SplitLattice& lattice, const std::vector<float>& x, float factor, std::vector<float>& y);

}  // namespace flotsam
