// SPDX-License-Identifier: MIT
// Bodies that joints link, in the coupled system. Their mobility is R S S' R' over a whole group (rigid/linkage.h):
// what K' gathers of each goes through R' and S', the group's 6 n numbers together, and back through S and R.
#pragma once

#include "sim/coupling/coupled_system.h"

namespace flotsam {

/// sums = K' q and change = N K' q of every body; change is zero for those that do not move.
void bodyChanges(const CoupledSystem& system, const std::vector<double>& q, std::vector<Vec6>& sums,
                 std::vector<Vec6>& change);
/// The scaled mobility between the bodies at two places of a group as a matrix: velocity of `to` for a push on `from`.
Mat6 mobilityBetween(const CoupledSystem& system, const LinkedGroup& group, size_t to, size_t from);

}  // namespace flotsam
