// SPDX-License-Identifier: MIT
// What a snapshot carries for pictures of the method, against what the solver has.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/water_fixture.h"
#include "sim/coupling/reference_solver.h"
#include "view/matrix_picture.h"

namespace flotsam {
namespace {

TEST(ViewParts, NothingIsCarriedUnasked) {
  World w(water::pool(Int3(8), 0.5));
  w.step();
  SimView v;
  w.fill(v, 0);
  EXPECT_EQ(v.fields.cells.x, 0);
  EXPECT_EQ(v.faces.cells.x, 0);
  EXPECT_EQ(v.system.cells.x, 0);
  EXPECT_FALSE(v.residuals.empty()) << "always there: it is small";
}

TEST(ViewParts, TheFacesAreTheSolversAndKnowTheirBody) {
  WorldDesc d = water::pool(Int3(12), 0.9);
  water::addBody(d, ShapeKind::Sphere, Vec3(0.2, 0, 0), {0.4, 0.5, 0.5}, 500);
  World w(d);
  w.step();
  SimView v;
  w.fill(v, 0, {.faces = true});
  const Grid& g = w.grid();
  ASSERT_EQ(v.faces.cells, g.inner);
  int cut = 0;
  for (int a = 0; a < 3; ++a) {
    Int3 n = g.inner;
    ++n[a];
    ASSERT_EQ(v.faces.open[a].size(), static_cast<size_t>(n.x) * n.y * n.z);
    for (int k = 0; k < n.z; ++k)
      for (int j = 0; j < n.y; ++j)
        for (int i = 0; i < n.x; ++i) {
          const size_t at = v.faces.at(a, i, j, k);
          const double open = w.fractions().fluid[a][g.id(i + 1, j + 1, k + 1)];
          EXPECT_EQ(v.faces.open[a][at], static_cast<float>(open));
          const Int3 c(i, j, k);
          const bool atWall = c[a] == 0 || c[a] == g.inner[a];
          if (atWall) continue;
          EXPECT_EQ(v.faces.solid[a][at], open < 1 ? 0 : -1);
          cut += open < 1;
        }
  }
  EXPECT_GT(cut, 30);
}

TEST(ViewParts, TheSystemIsTheOneThatWasSolved) {
  WorldDesc d;
  d.cells = Int3(10, 8, 9), d.dx = 0.1;
  water::addBody(d, ShapeKind::Sphere, Vec3(0.18, 0, 0), {0.35, 0.4, 0.45}, 500);
  water::addBody(d, ShapeKind::Box, Vec3(0.2, 0.15, 0.25), {0.72, 0.4, 0.45}, 2500);
  World w(d);
  SimView v;
  w.fill(v, 0, {.system = true});
  EXPECT_EQ(v.system.cells.x, 0) << "nothing was solved yet";
  w.step();
  w.fill(v, 0, {.system = true});
  EXPECT_EQ(v.system.unknowns, w.report().pressure.unknowns);
  ASSERT_EQ(v.system.bodies.size(), 2u);
  for (const auto& rows : v.system.bodies) {
    EXPECT_GT(rows.size(), 8u);
    for (size_t i = 1; i < rows.size(); ++i) EXPECT_LT(rows[i - 1], rows[i]);
  }
  MatrixPicture m;
  drawMatrix(v, 64, m);
  EXPECT_EQ(m.unknowns, static_cast<size_t>(w.report().pressure.unknowns));
  EXPECT_GT(m.assembled, m.factored) << "what the factored form is for";
  // The residuals end where the report says, one for each iteration.
  ASSERT_EQ(static_cast<int>(v.residuals.size()), w.report().pressure.iterations);
  EXPECT_NEAR(v.residuals.back(), w.report().pressure.residual, 1e-3 * w.report().pressure.residual);
}

TEST(ViewParts, ATapsThinStreamIsDrops) {
  WorldDesc d = water::pool(Int3(20), 0.2);
  World still(d);
  SimView v;
  still.step();
  still.fill(v, 0);
  const size_t ofPool = v.liquid.drops.size();
  EXPECT_LT(ofPool, still.particles().size() / 20) << "a pool at rest has next to none";
  Emitter tap;
  tap.position = {0.5, 0.8, 0.5}, tap.radius = 0.03, tap.velocity = {0, -0.5, 0};
  d.emitters.push_back(tap);
  World w(d);
  for (int i = 0; i < 15; ++i) w.step();
  w.fill(v, 0);
  EXPECT_GT(v.liquid.drops.size(), ofPool);
  int inStream = 0;
  for (const Vec3f& x : v.liquid.drops)
    inStream += x.y > 0.4f && std::abs(x.x - 0.5f) < 0.1f && std::abs(x.z - 0.5f) < 0.1f;
  EXPECT_GT(inStream, 0);
  EXPECT_NEAR(v.liquid.dropRadius, 0.05 * std::cbrt(3 / (4 * kPi * 8)), 1e-4);
}

TEST(ViewParts, AFilmThatRidesOnAFloatIsNoDrops) {
  WorldDesc d = water::pool(Int3(20), 0.5);
  water::addBody(d, ShapeKind::Box, Vec3(0.5, 0.2, 0.5), {0.5, 0.38, 0.5}, 900);  // comes up from under the water
  World w(d);
  for (int i = 0; i < 120; ++i) w.step();
  const RigidBody& box = w.bodies()[0];
  const double top = box.pose.position.y + 0.1;
  SimView v;
  w.fill(v, 0);
  int film = 0, drawn = 0;
  const auto onTop = [&](const Vec3& x) {
    return x.y > top && x.y < top + 0.05 && glm::max(std::abs(x.x - 0.5), std::abs(x.z - 0.5)) < 0.22;
  };
  for (size_t i = 0; i < w.particles().size(); ++i) {
    const auto& x = w.particles().x;
    film += onTop(w.grid().dx * (Vec3(x[0][i], x[1][i], x[2][i]) - 1.0));
  }
  for (const Vec3f& x : v.liquid.drops) drawn += onTop(Vec3(x));
  EXPECT_GT(film, 0) << "the water left some on it";
  EXPECT_EQ(drawn, 0);
}

}  // namespace
}  // namespace flotsam
