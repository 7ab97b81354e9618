// SPDX-License-Identifier: MIT
// Preconditioned conjugate gradients for a symmetric positive semi-definite operator, started from zero. Every iterate
// from a zero start lowers the energy, so stopping early is always safe ([B07] minimises the kinetic energy; SOLVER §4
// v). NaN-safe: every comparison is written so that a NaN stops the loop, and the best iterate is returned.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "core/parallel.h"

namespace flotsam {

struct PcgWork {
  std::vector<double> r, z, p, ap, best;
};

struct PcgResult {
  int iterations = 0;
  double residual = 0;  // largest |r| / largest |b|
  bool converged = false;
  std::string note;
};

namespace detail {
inline constexpr size_t kPcgGrain = 16384;
inline double dotProduct(const std::vector<double>& a, const std::vector<double>& b) {
  return parallelSum(a.size(), kPcgGrain, [&](size_t begin, size_t end) {
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;  // four chains: fixed order, yet wide
    size_t i = begin;
    for (; i + 4 <= end; i += 4)
      s0 += a[i] * b[i], s1 += a[i + 1] * b[i + 1], s2 += a[i + 2] * b[i + 2], s3 += a[i + 3] * b[i + 3];
    for (; i < end; ++i) s0 += a[i] * b[i];
    return (s0 + s1) + (s2 + s3);
  });
}
/// Largest |a|, or infinity as soon as one entry is not finite.
inline double largest(const std::vector<double>& a) {
  double m = 0, sum = 0;
  for (const double v : a) {
    const double w = std::abs(v);
    m = w > m ? w : m;
    sum += w;
  }
  return std::isfinite(sum) ? m : INFINITY;
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
    parallelFor(n, detail::kPcgGrain, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        x[i] += alpha * work.p[i];
        work.r[i] -= alpha * work.ap[i];
      }
    });
    ++result.iterations;
    now = detail::largest(work.r) / start;
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
    parallelFor(n, detail::kPcgGrain, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) work.p[i] = work.z[i] + beta * work.p[i];
    });
  }
  if (!result.converged && result.note.empty()) result.note = "iteration limit reached";
  if (!(now <= bestResidual)) x = work.best, now = bestResidual;
  result.residual = now;
  return result;
}

}  // namespace flotsam
