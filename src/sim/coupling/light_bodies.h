// SPDX-License-Identifier: MIT
// Light-body correction of the preconditioner (Woodbury, SOLVER §3). With B the multigrid cycle and U the factored
// coupling of the light bodies (U U' = K N K'),
//   B_c = B - B U (I + U' B U)^-1 U' B   is exactly   (B^-1 + U U')^-1,
// so a body of density 0.001 costs no more iterations than a heavy one. Z = B U is not stored: B is applied twice.
#pragma once

#include <functional>
#include <vector>

#include "core/math.h"

namespace flotsam {

/// One body's factored coupling in the solver's own order: cell index and six numbers.
struct FactoredBody {
  std::vector<int> at;
  std::vector<Vec6> u;
};

class LightBodyCorrection {
 public:
  using Precondition = std::function<void(std::vector<float>&, std::vector<float>&)>;
  /// `bodies`: pointers to those to correct for; none switches it off. 6 applications of B per body.
  void build(const std::vector<const FactoredBody*>& bodies, size_t size, const Precondition& b);
  void apply(std::vector<float>& r, std::vector<float>& z, const Precondition& b);
  bool active() const { return !bodies_.empty(); }

 private:
  std::vector<const FactoredBody*> bodies_;
  std::vector<double> cholesky_;  // of I + U' B U, lower, row major
  std::vector<double> t_;
  std::vector<float> in_, out_;
};

}  // namespace flotsam
