// SPDX-License-Identifier: MIT
// Bodies that press on the wall of a full tank: the solve knows that they are stopped, so they rest, and do not push
// water about at g dt.
#include "water_fixture.h"

namespace flotsam {
namespace {
using namespace water;

TEST(PressedBodies, RestAtLidAndFloor) {
  struct Case {
    ShapeKind kind;
    double size, density, y;
  };
  for (const Case c : {Case{ShapeKind::Sphere, 0.25, 500, 0.75}, Case{ShapeKind::Sphere, 0.25, 2000, 0.26},
                       Case{ShapeKind::Box, 0.3, 2000, 0.16}}) {
    WorldDesc d;
    d.cells = Int3(16), d.dx = 1.0 / 16;
    addBody(d, c.kind, Vec3(c.size), Vec3(0.5, c.y, 0.5), c.density);
    World w(d);
    run(w, 1.5);
    const Vec3 start = w.bodies()[0].pose.position;
    double fastest = 0;
    run(w, 2, [&] { fastest = std::max(fastest, glm::length(w.bodies()[0].velocity)); });
    EXPECT_LE(fastest, 2e-3) << c.density << " kg/m3 at " << c.y;  // .1 m/s before: g dt times a factor
    EXPECT_LE(glm::length(w.bodies()[0].pose.position - start), 4e-3) << c.density << " kg/m3 at " << c.y;
    EXPECT_TRUE(w.report().pressure.converged);
  }
}

// What presses is held, what pulls away is not.
TEST(PressedBodies, LeaveTheLidWhenGravityTurns) {
  WorldDesc d;
  d.cells = Int3(16), d.dx = 1.0 / 16;
  addBody(d, ShapeKind::Sphere, Vec3(0.2), Vec3(0.5, 0.8, 0.5), 500);
  World w(d);
  run(w, 1);
  InputFrame in;
  Edit e;
  e.key = "gravity.y", e.value = kG;
  in.edits.push_back(e);
  w.step(in);
  const double start = w.bodies()[0].pose.position.y, began = w.time();
  run(w, 0.1);
  const double t = w.time() - began, fallen = start - w.bodies()[0].pose.position.y;
  const double free = 0.5 * kG * (1 - 0.5) / (0.5 + 0.5) * t * t;  // with C = 1/2; beside a wall it is larger
  EXPECT_GE(fallen, 0.5 * free);
  EXPECT_LE(fallen, 1.2 * free);
}

}  // namespace
}  // namespace flotsam
