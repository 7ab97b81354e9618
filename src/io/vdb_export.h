// SPDX-License-Identifier: MIT
// Fields on cells into OpenVDB files (.vdb), as Houdini, Blender and OpenVDB's own programs read them: sparse float
// grids, uncompressed, format version 224. Only the blocks of 8^3 cells that hold something are stored.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/math.h"

namespace flotsam {

struct VdbGrid {
  std::string name;       // "density", "surface"
  bool levelSet = false;  // a signed distance, negative inside; else a fog volume
  Int3 cells{0};          // x fastest: value(i,j,k) = values[i + nx*(j + ny*k)]
  std::span<const float> values;
  float background = 0;  // everywhere else; equal values are not active, of a distance those of -background neither
  double dx = 1;         // m
  Vec3 first{0};         // m, centre of cell (0,0,0)
};

std::string vdbBytes(std::span<const VdbGrid> grids);

}  // namespace flotsam
