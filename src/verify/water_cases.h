// SPDX-License-Identifier: MIT
// Liquid with a free surface in time: tanks that must come to rest, floats, a cube pushed under, a sealed bottle.
// Medians of several seeds. These run for minutes and only when they are named: flotsam verify 'water-*'.
#pragma once

#include "verify/case.h"

namespace flotsam {

enum class RestTanks { Box, OffGrid, Tilted, Oblique, Sphere, OneOfEach };
/// Water left alone for a minute, in one kind of tank.
std::unique_ptr<Case> waterRestCase(RestTanks tanks, int cells);

enum class FloatShape { Sphere, Cylinder, Box };
/// Drafts of a floating sphere, lying cylinder or flat box, s = .1 to .9, in 3D.
std::unique_ptr<Case> waterFloatCase(FloatShape shape);

/// A cube is pushed slowly under and taken out again: the level rises by what it displaces, and returns.
std::unique_ptr<Case> waterPushCase();

/// Water in a sealed bottle with walls of three cells, shaken by a script and by hand.
std::unique_ptr<Case> waterBottleCase();

}  // namespace flotsam
