// SPDX-License-Identifier: MIT
// Cases of one body set in motion in fluid at rest: its added mass, and how it starts under gravity.
#pragma once

#include "verify/added_mass.h"
#include "verify/case.h"

namespace flotsam {

/// The 6x6 added-mass matrix of a body of any shape in a container; the set-up holds the case's defaults.
std::unique_ptr<Case> addedMassCase(const AddedMassSetup& setup);
/// A cube in a closed cube (2D: square in square), all on the lattice: the values of REFERENCE to its last digit.
std::unique_ptr<Case> alignedCubeCase(bool flat);
/// One matrix fits every density: bodies from a thousandth to a thousand times as dense as the fluid.
std::unique_ptr<Case> oneMatrixCase();
/// The first acceleration of a sphere let go in fluid at rest, (1 - s) g / (s + C).
std::unique_ptr<Case> releasedSphereCase();
/// The same over places between the lattice's planes: mean and scatter.
std::unique_ptr<Case> releasedPlacesCase();

}  // namespace flotsam
