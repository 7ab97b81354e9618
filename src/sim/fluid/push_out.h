// SPDX-License-Identifier: MIT
// What a particle loses at a solid: the part of its velocity that would carry it in.
#pragma once

#include <span>

#include "sim/fluid/particles.h"

namespace flotsam {

/// Particles within a tenth of a cell of a solid keep no velocity towards it, relative to the solid's own (`motions` by
/// body index; the wall is at rest). Without it a particle pressed against a fast wall can gather any speed.
void stopAtSolids(const Grid& grid, const SolidField& solids, std::span<const SolidMotion> motions,
                  Particles& particles);

}  // namespace flotsam
