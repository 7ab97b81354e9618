// SPDX-License-Identifier: MIT
// What an import found and did, as text for `flotsam mesh FILE`.
#pragma once

#include <string>

#include "sim/geometry/shape.h"

namespace flotsam {

/// Several lines, ending in a newline. Numbers do not depend on the locale.
std::string meshReportText(const std::string& file, const MeshReport& report);

}  // namespace flotsam
