// SPDX-License-Identifier: MIT
// One step of the World ([B07] §3.2), as a table of contents. Each stage is a function of stages.cpp that calls the
// module of the same name. The clock is injected; stages know nothing of time measurement or faults.
#include "sim/world.h"

#include <algorithm>

#include "core/check.h"
#include "sim/world_impl.h"

namespace flotsam {

void World::step(const InputFrame& input) {
  Impl& w = *impl_;
  if (!w.status.ok) return;
  const double start = w.clock ? w.clock() : 0;
  w.applyEdits(input.edits);
  w.noteDisturbance(input);
  w.hand = input.hand;
  w.hand.active = w.hand.active && finite(w.hand.target) && finite(w.hand.anchor);
  w.keepGood();
  std::string retried;  // after a fault: once more with half the dt
  for (int halving = 1; halving == 1 || w.takeBack(retried); halving *= 2) {
    w.begin();
    swapSlivers(w.slivers, w.velocity);  // what moves in the flow sees there what is beside
    const int substeps = w.report.substeps = halving * w.chooseSubsteps();
    const double dt = w.desc.params.dt() / substeps;
    for (int i = 0; i < substeps && w.status.ok; ++i) {
      w.noteVelocities();
      if (w.hasSurface()) {
        w.moveTogether(dt);  // the same three in parts of a cell, so that nothing is run through
      } else {
        w.run(kBodies, [&] { w.moveBodies(w.time, dt); });  // contact, then positions advance
        w.run(kFractions, [&] { w.updateFractions(); });    // what each face is made of, solids' distance
        w.run(kAdvect, [&] { w.advect(dt); });              // particles, or the grid velocity, through the old field
      }
      w.run(kTransferToGrid, [&] { w.transferToGrid(dt); });  // FLIP only; and where the liquid is
      w.run(kForces, [&] { w.addForces(dt); });               // gravity, smoke, timed forces, the hand
      w.run(kViscosity, [&] { w.applyViscosity(dt); });       // friction in the fluid and at solids
      w.run(kProject, [&] { w.project(dt); });                // pressure and bodies together
      w.run(kExtrapolate, [&] { w.extrapolateVelocity(dt); });
      w.run(kTransferToParticles, [&] { w.transferToParticles(); });
      w.run(kSmoke, [&] { w.moveSmoke(dt); });
      w.time += dt;
    }
  }
  if (!w.status.ok) return w.restoreGood();
  swapSlivers(w.slivers, w.velocity);  // a step ends with the velocity of the solve
  ++w.stepCount;
  w.time = static_cast<double>(w.stepCount) * w.desc.params.dt();
  w.run(kDiagnostics, [&] {
    if (!retried.empty()) w.warnOnce(retried, "; the step was made again with half the dt");
    w.diagnose();
    w.sampleExpectations();
  });
  if (w.clock) w.report.totalMs = 1e3 * (w.clock() - start);  // with what no stage counts
}

World::World(WorldDesc desc, Clock clock) : impl_(std::make_unique<Impl>(std::move(desc), clock)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

const WorldDesc& World::desc() const { return impl_->desc; }
const Grid& World::grid() const { return impl_->grid; }
std::span<const RigidBody> World::bodies() const { return impl_->bodies; }
std::span<const Joint> World::joints() const { return impl_->joints; }
const MacVelocity& World::velocity() const { return impl_->velocity; }
const std::vector<double>& World::pressure() const { return impl_->pressure; }
const LiquidField& World::liquid() const { return impl_->liquid; }
const Particles& World::particles() const { return impl_->particles; }
const FaceFractions& World::fractions() const { return impl_->fractions->get(); }
std::vector<CoupledBody> World::coupledBodies() const {
  std::vector<CoupledBody> all;
  Mat6 mass;
  for (size_t i = 0; i < impl_->bodies.size(); ++i) all.push_back(impl_->couple(i, mass));
  return all;
}
void World::probeSolves(SolveProbe probe) { impl_->probe = std::move(probe); }
const std::vector<float>& World::smoke() const { return impl_->smoke; }
const std::vector<float>& World::temperature() const { return impl_->temperature; }
uint64_t World::stepCount() const { return impl_->stepCount; }
double World::time() const { return impl_->time; }
const StepReport& World::report() const { return impl_->report; }
const StepStatus& World::status() const { return impl_->status; }
std::vector<Param> World::params() const { return impl_->params; }

/// Clears the report of the step before.
void World::Impl::begin() {
  report.substeps = 1;
  std::fill(std::begin(report.stageMs), std::end(report.stageMs), 0.0);
  report.totalMs = 0;
  report.pressure = {};
  if (!opening.empty() && time >= kOpeningSeconds) {
    standing.resize(standing.size() - opening.size());
    opening.clear();
  }
  report.warnings = standing;
  report.handForce = Vec3(0);
  startVelocities.clear();
  for (RigidBody& b : bodies) {
    startVelocities.push_back(b.velocity);
    b.pressureForce = b.pressureTorque = Vec3(0);
  }
}

/// Equal substeps so that no body moves more than `cfl` cells in one, up to a cap (said in a badge, never hidden).
/// Particles follow a faster flow in parts of their own (advectParticles), so it may go further before all is split.
int World::Impl::chooseSubsteps() {
  constexpr double kFlowLead = 4;
  if (hasSurface()) return chooseLiquidSubsteps();
  const double perStep = desc.params.dt() / grid.dx, most = desc.params.method.cfl;
  const double flow = maxSpeed(grid, velocity) * perStep, lead = usesParticles() ? kFlowLead : 1;
  double body = 0;
  for (const RigidBody& b : bodies) body = std::max(body, b.tipSpeed() * perStep);
  return flow > lead * body ? split(flow, lead * most) : split(body, most);
}

/// Substeps for a motion of `cells` a step when `most` are allowed in one.
int World::Impl::split(double cells, double most) {
  const MethodParams& m = desc.params.method;
  const double wanted = std::ceil(cells / most);
  const int substeps = static_cast<int>(std::clamp(wanted, 1.0, static_cast<double>(m.maxSubsteps)));
  if (wanted > m.maxSubsteps)
    report.warnings.push_back("fast motion: " + formatNumber(std::round(cells * 10) / 10) +
                              " cells a step; the step is split into its cap of " + std::to_string(substeps) +
                              " parts");
  report.substeps = substeps;
  return substeps;
}

/// A warning of this step. Substeps come by here again: what is told of a subject first stays.
void World::Impl::warnOnce(const std::string& subject, const std::string& rest) {
  for (const std::string& told : report.warnings)
    if (told.starts_with(subject)) return;
  report.warnings.push_back(subject + rest);
}

}  // namespace flotsam
