// SPDX-License-Identifier: MIT
// The coupled solve by itself, on the state a world is in. Internal to cli.
#pragma once

#include <vector>

#include <optional>

#include "sim/coupling/free_surface.h"
#include "sim/rigid/linkage.h"
#include "sim/world.h"

namespace flotsam {

/// The last solve of a step, as it was about to start. Valid until the world's next step.
struct SolveState {
  double dt = 0;
  MacVelocity velocity;
  std::vector<CoupledBody> bodies;
  std::optional<FreeSurface> surface;
  std::vector<LinkedGroup> links;
};

struct SolveTiming {
  double ms = 0;  // median
  int iterations = 0;
  SolveStats stats;
  bool converged = false;
  MacVelocity velocity;  // what came out, so that two solvers can be compared
  std::vector<Vec6> bodies;
};

/// One step of the world, with its last pressure solve kept. Returns the seconds that keeping took.
double stepAndKeep(World& world, SolveState& state);
/// Solves that again, `repeats` times.
SolveTiming timeSolve(const World& world, const SolveState& state, SolverKind kind, int repeats);

/// Solves what one step of gravity adds to the present velocities of fluid and bodies, `repeats` times.
SolveTiming timeSolve(const World& world, SolverKind kind, int repeats);

/// What one application costs beside its bytes at the speed of the triad; 0 in a liquid, whose unknowns differ.
struct KernelTiming {
  double applyMs = 0, applyRatio = 0;  // of the seven-point matrix, in floats
  double cycleMs = 0, cycleRatio = 0;  // of the multigrid cycle
};
KernelTiming timeKernels(const World& world, double triad);

/// Largest difference of what two solves made of the same state, fluid and bodies, m/s (spin times one cell).
double largestDifference(const World& world, const SolveTiming& a, const SolveTiming& b);

/// Sustained memory bandwidth of a[i] = b[i] + s c[i] over arrays larger than the caches, GB/s; best of three.
double triadBandwidth();

/// What it takes to hand a loop without work to all threads and to hear from them, s; median. Cores that share a cache
/// take a quarter of what others take. 0 on one thread.
double handOverTime();

}  // namespace flotsam
