// SPDX-License-Identifier: MIT
// Walls as the complement of a solid: the distance into the tank is minus the signed distance of the space inside it.
// All are clipped by the grid's own box, because beyond it there is no fluid whatever the container says.
#include "sim/geometry/container.h"

#include <algorithm>

#include "sim/geometry/primitive_fields.h"

namespace flotsam {
namespace {

/// The tank's inside as a signed distance (negative in the tank) with its outward gradient.
struct Inside {
  double distance;
  Vec3 gradient;
};

template <class Field>
Inside evaluate(const Field& field, const Vec3& x) {
  return {field.distance(x), field.gradient(x)};
}

constexpr double kEndless = 1e9;  // half thickness of a prism, whose ends must not count

Inside gridBox(const ContainerDesc& c, const Grid& grid, const Vec3& x) {
  BoxField box{0.5 * grid.extent()};
  const Vec3 p = x - box.half;
  if (grid.flat() && c.kind != WallKind::Box) box.half.z = kEndless;
  return evaluate(box, p);
}

Inside ownShape(const ContainerDesc& c, const Grid& grid, const Vec3& x) {
  Vec3 p = x - c.centre;
  if (grid.flat()) p.z = 0;
  if (c.kind == WallKind::Sphere) return evaluate(SphereField{c.size.x}, p);
  p = glm::conjugate(c.orientation) * p;
  Inside r;
  if (c.kind == WallKind::Cylinder) {
    r = evaluate(CylinderField{c.size.x, 0.5 * c.size.y}, p);
  } else {
    BoxField box{0.5 * c.size};
    if (grid.flat()) box.half.z = kEndless;
    r = evaluate(box, p);
  }
  r.gradient = c.orientation * r.gradient;
  return r;
}

Inside inside(const ContainerDesc& c, const Grid& grid, const Vec3& x) {
  const Inside box = gridBox(c, grid, x);
  if (c.kind == WallKind::Box) return box;
  const Inside own = ownShape(c, grid, x);
  return own.distance >= box.distance ? own : box;
}

}  // namespace

double wallDistance(const ContainerDesc& container, const Grid& grid, const Vec3& x) {
  return -inside(container, grid, x).distance;
}

double fluidWallDistance(const ContainerDesc& container, const Grid& grid, Vec3 x) {
  if (grid.flat()) x.z = 0.5 * grid.dx;
  if (!container.open.any()) {
    ContainerDesc plane = container;
    if (grid.flat() && container.kind == WallKind::Box)  // the slab's own two walls are no walls in the plane
      plane = {WallKind::TiltedBox, 0.5 * grid.extent(), grid.extent(), Quat(1, 0, 0, 0), {}};
    return wallDistance(plane, grid, x);
  }
  const Vec3 extent = grid.extent();
  double distance = 4 * glm::length(extent);
  for (int a = 0; a < (grid.flat() ? 2 : 3); ++a) {
    if (!container.open.at(a, false)) distance = std::min(distance, x[a]);
    if (!container.open.at(a, true)) distance = std::min(distance, extent[a] - x[a]);
  }
  return distance;
}

Vec3 wallNormal(const ContainerDesc& container, const Grid& grid, const Vec3& x) {
  return -inside(container, grid, x).gradient;
}

}  // namespace flotsam
