// SPDX-License-Identifier: MIT
// Faces whose open part is a sliver. The solve leaves on them a flux that is right to its tolerance; over so little
// area that is any speed, a hundred cells a step where two bodies meet. The flux stays, for it makes the flow
// divergence-free; what moves in the flow sees there the velocity that goes on from beside it.
#pragma once

#include "sim/fluid/mac_velocity.h"

namespace flotsam {

struct SliverFace {
  int axis, face;
  double other;  // m/s: the one of the face's two velocities that the grid does not hold now
};

/// Marks in `known` the faces open by more than a sliver (a twentieth). Those that are open by less are listed, with
/// their velocity as `other`. `open`: of every face, 0 to 1; all arrays Grid::size long.
void findSlivers(const Grid& grid, const std::array<std::vector<double>, 3>& open, const MacVelocity& velocity,
                 FaceMask& known, std::vector<SliverFace>& slivers);
/// Puts the other velocity of every listed face into the grid, and remembers the one that was there.
void swapSlivers(std::vector<SliverFace>& slivers, MacVelocity& velocity);

}  // namespace flotsam
