// SPDX-License-Identifier: MIT
// The stages of a step: each gathers what its module needs, calls it, and stores what comes back. dt in s.
#include <algorithm>

#include "core/kernel.h"
#include "core/parallel.h"
#include "sim/coupling/free_surface.h"
#include "sim/world_impl.h"

namespace flotsam {

namespace {

/// velocity += by, where a face is open.
FLOTSAM_WIDE_KERNEL void push(const double* __restrict open, double by, size_t size, double* __restrict velocity) {
  for (size_t f = 0; f < size; ++f) velocity[f] += open[f] > 0 ? by : 0.0;
}

bool isBall(const RigidBody& b) { return b.desc.shapeDesc.kind == ShapeKind::Sphere; }

/// A ball is not turned by pressure: its faces' torque is an artefact of the grid, and would spin it up.
void keepFromTurning(CoupledBody& c) {
  for (int q = 0; q < 6; ++q)
    for (int r = 3; r < 6; ++r) c.mobility(q, r) = c.mobility(r, q) = q == r ? 1e-9 * c.mobility(q, r) : 0;
  c.velocity[3] = c.velocity[4] = c.velocity[5] = 0;
}

}  // namespace

/// One of `parts` equal parts, of dt each, of a substep.
void World::Impl::moveBodies(double now, double dt, int part, int parts) {
  constexpr double kContactCells = 1.5;  // motion of a body between two looks at contacts; fluid bears more in a step
  limitSpeeds(dt);
  double speed = 0;
  for (const RigidBody& b : bodies) speed = std::max(speed, b.tipSpeed());
  const int looks = static_cast<int>(std::clamp(std::ceil(speed * dt / (kContactCells * grid.dx)), 1.0, 8.0));
  contacts.advance(bodies, desc.container, grid, now, dt, looks, joints, parts * dt);
  noteTouches(part == 0, part + 1 == parts);
  limitSpeeds(dt);  // what collisions and scripts ask for
}

/// Beyond two tanks or half a turn in a substep nothing is resolved: neither who is hit nor what flows. A speed beyond
/// is held there and said, before squares of it overflow. In a liquid the hand may pull no faster than walls can be
/// followed when the step is split as far as it may be: beyond about twenty cells a step they pass the liquid by.
void World::Impl::limitSpeeds(double dt) {
  constexpr double kHandCells = 1.5;  // a held body in a liquid may move in a substep, where the cap is reached
  const double most = 2 * glm::length(grid.extent()) / dt, mostTurn = kPi / dt;
  const int held = hasSurface() && hand.active ? findBody(hand.body) : -1;
  if (held >= 0 && bodies[held].free()) {
    RigidBody& b = bodies[held];
    const double follow = kHandCells * desc.params.method.maxSubsteps * grid.dx * desc.params.rate,
                 reach = b.tipSpeed();
    if (reach > follow) {
      b.velocity *= follow / reach, b.angularVelocity *= follow / reach;
      warnOnce("the hand pulls '" + b.desc.name + "' faster than the liquid can follow: held at ",
               formatNumber(std::round(10 * follow) / 10) + " m/s");
    }
  }
  for (RigidBody& b : bodies) {
    const double speed = glm::length(b.velocity), turn = glm::length(b.angularVelocity);
    if (!(speed > most || turn > mostTurn)) continue;
    if (speed > most) b.velocity *= most / speed;
    if (turn > mostTurn) b.angularVelocity *= mostTurn / turn;
    warnOnce("'" + b.desc.name + "' is too fast to follow: held at ",
             speed > most ? formatNumber(std::round(most)) + " m/s" : formatNumber(std::round(mostTurn)) + " rad/s");
  }
}

/// The mass of fluid that a body drags along but the grid cannot show, because the body is thinner than half a cell or
/// mostly unseen. Without it a light needle would be all force and no mass.
double World::Impl::unseenAddedMass(const RigidBody& b, double seen) const {
  const double thin = grid.flat() ? 0 : 1 - b.desc.shape->thickness() / (0.5 * grid.dx);
  const double unseen = seen > 0.3 * b.mass() ? 0 : 1 - seen / b.mass();
  return std::clamp(std::max(thin, unseen), 0.0, 1.0) * b.addedMass;
}

/// Where the solids are now; `moved`: their distance too, though the fractions have not seen them there yet.
void World::Impl::updateSolids(bool moved) {
  solids.clear(), motions.clear();
  for (const RigidBody& b : bodies) {
    solids.push_back({b.desc.shape.get(), b.pose, b.grown});
    motions.push_back({b.pose.position, b.velocity, b.angularVelocity});
  }
  if (moved) buildSolidField(grid, fractions->get(), solids, solidField, moved);
}

void World::Impl::updateFractions() {
  updateSolids(/*moved=*/false);
  fractions->update(solids, bodyKind);
  if (asFluid()) rigidFluid.findDomain(grid, desc.container, wallKind, bodyKind, solids, bodies);
  buildSolidField(grid, fractions->get(), solids, solidField);
}

void World::Impl::advect(double dt) {
  if (!usesParticles()) {
    advectVelocity(grid, velocity, dt, advected, particleScratch);
    std::swap(velocity, advected);
  }
  moveAndSort(usesParticles() ? velocity : advected, dt);
}

/// Particles stay near each other in memory for a few steps without being sorted. APIC writes its gradients in place,
/// so a fault needs them sorted elsewhere.
bool World::Impl::maySkipSort() const {
  constexpr uint64_t kSortEvery = 4;  // steps
  return stepCount % kSortEvery != 0 && report.substeps == 1 && !affine();
}

/// The particles along `through`. The first time in a step their places go to the sort's memory, and the sort writes
/// to that of the step before: what the step began with stays whole, for the case of a fault.
void World::Impl::moveAndSort(const MacVelocity& through, double dt) {
  ParticleScratch& scratch = particleScratch;
  auto& places = scratch.sorted.x;
  if (good.kept == Good::Kept::Nothing) {
    resizeLike(particles, scratch.sorted);
    advectPlaces(grid, through, solidField, dt, particles.x, places, scratch);
    seenFinite = true;  // wherever the flow sends them, they end within the tank
    if (maySkipSort()) {
      std::swap(good.state.particles.x, particles.x);
      std::swap(particles.x, places);
      good.kept = Good::Kept::Places;
      return;
    }
    sortParticles(grid, particles, places, good.state.particles, scratch);
    std::swap(particles, good.state.particles);
    good.kept = Good::Kept::All;
    return;
  }
  advectParticles(grid, through, solidField, dt, particles, scratch);
  exchanged += exchangeParticles(grid, desc.container.open, fractions->get().fluid, solidField, velocity, dt, stepCount,
                                 particles, scratch, exchangeScratch);
  sortParticles(grid, particles, scratch);
}

void World::Impl::transferToGrid(double dt) {
  if (!usesParticles()) {
    if (hasSurface()) findLiquid(dt);
    return;
  }
  if (!good.velocity) {  // what follows makes all of it anew
    swapSlivers(slivers, velocity);
    std::swap(velocity, good.state.velocity);
    good.velocity = true;
  }
  if (affine())
    transferAffineToGrid(grid, particles, velocity, known, particleScratch);
  else
    flotsam::transferToGrid(grid, particles, velocity, known, particleScratch);
  spreadAndFind(dt);
}

void World::Impl::spreadAndFind(double dt) {
  // Faces no particle reaches take their neighbours' velocity before any force acts on them.
  extrapolate(grid, known, 4, velocity, extrapolationScratch);
  for (int a = 0; a < 3; ++a)
    parallelFor(grid.size, 1 << 14, [&](size_t begin, size_t end) {
      std::copy(&velocity[a][begin], &velocity[a][begin] + (end - begin), &before[a][begin]);
    });
  if (hasSurface()) findLiquid(dt);
}

void World::Impl::addForces(double dt) {
  const StepParams& p = desc.params;
  if (asFluid()) fillBodies(dt);
  const auto& open = (asFluid() ? rigidFluid.domain() : fractions->get()).fluid;
  for (int a = 0; a < 3; ++a)
    if (p.gravity[a] != 0)
      parallelFor(grid.size, 1 << 14, [&](size_t begin, size_t end) {
        push(&open[a][begin], p.gravity[a] * dt, end - begin, &velocity[a][begin]);
      });
  addBuoyancy(dt);
  if (!hasSurface()) confineVorticity(grid, open, solidField, p.smoke.confinement, dt, velocity, confinementScratch);
  // Bodies: gravity, timed forces; the hand enters the mass matrix (project).
  unforced.clear();
  for (RigidBody& b : bodies) {
    unforced.push_back(b.velocity);
    if (!b.free()) continue;
    b.velocity += dt * p.gravity;
    if (grid.flat()) b.velocity.z = 0;
  }
  for (const TimedForce& f : desc.forces) {
    if (time < f.from || time >= f.until) continue;
    const int b = findBody(f.body);
    if (b >= 0 && bodies[b].free()) bodies[b].velocity += dt / bodies[b].mass() * f.force;
  }
  limitSpeeds(dt);  // before the fluid takes them over
  handBody = hand.active ? findBody(hand.body) : -1;
  if (handBody >= 0 && bodies[handBody].free())
    spring = handSpring(p.hand, hand, bodies[handBody], /*targetVelocity=*/Vec3(0), dt, grid.flat());
  else
    handBody = -1;
}

/// A ball that no joint holds, in a liquid or where it rests on something: pressure does not turn it, so its turning is
/// left out of the solve. The grid sees its middle a little off (a thousandth of a cell); on the floor of a full tank
/// that would roll it away, faster and faster.
bool World::Impl::turnsApart(size_t i) const {
  const bool resting = knowsContacts() && i < atObstacle.size() && atObstacle[i];
  return (hasSurface() || resting) && isBall(bodies[i]) && linkage.groupOf(i) < 0;
}

/// A body as the coupled solve sees it now; `mass` = the matrix whose inverse is its mobility.
CoupledBody World::Impl::couple(size_t i, Mat6& mass) const {
  const RigidBody& b = bodies[i];
  CoupledBody c;
  c.centre = b.pose.position;
  c.velocity = vec6(b.velocity, b.angularVelocity);
  c.free = b.free();
  c.mass = b.mass();
  c.displacedMass = desc.params.fluid.density * b.volume;
  if (!c.free) return c;
  const Mat6 whole = massMatrix(b.mass(), b.inertia());
  const MassKind kind = desc.params.method.mass;
  mass = kind == MassKind::Exact || (kind == MassKind::Auto && hasSurface())
             ? whole
             : discreteMass(grid, fractions->get().bodies[i], c.centre, b.desc.density);
  // A body the grid barely sees (thinner than a cell, or mostly outside) keeps its true mass.
  double seen = 1e300;
  for (int a = 0; a < (grid.flat() ? 2 : 3); ++a) seen = std::min(seen, mass(a, a));
  if (!(seen > 0.3 * b.mass()) || !invertSpd(mass, c.mobility)) {
    mass = whole;
    if (!invertSpd(mass, c.mobility)) c.free = false;
  }
  const double extra = unseenAddedMass(b, seen) * (hasSurface() ? b.submergedFraction : 1);
  if (c.free && extra > 0 && i < unforced.size()) {  // resists what the forces change, not what moves already
    const Mat6 added = massMatrix(extra, (extra / b.mass()) * b.inertia());
    Vec6 impulse = mass * c.velocity;
    const Vec6 momentum = added * vec6(unforced[i], b.angularVelocity);
    for (int q = 0; q < 6; ++q) impulse[q] += momentum[q];
    mass += added;
    if (invertSpd(mass, c.mobility)) c.velocity = c.mobility * impulse;
  }
  if (turnsApart(i)) keepFromTurning(c);
  c.round = hasSurface() && isBall(b) && !turnsApart(i);
  return c;
}

/// The bodies as the solves of this substep see them, with the hand's pull and stopped by what they press on.
void World::Impl::coupleBodies(double dt) {
  coupled.resize(bodies.size());
  parallelPieces(bodies.size(), [&](size_t i) {
    Mat6 mass;
    CoupledBody& c = coupled[i];
    c = couple(i, mass);
    if (c.free && static_cast<int>(i) == handBody) {
      Vec6 impulse = mass * c.velocity;
      for (int q = 0; q < 6; ++q) impulse[q] += spring.impulse[q];
      mass += spring.stiffness;
      const bool ball = turnsApart(i);
      if (ball)  // the hand holds its middle: a turn that does not come must not give way to the pull
        for (int q = 0; q < 6; ++q)
          for (int r = 3; r < 6; ++r) mass(q, r) = mass(r, q) = q == r ? 1 : 0;
      if (invertSpd(mass, c.mobility)) c.velocity = c.mobility * impulse;
      if (ball) keepFromTurning(c);
    }
  });
  rolling.assign(bodies.size(), Vec3(0));
  heldRows.clear(), heldRows.reserve(kMostPresses);
  if (knowsContacts())
    for (size_t i = 0; i < bodies.size(); ++i) holdAtObstacles(i, dt, coupled[i]);
  linkBodies(dt);
  apart.clear();
  const Coupling way = desc.params.method.coupling;
  if (way == Coupling::Weak || way == Coupling::OneWay) decouple();
}

SolveStats World::Impl::solvePressure(double dt, double tolerance, MacVelocity& u, std::vector<double>& p) {
  const MethodParams& m = desc.params.method;
  const SolveLimits limits{m.solver, tolerance, m.maxIterations, m.separationPasses};
  const bool letsGo = m.separation && usesParticles();  // a level set can not follow: it ends at walls, not before them
  FreeSurface surface{asFluid() ? &rigidFluid.joined() : &liquid.phi, &source, letsGo, lastReleased > 0};
  if (tension > 0) {
    surface.curvature = &curvature.kappa;
    surface.tension = tension * dt / (desc.params.fluid.density * grid.dx * grid.dx);
  }
  const FreeSurface* free = hasSurface() ? &surface : nullptr;
  if (hasOpenSides()) {  // full domain: ambient beyond them, whose pressure grows with depth by rho g dx a cell
    surface = {&ambient.phi, nullptr, false, false, &ambient.height, 0};
    surface.tension = -glm::length(desc.params.gravity) * dt;
    free = &surface;
  }
  const FaceFractions& domain = asFluid() ? rigidFluid.domain() : fractions->get();
  const std::span<CoupledBody> solids = asFluid() ? rigidFluid.driven() : std::span(coupled);
  if (probe) probe({dt, u, solids, free, tiedGroups()});
  return projection.solve(grid, domain, desc.params.fluid.density, dt, solids, u, p, limits, free, tiedGroups());
}

/// Friction must see the flow that pressure leaves, or the walls would hold up water at rest that gravity pulls at for
/// a step. So the step is projected once on trial, viscosity acts on the result, and what it changes is added to the
/// velocities as they were; the projection that follows is for both, with one pressure, one impulse on every body and
/// one decision where walls let go.
void World::Impl::applyViscosity(double dt) {
  constexpr double kTrialTolerance = 1e-4;
  const StepParams& p = desc.params;
  viscousPush.clear();
  seenFinite = !(p.fluid.viscosity > 0);  // nothing is made
  if (seenFinite) return;
  if (!asFluid()) coupleBodies(dt);
  for (int a = 0; a < 3; ++a) predicted[a] = velocity[a];
  solvePressure(dt, std::max(p.method.tolerance, kTrialTolerance), predicted, predictedPressure);
  if (asFluid()) return rub(dt);
  const auto turnsFreely = [&](size_t i) { return coupled[i].free && turnsApart(i); };
  for (size_t i = 0; i < bodies.size(); ++i) {
    CoupledBody& c = coupled[i];
    viscousPush.push_back(c.velocity);
    if (!turnsFreely(i)) continue;  // pressure does not turn a ball, friction does
    const Mat6 whole = massMatrix(bodies[i].mass(), bodies[i].inertia());
    for (int q = 3; q < 6; ++q) {
      viscousPush[i][q] = c.velocity[q] = bodies[i].angularVelocity[q - 3];
      for (int r = 0; r < 6; ++r) c.mobility(q, r) = c.mobility(r, q) = q == r ? 1 / whole(q, q) : 0;
    }
  }
  rub(dt);
  for (size_t i = 0; i < bodies.size(); ++i) {
    for (int q = 0; q < 6; ++q) viscousPush[i][q] = coupled[i].velocity[q] - viscousPush[i][q];
    if (turnsFreely(i)) bodies[i].angularVelocity += angular(viscousPush[i]);
  }
}

/// Friction on `predicted`; what it changes goes into velocity and the coupled bodies.
void World::Impl::rub(double dt) {
  constexpr double kTolerance = 1e-4;
  constexpr int kMostIterations = 1000;
  const StepParams& p = desc.params;
  const double rho = p.fluid.density;
  const ViscousDomain domain{&grid,
                             asFluid() ? &rigidFluid.domain() : &fractions->get(),
                             asFluid() ? &rigidFluid.solids() : &solidField,
                             hasOpenSides()  ? &ambient.phi
                             : !hasSurface() ? nullptr
                             : asFluid()     ? &rigidFluid.joined()
                                             : &liquid.phi,
                             dt * p.fluid.viscosity / (rho * grid.dx * grid.dx),
                             rho * grid.cellVolume(),
                             tiedGroups()};
  const ViscousStats stats = viscosity.solve(domain, predicted, asFluid() ? rigidFluid.driven() : std::span(coupled),
                                             std::max(p.method.tolerance, kTolerance), kMostIterations, viscousChange);
  if (!stats.converged) warnOnce("viscosity solve stopped early: ", stats.note);
  for (int a = 0; a < 3; ++a)
    for (size_t id = 0; id < grid.size; ++id) velocity[a][id] += viscousChange[a][id];
}

void World::Impl::project(double dt) {
  if (!asFluid()) coupleBodies(dt);
  for (size_t i = 0; i < viscousPush.size(); ++i)
    for (int q = 0; q < (turnsApart(i) ? 3 : 6); ++q) coupled[i].velocity[q] += viscousPush[i][q];
  lastPush.resize(bodies.size());
  const SolveStats stats = solvePressure(dt, desc.params.method.tolerance, velocity, pressure);
  if (asFluid())
    makeBodiesRigid(dt);
  else if (!apart.empty())
    moveSeparately();
  if (stats.complementarity > 1e-6)
    warnOnce("letting go of walls was cut short after ", std::to_string(stats.passes) + " passes");
  lastReleased = stats.released;
  const int iterations = report.pressure.iterations + stats.iterations;
  report.pressure = stats;
  report.pressure.iterations = iterations;
  for (size_t i = 0; i < bodies.size(); ++i) {
    RigidBody& b = bodies[i];
    const double perStep = desc.params.rate;  // impulses of the substeps over the whole step's dt
    b.pressureForce += perStep * linear(coupled[i].impulse);
    b.pressureTorque += perStep * angular(coupled[i].impulse);
    const double share = forecastShare(i, dt);
    for (int q = 0; q < 6; ++q) lastPush[i][q] = share * coupled[i].impulse[q] / dt;
    if (!b.free()) continue;
    b.velocity = linear(coupled[i].velocity);
    if (!turnsApart(i) || asFluid())
      b.angularVelocity = angular(coupled[i].velocity);
    else
      b.angularVelocity += rolling[i];
  }
  if (handBody >= 0) report.handForce = handForce(spring, bodies[handBody], dt);
}

void World::Impl::extrapolateVelocity(double dt) {
  if (hasSurface()) return extrapolateLiquid(dt);
  airborne.parts = 0;
  findSlivers(grid, fractions->get().fluid, velocity, known, slivers);
  for (size_t i = 0; i < bodies.size(); ++i)
    motions[i] = {bodies[i].pose.position, bodies[i].velocity, bodies[i].angularVelocity};
  extrapolate(grid, known, 4, velocity, extrapolationScratch);
  constrainToSolids(grid, known, solidField, motions, velocity, extrapolationScratch);
}

void World::Impl::transferToParticles() {
  if (affine()) return transferAffineToParticles(grid, velocity, particles, particleScratch);
  // Without FLIP the particles are markers and just take the grid's velocity.
  const MacVelocity& old = usesParticles() ? before : velocity;
  const double flip = usesParticles() ? desc.params.method.flip : 0;
  if (good.kept != Good::Kept::Places)
    return flotsam::transferToParticles(grid, velocity, old, flip, particles, particleScratch);
  seenFinite =
      flotsam::transferToParticles(grid, velocity, old, flip, particles, good.state.particles.v, particleScratch);
  std::swap(particles.v, good.state.particles.v);
  good.kept = Good::Kept::PlacesAndVelocities;
}

}  // namespace flotsam
