// SPDX-License-Identifier: MIT
// Staggered velocity: component a of the velocity at the centres of the faces of axis a (grid.h has the picture).
#pragma once

#include <array>
#include <vector>

#include "sim/geometry/grid.h"

namespace flotsam {

struct MacVelocity {
  std::array<std::vector<double>, 3> u;  // m/s, Grid::size entries each
  void resize(const Grid& g) {
    for (auto& c : u) c.assign(g.size, 0.0);
  }
  std::vector<double>& operator[](int axis) { return u[axis]; }
  const std::vector<double>& operator[](int axis) const { return u[axis]; }
};

/// Which faces carry a velocity of their own (1) and which must be extrapolated (0).
struct FaceMask {
  std::array<std::vector<uint8_t>, 3> known;
};

}  // namespace flotsam
