// SPDX-License-Identifier: MIT
// Where liquid is at the start of a scene with a free surface: below a level, in a ball, or in a box.
#pragma once

#include "core/math.h"

namespace flotsam {

struct LiquidRegion {
  enum Kind { Level, Ball, Box } kind = Level;
  double level = 0.5;  // m, Level: everything below this height
  Vec3 position{0.5};  // m, centre of ball or box
  double radius = 0;   // m, Ball
  Vec3 size{0};        // m, Box: edge lengths
  Vec3 velocity{0};    // m/s at the start

  /// `flat`: in a 2D grid the ball is a disc and nothing depends on z.
  bool contains(const Vec3& x, bool flat) const {
    if (kind == Level) return x.y < level;
    Vec3 d = x - position;
    if (flat) d.z = 0;
    if (kind == Ball) return glm::dot(d, d) < radius * radius;
    return 2 * std::abs(d.x) <= size.x && 2 * std::abs(d.y) <= size.y && (flat || 2 * std::abs(d.z) <= size.z);
  }
};

}  // namespace flotsam
