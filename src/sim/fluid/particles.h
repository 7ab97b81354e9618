// SPDX-License-Identifier: MIT
// The particles: float structure of arrays, kept sorted by cell. They carry the velocity (FLIP/PIC) and are the
// markers one sees; with semi-Lagrangian advection they are markers only.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/geometry/grid.h"

namespace flotsam {

struct Particles {
  // Lattice coordinates: x = (world + dx)/dx, so cell i spans [i, i+1). Velocities in m/s.
  std::array<std::vector<float>, 3> x, v;
  std::vector<uint32_t> id;  // constant over life; selects the drawn subset
  std::vector<uint8_t> dye;  // 0 = undyed
  std::vector<uint32_t>
      cellStart;  // Grid::size + 1 entries after sort(): particles of cell id are [start[id], start[id+1])
  size_t size() const { return id.size(); }
};

}  // namespace flotsam
