// SPDX-License-Identifier: MIT
// Viscous liquid through whole steps: rest stays rest, a ball sinks at the speed of Stokes' law between walls, a film
// runs down a slope as lubrication says, and the bits do not depend on threads.
#include "water_fixture.h"

namespace flotsam {
namespace {
using namespace water;

TEST(Honey, RestsInATiltedTankAtAnyViscosity) {
  for (const double viscosity : {0.1, 10.0, 1000.0}) {
    WorldDesc d = pool({24, 24, 1}, 0.4);
    d.container = {WallKind::TiltedBox, Vec3(0.5), Vec3(0.7, 0.7, 1), glm::angleAxis(0.35, Vec3(0, 0, 1))};
    d.params.fluid.viscosity = viscosity;
    World w(d);
    run(w, 3);
    // Water without viscosity is at 1e-2 after this time in this tank; thick liquids are at rest.
    EXPECT_LE(gridSpeed(w), viscosity < 1 ? 1e-2 : 1e-3) << viscosity;
    EXPECT_EQ(astray(w), 0);
  }
}

// Poiseuille down a shaft: the middle of a tall closed tank cannot flow, so gravity is hidden in the pressure; a free
// layer on a slope can. Steady film of depth H: surface speed g sin(a) H² / (2 nu), mean two thirds of it.
TEST(Honey, ALayerRunsDownASlope) {
  const double depth = 0.16, slope = 0.5, viscosity = 200;
  WorldDesc d = pool({96, 16, 1}, depth);
  d.dx = 1.0 / 48;
  d.params.gravity = kG * Vec3(std::sin(slope), -std::cos(slope), 0);
  d.params.fluid.viscosity = viscosity;
  World w(d);
  run(w, 0.3);
  const double nu = viscosity / 1000, fastest = kG * std::sin(slope) * depth * depth / (2 * nu);
  const Grid& g = w.grid();
  for (int j = 1; j <= 7; ++j) {
    const double y = (j - 0.5) * d.dx, theory = fastest * (2 * y / depth - y * y / (depth * depth));
    EXPECT_NEAR(w.velocity()[0][g.id(49, j, 1)], theory, 0.06 * fastest) << j;
  }
}

// Haberman & Sayre 1958: a sphere on the axis of a cylinder of five times its radius is 1.680 times slower than
// Stokes' 2/9 (rho_s - rho) g R² / mu. The ends are 10 R apart.
TEST(Honey, ABallSinksAtStokesSpeed) {
  WorldDesc d;
  d.cells = Int3(30, 36, 30), d.dx = 1.0 / 30;
  d.container = {WallKind::Cylinder, Vec3(0.5, 0.6, 0.5), Vec3(0.5, 1.2, 0), {}};
  const double radius = 0.1, viscosity = 100, excess = 2000;
  d.params.fluid.viscosity = viscosity, d.params.method.flip = 1;
  addBody(d, ShapeKind::Sphere, Vec3(radius), Vec3(0.5, 0.65, 0.5), 1000 + excess);
  World w(d);
  run(w, 0.2);
  const double stokes = 2.0 / 9 * excess * kG * radius * radius / viscosity;
  RecordProperty("sinking", std::to_string(-w.bodies()[0].velocity.y / (stokes / 1.680)));
  EXPECT_NEAR(-w.bodies()[0].velocity.y / (stokes / 1.680), 1, 0.1);
  EXPECT_NEAR(w.bodies()[0].velocity.x / stokes, 0, 0.01);
}

TEST(Honey, SameHashForAnyNumberOfThreads) {
  WorldDesc d = pool({14, 16, 12}, 0.5);
  d.params.fluid.viscosity = 5;
  addBody(d, ShapeKind::Box, Vec3(0.2), Vec3(0.5, 0.7, 0.4), 3000, glm::angleAxis(0.5, Vec3(0.6, 0, 0.8)));
  expectOneHash([&] { return d; }, 12);
}

}  // namespace
}  // namespace flotsam
