// SPDX-License-Identifier: MIT
// What others see of a World: the view for the window and the pictures, and the state hash.
#include <algorithm>

#include "core/hash.h"
#include "core/parallel.h"
#include "core/rng.h"
#include "sim/coupling/pcg.h"
#include "sim/world_impl.h"

namespace flotsam {

namespace {

std::string label(const ShapeDesc& d) {
  static constexpr const char* words[] = {"mesh", "sphere", "box", "cylinder", "torus", "capsule", "ellipsoid"};
  const char* word = words[static_cast<int>(d.kind)];
  if (d.kind != ShapeKind::Mesh) return word;
  const size_t slash = d.mesh.find_last_of('/');
  return slash == std::string::npos ? d.mesh : d.mesh.substr(slash + 1);
}

void fillBodies(std::span<const RigidBody> bodies, SimView& view) {
  view.bodies.resize(bodies.size());
  for (size_t i = 0; i < bodies.size(); ++i) {
    const RigidBody& b = bodies[i];
    BodyView& v = view.bodies[i];
    v.name = b.desc.name;
    v.mesh = b.desc.shape->mesh();
    v.shapeLabel = label(b.desc.shapeDesc);
    v.pose = b.pose;
    v.velocity = b.velocity, v.angularVelocity = b.angularVelocity;
    v.density = b.desc.density, v.mass = b.mass(), v.volume = b.volume;
    v.boundingRadius = b.desc.shape->boundingRadius();
    v.colour = b.desc.colour >= 0 ? b.desc.colour : static_cast<int>(i);
    v.motion = static_cast<BodyMotion>(b.desc.motion);
    v.pressureForce = b.pressureForce, v.pressureTorque = b.pressureTorque;
    v.submergedFraction = b.submergedFraction;
    v.waits = false;
    v.temperature = b.desc.temperature;
  }
}

void fillJoints(std::span<const Joint> joints, std::span<const RigidBody> bodies, SimView& view) {
  view.joints.resize(joints.size());
  for (size_t i = 0; i < joints.size(); ++i) {
    const Joint& j = joints[i];
    JointView& v = view.joints[i];
    v.name = j.desc.name;
    v.kind = static_cast<JointViewKind>(j.desc.kind);
    v.body = j.a, v.to = j.b;
    v.at = anchorOn(j, bodies, false), v.toAt = anchorOn(j, bodies, true);
    v.axis = bodies[j.a].pose.rotate(j.axisA);
    v.motor = j.desc.motorTorque > 0;
  }
}

}  // namespace

double World::Impl::measure(const Quantity& q, int body) const {
  if (q.kind == QuantityKind::KineticEnergy) return report.fluid.kineticEnergy;
  if (q.kind == QuantityKind::Volume) return report.fluid.volume;
  const RigidBody& b = bodies[body];
  switch (q.kind) {
    case QuantityKind::Position:
      return b.pose.position[q.axis];
    case QuantityKind::Velocity:
      return b.velocity[q.axis];
    case QuantityKind::Speed:
      return glm::length(b.velocity);
    case QuantityKind::Spin:
      return b.angularVelocity[q.axis];
    case QuantityKind::Force:
      return b.pressureForce[q.axis];
    default:  // acceleration: the mean over the last step
      if (stepCount == 0 || startVelocities.size() != bodies.size()) return 0;
      return (b.velocity[q.axis] - startVelocities[body][q.axis]) * desc.params.rate;
  }
}

/// The step's samples. A closed form with an end keeps its whole time and half as much again, others a few seconds.
void World::Impl::sampleExpectations() {
  for (size_t i = 0; i < desc.expectations.size(); ++i) {
    const ExpectDesc& e = desc.expectations[i];
    std::vector<ExpectSample>& samples = expectTracks[i].samples;
    const Quantity& q = expectTracks[i].quantity;
    const bool ends = e.until < ExpectDesc().until;
    if (ends && time > e.until + 0.5 * (e.until - e.from)) continue;
    const int body = q.body.empty() ? -1 : findBody(q.body);
    if (!q.body.empty() && body < 0) continue;  // somebody removed it
    ExpectedBody expected;
    if (body >= 0) expected = {bodies[body].mass(), bodies[body].desc.density / desc.params.fluid.density};
    if (samples.size() >= (ends ? kMostExpectSamples : kRecentExpectSamples)) {
      if (ends) continue;
      samples.erase(samples.begin());
    }
    ExpectTrack& track = expectTracks[i];
    if (e.formula == ExpectFormula::Release && body >= 0) noteRelease(static_cast<size_t>(body), track);
    const bool holds = !disturbed && track.released && time >= e.from && time <= e.until * (1 + 1e-9);
    samples.push_back({time, measure(q, body), theoryValue(e, q, expected, desc.params.gravity[q.axis], time), holds});
  }
}

/// The added mass is that of the place a body was released at: until it has gone a quarter of its radius, or met a
/// wall.
void World::Impl::noteRelease(size_t body, ExpectTrack& track) const {
  constexpr double kNear = 0.25;
  const RigidBody& b = bodies[body];
  const bool touching = body < atObstacle.size() && atObstacle[body];
  if (track.samples.empty()) track.start = b.pose.position, track.touching = touching;
  const bool met = touching && !track.touching;
  const bool far = glm::length(b.pose.position - track.start) > kNear * b.desc.shape->boundingRadius();
  track.released = track.released && !met && !far;
  track.touching = touching;
}

/// What a quantity of nothing may differ from it, where the scene names no slack: 1e-6 of what gravity makes of it in a
/// second, the size of the solve's residual.
double World::Impl::roundingOf(const Quantity& q) const {
  const int body = q.body.empty() ? -1 : findBody(q.body);
  const double g = glm::length(desc.params.gravity), mass = body >= 0 ? bodies[body].mass() : 1;
  return 1e-6 * (q.kind == QuantityKind::Force ? mass * g : q.kind == QuantityKind::Volume ? 0 : g);
}

void World::Impl::fillExpectations(SimView& view) const {
  view.expectations.resize(desc.expectations.size());
  for (size_t i = 0; i < desc.expectations.size(); ++i) {
    const ExpectDesc& e = desc.expectations[i];
    ExpectView& v = view.expectations[i];
    v.quantity = e.quantity, v.label = e.label, v.unit = expectTracks[i].quantity.unit();
    v.tolerance = e.tolerance, v.slack = e.slack + (e.slack > 0 ? 0 : roundingOf(expectTracks[i].quantity));
    v.from = e.from, v.until = e.until, v.disturbed = disturbed;
    v.samples = expectTracks[i].samples;
  }
}

void World::fill(SimView& view, int markers, ViewParts parts) const {
  const Impl& w = *impl_;
  const WorldDesc& d = w.desc;
  view.title = d.title, view.source = d.source, view.lesson = d.lesson;
  view.step = w.stepCount, view.time = w.time, view.dt = d.params.dt();
  view.cells = d.cells, view.dx = d.dx, view.flat = w.grid.flat();
  view.container.kind = static_cast<ContainerKind>(d.container.kind);
  const bool box = d.container.kind == WallKind::Box;
  view.container.pose.position = box ? 0.5 * w.grid.extent() : d.container.centre;
  view.container.pose.orientation = box ? Quat(1, 0, 0, 0) : d.container.orientation;
  view.container.open = d.container.open.bits;
  view.container.size = box ? w.grid.extent() : d.container.size;
  fillBodies(w.bodies, view);
  fillJoints(w.joints, w.bodies, view);

  const Particles& p = w.particles;
  const size_t n = std::min(p.size(), static_cast<size_t>(std::max(markers, 0)));
  view.markers.position.resize(n), view.markers.dye.resize(n), view.markers.velocity.resize(n);
  const float dx = static_cast<float>(w.grid.dx);
  size_t shown = 0;
  const double share = p.size() > 0 ? static_cast<double>(n) / static_cast<double>(p.size()) : 0;
  // With taps and drains the number changes: each particle keeps its own random number, drawn below the share.
  const bool changing = !d.emitters.empty() || !d.drains.empty();
  if (n > 0)
    for (size_t i = 0; i < p.size(); ++i) {
      if (changing && shown == n) break;
      if (changing && !(randomUnit(0x6d61726bu, p.id[i]) < share)) continue;
      const size_t rank = changing ? shown++ : w.markerRank[p.id[i]];
      if (rank >= n) continue;
      view.markers.position[rank] = dx * (Vec3f(p.x[0][i], p.x[1][i], p.x[2][i]) - 1.f);
      view.markers.dye[rank] = p.dye[i];
      view.markers.velocity[rank] = {p.v[0][i], p.v[1][i], p.v[2][i]};
    }
  if (changing)
    view.markers.position.resize(shown), view.markers.dye.resize(shown), view.markers.velocity.resize(shown);
  view.dyes.clear();
  for (const DyeRegion& r : d.dyes) view.dyes.push_back({r.word});

  view.smoke.cells = w.smoke.empty() && w.temperature.empty() ? Int3(0) : d.cells;
  const auto inside = [&](const std::vector<float>& field, std::vector<float>& to) {
    to.resize(field.empty() ? 0 : static_cast<size_t>(d.cells.x) * d.cells.y * d.cells.z);
    float* out = to.data();
    for (int k = 1; k <= d.cells.z && !field.empty(); ++k)
      for (int j = 1; j <= d.cells.y; ++j)
        for (int i = 1; i <= d.cells.x; ++i) *out++ = field[w.grid.id(i, j, k)];
  };
  inside(w.smoke, view.smoke.density), inside(w.temperature, view.smoke.heat);
  view.smoke.ambient = d.params.smoke.ambient, view.smoke.hottest = w.report.smoke.maxTemperature;

  w.fillLiquid(view.liquid);
  w.fillDrops(view.liquid);
  view.fields.cells = view.faces.cells = view.system.cells = Int3(0);
  if (parts.fields) w.fillFields(view.fields);
  if (parts.faces) w.fillFaces(view.faces);
  if (parts.system) w.fillSystem(view.system);
  w.fillExpectations(view);
  view.hand = {};
  if (w.handBody >= 0 && w.handBody < static_cast<int>(w.bodies.size())) {
    view.hand.active = true;
    view.hand.body = w.handBody;
    view.hand.grabbed = w.bodies[w.handBody].pose.toWorld(w.hand.anchor);
    view.hand.target = w.hand.target;
    view.hand.force = w.report.handForce;
  }
  const StepReport& r = w.report;
  view.substeps = r.substeps, view.iterations = r.pressure.iterations, view.threads = threadCount();
  view.converged = r.pressure.converged, view.residual = r.pressure.residual;
  view.maxDivergence = r.pressure.maxDivergence;
  const ResidualHistory& residuals = w.projection.residuals();
  view.residuals.assign(residuals.values.begin(), residuals.values.begin() + residuals.count);
  view.fluidVolume = r.fluid.volume, view.particles = r.fluid.particles;
  view.kineticEnergy = r.fluid.kineticEnergy, view.potentialEnergy = r.fluid.potentialEnergy;
  view.stages.clear();
  for (int i = 0; i < kStageCount; ++i) view.stages.push_back({kStages[i], r.stageMs[i]});
  view.totalMs = r.totalMs;
  view.hash = 0;
  view.badges.clear();
  for (const std::string& text : r.warnings) view.badges.push_back({Badge::Warning, text});
  if (!w.status.ok) view.badges.push_back({Badge::Fault, w.status.fault});
  view.params = w.params;
  view.speedScale = std::max(0.25, std::sqrt(glm::length(d.params.gravity) * w.grid.extent().y) * 0.35);
}

uint64_t World::hash() const {
  const Impl& w = *impl_;
  StateHash h;
  h.word(w.stepCount);
  for (const RigidBody& b : w.bodies) {
    for (int a = 0; a < 3; ++a) h.value(b.pose.position[a]), h.value(b.velocity[a]), h.value(b.angularVelocity[a]);
    h.value(b.pose.orientation.w), h.value(b.pose.orientation.x), h.value(b.pose.orientation.y),
        h.value(b.pose.orientation.z);
    h.value(b.desc.density);
  }
  for (int a = 0; a < 3; ++a) {
    h.values(std::span<const double>(w.velocity[a]));
    h.values(std::span<const float>(w.particles.x[a]));
    h.values(std::span<const float>(w.particles.v[a]));
  }
  for (const auto& g : w.particles.gradient)
    if (!g.empty()) h.values(std::span<const float>(g));
  h.values(std::span<const uint32_t>(w.particles.id));
  h.values(std::span<const float>(w.smoke));
  if (!w.temperature.empty()) h.values(std::span<const float>(w.temperature));
  h.values(std::span<const float>(w.levels.phi));
  return h.get();
}

}  // namespace flotsam
