// SPDX-License-Identifier: MIT
// Nanoseconds per particle of the particle stages: bench_fluid [cells per axis] [threads]. Built on request only.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "core/hash.h"
#include "core/parallel.h"
#include "core/rng.h"
#include "sim/fluid/advection.h"
#include "sim/fluid/extrapolation.h"
#include "sim/fluid/particle_scratch.h"
#include "sim/fluid/transfer.h"

using namespace flotsam;

namespace {

/// CPU seconds of this process, so that other programs disturb less; with several threads their sum.
double secondsNow() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Bench {
  Grid g;
  SolidField solids;
  Particles p;
  ParticleScratch scratch;
  ExtrapolationScratch memory;
  MacVelocity u, now;
  FaceMask known;

  explicit Bench(int n) : g({n, n, n}, 1.0 / n) {
    solids.phi.assign(g.size, 0), solids.owner.assign(g.size, -1);
    now.resize(g);
    for (int k = 0; k <= g.n.z; ++k)
      for (int j = 0; j <= g.n.y; ++j)
        for (int i = 0; i <= g.n.x; ++i) {
          const int f = g.id(i, j, k);
          const Int3 c(i, j, k), far = g.n - 1 - c;
          solids.phi[f] = static_cast<float>(std::min({i - 1, j - 1, k - 1, far.x, far.y, far.z}));
          // Two crossed cells of a Taylor-Green flow: nothing runs into the walls.
          const Vec3 x = kPi * (Vec3(c) - 1.0) / double(n), s = glm::sin(x), h = x + 0.5 * kPi / n;
          now[0][f] = 0.5 * s.x * (std::cos(h.y) + std::cos(h.z));
          now[1][f] = -0.5 * s.y * std::cos(h.x);
          now[2][f] = -0.5 * s.z * std::cos(h.x);
        }
    seedParticles(g, solids, 8, 1, p);
  }
};

template <class Run>
void report(const char* name, double count, const char* what, const Run& run) {
  double best = 1e9, sum = 0;
  for (int r = 0; r < 15; ++r) {
    const double t = secondsNow();
    run();
    const double d = secondsNow() - t;
    best = std::min(best, d), sum += d;
  }
  std::printf("%-24s %8.2f best %8.2f mean  ns per %s, %7.3f ms\n", name, best / count * 1e9, sum / 15 / count * 1e9,
              what, best * 1e3);
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::max(2, std::atoi(argv[1])) : 20;
  setThreadCount(argc > 2 ? std::atoi(argv[2]) : 1);
  Bench b(n);
  const double particles = static_cast<double>(b.p.size()), cells = static_cast<double>(b.g.size);
  const double dt = 0.7 * b.g.dx;  // 0.7 cells per step at 1 m/s
  for (int r = 0; r < 20; ++r) advectParticles(b.g, b.now, b.solids, dt, b.p, b.scratch);
  report("advect (RK3, push-out)", particles, "particle",
         [&] { advectParticles(b.g, b.now, b.solids, dt, b.p, b.scratch); });
  report("advect + sort", particles, "particle", [&] {
    advectParticles(b.g, b.now, b.solids, dt, b.p, b.scratch);
    sortParticles(b.g, b.p, b.scratch);
  });
  report("sort (sorted input)", particles, "particle", [&] { sortParticles(b.g, b.p, b.scratch); });
  report("to grid", particles, "particle", [&] { transferToGrid(b.g, b.p, b.u, b.known, b.scratch); });
  report("to particles", particles, "particle", [&] { transferToParticles(b.g, b.now, b.u, 0.97, b.p, b.scratch); });
  report("extrapolate", cells, "cell", [&] { extrapolate(b.g, b.known, 4, b.u, b.memory); });
  report("constrain", cells, "cell", [&] { constrainToSolids(b.g, b.known, b.solids, {}, b.u, b.memory); });
  MacVelocity v;
  report("advect velocity", cells, "cell", [&] { advectVelocity(b.g, b.now, dt, v, b.scratch); });
  std::vector<float> smoke(b.g.size, 0.5f), next;
  report("advect smoke", cells, "cell", [&] { advectScalar(b.g, b.now, b.solids, dt, smoke, next, b.scratch); });
  StateHash hash;
  for (int a = 0; a < 3; ++a) {
    hash.values(std::span<const float>(b.p.x[a])), hash.values(std::span<const float>(b.p.v[a]));
    hash.values(std::span<const double>(b.u[a])), hash.values(std::span<const double>(v[a]));
  }
  std::printf("hash %016llx\n", static_cast<unsigned long long>(hash.get()));
}
