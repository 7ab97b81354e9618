// SPDX-License-Identifier: MIT
// A plane through the tank coloured by a field of the solver, a texel per cell: numbers stay the grid's own, smooth
// ones are blended between cell centres.
#pragma once

#include <vector>

#include "render/gl/program.h"
#include "render/gl/target.h"
#include "render/layers/frame.h"
#include "render/layers/lines.h"
#include "view/slice.h"

namespace flotsam::layer {

class SlicePlane {
 public:
  SlicePlane() : program_("slice.vert", "slice.frag") {}
  /// Over the scene's colour, hidden by its depth.
  void draw(const Frame& frame, gl::Target& scene, Lines& lines);
  bool ends(float& lo, float& hi) const {
    lo = image_.lo, hi = image_.hi;
    return image_.width > 0;
  }

 private:
  void drawOutline(const Frame& frame, gl::Target& scene, Lines& lines);
  gl::Program program_;
  gl::VertexArray array_;
  gl::Texture texture_;
  SliceImage image_;
  std::vector<uint32_t> texels_;
};

}  // namespace flotsam::layer
