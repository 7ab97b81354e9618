// SPDX-License-Identifier: MIT
// Marker particles: coloured by dye, speed or depth, sorted back to front and drawn as shaded points with smooth
// edges over the bodies' depth.
#pragma once

#include <vector>

#include "render/gl/program.h"
#include "render/layers/frame.h"
#include "render/layers/lines.h"
#include "render/layers/sprites.h"

namespace flotsam::layer {

class Markers {
 public:
  Markers() : program_("marker.vert", "marker.frag") {}
  /// Over the scene's colour, hidden by its depth.
  void draw(const Frame& frame, gl::Target& scene, Lines& lines);

 private:
  struct Point {
    Vec3f position;
    uint32_t colour;  // RGBA8, alpha = size factor
  };
  size_t gather(const Frame& frame);
  /// Below the points: where each came from, a straight way of streakSeconds() that fades.
  void drawStreaks(const Frame& frame, Lines& lines) const;
  void sortByDepth(const Frame& frame);
  void drawPoints(const Frame& frame, float radius, const Vec3f& light);
  /// False when a marker is too large for the sprites (the eye is close).
  bool drawSprites(const Frame& frame, float radius, const Vec3f& light, gl::Target& scene);
  gl::Program program_;
  gl::VertexArray array_;
  gl::Buffer buffer_;
  std::vector<Point> points_, sorted_;
  std::vector<Vec3f> behind_;  // of points_: the way of the last streakSeconds(); empty without streaks
  Sprites sprites_;
  std::vector<Sprite> onScreen_;
  std::vector<uint16_t> depth_;
  std::vector<uint32_t> histogram_;
};

}  // namespace flotsam::layer
