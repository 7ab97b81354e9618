// SPDX-License-Identifier: MIT
// What acts on a body and how it moves, in words for the inspector.
#pragma once

#include <string>
#include <vector>

#include "view/sim_view.h"

namespace flotsam {

struct BodyNumber {
  std::string label, value, help;
};

/// Density against the fluid's, submerged share (where there is a surface), weight, Archimedes' buoyancy, force and
/// torque of the pressure in the last step, speed and spin. A fixed or scripted body has neither weight nor motion of
/// its own.
std::vector<BodyNumber> bodyNumbers(const SimView& view, const BodyView& body);

}  // namespace flotsam
