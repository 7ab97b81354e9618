// SPDX-License-Identifier: MIT
// The scenes of Carlson, Mucha, Turk 2004 and of the FLIP project report run under their own method and under ours.
#include <gtest/gtest.h>

#include "io/assets.h"
#include "io/scene.h"
#include "sim/world.h"

namespace flotsam {
namespace {

struct PaperScene {
  const char* name;
  Coupling own;
};

class PaperScenes : public testing::TestWithParam<PaperScene> {};

// A tenth of a second and more, until things have met: no fault, everything finite and in the tank, the solve
// converged.
TEST_P(PaperScenes, RunUnderTheirOwnMethodAndUnderOurs) {
  for (const Coupling way : {GetParam().own, Coupling::Variational}) {
    const auto scene = loadScene(findScene(GetParam().name));
    ASSERT_TRUE(scene);
    WorldDesc d = *scene;
    d.params.method.coupling = way;
    World w(d);
    for (int i = 0; i < 12; ++i) {
      w.step();
      ASSERT_TRUE(w.status().ok) << w.status().fault;
      EXPECT_TRUE(w.report().pressure.converged) << w.report().pressure.note;
    }
    const Vec3 size = w.grid().extent();
    for (const RigidBody& b : w.bodies())
      for (int a = 0; a < 3; ++a) {
        EXPECT_GT(b.pose.position[a], 0) << b.desc.name;
        EXPECT_LT(b.pose.position[a], size[a]) << b.desc.name;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Carlson, PaperScenes,
                         testing::Values(PaperScene{"catapult", Coupling::RigidFluid},
                                         PaperScene{"lead-and-wood", Coupling::RigidFluid},
                                         PaperScene{"two-stones", Coupling::RigidFluid},
                                         PaperScene{"gears-and-rabbits", Coupling::RigidFluid}));
INSTANTIATE_TEST_SUITE_P(Report, PaperScenes,
                         testing::Values(PaperScene{"spherical-container", Coupling::Weak},
                                         PaperScene{"scripted-sphere-in-water", Coupling::OneWay},
                                         PaperScene{"one-way-sphere", Coupling::OneWay},
                                         PaperScene{"free-sphere-in-water", Coupling::Weak}));

}  // namespace
}  // namespace flotsam
