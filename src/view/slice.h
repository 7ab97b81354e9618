// SPDX-License-Identifier: MIT
// A plane through the tank and what one sees on it: one value per cell it crosses.
#pragma once

#include <string>
#include <vector>

#include "view/sim_view.h"

namespace flotsam {

enum class SliceQuantity { None, Pressure, Speed, Divergence, Vorticity, Fractions, Cells };

struct Slice {
  SliceQuantity quantity = SliceQuantity::None;
  int axis = 2;        // the plane's normal
  double place = 0.5;  // of the tank's extent along it
};

struct SliceImage {
  int width = 0, height = 0;         // cells: along the axis after the normal's, and the one after that
  std::vector<float> value;          // row by row
  std::vector<uint8_t> known;        // 0: nothing to show there
  float lo = 0, hi = 1;              // round numbers about the values; lo = -hi for what has a sign
  Vec3 corner{0}, across{0}, up{0};  // m: the plane, `across` along the rows
};

/// Empty when the view has no fields. Speeds and pressures are shown in fluid only, divergence and vorticity (its
/// component along the normal) where all around is fluid. In flat scenes the plane is the scene's own.
void cutSlice(const SimView& view, const Slice& slice, SliceImage& image);
/// "Pressure", "Pa"; whether values have a sign.
const char* sliceLabel(SliceQuantity quantity);
const char* sliceUnit(SliceQuantity quantity);
bool sliceSigned(SliceQuantity quantity);
/// 1, 2 or 5 times a power of ten, not below x; 0 for 0.
float roundUp(float x);

}  // namespace flotsam
