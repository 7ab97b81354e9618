// SPDX-License-Identifier: MIT
// The coupled solve alone, full tanks of eight bodies: what a profiler should look at.
//   bench_solve [N] [repeats] [threads]
#include <cstdio>
#include <cstdlib>

#include "cli/bench_cases.h"
#include "cli/bench_solve.h"
#include "core/parallel.h"

int main(int argc, char** argv) {
  using namespace flotsam;
  const int n = argc > 1 ? std::atoi(argv[1]) : 40, repeats = argc > 2 ? std::atoi(argv[2]) : 50;
  setThreadCount(argc > 3 ? std::atoi(argv[3]) : 1);
  auto desc = fullTank(n);
  if (!desc) return 1;
  World world(*desc);
  for (int i = 0; i < 10; ++i) world.step();
  const SolveTiming t = timeSolve(world, SolverKind::Multigrid, repeats);
  std::printf("%d cubed: %.3f ms, %d iterations\n", n, t.ms, t.iterations);
}
