// SPDX-License-Identifier: MIT
// The discretisation error a correct implementation of the method has (REFERENCE §1, "expected accuracy"): bounds that
// do not come from our own results.
#pragma once

#include "sim/geometry/fractions.h"

namespace flotsam {

/// Relative error of C of a centred sphere or circle with R/L = 1/4, signed, at R/h = 2, 4, 8; NaN for what REFERENCE
/// does not list (line fractions).
double referenceAddedMassError(FractionKind kind, bool flat, int radius);

/// The allowed |error| of C at any R/h: the table's with a tenth more (area fractions in 3D: three tenths, the .cpp
/// says why), a power law between its entries; twice that for bodies that are not the table's (`sameSetup` false):
/// other places on the lattice, shapes and walls off the lattice.
double expectedAddedMassError(FractionKind kind, bool flat, double radius, bool sameSetup);

}  // namespace flotsam
