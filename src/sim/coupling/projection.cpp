// SPDX-License-Identifier: MIT
// The way through the coupled solve: assemble, make solvable, solve (multigrid or reference), update.
#include "sim/coupling/projection.h"

#include <algorithm>

#include "core/kernel.h"
#include "core/parallel.h"
#include "sim/coupling/coupled_system.h"
#include "sim/coupling/light_bodies.h"
#include "sim/coupling/multigrid.h"
#include "sim/coupling/pcg.h"
#include "sim/coupling/reference_solver.h"

namespace flotsam {

struct Projection::Impl {
  CoupledSystem system;
  Multigrid multigrid;
  LightBodyCorrection light;
  SplitStencil<double> stencil;
  std::vector<FactoredBody> factored;       // free bodies, U = K R
  std::vector<const FactoredBody*> chosen;  // the light ones among them
  std::vector<double> b, x, left, q;
  std::vector<float> r32, z32;
  int first = -1, last = -1;  // the lattice's range they were last used with
  PcgWork work;

  void buildSplit();
  void apply(const std::vector<double>& in, std::vector<double>& out) const;
  double largestCoupling(const FactoredBody& body) const;
  PcgResult solveMultigrid(std::span<CoupledBody> bodies, const SolveLimits& limits, SolveStats& stats);
};

namespace {

/// out = diagonal * own - neighbours over one colour; offsets as in split_field.h.
FLOTSAM_WIDE_KERNEL void stencilHalf(size_t begin, size_t end, int xm, int xp, int ym, int yp, int zm, int zp,
                                     const double* __restrict d, const double* __restrict ax,
                                     const double* __restrict ay, const double* __restrict az,
                                     const double* __restrict bx, const double* __restrict by,
                                     const double* __restrict bz, const double* __restrict own,
                                     const double* __restrict other, double* __restrict out) {
  const auto n = static_cast<std::ptrdiff_t>(end);
  for (auto m = static_cast<std::ptrdiff_t>(begin); m < n; ++m)
    out[m] = d[m] * own[m] - (ax[m] * other[m + xm] + bx[m + xp] * other[m + xp] + ay[m] * other[m + ym] +
                              by[m + yp] * other[m + yp] + az[m] * other[m + zm] + bz[m + zp] * other[m + zp]);
}

FLOTSAM_WIDE_KERNEL void narrow(size_t n, double scale, const double* __restrict in, float* __restrict out) {
  for (size_t i = 0; i < n; ++i) out[i] = static_cast<float>(scale * in[i]);
}
FLOTSAM_WIDE_KERNEL void widen(size_t n, double scale, const float* __restrict in, double* __restrict out) {
  for (size_t i = 0; i < n; ++i) out[i] = scale * static_cast<double>(in[i]);
}

}  // namespace

void Projection::Impl::buildSplit() {
  const Grid& g = system.grid;
  const auto& w = system.fractions->fluid;
  multigrid.build(g, w);
  const SplitLattice& l = multigrid.lattice();
  stencil.resize(l.size);
  if (b.size() != l.size) b.assign(l.size, 0.0);
  for (int k = 0; k < g.n.z; ++k)
    for (int j = 0; j < g.n.y; ++j) {
      int id = g.id(0, j, k);
      for (int i = 0; i < g.n.x; ++i, ++id) {
        const int at = l.at(id);
        stencil.x[at] = w[0][id], stencil.y[at] = w[1][id], stencil.z[at] = w[2][id];
        if (!system.unknown[id]) {
          stencil.diagonal[at] = b[at] = 0;
          continue;
        }
        stencil.diagonal[at] = w[0][id] + w[0][id + 1] + w[1][id] + w[1][id + g.sy] + w[2][id] + w[2][id + g.sz];
        b[at] = system.rhs[id];
      }
    }
  size_t count = 0;
  for (const CoupledBlock& block : system.blocks) count += block.free && !block.cells.empty();
  factored.resize(count);
  count = 0;
  for (const CoupledBlock& block : system.blocks) {
    if (!block.free || block.cells.empty()) continue;
    FactoredBody& f = factored[count++];
    f.at.resize(block.cells.size()), f.u.resize(block.cells.size());
    for (size_t i = 0; i < block.cells.size(); ++i) {
      f.at[i] = l.at(block.cells[i].cell);
      for (int c = 0; c < 6; ++c) {
        double sum = 0;
        for (int r = c; r < 6; ++r) sum += block.root(r, c) * block.cells[i].k[r];
        f.u[i][c] = sum;
      }
    }
  }
}

void Projection::Impl::apply(const std::vector<double>& in, std::vector<double>& out) const {
  const SplitLattice& l = multigrid.lattice();
  const double *x = stencil.x.data(), *y = stencil.y.data(), *z = stencil.z.data(), *d = stencil.diagonal.data();
  const double* v = in.data();
  double* o = out.data();
  const int h = l.h, g = l.g, R = l.red + l.first, B = l.black + l.first;
  parallelFor(static_cast<size_t>(l.last - l.first), 16384, [&](size_t begin, size_t end) {
    stencilHalf(begin, end, -1, 0, -h - 1, h, -g - 1, g, d + R, x + R, y + R, z + R, x + B, y + B, z + B, v + R, v + B,
                o + R);
    stencilHalf(begin, end, 0, 1, -h, h + 1, -g, g + 1, d + B, x + B, y + B, z + B, x + R, y + R, z + R, v + B, v + R,
                o + B);
  });
  for (const FactoredBody& body : factored) {
    Vec6 sum{};
    const size_t n = body.at.size();
    for (size_t i = 0; i < n; ++i)
      for (int c = 0; c < 6; ++c) sum[c] += body.u[i][c] * in[body.at[i]];
    for (size_t i = 0; i < n; ++i) {
      double s = 0;
      for (int c = 0; c < 6; ++c) s += body.u[i][c] * sum[c];
      out[body.at[i]] += s;
    }
  }
}

/// Largest entry of the diagonal of U' D^-1 U, D the diagonal of the fluid's matrix: about 0.03 for s = 10, 1.3 for
/// s = 0.1, and above 10 for a heavy box a tenth of a cell above the floor.
double Projection::Impl::largestCoupling(const FactoredBody& body) const {
  Vec6 sum{};
  for (size_t i = 0; i < body.at.size(); ++i) {
    const double inverse = 1 / stencil.diagonal[body.at[i]];
    for (int c = 0; c < 6; ++c) sum[c] += body.u[i][c] * body.u[i][c] * inverse;
  }
  return *std::max_element(sum.begin(), sum.end());
}

PcgResult Projection::Impl::solveMultigrid(std::span<CoupledBody> bodies, const SolveLimits& limits,
                                           SolveStats& stats) {
  buildSplit();
  const SplitLattice& l = multigrid.lattice();
  if (r32.size() != l.size || first != l.first || last != l.last) {  // vectors hold zeros outside the range
    r32.assign(l.size, 0.f), z32.assign(l.size, 0.f);
    work.z.clear();
    first = l.first, last = l.last;
  }
  // Who is light: the fluid it drags along (about half of what it displaces) outweighs it more than five times. So is
  // a body of any density that squeezes a film thinner than a cell: there the added mass grows without bound.
  chosen.clear();
  for (size_t i = 0, f = 0; i < bodies.size(); ++i) {
    if (!system.blocks[i].free || system.blocks[i].cells.empty()) continue;
    if (limits.lightBodyCorrection &&
        (0.5 * bodies[i].displacedMass > 5 * bodies[i].mass || largestCoupling(factored[f]) > 2))
      chosen.push_back(&factored[f]);
    ++f;
  }
  const auto cycle = [this](std::vector<float>& r, std::vector<float>& z) { multigrid.apply(r, z); };
  stats.lightBodies = static_cast<int>(chosen.size());
  light.build(chosen, l.size, cycle);
  const PcgResult result = solvePcg(
      b, x, limits.tolerance, limits.maxIterations, work,
      [this](const std::vector<double>& in, std::vector<double>& out) { apply(in, out); },
      [&](const std::vector<double>& in, std::vector<double>& out) {
        // The cycle works on a residual of size one, so float neither overflows nor loses small ones.
        const double size = work.residual, up = size > 0 ? 1 / size : 1;
        narrow(in.size(), up, in.data(), r32.data());
        light.apply(r32, z32, cycle);
        widen(out.size(), size, z32.data(), out.data());
      });
  q.assign(system.grid.size, 0.0);
  for (size_t id = 0; id < system.grid.size; ++id)
    if (system.unknown[id]) q[id] = x[l.at(static_cast<int>(id))];
  return result;
}

Projection::Projection() : impl_(std::make_unique<Impl>()) {}
Projection::~Projection() = default;

SolveStats Projection::solve(const Grid& grid, const FaceFractions& fractions, double fluidDensity, double dt,
                             std::span<CoupledBody> bodies, MacVelocity& velocity, std::vector<double>& pressure,
                             const SolveLimits& limits) {
  Impl& s = *impl_;
  SolveStats stats;
  assemble(s.system, grid, fractions, fluidDensity, bodies, velocity);
  s.system.rhsMax = detail::largest(s.system.rhs);
  double change = 0;
  stats.projectedRegions = makeSolvable(s.system, change);
  stats.incompatible = s.system.rhsMax > 0 ? change / s.system.rhsMax : 0;
  stats.unknowns = s.system.unknowns, stats.regions = s.system.regions;
  stats.rhsMax = s.system.rhsMax;
  pressure.assign(grid.size, 0.0);
  for (CoupledBody& body : bodies) body.impulse = {};
  if (s.system.unknowns == 0) {
    stats.converged = true;
    return stats;
  }
  const PcgResult result = limits.kind == SolverKind::Reference
                               ? solveReference(s.system, limits.tolerance, limits.maxIterations, s.q)
                               : s.solveMultigrid(bodies, limits, stats);
  stats.iterations = result.iterations;
  stats.residual = result.residual;
  stats.converged = result.converged;
  stats.note = result.note;

  for (int a = 0; a < 3; ++a) {
    const int step = grid.stride(a);
    const auto& w = fractions.fluid[a];
    for (size_t id = step; id < grid.size; ++id)
      if (w[id] > 0) velocity[a][id] -= s.q[id] - s.q[id - step];
  }
  const double impulseScale = fluidDensity * grid.cellVolume();  // q K is m/s per face: times the mass of a cell
  for (size_t i = 0; i < bodies.size(); ++i) {
    const Vec6 sum = gather(s.system.blocks[i], s.q);
    for (int c = 0; c < 6; ++c) bodies[i].impulse[c] = -impulseScale * sum[c];
    if (!s.system.blocks[i].free) continue;
    const Vec6 change = s.system.blocks[i].mobility * sum;
    for (int c = 0; c < 6; ++c) bodies[i].velocity[c] -= change[c];
  }
  const double toPressure = fluidDensity * grid.dx / dt;
  for (size_t id = 0; id < grid.size; ++id) pressure[id] = toPressure * s.q[id];
  computeRhs(s.system, bodies, velocity, s.left);
  double divergence = 0;
  for (size_t id = 0; id < grid.size; ++id)
    if (s.system.unknown[id]) divergence = std::max(divergence, std::abs(s.left[id]));
  stats.maxDivergence = divergence / grid.dx;
  return stats;
}

}  // namespace flotsam
