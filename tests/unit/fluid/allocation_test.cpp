// SPDX-License-Identifier: MIT
// After the first call with given sizes no particle stage allocates. Counts every operator new of this program.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "core/parallel.h"
#include "fluid_fixture.h"
#include "sim/fluid/advection.h"
#include "sim/fluid/extrapolation.h"
#include "sim/fluid/transfer.h"

namespace {
std::atomic<long> allocations{0};
}

// Not inlined: the compiler would see malloc and delete side by side and warn of a mismatch.
[[gnu::noinline]] void* operator new(size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
// By the standard this forwards to the first; AddressSanitizer brings one of its own that does not.
[[gnu::noinline]] void* operator new(size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, size_t) noexcept { std::free(p); }

namespace flotsam {
namespace {
using namespace fluidtest;

TEST(FluidAllocation, NoneAfterTheFirstRound) {
  setThreadCount(1);
  const Grid g({10, 9, 8}, 0.05);
  const SolidField solids = makeSolids(g, [](Vec3 x) { return glm::distance(x, Vec3(5)) - 2; });
  const SolidMotion motion{Vec3(0.2), {0.1, 0.2, 0}, {0, 0, 1}};
  Particles p;
  seedParticles(g, solids, 8, 11, p);
  const MacVelocity flow = makeVelocity(g, [](Vec3 x) { return stir(x, 1); });
  ParticleScratch scratch;
  ExtrapolationScratch memory;
  MacVelocity u, v;
  FaceMask known;
  std::vector<float> smoke(g.size, 0.5f), next;
  const auto round = [&] {
    advectParticles(g, flow, solids, 1 / 30.0, p, scratch);
    sortParticles(g, p, scratch);
    transferToGrid(g, p, u, known, scratch);
    extrapolate(g, known, 3, u, memory);
    constrainToSolids(g, known, solids, {&motion, 1}, u, memory);
    transferToParticles(g, flow, u, 0.97, p, scratch);
    advectVelocity(g, flow, 1 / 30.0, v, scratch);
    advectScalar(g, flow, solids, 1 / 30.0, smoke, next, scratch);
    smoke.swap(next);
  };
  const long start = allocations;
  round();
  const long first = allocations;
  EXPECT_GT(first, start);  // the counter counts
  round();
  round();
  EXPECT_EQ(allocations, first);
  setThreadCount(0);
}

}  // namespace
}  // namespace flotsam
