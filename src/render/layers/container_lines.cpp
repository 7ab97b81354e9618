// SPDX-License-Identifier: MIT
// Which edges face the camera, and the round outlines.
#include "render/layers/container_lines.h"

#include <algorithm>
#include <cmath>

namespace flotsam::layer {
namespace {

constexpr int kArcs = 96;

struct Pen {
  Lines& lines;
  Vec4f colour;
  float width;
};

Pen makePen(const Frame& f, bool front, Lines& lines) {
  return {lines, Vec4f(f.look.edge, front ? f.look.edgeFront : f.look.edgeBack), (front ? 1.5f : 1.1f) * f.ui};
}

/// An edge of the box; dashed where a side that meets there is open.
void addEdge(const Frame& f, const Pen& pen, const Vec3f& from, const Vec3f& to, bool open) {
  if (!open) return pen.lines.add(from, to, pen.colour, pen.width);
  const float dash = 0.02f * std::max({f.tank.x, f.tank.y, f.tank.z});
  const int count = std::max(1, static_cast<int>(0.5f * glm::length(to - from) / dash));
  const Vec3f step = (to - from) / static_cast<float>(2 * count);
  for (int i = 0; i < count; ++i) {
    const Vec3f start = from + (static_cast<float>(2 * i) + 0.5f) * step;
    pen.lines.add(start, start + step, pen.colour, pen.width);
  }
}

bool isOpen(const Frame& f, int axis, int side) { return f.view.container.open >> (2 * axis + side) & 1; }

void addBox(const Frame& f, const BoxFrame& box, bool front, Lines& lines) {
  const Pen pen = makePen(f, front, lines);
  for (int axis = 0; axis < 3; ++axis) {
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    for (int corner = 0; corner < 4; ++corner) {
      const int sa = corner & 1, sb = corner >> 1;
      const bool back = seesInside(f, box, a, sa) && seesInside(f, box, b, sb);
      if (back == front) continue;
      const Vec3f from = box.corner + static_cast<float>(sa) * box.edge[a] + static_cast<float>(sb) * box.edge[b];
      addEdge(f, pen, from, from + box.edge[axis], isOpen(f, a, sa) || isOpen(f, b, sb));
    }
  }
}

/// A circle; `facing(p)` says whether its point p belongs to the front.
template <class Facing>
void addCircle(const Pen& pen, bool front, const Vec3f& centre, const Vec3f& u, const Vec3f& v, Facing facing) {
  Vec3f last = centre + u;
  for (int i = 1; i <= kArcs; ++i) {
    const float t = 2 * static_cast<float>(kPi) * static_cast<float>(i) / kArcs;
    const Vec3f p = centre + std::cos(t) * u + std::sin(t) * v;
    if (facing(0.5f * (p + last)) == front) pen.lines.add(last, p, pen.colour, pen.width);
    last = p;
  }
}

void addSphere(const Frame& f, const Vec3f& centre, float r, bool front, Lines& lines) {
  const Pen pen = makePen(f, front, lines);
  const Vec3f toEye = f.eye - centre;
  const float d = glm::length(toEye);
  if (f.flat) {
    if (front) addCircle(pen, true, centre, {r, 0, 0}, {0, r, 0}, [](const Vec3f&) { return true; });
    return;
  }
  if (d > 1.001f * r && front) {  // the circle where the view rays touch
    const Vec3f n = toEye / d;
    const Vec3f u = glm::normalize(glm::cross(std::abs(n.y) < 0.9f ? Vec3f(0, 1, 0) : Vec3f(1, 0, 0), n));
    const float rr = r * std::sqrt(1 - r * r / (d * d));
    addCircle(pen, true, centre + n * (r * r / d), rr * u, rr * glm::cross(n, u), [](const Vec3f&) { return true; });
  }
  Pen thin = pen;
  thin.colour.a *= front ? 0.45f : 0.8f;
  thin.width *= 0.75f;
  addCircle(thin, front, centre, {r, 0, 0}, {0, 0, r},
            [&](const Vec3f& p) { return glm::dot(p - centre, f.eye - p) > 0; });
}

void addCylinder(const Frame& f, const Vec3f& centre, const Vec3f& axis, const Vec3f& side, float r, float height,
                 bool front, Lines& lines) {
  const Pen pen = makePen(f, front, lines);
  const Vec3f other = glm::cross(side, axis);
  for (const float s : {-0.5f, 0.5f}) {
    const Vec3f c = centre + s * height * axis;
    const bool capFront = glm::dot(2 * s * axis, f.eye - c) > 0;
    addCircle(pen, front, c, r * side, r * other,
              [&](const Vec3f& p) { return capFront || glm::dot(p - c, f.eye - p) > 0; });
  }
  const Vec3f toEye = f.eye - centre;
  const Vec3f flatEye = toEye - axis * glm::dot(axis, toEye);
  const float d = glm::length(flatEye);
  if (!front || d <= 1.001f * r) return;
  const Vec3f n = flatEye / d, t = glm::cross(n, axis);
  for (const float s : {-1.f, 1.f}) {
    const Vec3f foot = centre + n * (r * r / d) + t * (s * r * std::sqrt(1 - r * r / (d * d)));
    pen.lines.add(foot - 0.5f * height * axis, foot + 0.5f * height * axis, pen.colour, pen.width);
  }
}

}  // namespace

bool containerBox(const Frame& f, BoxFrame& box) {
  const ContainerView& c = f.view.container;
  if (c.kind == ContainerKind::TiltedBox) {
    const Vec3 half = 0.5 * c.size;
    box.corner = f.units(c.pose.toWorld(-half));
    for (int a = 0; a < 3; ++a) {
      Vec3 edge{0};
      edge[a] = c.size[a];
      box.edge[a] = f.units(c.pose.rotate(edge));
    }
    return true;
  }
  box.corner = Vec3f(0);
  for (int a = 0; a < 3; ++a) box.edge[a] = Vec3f(0), box.edge[a][a] = f.tank[a];
  return c.kind == ContainerKind::Box;
}

bool seesInside(const Frame& f, const BoxFrame& box, int axis, int side) {
  const Vec3f point = box.corner + static_cast<float>(side) * box.edge[axis];
  const Vec3f outwards = side ? box.edge[axis] : -box.edge[axis];
  return glm::dot(outwards, f.eye - point) < 0;
}

void addContainerLines(const Frame& f, bool front, Lines& lines) {
  const ContainerView& c = f.view.container;
  BoxFrame box;
  if (containerBox(f, box)) {
    if (f.flat) {  // one rectangle: the slab's thickness would only double the lines
      if (!front) return;
      const Pen pen = makePen(f, true, lines);
      const Vec3f o = box.corner + 0.5f * box.edge[2], a = box.edge[0], b = box.edge[1];
      const Vec3f corners[] = {o, o + a, o + a + b, o + b};
      const bool open[] = {isOpen(f, 1, 0), isOpen(f, 0, 1), isOpen(f, 1, 1), isOpen(f, 0, 0)};
      for (int i = 0; i < 4; ++i) addEdge(f, pen, corners[i], corners[(i + 1) % 4], open[i]);
      return;
    }
    addBox(f, box, front, lines);
    return;
  }
  const Vec3f centre = f.units(c.pose.position);
  const float r = static_cast<float>(c.size.x / f.unit), height = static_cast<float>(c.size.y / f.unit);
  if (c.kind == ContainerKind::Sphere)
    addSphere(f, centre, r, front, lines);
  else
    addCylinder(f, centre, Vec3f(c.pose.rotate({0, 1, 0})), Vec3f(c.pose.rotate({1, 0, 0})), r, height, front, lines);
}

}  // namespace flotsam::layer
