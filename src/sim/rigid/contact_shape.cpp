// SPDX-License-Identifier: MIT
// Contact points of each kind of shape: balls, rows and rings of balls, edges and faces, rims, the samples of a mesh,
// and in flat scenes the outline of the section.
#include "sim/rigid/contact_shape.h"

#include <algorithm>

namespace flotsam {
namespace {

constexpr size_t kClusterPoints = 24;
constexpr int kOutlineCells = 96;
constexpr double kDepth = 0.02;  // of the radius

Vec3 onCircle(double angle) { return {std::cos(angle), 0, std::sin(angle)}; }

}  // namespace

ContactShape::ContactShape(std::shared_ptr<const Shape> shape, bool flat) : shape_(std::move(shape)), flat_(flat) {
  const ShapeDesc& desc = shape_->desc();
  const Vec3& d = desc.dims;
  switch (desc.kind) {
    case ShapeKind::Sphere:
      add(Vec3(0), d.x);
      break;
    case ShapeKind::Capsule: {
      const double half = std::max(0.0, 0.5 * d.y - d.x);
      const int pieces = std::clamp(static_cast<int>(std::ceil(8 * half / d.x)), 1, 64);
      for (int i = 0; i <= pieces; ++i) add(Vec3(0, half * (2.0 * i / pieces - 1), 0), d.x);
      break;
    }
    case ShapeKind::Torus:
      if (flat)
        add(Vec3(d.x, 0, 0), d.y), add(Vec3(-d.x, 0, 0), d.y);
      else
        addRing(Vec3(0), d.x, 96, d.y);
      break;
    case ShapeKind::Box:
      addBox();
      break;
    case ShapeKind::Cylinder:
      addCylinder();
      break;
    case ShapeKind::Ellipsoid:
      addEllipsoid();
      break;
    case ShapeKind::Mesh:
      if (flat) {
        addOutline();
      } else {
        for (const Vec3f& p : shape_->samples()) add(Vec3(p));
        for (const SampleGroup& g : shape_->sampleGroups())
          clusters_.push_back({Vec3(g.centre), g.radius, g.begin, g.end});
      }
      break;
  }
  close();
}

void ContactShape::addLine(const Vec3& a, const Vec3& b, int pieces) {
  for (int i = 0; i <= pieces; ++i) add(a + (static_cast<double>(i) / pieces) * (b - a));
}

void ContactShape::addRing(const Vec3& centre, double radius, int count, double roundness) {
  for (int i = 0; i < count; ++i) add(centre + radius * onCircle(2 * kPi * i / count), roundness);
}

void ContactShape::addBox() {
  const Vec3 h = 0.5 * shape_->desc().dims;
  if (flat_) {
    const Vec3 c[4] = {{-h.x, -h.y, 0}, {h.x, -h.y, 0}, {h.x, h.y, 0}, {-h.x, h.y, 0}};
    for (int i = 0; i < 4; ++i) addLine(c[i], c[(i + 1) % 4], 16);
    return;
  }
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int corner = 0; corner < 4; ++corner) {
      Vec3 a;
      a[axis] = -h[axis];
      a[u] = corner & 1 ? h[u] : -h[u];
      a[v] = corner & 2 ? h[v] : -h[v];
      Vec3 b = a;
      b[axis] = h[axis];
      edges_.push_back({a, b, Vec3(0)});
      addLine(a, b, 12);
    }
    for (int side = -1; side <= 1; side += 2)
      for (int i = -2; i <= 2; ++i)
        for (int j = -2; j <= 2; ++j) {
          Vec3 p;
          p[axis] = side * h[axis];
          p[u] = i * h[u] / 3;
          p[v] = j * h[v] / 3;
          add(p);
        }
  }
}

void ContactShape::addCylinder() {
  const double r = shape_->desc().dims.x, h = 0.5 * shape_->desc().dims.y;
  if (flat_) {
    const Vec3 c[4] = {{-r, -h, 0}, {r, -h, 0}, {r, h, 0}, {-r, h, 0}};
    for (int i = 0; i < 4; ++i) addLine(c[i], c[(i + 1) % 4], 16);
    return;
  }
  for (int side = -1; side <= 1; side += 2) {
    const Vec3 cap(0, side * h, 0);
    addRing(cap, r, 72, 0);
    addRing(cap, 0.6 * r, 12, 0);
    add(cap);
  }
  for (int i = -3; i <= 3; ++i) addRing(Vec3(0, i * h / 4, 0), r, 36, 0);
}

void ContactShape::addEllipsoid() {
  const Vec3 d = shape_->desc().dims;
  if (flat_) {
    for (int i = 0; i < 128; ++i) {
      const double a = 2 * kPi * i / 128;
      add(Vec3(d.x * std::cos(a), d.y * std::sin(a), 0));
    }
    return;
  }
  // Rings of latitude with a count that keeps the spacing even.
  constexpr int rings = 32;
  for (int i = 0; i <= rings; ++i) {
    const double a = kPi * i / rings, s = std::sin(a);
    const int count = std::max(1, static_cast<int>(std::lround(2 * rings * s)));
    for (int j = 0; j < count; ++j) add(d * (Vec3(0, std::cos(a), 0) + s * onCircle(2 * kPi * j / count)));
  }
}

/// Where the distance changes sign along the lines of a lattice over the cross-section.
void ContactShape::addOutline() {
  const Box3& box = shape_->bounds();
  const double step = std::max(box.size().x, box.size().y) / kOutlineCells;
  const int nx = static_cast<int>(box.size().x / step) + 3, ny = static_cast<int>(box.size().y / step) + 3;
  const auto at = [&](int i, int j) { return Vec3(box.lo.x + step * (i - 1), box.lo.y + step * (j - 1), 0); };
  std::vector<double> phi(static_cast<size_t>(nx) * ny);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) phi[i + static_cast<size_t>(nx) * j] = shape_->signedDistance(at(i, j));
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      for (int axis = 0; axis < 2; ++axis) {
        const int i1 = i + (axis == 0), j1 = j + (axis == 1);
        if (i1 >= nx || j1 >= ny) continue;
        const double a = phi[i + static_cast<size_t>(nx) * j], b = phi[i1 + static_cast<size_t>(nx) * j1];
        if ((a < 0) == (b < 0)) continue;
        add(glm::mix(at(i, j), at(i1, j1), a / (a - b)));
      }
}

void ContactShape::close() {
  if (clusters_.empty())
    for (size_t begin = 0; begin < points_.size(); begin += kClusterPoints) {
      ContactCluster c{Vec3(0), 0, begin, std::min(points_.size(), begin + kClusterPoints)};
      Box3 box;
      for (size_t i = c.begin; i < c.end; ++i) box.include(points_[i].centre);
      c.centre = box.centre();
      for (size_t i = c.begin; i < c.end; ++i)
        c.radius = std::max(c.radius, glm::distance(c.centre, points_[i].centre) + points_[i].radius);
      clusters_.push_back(c);
    }
  for (const ContactPoint& p : points_) radius_ = std::max(radius_, glm::length(p.centre) + p.radius);
  depth_ = std::min(kDepth * radius_, 0.25 * shape_->thickness());
  for (ContactPoint& p : points_)
    if (p.radius == 0) p.inside = within(p.centre);
  for (Segment& e : edges_) {
    const Vec3 middle = 0.5 * (e.a + e.b);
    e.inward = within(middle) - middle;
  }
}

/// A point of the surface moved a little inwards. Faces meeting face to face and edge over edge (a stack of equal
/// boxes) leave the normal of the other's distance undefined on the surface itself; from inside it is the face's.
Vec3 ContactShape::within(const Vec3& x) const {
  const Vec3& d = shape_->desc().dims;
  if (shape_->desc().kind == ShapeKind::Box) {
    Vec3 room = glm::max(0.5 * d - depth_, Vec3(0));
    if (flat_) room.z = 0;
    return glm::clamp(x, -room, room);
  }
  if (shape_->desc().kind == ShapeKind::Cylinder) {
    const double across = flat_ ? std::abs(x.x) : std::hypot(x.x, x.z), room = std::max(d.x - depth_, 0.0);
    const double shrink = across > room ? room / across : 1, h = std::max(0.5 * d.y - depth_, 0.0);
    return {shrink * x.x, std::clamp(x.y, -h, h), shrink * x.z};
  }
  Vec3 normal;
  distance(x, &normal);
  return x - depth_ * normal;
}

double ContactShape::distance(const Vec3& body, Vec3* normal) const {
  if (!flat_) {
    if (normal) *normal = shape_->normal(body);
    return shape_->signedDistance(body);
  }
  const Vec3 x(body.x, body.y, 0);
  const double phi = shape_->signedDistance(x);
  if (!normal) return phi;
  // The distance within the plane is longer than in space where the surface leans.
  Vec3 n = shape_->normal(x);
  n.z = 0;
  const double slope = glm::length(n);
  *normal = slope > 1e-9 ? n / slope : Vec3(0, 1, 0);
  return phi / std::max(slope, 0.2);
}

int ContactShape::supports(const Vec3& direction, ContactPoint out[2]) const {
  if (flat_) return 0;
  const Vec3& d = shape_->desc().dims;
  const Vec3 radial(direction.x, 0, direction.z);
  const double length = glm::length(radial);
  switch (shape_->desc().kind) {
    case ShapeKind::Cylinder:
      if (length < 1e-9) return 0;
      for (int i = 0; i < 2; ++i) out[i] = {(-d.x / length) * radial + Vec3(0, (i - 0.5) * d.y, 0), 0, Vec3(0)};
      return 2;
    case ShapeKind::Torus:
      if (length < 1e-9) return 0;
      out[0] = {(-d.x / length) * radial, d.y, Vec3(0)};
      return 1;
    case ShapeKind::Ellipsoid:
      out[0] = {-(d * d * direction) / glm::length(d * direction), 0, Vec3(0)};
      return 1;
    default:
      return 0;
  }
}

}  // namespace flotsam
