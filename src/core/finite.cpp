// SPDX-License-Identifier: MIT
#include "core/finite.h"

#include "core/kernel.h"

namespace flotsam {

namespace {

/// 0, or NaN as soon as one entry is not finite.
template <class T>
FLOTSAM_WIDE_KERNEL T zeroTimes(const T* __restrict values, size_t count) {
  T sum[8] = {};
  size_t i = 0;
  for (; i + 8 <= count; i += 8)
    for (size_t q = 0; q < 8; ++q) sum[q] += values[i + q] * 0;
  for (; i < count; ++i) sum[0] += values[i] * 0;
  T all = 0;
  for (const T s : sum) all += s;
  return all;
}

}  // namespace

bool allFinite(const float* values, size_t count) { return zeroTimes(values, count) == 0; }
bool allFinite(const double* values, size_t count) { return zeroTimes(values, count) == 0; }

}  // namespace flotsam
