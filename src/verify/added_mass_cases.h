// SPDX-License-Identifier: MIT
// Cases of one body set in motion in fluid at rest.
#pragma once

#include "verify/case.h"

namespace flotsam {

/// The 6x6 added-mass matrix of a body of any shape in a container; `shape` as the case's default.
std::unique_ptr<Case> addedMassCase(const char* shape);

}  // namespace flotsam
