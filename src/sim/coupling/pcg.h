// SPDX-License-Identifier: MIT
// Preconditioned conjugate gradients for a symmetric positive semi-definite operator, started from zero. Every iterate
// from a zero start lowers the energy, so stopping early is always safe ([B07] minimises the kinetic energy; SOLVER §4
// v). NaN-safe: every comparison is written so that a NaN stops the loop, and the best iterate is returned.
#pragma once

#include <emmintrin.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/parallel.h"

namespace flotsam {

struct PcgWork {
  std::vector<double> r, z, p, ap, best;
  double residual = 0;  // largest |r| now; the preconditioner may scale by it
};

struct PcgResult {
  int iterations = 0;
  double residual = 0;  // largest |r| / largest |b|
  bool converged = false;
  std::string note;
};

namespace detail {
inline constexpr size_t kPcgGrain = 16384;

/// Sum over four pairs of lanes: a fixed order, whatever the compiler or the machine.
inline double dotProduct(const std::vector<double>& a, const std::vector<double>& b) {
  return parallelSum(a.size(), kPcgGrain, [&](size_t begin, size_t end) {
    __m128d s[4] = {_mm_setzero_pd(), _mm_setzero_pd(), _mm_setzero_pd(), _mm_setzero_pd()};
    size_t i = begin;
    for (; i + 8 <= end; i += 8)
      for (int q = 0; q < 4; ++q)
        s[q] = _mm_add_pd(s[q], _mm_mul_pd(_mm_loadu_pd(&a[i + 2 * q]), _mm_loadu_pd(&b[i + 2 * q])));
    double lanes[2];
    _mm_storeu_pd(lanes, _mm_add_pd(_mm_add_pd(s[0], s[1]), _mm_add_pd(s[2], s[3])));
    double sum = lanes[0] + lanes[1];
    for (; i < end; ++i) sum += a[i] * b[i];
    return sum;
  });
}

/// Largest |a|, or infinity when an entry is not finite (a maximum alone would hide a NaN).
inline double largest(const std::vector<double>& a) {
  const __m128d magnitude = _mm_castsi128_pd(_mm_set1_epi64x(0x7fffffffffffffffll));
  __m128d most = _mm_setzero_pd(), sum = _mm_setzero_pd();
  size_t i = 0;
  for (; i + 2 <= a.size(); i += 2) {
    const __m128d w = _mm_and_pd(magnitude, _mm_loadu_pd(&a[i]));
    most = _mm_max_pd(most, w);
    sum = _mm_add_pd(sum, w);
  }
  double m[2], t[2];
  _mm_storeu_pd(m, most), _mm_storeu_pd(t, sum);
  double result = std::max(m[0], m[1]), total = t[0] + t[1];
  for (; i < a.size(); ++i) result = std::max(result, std::abs(a[i])), total += std::abs(a[i]);
  return std::isfinite(total) ? result : INFINITY;
}

/// y += factor * x.
inline void addScaled(double factor, const std::vector<double>& x, std::vector<double>& y) {
  parallelFor(x.size(), kPcgGrain, [&](size_t begin, size_t end) {
    const double* __restrict from = x.data();
    double* __restrict to = y.data();
    for (size_t i = begin; i < end; ++i) to[i] += factor * from[i];
  });
}
/// y = x + factor * y.
inline void scaleAdd(const std::vector<double>& x, double factor, std::vector<double>& y) {
  parallelFor(x.size(), kPcgGrain, [&](size_t begin, size_t end) {
    const double* __restrict from = x.data();
    double* __restrict to = y.data();
    for (size_t i = begin; i < end; ++i) to[i] = from[i] + factor * to[i];
  });
}
}  // namespace detail

/// x = solution of apply(x) = b. `apply(in, out)` and `precondition(in, out)` work on vectors of b's size.
template <class Apply, class Precondition>
PcgResult solvePcg(const std::vector<double>& b, std::vector<double>& x, double tolerance, int maxIterations,
                   PcgWork& work, Apply&& apply, Precondition&& precondition) {
  PcgResult result;
  const size_t n = b.size();
  x.assign(n, 0.0);
  const double start = detail::largest(b);
  if (start == 0) {
    result.converged = true;
    return result;
  }
  if (!std::isfinite(start)) {
    result.residual = INFINITY;
    result.note = "the right-hand side is not finite";
    return result;
  }
  work.r = b;
  work.residual = start;
  work.z.assign(n, 0.0), work.ap.assign(n, 0.0);
  work.best.assign(n, 0.0);
  double bestResidual = 1, now = 1;
  precondition(work.r, work.z);
  work.p = work.z;
  double rz = detail::dotProduct(work.r, work.z);
  int sinceBest = 0;
  while (result.iterations < maxIterations) {
    apply(work.p, work.ap);
    const double pap = detail::dotProduct(work.p, work.ap);
    if (!(pap > 0) || !std::isfinite(pap) || !std::isfinite(rz)) {
      result.note = "search direction without curvature";
      break;
    }
    const double alpha = rz / pap;
    detail::addScaled(alpha, work.p, x);
    detail::addScaled(-alpha, work.ap, work.r);
    ++result.iterations;
    work.residual = detail::largest(work.r);
    now = work.residual / start;
    if (now <= tolerance) {
      result.converged = true;
      break;
    }
    if (!(now < 1e4)) {
      result.note = "residual grew 10000-fold";
      break;
    }
    if (now < 0.3 * bestResidual) bestResidual = now, work.best = x, sinceBest = 0;
    if (++sinceBest > 400) {
      result.note = "no progress in 400 iterations";
      break;
    }
    precondition(work.r, work.z);
    const double rzNew = detail::dotProduct(work.r, work.z);
    const double beta = rzNew / rz;
    rz = rzNew;
    detail::scaleAdd(work.z, beta, work.p);
  }
  if (!result.converged && result.note.empty()) result.note = "iteration limit reached";
  if (!(now <= bestResidual)) x = work.best, now = bestResidual;
  result.residual = now;
  return result;
}

}  // namespace flotsam
