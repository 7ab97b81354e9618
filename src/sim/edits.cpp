// SPDX-License-Identifier: MIT
// Set-up of a World from its description, and the edits a user makes while it runs.
#include <algorithm>
#include <numeric>

#include "core/check.h"
#include "core/parallel.h"
#include "core/rng.h"
#include "sim/geometry/volume_shift.h"
#include "sim/scene_params.h"
#include "sim/world_impl.h"

namespace flotsam {

namespace {

constexpr double kAirRatio = 1e-3;  // about air against water

bool lighterThanAir(const WorldDesc& d, const BodyDesc& b) {
  return d.params.fluid.domain == FluidDomain::Liquid && b.density < kAirRatio * d.params.fluid.density;
}

/// The density a body moves with. Beside a liquid there is air, which weighs nothing here; a body lighter than the air
/// it would have to push aside would be thrown about by single drops.
double movingDensity(const WorldDesc& d, const BodyDesc& b) {
  return lighterThanAir(d, b) ? kAirRatio * d.params.fluid.density : b.density;
}

}  // namespace

World::Impl::Impl(WorldDesc description, Clock c) : desc(std::move(description)), clock(c), grid(desc.cells, desc.dx) {
  FLOTSAM_CHECK(!hasOpenSides() || (desc.container.kind == WallKind::Box && !hasSurface()), "open sides");
  for (const BodyDesc& b : desc.bodies) bodies.push_back(make(b));
  for (MacVelocity* v : {&velocity, &before, &advected, &predicted, &viscousChange}) v->resize(grid);
  pressure.assign(grid.size, 0.0);
  for (auto& k : known.known) k.assign(grid.size, 0);
  matchSmoke();
  makeJoints();
  noteOverlaps();
  resolveChoices();
  updateFractions();
  initialiseFluid();
  moveSmoke(0);
  for (const ExpectDesc& e : desc.expectations) {
    ExpectTrack& track = expectTracks.emplace_back();
    const std::string wrong = parseQuantity(e.quantity, track.quantity);
    FLOTSAM_CHECK(wrong.empty(), e.quantity + ": " + wrong);
    track.samples.reserve(kMostExpectSamples);
  }
  report.pressure.converged = true;
  refreshParams();
  diagnose();
}

RigidBody World::Impl::make(const BodyDesc& d) const {
  FLOTSAM_CHECK(d.shape != nullptr, d.name);
  RigidBody b = makeBody(d, desc.params.fluid.density, grid.flat(), grid.dx);
  b.desc.density = movingDensity(desc, d);
  b.grown = volumeShift(*b.desc.shape, b.volume, grid.dx, grid.flat());
  return b;
}

int World::Impl::findBody(const std::string& name) const {
  for (size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].desc.name == name) return static_cast<int>(i);
  return -1;
}

/// Auto (docs/numerics.md) = area for the walls; for bodies area in a full domain, volume in a liquid one
/// and with rigid-fluid, as its authors do.
void World::Impl::resolveChoices() {
  const MethodParams& m = desc.params.method;
  const FractionKind asked = m.coupling == Coupling::Voxel ? FractionKind::Voxel : m.fractions;
  const FractionKind walls = asked == FractionKind::Auto ? FractionKind::Area : asked;
  bodyKind = asked == FractionKind::Auto && (hasSurface() || asFluid()) ? FractionKind::Volume : walls;
  if (!fractions || walls != wallKind) fractions = std::make_unique<FractionBuilder>(grid, desc.container, walls);
  wallKind = walls;
  const double pull = glm::length(desc.params.gravity);
  if (hasOpenSides()) findAmbient(grid, desc.container.open, pull > 0 ? desc.params.gravity / pull : Vec3(0), ambient);
  standing.clear();
  for (const RigidBody& b : bodies)
    if (!grid.flat() && b.desc.shape->thickness() < 0.5 * grid.dx)
      standing.push_back("'" + b.desc.name + "' is thinner than a cell: its pressure is not resolved");
  for (const BodyDesc& b : desc.bodies)
    if (b.motion == Motion::Free && lighterThanAir(desc, b))
      standing.push_back("'" + b.name + "' is lighter than air: it moves as if a thousandth as heavy as the liquid");
  for (const RigidBody& b : bodies)
    if (largerThanTank(b)) standing.push_back("'" + b.desc.name + "' is larger than the tank");
  standing.insert(standing.end(), opening.begin(), opening.end());
}

/// A free body that does not fit as it is turned now.
bool World::Impl::largerThanTank(const RigidBody& b) const {
  if (!b.free()) return false;
  const Box3& box = b.desc.shape->bounds();
  for (int a = 0; a < (grid.flat() ? 2 : 3); ++a) {
    double size = 0;  // of the turned box along the axis
    for (int c = 0; c < 3; ++c) {
      Vec3 side(0);
      side[c] = box.size()[c];
      size += std::abs(b.pose.rotate(side)[a]);
    }
    if (size > grid.extent()[a] + 2 * grid.dx) return true;
  }
  return false;
}

/// Bodies that begin in each other or in a wall are pushed apart over some steps; that is not what the scene means.
void World::Impl::noteOverlaps() {
  constexpr size_t kMostTold = 5;
  const auto found = contacts.overlaps(bodies, desc.container, grid, kMostTold + 1, joints);
  for (size_t i = 0; i < std::min(found.size(), kMostTold); ++i) {
    const Overlap& o = found[i];
    if (o.b < 0 && largerThanTank(bodies[o.a])) continue;  // told already, and it cannot be pushed out
    const std::string depth = formatNumber(std::ceil(o.depth * 1e4) / 1e4) + " m";
    opening.push_back(
        "'" + bodies[o.a].desc.name + "' " +
        (o.b < 0 ? "reaches " + depth + " into the wall" : "and '" + bodies[o.b].desc.name + "' overlap by " + depth) +
        " at the start: pushed " + (o.b < 0 ? "out" : "apart"));
  }
  if (found.size() > kMostTold) opening.push_back("more bodies overlap at the start");
}

/// A random order of the ids: any number of markers is an even sample, and always the same one. Sorted by random bits;
/// the highest of them say the bucket, so that many are sorted in parallel.
static void rankMarkers(size_t count, std::vector<uint32_t>& rank) {
  constexpr size_t kInBucket = 8192;
  int high = 1;
  while (high < 12 && count >> high > kInBucket) ++high;
  const auto bits = [](size_t id) { return randomBits(0x6d61726bu, id); };
  const size_t buckets = size_t(1) << high;
  std::vector<uint32_t> start(buckets + 1), next, ids(count);
  for (size_t i = 0; i < count; ++i) ++start[(bits(i) >> (64 - high)) + 1];
  for (size_t b = 0; b < buckets; ++b) start[b + 1] += start[b];
  next = start;
  for (size_t i = 0; i < count; ++i) ids[next[bits(i) >> (64 - high)]++] = static_cast<uint32_t>(i);
  rank.resize(count);
  parallelPieces(buckets, [&](size_t bucket) {
    std::vector<std::pair<uint64_t, uint32_t>> order;
    for (uint32_t at = start[bucket]; at < start[bucket + 1]; ++at) order.emplace_back(bits(ids[at]), ids[at]);
    std::sort(order.begin(), order.end());
    for (size_t i = 0; i < order.size(); ++i) rank[order[i].second] = start[bucket] + static_cast<uint32_t>(i);
  });
}

void World::Impl::initialiseFluid() {
  constexpr size_t kParticles = 8192;  // of a piece
  slivers.clear();
  seedParticles(grid, solidField, desc.params.fluid.particlesPerCell, static_cast<uint64_t>(desc.params.fluid.seed),
                particles, hasSurface() ? &desc.liquid : nullptr);
  sortParticles(grid, particles, particleScratch);
  const size_t n = particles.size();
  rankMarkers(n, markerRank);
  taps.assign(desc.emitters.size(), {}), drains.assign(desc.drains.size(), {});
  nextId = static_cast<uint32_t>(n);

  const Vec3 extent = grid.extent();
  parallelFor(n, kParticles, [&](size_t begin, size_t end) {
    for (size_t p = begin; p < end; ++p) {
      const Vec3 x = grid.dx * (Vec3(particles.x[0][p], particles.x[1][p], particles.x[2][p]) - 1.0);
      const Vec3 v = initialVelocity(x);
      for (int a = 0; a < 3; ++a) particles.v[a][p] += static_cast<float>(v[a]);
      for (size_t d = 0; d < desc.dyes.size(); ++d) {
        const DyeRegion& r = desc.dyes[d];
        const Vec3 s = x / extent;
        const bool in = r.radius > 0
                            ? glm::length(x - r.centre) < r.radius
                            : glm::all(glm::greaterThanEqual(s, r.lo)) && glm::all(glm::lessThanEqual(s, r.hi));
        if (in) particles.dye[p] = static_cast<uint8_t>(d + 1);
      }
    }
  });
  if (hasSurface()) {  // the grid's velocity is the particles', which have no gradients yet
    flotsam::transferToGrid(grid, particles, velocity, known, particleScratch);
    spreadAndFind(desc.params.dt());
    return matchGradients();
  }
  if (desc.params.fluid.initial == InitialFlow::Rest) return matchGradients();
  for (int a = 0; a < 3; ++a)
    for (int k = 0; k < grid.n.z; ++k)
      for (int j = 0; j < grid.n.y; ++j)
        for (int i = 0; i < grid.n.x; ++i)
          velocity[a][grid.id(i, j, k)] = initialVelocity(grid.faceCentre(a, {i, j, k}))[a];
  matchGradients();
}

/// Gradients on the particles as long as APIC is chosen, from the grid when it just was.
void World::Impl::matchGradients() {
  if (!affine())
    for (auto& g : particles.gradient) g.clear();
  else if (particles.gradient[0].empty())
    startGradients(grid, velocity, particles, particleScratch);
}

/// Vortex: u = curl of psi = sin(pi X) sin(pi Y) over the container's own square ([B07] fig. 2). Spin: solid-body
/// rotation about the vertical through the centre (2D: about z).
Vec3 World::Impl::initialVelocity(const Vec3& x) const {
  const FluidParams& f = desc.params.fluid;
  const bool box = desc.container.kind == WallKind::Box;
  const Vec3 centre = box ? 0.5 * grid.extent() : desc.container.centre;
  const Quat q = box ? Quat(1, 0, 0, 0) : desc.container.orientation;
  const Vec3 local = glm::conjugate(q) * (x - centre);
  if (f.initial == InitialFlow::Vortex) {
    const Vec3 size = box                                          ? grid.extent()
                      : desc.container.kind == WallKind::TiltedBox ? desc.container.size
                                                                   : Vec3(2 * desc.container.size.x);
    const double u = kPi * (local.x / size.x + 0.5), v = kPi * (local.y / size.y + 0.5);
    const Vec3 flow(std::sin(u) * std::cos(v) / size.y, -std::cos(u) * std::sin(v) / size.x, 0);
    return q * flow * (f.initialSpeed * std::min(size.x, size.y));
  }
  if (f.initial == InitialFlow::Spin) {
    const Vec3 axis = grid.flat() ? Vec3(0, 0, 1) : Vec3(0, 1, 0);
    const Vec3 half = box                                          ? 0.5 * grid.extent()
                      : desc.container.kind == WallKind::TiltedBox ? 0.5 * desc.container.size
                                                                   : Vec3(desc.container.size.x);
    const double radius = grid.flat() ? std::min(half.x, half.y) : std::min(half.x, half.z);
    Vec3 v = glm::cross(axis, x - centre) * (f.initialSpeed / radius);
    return v;
  }
  return Vec3(0);
}

void World::Impl::applyEdits(const std::vector<Edit>& edits) {
  if (edits.empty()) return;
  for (const Edit& e : edits) {
    switch (e.kind) {
      case Edit::SetParam: {
        ParamList list = parameters(desc);
        list.setClamped(e.key, e.value);
        break;
      }
      case Edit::AddBody: {
        if (!e.body.shape) break;
        BodyDesc d = e.body;
        for (int number = 2; findBody(d.name) >= 0; ++number) d.name = e.body.name + " " + std::to_string(number);
        const auto count = static_cast<std::ptrdiff_t>(bodies.size());
        const std::ptrdiff_t at = e.index < 0 || e.index > count ? count : e.index;
        desc.bodies.insert(desc.bodies.begin() + at, d);
        bodies.insert(bodies.begin() + at, make(d));
        break;
      }
      case Edit::RemoveBody: {
        const int i = findBody(e.key);
        if (i < 0) break;
        desc.bodies.erase(desc.bodies.begin() + i);
        bodies.erase(bodies.begin() + i);
        break;
      }
      case Edit::PlaceBody: {
        const int i = findBody(e.key);
        if (i >= 0) placeBody(static_cast<size_t>(i), {e.body.position, e.body.orientation});
        break;
      }
    }
  }
  for (size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].desc.density = movingDensity(desc, desc.bodies[i]);
    bodies[i].desc.friction = desc.bodies[i].friction;
    bodies[i].desc.restitution = desc.bodies[i].restitution;
    bodies[i].desc.temperature = desc.bodies[i].temperature;
    bodies[i].desc.smoke = desc.bodies[i].smoke;
    bodies[i].addedMass = 0.5 * desc.params.fluid.density * bodies[i].volume;
  }
  refindJoints();
  resolveChoices();
  matchGradients();
  matchSmoke();
  refreshParams();
}

/// Puts a body elsewhere, at rest; before the first step it begins there as the scene says. The fluid that is there
/// changes places with it: it moves, particle by particle, to where the body was, so that neither a hole is left nor a
/// crowd that would push the body away. A body that was out of the liquid leaves no room behind; what it displaces then
/// is pushed aside in the next steps.
void World::Impl::placeBody(size_t i, const Pose& asked) {
  constexpr int kMostMoves = 64;  // where the old place and the new one overlap
  RigidBody& b = bodies[i];
  if (!finite(asked.position) || !(glm::length(asked.orientation) > 0)) return;
  const Pose from = b.pose;
  Pose to{asked.position, glm::normalize(asked.orientation)};
  if (grid.flat()) to.position.z = from.position.z;
  b.pose = to;
  if (stepCount == 0) {  // the scene begins with it there
    BodyDesc& d = desc.bodies[i];
    d.position += to.position - from.position;
    d.orientation = glm::normalize(to.orientation * glm::conjugate(from.orientation) * d.orientation);
    b.desc.position = d.position, b.desc.orientation = d.orientation;
  } else {
    b.velocity = b.angularVelocity = Vec3(0);
  }
  if (hasSurface() && b.submergedFraction < 0.5) return;
  const Shape& shape = *b.desc.shape;
  const auto inside = [&](const Pose& pose, Vec3 x) {
    if (glm::length(x - pose.position) > shape.boundingRadius() && !grid.flat()) return false;
    Vec3 local = pose.toBody(x);
    if (grid.flat()) local.z = 0;
    return shape.signedDistance(local) < 0;
  };
  for (size_t p = 0; p < particles.size(); ++p) {
    Vec3 x = grid.dx * (Vec3(particles.x[0][p], particles.x[1][p], particles.x[2][p]) - 1.0);
    int moves = 0;
    for (; moves < kMostMoves && inside(to, x); ++moves) x = from.toWorld(to.toBody(x));
    if (moves == 0) continue;
    for (int a = 0; a < 3; ++a) {
      particles.x[a][p] = static_cast<float>(x[a] / grid.dx + 1);
      particles.v[a][p] = 0;
      for (int q = 0; q < 3; ++q)
        if (!particles.gradient[3 * a + q].empty()) particles.gradient[3 * a + q][p] = 0;
    }
  }
  sortParticles(grid, particles, particleScratch);
}

/// Whoever moves a body or changes what it is made of leaves the case a closed form speaks of; methods may be changed.
void World::Impl::noteDisturbance(const InputFrame& input) {
  disturbed |= input.hand.active;
  if (stepCount == 0) return;
  for (const Edit& e : input.edits)
    disturbed |= e.kind != Edit::SetParam || !(e.key.starts_with("method.") || e.key.starts_with("hand."));
}

void World::Impl::refreshParams() {
  ParamList list = parameters(desc);
  params = list.all();
  for (Param& p : params) p.store = nullptr;
}

}  // namespace flotsam
