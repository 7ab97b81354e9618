// SPDX-License-Identifier: MIT
// Cases in which theory gives rest, or a flow that continuity alone decides.
#pragma once

#include "verify/case.h"

namespace flotsam {

/// Fluid at rest in containers of all kinds, at any tilt: no motion, pressure rho g depth.
std::unique_ptr<Case> hydrostaticCase();
/// Bodies as dense as the fluid stay where they are.
std::unique_ptr<Case> neutralCase();
/// A plug in a closed tube stands still, and the pressure below it carries its weight.
std::unique_ptr<Case> plugCase();
/// A slab moving in a channel: the mean speed beside it.
std::unique_ptr<Case> gapCase();
/// A piston in a closed circuit drives the flow through a narrow branch; one in a closed tube has a right-hand side no
/// pressure can balance.
std::unique_ptr<Case> pistonCase();
/// The added mass of a slab that nearly fills a channel.
std::unique_ptr<Case> slabCase();

}  // namespace flotsam
