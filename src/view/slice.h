// SPDX-License-Identifier: MIT
// A plane through the tank and what one sees on it: one value per cell it crosses.
#pragma once

#include <string>
#include <vector>

#include "view/sim_view.h"

namespace flotsam {

enum class SliceQuantity { None, Pressure, Speed, Divergence, Vorticity, Fractions, Cells, Temperature, Smoke };

struct Slice {
  SliceQuantity quantity = SliceQuantity::None;
  int axis = 2;        // the plane's normal
  double place = 0.5;  // of the tank's extent along it
  // Degrees: about the plane's own upright (seen from above it turns), then about its level axis (it leans).
  double turn = 0, tilt = 0;
  bool straight() const { return turn == 0 && tilt == 0; }
};

/// Where the plane is: a rectangle around all of it that lies in the tank. m.
struct SlicePlane {
  Vec3 corner{0}, across{0}, up{0}, normal{0, 0, 1};  // across and up: the sides; the normal: unit
  double extent = 0;                                  // how far `place` moves it from 0 to 1
  /// Where it is taken: above the upper side, beside the right one.
  Vec3 knob() const { return corner + up + 0.5 * across; }
  Vec3 ring() const { return corner + across + 0.5 * up; }
  std::vector<Vec3> outline;  // what lies in the tank, a convex polygon
};

struct SliceImage {
  int width = 0, height = 0;         // cells: along the axis after the normal's, and the one after that
  std::vector<float> value;          // row by row
  std::vector<uint8_t> known;        // 0: nothing to show there
  float lo = 0, hi = 1;              // round numbers about the values, no finer than rest; lo = -hi: signed
  Vec3 corner{0}, across{0}, up{0};  // m: the plane, `across` along the rows
};

/// In flat scenes the plane is the scene's own.
SlicePlane slicePlane(const SimView& view, const Slice& slice);
/// Empty when the view has no fields. Speeds and pressures are shown in fluid only, divergence and vorticity (its
/// component along the normal) where all around is fluid; temperature (above ambient) and smoke in fluid, where the
/// scene has them. A plane that is turned takes what the cells around have.
void cutSlice(const SimView& view, const Slice& slice, SliceImage& image);
/// "Pressure", "Pa"; whether values have a sign.
const char* sliceLabel(SliceQuantity quantity);
const char* sliceUnit(SliceQuantity quantity);
bool sliceSigned(SliceQuantity quantity);
/// 1, 2 or 5 times a power of ten, not below x; 0 for 0.
float roundUp(float x);

}  // namespace flotsam
