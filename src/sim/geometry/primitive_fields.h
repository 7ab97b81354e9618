// SPDX-License-Identifier: MIT
// Exact signed distances and unit gradients of the primitives, inline so that loops over a lattice see through them.
// Axes as in ShapeDesc: cylinder, capsule and torus stand along y, centred on the origin.
#pragma once

#include <algorithm>

#include "core/math.h"

namespace flotsam {

/// v / |v|, or `otherwise` where v vanishes (centres and axes, where every direction is as good).
inline Vec3 unitOr(const Vec3& v, const Vec3& otherwise) {
  const double l = glm::length(v);
  return l > 1e-300 ? v / l : otherwise;
}

struct SphereField {
  double radius;
  double distance(const Vec3& x) const { return glm::length(x) - radius; }
  Vec3 gradient(const Vec3& x) const { return unitOr(x, {0, 1, 0}); }
};

struct BoxField {
  Vec3 half;
  double distance(const Vec3& x) const {
    const Vec3 q = glm::abs(x) - half;
    const double inside = std::max(q.x, std::max(q.y, q.z));
    return inside <= 0 ? inside : glm::length(glm::max(q, Vec3(0)));
  }
  Vec3 gradient(const Vec3& x) const {
    const Vec3 q = glm::abs(x) - half;
    const Vec3 side(x.x < 0 ? -1 : 1, x.y < 0 ? -1 : 1, x.z < 0 ? -1 : 1);
    if (std::max(q.x, std::max(q.y, q.z)) > 0) return unitOr(side * glm::max(q, Vec3(0)), {0, 1, 0});
    const int a = q.x >= q.y && q.x >= q.z ? 0 : q.y >= q.z ? 1 : 2;
    Vec3 n(0);
    n[a] = side[a];
    return n;
  }
};

struct CylinderField {
  double radius, half;  // half height
  double distance(const Vec3& x) const {
    const double r = std::sqrt(x.x * x.x + x.z * x.z) - radius, y = std::abs(x.y) - half;
    if (std::max(r, y) <= 0) return std::max(r, y);
    const double ro = std::max(r, 0.0), yo = std::max(y, 0.0);
    return std::sqrt(ro * ro + yo * yo);
  }
  Vec3 gradient(const Vec3& x) const {
    const double r = std::sqrt(x.x * x.x + x.z * x.z) - radius, y = std::abs(x.y) - half, side = x.y < 0 ? -1 : 1;
    const Vec3 radial = unitOr({x.x, 0, x.z}, {1, 0, 0});
    if (std::max(r, y) > 0) return unitOr(std::max(r, 0.0) * radial + Vec3(0, side * std::max(y, 0.0), 0), radial);
    return r > y ? radial : Vec3(0, side, 0);
  }
};

struct TorusField {
  double ring, tube;
  double distance(const Vec3& x) const {
    const double r = std::sqrt(x.x * x.x + x.z * x.z) - ring;
    return std::sqrt(r * r + x.y * x.y) - tube;
  }
  Vec3 gradient(const Vec3& x) const {
    const Vec3 radial = unitOr({x.x, 0, x.z}, {1, 0, 0});
    return unitOr(x - ring * radial, {0, 1, 0});
  }
};

struct CapsuleField {
  double radius, half;  // half length of the segment inside
  Vec3 fromSegment(const Vec3& x) const { return {x.x, x.y - std::clamp(x.y, -half, half), x.z}; }
  double distance(const Vec3& x) const { return glm::length(fromSegment(x)) - radius; }
  Vec3 gradient(const Vec3& x) const { return unitOr(fromSegment(x), {1, 0, 0}); }
};

// The nearest surface point q of p satisfies p = q + t (q_i / r_i²), so sum (r_i p_i / (t + r_i²))² = 1 with t negative
// inside. The left side falls and is convex for t > -min r², so Newton's method started left of the root rises to it
// without overshooting; the start makes one term equal to 1.
struct EllipsoidField {
  Vec3 r, rr, above;  // semi-axes, their squares, and those minus the smallest square
  double smallest;
  explicit EllipsoidField(const Vec3& axes) : r(axes), rr(axes * axes), smallest(std::min({axes.x, axes.y, axes.z})) {
    above = (r - smallest) * (r + smallest);
  }
  /// Root t, and p_i / (t + r_i²): the outward normal times |distance| / |t|. Works with s = t + min r², which does
  /// not cancel near the centre.
  double solve(const Vec3& x, Vec3& ray) const {
    // On a plane of symmetry the nearest point may lie off it; a hair's breadth beside it finds that point.
    const Vec3 p = glm::max(glm::abs(x), Vec3(1e-9 * smallest));
    const Vec3 rp = r * p, low = rp - above;
    double s = std::max(low.x, std::max(low.y, low.z));
    for (int i = 0; i < 60; ++i) {
      const Vec3 inv = 1.0 / (s + above), u = rp * inv, uu = u * u;
      const double excess = uu.x + uu.y + uu.z - 1;
      const double step = 0.5 * excess / glm::dot(uu, inv);
      s += step;
      if (!(step > 1e-14 * s)) break;
    }
    ray = p / (s + above);
    for (int a = 0; a < 3; ++a)
      if (x[a] < 0) ray[a] = -ray[a];
    return s - smallest * smallest;
  }
  double distance(const Vec3& x) const {
    Vec3 ray;
    const double t = solve(x, ray);
    return t * glm::length(ray);
  }
  Vec3 gradient(const Vec3& x) const {
    Vec3 ray;
    solve(x, ray);
    return glm::normalize(ray);
  }
};

}  // namespace flotsam
