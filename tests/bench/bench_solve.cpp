// SPDX-License-Identifier: MIT
// The coupled solve alone, in a case of `flotsam bench` without a free surface: what a profiler should look at.
//   bench_solve [case] [repeats] [threads]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "cli/bench_cases.h"
#include "cli/bench_solve.h"
#include "core/parallel.h"

int main(int argc, char** argv) {
  using namespace flotsam;
  const std::string name = argc > 1 ? argv[1] : "full-40";
  const int repeats = argc > 2 ? std::atoi(argv[2]) : 50;
  setThreadCount(argc > 3 ? std::atoi(argv[3]) : 1);
  auto desc = benchCase(name);
  if (!desc) {
    std::fprintf(stderr, "%s\n", desc.problems.front().text().c_str());
    return 1;
  }
  World world(*desc);
  for (int i = 0; i < 10; ++i) world.step();
  double least = INFINITY;  // of groups' medians: on a busy machine the one that nothing disturbed
  int iterations = 0;
  for (int group = 0; group < repeats; group += 5) {
    const SolveTiming t = timeSolve(world, SolverKind::Multigrid, 5);
    least = std::min(least, t.ms), iterations = t.iterations;
  }
  std::printf("%s: %.3f ms, %d iterations\n", name.c_str(), least, iterations);
}
