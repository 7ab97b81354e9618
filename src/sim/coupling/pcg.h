// SPDX-License-Identifier: MIT
// Preconditioned conjugate gradients for a symmetric positive semi-definite operator, started from zero. Every iterate
// from a zero start lowers the energy, so stopping early is always safe ([B07] minimises the kinetic
// energy). NaN-safe: every comparison is written so that a NaN stops the loop, and the best iterate is returned.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "sim/coupling/extent.h"

namespace flotsam {

/// Largest |r| / largest |b| after each iteration, as far as there is room.
struct ResidualHistory {
  std::array<float, 400> values;
  size_t count = 0;
  double scale = 1;  // of a solve that starts from an earlier one's solution: its first |r| / largest |b|
  void add(double residual) {
    if (count < values.size()) values[count++] = static_cast<float>(scale * residual);
  }
  void replaceLast(double residual) {
    if (count > 0) values[count - 1] = static_cast<float>(scale * residual);
  }
};

struct PcgWork {
  std::vector<double> r, z, p, ap, best;
  double residual = 0;  // largest |r| now; the preconditioner may scale by it
  ResidualHistory history;
};

struct PcgResult {
  int iterations = 0;
  double residual = 0;  // largest |r| / largest |b|
  bool converged = false;
  std::string note;
};

namespace detail {
/// Fixed order of summation, whatever the machine.
double dotProduct(const std::vector<double>& a, const std::vector<double>& b);
/// Largest |a|, or infinity when an entry is not finite (a maximum alone would hide a NaN).
double largest(const std::vector<double>& a);
/// x += alpha p, r -= alpha ap; returns the largest |r| now, or infinity when an entry is not finite.
double advance(double alpha, const std::vector<double>& p, const std::vector<double>& ap, std::vector<double>& x,
               std::vector<double>& r);
/// y = x + factor * y.
void scaleAdd(const std::vector<double>& x, double factor, std::vector<double>& y);

// The same of n entries, on this thread.
double dotProduct(size_t n, const double* a, const double* b);
Extent advance(size_t n, double alpha, const double* p, const double* ap, double* x, double* r);
void scaleAdd(size_t n, const double* x, double factor, double* y);
}  // namespace detail

/// The operations of conjugate gradients over all entries of a vector. A system that knows which entries can be other
/// than zero has its own.
struct WholeVectors {
  double dot(const std::vector<double>& a, const std::vector<double>& b) const { return detail::dotProduct(a, b); }
  double advance(double alpha, const std::vector<double>& p, const std::vector<double>& ap, std::vector<double>& x,
                 std::vector<double>& r) const {
    return detail::advance(alpha, p, ap, x, r);
  }
  void scaleAdd(const std::vector<double>& x, double factor, std::vector<double>& y) const {
    detail::scaleAdd(x, factor, y);
  }
};

/// x = solution of apply(x) = b. `apply(in, out)` and `precondition(in, out)` work on vectors of b's size.
template <class Apply, class Precondition, class Vectors = WholeVectors>
PcgResult solvePcg(const std::vector<double>& b, std::vector<double>& x, double tolerance, int maxIterations,
                   PcgWork& work, Apply&& apply, Precondition&& precondition, const Vectors& vectors = {}) {
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
  if (work.z.size() != n) work.z.assign(n, 0.0), work.ap.assign(n, 0.0);
  bool haveBest = false;
  double bestResidual = 1, now = 1;
  precondition(work.r, work.z);
  work.p = work.z;
  double rz = vectors.dot(work.r, work.z);
  int sinceBest = 0;
  while (result.iterations < maxIterations) {
    apply(work.p, work.ap);
    const double pap = vectors.dot(work.p, work.ap);
    if (!(pap > 0) || !std::isfinite(pap) || !std::isfinite(rz)) {
      result.note = "search direction without curvature";
      break;
    }
    const double alpha = rz / pap;
    work.residual = vectors.advance(alpha, work.p, work.ap, x, work.r);
    ++result.iterations;
    now = work.residual / start;
    work.history.add(now);
    if (now <= tolerance) {
      result.converged = true;
      break;
    }
    if (!(now < 1e4)) {
      result.note = "residual grew 10000-fold";
      break;
    }
    if (now < 0.1 * bestResidual) bestResidual = now, work.best = x, haveBest = true, sinceBest = 0;
    if (++sinceBest > 400) {
      result.note = "no progress in 400 iterations";
      break;
    }
    precondition(work.r, work.z);
    const double rzNew = vectors.dot(work.r, work.z);
    const double beta = rzNew / rz;
    rz = rzNew;
    vectors.scaleAdd(work.z, beta, work.p);
  }
  if (!result.converged && result.note.empty()) result.note = "iteration limit reached";
  // Every iterate lowers the energy, so the last one is kept unless the recursion broke down. A large residual alone
  // does not say so: where entries of the matrix differ by many powers of ten, it goes up and down by hundreds.
  const auto energy = [&](std::vector<double>& of) {
    apply(of, work.ap);
    return 0.5 * vectors.dot(of, work.ap) - vectors.dot(of, b);
  };
  if (!(now <= 100 * bestResidual) && !(energy(x) < (haveBest ? energy(work.best) : 0.0))) {
    if (haveBest)
      x = work.best;
    else
      x.assign(n, 0.0);
    now = bestResidual;
  }
  result.residual = now;
  return result;
}

}  // namespace flotsam
