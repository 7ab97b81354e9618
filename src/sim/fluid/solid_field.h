// SPDX-License-Identifier: MIT
// What particles and extrapolation know of solids: the distance to the nearest one on the node lattice.
#pragma once

#include <cstdint>
#include <vector>

#include <span>

#include "core/math.h"
#include "sim/geometry/fractions.h"

namespace flotsam {

struct SolidField {
  // At nodes, in cells, negative inside a solid (min over walls and bodies). Every node of the lattice counts, the
  // outermost too. In a flat grid it is the distance in the plane: the walls z = 0 and z = dx do not count.
  std::vector<float> phi;
  std::vector<int16_t> owner;  // whose distance that is: -1 the wall, else the body's index

  // Scratch of buildSolidField.
  struct Placed {
    Int3 lo{0}, hi{0};  // nodes of the body's box, the last included
    const double* phi = nullptr;
    bool any = false;
  };
  std::vector<Placed> placed;
  std::vector<double> scratch;
  std::vector<ShapeLattice> lattices;
};

/// The field for the walls and the bodies where the fractions saw them last; a body's distance counts in its bounding
/// box and kNodeMargin nodes around it. Sampled here only where the fractions did not need the nodes, or when the
/// bodies have `moved` since.
void buildSolidField(const Grid& grid, const FaceFractions& fractions, std::span<const SolidSample> solids,
                     SolidField& field, bool moved = false);

/// Rigid velocity of a body, for the normal condition on its surface. World frame, SI.
struct SolidMotion {
  Vec3 centre{0}, velocity{0}, angularVelocity{0};
};

}  // namespace flotsam
