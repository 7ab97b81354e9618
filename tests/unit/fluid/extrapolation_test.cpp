// SPDX-License-Identifier: MIT
// Velocity beyond the fluid, and the condition on solids.
#include "sim/fluid/extrapolation.h"

#include <gtest/gtest.h>

#include "fluid_fixture.h"
#include "plain_sampling.h"

namespace flotsam {
namespace {
using namespace fluidtest;

FaceMask maskWhere(const Grid& g, const std::function<bool(Vec3)>& known) {
  FaceMask m;
  for (int a = 0; a < 3; ++a) m.known[a].assign(g.size, 0);
  eachNode(g, [&](Int3 c) {
    for (int a = 0; a < 3; ++a) m.known[a][g.id(c)] = known(faceAt(a, c));
  });
  return m;
}
void forget(const Grid& g, const FaceMask& known, MacVelocity& u) {
  for (int a = 0; a < 3; ++a)
    for (size_t f = 0; f < g.size; ++f)
      if (!known.known[a][f]) u[a][f] = 777;
}

TEST(Extrapolate, ConstantIsExact) {
  const Grid g({9, 8, 7}, 0.05);
  const Vec3 constant(1.5, -2.25, 0.5);
  const FaceMask known = maskWhere(g, [](Vec3 x) { return x.x > 3 && x.x < 8 && glm::distance(x, Vec3(5)) > 2; });
  MacVelocity u = makeVelocity(g, [&](Vec3) { return constant; });
  forget(g, known, u);
  extrapolate(g, known, 40, u);
  eachNode(g, [&](Int3 c) {
    for (int a = 0; a < 3; ++a)
      if (isFace(g, a, c)) {
        EXPECT_NEAR(u[a][g.id(c)], constant[a], 1e-14);
      }
  });
}

TEST(Extrapolate, LayersEndAndKnownFacesStay) {
  const Grid g({12, 4, 4}, 0.05);
  const FaceMask known = maskWhere(g, [](Vec3 x) { return x.x < 4.75; });
  MacVelocity u = makeVelocity(g, [](Vec3 x) { return Vec3(1 + x.y, 2, 3); });
  const MacVelocity original = u;
  forget(g, known, u);
  extrapolate(g, known, 3, u);
  for (int i = 0; i <= g.n.x; ++i) {
    const int f = g.id(i, 3, 3);
    if (i <= 4) {
      EXPECT_EQ(u[0][f], original[0][f]);
    } else if (i <= 7) {
      EXPECT_GT(u[0][f], 1);
    } else {
      EXPECT_EQ(u[0][f], 0);
    }
  }
}

TEST(Extrapolate, LinearFieldIsCarriedStraightOut) {
  // Across the edge the first layer copies its only neighbour; along the edge the symmetric mean keeps the slope.
  const Grid g({12, 12, 12}, 0.05);
  const auto field = [](Vec3 x) { return Vec3(0.2 * x.y, 0.1 * x.z, 0.3 * x.x); };
  const FaceMask known = maskWhere(g, [](Vec3 x) { return x.x < 8.2; });
  MacVelocity u = makeVelocity(g, field);
  forget(g, known, u);
  extrapolate(g, known, 3, u);
  for (int i = 9; i <= 11; ++i) {
    EXPECT_NEAR(u[0][g.id(i, 6, 6)], field(faceAt(0, {i, 6, 6}))[0], 1e-12);
    EXPECT_NEAR(u[1][g.id(i - 1, 6, 6)], field(faceAt(1, {i - 1, 6, 6}))[1], 1e-12);
    EXPECT_NEAR(u[2][g.id(i - 1, 6, 6)], field(faceAt(2, {7, 6, 6}))[2], 1e-12);  // constant along x
  }
}

/// Worst normal flow through a moving and spinning sphere, and mean change of the flow along it, at points deep enough
/// that samples use constrained faces only. `bound`: of the trilinear interpolation of n (n . w), w the relative
/// velocity: three axes of h^2/8 times a second derivative of 4 |w|/r^2.
struct SphereFlow {
  double normal = 0, along = 0, bound = 0;
  explicit SphereFlow(double radius) {
    const Grid g(Int3(static_cast<int>(2 * radius) + 8), 0.05);
    const Vec3 centre = Vec3(g.n) * 0.5 + Vec3(0.1, -0.2, 0.3);  // lattice
    const SolidField solids = makeSolids(g, [&](Vec3 x) { return glm::distance(x, centre) - radius; });
    const SolidMotion motion{g.dx * (centre - 1.0), {1, -0.5, 0.25}, {2, 3, -1}};
    const auto rigid = [&](Vec3 x) {
      return motion.velocity + glm::cross(motion.angularVelocity, g.dx * (x - centre));
    };
    const FaceMask known = maskWhere(g, [&](Vec3 x) { return glm::distance(x, centre) > radius; });
    const Vec3 flow(0.3, 0.7, -1);
    MacVelocity u = makeVelocity(g, [&](Vec3) { return flow; });
    const MacVelocity original = u;
    extrapolate(g, known, 6, u);
    constrainToSolids(g, known, solids, {&motion, 1}, u);
    const double r = radius - 1.5;
    const double relative = glm::length(motion.velocity - flow) + glm::length(motion.angularVelocity) * g.dx * r;
    bound = 3 / 8.0 * 4 * relative / (r * r);
    for (int i = 0; i < 400; ++i) {
      const double z = 2 * randomUnit(4, 2 * i) - 1, turn = 2 * kPi * randomUnit(4, 2 * i + 1),
                   s = std::sqrt(1 - z * z);
      const Vec3 n(s * std::cos(turn), s * std::sin(turn), z), x = centre + r * n;
      const Vec3 v = sampleVelocity(g, u, x);
      normal = std::max(normal, std::abs(glm::dot(v - rigid(x), n)));
      along += glm::length(v - n * glm::dot(v, n) - (flow - n * glm::dot(flow, n))) / 400;
    }
    for (int a = 0; a < 3; ++a)
      for (size_t f = 0; f < g.size; ++f)
        if (known.known[a][f]) {
          EXPECT_EQ(u[a][f], original[a][f]);
        }
  }
};

TEST(ConstrainToSolids, NoFlowThroughAMovingSphere) {
  const SphereFlow small(5), large(11);
  for (const SphereFlow* s : {&small, &large}) {
    EXPECT_LT(s->normal, s->bound);
    EXPECT_LT(s->along, s->bound);
  }
  EXPECT_LT(large.bound, 0.08);
  EXPECT_LT(large.normal, 0.35 * small.normal);  // second order: (3.5/9.5)^2 times the ratio of speeds, 1.4
}

TEST(ConstrainToSolids, BoxWallsStopTheNormalAndFreeTheRest) {
  for (const Int3& cells : {Int3(8, 8, 8), Int3(8, 8, 1)}) {
    const Grid g(cells, 0.05);
    const FaceMask known = maskWhere(g, [&](Vec3 x) { return tankDistance(g, x) > 0 && (!g.flat() || int(x.z) == 1); });
    MacVelocity u = makeVelocity(g, [](Vec3) { return Vec3(1, 2, 3); });
    extrapolate(g, known, 3, u);
    constrainToSolids(g, known, makeSolids(g), {}, u);
    const int k = g.flat() ? 1 : 4;
    EXPECT_NEAR(u[0][g.id(1, 4, k)], 0, 1e-12);
    EXPECT_NEAR(u[0][g.id(9, 4, k)], 0, 1e-12);
    EXPECT_NEAR(u[1][g.id(4, 1, k)], 0, 1e-12);
    EXPECT_NEAR(u[0][g.id(4, 0, k)], 1, 1e-12);  // along the floor, in the wall layer
    EXPECT_NEAR(u[1][g.id(0, 4, k)], 2, 1e-12);
    if (g.flat()) {
      for (double w : u[2]) EXPECT_EQ(w, 0);
    } else {
      EXPECT_NEAR(u[2][g.id(4, 4, 1)], 0, 1e-12);
    }
  }
}

TEST(ConstrainToSolids, FacesFarFromSolidsAreLeftAlone) {
  const Grid g({10, 10, 10}, 0.05);
  const FaceMask known = maskWhere(g, [](Vec3) { return false; });  // say, air
  MacVelocity u = makeVelocity(g, [](Vec3 x) { return stir(x, 1); });
  const MacVelocity before = u;
  constrainToSolids(g, known, makeSolids(g), {}, u);
  EXPECT_EQ(u[0][g.id(5, 5, 5)], before[0][g.id(5, 5, 5)]);
  EXPECT_NE(u[0][g.id(1, 5, 5)], before[0][g.id(1, 5, 5)]);
}

}  // namespace
}  // namespace flotsam
