// SPDX-License-Identifier: MIT
// The way through the coupled solve: assemble, make solvable, solve (multigrid or reference), update.
#include "sim/coupling/projection.h"

#include <algorithm>

#include "core/kernel.h"
#include "core/parallel.h"
#include "sim/coupling/coupled_system.h"
#include "sim/coupling/extent.h"
#include "sim/coupling/free_surface.h"
#include "sim/coupling/light_bodies.h"
#include "sim/coupling/linked_blocks.h"
#include "sim/coupling/mixed_pcg.h"
#include "sim/coupling/multigrid.h"
#include "sim/coupling/reference_solver.h"

namespace flotsam {

struct Projection::Impl {
  CoupledSystem system;
  Multigrid multigrid;
  LightBodyCorrection light;
  std::vector<FactoredBody> factored;       // free bodies, U = K R
  std::vector<FactoredLink> links;          // of them
  std::vector<const FactoredBody*> chosen;  // the light ones among them
  std::vector<FactoredLink> chosenLinks;    // of these
  std::vector<int> factoredOf;              // by body, -1: takes no part
  std::vector<double> coupling;             // of factored bodies, to the fluid
  std::vector<uint8_t> isLight;             // by factored body
  std::vector<int> chosenPlace;             // among the chosen, by factored body
  mutable std::vector<double> linkSums;
  mutable std::vector<Vec6> pushes;  // of the search direction: addBodies() adds U times these
  bool manyCells = false;            // of bodies: sums over them are worth a second thread
  std::vector<int> order;            // of factored bodies, linked ones at the end
  std::vector<double> q, left;       // the solution; what of b it leaves
  std::vector<double> solution;      // the same with a plane of zeros before it, for reads below the first plane
  MixedPcgWork work;
  std::vector<int> touching;      // wall separation: cells that may be let go,
  std::vector<uint8_t> released;  // those that are
  std::vector<double> fullRhs;    // and b with these in it
  std::vector<int> flips;
  std::vector<Vec6> sums, changes;  // K' q and N K' q of every body
  bool someReleased = false;        // of the touching cells, now

  void factorBodies();
  double apply(const std::vector<float>& in, std::vector<float>& out) const;
  void addBodies(int part, std::vector<float>& out) const;
  double pushLink(const FactoredLink& link) const;
  void chooseLight(std::span<const CoupledBody> bodies);
  double replaceResidual(double scale, std::vector<float>& x, std::vector<float>& r);
  void splitField(const std::vector<double>& from, double scale, std::vector<float>& to) const;
  double largestCoupling(const FactoredBody& body) const;
  PcgResult solveMultigrid(std::span<CoupledBody> bodies, const SolveLimits& limits, bool warm, SolveStats& stats);
  PcgResult solveOnce(std::span<CoupledBody> bodies, const SolveLimits& limits, bool warm, SolveStats& stats);
  PcgResult solveSeparating(std::span<CoupledBody> bodies, const SolveLimits& limits, bool expectRelease,
                            SolveStats& stats);
  double residualAt(int cell, std::span<const Vec6> change) const;
  void scaleToBest(PcgResult& result);
};

namespace {

constexpr int kLongestRow = 64;  // cells handled at once, even: a row's pieces keep their colours apart

/// r = b - A q of one row of cells, fluid part: w0, w1, w2 the open fractions of the lower faces, sy and sz the strides
/// to the next rows.
FLOTSAM_WIDE_KERNEL void residualRow(int n, std::ptrdiff_t sy, std::ptrdiff_t sz, const double* __restrict b,
                                     const double* __restrict w0, const double* __restrict w1,
                                     const double* __restrict w2, const double* __restrict q, double* __restrict r) {
  for (int i = 0; i < n; ++i)
    r[i] = b[i] + w0[i] * (q[i - 1] - q[i]) + w0[i + 1] * (q[i + 1] - q[i]) + w1[i] * (q[i - sy] - q[i]) +
           w1[i + sy] * (q[i + sy] - q[i]) + w2[i] * (q[i - sz] - q[i]) + w2[i + sz] * (q[i + sz] - q[i]);
}

/// u -= q_hi - q_lo on open faces.
FLOTSAM_WIDE_KERNEL void subtractGradient(size_t n, const double* __restrict w, const double* __restrict hi,
                                          const double* __restrict lo, double* __restrict u) {
  for (size_t f = 0; f < n; ++f) u[f] -= w[f] > 0 ? hi[f] - lo[f] : 0.0;
}

/// Linked bodies do even where no fluid touches them: others' motion may be theirs.
bool takesPart(const CoupledBlock& block) { return block.free && (block.linked || !block.cells.empty()); }

/// body(id of the first cell) over the rows of cells.
template <class Body>
void forRows(const Grid& g, Body&& body) {
  parallelFor(static_cast<size_t>(g.n.z), lightPlanes(g.size), [&](size_t k0, size_t k1) {
    for (size_t k = k0; k < k1; ++k)
      for (int j = 0; j < g.n.y; ++j) body(g.id(0, j, static_cast<int>(k)));
  });
}

/// In the lattice's range; it is zero elsewhere.
void clear(const SplitLattice& l, std::vector<float>& x) {
  forParts(l, [&](int part) {
    const int from = l.part(part), to = l.part(part + 1);
    for (const int colour : {l.red, l.black}) std::fill(x.data() + colour + from, x.data() + colour + to, 0.f);
  });
}

/// Largest |x| where a cell is an unknown.
FLOTSAM_WIDE_KERNEL double largestOf(size_t n, const uint8_t* __restrict unknown, const double* __restrict x) {
  double most[4] = {};
  for (size_t c = 0; c + 4 <= n; c += 4)
    for (size_t q = 0; q < 4; ++q) {
      const double size = unknown[c + q] ? std::abs(x[c + q]) : 0.0;
      most[q] = size > most[q] ? size : most[q];
    }
  for (size_t c = n / 4 * 4; c < n; ++c) most[0] = std::max(most[0], unknown[c] ? std::abs(x[c]) : 0.0);
  return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

}  // namespace

void Projection::Impl::factorBodies() {
  const SplitLattice& l = multigrid.lattice();
  size_t count = 0;
  for (const CoupledBlock& block : system.blocks) count += takesPart(block);
  factored.resize(count), coupling.resize(count);
  count = 0;
  factoredOf.assign(system.blocks.size(), -1);
  for (size_t b = 0; b < system.blocks.size(); ++b)
    if (takesPart(system.blocks[b])) factoredOf[b] = static_cast<int>(count++);
  parallelPieces(system.blocks.size(), [&](size_t b) {
    if (factoredOf[b] < 0) return;
    const CoupledBlock& block = system.blocks[b];
    FactoredBody& f = factored[static_cast<size_t>(factoredOf[b])];
    f.linked = block.linked;
    f.clear(block.cells.size());
    for (const BodyCell& cell : block.cells) {
      if (!system.unknown[cell.cell]) continue;  // let go by a wall
      Vec6 u{};
      for (int c = 0; c < 6; ++c)
        for (int r = c; r < 6; ++r) u[c] += block.root(r, c) * cell.k[r];
      f.add(l.at(cell.cell), u);
    }
    f.finish(l);
    coupling[static_cast<size_t>(factoredOf[b])] = largestCoupling(f);
  });
  links.resize(system.groups.size());
  for (size_t k = 0; k < links.size(); ++k) {
    links[k].group = &system.groups[k];
    links[k].body.clear();
    for (const int b : system.groups[k].bodies) links[k].body.push_back(factoredOf[b]);
  }
  size_t cells = 0;
  for (const FactoredBody& body : factored) cells += body.size();
  manyCells = cells > 4000;
  order.clear();
  for (size_t f = 0; f < factored.size(); ++f)
    if (!factored[f].linked) order.push_back(static_cast<int>(f));
  for (const FactoredLink& link : links) order.insert(order.end(), link.body.begin(), link.body.end());
}

/// The pushes on linked bodies, once `in` was fetched; returns their part of in' A in.
double Projection::Impl::pushLink(const FactoredLink& link) const {
  linkSums.resize(link.group->size());
  double* t = linkSums.data();
  for (const int b : link.body) {
    const Vec6 sum = factored[b].downFetched();
    t = std::copy(sum.begin(), sum.end(), t);
  }
  link.group->down(linkSums);
  double product = 0;
  for (const double v : linkSums) product += v * v;
  link.group->up(linkSums);
  t = linkSums.data();
  for (const int b : link.body) {
    std::copy_n(t, 6, pushes[b].begin());
    t += 6;
  }
  return product;
}

/// out = A in but for what addBodies() adds; returns in' A in.
double Projection::Impl::apply(const std::vector<float>& in, std::vector<float>& out) const {
  double product = multigrid.multiply(in, out, [&](int part) {
    for (const FactoredBody& body : factored) body.fetch(part, in.data());
  });
  pushes.resize(factored.size());
  parallelFor(factored.size(), manyCells ? 1 + factored.size() / 8 : factored.size(), [&](size_t begin, size_t end) {
    for (size_t f = begin; f < end; ++f)
      if (!factored[f].linked) pushes[f] = factored[f].downFetched();
  });
  for (size_t f = 0; f < factored.size(); ++f)
    if (!factored[f].linked) product += dot(pushes[f], pushes[f]);
  for (const FactoredLink& link : links) product += pushLink(link);
  return product;
}

/// In a part of the lattice.
void Projection::Impl::addBodies(int part, std::vector<float>& out) const {
  for (const int f : order) factored[f].up(part, pushes[f], out.data());
}

/// q += scale x, x = 0, r = (b - A q) / scale; returns the largest |r|.
double Projection::Impl::replaceResidual(double scale, std::vector<float>& x, std::vector<float>& r) {
  const Grid& g = system.grid;
  const SplitLattice& l = multigrid.lattice();
  const auto& w = *system.links;
  forRows(g, [&](int row) {
    double add[kLongestRow];
    for (int i = 0; i < g.n.x; i += kLongestRow) {
      const int n = std::min(kLongestRow, g.n.x - i);
      joinRow(l, row + i, n, x.data(), add);
      for (int c = 0; c < n; ++c) q[row + i + c] = solution[g.sz + row + i + c] += scale * add[c];
    }
  });
  clear(l, x);
  bodyChanges(system, q, sums, changes);
  parallelFor(static_cast<size_t>(g.n.z), lightPlanes(g.size), [&](size_t k0, size_t k1) {
    for (size_t k = k0; k < k1; ++k)
      for (int j = 0; j < g.n.y; ++j) {
        const int row = g.id(0, j, static_cast<int>(k));
        residualRow(g.n.x, g.sy, g.sz, &system.rhs[row], &w[0][row], &w[1][row], &w[2][row], &solution[g.sz + row],
                    &left[row]);
        for (int c = row; c < row + g.n.x && !system.diagonal.empty(); ++c) left[c] -= system.diagonal[c] * q[c];
      }
    for (size_t b = 0; b < system.blocks.size(); ++b)
      if (system.blocks[b].free)
        for (const BodyCell& c : cellsIn(system.blocks[b], g, k0, k1)) left[c.cell] -= dot(c.k, changes[b]);
  });
  if (someReleased)
    for (const int c : touching)
      if (released[c]) left[c] = 0;
  const double largest = detail::largest(left), back = 1 / scale;
  splitField(left, back, r);
  return back * largest;
}

/// to = scale from, cell by cell.
void Projection::Impl::splitField(const std::vector<double>& from, double scale, std::vector<float>& to) const {
  const Grid& g = system.grid;
  forRows(g, [&](int row) {
    double scaled[kLongestRow];
    for (int i = 0; i < g.n.x; i += kLongestRow) {
      const int n = std::min(kLongestRow, g.n.x - i);
      for (int c = 0; c < n; ++c) scaled[c] = scale * from[row + i + c];
      splitRow(multigrid.lattice(), row + i, n, scaled, to.data());
    }
  });
}

/// Largest entry of the diagonal of U' D^-1 U, D the diagonal of the fluid's matrix: about 0.03 for s = 10, 1.3 for
/// s = 0.1, and above 10 for a heavy box a tenth of a cell above the floor.
double Projection::Impl::largestCoupling(const FactoredBody& body) const {
  Vec6 sum{};
  for (size_t i = 0; i < body.size(); ++i) {
    const double inverse = double(multigrid.inverseDiagonal(body.at(i)));
    for (int c = 0; c < 6; ++c) sum[c] += body.u(i, c) * body.u(i, c) * inverse;
  }
  return *std::max_element(sum.begin(), sum.end());
}

/// Who is light: the fluid it drags along (about half of what it displaces) outweighs it more than ten times. So is
/// a body of any density that squeezes a film thinner than a cell: there the added mass grows without bound. With one
/// of a linked group go all. A body of s between .05 and .1 costs a few iterations without the correction (16 instead
/// of 10 for one sphere at 40^3), which are cheaper than the correction.
void Projection::Impl::chooseLight(std::span<const CoupledBody> bodies) {
  constexpr double kLightMass = 10, kLightCoupling = 2;
  chosen.clear();
  size_t kept = 0;
  isLight.assign(factored.size(), 0);
  for (size_t i = 0; i < bodies.size(); ++i)
    if (const int f = factoredOf[i]; f >= 0)
      isLight[f] = 0.5 * bodies[i].displacedMass > kLightMass * bodies[i].mass || coupling[f] > kLightCoupling;
  for (const FactoredLink& link : links) {
    const bool any = std::any_of(link.body.begin(), link.body.end(), [&](int f) { return isLight[f] != 0; });
    for (const int f : link.body) isLight[f] = any;
  }
  chosenPlace.assign(factored.size(), -1);
  for (size_t f = 0; f < factored.size(); ++f)
    if (isLight[f]) chosenPlace[f] = static_cast<int>(chosen.size()), chosen.push_back(&factored[f]);
  for (const FactoredLink& link : links) {
    if (!isLight[link.body.front()]) continue;
    if (kept == chosenLinks.size()) chosenLinks.emplace_back();
    chosenLinks[kept] = link;
    for (int& f : chosenLinks[kept].body) f = chosenPlace[f];
    ++kept;
  }
  chosenLinks.resize(kept);
}

/// `warm`: from the solution there is instead of zero.
PcgResult Projection::Impl::solveMultigrid(std::span<CoupledBody> bodies, const SolveLimits& limits, bool warm,
                                           SolveStats& stats) {
  const Grid& g = system.grid;
  const SplitLattice& l = multigrid.lattice();
  multigrid.build(g, *system.links, system.diagonal);
  factorBodies();
  chooseLight(bodies);
  const auto cycle = [this](std::vector<float>& r, std::vector<float>& z) { multigrid.apply(r, z); };
  stats.lightBodies = static_cast<int>(chosen.size());
  light.build(chosen, chosenLinks, l, cycle);
  work.reset(l);
  q.resize(g.size), left.resize(g.size), solution.resize(g.size + static_cast<size_t>(g.sz));
  parallelFor(g.size, lightGrain(g.size), [&](size_t begin, size_t end) {  // also where there are no cells
    std::fill(&q[begin], &q[begin] + (end - begin), 0.0), std::fill(&left[begin], &left[begin] + (end - begin), 0.0);
    if (!warm) std::fill(&solution[begin], &solution[begin] + (end - begin), 0.0);
  });
  if (!warm) std::fill(solution.begin() + static_cast<std::ptrdiff_t>(g.size), solution.end(), 0.0);
  clear(l, work.x);
  double scale = detail::largest(system.rhs), tolerance = limits.tolerance;
  if (warm) {  // the solver wants a residual of one to start with
    const double target = tolerance * system.rhsMax, start = replaceResidual(1, work.x, work.r);
    if (start <= target) return {.residual = start / system.rhsMax, .converged = true, .note = ""};
    scale = start, tolerance = target / start;
    work.history.scale = start / system.rhsMax;
  }
  if (scale == 0) return {.converged = true, .note = ""};
  if (!std::isfinite(scale))
    return {.residual = INFINITY, .converged = false, .note = "the right-hand side is not finite"};
  if (warm)
    replaceResidual(scale, work.x, work.r);
  else
    splitField(system.rhs, 1 / scale, work.r);
  PcgResult result = solveMixedPcg(
      l, tolerance, limits.maxIterations, work,
      [this](const std::vector<float>& in, std::vector<float>& out) { return apply(in, out); },
      [this](int part) { addBodies(part, work.ap); },
      [&](std::vector<float>& r, std::vector<float>& z) { light.apply(r, z, cycle); },
      [&](std::vector<float>& x, std::vector<float>& r) { return replaceResidual(scale, x, r); });
  if (warm) result.residual *= scale / system.rhsMax;
  return result;
}

PcgResult Projection::Impl::solveOnce(std::span<CoupledBody> bodies, const SolveLimits& limits, bool warm,
                                      SolveStats& stats) {
  if (limits.kind == SolverKind::Reference)
    return solveReference(system, limits.tolerance, limits.maxIterations, q, &work.history);
  const PcgResult result = solveMultigrid(bodies, limits, warm, stats);
  const bool broken = result.residual >= 1 || (!result.note.empty() && result.note != kIterationLimit);
  if (result.converged || !broken || !std::isfinite(detail::largest(system.rhs))) return result;
  // No better than no pressure, or no direction left: floats were not enough for these bodies. Doubles are, and slow.
  PcgResult exact = solveReference(system, limits.tolerance, limits.maxIterations, q, &work.history);
  ++stats.solvesInDoubles;
  exact.iterations += result.iterations;
  std::copy(q.begin(), q.end(), solution.begin() + system.grid.sz);
  return exact;
}

/// (A q - b) of a released cell, whose own q is 0; `change`: N K' q of every body.
double Projection::Impl::residualAt(int cell, std::span<const Vec6> change) const {
  const Grid& g = system.grid;
  const auto& w = system.fractions->fluid;
  double sum = -fullRhs[cell];
  // In the air and in other released cells q is 0 too. A cell of the outermost layer (there are such with volume
  // fractions) has no neighbour beyond it, and no opening.
  const auto through = [&](double open, int other) { return open > 0 ? open * q[other] : 0.0; };
  for (int a = 0; a < 3; ++a) {
    const int step = g.stride(a);
    sum -= through(w[a][cell], cell - step) + through(w[a][cell + step], cell + step);
  }
  for (size_t b = 0; b < system.blocks.size(); ++b) {
    const auto& cells = system.blocks[b].cells;
    const auto at = std::lower_bound(cells.begin(), cells.end(), cell,
                                     [](const BodyCell& c, int wanted) { return c.cell < wanted; });
    if (at != cells.end() && at->cell == cell) sum += dot(at->k, change[b]);
  }
  return sum;
}

/// Cut short, a solve that began from the pressure of another set of cells may have more energy than none. The best
/// multiple of it has not: E(a q) = a^2 q'Aq / 2 - a q'b is least at a = q'b / q'Aq.
void Projection::Impl::scaleToBest(PcgResult& result) {
  std::copy(q.begin(), q.end(), solution.begin() + system.grid.sz);
  std::fill(work.x.begin(), work.x.end(), 0.f);
  replaceResidual(1, work.x, work.r);
  double push = 0, rest = 0;  // q'b, q'(b - A q)
  for (size_t c = 0; c < q.size(); ++c) push += q[c] * system.rhs[c], rest += q[c] * left[c];
  if (push + rest >= 0) return;
  const double best = push / (push - rest);
  for (double& p : solution) p *= std::isfinite(best) ? best : 0;
  result.residual = replaceResidual(1, work.x, work.r) / system.rhsMax;
}

/// Walls push and do not pull: 0 <= q complementary to A q - b >= 0 at cells that touch a solid ([B07] §4), by the
/// primal-dual active set of Hintermueller, Ito & Kunisch 2003. A cell whose pressure is negative is let go (p = 0 at
/// its centre); one whose liquid would run into the wall is taken back. Each pass is an exact projection for its own
/// set, from the iterate of the last, only as exact as the sets deserve.
PcgResult Projection::Impl::solveSeparating(std::span<CoupledBody> bodies, const SolveLimits& limits,
                                            bool expectRelease, SolveStats& stats) {
  constexpr double kExact = 1e-6;  // of the largest |b|
  const Grid& g = system.grid;
  const auto& w = system.fractions->fluid;
  touching.clear();
  released.assign(g.size, 0);
  for (size_t c = 0; c < g.size; ++c) {
    if (!system.unknown[c] || !system.open[system.region[c]]) continue;
    double open = 0;
    for (int a = 0; a < (g.flat() ? 2 : 3); ++a) open += w[a][c] + w[a][c + g.stride(a)];
    if (open < (g.flat() ? 4 : 6) - 1e-9) touching.push_back(static_cast<int>(c));
  }
  fullRhs = system.rhs;
  const double enough = kExact * system.rhsMax;
  const auto wrong = [&](int c) { return released[c] ? -residualAt(c, changes) : -q[c]; };
  SolveLimits inner = limits;
  if (expectRelease && limits.separationPasses > 1) inner.tolerance = std::max(limits.tolerance, 1e-3);
  PcgResult result;
  int iterations = 0;
  someReleased = false;
  for (stats.passes = 1;; ++stats.passes) {
    result = solveOnce(bodies, inner, stats.passes > 1, stats);
    iterations += result.iterations;
    if (!result.converged) {
      if (limits.kind == SolverKind::Multigrid && stats.passes > 1) scaleToBest(result);
      break;
    }
    bodyChanges(system, q, sums, changes);
    double worst = 0;
    for (const int c : touching) worst = std::max(worst, wrong(c));
    stats.complementarity = worst / system.rhsMax;
    const bool exact = inner.tolerance <= limits.tolerance;
    if ((worst <= enough && exact) || stats.passes >= limits.separationPasses) break;
    // Decide from the state of this pass, then change all at once.
    flips.clear();
    for (const int c : touching)
      if (wrong(c) > enough) flips.push_back(c);
    for (const int c : flips) released[c] ^= 1;
    const bool changed = !flips.empty();
    const bool rough = changed && stats.passes + 1 < limits.separationPasses;  // the last pass there can be counts
    inner.tolerance = rough ? std::clamp(0.2 * worst / system.rhsMax, limits.tolerance, 0.1) : limits.tolerance;
    if (!changed) continue;
    someReleased = true;
    relinkLiquid(system, released, flips);
    for (const int c : touching) {
      system.rhs[c] = system.unknown[c] ? fullRhs[c] : 0.0;
      if (released[c] && !solution.empty()) solution[g.sz + c] = 0;
    }
  }
  for (const int c : touching) stats.released += released[c];
  result.iterations = iterations;
  return result;
}

Projection::Projection() : impl_(std::make_unique<Impl>()) {}
Projection::~Projection() = default;
const CoupledSystem& Projection::system() const { return impl_->system; }
const ResidualHistory& Projection::residuals() const { return impl_->work.history; }

SolveStats Projection::solve(const Grid& grid, const FaceFractions& fractions, double fluidDensity, double dt,
                             std::span<CoupledBody> bodies, MacVelocity& velocity, std::vector<double>& pressure,
                             const SolveLimits& limits, const FreeSurface* surface,
                             std::span<const LinkedGroup> links) {
  Impl& s = *impl_;
  SolveStats stats;
  s.work.history.count = 0, s.work.history.scale = 1;
  assemble(s.system, grid, fractions, fluidDensity, bodies, velocity, surface, links);
  s.system.rhsMax = detail::largest(s.system.rhs);
  double change = 0;
  stats.projectedRegions = makeSolvable(s.system, change);
  stats.incompatible = s.system.rhsMax > 0 ? change / s.system.rhsMax : 0;
  stats.unknowns = s.system.unknowns, stats.regions = s.system.regions;
  stats.rhsMax = s.system.rhsMax;
  for (CoupledBody& body : bodies) body.impulse = {};
  pressure.resize(grid.size);
  if (s.system.unknowns == 0) {
    std::fill(pressure.begin(), pressure.end(), 0.0);
    stats.converged = true;
    return stats;
  }
  s.someReleased = false;
  const PcgResult result = surface && surface->separation
                               ? s.solveSeparating(bodies, limits, surface->expectRelease, stats)
                               : s.solveOnce(bodies, limits, /*warm=*/false, stats);
  stats.iterations = result.iterations;
  stats.residual = result.residual;
  stats.converged = result.converged;
  stats.note = result.note;

  if (surface) updateLiquidVelocity(s.system, s.q, velocity);
  for (int a = 0; a < (surface ? 0 : 3); ++a) {
    const int step = grid.stride(a);
    const auto& w = fractions.fluid[a];
    parallelFor(grid.size - step, lightGrain(grid.size), [&](size_t begin, size_t end) {
      const size_t at = begin + step;
      subtractGradient(end - begin, &w[at], &s.q[at], &s.q[begin], &velocity[a][at]);
    });
  }
  const double impulseScale = fluidDensity * grid.cellVolume();  // q K is m/s per face: times the mass of a cell
  bodyChanges(s.system, s.q, s.sums, s.changes);
  for (size_t i = 0; i < bodies.size(); ++i) {
    for (int c = 0; c < 6; ++c) bodies[i].impulse[c] = -impulseScale * s.sums[i][c];
    if (!s.system.blocks[i].free) continue;
    for (int c = 0; c < 6; ++c) bodies[i].velocity[c] -= s.changes[i][c];
  }
  const double toPressure = fluidDensity * grid.dx / dt;
  parallelFor(grid.size, lightGrain(grid.size), [&](size_t begin, size_t end) {
    for (size_t id = begin; id < end; ++id) pressure[id] = toPressure * s.q[id];
  });
  computeRhs(s.system, bodies, velocity, s.left);
  const double divergence = parallelLargest(grid.size, lightGrain(grid.size), [&](size_t begin, size_t end) {
    return Extent{.most = largestOf(end - begin, &s.system.unknown[begin], &s.left[begin])};
  });
  stats.maxDivergence = divergence / grid.dx;
  return stats;
}

}  // namespace flotsam
