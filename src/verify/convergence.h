// SPDX-License-Identifier: MIT
// Errors over the cell size, for the convergence cases.
#pragma once

#include "sim/geometry/fractions.h"

namespace flotsam {

/// Projection inside a circle that lies anyhow on the lattice (REFERENCE §1): the flow curl psi, which is tangential to
/// the circle, plus a gradient, which the projection has to remove. Circle of radius .8 in the square [-1, 1]².
struct VelocityError {
  double mean = 0, largest = 0;  // |u - exact| over open faces with their centre in the fluid, m/s; the flow is about 1
  int faces = 0;
};
VelocityError projectedVelocityError(FractionKind kind, int cells);

/// Relative error of C, signed, of a centred sphere (2D: circle) with R/L = 1/4 and R/h = radius.
double addedMassError(FractionKind kind, bool flat, int radius);

/// Order of convergence between two entries of a table: log(e0/e1) / log(h0/h1).
double convergenceOrder(double e0, double e1, double ratio);

}  // namespace flotsam
