// SPDX-License-Identifier: MIT
// Cutting a lattice's cubes linearly makes round bodies a little too small: h²/12 of the mean curvature at spacing h,
// .8 % of the volume of a ball of four cells. In a full tank the discrete mass shares that error and it cancels; a
// float shows it as draft. Volume fractions therefore see the body grown by this distance.
#pragma once

#include "sim/geometry/shape.h"

namespace flotsam {

/// How much larger (m, along the normal) a body must be taken so that its volume fractions on a grid of cells `dx` add
/// up to `volume` (m³; flat: of the prism one cell thick). 0 for bodies thinner than a cell, and for very large ones,
/// where it does not matter. Measured once, in a position that has nothing to do with the lattice.
double volumeShift(const Shape& shape, double volume, double dx, bool flat);

}  // namespace flotsam
