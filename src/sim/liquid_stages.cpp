// SPDX-License-Identifier: MIT
// How a liquid domain goes through the stages where it differs from a full one: bodies and particles move together in
// parts of a step, the liquid's distance is found, velocity is extrapolated from the liquid alone. dt in s.
#include <algorithm>
#include <array>

#include "core/parallel.h"
#include "sim/fluid/push_out.h"
#include "sim/rigid/script.h"
#include "sim/world_impl.h"

namespace flotsam {

namespace {

/// Part of a body's volume that is under the surface, 0..1: the mean height of the surface around it cuts it. How much
/// of it is in a slab between two planes of the grid is what its upright faces say.
class Submerged {
 public:
  Submerged(const Grid& grid, const LiquidField& liquid, const Vec3& gravity) : grid_(grid), liquid_(liquid) {
    for (int a = 0; a < (grid.flat() ? 2 : 3); ++a)
      if (std::abs(gravity[a]) > std::abs(gravity[up_])) up_ = a;
    falls_ = gravity[up_] > 0;  // along the axis
    thickness_ = grid.n[up_] / kSlabs + 1;
  }
  double operator()(const std::vector<BodyFace>& faces) {
    std::fill_n(slabs_, kSlabs + 2, 0.0);
    double all = 0;
    Int3 lo = grid_.n, hi(0);
    for (const BodyFace& face : faces) {
      if (face.axis == up_ || (grid_.flat() && face.axis == 2)) continue;
      const Int3 c = grid_.coords(face.id);
      const int slab = c[up_] / thickness_;
      slabs_[1 + (falls_ ? kSlabs - 1 - slab : slab)] += face.s, all += face.s;
      lo = glm::min(lo, c), hi = glm::max(hi, c);
    }
    if (!(all > 0)) return 0;
    const double cut = level(lo, hi);
    double under = 0;
    for (int k = 0; k < kSlabs; ++k) under += partBelow(k, cut - k) * slabs_[1 + k];
    return under / all;
  }

 private:
  static constexpr int kSlabs = 64;
  /// Mean height of the surface around a body, in slabs upwards; beyond all of them, or below, where there is none.
  double level(Int3 lo, Int3 hi) const {
    constexpr int kAround = 2;  // cells
    for (int a = 0; a < 3; ++a) lo[a] = std::max(lo[a] - kAround, 1), hi[a] = std::min(hi[a] + kAround, grid_.inner[a]);
    double height = 0, crossing = 0, wet = 0, known = 0;
    for (int k = lo.z; k <= hi.z; ++k)
      for (int j = lo.y; j <= hi.y; ++j)
        for (int i = lo.x; i <= hi.x; ++i) {
          const int id = grid_.id(i, j, k);
          if (liquid_.layer[id] != 0 || !(liquid_.open[id] > 0.99f)) continue;
          const double phi = liquid_.phi[id], at = Int3(i, j, k)[up_] + 0.5;
          known += 1, wet += phi < 0;
          if (std::abs(phi) > 0.5) continue;
          height += (falls_ ? kSlabs - (at + phi) / thickness_ : (at - phi) / thickness_), crossing += 1;
        }
    if (crossing > 0) return height / crossing;
    return 2 * wet > known ? kSlabs : 0;
  }
  /// Of the part of the body in a slab, cut at `level` of its thickness. A body that ends in the slab fills its lower
  /// end or its upper one.
  double partBelow(int k, double level) const {
    if (level <= 0 || level >= 1) return level >= 1;
    const double here = slabs_[1 + k], below = slabs_[k], above = slabs_[2 + k], most = std::max(below, above);
    const double fills = most > 0 ? std::min(1.0, here / most) : 1;
    if (!(fills > 0)) return 0;
    return below >= above ? std::min(level / fills, 1.0) : std::max((level - 1 + fills) / fills, 0.0);
  }

  const Grid& grid_;
  const LiquidField& liquid_;
  int up_ = 1, thickness_ = 1;
  bool falls_ = false;
  double slabs_[kSlabs + 2] = {};  // faces' worth, upwards; an empty one at both ends
};

constexpr int kLeastParts = 2, kMostParts = 6;  // of a step's motion
constexpr int kMostWallParts = 24;              // where walls are that fast
constexpr int kLayers = 3;                      // of extrapolation beyond the liquid
constexpr double kWallCells = 0.5;              // a driven wall moves in a substep, at most

/// Of the fastest point of the surface, across it, m/s: a ball's spin moves nothing. A script may ask for more in the
/// coming step from t to t + dt than it did in the last.
double reachSpeed(const RigidBody& b, double t, double dt) {
  const auto reach = [&](const Vec3& velocity, const Vec3& spin) {
    const double turning = b.desc.shapeDesc.kind == ShapeKind::Sphere ? 0 : glm::length(spin);
    return glm::length(velocity) + turning * b.desc.shape->boundingRadius();
  };
  double speed = reach(b.velocity, b.angularVelocity);
  if (b.desc.motion == Motion::Scripted) {
    Vec3 velocity, spin;
    scriptedVelocity(b.desc, t, dt, velocity, spin);
    speed = std::max(speed, reach(velocity, spin));
  }
  return speed;
}

}  // namespace

/// m/s. Where only the tank's walls are solid, which no particle passes, each axis may have its cell.
double World::Impl::flowSpeed() const {
  return bodies.empty() ? maxSpeed(grid, velocity) : fastestFlow(grid, velocity);
}

double World::Impl::nominalPerCell() const {
  const int edge = particlesPerEdge(desc.params.fluid.particlesPerCell);
  return grid.flat() ? edge * edge : edge * edge * edge;
}

/// The liquid itself needs no substeps of the whole step: its motion is cut into parts of a cell in moveTogether. What
/// needs them are driven walls, because each solve may push the liquid out of their way by part of a cell only.
int World::Impl::chooseLiquidSubsteps() {
  const double perStep = desc.params.dt() / grid.dx, cfl = 0.5 * desc.params.method.cfl;
  double cells = flowSpeed() * perStep, allowed = kMostParts;  // a step; a substep
  for (size_t i = 0; i < bodies.size(); ++i) {
    const bool driven =
        bodies[i].desc.motion == Motion::Scripted || (hand.active && findBody(hand.body) == static_cast<int>(i));
    const double moved = reachSpeed(bodies[i], time, desc.params.dt()) * perStep, most = driven ? kWallCells : cfl;
    if (moved / most > cells / allowed) cells = moved, allowed = most;
  }
  const int substeps = split(cells, allowed), most = desc.params.method.maxSubsteps;
  // Capillary waves of the size of a few cells must be followed too, as far as the cap allows.
  const double asked = desc.params.fluid.surfaceTension, bearable = bearableTension(desc.params.dt());
  if (asked > bearable)
    report.substeps = std::clamp(static_cast<int>(std::ceil(std::sqrt(asked / bearable))), substeps, std::max(most, 1));
  return report.substeps;
}

/// What an explicit step of surface tension can bear, N/m. The fastest waves have (omega dt)² = n gamma dt² / (rho
/// dx³), n = max of (k dx)³ exp(-(k dx)² variance / 2) = (3 / variance)^(3/2) exp(-3/2); the theory's limit for such a
/// step is 4, a quarter of it leaves room for what is not linear.
double World::Impl::bearableTension(double dt) const {
  const double n = std::pow(3 / kCurvatureVariance, 1.5) * std::exp(-1.5);
  return desc.params.fluid.density * grid.cellVolume() / (n * dt * dt);
}

/// Contact, fractions and advection in equal parts, so that a particle and a solid's surface come no more than a cell
/// closer in one: the gradient of the distance then still says on which side of a thin wall the particle belongs. Where
/// even the cap of parts is not enough the particles are slowed to what is left of the cell, never lost.
void World::Impl::moveTogether(double dt) {
  const double fastest = flowSpeed(), cellsPerSpeed = dt / grid.dx;
  double wall = 0;
  for (const RigidBody& b : bodies) wall = std::max(wall, reachSpeed(b, time, dt) * cellsPerSpeed);
  const double wanted = std::ceil(fastest * cellsPerSpeed + wall);
  const double cap = std::clamp(std::ceil(1.25 * wall), double(kMostParts), double(kMostWallParts));
  const int parts = static_cast<int>(std::clamp(wanted, double(kLeastParts), cap));
  const double h = dt / parts, left = std::max(0.2, 1 - wall / parts);
  const double most = left * grid.dx / h;
  if (!usesParticles())
    run(kAdvect, [&] {
      advectVelocity(grid, velocity, dt, advected, particleScratch);
      advectLevelSet(grid, velocity, dt, levels, particleScratch);
    });
  const bool fly = stepCount > 0 && usesParticles() && airborne.parts > 0 && !(fastest > most);
  if (fly) notePaths(grid, particles, dt, airborne);
  if (fastest > most) {
    const double each = most / (bodies.empty() ? 1 : std::sqrt(grid.flat() ? 2.0 : 3.0));  // of each component
    for (int a = 0; a < 3; ++a)
      for (double& u : velocity[a]) u = std::clamp(u, -each, each);
  }
  for (int part = 0; part < parts && status.ok; ++part) {
    const bool last = part + 1 == parts;
    run(kBodies, [&] { moveBodies(time + part * h, h, part, parts); });
    run(kFractions, [&] {
      if (last)
        updateFractions();
      else
        updateSolids(/*moved=*/true);
    });
    run(kAdvect, [&] {
      advectParticles(grid, velocity, solidField, h, particles, particleScratch, {part, parts, solids});
      if (!last) return;
      if (fly) keepPaths(grid, airborne, particles);
      emitAndDrain(dt);
      sortParticles(grid, particles, particleScratch);
      stopAtSolids(grid, solidField, motions, particles);
    });
  }
  if (usesParticles()) return;
  std::swap(velocity, advected);
}

/// Taps and drains of a substep. A tap stops when the tank and what stands in it leave no room.
void World::Impl::emitAndDrain(double dt) {
  const double perCell = nominalPerCell();
  for (size_t i = 0; i < desc.drains.size(); ++i) {
    const Drain& d = desc.drains[i];
    if (time >= d.from && time < d.until) drainParticles(grid, perCell, d, dt, drains[i], particles);
  }
  freshCells.clear();
  double space = 0;  // cells
  for (const float part : liquid.open) space += double(part);
  const size_t most = static_cast<size_t>(perCell * space);
  for (size_t i = 0; i < desc.emitters.size(); ++i) {
    const Emitter& e = desc.emitters[i];
    if (time < e.from || time >= e.until) continue;
    uint8_t dye = 0;
    for (size_t d = 0; d < desc.dyes.size() && !e.dye.empty(); ++d)
      if (desc.dyes[d].word == e.dye) dye = static_cast<uint8_t>(d + 1);
    const size_t room = most > particles.size() ? most - particles.size() : 0;
    if (room == 0) warnOnce("a tap is shut: the tank holds no more");
    const size_t made = emitParticles(grid, solidField, perCell, e, dt, dye, room, taps[i], nextId, particles);
    for (size_t p = particles.size() - made; p < particles.size() && !usesParticles(); ++p)
      freshCells.push_back(
          grid.id(Int3(Vec3(particles.x[0][p], particles.x[1][p], grid.flat() ? 1 : particles.x[2][p]))));
  }
}

/// Distance of the surface, and what outflow keeps the volume.
void World::Impl::findLiquid(double dt) {
  const double perCell = nominalPerCell();
  const auto& open = fractions->get().fluid;
  buildLiquidDistance(grid, particles, perCell, solidField, liquid);
  if (usesParticles())
    levels.phi.clear();  // the particles alone know
  else
    correctLevelSet(grid, freshCells, liquid, levels);
  const LiquidVolume volume = measureVolume(grid, particles, perCell, liquid, open);
  report.fluid.volume = (volume.enclosed + volume.loose) * grid.cellVolume();
  volumeSource(grid, liquid, volume, dt, /*even=*/!usesParticles(), source);
  tension = std::min(desc.params.fluid.surfaceTension, bearableTension(dt));
  if (!(tension > 0)) return;
  buildCurvature(grid, liquid.phi, curvature);
  if (tension < desc.params.fluid.surfaceTension)
    warnOnce("surface tension is held at ",
             formatNumber(std::round(tension * 1e4) / 1e4) + " N/m: more would need shorter steps");
}

/// Faces that touch liquid keep their projected velocity; three layers around them, and solids, take their neighbours';
/// farther out in the air everything flies on. Liquid that touches nothing keeps its momentum.
void World::Impl::extrapolateLiquid(double dt) {
  const auto& open = fractions->get().fluid;
  const std::vector<float>& phi = liquid.phi;
  constexpr size_t kParts = 4;  // of each axis
  const auto forFaces = [&](const auto& visit) {
    parallelPieces(3 * kParts, [&](size_t piece) {
      const size_t part = piece % kParts;
      visit(static_cast<int>(piece / kParts), grid.size * part / kParts, grid.size * (part + 1) / kParts);
    });
  };
  for (int a = 0; a < 3; ++a) {
    // transfer_to_grid left in `known` what particles reach; without it the field before flies on where it was.
    ballistic[a].resize(grid.size);
    known.known[a].resize(grid.size);
  }
  forFaces([&](int a, size_t from, size_t to) {
    for (size_t id = from; id < to; ++id) {
      const bool reached = (known.known[a][id] || !usesParticles()) && open[a][id] > 0;
      ballistic[a][id] = reached ? velocity[a][id] : 0.0;
    }
  });
  const auto inLiquid = [&](int a, size_t id) {
    const auto step = static_cast<size_t>(grid.stride(a));
    return phi[id] < 0 || (id >= step && phi[id - step] < 0);
  };
  findSlivers(grid, open, velocity, known, slivers);
  std::erase_if(slivers, [&](const SliverFace& s) { return !inLiquid(s.axis, static_cast<size_t>(s.face)); });
  forFaces([&](int a, size_t from, size_t to) {
    for (size_t id = from; id < to; ++id) known.known[a][id] = known.known[a][id] && inLiquid(a, id);
  });
  for (size_t i = 0; i < bodies.size(); ++i)
    motions[i] = {bodies[i].pose.position, bodies[i].velocity, bodies[i].angularVelocity};
  extrapolate(grid, known, kLayers, velocity, extrapolationScratch);
  constexpr uint8_t kUnreached = 255;
  forFaces([&](int a, size_t from, size_t to) {
    const std::vector<uint8_t>& layer = extrapolationScratch.layer[a];
    for (size_t id = from; id < to; ++id)
      if (layer[id] == kUnreached) velocity[a][id] = ballistic[a][id];
  });
  airborne.parts = 0;
  if (usesParticles()) {
    findAirborne(grid, phi, open, airborne);
    keepMomentum(grid, particles, before, dt * desc.params.gravity, airborne, velocity);
  }
  constrainToSolids(grid, known, solidField, motions, velocity, extrapolationScratch);
}

void World::Impl::diagnoseLiquid() {
  const double rho = desc.params.fluid.density, cell = grid.cellVolume();
  FluidReport& f = report.fluid;
  const double volume = f.volume;
  f = {};
  f.volume = volume;
  f.particles = particles.size();
  for (const FlowState& t : taps) f.emitted += t.count;
  for (const FlowState& d : drains) f.drained += d.count;
  // Momentum and energy are the particles': they carry the mass, in the air too.
  const double mass = rho * cell / nominalPerCell();
  const Vec3 g = desc.params.gravity;
  struct Sums {
    Vec3 momentum{0};
    double energy = 0, height = 0;
  };
  constexpr size_t kPieces = 8;
  std::array<Sums, kPieces> parts;
  parallelPieces(kPieces, [&](size_t piece) {
    Sums sums;
    for (size_t p = particles.size() * piece / kPieces; p < particles.size() * (piece + 1) / kPieces; ++p) {
      const Vec3 v(particles.v[0][p], particles.v[1][p], particles.v[2][p]);
      const Vec3 x(particles.x[0][p], particles.x[1][p], particles.x[2][p]);
      sums.momentum += v, sums.energy += glm::dot(v, v), sums.height -= glm::dot(g, x - 1.0);
    }
    parts[piece] = sums;
  });
  Sums all;
  for (const Sums& part : parts) all.momentum += part.momentum, all.energy += part.energy, all.height += part.height;
  f.momentum = mass * all.momentum;
  f.kineticEnergy = 0.5 * mass * all.energy;
  f.potentialEnergy = mass * grid.dx * all.height;
  findSubmerged();
}

/// How much of each body the liquid reaches, from the fractions and the liquid's distance as they are.
void World::Impl::findSubmerged() {
  Submerged submerged(grid, liquid, desc.params.gravity);
  for (size_t i = 0; i < bodies.size(); ++i) bodies[i].submergedFraction = submerged(fractions->get().bodies[i]);
}

}  // namespace flotsam
