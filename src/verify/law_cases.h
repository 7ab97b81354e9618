// SPDX-License-Identifier: MIT
// Cases over many scenes or many resolutions: conservation laws, convergence.
#pragma once

#include "verify/case.h"

namespace flotsam {

std::unique_ptr<Case> conservationCase();
/// Error of the projected velocity inside a circle that lies anyhow on the lattice, over the cell size.
std::unique_ptr<Case> velocityConvergenceCase();
/// Error of C over R/h for all face fractions; 2D or 3D.
std::unique_ptr<Case> addedMassConvergenceCase(bool flat);

}  // namespace flotsam
