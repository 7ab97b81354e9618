// SPDX-License-Identifier: MIT
// The walls: a box (the grid's inside), a sphere, a cylinder or a tilted box within it. Everything outside is solid.
#pragma once

#include <cstdint>

#include "core/math.h"
#include "sim/geometry/grid.h"

namespace flotsam {

enum class WallKind { Box, Sphere, Cylinder, TiltedBox };

/// Sides of the box, as bits: fluid comes and goes through the open ones, bodies stay in.
struct OpenSides {
  uint8_t bits = 0;  // 1 << (2 axis + upper): left, right, bottom, top, back, front
  bool any() const { return bits != 0; }
  bool at(int axis, bool upper) const { return bits >> (2 * axis + upper) & 1; }
  void set(int axis, bool upper) { bits = static_cast<uint8_t>(bits | 1 << (2 * axis + upper)); }
  bool operator==(const OpenSides&) const = default;
};

struct ContainerDesc {
  WallKind kind = WallKind::Box;
  Vec3 centre{0.5};              // m; ignored for Box
  Vec3 size{1};                  // tilted box: edge lengths; sphere: radius in x; cylinder (axis y): radius x, height y
  Quat orientation{1, 0, 0, 0};  // tilted box and cylinder
  OpenSides open{};              // Box only
};

/// Distance of x to the wall, m: positive in the tank, negative inside the wall (the wall is the solid).
/// In a flat grid the walls z = 0 and z = dx count for Box only; the others are prisms through the slab.
double wallDistance(const ContainerDesc& container, const Grid& grid, const Vec3& x);
/// Unit gradient of wallDistance: points from the wall into the tank.
Vec3 wallNormal(const ContainerDesc& container, const Grid& grid, const Vec3& x);
/// The same for the fluid: open sides are no walls, and with all of them open the wall is endlessly far. Unlike
/// wallDistance in a flat grid, z = 0 and z = dx do not count.
double fluidWallDistance(const ContainerDesc& container, const Grid& grid, Vec3 x);

}  // namespace flotsam
