// SPDX-License-Identifier: MIT
// A lumpy asteroid: three ellipsoids, a little waviness, craters with low walls.
#include <vector>

#include "author_meshes/field.h"
#include "author_meshes/models.h"

namespace flotsam::author {
namespace {

/// A number in [0, 1) from an index: the fractional part of a multiple of an irrational.
double scatter(int i, double irrational) { return i * irrational - std::floor(i * irrational); }

Vec3 onSphere(int i) {
  const double y = 2 * scatter(i + 1, 0.7548776662466927) - 1, a = 2 * kPi * scatter(i + 1, 0.5698402909980532);
  const double r = std::sqrt(1 - y * y);
  return {r * std::cos(a), y, r * std::sin(a)};
}

struct Crater {
  Vec3 centre, top;
  double ball, rim;
};

double asteroidBulk(const Vec3& p) {
  double d = ellipsoid(p, {0, 0, 0}, {0.46, 0.33, 0.35});
  d = smoothMin(d, ellipsoid(p, {0.24, 0.08, 0.05}, {0.24, 0.26, 0.27}), 0.12);
  d = smoothMin(d, ellipsoid(p, {-0.20, -0.06, -0.06}, {0.28, 0.27, 0.27}), 0.12);
  return d + 0.016 * std::sin(9 * p.x + 1.3) * std::sin(8 * p.y + 0.4) * std::sin(10 * p.z - 0.7) +
         0.008 * std::sin(19 * p.x + 3 * p.y) * std::sin(17 * p.z - 5 * p.y + 1);
}

std::vector<Crater> craters() {
  std::vector<Crater> all;
  for (int i = 0; i < 26; ++i) {
    const Vec3 n = onSphere(i);
    double r = 0.1;
    for (double s = 0.05; s < 0.8; s += 0.002)  // out to the surface
      if (asteroidBulk(s * n) > 0) {
        r = s;
        break;
      }
    const double size = 0.045 + 0.095 * scatter(i + 3, 0.6180339887498949) * scatter(i + 1, 0.4142135623730951) * 1.6;
    all.push_back({(r + 0.75 * size) * n, r * n, size * 1.25, size});
  }
  return all;
}

}  // namespace

Model asteroid() {
  Model m;
  m.name = "asteroid";
  m.field = [all = craters()](const Vec3& p) {
    double d = asteroidBulk(p);
    for (const auto& c : all) {
      const double away = glm::length(p - c.top) / c.rim;  // a low wall around the hole
      if (away < 2) d -= 0.10 * c.rim * std::exp(-9 * (away - 1.05) * (away - 1.05));
    }
    for (const auto& c : all) d = carve(d, ball(p, c.centre, c.ball), 0.03);
    return d;
  };
  m.box.include(Vec3(-0.62));
  m.box.include(Vec3(0.62));
  m.cells = 110;
  m.triangles = 6000;
  return m;
}

}  // namespace flotsam::author
