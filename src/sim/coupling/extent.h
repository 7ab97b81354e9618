// SPDX-License-Identifier: MIT
// The largest entry of a vector by size. A maximum alone would hide a NaN, so a sum goes along with it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/parallel.h"

namespace flotsam {

struct Extent {
  double most = 0, sum = 0;  // of the sizes of entries
  void add(const Extent& e) { most = std::max(most, e.most), sum += e.sum; }
  /// Infinity when an entry was not finite.
  double largest() const { return std::isfinite(sum) ? most : INFINITY; }
};

/// The largest of body(begin, end), an Extent each, over pieces of at least `grain` elements (at most 64 pieces).
template <class Body>
double parallelLargest(size_t count, size_t grain, Body&& body) {
  grain = std::max({grain, size_t{1}, (count + kMaxSumPieces - 1) / kMaxSumPieces});
  std::array<Extent, kMaxSumPieces> part{};
  parallelFor(count, grain, [&](size_t begin, size_t end) { part[begin / grain] = body(begin, end); });
  Extent whole;
  for (const Extent& e : part) whole.add(e);
  return whole.largest();
}

}  // namespace flotsam
