// SPDX-License-Identifier: MIT
// Stage "diagnostics": what a step reports of its fluid, and what it warns of.
#include <algorithm>
#include <array>

#include "core/describe.h"
#include "core/kernel.h"
#include "core/parallel.h"
#include "sim/world_impl.h"

namespace flotsam {

namespace {

/// Sums of open u and of open u^2.
FLOTSAM_WIDE_KERNEL void momentumAndEnergy(const double* __restrict open, const double* __restrict u, size_t size,
                                           double& momentum, double& energy) {
  double m[8] = {}, e[8] = {};
  size_t f = 0;
  for (; f + 8 <= size; f += 8)
    for (size_t q = 0; q < 8; ++q) {
      const double part = open[f + q] * u[f + q];
      m[q] += part, e[q] += part * u[f + q];
    }
  for (; f < size; ++f) m[0] += open[f] * u[f], e[0] += open[f] * u[f] * u[f];
  momentum = ((m[0] + m[1]) + (m[2] + m[3])) + ((m[4] + m[5]) + (m[6] + m[7]));
  energy = ((e[0] + e[1]) + (e[2] + e[3])) + ((e[4] + e[5]) + (e[6] + e[7]));
}

/// The smallest distance at the nodes of `count` cells in a row; `phi`: of the first one's first node.
FLOTSAM_WIDE_KERNEL float leastOfCells(const float* phi, int sy, int sz, int count) {
  float least[8];
  std::fill(least, least + 8, phi[0]);
  const auto take = [&](int i, int q) {
    const float* p = phi + i;
    const float lower = std::min(p[0], p[sy]), upper = std::min(p[sz], p[sy + sz]);
    const float both = lower < upper ? lower : upper;
    least[q] = both < least[q] ? both : least[q];
  };
  int i = 0;
  for (; i + 8 <= count + 1; i += 8)
    for (int q = 0; q < 8; ++q) take(i + q, q);
  for (; i <= count; ++i) take(i, 0);
  return *std::min_element(least, least + 8);
}

}  // namespace

void World::Impl::diagnose() {
  if (hasSurface())
    diagnoseLiquid();
  else
    diagnoseFluid();
  diagnoseSmoke();
  if (!report.pressure.converged) report.warnings.push_back("pressure solve stopped early: " + report.pressure.note);
  if (report.pressure.incompatible > 1e-6)
    report.warnings.push_back("a closed region is being compressed; the part no pressure can balance is left out");
  const auto toCome = [&](const Emitter& e) { return e.until > time; };
  if (report.fluid.volume <= 0 && std::none_of(desc.emitters.begin(), desc.emitters.end(), toCome))
    report.warnings.push_back(hasSurface() ? "there is no liquid" : "the bodies leave no room for fluid");
  warnOfRunaways();
  report.time = time;
}

/// A free body that is far faster than a fall through the tank, its start and everything that drives the scene: a
/// coupling that explodes does so with numbers that are finite for long.
void World::Impl::warnOfRunaways() {
  constexpr double kTimes = 3;
  const double tank = glm::length(grid.extent());
  double driven = std::max(tank, std::sqrt(2 * glm::length(desc.params.gravity) * tank));  // tank: in one second
  for (const BodyDesc& b : desc.bodies) driven = std::max(driven, glm::length(b.velocity));
  for (const Emitter& e : desc.emitters) driven = std::max(driven, glm::length(e.velocity));
  for (const RigidBody& b : bodies)
    if (!b.free()) driven = std::max(driven, b.tipSpeed());
  for (size_t i = 0; i < bodies.size(); ++i) {
    const double speed = glm::length(bodies[i].velocity);
    if (!bodies[i].free() || static_cast<int>(i) == handBody || !(speed > kTimes * driven)) continue;
    warnOnce("body '" + bodies[i].desc.name + "' moves at ",
             formatNumber(std::round(speed)) + " m/s, faster than anything in the scene makes it" +
                 (desc.params.method.coupling == Coupling::Weak ? ": weak coupling is unstable for it" : ""));
  }
}

void World::Impl::diagnoseFluid() {
  const auto& open = fractions->get().fluid;
  const double rho = desc.params.fluid.density, cell = grid.cellVolume();
  constexpr float kOnSurface = 1e-6f;  // cells
  // How much of a cut cell is open, by its nodes' distance.
  const auto openPart = [&](int id) {
    double corner[8];
    for (int q = 0; q < 8; ++q) {
      corner[q] = solidField.phi[id + (q & 1) + (q & 2 ? grid.sy : 0) + (q & 4 ? grid.sz : 0)];
      if (std::abs(corner[q]) < kOnSurface) corner[q] = 0;
    }
    return 1 - insideVolume(corner);
  };
  struct Sums {
    Vec3 momentum{0}, moment{0};  // of velocity over faces; of place over cells
    double energy = 0, cells = 0;
  };
  constexpr size_t kPieces = 8;  // of planes
  std::array<Sums, kPieces> parts;
  parallelPieces(kPieces, [&](size_t piece) {
    Sums sums;
    const int planes = grid.n.z + 1, k0 = planes * static_cast<int>(piece) / static_cast<int>(kPieces);
    const int k1 = planes * static_cast<int>(piece + 1) / static_cast<int>(kPieces);
    const size_t from = static_cast<size_t>(grid.sz) * k0, to = static_cast<size_t>(grid.sz) * k1;
    for (int a = 0; a < 3; ++a) {
      double energy;
      momentumAndEnergy(&open[a][from], &velocity[a][from], to - from, sums.momentum[a], energy);
      sums.energy += energy;
    }
    for (int k = std::max(k0, 1); k < std::min(k1, grid.n.z - 1); ++k)
      for (int j = 1; j <= grid.inner.y; ++j) {
        const int first = grid.id(1, j, k), count = grid.inner.x;
        double row = count, along = 0.5 * count * (count + 1);
        if (!(leastOfCells(&solidField.phi[first], grid.sy, grid.sz, count) > -kOnSurface)) {
          row = along = 0;
          for (int i = 1; i <= count; ++i) {
            const bool clear = leastOfCells(&solidField.phi[first + i - 1], grid.sy, grid.sz, 1) > -kOnSurface;
            const double part = clear ? 1.0 : openPart(first + i - 1);
            row += part, along += part * i;
          }
        }
        sums.cells += row;
        sums.moment += grid.dx * Vec3(along - 0.5 * row, (j - 0.5) * row, (k - 0.5) * row);
      }
    parts[piece] = sums;
  });
  Sums all;
  for (const Sums& p : parts) {
    all.momentum += p.momentum, all.moment += p.moment;
    all.energy += p.energy, all.cells += p.cells;
  }
  FluidReport& f = report.fluid;
  f = {};
  f.particles = particles.size();
  f.momentum = rho * cell * all.momentum;
  f.kineticEnergy = 0.5 * rho * cell * all.energy;
  f.volume = cell * all.cells;
  f.potentialEnergy = -rho * cell * glm::dot(desc.params.gravity, all.moment);
  const ThroughFlow through = throughFlow(grid, desc.container.open, open, velocity);
  f.open = hasOpenSides(), f.inflow = through.in, f.outflow = through.out, f.exchanged = exchanged;
}

}  // namespace flotsam
