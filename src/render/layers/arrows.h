// SPDX-License-Identifier: MIT
// Solid arrows, collected on the CPU and drawn in one instanced call. Scene units.
#pragma once

#include <vector>

#include "render/gl/program.h"
#include "render/layers/frame.h"

namespace flotsam::layer {

class Arrows {
 public:
  Arrows() : program_("arrow.vert", "arrow.frag") {}
  void clear() { instances_.clear(); }
  /// From tail to tip; `radius` of the shaft, thinner where the arrow is short.
  void add(const Vec3f& tail, const Vec3f& tip, float radius, const Vec4f& colour);
  /// `onTop`: over everything instead of behind what stands in front.
  void draw(bool onTop = false);

 private:
  struct Instance {
    Vec3f from;
    Vec4f reach, colour;
  };
  void prepare();
  gl::Program program_;
  gl::VertexArray array_;
  gl::Buffer corners_, buffer_;
  GLsizei corner_ = 0;
  std::vector<Instance> instances_;
};

}  // namespace flotsam::layer
