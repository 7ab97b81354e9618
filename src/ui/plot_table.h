// SPDX-License-Identifier: MIT
// What the window plots as a CSV table: a row a step with its time, the units in the head.
#pragma once

#include <string>

#include "ui/compare_history.h"
#include "ui/history.h"
#include "ui/ui_state.h"

namespace flotsam {

/// The last 20 seconds: energy, volume, divergence, iterations and the time of a step; place and velocity of the
/// selected body; each expectation with what theory says. Side by side: all of the comparison's quantities by side.
std::string plotTable(const UiState& state, const History& history, const CompareHistory& compared);

}  // namespace flotsam
