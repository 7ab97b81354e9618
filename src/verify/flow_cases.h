// SPDX-License-Identifier: MIT
// Cases in time: flows that should stay as they are, and bodies whose motion theory knows. The computations are in
// verify/flows; here are their parameters, bounds and what the bounds mean.
#pragma once

#include "verify/case.h"

namespace flotsam {

std::unique_ptr<Case> vortexCase();
std::unique_ptr<Case> taylorGreenCase();
std::unique_ptr<Case> spinCase();
std::unique_ptr<Case> freeFlightCase();
std::unique_ptr<Case> freeFallCase();
std::unique_ptr<Case> releaseInTimeCase();
std::unique_ptr<Case> closedTankCase();
std::unique_ptr<Case> kirchhoffCase();

}  // namespace flotsam
