// SPDX-License-Identifier: MIT
// The clay: scalar fields, negative inside, that add up to a figure. Every piece is close to a distance near its
// surface, which is all that the polygoniser needs (it finds the zero by Newton steps). Pieces are joined by a smooth
// minimum of width k: within k the surfaces flow into each other like pressed clay.
#pragma once

#include <algorithm>
#include <vector>

#include "core/math.h"

namespace flotsam::author {

inline double smoothMin(double a, double b, double k) {
  const double h = std::max(k - std::abs(a - b), 0.0) / k;
  return std::min(a, b) - 0.25 * k * h * h;
}
inline double smoothMax(double a, double b, double k) { return -smoothMin(-a, -b, k); }
/// `a` with `b` carved out, the rim rounded by k.
inline double carve(double a, double b, double k) { return smoothMax(a, -b, k); }

/// How much to add to a field for a groove of the given depth: `off` is the distance from its middle, `wide` its half
/// width. Softer than carving: it cannot cut through or leave thin lips.
inline double groove(double off, double wide, double depth) { return depth * std::exp(-off * off / (wide * wide)); }
inline double smoothStep(double from, double to, double x) {
  const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

inline Vec3 mirrored(const Vec3& p) { return {std::abs(p.x), p.y, p.z}; }

inline double ball(const Vec3& p, const Vec3& c, double r) { return glm::length(p - c) - r; }

/// First-order distance to an ellipsoid with semi-axes r.
inline double ellipsoid(const Vec3& p, const Vec3& c, const Vec3& r) {
  const Vec3 q = (p - c) / r;
  const double k = glm::length(q), g = glm::length(q / r);
  return g > 1e-9 ? k * (k - 1) / g : -std::min({r.x, r.y, r.z});
}
/// The same, turned by q about its centre.
inline double ellipsoid(const Vec3& p, const Vec3& c, const Vec3& r, const Quat& q) {
  return ellipsoid(glm::conjugate(q) * (p - c), Vec3(0), r);
}

/// A limb: thickness goes from ra at a to rb at b.
inline double limb(const Vec3& p, const Vec3& a, const Vec3& b, double ra, double rb) {
  const Vec3 d = b - a;
  const double t = std::clamp(glm::dot(p - a, d) / glm::dot(d, d), 0.0, 1.0);
  return glm::length(p - a - t * d) - (ra + t * (rb - ra));
}

inline Quat turn(double degrees, const Vec3& axis) {
  return glm::angleAxis(glm::radians(degrees), glm::normalize(axis));
}

/// A bent limb: a smooth curve through control points (x, y, z, radius), cut into short limbs.
class Curve {
 public:
  explicit Curve(const std::vector<Vec4>& through, int pieces = 6);
  double operator()(const Vec3& p) const;
  Vec4 at(double s) const;  // s in [0, 1] along the control points

 private:
  std::vector<Vec4> points_;
};

/// A flat outline in the plane (x, y), to be extruded. Exact signed distance, negative inside.
class Outline {
 public:
  explicit Outline(std::vector<Vec2> corners) : corners_(std::move(corners)) {}
  double operator()(const Vec2& p) const;

 private:
  std::vector<Vec2> corners_;
};

/// A plate of half thickness h from the distance d to its outline and the distance w from its mid plane, with edges
/// rounded by r.
inline double plate(double d, double w, double h, double r) {
  const Vec2 q(d + r, std::abs(w) - h + r);
  return std::min(std::max(q.x, q.y), 0.0) + glm::length(glm::max(q, Vec2(0))) - r;
}

}  // namespace flotsam::author
