// SPDX-License-Identifier: MIT
#include "sim/coupling/float_vectors.h"

#include <emmintrin.h>

#include <cmath>

#include "core/kernel.h"
#include "core/parallel.h"
#include "sim/coupling/extent.h"

namespace flotsam {

namespace {

constexpr int kBlock = 1024;

FLOTSAM_WIDE_KERNEL float dotKernel(int n, const float* __restrict a, const float* __restrict b) {
  float lane[16] = {};
  int i = 0;
  for (; i + 16 <= n; i += 16)
    for (int q = 0; q < 16; ++q) lane[q] += a[i + q] * b[i + q];
  for (; i < n; ++i) lane[0] += a[i] * b[i];
  for (int half = 8; half > 0; half /= 2)
    for (int q = 0; q < half; ++q) lane[q] += lane[q + half];
  return lane[0];
}

// In SSE2 by hand: the compiler keeps a maximum scalar to honour NaNs, which the sum catches here.
Extent extentKernel(int n, const float* __restrict a) {
  const __m128 sign = _mm_set1_ps(-0.f);
  __m128 most[2] = {_mm_setzero_ps(), _mm_setzero_ps()}, sum[2] = {_mm_setzero_ps(), _mm_setzero_ps()};
  int i = 0;
  for (; i + 8 <= n; i += 8)
    for (int q = 0; q < 2; ++q) {
      const __m128 v = _mm_andnot_ps(sign, _mm_loadu_ps(a + i + 4 * q));
      most[q] = _mm_max_ps(most[q], v);
      sum[q] = _mm_add_ps(sum[q], v);
    }
  float m[4], t[4];
  _mm_storeu_ps(m, _mm_max_ps(most[0], most[1]));
  _mm_storeu_ps(t, _mm_add_ps(sum[0], sum[1]));
  Extent e{double(std::max(std::max(m[0], m[1]), std::max(m[2], m[3]))), double((t[0] + t[1]) + (t[2] + t[3]))};
  for (; i < n; ++i) e.add({double(std::abs(a[i])), double(std::abs(a[i]))});
  return e;
}

FLOTSAM_WIDE_KERNEL void advanceKernel(int n, float alpha, const float* __restrict p, const float* __restrict ap,
                                       float* __restrict x, float* __restrict r) {
  for (int i = 0; i < n; ++i) {
    x[i] += alpha * p[i];
    r[i] -= alpha * ap[i];
  }
}

FLOTSAM_WIDE_KERNEL void scaleAddKernel(int n, float factor, const float* __restrict x, float* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] + factor * y[i];
}

/// body(offset, count) over blocks of both colours' cells [from, to).
template <class Body>
void forBlocks(const SplitLattice& l, int from, int to, Body&& body) {
  for (int m = from; m < to; m += kBlock) {
    const int count = std::min(kBlock, to - m);
    body(l.red + m, count), body(l.black + m, count);
  }
}

}  // namespace

double BlockSum::of(const std::vector<double>& values, size_t each) const {
  double sum = 0;
  for (size_t first = 0; first < blocks * each; first += inPiece * each) {
    double piece = 0;
    for (size_t i = first; i < std::min(first + inPiece * each, blocks * each); ++i) piece += values[i];
    sum += piece;
  }
  return sum;
}

double dotProduct(int count, const float* a, const float* b) { return double(dotKernel(count, a, b)); }

double dotProduct(const SplitLattice& l, const std::vector<float>& a, const std::vector<float>& b,
                  std::vector<double>& sums) {
  const BlockSum all(l.range(), kSumGrain, kBlock);
  sums.resize(std::max(sums.size(), 2 * all.blocks));
  forParts(l, [&](int part) {
    double* sum = &sums[2 * all.first(part)];
    for (size_t k = all.first(part); k < all.first(part + 1); ++k)
      forBlocks(l, l.first + static_cast<int>(all.begin(k)), l.first + static_cast<int>(all.end(k)),
                [&](int at, int count) { *sum++ = double(dotKernel(count, &a[at], &b[at])); });
  });
  return all.of(sums, 2);
}

double advance(const SplitLattice& l, float alpha, const std::vector<float>& p, const std::vector<float>& ap,
               std::vector<float>& x, std::vector<float>& r, const PartWork& before) {
  std::array<Extent, SplitLattice::kParts> extents{};
  forParts(l, [&](int part) {
    before(part);
    forBlocks(l, l.part(part), l.part(part + 1), [&](int at, int count) {
      advanceKernel(count, alpha, &p[at], &ap[at], &x[at], &r[at]);
      extents[part].add(extentKernel(count, &r[at]));
    });
  });
  Extent whole;
  for (const Extent& e : extents) whole.add(e);
  return whole.largest();
}

void scaleAdd(const SplitLattice& l, const std::vector<float>& x, float factor, std::vector<float>& y) {
  forParts(l, [&](int part) {
    forBlocks(l, l.part(part), l.part(part + 1),
              [&](int at, int count) { scaleAddKernel(count, factor, &x[at], &y[at]); });
  });
}

}  // namespace flotsam
