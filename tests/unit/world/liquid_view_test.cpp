// SPDX-License-Identifier: MIT
// What a snapshot says of a liquid: enough for its surface, at once and after steps, with bodies in it.
#include <gtest/gtest.h>

#include "physics/water_fixture.h"
#include "view/liquid_surface.h"

namespace flotsam {
namespace {

double meshVolume(const World& w) {
  SimView view;
  w.fill(view, 0);
  LiquidSurface s;
  extractSurface(view, s);
  double sum = 0;
  for (const auto& t : s.mesh.triangles)
    sum +=
        glm::dot(Vec3(s.mesh.positions[t.x]), glm::cross(Vec3(s.mesh.positions[t.y]), Vec3(s.mesh.positions[t.z]))) / 6;
  return sum;
}

TEST(LiquidView, ThePoolsMeshHasItsVolumeFromTheStart) {
  World w(water::pool(Int3(16), 0.53));
  EXPECT_NEAR(meshVolume(w), 0.53, 0.01);  // the seeds' jitter: a tenth of a cell
  for (int i = 0; i < 5; ++i) w.step();
  EXPECT_NEAR(meshVolume(w), w.report().fluid.volume, 0.01);
}

TEST(LiquidView, TheSurfaceGoesThroughBodiesHoweverDeep) {
  WorldDesc d = water::pool(Int3(24, 24, 24), 0.5);
  water::addBody(d, ShapeKind::Sphere, Vec3(0.36, 0, 0), {0.5, 0.5, 0.5}, 500);  // 8.6 cells
  World w(d);
  w.step();
  // The level is as high in the ball as around it: the mesh has the volume of water and of the ball's lower half.
  const double half = 2 * kPi / 3 * 0.36 * 0.36 * 0.36;
  EXPECT_NEAR(meshVolume(w), w.report().fluid.volume + half, 0.02);
}

TEST(LiquidView, AFlatPoolIsTheSameThroughTheSlab) {
  World w(water::pool({20, 20, 1}, 0.4));
  EXPECT_NEAR(meshVolume(w), 0.4 / 20, 0.01 / 20);
}

TEST(LiquidView, NothingInAFullTank) {
  WorldDesc d = water::pool(Int3(8), 0.5);
  d.params.fluid.domain = FluidDomain::Full, d.liquid.clear();
  World w(d);
  SimView view;
  view.liquid.phi.resize(5), view.liquid.cells = Int3(1);  // memory of another scene
  w.fill(view, 0);
  EXPECT_TRUE(view.liquid.phi.empty());
  EXPECT_EQ(view.liquid.cells, Int3(0));
}

}  // namespace
}  // namespace flotsam
