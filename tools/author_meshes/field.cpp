// SPDX-License-Identifier: MIT
#include "author_meshes/field.h"

namespace flotsam::author {

Vec4 Curve::at(double s) const {
  const double t = std::clamp(s, 0.0, 1.0) * (points_.size() - 1);
  const size_t i = std::min(static_cast<size_t>(t), points_.size() - 2);
  return glm::mix(points_[i], points_[i + 1], t - static_cast<double>(i));
}

Curve::Curve(const std::vector<Vec4>& c, int pieces) {
  const int n = static_cast<int>(c.size());
  for (int i = 0; i + 1 < n; ++i) {
    const Vec4 &p1 = c[i], &p2 = c[i + 1];
    const Vec4 m1 = i > 0 ? 0.5 * (p2 - c[i - 1]) : p2 - p1;
    const Vec4 m2 = i + 2 < n ? 0.5 * (c[i + 2] - p1) : p2 - p1;
    for (int s = 0; s < pieces; ++s) {
      const double t = static_cast<double>(s) / pieces, t2 = t * t, t3 = t2 * t;
      points_.push_back((2 * t3 - 3 * t2 + 1) * p1 + (t3 - 2 * t2 + t) * m1 + (3 * t2 - 2 * t3) * p2 + (t3 - t2) * m2);
    }
  }
  points_.push_back(c.back());
}

double Curve::operator()(const Vec3& p) const {
  double d = 1e30;
  for (size_t i = 0; i + 1 < points_.size(); ++i)
    d = std::min(d, limb(p, Vec3(points_[i]), Vec3(points_[i + 1]), points_[i].w, points_[i + 1].w));
  return d;
}

double Outline::operator()(const Vec2& p) const {
  double best = 1e30;
  bool inside = false;
  for (size_t i = 0, j = corners_.size() - 1; i < corners_.size(); j = i++) {
    const Vec2 a = corners_[j], b = corners_[i], e = b - a, w = p - a;
    const double t = std::clamp(glm::dot(w, e) / glm::dot(e, e), 0.0, 1.0);
    best = std::min(best, glm::length(w - t * e));
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + e.x * (p.y - a.y) / e.y) inside = !inside;
  }
  return inside ? -best : best;
}

}  // namespace flotsam::author
