// SPDX-License-Identifier: MIT
// Preconditioned conjugate gradients in float with the residual in double (the residual replacement of van
// der Vorst & Ye 2000). The recursion runs on floats. Whenever the residual has fallen a thousandfold, and before the
// end, the float solution is added to the double one and the residual computed anew from the definition; the search
// directions go on, so nothing is lost to a restart. Started from zero, every iterate lowers the energy. NaN-safe:
// every comparison is written so that a NaN stops the loop, and what the last true residual vouched for is kept.
#pragma once

#include <cmath>

#include "sim/coupling/float_vectors.h"
#include "sim/coupling/pcg.h"

namespace flotsam {

inline constexpr const char* kIterationLimit = "iteration limit reached";

struct MixedPcgWork {
  std::vector<float> r, z, p, ap, x;
  std::vector<double> sums;
  ResidualHistory history;
  /// Buffers of the lattice's size, zero outside its range.
  void reset(const SplitLattice& lattice) {
    if (r.size() == lattice.size && first_ == lattice.first && last_ == lattice.last) return;
    for (auto* v : {&r, &z, &p, &ap, &x}) v->assign(lattice.size, 0.f);
    first_ = lattice.first, last_ = lattice.last;
  }

 private:
  int first_ = -1, last_ = -1;
};

/// `work.r` holds the right-hand side, scaled so that its largest entry is 1. `apply(in, out)` returns in' out, and may
/// leave out unfinished until `complete(part)` was called for every part of it. `precondition(r, z)` may borrow r.
/// `replace(x, r)` adds x to the solution, clears x, computes r anew in the same scale and returns the largest |r|
/// (infinity when it is not finite).
template <class Apply, class Precondition, class Replace>
PcgResult solveMixedPcg(const SplitLattice& lattice, double tolerance, int maxIterations, MixedPcgWork& work,
                        Apply&& apply, const PartWork& complete, Precondition&& precondition, Replace&& replace) {
  constexpr double kReplaceAt = 1e-3;  // of the last true residual
  constexpr int kPatience = 400;       // iterations without a tenfold smaller residual
  constexpr double kTrusted = 30;      // how much larger than the recursion's the true residual may be
  PcgResult result;
  double now = 1, anchor = 1, best = 1;  // largest |r|: by the recursion, at the last replacement, smallest so far
  int sinceBest = 0;
  bool pending = false;  // work.x holds something
  precondition(work.r, work.z);
  std::swap(work.p, work.z);
  double rz = dotProduct(lattice, work.r, work.p, work.sums);
  while (result.iterations < maxIterations) {
    const double pap = apply(work.p, work.ap);
    if (!(pap > 0) || !std::isfinite(pap) || !std::isfinite(rz)) {
      result.note = "search direction without curvature";
      break;
    }
    now = advance(lattice, static_cast<float>(rz / pap), work.p, work.ap, work.x, work.r, complete);
    pending = true;
    ++result.iterations;
    work.history.add(now);
    if (!(now < 1e4)) {
      result.note = "residual grew 10000-fold";
      break;
    }
    bool lost = false;
    if (now <= tolerance || now < kReplaceAt * anchor) {
      const double claimed = now;
      now = anchor = replace(work.x, work.r);
      lost = now > kTrusted * claimed;
      work.history.replaceLast(now);
      pending = false;
      if (now <= tolerance) {
        result.converged = true;
        break;
      }
    }
    if (now < 0.1 * best) best = now, sinceBest = 0;
    if (++sinceBest > kPatience) {
      result.note = "no progress in 400 iterations";
      break;
    }
    precondition(work.r, work.z);
    const double rzNew = dotProduct(lattice, work.r, work.z, work.sums);
    // Floats were at their end: the directions so far are not conjugate to what is left, and steps of their length
    // along them would lead away from the solution.
    scaleAdd(lattice, work.z, lost ? 0.f : static_cast<float>(rzNew / rz), work.p);
    rz = rzNew;
  }
  if (!result.converged && result.note.empty()) result.note = kIterationLimit;
  // Every iterate lowers the energy, so the last one is kept unless the recursion broke down.
  if (pending && now <= 100 * anchor) anchor = replace(work.x, work.r);
  result.residual = anchor;
  return result;
}

}  // namespace flotsam
