// SPDX-License-Identifier: MIT
// What the solver has on its grid, for pictures of the method: fields on the cells, open parts of the faces, and the
// coupled system. On the cells of the tank's inside, x fastest: value(i,j,k) = data[i + nx*(j + ny*k)].
#pragma once

#include <array>
#include <cstddef>
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

/// The discrete boundary. The faces across axis a are one more than the cells along it, x fastest as the cells.
struct FaceView {
  Int3 cells{0};                              // 0 when nobody asked for the faces
  std::array<std::vector<float>, 3> open;     // fluid fraction, 0..1
  std::array<std::vector<int16_t>, 3> solid;  // a body that has more of the face than the wall has; -1: none
  size_t at(int axis, int i, int j, int k) const {
    const int nx = cells.x + (axis == 0), ny = cells.y + (axis == 1);
    return static_cast<size_t>(i) + static_cast<size_t>(nx) * (static_cast<size_t>(j) + static_cast<size_t>(ny) * k);
  }
};

/// The coupled system of the last pressure solve: one row per cell with fluid, numbered as the cells.
struct SystemView {
  Int3 cells{0};         // 0 when nobody asked for it
  std::vector<int> row;  // per cell; -1: no unknown
  int unknowns = 0;
  size_t stencil = 0;                    // non-zeros of the fluid's part: the diagonal and one per open face and side
  std::vector<std::vector<int>> bodies;  // per body: the rows of its block, ascending; empty unless it is free
  std::array<std::vector<uint8_t>, 3> link;  // per cell and axis: linked to the cell before it
};

/// What a view carries only when somebody looks at it.
struct ViewParts {
  bool fields = false, faces = false, system = false;
  bool operator==(const ViewParts&) const = default;
};

}  // namespace flotsam
