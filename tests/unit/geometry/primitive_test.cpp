// SPDX-License-Identifier: MIT
// Primitives against closed forms and against independent sums over their own distance field.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "core/rng.h"
#include "sim/geometry/shape.h"

namespace flotsam {
namespace {

std::shared_ptr<const Shape> primitive(ShapeKind kind, Vec3 dims) {
  auto r = makePrimitive({.kind = kind, .mesh = {}, .size = 0, .dims = dims});
  EXPECT_TRUE(r) << (r.problems.empty() ? "" : r.problems[0].reason);
  return *r;
}

struct Named {
  const char* name;
  std::shared_ptr<const Shape> shape;
};

std::vector<Named> everyPrimitive() {
  return {{"sphere", primitive(ShapeKind::Sphere, {0.1, 0, 0})},
          {"box", primitive(ShapeKind::Box, {0.2, 0.3, 0.1})},
          {"cylinder", primitive(ShapeKind::Cylinder, {0.1, 0.3, 0})},
          {"torus", primitive(ShapeKind::Torus, {0.12, 0.04, 0})},
          {"capsule", primitive(ShapeKind::Capsule, {0.06, 0.3, 0})},
          {"short capsule", primitive(ShapeKind::Capsule, {0.06, 0.12, 0})},
          {"ellipsoid", primitive(ShapeKind::Ellipsoid, {0.2, 0.1, 0.05})},
          {"sphere as ellipsoid", primitive(ShapeKind::Ellipsoid, {0.1, 0.1, 0.1})}};
}

Vec3 randomPoint(Random& random, const Shape& s, double stretch) {
  return stretch * s.bounds().hi * Vec3(random.in(-1, 1), random.in(-1, 1), random.in(-1, 1));
}

TEST(Primitive, DistancesInClosedForm) {
  const auto sphere = primitive(ShapeKind::Sphere, {0.1, 0, 0});
  EXPECT_NEAR(sphere->signedDistance({0.3, 0.4, 0}), 0.4, 1e-15);
  const auto box = primitive(ShapeKind::Box, {0.2, 0.4, 0.6});
  EXPECT_NEAR(box->signedDistance({0, 0, 0}), -0.1, 1e-15);
  EXPECT_NEAR(box->signedDistance({0.13, 0.24, 0.3}), 0.05, 1e-15);
  EXPECT_NEAR(box->signedDistance({0.05, 0.19, 0}), -0.01, 1e-15);
  const auto cylinder = primitive(ShapeKind::Cylinder, {0.1, 0.3, 0});
  EXPECT_NEAR(cylinder->signedDistance({0.08, 0.19, -0.1 * std::sqrt(1.69 - 0.64)}), 0.05, 1e-15);
  EXPECT_NEAR(cylinder->signedDistance({0.05, 0, 0}), -0.05, 1e-15);
  const auto torus = primitive(ShapeKind::Torus, {0.3, 0.1, 0});
  EXPECT_NEAR(torus->signedDistance({0, 0, 0}), 0.2, 1e-15);
  EXPECT_NEAR(torus->signedDistance({0, 0.04, 0.33}), -0.05, 1e-15);
  const auto capsule = primitive(ShapeKind::Capsule, {0.1, 0.6, 0});
  EXPECT_NEAR(capsule->signedDistance({0.03, -0.24, 0}), 0.05 - 0.1, 1e-15);
  EXPECT_NEAR(capsule->signedDistance({0.15, 0.1, 0}), 0.05, 1e-15);
}

TEST(Primitive, EllipsoidDistanceIsThatOfTheNearestPointFoundByBruteForce) {
  const Vec3 r(0.2, 0.1, 0.05);
  const auto s = primitive(ShapeKind::Ellipsoid, r);
  Random random(3);
  for (int trial = 0; trial < 12; ++trial) {
    Vec3 x = randomPoint(random, *s, 1.5);
    if (trial < 3) x[trial] = 0;  // on a plane of symmetry
    if (trial == 3) x = Vec3(0);
    // Zoom in on the nearest surface point in polar angles.
    double best = 1e300, bu = 0, bv = 0;
    auto look = [&](double u, double v) {
      const Vec3 q = r * Vec3(std::sin(u) * std::cos(v), std::cos(u), std::sin(u) * std::sin(v));
      if (const double d = glm::length(q - x); d < best) best = d, bu = u, bv = v;
    };
    for (int i = 0; i <= 200; ++i)
      for (int j = 0; j < 400; ++j) look(kPi * i / 200, kPi * j / 200);
    for (double step = kPi / 200; step > 1e-9; step *= 0.5) {
      const double u = bu, v = bv;
      for (int i = -2; i <= 2; ++i)
        for (int j = -2; j <= 2; ++j) look(u + step * i, v + step * j);
    }
    const Vec3 scaled = x / r;
    EXPECT_NEAR(s->signedDistance(x), glm::dot(scaled, scaled) < 1 ? -best : best, 1e-9) << trial;
  }
}

TEST(Primitive, GradientIsAUnitVectorAndTheSlopeOfTheDistance) {
  for (const auto& [name, s] : everyPrimitive()) {
    Random random(7);
    int compared = 0;
    for (int i = 0; i < 500; ++i) {
      const Vec3 x = randomPoint(random, *s, 1.4), n = s->normal(x);
      EXPECT_NEAR(glm::length(n), 1, 1e-12) << name;
      const double e = 1e-6, d = s->signedDistance(x);
      const double ahead = s->signedDistance(x + e * n) - d, behind = d - s->signedDistance(x - e * n);
      if (std::abs(ahead - behind) > 1e-3 * e) continue;  // a kink (medial surface) lies between
      EXPECT_NEAR(ahead / e, 1, 1e-3) << name;
      ++compared;
    }
    EXPECT_GT(compared, 450) << name;
    EXPECT_NEAR(glm::length(s->normal(Vec3(0))), 1, 1e-12) << name;
  }
}

TEST(Primitive, MassPropertiesMatchASumOverTheField) {
  // Midpoint sum with the linear fraction of a cell: second order in h / size.
  for (const auto& [name, s] : everyPrimitive()) {
    const int n = 120;
    const Vec3 size = 1.02 * s->bounds().size(), h = size / static_cast<double>(n);
    double volume = 0;
    Vec3 first(0), second(0);
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          const Vec3 x = -0.5 * size + h * (Vec3(i, j, k) + 0.5);
          const double d = s->signedDistance(x);
          const Vec3 g = glm::abs(s->normal(x));
          const double w = std::clamp(0.5 - d / glm::dot(g, h), 0.0, 1.0) * h.x * h.y * h.z;
          volume += w, first += w * x, second += w * x * x;
        }
    EXPECT_NEAR(s->volume() / volume, 1, 4e-3) << name;
    EXPECT_NEAR(glm::length(first) / volume, 0, 1e-6) << name;
    const Mat3& inertia = s->unitInertia();
    EXPECT_NEAR(inertia[0][0] / (second.y + second.z), 1, 6e-3) << name;
    EXPECT_NEAR(inertia[1][1] / (second.z + second.x), 1, 6e-3) << name;
    EXPECT_NEAR(inertia[2][2] / (second.x + second.y), 1, 6e-3) << name;
    EXPECT_EQ(inertia[0][1], 0) << name;
  }
}

TEST(Primitive, MassPropertiesInClosedForm) {
  const auto sphere = primitive(ShapeKind::Sphere, {0.1, 0, 0});
  EXPECT_NEAR(sphere->volume(), 4 * kPi / 3 * 1e-3, 1e-15);
  EXPECT_NEAR(sphere->unitInertia()[1][1], 0.4 * sphere->volume() * 0.01, 1e-16);
  EXPECT_NEAR(sphere->thickness(), 2 * 0.1 / 3, 1e-15);
  const auto torus = primitive(ShapeKind::Torus, {0.12, 0.04, 0});
  EXPECT_NEAR(torus->volume(), 2 * kPi * kPi * 0.12 * 0.0016, 1e-15);
  EXPECT_NEAR(torus->unitInertia()[1][1], torus->volume() * (0.0144 + 0.75 * 0.0016), 1e-15);
  // A capsule as high as it is wide is a sphere.
  const auto ball = primitive(ShapeKind::Capsule, {0.1, 0.2, 0});
  EXPECT_NEAR(ball->volume(), sphere->volume(), 1e-15);
  EXPECT_NEAR(ball->unitInertia()[0][0], sphere->unitInertia()[0][0], 1e-16);
  EXPECT_NEAR(ball->unitInertia()[1][1], sphere->unitInertia()[1][1], 1e-16);
}

TEST(Primitive, BoundsAreExact) {
  for (const auto& [name, s] : everyPrimitive()) {
    const Box3& b = s->bounds();
    double farthest = 0;
    Random random(1);
    for (int i = 0; i < 20000; ++i) {
      const Vec3 x = randomPoint(random, *s, 1.2);
      if (s->signedDistance(x) > 0) continue;
      for (int a = 0; a < 3; ++a) EXPECT_LE(std::abs(x[a]), b.hi[a]) << name;
      farthest = std::max(farthest, glm::length(x));
    }
    EXPECT_LE(farthest, s->boundingRadius() * (1 + 1e-12)) << name;
    for (int a = 0; a < 3; ++a) {  // the field touches every side of the box
      double nearest = 1e300;
      const int u = (a + 1) % 3, v = (a + 2) % 3;
      for (int i = 0; i <= 60; ++i)
        for (int j = 0; j <= 60; ++j) {
          Vec3 x(0);
          x[a] = b.hi[a], x[u] = b.hi[u] * (i - 30) / 30.0, x[v] = b.hi[v] * (j - 30) / 30.0;
          nearest = std::min(nearest, s->signedDistance(x));
        }
      EXPECT_NEAR(nearest, 0, 1e-4) << name;  // the torus' ring passes half a step beside the points: step²/8 tube
    }
  }
}

TEST(Primitive, LatticeEqualsSingleCalls) {
  const Quat turn = glm::angleAxis(0.7, glm::normalize(Vec3(1, 2, 3)));
  for (const auto& [name, s] : everyPrimitive())
    for (bool prism : {false, true}) {
      const Pose pose{{0.4, 0.5, 0.6}, prism ? glm::angleAxis(0.7, Vec3(0, 0, 1)) : turn};
      const Int3 n(7, 6, 5);
      const double h = 0.06;
      const Vec3 origin(0.2, 0.3, 0.45);
      std::vector<double> out(n.x * n.y * n.z);
      s->sampleLattice(pose, origin, h, n, prism, out.data());
      for (int k = 0; k < n.z; ++k)
        for (int j = 0; j < n.y; ++j)
          for (int i = 0; i < n.x; ++i) {
            Vec3 x = origin + h * Vec3(i, j, k);
            if (prism) x.z = pose.position.z;
            EXPECT_NEAR(out[i + n.x * (j + n.y * k)], s->signedDistance(pose.toBody(x)), 1e-13) << name;
          }
    }
}

TEST(Primitive, PrismIsTheCrossSection) {
  const double t = 0.05;
  auto check = [&](const Shape& s, double area, double xx, double yy) {  // area moments about the centre
    const MassProperties p = s.prism(t);
    EXPECT_NEAR(p.volume / (area * t), 1, 1e-3);
    EXPECT_NEAR(p.inertia[2][2] / ((xx + yy) * t), 1, 1e-3);
    EXPECT_NEAR(p.inertia[0][0] / (yy * t + area * t * t * t / 12), 1, 1e-3);
    EXPECT_NEAR(p.inertia[1][1] / (xx * t + area * t * t * t / 12), 1, 1e-3);
    EXPECT_NEAR(glm::length(p.centre), 0, 1e-6);
  };
  const double circle = kPi * 0.01, q = circle * 0.01 / 4;
  check(*primitive(ShapeKind::Sphere, {0.1, 0, 0}), circle, q, q);
  check(*primitive(ShapeKind::Box, {0.3, 0.1, 9}), 0.03, 0.03 * 0.09 / 12, 0.03 * 0.01 / 12);
  check(*primitive(ShapeKind::Cylinder, {0.1, 0.3, 0}), 0.06, 0.06 * 0.04 / 12, 0.06 * 0.09 / 12);
  const double disc = kPi * 0.0016;  // a torus is cut into two circles
  check(*primitive(ShapeKind::Torus, {0.12, 0.04, 0}), 2 * disc, 2 * disc * (0.0144 + 0.0004), 2 * disc * 0.0004);
  check(*primitive(ShapeKind::Ellipsoid, {0.2, 0.01, 0.05}), kPi * 0.002, kPi * 0.002 * 0.01, kPi * 0.002 * 0.000025);
  const double middle = 0.2 * 0.2, caps = kPi * 0.01;  // stadium: square 0.2 and two half discs of radius 0.1
  const double below = 4 * 0.1 / (3 * kPi);            // a half disc's centre above its flat side
  check(*primitive(ShapeKind::Capsule, {0.1, 0.4, 0}), middle + caps, middle * 0.04 / 12 + caps * 0.01 / 4,
        middle * 0.04 / 12 + caps * (0.01 / 4 - below * below + (0.1 + below) * (0.1 + below)));
}

TEST(Primitive, DrawnMeshIsClosedOutwardAndOnTheSurface) {
  for (const auto& [name, s] : everyPrimitive()) {
    const TriangleMesh& m = *s->mesh();
    ASSERT_EQ(m.normals.size(), m.positions.size()) << name;
    for (size_t i = 0; i < m.positions.size(); ++i) {
      EXPECT_NEAR(s->signedDistance(m.positions[i]), 0, 1e-7) << name;
      EXPECT_NEAR(glm::length(m.normals[i]), 1, 1e-6) << name;
    }
    double volume = 0;
    std::map<std::array<float, 6>, int> directed;  // every side is used once in each direction
    for (const auto& t : m.triangles) {
      const Vec3f p[3] = {m.positions[t.x], m.positions[t.y], m.positions[t.z]};
      const Vec3f face = glm::cross(p[1] - p[0], p[2] - p[0]);
      for (uint32_t v : {t.x, t.y, t.z}) EXPECT_GT(glm::dot(m.normals[v], glm::normalize(face)), 0.7f) << name;
      volume += glm::dot(Vec3(p[0]), glm::cross(Vec3(p[1]), Vec3(p[2]))) / 6;
      for (int e = 0; e < 3; ++e) {
        const Vec3f a = p[e] + 0.0f, b = p[(e + 1) % 3] + 0.0f;  // no minus zeros in keys
        ++directed[{a.x, a.y, a.z, b.x, b.y, b.z}];
        --directed[{b.x, b.y, b.z, a.x, a.y, a.z}];
      }
    }
    for (const auto& [edge, balance] : directed) EXPECT_EQ(balance, 0) << name;
    EXPECT_NEAR(volume / s->volume(), 1, 0.03) << name;
    EXPECT_LT(volume, s->volume() * (1 + 1e-6)) << name;
  }
}

TEST(Primitive, RaysHitWhereTheSurfaceIs) {
  const auto box = primitive(ShapeKind::Box, {0.2, 0.4, 0.6});
  EXPECT_NEAR(box->raycast({1, 0.01, 0.02}, {-1, 0, 0}), 0.9, 1e-7);
  EXPECT_NEAR(box->raycast({0.03, 0.01, 0.02}, {0, 0, 1}), 0.28, 1e-7);  // from inside
  EXPECT_LT(box->raycast({1, 0.01, 0.02}, {1, 0, 0}), 0);
  EXPECT_LT(box->raycast({1, 0.3, 0.02}, {-1, 0, 0}), 0);
  const auto torus = primitive(ShapeKind::Torus, {0.12, 0.04, 0});
  EXPECT_LT(torus->raycast({0.01, 1, 0.02}, {0, -1, 0}), 0);  // through the hole
  EXPECT_NEAR(torus->raycast({0.12, 1, 0.0}, {0, -1, 0}), 0.96, 1e-3);
  Random random(5);
  for (const auto& [name, s] : everyPrimitive()) {
    for (int i = 0; i < 200; ++i) {
      const Vec3 from = randomPoint(random, *s, 3), to = randomPoint(random, *s, 1);
      if (s->signedDistance(from) < 0) continue;
      const Vec3 d = glm::normalize(to - from);
      const double t = s->raycast(from, d);
      if (t >= 0)
        EXPECT_NEAR(s->signedDistance(from + t * d), 0, 0.02 * s->boundingRadius()) << name;
      else
        EXPECT_GT(s->signedDistance(to), -0.02 * s->boundingRadius()) << name;
    }
  }
}

TEST(Primitive, SamplesCoverTheSurfaceAndLieInTheirGroups) {
  for (const auto& [name, s] : everyPrimitive()) {
    const auto samples = s->samples();
    EXPECT_GT(samples.size(), 100u) << name;
    EXPECT_LT(samples.size(), 3000u) << name;
    for (const Vec3f& p : samples) EXPECT_NEAR(s->signedDistance(p), 0, 1e-6) << name;
    for (const Vec3f& v : s->mesh()->positions) {
      double nearest = 1e300;
      for (const Vec3f& p : samples) nearest = std::min<double>(nearest, glm::length(p - v));
      EXPECT_LT(nearest, s->boundingRadius() / 5) << name;
    }
    uint32_t next = 0;
    for (const SampleGroup& g : s->sampleGroups()) {
      EXPECT_EQ(g.begin, next) << name;
      next = g.end;
      for (uint32_t i = g.begin; i < g.end; ++i) EXPECT_LE(glm::length(samples[i] - g.centre), g.radius) << name;
    }
    EXPECT_EQ(next, samples.size()) << name;
  }
  // A box keeps its corners.
  const auto box = primitive(ShapeKind::Box, {0.2, 0.4, 0.6});
  int corners = 0;
  for (const Vec3f& p : box->samples()) corners += glm::length(glm::abs(p) - Vec3f(0.1f, 0.2f, 0.3f)) < 1e-6f;
  EXPECT_EQ(corners, 8);
}

TEST(Primitive, RefusesLengthsThatMakeNoSense) {
  auto refused = [](ShapeKind kind, Vec3 dims) { return !makePrimitive({kind, {}, 0, dims}); };
  EXPECT_TRUE(refused(ShapeKind::Sphere, {0, 1, 1}));
  EXPECT_TRUE(refused(ShapeKind::Sphere, {-1, 1, 1}));
  EXPECT_TRUE(refused(ShapeKind::Box, {1, 1, std::nan("")}));
  EXPECT_TRUE(refused(ShapeKind::Box, {1, INFINITY, 1}));
  EXPECT_TRUE(refused(ShapeKind::Torus, {0.1, 0.1, 0}));
  EXPECT_TRUE(refused(ShapeKind::Capsule, {0.1, 0.19, 0}));
  EXPECT_TRUE(refused(ShapeKind::Mesh, {1, 1, 1}));
  EXPECT_FALSE(makePrimitive({ShapeKind::Torus, {}, 0, {0.1, 0.2, 0}}).problems[0].reason.empty());
}

}  // namespace
}  // namespace flotsam
