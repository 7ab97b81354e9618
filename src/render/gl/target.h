// SPDX-License-Identifier: MIT
// What is drawn into: a colour texture (or several samples of one) with an optional depth texture behind a framebuffer.
#pragma once

#include <utility>

#include "render/gl/handle.h"

namespace flotsam::gl {

struct TargetSpec {
  GLenum colour = GL_RGBA8;
  GLenum colour2 = 0;  // second attachment, 0 = none
  bool depth = false;
  int samples = 0;  // > 1: multisample renderbuffers that can only be resolved by a blit
  bool linear = false;
};

class Target {
 public:
  /// Makes it width x height; does nothing when it is already. Throws when the driver refuses the combination.
  void resize(int width, int height, const TargetSpec& spec);
  void bind();  // and sets the viewport
  GLuint framebuffer() { return framebuffer_.get(); }
  GLuint colour() { return colour_.get(); }
  GLuint colour2() { return colour2_.get(); }
  GLuint depth() { return depth_.get(); }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  int width_ = 0, height_ = 0;
  Framebuffer framebuffer_;
  Texture colour_, colour2_, depth_;
  Renderbuffer colourSamples_, depthSamples_;
};

/// Texture parameters in one call.
void sampling(GLenum target, GLint filter, GLint wrap);
/// Draws a triangle that covers the viewport (the vertex shader makes it from gl_VertexID).
void drawScreen(VertexArray& empty);

}  // namespace flotsam::gl
