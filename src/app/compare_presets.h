// SPDX-License-Identifier: MIT
// The comparisons the menu offers: what a lecturer sets side by side, as settings of the parameters the scene has.
#pragma once

#include <string>
#include <vector>

#include "sim/world_desc.h"
#include "view/sim_view.h"

namespace flotsam {

struct Preset {
  CompareDesc compare;
  std::string lacks;  // why this scene cannot show it; empty: it can
};

/// `own`: the scene's own comparison, first in the list when it has one.
std::vector<Preset> comparePresets(const SimView& view, const CompareDesc& own);

}  // namespace flotsam
