// SPDX-License-Identifier: MIT
// Light-body correction of the preconditioner (Woodbury). With B the multigrid cycle and U the factored
// coupling of the light bodies (U U' = K N K'),
//   B_c = B - B U (I + U' B U)^-1 U' B   is exactly   (B^-1 + U U')^-1,
// so a body of density 0.001 costs no more iterations than a heavy one. Z = B U is kept for up to three bodies, whose
// columns cost less to read than another cycle; beyond, B is applied twice.
// For bodies that joints link U S stands in place of U (rigid/linkage.h).
#pragma once

#include <functional>
#include <vector>

#include "sim/coupling/factored_body.h"
#include "sim/rigid/linkage.h"

namespace flotsam {

/// A group of linked bodies among factored ones, in the order of their places.
struct FactoredLink {
  std::vector<int> body;
  const LinkedGroup* group = nullptr;
};

class LightBodyCorrection {
 public:
  using Precondition = std::function<void(std::vector<float>&, std::vector<float>&)>;
  /// `bodies`: pointers to those to correct for; none switches it off. 6 applications of B per body. `links`: the
  /// groups among them, each whole.
  void build(const std::vector<const FactoredBody*>& bodies, const std::vector<FactoredLink>& links,
             const SplitLattice& lattice, const Precondition& b);
  void apply(std::vector<float>& r, std::vector<float>& z, const Precondition& b);
  bool active() const { return !bodies_.empty(); }

 private:
  template <class Body>
  void forRuns(Body&& body) const;
  template <bool kDown>
  void passLinks(double* t, size_t stride);

  std::vector<const FactoredBody*> bodies_;
  std::vector<double> cholesky_;  // of I + U' B U, lower, row major
  std::vector<FactoredLink> links_;
  SplitLattice lattice_;
  std::vector<double> t_, part_;
  std::vector<float> in_, out_;
  std::vector<float> columns_;  // Z, six columns of a body one after another; empty when it is not kept
};

}  // namespace flotsam
