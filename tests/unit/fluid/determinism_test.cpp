// SPDX-License-Identifier: MIT
// The particle stages give the same bits for any number of workers, and again with used memory.
#include <gtest/gtest.h>

#include <cmath>

#include "core/parallel.h"
#include "fluid_fixture.h"
#include "sim/fluid/advection.h"
#include "sim/fluid/extrapolation.h"
#include "sim/fluid/transfer.h"
#include "sim/fluid/wide_lanes.h"

namespace flotsam {
namespace {
using namespace fluidtest;

uint64_t someSteps(Int3 cells, ParticleScratch& scratch) {
  const Grid g(cells, 0.05);
  const SolidField solids = makeSolids(g, [&](Vec3 x) { return glm::distance(x, Vec3(g.n) * 0.5) - 2.2; });
  const SolidMotion motion{Vec3(0.4), {0.1, 0.2, 0}, {0, 0, 1}};
  Particles p;
  seedParticles(g, solids, 8, 11, p);
  for (size_t i = 0; i < p.size(); ++i) setVelocity(p, i, stir(at(p, i), 1) * Vec3(1, 1, !g.flat()));
  MacVelocity u, before;
  FaceMask known;
  ExtrapolationScratch memory;
  std::vector<float> smoke(g.size, 0), next;
  for (size_t f = 0; f < g.size; ++f) smoke[f] = static_cast<float>(randomUnit(9, f));
  StateHash h;
  for (int step = 0; step < 4; ++step) {
    sortParticles(g, p, scratch);
    transferToGrid(g, p, u, known, scratch);
    h.word(hashOf(u));
    before = u;
    extrapolate(g, known, 3, u, memory);
    constrainToSolids(g, known, solids, {&motion, 1}, u, memory);
    transferToParticles(g, u, before, 0.97, p, scratch);
    advectParticles(g, u, solids, 1 / 30.0, p, scratch);
    advectScalar(g, u, solids, 1 / 30.0, smoke, next, scratch);
    smoke.swap(next);
    advectVelocity(g, u, 1 / 30.0, before, scratch);
    h.word(hashOf(before));
    h.word(hashOf(u));
    h.word(hashOf(p));
  }
  h.values(std::span<const float>(smoke));
  return h.get();
}

TEST(FluidDeterminism, SameBitsForAnyThreadCount) {
  for (const Int3& cells : {Int3(13, 12, 17), Int3(24, 18, 1)}) {
    ParticleScratch used;
    setThreadCount(1);
    const uint64_t one = someSteps(cells, used);
    for (int threads : {1, 2, 3, 8}) {
      setThreadCount(threads);
      ParticleScratch fresh;
      EXPECT_EQ(someSteps(cells, fresh), one) << threads << " threads";
      EXPECT_EQ(someSteps(cells, used), one) << threads << " threads, used memory";
    }
    setThreadCount(0);
  }
}

template <class T>
double largestDifference(const std::array<std::vector<T>, 3>& a, const std::array<std::vector<T>, 3>& b) {
  double most = 0;
  for (int c = 0; c < 3; ++c)
    for (size_t i = 0; i < a[c].size(); ++i) most = std::max(most, double(std::abs(a[c][i] - b[c][i])));
  return most;
}

/// Eight lanes round a product and the sum it goes into at once, four do so one after the other. Speeds of about 1 m/s
/// and places up to 26 cells, each kernel from the same input.
TEST(FluidDeterminism, EightLanesAndFourDifferByRounding) {
  if (!useWideLanes({})) GTEST_SKIP() << "this processor has no eight lanes";
  constexpr double kUlp = 6e-8;  // of 1
  for (const Int3& cells : {Int3(13, 12, 17), Int3(24, 18, 1), Int3(2, 3, 2)}) {
    const Grid g(cells, 0.05);
    const SolidField solids = makeSolids(g, [&](Vec3 x) { return glm::distance(x, Vec3(g.n) * 0.5) - 2.2; });
    ParticleScratch wide, plain;
    plain.plain = true;
    Particles p;
    seedParticles(g, solids, 8, 11, p);
    for (size_t i = 0; i < p.size(); ++i) setVelocity(p, i, stir(at(p, i), 1) * Vec3(1, 1, !g.flat()));
    MacVelocity u, v;
    FaceMask known, same;
    transferToGrid(g, p, u, known, wide), transferToGrid(g, p, v, same, plain);
    EXPECT_LT(largestDifference(u.u, v.u), 40 * kUlp);  // some forty additions a face
    EXPECT_EQ(known.known, same.known);
    const MacVelocity flow = makeVelocity(g, [&](Vec3 x) { return stir(x, 2) * Vec3(1, 1, !g.flat()); });
    Particles q = p;
    transferToParticles(g, flow, u, 0.97, p, wide), transferToParticles(g, flow, u, 0.97, q, plain);
    EXPECT_LT(largestDifference(p.v, q.v), 16 * kUlp);
    q = p;
    advectParticles(g, flow, solids, 1 / 30.0, p, wide), advectParticles(g, flow, solids, 1 / 30.0, q, plain);
    EXPECT_LT(largestDifference(p.x, q.x), 16 * 26 * kUlp);
  }
}

}  // namespace
}  // namespace flotsam
