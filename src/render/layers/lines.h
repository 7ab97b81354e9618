// SPDX-License-Identifier: MIT
// Smooth screen-space lines collected on the CPU and drawn in one instanced call. Scene units; widths in pixels.
#pragma once

#include <vector>

#include "render/gl/program.h"
#include "render/layers/frame.h"

namespace flotsam::layer {

class Lines {
 public:
  Lines() : program_("line.vert", "line.frag") {}
  void clear() { segments_.clear(); }
  void add(const Vec3f& from, const Vec3f& to, const Vec4f& colour, float width, bool round = false);
  /// Blended over what is there; `hidden`: only where they are not clearly behind the depth that is bound.
  void draw(bool hidden = false);

 private:
  struct Segment {
    Vec3f from, to;
    Vec4f colour;
    Vec2f shape;
  };
  gl::Program program_;
  gl::VertexArray array_;
  gl::Buffer corners_, instances_;
  std::vector<Segment> segments_;
};

}  // namespace flotsam::layer
