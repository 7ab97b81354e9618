// SPDX-License-Identifier: MIT
// The cases of `flotsam bench`. Internal to cli.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "sim/world_desc.h"

namespace flotsam {

/// Every shipped scene, then full-20, full-32 and full-40.
std::vector<std::string> benchCases();
/// A case by name: a scene, or full-N for any N from 8 to 128.
Result<WorldDesc> benchCase(const std::string& name);
/// A closed full tank of 1 m with N cells a side and 8 bodies of mixed shapes, 0.1 to 10 times as dense as the fluid.
Result<WorldDesc> fullTank(int cells);

}  // namespace flotsam
