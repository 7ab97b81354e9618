// SPDX-License-Identifier: MIT
// Cases with a free surface, p = 0 on a plane: no time stepping, the liquid's distance is set by hand.
#pragma once

#include "verify/case.h"

namespace flotsam {

/// A sphere (2D: circle) with its middle in the surface: the added mass of heave.
std::unique_ptr<Case> halfSubmergedCase(bool flat);
/// A plug in a horizontal tube, both ends of the liquid open: it moves with all the liquid in the tube.
std::unique_ptr<Case> openTubeCase();

}  // namespace flotsam
