// SPDX-License-Identifier: MIT
// The fields of the solver as they are on the grid, for slices through the fluid. On the cells of the tank's inside, x
// fastest: value(i,j,k) = data[i + nx*(j + ny*k)].
#pragma once

#include <cstdint>
#include <vector>

#include "core/math.h"

namespace flotsam {

enum class CellKind : uint8_t { Fluid, Air, Body, Wall };  // by the cell's centre

struct FieldView {
  Int3 cells{0};                // 0 when nobody asked for the fields
  std::vector<float> pressure;  // Pa
  std::vector<Vec3f> velocity;  // m/s, mean of the opposite faces
  std::vector<float> outflow;   // 1/s, divergence of the face velocities; 0 in cells with solids
  std::vector<float> open;      // mean fluid fraction of the cell's faces, 0..1
  std::vector<CellKind> kind;
};

}  // namespace flotsam
