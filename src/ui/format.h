// SPDX-License-Identifier: MIT
// Numbers for people: four significant digits, thin spaces between thousands, a point in every locale; parameters with
// their values.
#pragma once

#include <string>
#include <string_view>

#include "core/describe.h"

namespace flotsam {

/// 2500 -> "2 500" (thin space), 0.35 -> "0.35", 8.1e-7 -> "8.1e-7".
std::string formatForPeople(double value, int digits = 4);
/// Fixed decimals: 1.0 -> "1.00".
std::string formatFixed(double value, int decimals);
/// Reads what people type: blanks and thin spaces dropped, a comma taken as the point. False when it is not a number.
bool parseFromPeople(std::string_view text, double& value);
/// A volume with the unit that reads best: litres up to 1 m³.
std::string formatVolume(double cubicMetres);
std::string formatMass(double kilograms);
/// "Density of ball": the name of a body's parameter says whose it is.
std::string parameterName(const ParamInfo& info);
/// "400 kg/m³", "on", "voxel"
std::string parameterValue(const Param& parameter);

}  // namespace flotsam
