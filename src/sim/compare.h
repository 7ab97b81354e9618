// SPDX-License-Identifier: MIT
// From a scene with sides to compare to the descriptions of the sides, and back.
#pragma once

#include <span>
#include <vector>

#include "sim/world_desc.h"

namespace flotsam {

/// The descriptions of the sides: the scene with the settings of each. One when nothing is compared.
std::vector<WorldDesc> sidesOf(const WorldDesc& desc);
/// Whether the sides differ in a parameter.
bool comparedIn(const CompareDesc& compare, const std::string& key);
/// What the sides differ in, as a scene file asks for it, in the order of describe(); without title and names. Bodies
/// of one name are the same body.
CompareDesc differences(std::span<const WorldDesc> sides);

}  // namespace flotsam
