// SPDX-License-Identifier: MIT
// Taps and drains: what they bring and take is counted, and is the flow that was asked for.
#include "water_fixture.h"

namespace flotsam {
namespace {
using namespace water;

TEST(WaterFlow, ATapBringsItsFlow) {
  for (const bool flat : {true, false}) {
    WorldDesc d = pool(flat ? Int3(32, 32, 1) : Int3(20, 20, 20), 0.3);
    const Vec3 at(0.5, 0.8, flat ? 0.5 * d.dx : 0.5);
    d.emitters = {{.position = at, .radius = 0.1, .velocity = Vec3(0.4, -1.5, 0), .until = 1}};
    World w(d);
    const size_t start = w.particles().size();
    run(w, 3);
    const double perCell = flat ? 4 : 8, asked = d.emitters[0].flow(flat ? d.dx : 0) * 1;  // m³
    const FluidReport& f = w.report().fluid;
    EXPECT_NEAR(f.emitted * w.grid().cellVolume() / perCell / asked, 1, 0.001);
    EXPECT_EQ(w.particles().size(), start + f.emitted);
    EXPECT_EQ(astray(w), 0);
    run(w, 5);                                               // the bubbles rise
    const double expected = 0.3 * d.cells.z * d.dx + asked;  // the pool's footprint is 1 m x the tank's depth
    EXPECT_NEAR(w.report().fluid.volume / expected, 1, 0.02) << flat;
  }
}

// A stream thinner than the grid can show as a surface is in the meter too.
TEST(WaterFlow, AThinStreamCounts) {
  WorldDesc d;
  d.cells = Int3(16, 32, 16), d.dx = 1.0 / 32;
  d.params.fluid.domain = FluidDomain::Liquid;
  d.emitters = {{.position = Vec3(0.25, 0.95, 0.25), .radius = 1.1 * d.dx, .velocity = Vec3(0, -1, 0)}};
  World w(d);
  run(w, 0.25, [&] {
    const FluidReport& f = w.report().fluid;
    if (w.time() < 0.1) return;
    EXPECT_NEAR(f.volume / (double(f.emitted) * w.grid().cellVolume() / 8), 1, 0.25) << w.time();
  });
}

TEST(WaterFlow, AnOverflowHoldsTheLevel) {
  WorldDesc d = pool({32, 32, 1}, 0.3);
  d.emitters = {{.position = Vec3(0.3, 0.9, 0), .radius = 0.04, .velocity = Vec3(0, -1, 0)}};
  d.drains = {{.position = Vec3(0.95, 0.45, 0), .size = Vec3(0.1, 0.1, 1)}};
  World w(d);
  const size_t start = w.particles().size();
  run(w, 8);
  const FluidReport& f = w.report().fluid;
  EXPECT_EQ(w.particles().size(), start + f.emitted - f.drained);
  EXPECT_GT(f.drained, 0u);
  double level = 0, n = 0;
  run(w, 2, [&] { level += surfaceOf(w, [](int i, int) { return i > 16 && i < 28; }).mean, n += 1; });
  EXPECT_LE(level / n, 0.4 * 32 + 0.5);  // cells: the drain's lower edge,
  EXPECT_GE(level / n, 0.4 * 32 - 2);    // below which waves splash into it
  EXPECT_EQ(astray(w), 0);
}

TEST(WaterFlow, ADrainTakesNoMoreThanItsFlow) {
  WorldDesc d = pool({24, 24, 1}, 0.5);
  const double flow = 0.05 * d.dx;  // m³/s: 5 cm of level in a second
  d.drains = {{.position = Vec3(0.5, 0.1, 0), .radius = 0.08, .flow = flow}};
  World w(d);
  run(w, 2);
  EXPECT_NEAR(w.report().fluid.drained * w.grid().cellVolume() / 4 / (2 * flow), 1, 0.02);
  run(w, 1);
  EXPECT_NEAR(surfaceOf(w).mean, 24 * (0.5 - 0.05 * 3), 0.3);
}

TEST(WaterFlow, AFullTankShutsTheTap) {
  WorldDesc d = pool({12, 12, 1}, 0.8);
  d.emitters = {{.position = Vec3(0.5, 0.9, 0), .radius = 0.2, .velocity = Vec3(0, -1, 0)}};
  World w(d);
  run(w, 6);
  EXPECT_LE(w.particles().size(), 4u * 12 * 12);
  EXPECT_GE(w.particles().size(), 0.97 * 4 * 12 * 12);
  EXPECT_EQ(astray(w), 0);
  double fastest = 0;
  for (int a = 0; a < 2; ++a)
    for (const double u : w.velocity()[a]) fastest = std::max(fastest, std::abs(u));
  EXPECT_LE(fastest, 20);
}

TEST(WaterFlow, SameBitsForAnyNumberOfThreadsAndEveryTransfer) {
  for (const Advection way : {Advection::Flip, Advection::Apic, Advection::SemiLagrangian}) {
    const auto hash = [&](int threads) {
      setThreadCount(threads);
      WorldDesc d = pool({14, 14, 14}, 0.3);
      d.params.method.advection = way;
      d.emitters = {{.position = Vec3(0.5, 0.8, 0.5), .radius = 0.12, .velocity = Vec3(0.5, -1, 0)}};
      d.drains = {{.position = Vec3(0.2, 0.1, 0.2), .radius = 0.12}};
      World w(d);
      for (int i = 0; i < 30; ++i) w.step();
      EXPECT_TRUE(w.status().ok) << w.status().fault;
      EXPECT_GT(w.report().fluid.emitted, 0u);
      EXPECT_GT(w.report().fluid.drained, 0u);
      return w.hash();
    };
    const uint64_t one = hash(1);
    EXPECT_EQ(hash(3), one);
  }
  setThreadCount(0);
}

}  // namespace
}  // namespace flotsam
