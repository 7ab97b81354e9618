// SPDX-License-Identifier: MIT
// Drops of liquid too thin for the surface's mesh, as small balls of water: the stream of a tap, spray. Drawn over the
// water, hidden by what stands in front of them.
#pragma once

#include "render/gl/program.h"
#include "render/gl/target.h"
#include "render/layers/frame.h"

namespace flotsam::layer {

class Drops {
 public:
  Drops() : program_("marker.vert", "drop.frag") {}
  /// Over the scene's colour, hidden by its depth.
  void draw(const Frame& frame, gl::Target& scene);

 private:
  gl::Program program_;
  gl::VertexArray array_;
  gl::Buffer buffer_;
};

}  // namespace flotsam::layer
