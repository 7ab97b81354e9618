// SPDX-License-Identifier: MIT
// The coupled solve by itself, on the state a world is in. Internal to cli.
#pragma once

#include "sim/world.h"

namespace flotsam {

struct SolveTiming {
  double ms = 0;  // median
  int iterations = 0;
  bool converged = false;
  double largestPressure = 0;  // Pa, so that two solvers can be compared
};

/// Solves what one step of gravity adds to the present velocities of fluid and bodies, `repeats` times.
SolveTiming timeSolve(const World& world, SolverKind kind, int repeats);

/// Sustained memory bandwidth of a[i] = b[i] + s c[i] over arrays larger than the caches, GB/s; best of three.
double triadBandwidth();

}  // namespace flotsam
