// SPDX-License-Identifier: MIT
// Area moments of the region where a function sampled on a square lattice is negative (linear in the two triangles of
// every cell, so straight sides are exact and curved ones second order).
#pragma once

#include <span>

#include "core/math.h"

namespace flotsam {

struct PlaneMoments {
  double area = 0, xx = 0, yy = 0, xy = 0;  // integrals of 1, x², y², xy
  Vec2 first{0};                            // of x and y
};

/// `phi` has (cellsX + 1) * (cellsY + 1) entries, x running fastest; lattice corner (0,0) is the origin.
PlaneMoments planeMoments(std::span<const double> phi, int cellsX, int cellsY, double h);

}  // namespace flotsam
