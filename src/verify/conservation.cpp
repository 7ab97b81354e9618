// SPDX-License-Identifier: MIT
#include "verify/conservation.h"

#include <algorithm>
#include <cmath>

#include "sim/coupling/body_blocks.h"
#include "sim/coupling/reference_solver.h"

namespace flotsam {

namespace {

std::shared_ptr<const Shape> randomShape(Random& r, double radius, bool flat) {
  if (flat)
    return r.unit() < 0.5 ? Tank::primitive(ShapeKind::Sphere, Vec3(radius))
                          : Tank::primitive(ShapeKind::Box, Vec3(1.5, 1.1, 1.3) * radius);
  switch (static_cast<int>(r.in(0, 6))) {
    case 0:
      return Tank::primitive(ShapeKind::Sphere, Vec3(radius));
    case 1:
      return Tank::primitive(ShapeKind::Torus, Vec3(0.68 * radius, 0.31 * radius, 0));
    case 2:
      return Tank::primitive(ShapeKind::Ellipsoid, Vec3(0.95, 0.6, 0.75) * radius);
    case 3:
      return Tank::primitive(ShapeKind::Cylinder, Vec3(0.7 * radius, 1.4 * radius, 0));
    case 4:
      return Tank::primitive(ShapeKind::Capsule, Vec3(0.5 * radius, 1.9 * radius, 0));
    default:
      return Tank::primitive(ShapeKind::Box, Vec3(1.0, 1.2, 0.9) * radius);
  }
}

ContainerDesc randomContainer(Random& r, const Vec3& extent, bool flat) {
  ContainerDesc c;
  c.centre = 0.5 * extent;
  const double least = flat ? std::min(extent.x, extent.y) : std::min({extent.x, extent.y, extent.z});
  switch (static_cast<int>(r.in(0, flat ? 3 : 4))) {
    case 0:
      c.kind = WallKind::Box;
      break;
    case 1:
      c.kind = WallKind::TiltedBox;
      c.size = 0.8 * extent;
      if (flat) c.size.z = 1;
      {
        const Vec3 axis = flat ? Vec3(0, 0, 1) : glm::normalize(Vec3{r.in(-1, 1), r.in(-1, 1), 1});
        c.orientation = glm::angleAxis(flat ? r.in(-0.4, 0.4) : r.in(-0.25, 0.25), axis);
      }
      break;
    case 2:
      c.kind = WallKind::Sphere;
      c.size = Vec3(r.in(0.4, 0.5) * least);
      break;
    default:
      c.kind = WallKind::Cylinder;
      c.size = Vec3(r.in(0.38, 0.48) * least, 0.85 * extent.y, 0);
      c.orientation = glm::angleAxis(r.in(-0.2, 0.2), Vec3(1, 0, 0));
  }
  return c;
}

// Random numbers are drawn in braces, which are evaluated from left to right: a seed is the same scene everywhere.

/// A smooth random flow of about 1 m/s on every face.
void randomFlow(Tank& tank, Random& r, double gravityStep) {
  const Vec3 a{r.in(3, 8), r.in(3, 8), r.in(3, 8)}, b{r.in(0, 6), r.in(0, 6), r.in(0, 6)};
  const Vec3 extent = tank.grid.extent();
  tank.setVelocity([&](int axis, const Vec3& x) {
    const Vec3 s = x / extent;
    return std::sin(a[axis] * s[(axis + 1) % 3] + b[axis]) * std::cos(a[(axis + 2) % 3] * s[axis] + b[(axis + 1) % 3]) -
           (axis == 1 ? gravityStep : 0);
  });
  const bool flat = tank.grid.flat();
  for (auto& c : tank.coupled) {
    const Vec3 v{r.in(-1, 1), r.in(-1, 1) - gravityStep, r.in(-1, 1)}, w{r.in(-4, 4), r.in(-4, 4), r.in(-4, 4)};
    if (c.free) c.velocity = flat ? Vec6{v.x, v.y, 0, 0, 0, w.z} : vec6(v, w);
  }
}

/// Waves on a slope across the tank, or, in one of four scenes, a ball of liquid in the air.
void randomSurface(Tank& tank, Random& r) {
  const Vec3 extent = tank.grid.extent();
  const bool ball = r.unit() < 0.25;
  const Vec3 at{extent.x * r.in(0.3, 0.7), extent.y * r.in(0.3, 0.8), tank.grid.flat() ? 0 : extent.z * r.in(0.3, 0.7)};
  const Vec3 slope{r.in(-0.4, 0.4), 1, r.in(-0.4, 0.4)}, wave{r.in(2, 9), 0.05 * extent.y * r.unit(), r.in(0, 6)};
  const double radius = r.in(0.25, 0.5) * std::min(extent.x, extent.y);
  tank.setSurface([&](Vec3 x) {
    if (tank.grid.flat()) x.z = 0;
    if (ball) return glm::length(x - at) - radius;
    return glm::dot(slope, x - at) / glm::length(slope) +
           wave.y * std::sin(wave.x * (x.x + 0.7 * x.z) / extent.x + wave.z);
  });
}

struct State {
  MacVelocity velocity;
  std::vector<Vec6> bodies;
};
State stateOf(const Tank& tank) {
  State s{tank.velocity, {}};
  for (const auto& b : tank.coupled) s.bodies.push_back(b.velocity);
  return s;
}
void setState(Tank& tank, const State& s) {
  tank.velocity = s.velocity;
  for (size_t i = 0; i < s.bodies.size(); ++i) tank.coupled[i].velocity = s.bodies[i];
}

/// The energy's product: 2 x kinetic energy for a = b.
double energyProduct(const Tank& tank, const State& a, const State& b) {
  double sum = 0;
  const double m = tank.fluidDensity * tank.grid.cellVolume();
  for (int axis = 0; axis < 3; ++axis)
    for (size_t id = 0; id < tank.grid.size; ++id)
      sum += m * tank.liquidShare(axis, id) * a.velocity[axis][id] * b.velocity[axis][id];
  for (size_t i = 0; i < a.bodies.size(); ++i)
    if (tank.coupled[i].free) sum += dot(a.bodies[i], tank.masses[i] * b.bodies[i]);
  return sum;
}

/// Largest difference of a velocity that counts, and the largest velocity of `a`, m/s (rad/s at 1 m).
double largestDifference(const Tank& tank, const State& a, const State& b, double* scale = nullptr) {
  double d = 0, s = 0;
  const auto take = [&](double x, double y) {
    const double e = std::abs(x - y);
    if (!(e <= d)) d = e;  // lets a NaN through
    if (!(std::abs(x) <= s)) s = std::abs(x);
  };
  for (int axis = 0; axis < 3; ++axis)
    for (size_t id = 0; id < tank.grid.size; ++id)
      if (tank.liquidShare(axis, id) > 0) take(a.velocity[axis][id], b.velocity[axis][id]);
  for (size_t i = 0; i < a.bodies.size(); ++i)
    for (int c = 0; c < 6; ++c) take(a.bodies[i][c], b.bodies[i][c]);
  if (scale) *scale = s;
  return d;
}

double fractionError(const Tank& tank) {
  double worst = 0;
  for (int a = 0; a < 3; ++a) {
    std::vector<double> sum = tank.fractions().fluid[a], bodies(tank.grid.size, 0.0);
    for (const auto& b : tank.fractions().bodies)
      for (const BodyFace& f : b)
        if (f.axis == a) worst = std::max(worst, -f.s), bodies[f.id] += f.s;
    for (size_t id = 0; id < tank.grid.size; ++id) {
      const double fluid = sum[id], room = 1 - tank.fractions().wall[a][id];
      worst = std::max({worst, -fluid, -room});
      // Where fluid is, wall and bodies take the rest. A sliver of fluid beside a wall without a body is the wall's.
      const double total = fluid + bodies[id];
      if (fluid > 0 || bodies[id] > 0) worst = std::max(worst, std::abs(total - room));
    }
  }
  return worst;
}

void operatorErrors(const CoupledSystem& system, Random& r, ConservationErrors& e) {
  std::vector<int> index;
  const SparseMatrix a = assembleMatrix(system, index);
  double largest = 0, asymmetry = 0, diagonal = 0;
  const auto entry = [&](int row, int column) {
    const auto first = a.column.begin() + a.start[row], last = a.column.begin() + a.start[row + 1];
    const auto it = std::lower_bound(first, last, column);
    return it != last && *it == column ? a.value[it - a.column.begin()] : 0.0;
  };
  for (int row = 0; row < a.rows(); ++row)
    for (int at = a.start[row]; at < a.start[row + 1]; ++at) {
      largest = std::max(largest, std::abs(a.value[at]));
      if (a.column[at] == row) diagonal = std::max(diagonal, a.value[at]);
      asymmetry = std::max(asymmetry, std::abs(a.value[at] - entry(a.column[at], row)));
    }
  e.transposed = largest > 0 ? asymmetry / largest : 0;
  std::vector<double> x(a.rows());
  for (int trial = 0; trial < 6; ++trial) {
    double product = 0, length = 0;
    // Rough vectors, smooth ones, and the constant, which a closed tank does not feel.
    for (int row = 0; row < a.rows(); ++row)
      x[row] = trial < 3 ? r.in(-1, 1) : trial < 5 ? std::sin(0.01 * row * (trial - 2)) : 1.0;
    for (int row = 0; row < a.rows(); ++row) {
      double sum = 0;
      for (int at = a.start[row]; at < a.start[row + 1]; ++at) sum += a.value[at] * x[a.column[at]];
      product += x[row] * sum, length += x[row] * x[row];
    }
    e.negative = std::max(e.negative, -product / (length * diagonal));
  }
}

}  // namespace

std::unique_ptr<Tank> randomTank(const RandomSceneSpec& spec) {
  Random r(spec.seed * 7919 + 13);
  const bool flat = r.unit() < 0.2;
  const double n = spec.cells * (flat ? 2 : 1);
  const auto side = [&] { return static_cast<int>(std::lround(n * r.in(0.8, 1.25))); };
  const Int3 cells{side(), side(), flat ? 1 : side()};
  auto tank = std::make_unique<Tank>(cells, 1.0 / cells.x);
  const double h = tank->grid.dx;
  const Vec3 extent = tank->grid.extent();
  constexpr FractionKind kinds[] = {FractionKind::Area, FractionKind::Volume, FractionKind::Line, FractionKind::Voxel};
  tank->wallKind = kinds[static_cast<int>(r.in(0, 4))];
  tank->bodyKind = r.unit() < 0.6 ? FractionKind::Area : kinds[static_cast<int>(r.in(0, 4))];
  tank->container = randomContainer(r, extent, flat);
  const bool overlap = r.unit() < 1.0 / 3;
  std::vector<std::pair<Vec3, double>> placed;
  for (int tries = 0; tries < 600 && static_cast<int>(placed.size()) < spec.bodies; ++tries) {
    const double radius = h * r.in(1.7, std::max(2.0, 0.24 * spec.cells));
    const Vec3 at{r.in(0, extent.x), r.in(0, extent.y), flat ? 0.5 * h : r.in(0, extent.z)};
    if (flat && tank->container.kind == WallKind::Box) {  // front and back do not count
      if (std::min({at.x, at.y, extent.x - at.x, extent.y - at.y}) < radius) continue;
    } else if (wallDistance(tank->container, tank->grid, at) < radius) {
      continue;
    }
    bool clear = true;
    for (const auto& [p, q] : placed) clear &= glm::length(p - at) > radius + q + 0.3 * h;
    if (!clear) continue;
    const double density = tank->fluidDensity * spec.lightest * std::pow(spec.heaviest / spec.lightest, r.unit());
    const Quat any{r.in(-1, 1), r.in(-1, 1), r.in(-1, 1), r.in(-1, 1)};
    const Quat q = flat ? glm::angleAxis(r.in(0, 6), Vec3(0, 0, 1)) : glm::normalize(any);
    tank->add(randomShape(r, radius, flat), at, density, q);
    tank->bodies.back().free = r.unit() > 0.125;
    placed.push_back({at, radius});
  }
  if (overlap)  // towards the middle in one half of the scenes, into the wall in the other
    for (auto& b : tank->bodies) {
      const Vec3 way = 0.5 * extent - b.pose.position;
      b.pose.position += (spec.seed % 2 ? 0.45 : -0.35) * Vec3(way.x, way.y, flat ? 0 : way.z);
    }
  tank->limits.tolerance = 1e-12;
  tank->build();
  randomFlow(*tank, r, 9.81 * tank->dt);
  Random water(spec.seed * 31337 + 3);  // its own numbers: the scene below the surface stays what it was
  if (water.unit() < spec.open) randomSurface(*tank, water);
  return tank;
}

ConservationErrors conservationErrors(const RandomSceneSpec& spec) {
  ConservationErrors e;
  const auto tank = randomTank(spec);
  Random r(spec.seed * 104729 + 5);
  e.bodies = static_cast<int>(tank->bodies.size());
  e.fractionSum = fractionError(*tank);
  CoupledSystem system;
  FreeSurface surface;
  surface.phi = &tank->phi;
  assemble(system, tank->grid, tank->fractions(), tank->fluidDensity, tank->coupled, tank->velocity,
           tank->phi.empty() ? nullptr : &surface);
  operatorErrors(system, r, e);

  const State before = stateOf(*tank);
  const Vec3 momentum = tank->momentum();
  const double energy = tank->kineticEnergy();
  tank->project();
  e.unknowns = tank->stats.unknowns;
  e.converged = tank->stats.converged;
  const State after = stateOf(*tank);
  // Fixed bodies are walls to momentum: what the pressure gave them is on the walls' side of the balance.
  // A closed cell between solids has no pressure of its own; the solve takes the nearest one for it.
  std::vector<double> pressure = tank->pressure;
  for (size_t c = 0; c < pressure.size(); ++c)
    if (const int id = static_cast<int>(c); !system.unknown[c] && tank->grid.isCell(tank->grid.coords(id)))
      if (const int near = nearestUnknown(system, id); near >= 0) pressure[c] = tank->pressure[near];
  const Vec3 walls = tank->wallImpulse(pressure), gain = tank->momentum() - momentum;
  Vec3 held(0);
  for (const auto& b : tank->coupled)
    if (!b.free) held += linear(b.impulse);
  const double round = glm::length(momentum) + glm::length(tank->momentum()) + glm::length(walls) + glm::length(held);
  e.momentum = round > 0 ? glm::length(gain - walls + held) / round : 0;
  e.energyRise = std::max(0.0, tank->kineticEnergy() / energy - 1);
  const double speed = [&] {
    double s = 0;
    largestDifference(*tank, before, before, &s);
    return s;
  }();
  const double excess = tank->stats.maxDivergence * tank->grid.dx - tank->stats.incompatible * tank->stats.rhsMax;
  e.divergence = std::max(0.0, excess) / std::max(tank->stats.rhsMax, 1e-300);

  tank->project();
  e.again = largestDifference(*tank, stateOf(*tank), after) / speed;

  setState(*tank, before);
  tank->limits.kind = SolverKind::Reference;
  tank->limits.maxIterations = 4000;
  tank->project();
  e.converged &= tank->stats.converged;
  e.reference = largestDifference(*tank, stateOf(*tank), after) / speed;
  tank->limits.kind = SolverKind::Multigrid;

  // Fixed bodies stand still, so that the projection is linear in the state.
  randomFlow(*tank, r, 0);
  const State other = stateOf(*tank);
  tank->project();
  const State otherAfter = stateOf(*tank);
  const double scale = std::sqrt(energyProduct(*tank, before, before) * energyProduct(*tank, other, other));
  e.symmetry = std::abs(energyProduct(*tank, before, otherAfter) - energyProduct(*tank, after, other)) / scale;
  return e;
}

}  // namespace flotsam
