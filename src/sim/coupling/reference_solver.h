// SPDX-License-Identifier: MIT
// The paper's own way ([B07] §4): assemble the whole coupled matrix, the dense body blocks included, and solve it by
// conjugate gradients with a modified incomplete Cholesky factor of level 0. Test oracle and benchmark baseline only;
// the production path is multigrid.h.
#pragma once

#include "sim/coupling/coupled_system.h"
#include "sim/coupling/pcg.h"

namespace flotsam {

struct SparseMatrix {  // compressed rows, columns ascending
  std::vector<int> start, column;
  std::vector<double> value;
  int rows() const { return static_cast<int>(start.size()) - 1; }
};

/// The explicit matrix over the unknowns in lattice order; `index` maps cell -> row (-1: no unknown).
SparseMatrix assembleMatrix(const CoupledSystem& system, std::vector<int>& index);

/// Lower factor on the pattern of A's lower triangle, fill-in added to the diagonals (tau = 0.97); a pivot below a
/// quarter of the diagonal is replaced by the diagonal.
class IncompleteCholesky {
 public:
  explicit IncompleteCholesky(const SparseMatrix& a);
  void solve(const std::vector<double>& r, std::vector<double>& z) const;

 private:
  int n_ = 0;
  std::vector<int> start_, row_;  // columns of L, diagonal first
  std::vector<double> value_;
};

/// q per cell. The residuals go to `history` when there is one.
PcgResult solveReference(const CoupledSystem& system, double tolerance, int maxIterations, std::vector<double>& q,
                         ResidualHistory* history = nullptr);

}  // namespace flotsam
