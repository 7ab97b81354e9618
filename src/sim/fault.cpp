// SPDX-License-Identifier: MIT
// Faults: after every stage what it made must be finite. Where something is not, the step is taken back and made once
// more with half the dt; if that does not help either, the world stops as it was before the step, with the stage and
// the place named. It never ends the program.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <span>

#include "core/describe.h"
#include "core/finite.h"
#include "core/parallel.h"
#include "sim/world_impl.h"

namespace flotsam {

namespace {

constexpr size_t kGrain = 1 << 14;
constexpr double kMostTanks = 10;  // lengths of the tank's diagonal a substep; bodies are held at two

/// Index of the first entry that is not finite in one of several fields; -1 when all are.
template <class T>
int64_t firstBad(std::span<const std::vector<T>> fields) {
  size_t longest = 0;
  for (const auto& f : fields) longest = std::max(longest, f.size());
  const size_t blocks = (longest + kGrain - 1) / kGrain;
  std::atomic<bool> bad{false};
  parallelPieces(fields.size() * blocks, [&](size_t piece) {
    const std::vector<T>& f = fields[piece / blocks];
    const size_t begin = std::min(piece % blocks * kGrain, f.size()), end = std::min(begin + kGrain, f.size());
    if (!allFinite(f.data() + begin, end - begin)) bad.store(true, std::memory_order_relaxed);
  });
  for (size_t f = 0; bad && f < fields.size(); ++f)
    for (size_t i = 0; i < fields[f].size(); ++i)
      if (!std::isfinite(fields[f][i])) return static_cast<int64_t>(i);
  return -1;
}
template <class T>
int64_t firstBad(const std::vector<T>& field) {
  return firstBad(std::span<const std::vector<T>>(&field, 1));
}
template <class T>
int64_t firstBad(const std::array<std::vector<T>, 3>& fields) {
  return firstBad(std::span<const std::vector<T>>(fields));
}

constexpr bool makesBodies(Stage s) { return s == kBodies || s == kForces || s == kProject; }
constexpr bool makesVelocity(Stage s) {
  return s == kTransferToGrid || s == kForces || s == kViscosity || s == kProject || s == kExtrapolate;
}

}  // namespace

std::string World::Impl::placeText(size_t id) const {
  const Int3 c = grid.coords(static_cast<int>(id));
  return "at cell " + std::to_string(c.x - 1) + " " + std::to_string(c.y - 1) + " " + std::to_string(c.z - 1);
}

void World::Impl::checkFinite(Stage stage) {
  if (seenFinite) return;
  const auto broken = [&](const std::string& what) {
    fail(std::string("stage ") + kStages[stage] + ": " + what);
    notFinite = true;
  };
  const auto inParticle = [&](int64_t p, const char* what) {
    const auto& starts = particles.cellStart;  // of where it was sorted last
    const auto cell = std::upper_bound(starts.begin(), starts.end(), static_cast<uint32_t>(p)) - starts.begin() - 1;
    broken(std::string(what) + " of a particle is no longer finite " + placeText(static_cast<size_t>(cell)));
  };
  if (makesBodies(stage))
    for (const RigidBody& b : bodies)
      if (!finite(b.pose.position) || !finite(b.velocity) || !finite(b.angularVelocity))
        return broken("body '" + b.desc.name + "' is no longer finite");
  if (stage == kFractions)
    if (const int64_t id = firstBad(solidField.phi); id >= 0)
      return broken("the distance of the solids is no longer finite " + placeText(static_cast<size_t>(id)));
  if (makesVelocity(stage))
    if (const int64_t id = firstBad(velocity.u); id >= 0)
      return broken("velocity is no longer finite " + placeText(static_cast<size_t>(id)));
  if (stage == kAdvect)
    if (const int64_t p = firstBad(particles.x); p >= 0) return inParticle(p, "the place");
  if (stage == kTransferToParticles)
    if (const int64_t p = firstBad(particles.v); p >= 0) return inParticle(p, "the velocity");
  if (stage == kProject) {
    if (const int64_t id = firstBad(pressure); id >= 0)
      return broken("pressure is no longer finite " + placeText(static_cast<size_t>(id)));
    // Finite, but worse than no pressure at all, and through the tank many times over before the next look.
    const double most = kMostTanks * glm::length(grid.extent()) * desc.params.rate * report.substeps;
    if (!report.pressure.converged && report.pressure.residual > 1 && maxSpeed(grid, velocity) > most)
      return broken("the pressure solve diverges; the fluid would move faster than " + formatNumber(std::round(most)) +
                    " m/s");
  }
  if (stage == kSmoke)
    if (const int64_t id = firstBad(smoke); id >= 0)
      return broken("smoke is no longer finite " + placeText(static_cast<size_t>(id)));
  if (stage == kSmoke)
    if (const int64_t id = firstBad(temperature); id >= 0)
      return broken("temperature is no longer finite " + placeText(static_cast<size_t>(id)));
}

/// For tests: one entry of what the stage has just made is not finite, or the solve has diverged.
void World::Impl::spoil(Stage stage) {
  seenFinite = false;
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  if (stage == kProject && faultInSolve) {  // as a solve leaves it that went astray
    report.pressure.converged = false, report.pressure.residual = 1e3;
    velocity[0][static_cast<size_t>(grid.id((grid.inner + 1) / 2))] = 1e9;
    return;
  }
  const Int3 middle = (grid.inner + 1) / 2;
  const auto id = static_cast<size_t>(grid.id(middle));
  const size_t p = particles.size() / 2;
  if (stage == kBodies && !bodies.empty()) bodies[0].velocity.x = kNan;
  if (stage == kFractions) solidField.phi[id] = static_cast<float>(kNan);
  if (makesVelocity(stage)) velocity[0][id] = kNan;
  if (stage == kAdvect && p < particles.size()) particles.x[1][p] = static_cast<float>(kNan);
  if (stage == kTransferToParticles && p < particles.size()) particles.v[1][p] = static_cast<float>(kNan);
  std::vector<float>& carried = smoke.empty() ? temperature : smoke;
  if (stage == kSmoke && !carried.empty()) carried[id] = static_cast<float>(kNan);
}

/// The state before a step. Of particles and velocity no copy is made where the step can leave them as they are and
/// write what becomes of them elsewhere: moveAndSort, transferToGrid and transferToParticles swap the two.
void World::Impl::keepGood() {
  good.kept = hasSurface() || desc.container.open.any() ? Good::Kept::All : Good::Kept::Nothing;
  good.velocity = good.kept == Good::Kept::All || !usesParticles();
  good.state.slivers.reserve(slivers.capacity());
  if (good.kept == Good::Kept::All)
    copyState(*this, good.state);
  else if (good.velocity)
    copyWithoutParticles(*this, good.state);
  else
    copyWithoutVelocity(*this, good.state);
  good.bodies.assign(bodies.begin(), bodies.end());
}

void World::Impl::restoreGood() {
  using Kept = Good::Kept;
  if (good.kept == Kept::All) {
    copyParticles(good.state, *this);
  } else {
    if (good.kept != Kept::Nothing) std::swap(particles.x, good.state.particles.x);
    if (good.kept == Kept::PlacesAndVelocities) std::swap(particles.v, good.state.particles.v);
    good.kept = Kept::Nothing;
  }
  if (good.velocity) {
    copyWithoutParticles(good.state, *this);
  } else {
    swapSlivers(slivers, velocity);
    copyWithoutVelocity(good.state, *this);
  }
  for (size_t i = 0; i < bodies.size(); ++i) static_cast<BodyState&>(bodies[i]) = good.bodies[i];
  time = static_cast<double>(stepCount) * desc.params.dt();
  findDerived();
}

/// Whether the step that has just failed may be tried once more; it is then taken back, and `why` says why.
bool World::Impl::takeBack(std::string& why) {
  if (status.ok || !notFinite || !why.empty()) return false;
  why = status.fault;
  restoreGood();
  std::fill(pressure.begin(), pressure.end(), 0.0);  // the solve shall not start from where it went wrong
  status = {}, notFinite = false;
  return true;
}

/// Stops the world: `what` is told, and the step goes no further.
void World::Impl::fail(const std::string& what) { status = {false, what}; }

void World::injectFault(const std::string& stage, int times) {
  impl_->faultInSolve = stage == "solve";
  for (int s = 0; s < kStageCount; ++s)
    if (stage == kStages[s] || (impl_->faultInSolve && s == kProject)) impl_->faultStage = s, impl_->faultTimes = times;
}

}  // namespace flotsam
