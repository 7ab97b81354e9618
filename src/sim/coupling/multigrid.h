// SPDX-License-Identifier: MIT
// The preconditioner: one V(1,1) cycle for the fluid part G' W G (bodies left out; docs/numerics.md).
//   Coarse levels: 2x2x2 aggregates inside the layer of wall cells, which stays on every level (they cover it where it
//   holds unknowns). Their matrix is the Galerkin one of piecewise constants, which stays 7-point, halved
//   (over-correction: it then is the matrix of the coarse lattice). The correction is interpolated linearly from the
//   four nearest aggregates, across open faces only; residuals go the transposed way. Smoother: red-black Gauss-Seidel,
//   red-black down and black-red up, so the cycle is symmetric, and positive whatever the coarse levels are. Diagonals
//   are shifted by 1e-3 (relative), here only: the singular closed tank needs nothing else. Coarsest level: dense
//   inverse. All in float.
// Every level is scaled so that an open face has the coefficient one. Most stretches of a tank then need none
// (sweep_kernels.h).
// In split order the red cells of a lattice row are contiguous, and each aggregate takes one of them from each of its
// four rows: restriction and interpolation are sums of runs, without an index list.
#pragma once

#include <array>
#include <vector>

#include "sim/coupling/float_vectors.h"
#include "sim/coupling/split_field.h"
#include "sim/coupling/sweep_kernels.h"
#include "sim/geometry/grid.h"

namespace flotsam {

class Multigrid {
 public:
  /// Sets up for the open fractions of the faces (Grid::size entries per axis); `diagonal`, when not empty, is added to
  /// that of the cells (a free surface). Children add theirs up like the faces between aggregates.
  void build(const Grid& grid, const std::array<std::vector<double>, 3>& open,
             const std::vector<double>& diagonal = {});
  /// z = B r, both in the split order of lattice(). r is lent to the cycle and comes back unchanged.
  void apply(std::vector<float>& r, std::vector<float>& z);
  /// out = (G' W G + diagonal) in (no shift), zero outside the unknowns; returns in' out. Differences are taken before
  /// they are weighted, so a constant gives exactly zero.
  /// `also` is done for every part, by who does that part of the product.
  double multiply(const std::vector<float>& in, std::vector<float>& out, const PartWork& also = {}) const;
  /// The reciprocal of the (shifted) diagonal at a buffer index; 0 where there is no unknown.
  float inverseDiagonal(int at) const { return levels_[0].inverse[at]; }
  const SplitLattice& lattice() const { return levels_[0].lattice; }

 private:
  struct Level {
    SplitLattice lattice;
    std::vector<float> x, y, z;   // coefficients of the lower faces
    std::vector<float> d;         // what a free surface adds to the diagonal (used when surface_)
    std::vector<float> inverse;   // of the shifted diagonal, 0 where there is no unknown
    std::vector<float> mask;      // 1 where there is one
    std::vector<float> f, v;      // right-hand side and solution
    std::vector<float> residual;  // of the red cells on the way down
    std::vector<float> walls;     // faces of a cell towards the layer of wall cells
    std::vector<uint8_t> plain;   // of stretches of kStretch cells of a colour, red ones first
    // In natural order, a plane of zeros before and after: a quarter of the coefficients, at most; the solution; the
    // right-hand side, in room of its own, so that who writes it waits for nobody who has read the solution.
    std::array<std::vector<float>, 3> links;
    std::vector<float> natural, received;
    float toCoarse = 1;     // factor of residuals on their way to the next level
    bool outer = false;     // the layer of wall cells holds unknowns too (walls by volume fractions)
    Int3 begin{1}, end{1};  // as a coarse level: its aggregates, those inside or all
    Int3 shape{0};          // cells and range they were last used with
    int first = -1, last = -1;
    bool few = false;  // few enough unknowns for the dense solve
    void resize();
    void findWalls();
    sweep::Links linksAt(int id) const;
  };
  struct Sweep;  // multigrid.cpp, as the next
  struct Cut;
  void coarsen(Level& fine, Level& coarse);
  void finish(Level& level);
  static bool hasOuter(const Level& level);
  void buildCoarsest();
  void solveCoarsest();
  void cycle(size_t level);
  void sweepDown(size_t depth);
  void sweepUp(size_t depth);

  std::vector<Level> levels_ = std::vector<Level>(12);
  size_t used_ = 0;
  bool surface_ = false;
  std::vector<int> coarseCells_;      // buffer indices of the coarsest unknowns
  std::vector<float> coarseInverse_;  // dense, row major
  std::vector<int> coarseRow_;        // scratch of the set-up
  std::vector<double> coarseMatrix_;
  std::vector<float> coarseIn_;
  std::vector<float> rows_;  // coarse rows in natural order, one of every plane
  mutable std::vector<double> sums_;
};

}  // namespace flotsam
