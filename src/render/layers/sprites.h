// SPDX-License-Identifier: MIT
// Marker particles drawn by the CPU, for software OpenGL with many of them: rasterising 64k points there costs three
// times as much. Pre-shaded balls are blended back to front into a picture, in bands of rows on all threads, against
// a copy of the scene's depth; the picture is then laid over the scene. Needs SSE4.1 (x86-64-v2 has it).
#pragma once

#include <vector>

#include "render/gl/program.h"
#include "render/gl/target.h"
#include "render/layers/frame.h"

namespace flotsam::layer {

/// A marker on the screen: pixels, y up; window depth; display colour RGBA8. Radius 0 = not to be drawn.
struct Sprite {
  float x, y, radius, depth;
  uint32_t colour;
};

class Sprites {
 public:
  static constexpr float kMaxRadius = 12;  // px; larger ones are for the GPU path

  Sprites() : program_("screen.vert", "picture.frag") {}
  /// `sprites` from back to front. `light` is the direction to the light in view space.
  void draw(const Frame& frame, const std::vector<Sprite>& sprites, const Vec3f& light, gl::Target& scene);

 private:
  struct Ball {  // one radius at 4 x 4 offsets within a pixel
    int size = 0;
    std::vector<uint32_t> pixels;  // shade, highlight, coverage (0..128), 0; rows padded to even length
  };
  const Ball& ball(int quarterRadius) const { return balls_[static_cast<size_t>(quarterRadius)]; }
  void prepareBalls(const std::vector<Sprite>& sprites, const Vec3f& light);
  void readDepth(const Frame& frame, gl::Target& scene);
  void drawBand(const std::vector<Sprite>& sprites, int band);

  gl::Program program_;
  gl::Texture texture_;
  gl::VertexArray empty_;
  std::vector<Ball> balls_;
  Vec3f ballLight_{0};
  std::vector<uint32_t> picture_;  // premultiplied RGBA8, with a border at either side
  std::vector<float> depth_, tileNear_;
  int width_ = 0, height_ = 0, stride_ = 0, tilesX_ = 0;
};

}  // namespace flotsam::layer
