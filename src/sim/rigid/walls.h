// SPDX-License-Identifier: MIT
// The container as a few smooth pieces (planes, the inside of a ball or of a pipe). Contact needs them apart: in a
// corner a ball touches several at once, where the distance to the nearest wall shows only one.
#pragma once

#include "sim/geometry/container.h"

namespace flotsam {

struct WallPiece {
  enum Kind { Plane, Ball, Pipe } kind = Plane;
  Vec3 point{0};  // on the plane, or the centre
  Vec3 axis{0};   // plane: unit normal into the tank; pipe: unit axis; ball in a flat grid: z
  double radius = 0;

  /// Distance to the wall, positive in the tank; `normal` gets its unit gradient.
  double distance(const Vec3& x, Vec3& normal) const {
    const Vec3 r = x - point;
    if (kind == Plane) {
      normal = axis;
      return glm::dot(r, axis);
    }
    const Vec3 across = r - glm::dot(r, axis) * axis;
    const double length = glm::length(across);
    normal = length > 1e-12 ? across / -length : Vec3(0, 1, 0);
    return radius - length;
  }
};

struct WallPieces {
  std::array<WallPiece, 6> piece;
  int count = 0;

  WallPieces(const ContainerDesc& c, const Grid& grid) {
    const bool flat = grid.flat();
    switch (c.kind) {
      case WallKind::Box:
        addBox(0.5 * grid.extent(), Quat(1, 0, 0, 0), 0.5 * grid.extent(), flat);
        break;
      case WallKind::TiltedBox:
        addBox(c.centre, glm::normalize(c.orientation), 0.5 * c.size, flat);
        break;
      case WallKind::Sphere:
        piece[count++] = {WallPiece::Ball, c.centre, flat ? Vec3(0, 0, 1) : Vec3(0), c.size.x};
        break;
      case WallKind::Cylinder: {
        const Quat q = glm::normalize(c.orientation);
        const Vec3 half(c.size.x, 0.5 * c.size.y, c.size.x);
        if (flat) {
          addBox(c.centre, q, half, true);
        } else {
          piece[count++] = {WallPiece::Pipe, c.centre, q * Vec3(0, 1, 0), c.size.x};
          addPlanes(c.centre, q, half, 1, flat);
        }
        break;
      }
    }
  }

 private:
  void addBox(const Vec3& centre, const Quat& q, const Vec3& half, bool flat) {
    for (int axis = 0; axis < 3; ++axis) addPlanes(centre, q, half, axis, flat);
  }
  void addPlanes(const Vec3& centre, const Quat& q, const Vec3& half, int axis, bool flat) {
    Vec3 u(0);
    u[axis] = 1;
    u = q * u;
    if (flat) {
      u.z = 0;
      if (glm::length(u) < 0.5) return;
      u = glm::normalize(u);
    }
    piece[count++] = {WallPiece::Plane, centre - half[axis] * u, u, 0};
    piece[count++] = {WallPiece::Plane, centre + half[axis] * u, -u, 0};
  }
};

}  // namespace flotsam
