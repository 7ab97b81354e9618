// SPDX-License-Identifier: MIT
// Vector operations of the conjugate gradients: eight lanes summed in a fixed order.
#include "sim/coupling/pcg.h"

#include <emmintrin.h>

#include <algorithm>

#include "core/kernel.h"
#include "core/parallel.h"
#include "sim/coupling/extent.h"

namespace flotsam::detail {

namespace {

constexpr size_t kGrain = 16384;

FLOTSAM_WIDE_KERNEL double dotKernel(size_t n, const double* __restrict a, const double* __restrict b) {
  double lane[8] = {};
  size_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (int q = 0; q < 8; ++q) lane[q] += a[i + q] * b[i + q];
  for (; i < n; ++i) lane[0] += a[i] * b[i];
  return ((lane[0] + lane[4]) + (lane[1] + lane[5])) + ((lane[2] + lane[6]) + (lane[3] + lane[7]));
}

inline Extent fold(const __m128d (&most)[2], const __m128d (&sum)[2]) {
  double m[2], t[2];
  _mm_storeu_pd(m, _mm_max_pd(most[0], most[1]));
  _mm_storeu_pd(t, _mm_add_pd(sum[0], sum[1]));
  return {std::max(m[0], m[1]), t[0] + t[1]};
}

// In SSE2 by hand: the compiler keeps a maximum scalar to honour NaNs, which the sum catches here.
Extent extentKernel(size_t n, const double* __restrict a) {
  const __m128d sign = _mm_set1_pd(-0.0);
  __m128d most[2] = {_mm_setzero_pd(), _mm_setzero_pd()}, sum[2] = {_mm_setzero_pd(), _mm_setzero_pd()};
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (int q = 0; q < 2; ++q) {
      const __m128d v = _mm_andnot_pd(sign, _mm_loadu_pd(a + i + 2 * q));
      most[q] = _mm_max_pd(most[q], v);
      sum[q] = _mm_add_pd(sum[q], v);
    }
  Extent e = fold(most, sum);
  for (; i < n; ++i) e.add({std::abs(a[i]), std::abs(a[i])});
  return e;
}

FLOTSAM_WIDE_KERNEL void advanceKernel(size_t n, double alpha, const double* __restrict p, const double* __restrict ap,
                                       double* __restrict x, double* __restrict r) {
  for (size_t i = 0; i < n; ++i) {
    x[i] += alpha * p[i];
    r[i] -= alpha * ap[i];
  }
}

FLOTSAM_WIDE_KERNEL void scaleAddKernel(size_t n, double factor, const double* __restrict x, double* __restrict y) {
  for (size_t i = 0; i < n; ++i) y[i] = x[i] + factor * y[i];
}

}  // namespace

double dotProduct(size_t n, const double* a, const double* b) { return dotKernel(n, a, b); }

Extent advance(size_t n, double alpha, const double* p, const double* ap, double* x, double* r) {
  constexpr size_t kBlock = 1024;  // stays in the first cache between the two passes
  Extent e;
  for (size_t i = 0; i < n; i += kBlock) {
    const size_t count = std::min(kBlock, n - i);
    advanceKernel(count, alpha, p + i, ap + i, x + i, r + i);
    e.add(extentKernel(count, r + i));
  }
  return e;
}

void scaleAdd(size_t n, const double* x, double factor, double* y) { scaleAddKernel(n, factor, x, y); }

double dotProduct(const std::vector<double>& a, const std::vector<double>& b) {
  return parallelSum(a.size(), kGrain, [&](size_t begin, size_t end) {
    return dotKernel(end - begin, a.data() + begin, b.data() + begin);
  });
}

double largest(const std::vector<double>& a) {
  return parallelLargest(a.size(), kGrain,
                         [&](size_t begin, size_t end) { return extentKernel(end - begin, a.data() + begin); });
}

double advance(double alpha, const std::vector<double>& p, const std::vector<double>& ap, std::vector<double>& x,
               std::vector<double>& r) {
  return parallelLargest(x.size(), kGrain, [&](size_t i, size_t end) {
    return advance(end - i, alpha, p.data() + i, ap.data() + i, x.data() + i, r.data() + i);
  });
}

void scaleAdd(const std::vector<double>& x, double factor, std::vector<double>& y) {
  parallelFor(x.size(), kGrain, [&](size_t begin, size_t end) {
    scaleAddKernel(end - begin, factor, x.data() + begin, y.data() + begin);
  });
}

}  // namespace flotsam::detail
