// SPDX-License-Identifier: MIT
// Rigid bodies: clay shading, hover rim, selection outline, the white of a held body, and the smoothing of their
// silhouettes where there is no multisampling.
#pragma once

#include "render/gl/program.h"
#include "render/gl/target.h"
#include "render/layers/frame.h"
#include "render/layers/meshes.h"

namespace flotsam::layer {

class Bodies {
 public:
  Bodies();
  /// Into the bound framebuffer with a cleared depth buffer.
  void draw(const Frame& frame, Meshes& meshes, GLuint shadowMap);
  /// Post anti-aliasing of the bodies' boxes on the screen, for single-sample targets.
  void smooth(const Frame& frame, gl::Target& scene);

 private:
  void drawOne(const Frame& frame, Meshes& meshes, int index);
  void drawOutline(const Frame& frame, Meshes& meshes, int index, const Vec3f& colour, float width);
  gl::Program body_, outline_, smooth_;
  gl::Target copy_;
  gl::VertexArray empty_;
};

}  // namespace flotsam::layer
