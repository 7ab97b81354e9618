// SPDX-License-Identifier: MIT
// Liquid at rest stays at rest, at its level, whatever the walls; stirred, it keeps its volume. Bounds as measured with
// an independent prototype of the same recipe, with room for the chaos of particles (medians of three seeds).
#include "core/parallel.h"
#include "water_fixture.h"

namespace flotsam {
namespace {
using namespace water;

struct Rest {
  double speed, rms, drift;  // m/s, cells, relative
};

Rest settle(const WorldDesc& d, double seconds) {
  World w(d);
  const size_t count = w.particles().size();
  double speed = 0, steps = 0;
  run(w, 4);  // random seeds settle: their distance is off by up to a percent
  const double before = w.report().fluid.volume;
  run(w, seconds - 6);
  run(w, 2, [&] { speed += gridSpeed(w), steps += 1; });
  EXPECT_EQ(w.particles().size(), count);
  EXPECT_EQ(astray(w), 0);
  return {speed / steps, surfaceOf(w).rms, w.report().fluid.volume / before - 1};
}

TEST(WaterRest, AlignedTank) {
  std::vector<double> speed, rms;
  for (int seed = 1; seed <= 3; ++seed) {
    const Rest r = settle(pool({24, 24, 1}, 0.5 + 0.013 * (seed - 1), seed), 20);
    speed.push_back(r.speed), rms.push_back(r.rms);
    EXPECT_LE(std::abs(r.drift), 0.0025);
  }
  EXPECT_LE(median(speed), 1e-3);
  EXPECT_LE(median(rms), 0.05);
}

TEST(WaterRest, CubeOfFortyCells) {
  const Rest r = settle(pool(Int3(40), 0.5), 20);
  EXPECT_LE(r.speed, 1e-3);
  EXPECT_LE(r.rms, 0.05);
  EXPECT_LE(std::abs(r.drift), 0.0025);
}

TEST(WaterRest, TiltedBoxOfTwentyFourCells) {
  WorldDesc d = pool(Int3(24), 0.5);
  const double shift = 0.45 * d.dx;
  d.container = {WallKind::TiltedBox, Vec3(0.5 + shift), Vec3(0.62 + 0.3 * d.dx),
                 glm::angleAxis(glm::radians(20.0), Vec3(0, 0, 1))};
  const Rest r = settle(d, 20);
  EXPECT_LE(r.speed, 1e-2);
  EXPECT_LE(r.rms, 0.05);
  EXPECT_LE(std::abs(r.drift), 0.0025);
}

TEST(WaterRest, SphereOfTwentyFourCells) {
  WorldDesc d = pool(Int3(24), 0.5);
  d.container = {WallKind::Sphere, Vec3(0.5), Vec3(0.42)};
  const Rest r = settle(d, 20);
  EXPECT_LE(r.speed, 1e-2);
  EXPECT_LE(r.rms, 0.05);
  EXPECT_LE(std::abs(r.drift), 0.0025);
}

TEST(WaterRest, TiltedAndShiftedWalls) {
  struct Case {
    double tilt, shift;  // degrees, cells
  };
  for (const Case c : {Case{0, 0.9}, Case{5, 0}, Case{20, 0.3}, Case{45, 0.7}}) {
    WorldDesc d = pool({24, 24, 1}, 0.52);
    const double h = d.dx;
    d.container = {WallKind::TiltedBox, Vec3(0.5 + c.shift * h * 0.5, 0.5 + c.shift * h * 0.5, 0.5 * h),
                   Vec3(0.62 + 0.3 * h, 0.62 + 0.3 * h, 1), glm::angleAxis(glm::radians(c.tilt), Vec3(0, 0, 1))};
    const Rest r = settle(d, 24);
    EXPECT_LE(r.speed, 1e-2) << c.tilt << " degrees, shifted " << c.shift;
    EXPECT_LE(r.rms, 0.05) << c.tilt << " degrees, shifted " << c.shift;
    EXPECT_LE(std::abs(r.drift), 0.0025) << c.tilt << " degrees, shifted " << c.shift;
  }
}

TEST(WaterRest, RoundContainer) {
  WorldDesc d = pool({32, 32, 1}, 0.45);
  d.container = {WallKind::Sphere, Vec3(0.5, 0.5, 0.5 * d.dx), Vec3(0.42)};
  const Rest r = settle(d, 14);
  EXPECT_LE(r.speed, 1e-2);
  EXPECT_LE(r.rms, 0.05);
  EXPECT_LE(std::abs(r.drift), 0.0025);
}

TEST(WaterRest, StirredWaterKeepsItsVolumeAndLevel) {
  WorldDesc d = pool({32, 32, 1}, 0.5);
  World w(d);
  const double volume = w.report().fluid.volume;
  double least = 1, most = 1;
  const auto look = [&] {
    const double v = w.report().fluid.volume / volume;
    least = std::min(least, v), most = std::max(most, v);
  };
  run(w, 20, look, [&] { return tipped(0.2 * kG * std::sin(2 * kPi * w.time() / 1.1)); });
  EXPECT_GE(least, 0.96);
  EXPECT_LE(most, 1.04);
  // The level, averaged over whole swings of what is left of the slosh.
  run(w, 4, {}, [&] { return tipped(0); });
  double level = 0, n = 0;
  run(w, 4.727, [&] { level += surfaceOf(w).mean, n += 1; });
  EXPECT_NEAR(level / n, 16, 0.15);
  EXPECT_EQ(astray(w), 0);
}

TEST(WaterRest, SameBitsForAnyNumberOfThreads) {
  WorldDesc d = pool({14, 14, 14}, 0.4);
  d.liquid.push_back({.kind = LiquidRegion::Ball, .position = Vec3(0.5, 0.75, 0.5), .radius = 0.15});
  addBody(d, ShapeKind::Box, Vec3(0.25), Vec3(0.3, 0.6, 0.4), 600, glm::angleAxis(0.5, Vec3(0, 0.6, 0.8)));
  expectOneHash([&] { return d; }, 40);
}

}  // namespace
}  // namespace flotsam
