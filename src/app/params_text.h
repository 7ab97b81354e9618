// SPDX-License-Identifier: MIT
// The parameters that were changed in words: for the clipboard, and as a line under a video.
#pragma once

#include <string>

#include "sim/world_desc.h"

namespace flotsam {

/// TOML: a line KEY = VALUE for each in `changed`, then (as comments) what else of the scene is not as usual. `from`:
/// the scene's name.
std::string paramsText(const WorldDesc& scene, const CompareDesc::Settings& changed, const std::string& from);
/// "Density of dragon 400 kg/m³ · Fractions voxel"
std::string paramsLine(const WorldDesc& scene, const CompareDesc::Settings& changed);

}  // namespace flotsam
