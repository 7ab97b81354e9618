// SPDX-License-Identifier: MIT
// The cases of `flotsam bench`. Internal to cli.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "sim/world_desc.h"

namespace flotsam {

/// Every shipped scene, then full-20, -32, -40 and slosh-20, -32, -40.
std::vector<std::string> benchCases();
/// A case by name: a scene, or full-N or slosh-N for any N from 8 to 128.
Result<WorldDesc> benchCase(const std::string& name);
/// A closed full tank of 1 m with N cells a side and 8 bodies of mixed shapes, 0.1 to 10 times as dense as the fluid.
Result<WorldDesc> fullTank(int cells);
/// A tank of 1 m with N cells a side, half full of water that runs against its walls, and a floating box.
Result<WorldDesc> sloshingTank(int cells);

}  // namespace flotsam
