// SPDX-License-Identifier: MIT
// The part of the screen behind which something of a volume is: square tiles, drawn instead of the whole box, whose
// empty pixels would cost as much as the others.
#pragma once

#include <vector>

#include "render/gl/handle.h"
#include "render/layers/frame.h"

namespace flotsam::layer {

class ScreenTiles {
 public:
  static constexpr int kSize = 32;  // pixels

  /// Nothing is marked.
  void begin(int width, int height);
  /// Marks the tiles that a box (scene units) covers, and `margin` pixels around it.
  void add(const Frame& frame, const Vec3f& lo, const Vec3f& hi, float margin);
  bool empty() const { return count_ == 0; }
  /// Draws the marked tiles with the program in use, which takes their corners at location 0.
  void draw();

 private:
  void upload();
  int width_ = 0, height_ = 0, columns_ = 0, rows_ = 0, count_ = 0;
  bool uploaded_ = false;
  std::vector<uint8_t> marked_;
  std::vector<Vec2f> corners_;  // two triangles a run of tiles
  gl::VertexArray array_;
  gl::Buffer buffer_;
};

}  // namespace flotsam::layer
