// SPDX-License-Identifier: MIT
#include "cli/bench_solve.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "cli/common.h"
#include "core/parallel.h"
#include "sim/coupling/multigrid.h"
#include "sim/coupling/projection.h"

namespace flotsam {

double stepAndKeep(World& world, SolveState& state) {
  double spent = 0;
  world.probeSolves([&](const SolveInput& in) {
    const double before = wallClock();
    state.dt = in.dt, state.velocity = in.velocity;
    state.bodies.assign(in.bodies.begin(), in.bodies.end());
    state.surface.reset();
    if (in.surface) state.surface = *in.surface;
    state.links.assign(in.links.begin(), in.links.end());
    spent += wallClock() - before;
  });
  world.step();
  world.probeSolves({});
  return spent;
}

SolveTiming timeSolve(const World& world, SolverKind kind, int repeats) {
  const StepParams& params = world.desc().params;
  const Vec3 push = params.dt() * params.gravity;
  SolveState state;
  state.dt = params.dt(), state.velocity = world.velocity(), state.bodies = world.coupledBodies();
  for (int axis = 0; axis < 3; ++axis)
    for (double& u : state.velocity[axis]) u += push[axis];
  for (CoupledBody& body : state.bodies)
    for (int axis = 0; body.free && axis < 3; ++axis) body.velocity[axis] += push[axis];
  return timeSolve(world, state, kind, repeats);
}

SolveTiming timeSolve(const World& world, const SolveState& state, SolverKind kind, int repeats) {
  const StepParams& params = world.desc().params;
  SolveLimits limits;
  limits.kind = kind;
  limits.tolerance = params.method.tolerance;
  limits.maxIterations = std::max(params.method.maxIterations, kind == SolverKind::Reference ? 5000 : 200);

  Projection projection;
  SolveTiming timing;
  std::vector<double> ms, pressure;
  double spent = 0;
  for (int r = 0; r < repeats && (r == 0 || spent < 5); ++r) {
    MacVelocity velocity = state.velocity;
    std::vector<CoupledBody> bodies = state.bodies;
    pressure.assign(world.grid().size, 0);
    const double before = wallClock();
    const SolveStats stats =
        projection.solve(world.grid(), world.fractions(), params.fluid.density, state.dt, bodies, velocity, pressure,
                         limits, state.surface ? &*state.surface : nullptr, state.links);
    const double seconds = wallClock() - before;
    ms.push_back(1000 * seconds);
    spent += seconds;
    timing.stats = stats, timing.iterations = stats.iterations, timing.converged = stats.converged;
    timing.velocity = std::move(velocity);
    timing.bodies.clear();
    for (const auto& body : bodies) timing.bodies.push_back(body.velocity);
  }
  if (ms.empty()) return timing;
  std::sort(ms.begin(), ms.end());
  timing.ms = ms[ms.size() / 2];
  return timing;
}

KernelTiming timeKernels(const World& world, double triad) {
  KernelTiming timing;
  if (world.desc().params.fluid.domain != FluidDomain::Full || !(triad > 0)) return timing;
  Multigrid multigrid;
  multigrid.build(world.grid(), world.fractions().fluid);
  const SplitLattice& l = multigrid.lattice();
  std::vector<float> r(l.size, 0.f), z(l.size, 0.f);
  double cells = 0;
  for (size_t at = 0; at < l.size; ++at)
    if (multigrid.inverseDiagonal(static_cast<int>(at)) != 0)
      r[at] = std::sin(0.1f * static_cast<float>(at)), cells += 1;
  const auto best = [&](const auto& run) {
    double least = 1e300;
    for (int k = 0; k < 20; ++k) {
      const double before = wallClock();
      run();
      least = std::min(least, wallClock() - before);
    }
    return 1e3 * least;
  };
  timing.cycleMs = best([&] { multigrid.apply(r, z); });
  timing.applyMs = best([&] { multigrid.multiply(r, z); });
  // Floats per cell if nothing stayed in a cache between passes. Product: three coefficients, in, out. Cycle: on both
  // ways three coefficients, the diagonal and the right-hand side, the solution written down and read and written up,
  // half of the residual; all levels together are 8/7 of the first.
  constexpr double kApplyFloats = 5, kCycleFloats = (2 * 5 + 1 + 2 + 0.5) * 8 / 7;
  const double perFloat = 1e3 * cells * sizeof(float) / (1e9 * triad);
  timing.applyRatio = timing.applyMs / (kApplyFloats * perFloat);
  timing.cycleRatio = timing.cycleMs / (kCycleFloats * perFloat);
  return timing;
}

double largestDifference(const World& world, const SolveTiming& a, const SolveTiming& b) {
  double largest = 0;
  for (int axis = 0; axis < 3; ++axis)
    for (size_t f = 0; f < world.grid().size; ++f)
      if (world.fractions().fluid[axis][f] > 0)
        // What flows through the face: on a sliver of fluid the speed itself is as loose as the residual over its area.
        largest =
            std::max(largest, world.fractions().fluid[axis][f] * std::abs(a.velocity[axis][f] - b.velocity[axis][f]));
  for (size_t i = 0; i < a.bodies.size(); ++i)
    for (int r = 0; r < 6; ++r)
      largest = std::max(largest, std::abs(a.bodies[i][r] - b.bodies[i][r]) * (r < 3 ? 1 : world.grid().dx));
  return largest;
}

double triadBandwidth() {
  const size_t n = size_t{1} << 23;
  std::vector<double> a(n, 0.0), b(n, 1.0), c(n, 2.0);
  double best = 1e300;
  for (int r = 0; r < 4; ++r) {  // the first round only warms up
    const double before = wallClock();
    parallelFor(n, 1 << 16, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) a[i] = b[i] + 3.0 * c[i];
    });
    if (r > 0) best = std::min(best, wallClock() - before);
  }
  return 3 * sizeof(double) * double(n) / best * 1e-9;
}

double handOverTime() {
  const auto threads = static_cast<size_t>(threadCount());
  if (threads == 1) return 0;
  constexpr int kLoops = 200;
  std::vector<double> seconds;
  for (int batch = 0; batch < 50; ++batch) {
    const double before = wallClock();
    for (int r = 0; r < kLoops; ++r) parallelPieces(threads, [](size_t) {});
    seconds.push_back((wallClock() - before) / kLoops);
  }
  std::nth_element(seconds.begin(), seconds.begin() + 25, seconds.end());
  return seconds[25];
}

}  // namespace flotsam
