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
  /// Those of the marked tiles that a rectangle covers are a kind of their own.
  void setApart(const ScreenRect& rect);
  bool empty() const { return count_ == 0; }
  enum class Kind { All, Plain, Apart };
  /// Draws marked tiles with the program in use, which takes their corners at location 0.
  void draw(Kind kind = Kind::All);

 private:
  static constexpr uint8_t kNone = 0, kPlain = 1, kApart = 2;
  void addRuns(uint8_t kind);
  void upload();
  int width_ = 0, height_ = 0, columns_ = 0, rows_ = 0, count_ = 0;
  size_t plainCorners_ = 0;  // come first
  bool uploaded_ = false;
  std::vector<uint8_t> marked_;  // kind
  std::vector<Vec2f> corners_;   // two triangles a run of tiles
  gl::VertexArray array_;
  gl::Buffer buffer_;
};

}  // namespace flotsam::layer
