// SPDX-License-Identifier: MIT
// An empty tank to begin with.
#pragma once

#include "sim/world_desc.h"
#include "ui/ui_state.h"

namespace flotsam {

/// A tank without bodies, full or half full of water, with the usual parameters.
WorldDesc emptyScene(const NewTank& tank);

}  // namespace flotsam
