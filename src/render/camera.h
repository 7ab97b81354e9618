// SPDX-License-Identifier: MIT
// An orbit camera: target, distance, yaw, pitch. No GL.
#pragma once

#include "core/math.h"

namespace flotsam {

struct Camera {
  Vec3 target{0.5};
  double distance = 3, yaw = 27, pitch = 15;  // m, degrees; yaw turns about the world's y axis
  double fieldOfView = 30;                    // vertical, degrees
  Vec2 shift{0, 0};                           // of the projection, in normalised device coordinates
  double sceneSize = 1.8;                     // m, the tank's diagonal: bounds of the zoom and the clip planes

  /// The whole tank in view: distance 1.7 x the tank's diagonal, target a little under the centre, shifted into the
  /// area between the panels (set shift to 0 for pictures without panels). A flat tank is seen from the front.
  static Camera framing(const Vec3& tankSize);
  Vec3 eye() const;
  Vec3 forward() const;
  Mat4f view() const;
  Mat4f projection(double aspect) const;
  void orbit(double dYaw, double dPitch);    // degrees; pitch stays within +-89
  void pan(const Vec2& ndc, double aspect);  // moves the target in the view plane
  void zoom(double factor);                  // of the distance, bounded by the scene's scale
  struct Ray {
    Vec3 origin, direction;
  };
  Ray ray(const Vec2& ndc, double aspect) const;  // ndc in [-1, 1], y up
  /// World position to ndc (z = depth in [-1, 1]).
  Vec3 project(const Vec3& world, double aspect) const;
};

}  // namespace flotsam
