// SPDX-License-Identifier: MIT
// The preconditioner: one V(1,1) cycle for the fluid part G' W G (bodies left out), SOLVER §1-3.
//   Coarse levels: piecewise-constant 2x2x2 Galerkin aggregation, which stays 7-point; the coarse matrix is divided by
//   1.8 (over-correction). Smoother: red-black Gauss-Seidel, red-black down and black-red up, so the cycle is
//   symmetric. Diagonals are shifted by 1e-3 (relative), here only: the singular closed tank needs nothing else.
//   Coarsest level: dense Cholesky. All in float.
#pragma once

#include <array>
#include <span>

#include "sim/coupling/split_field.h"
#include "sim/geometry/grid.h"

namespace flotsam {

class Multigrid {
 public:
  /// Sets up for the open fractions of the faces (Grid::size entries per axis).
  void build(const Grid& grid, const std::array<std::vector<double>, 3>& open);
  /// z = B r, both in the split order of lattice(). r is lent to the cycle and comes back unchanged.
  void apply(std::vector<float>& r, std::vector<float>& z);
  const SplitLattice& lattice() const { return levels_[0].lattice; }

 private:
  struct Level {
    SplitLattice lattice;
    SplitStencil<float> a;
    SplitField<float> f, x;                 // right-hand side and solution
    int first = -1, last = -1;              // the range they were last used with
    std::vector<int> redCells, blackCells;  // buffer indices of the unknowns
    std::vector<int> redParent;             // of each red cell: its aggregate's index in the next level's buffer
  };
  void coarsen(Level& fine, Level& coarse);
  void finish(Level& level);
  void buildCoarsest();
  void cycle(size_t level);

  std::vector<Level> levels_;
  size_t used_ = 0;
  std::vector<int> coarseCells_;      // buffer indices of the coarsest unknowns
  std::vector<float> coarseInverse_;  // dense, row major
  std::vector<int> coarseRow_;        // scratch of the set-up
  std::vector<double> coarseMatrix_, coarseColumn_;
  std::vector<float> coarseIn_, coarseOut_, scratch_;
};

}  // namespace flotsam
