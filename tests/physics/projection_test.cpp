// SPDX-License-Identifier: MIT
// One projection against closed forms and conservation laws (docs/numerics.md). Where `flotsam verify` has a
// case, the test runs it; the laws that need a look inside are here.
#include <algorithm>

#include "tank.h"
#include "verify/runner.h"

namespace flotsam {
namespace {

constexpr double kG = 9.81;

/// Runs a case of flotsam verify; every row must be within its bound.
void expectCase(const char* name, const std::vector<std::string>& settings = {}) {
  const auto chosen = selectCases({name});
  ASSERT_TRUE(chosen) << name;
  auto runs = prepareCases(*chosen, settings);
  ASSERT_TRUE(runs) << runs.problems.front().text();
  runCases(*runs);
  for (const CaseRun& run : *runs) {
    const auto held = [](const Row& row) { return row.bound.has_value(); };
    EXPECT_TRUE(std::any_of(run.outcome.rows.begin(), run.outcome.rows.end(), held)) << name << ": nothing has a bound";
    for (const Row& row : run.outcome.rows)
      EXPECT_TRUE(row.pass) << name << ": " << row.quantity << " = " << row.value << ", theory "
                            << row.theory.value_or(NAN) << ", bound " << row.bound.value_or(NAN) << " " << row.note;
  }
}

TEST(Projection, HydrostaticRest) {
  expectCase("hydrostatic");
  expectCase("hydrostatic", {"cells=15", "tilt=40,-70,25"});
}

TEST(Projection, NeutralBodiesStayAtRest) { expectCase("neutral"); }

TEST(AddedMass, SphereAndCircleInClosedTanks) {
  for (const char* kind : {"fractions=area", "fractions=volume"}) {
    expectCase("added-mass", {"radius=4", kind});
    expectCase("added-mass-circle", {"radius=4", kind});
  }
}

TEST(AddedMass, EllipsoidAnywhereInABox) {
  expectCase("added-mass-ellipsoid");
  expectCase("added-mass-ellipsoid", {"tank=1,1.4,1", "orientation=-30,15,60", "fractions=volume"});
}

TEST(AddedMass, RoundContainersAndWalls) {
  expectCase("added-mass-in-a-sphere");
  expectCase("added-mass-in-a-circle");
  expectCase("added-mass-near-a-wall");
}

TEST(AddedMass, GridAlignedToSolverTolerance) {
  expectCase("aligned-cube");
  expectCase("aligned-square");
}

TEST(AddedMass, OneMatrixFitsAllDensities) { expectCase("one-matrix"); }

TEST(AddedMass, SlabInChannel) { expectCase("slab-in-channel"); }

TEST(AddedMass, ConvergesWithTheGrid) {
  expectCase("added-mass-convergence", {"finest=8"});
  expectCase("added-mass-convergence-2d", {"finest=8"});
}

TEST(Projection, VelocityConvergesInACircle) { expectCase("velocity-convergence"); }

TEST(Gap, MeanSpeedByContinuity) {
  expectCase("gap");
  expectCase("gap", {"cells=20", "width=0.9", "shift=0.03", "fractions=volume"});
}

TEST(Gap, HalfACellLetsFluidPassUnlessVoxelised) {
  for (auto [kind, passes] :
       {std::pair{FractionKind::Area, true}, {FractionKind::Volume, true}, {FractionKind::Voxel, false}}) {
    Tank tank({20, 40, 1}, 0.05);
    tank.bodyKind = kind;
    tank.add(Tank::primitive(ShapeKind::Box, Vec3(0.95, 0.5, 1)), {0.5, 1.0, 0.025}, 5000);
    tank.build();
    tank.setGravity({0, -kG * tank.dt, 0});
    tank.project();
    const double fall = -tank.coupled[0].velocity[1] / (kG * tank.dt);
    if (passes)
      EXPECT_GT(fall, 0.05);
    else
      EXPECT_LT(std::abs(fall), 1e-9);
  }
}

TEST(ReleasedSphere, AccelerationForEveryDensity) { expectCase("released-sphere", {"radius=4"}); }

TEST(ReleasedSphere, AnywhereBetweenThePlanes) { expectCase("released-sphere-places", {"places=12"}); }

TEST(Plug, StandsStillInClosedTube) {
  expectCase("plug");
  expectCase("plug", {"density=0.01", "place=0.61"});
}

TEST(Piston, DrivesACircuitAndSqueezesAClosedTube) { expectCase("piston"); }

TEST(Conservation, LawsOverRandomScenes) { expectCase("conservation", {"scenes=24", "seed=5000"}); }

TEST(Reference, SolvesWhereItsFactorIsUseless) {
  for (const char* seed : {"seed=100041", "seed=100324", "seed=102549", "seed=102829"})
    expectCase("conservation", {"scenes=1", seed});
}

TEST(Conservation, EnergyNeverRisesWhenCutAfterThreeIterations) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    Tank tank({20, 20, 20}, 0.05);
    tank.limits.maxIterations = 3;
    randomScene(tank, seed, 6, seed % 3 ? 0.1 : 0.001, 10);
    const double energy = tank.kineticEnergy();
    tank.project();
    EXPECT_EQ(tank.stats.iterations, 3);
    EXPECT_LE(tank.kineticEnergy(), energy);
  }
}

TEST(Repair, SqueezedCellsDoNotStopTheSolve) {
  // A sphere overlapping the floor and two overlapping spheres in a closed tank, all cut-offs.
  for (double cutoff : {0.0, 1e-6, 1e-4, 1e-2, 0.05}) {
    Tank tank({24, 24, 24}, 1.0 / 24);
    tank.cutoff = cutoff;
    tank.limits.tolerance = 1e-8;
    tank.container = {WallKind::TiltedBox, Vec3(0.5), Vec3(0.85), glm::angleAxis(0.15, glm::normalize(Vec3(1, 1, 3)))};
    tank.add(Tank::primitive(ShapeKind::Sphere, Vec3(0.15)), {0.5, 0.18, 0.5}, 2000);
    tank.add(Tank::primitive(ShapeKind::Sphere, Vec3(0.12)), {0.4, 0.6, 0.5}, 500);
    tank.add(Tank::primitive(ShapeKind::Sphere, Vec3(0.12)), {0.58, 0.63, 0.52}, 700);
    tank.build();
    tank.setGravity({0, -kG * tank.dt, 0});
    tank.project();
    EXPECT_TRUE(tank.stats.converged) << cutoff << " " << tank.stats.note;
    EXPECT_LE(tank.stats.iterations, 40) << cutoff;
    double p = 0;
    for (double v : tank.pressure) p = std::max(p, std::abs(v));
    EXPECT_LT(p, 3 * 1000 * kG * 1.0) << cutoff;  // of the order of the hydrostatic pressure
  }
}

TEST(Iterations, EightBodiesStayWithinTheBounds) {
  for (int n : {20, 32, 40}) {
    Tank mixed({n, n, n}, 1.0 / n);
    mixed.limits.tolerance = 1e-6;
    randomScene(mixed, 3, 8, 0.1, 10);
    mixed.project();
    EXPECT_TRUE(mixed.stats.converged);
    EXPECT_LE(mixed.stats.iterations, 23) << n;
    EXPECT_EQ(mixed.bodies.size(), 8u) << n;
    Tank light({n, n, n}, 1.0 / n);
    light.limits.tolerance = 1e-6;
    randomScene(light, 3, 8, 0.001, 0.001);
    light.project();
    EXPECT_TRUE(light.stats.converged);
    EXPECT_EQ(light.stats.lightBodies, 8);
    EXPECT_LE(light.stats.iterations, 16) << n;
    std::printf("  %d^3: %d iterations mixed, %d light\n", n, mixed.stats.iterations, light.stats.iterations);
  }
}

TEST(Iterations, ThinFilmUnderAHeavyBoxCostsLittle) {
  // A tenth of a cell of water under a box ten times as dense: its added mass outweighs it, whatever its density.
  for (double gap : {0.02, 0.1, 0.4}) {
    Tank tank({32, 32, 32}, 1.0 / 32);
    tank.limits.tolerance = 1e-6;
    tank.add(Tank::primitive(ShapeKind::Box, Vec3(0.22, 0.16, 0.2)), {0.5, 0.08 + gap / 32, 0.5}, 10000);
    tank.add(Tank::primitive(ShapeKind::Sphere, Vec3(0.1)), {0.25, 0.6, 0.4}, 100);
    tank.build();
    tank.setGravity({0, -kG * tank.dt, 0});
    tank.project();
    EXPECT_TRUE(tank.stats.converged) << tank.stats.note;
    EXPECT_LE(tank.stats.iterations, 23) << gap;
    std::printf("  gap %.2f cells: %d iterations\n", gap, tank.stats.iterations);
  }
}

}  // namespace
}  // namespace flotsam
