// SPDX-License-Identifier: MIT
// What others see of a World: the view for the window and the pictures, and the state hash.
#include <algorithm>

#include "core/hash.h"
#include "core/parallel.h"
#include "core/rng.h"
#include "sim/coupling/coupled_system.h"
#include "sim/coupling/pcg.h"
#include "sim/geometry/container.h"
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
      if (stepCount == 0 || bodyBackup.size() != bodies.size()) return 0;
      return (b.velocity[q.axis] - bodyBackup[body].velocity[q.axis]) * desc.params.rate;
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
    const bool holds = !disturbed && time >= e.from && time <= e.until * (1 + 1e-9);
    samples.push_back({time, measure(q, body), theoryValue(e, q, expected, desc.params.gravity[q.axis], time), holds});
  }
}

void World::Impl::fillExpectations(SimView& view) const {
  view.expectations.resize(desc.expectations.size());
  for (size_t i = 0; i < desc.expectations.size(); ++i) {
    const ExpectDesc& e = desc.expectations[i];
    ExpectView& v = view.expectations[i];
    v.quantity = e.quantity, v.label = e.label, v.unit = expectTracks[i].quantity.unit();
    v.tolerance = e.tolerance, v.slack = e.slack;
    v.from = e.from, v.until = e.until, v.disturbed = disturbed;
    v.samples = expectTracks[i].samples;
  }
}

/// The distance without the strides' gaps. What lies too deep in a body for the solver takes the mean of its
/// neighbours, layer by layer, so that the surface goes through the body and no bubble is left inside.
void World::Impl::fillLiquid(LiquidView& view) const {
  const Int3 n = hasSurface() ? grid.n : Int3(0);
  view.cells = n;
  view.phi.resize(static_cast<size_t>(n.x) * n.y * n.z), view.buried.resize(view.phi.size());
  if (!hasSurface()) return;
  constexpr float kUnknown = 2;
  const int plane = n.x * n.y;
  std::vector<int> deep;
  for (int k = grid.flat() ? 1 : 0; k < (grid.flat() ? 2 : n.z); ++k)
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i) {
        const int id = grid.id(i, j, k), at = i + n.x * j + plane * k;
        view.phi[at] = liquid.phi[id], view.buried[at] = liquid.layer[id] != 0;
        if (liquid.layer[id] != LiquidField::kDeep) continue;
        const bool inner = i > 0 && j > 0 && k > 0 && i + 1 < n.x && j + 1 < n.y && k + 1 < n.z;
        if (!inner || wallDistance(desc.container, grid, grid.cellCentre({i, j, k})) <= 0) continue;
        deep.push_back(at);
        view.phi[at] = kUnknown;
      }
  std::vector<float> found;
  const auto known = [&](int at) { return view.phi[at] < kUnknown; };
  while (!deep.empty()) {
    found.clear();
    for (const int at : deep) {
      float sum = 0;
      int count = 0;
      for (const int step : {-1, 1, -n.x, n.x, -plane, plane}) {
        if ((grid.flat() && std::abs(step) == plane) || !known(at + step)) continue;
        sum += view.phi[at + step], ++count;
      }
      found.push_back(count ? sum / static_cast<float>(count) : kUnknown);
    }
    for (size_t q = 0; q < deep.size(); ++q) view.phi[deep[q]] = found[q];
    if (std::erase_if(deep, known) == 0) break;
  }
  for (const int at : deep) view.phi[at] = 1;
  if (grid.flat())
    for (const int k : {0, 2}) {
      std::copy_n(view.phi.begin() + plane, plane, view.phi.begin() + k * plane);
      std::copy_n(view.buried.begin() + plane, plane, view.buried.begin() + k * plane);
    }
}

/// Cell centres' values of the tank's inside.
void World::Impl::fillFields(FieldView& view) const {
  view.cells = grid.inner;
  const size_t count = static_cast<size_t>(grid.inner.x) * grid.inner.y * grid.inner.z;
  view.pressure.resize(count), view.velocity.resize(count), view.outflow.resize(count);
  view.open.resize(count), view.kind.resize(count);
  const auto& open = fractions->get().fluid;
  const int axes = grid.flat() ? 2 : 3;
  parallelPieces(static_cast<size_t>(grid.inner.z), [&](size_t piece) {
    const int k = 1 + static_cast<int>(piece);
    size_t at = piece * static_cast<size_t>(grid.inner.x) * grid.inner.y;
    for (int j = 1; j <= grid.inner.y; ++j)
      for (int i = 1; i <= grid.inner.x; ++i, ++at) {
        const int id = grid.id(i, j, k);
        view.pressure[at] = pressure.empty() ? 0.f : static_cast<float>(pressure[id]);
        double out = 0, part = 0;
        Vec3 u(0);
        for (int a = 0; a < axes; ++a) {
          const int upper = id + grid.stride(a);
          u[a] = 0.5 * (velocity[a][id] + velocity[a][upper]);
          out += velocity[a][upper] - velocity[a][id];
          part += open[a][id] + open[a][upper];
        }
        view.velocity[at] = Vec3f(u);
        view.open[at] = static_cast<float>(part / (2 * axes));
        view.outflow[at] = part >= 2 * axes ? static_cast<float>(out / grid.dx) : 0.f;
        float inSolid = 0;  // the mean of the nodes is the centre's
        for (int q = 0; q < 8; ++q)
          inSolid += solidField.phi[id + (q & 1) + (q & 2 ? grid.sy : 0) + (q & 4 ? grid.sz : 0)];
        CellKind kind = hasSurface() && !(liquid.phi[id] < 0) ? CellKind::Air : CellKind::Fluid;
        if (inSolid < 0)
          kind = wallDistance(desc.container, grid, grid.cellCentre({i, j, k})) < 0 ? CellKind::Wall : CellKind::Body;
        view.kind[at] = kind;
      }
  });
}

/// Open parts of the faces between the cells of the tank's inside, its outermost faces with them.
void World::Impl::fillFaces(FaceView& view) const {
  view.cells = grid.inner;
  const FaceFractions& f = fractions->get();
  for (int a = 0; a < 3; ++a) {
    Int3 n = grid.inner;
    ++n[a];
    const size_t count = static_cast<size_t>(n.x) * n.y * n.z;
    view.open[a].resize(count), view.solid[a].assign(count, -1);
    size_t at = 0;
    for (int k = 1; k <= n.z; ++k)
      for (int j = 1; j <= n.y; ++j)
        for (int i = 1; i <= n.x; ++i) view.open[a][at++] = static_cast<float>(f.fluid[a][grid.id(i, j, k)]);
  }
  for (size_t b = 0; b < f.bodies.size(); ++b)
    for (const BodyFace& face : f.bodies[b]) {
      const Int3 c = grid.coords(face.id) - 1;
      Int3 n = grid.inner;
      ++n[face.axis];
      const bool inside = c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < n.x && c.y < n.y && c.z < n.z;
      if (inside && face.s > f.wall[face.axis][face.id])
        view.solid[face.axis][view.at(face.axis, c.x, c.y, c.z)] = static_cast<int16_t>(b);
    }
}

/// Rows are numbered in the order of the cells.
void World::Impl::fillSystem(SystemView& view) const {
  const CoupledSystem& s = projection.system();
  view.cells = Int3(0), view.unknowns = 0, view.stencil = 0;
  view.bodies.resize(s.blocks.size());
  const auto* links = s.links;
  // What the system was made of is gone after an edit of the walls.
  const bool valid = links && (links == &s.ownLinks || links == &fractions->get().fluid ||
                               (asFluid() && links == &rigidFluid.domain().fluid));
  if (!valid || s.unknown.size() != grid.size) return;
  view.cells = grid.inner;
  const size_t count = static_cast<size_t>(grid.inner.x) * grid.inner.y * grid.inner.z;
  view.row.assign(count, -1);
  for (auto& link : view.link) link.assign(count, 0);
  size_t at = 0;
  for (int k = 1; k <= grid.inner.z; ++k)
    for (int j = 1; j <= grid.inner.y; ++j)
      for (int i = 1; i <= grid.inner.x; ++i, ++at) {
        const int id = grid.id(i, j, k);
        if (!s.unknown[id]) continue;
        view.row[at] = view.unknowns++;
        ++view.stencil;
        for (int a = 0; a < 3; ++a)
          if ((*links)[a][id] > 0 && s.unknown[id - grid.stride(a)]) view.link[a][at] = 1, view.stencil += 2;
      }
  for (size_t b = 0; b < s.blocks.size(); ++b) {
    std::vector<int>& rows = view.bodies[b];
    rows.clear();
    if (!s.blocks[b].free) continue;
    for (const BodyCell& cell : s.blocks[b].cells) {
      const Int3 c = grid.coords(cell.cell) - 1;
      const int row = view.row[c.x + grid.inner.x * (c.y + static_cast<size_t>(grid.inner.y) * c.z)];
      if (row >= 0) rows.push_back(row);
    }
  }
}

/// Particles outside the liquid as its distance says: where a stream or a drop is too thin for it. At
/// most kMostDrops, always the same ones.
void World::Impl::fillDrops(LiquidView& view) const {
  constexpr size_t kMostDrops = 6000;
  constexpr float kOutside = 0.5f;  // cells from a drawn surface: nearer ones would lie on it like beads
  view.drops.clear();
  if (!hasSurface()) return;
  const double share = 1 / nominalPerCell(), volume = grid.cellVolume() * share;
  view.dropRadius =
      static_cast<float>(grid.flat() ? grid.dx * std::sqrt(share / kPi) : std::cbrt(3 * volume / (4 * kPi)));
  const Int3 n = grid.n;
  const int plane = n.x * n.y, most[] = {n.x - 2, n.y - 2, n.z - 2};
  std::vector<uint32_t> found;
  for (size_t i = 0; i < particles.size(); ++i) {
    float w[3];
    int c[3];
    for (int a = 0; a < 3; ++a) {
      const float x = particles.x[a][i] - 0.5f;
      c[a] = std::clamp(static_cast<int>(x), 0, most[a]);
      w[a] = std::clamp(x - static_cast<float>(c[a]), 0.f, 1.f);
    }
    const float* p = &view.phi[c[0] + n.x * c[1] + static_cast<size_t>(plane) * c[2]];
    if (p[0] + p[1 + n.x + plane] < -1.2f) continue;  // deep in the liquid
    const auto row = [&](const float* q) { return q[0] + w[0] * (q[1] - q[0]); };
    const auto layer = [&](const float* q) { return row(q) + w[1] * (row(q + n.x) - row(q)); };
    const bool surface = std::min({p[0], p[1], p[n.x], p[n.x + 1], p[plane], p[plane + 1], p[plane + n.x],
                                   p[plane + n.x + 1]}) < 0;  // of the mesh, between these cell centres
    if (!surface || layer(p) + w[2] * (layer(p + plane) - layer(p)) > kOutside)
      found.push_back(static_cast<uint32_t>(i));
  }
  const double kept = found.size() > kMostDrops ? double(kMostDrops) / static_cast<double>(found.size()) : 1;
  const float dx = static_cast<float>(grid.dx);
  for (const uint32_t i : found)
    if (kept == 1 || randomUnit(0x64726f70u, particles.id[i]) < kept)
      view.drops.push_back(dx * (Vec3f(particles.x[0][i], particles.x[1][i], particles.x[2][i]) - 1.f));
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
  view.container.size = box ? w.grid.extent() : d.container.size;
  fillBodies(w.bodies, view);
  fillJoints(w.joints, w.bodies, view);

  const Particles& p = w.particles;
  const size_t n = std::min(p.size(), static_cast<size_t>(std::max(markers, 0)));
  view.markers.position.resize(n), view.markers.dye.resize(n), view.markers.speed.resize(n);
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
      view.markers.speed[rank] = std::sqrt(p.v[0][i] * p.v[0][i] + p.v[1][i] * p.v[1][i] + p.v[2][i] * p.v[2][i]);
    }
  if (changing) view.markers.position.resize(shown), view.markers.dye.resize(shown), view.markers.speed.resize(shown);
  view.dyes.clear();
  for (const DyeRegion& r : d.dyes) view.dyes.push_back({r.word});

  view.smoke.cells = w.smoke.empty() ? Int3(0) : d.cells;
  view.smoke.density.resize(w.smoke.empty() ? 0 : static_cast<size_t>(d.cells.x) * d.cells.y * d.cells.z);
  if (!w.smoke.empty()) {
    float* out = view.smoke.density.data();
    for (int k = 1; k <= d.cells.z; ++k)
      for (int j = 1; j <= d.cells.y; ++j)
        for (int i = 1; i <= d.cells.x; ++i) *out++ = w.smoke[w.grid.id(i, j, k)];
  }

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
  h.values(std::span<const float>(w.levels.phi));
  return h.get();
}

}  // namespace flotsam
