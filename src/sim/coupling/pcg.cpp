// SPDX-License-Identifier: MIT
// Vector operations of the conjugate gradients: eight lanes summed in a fixed order.
#include "sim/coupling/pcg.h"

#include "core/kernel.h"
#include "core/parallel.h"

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

struct Extent {
  double most, sum;
};
FLOTSAM_WIDE_KERNEL Extent extentKernel(size_t n, const double* __restrict a) {
  double most[8] = {}, sum[8] = {};
  size_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (int q = 0; q < 8; ++q) {
      const double v = std::abs(a[i + q]);
      most[q] = most[q] < v ? v : most[q];
      sum[q] += v;
    }
  for (; i < n; ++i) {
    const double v = std::abs(a[i]);
    most[0] = most[0] < v ? v : most[0];
    sum[0] += v;
  }
  for (int q = 1; q < 8; ++q) {
    most[0] = most[0] < most[q] ? most[q] : most[0];
    sum[0] += sum[q];
  }
  return {most[0], sum[0]};
}

FLOTSAM_WIDE_KERNEL void addScaledKernel(size_t n, double factor, const double* __restrict x, double* __restrict y) {
  for (size_t i = 0; i < n; ++i) y[i] += factor * x[i];
}
FLOTSAM_WIDE_KERNEL void scaleAddKernel(size_t n, double factor, const double* __restrict x, double* __restrict y) {
  for (size_t i = 0; i < n; ++i) y[i] = x[i] + factor * y[i];
}

}  // namespace

double dotProduct(const std::vector<double>& a, const std::vector<double>& b) {
  return parallelSum(a.size(), kGrain, [&](size_t begin, size_t end) {
    return dotKernel(end - begin, a.data() + begin, b.data() + begin);
  });
}

double largest(const std::vector<double>& a) {
  const Extent e = extentKernel(a.size(), a.data());
  return std::isfinite(e.sum) ? e.most : INFINITY;
}

void addScaled(double factor, const std::vector<double>& x, std::vector<double>& y) {
  parallelFor(x.size(), kGrain, [&](size_t begin, size_t end) {
    addScaledKernel(end - begin, factor, x.data() + begin, y.data() + begin);
  });
}

void scaleAdd(const std::vector<double>& x, double factor, std::vector<double>& y) {
  parallelFor(x.size(), kGrain, [&](size_t begin, size_t end) {
    scaleAddKernel(end - begin, factor, x.data() + begin, y.data() + begin);
  });
}

}  // namespace flotsam::detail
