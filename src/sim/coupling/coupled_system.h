// SPDX-License-Identifier: MIT
// The coupled system in the form it is solved in: factored, never assembled ([B07] §3, eq. 9-13).
//
// Minimise the kinetic energy of the corrected velocities, fluid and bodies together. With
//   w_f, s_fb   fluid and body fractions of face f          (G q)_f = q_hi - q_lo, the difference across face f
//   j_fb = (e_a ; (x_f - X_b) x e_a)   row of the body's velocity at face f of axis a
//   q = p dt / (rho dx)                scaled pressure, m/s
//   K_b = G' S_b J_b                   cells x 6; only cells at the body's surface have entries
//   N_b = rho dx^3 M_b^-1              scaled mobility (zero: scripted or fixed)
// the optimum satisfies
//   A q = b,   A = G' W G + sum_b K_b N_b K_b',   b = G' W u + sum_b K_b V_b,
//   u <- u - G q (faces with fluid),   V_b <- V_b - N_b K_b' q.
// b is minus the net outflow of the combined velocity, so A q = b makes fluid and bodies together divergence free.
// [B07] builds J M^-1 J' as a dense block of the matrix; here it stays K N K': gather six sums, scatter.
//
// Bodies that joints link have one N for their whole group instead, N = R S S' R' (linked_blocks.h).
//
// With a free surface (free_surface.h) the unknowns are liquid cells, W links them alone, and the surface adds to the
// diagonal.
//
// Unknowns are cells with an open face. A body's coefficient in any other cell moves to the nearest unknown, so that
// K' e = 0 and the constant is a null vector of a closed tank to the last bit (docs/numerics.md).
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "sim/coupling/projection.h"
#include "sim/rigid/linkage.h"

namespace flotsam {

/// Six coefficients of one body in one cell.
struct BodyCell {
  int cell;
  Vec6 k;
};

struct CoupledBlock {
  std::vector<BodyCell> cells;  // ordered by cell
  Mat6 mobility;                // N_b, scaled
  Mat6 root;                    // R with N_b = R R' (zero when the body does not move)
  bool free = false;
  bool linked = false;  // by joints: the mobility is the group's, here 0
};

/// Those of the planes from `k0` on before `k1`.
inline std::span<const BodyCell> cellsIn(const CoupledBlock& block, const Grid& grid, size_t k0, size_t k1) {
  const int begin = grid.sz * static_cast<int>(k0), end = grid.sz * static_cast<int>(k1);
  const std::vector<BodyCell>& c = block.cells;
  if (c.empty() || c.front().cell >= end || c.back().cell < begin) return {};
  const auto before = [](const BodyCell& cell, int id) { return cell.cell < id; };
  const auto first = std::lower_bound(c.begin(), c.end(), begin, before);
  return {first, std::lower_bound(first, c.end(), end, before)};
}

/// Scratch of body_blocks.h, kept between bodies and steps.
struct BlockRoom {
  std::vector<double> planes;     // 0
  std::vector<int> marks, queue;  // of cells; -1
};

struct CoupledSystem {
  Grid grid;
  const FaceFractions* fractions = nullptr;
  const FreeSurface* surface = nullptr;                       // null in a full domain
  const std::array<std::vector<double>, 3>* links = nullptr;  // W between unknowns, per lower face
  std::array<std::vector<double>, 3> ownLinks;                // with a free surface; else they are the fractions
  std::vector<double> diagonal;                               // what the surface adds; empty in a full domain
  std::vector<uint8_t> open;                                  // per region: it has a free surface
  std::vector<uint8_t> unknown;                               // per cell
  std::vector<int> region;              // connected part of the fluid, -1 for cells that are not unknown
  std::vector<double> rhs;              // b, per cell
  std::vector<CoupledBlock> blocks;     // one per body, same order
  std::span<const LinkedGroup> groups;  // of linked bodies
  int unknowns = 0, regions = 0;
  double rhsMax = 0;

  // Scratch, kept between steps.
  std::vector<int> parent, rowLabel;  // of regions, while they are found
  std::array<BlockRoom, 4> room;      // for bodies that are gathered side by side
  mutable std::vector<double> linkSums;
};

/// Fills the system; `velocity` and the bodies' velocities are those before the projection.
void assemble(CoupledSystem& system, const Grid& grid, const FaceFractions& fractions, double fluidDensity,
              std::span<const CoupledBody> bodies, const MacVelocity& velocity, const FreeSurface* surface = nullptr,
              std::span<const LinkedGroup> links = {});
/// b for given velocities (also used to measure what divergence is left). Needs the blocks of assemble().
void computeRhs(const CoupledSystem& system, std::span<const CoupledBody> bodies, const MacVelocity& velocity,
                std::vector<double>& rhs);
/// Removes from b what no pressure can balance: its part along the null vectors of A. Regions linked by free bodies
/// count together (a plug between two chambers transmits pressure). Returns the number of null vectors; `change` = the
/// largest change of b, m/s.
int makeSolvable(CoupledSystem& system, double& change);
/// K' x of one body.
Vec6 gather(const CoupledBlock& block, const std::vector<double>& x);

}  // namespace flotsam
