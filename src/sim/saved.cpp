// SPDX-License-Identifier: MIT
// Going back in time: a copy of all that later steps depend on, and the world as it was. What a step derives from the
// state before it uses it (fractions, the solids' and the liquid's distance) is not kept but made again. Particles and
// the grid's velocity are most of it.
#include <algorithm>

#include "sim/world_impl.h"

namespace flotsam {

struct World::Saved {
  StepState state;
  WorldDesc desc;
  std::vector<RigidBody> bodies;
  std::vector<Joint> joints;
  HandInput hand;
  int handBody = -1;
  uint64_t stepCount = 0;
  bool disturbed = false;
  double time = 0;
  std::vector<Vec3> startVelocities;
  std::vector<Impl::ExpectTrack> expectTracks;
  StepReport report;
  StepStatus status;
  std::vector<std::string> opening;
};

std::shared_ptr<const World::Saved> World::save(std::shared_ptr<const Saved> spare) const {
  const Impl& w = *impl_;
  const bool ours = spare && spare.use_count() == 1;  // nobody else can see it change
  auto s = ours ? std::const_pointer_cast<Saved>(std::move(spare)) : std::make_shared<Saved>();
  copyState(w, s->state);
  s->desc = w.desc, s->bodies = w.bodies, s->joints = w.joints;
  s->hand = w.hand, s->handBody = w.handBody;
  s->stepCount = w.stepCount, s->disturbed = w.disturbed, s->time = w.time;
  s->startVelocities = w.startVelocities, s->expectTracks = w.expectTracks;
  s->report = w.report, s->status = w.status, s->opening = w.opening;
  return s;
}

void World::restore(const Saved& s) {
  Impl& w = *impl_;
  copyState(s.state, w);
  w.desc = s.desc, w.bodies = s.bodies, w.joints = s.joints;
  w.linkage.find(w.joints, w.bodies);
  w.hand = s.hand, w.handBody = s.handBody;
  w.stepCount = s.stepCount, w.disturbed = s.disturbed, w.time = s.time;
  w.startVelocities = s.startVelocities, w.expectTracks = s.expectTracks;
  for (auto& track : w.expectTracks) track.samples.reserve(Impl::kMostExpectSamples);
  w.opening = s.opening;
  w.resolveChoices();
  w.matchGradients();
  w.refreshParams();
  w.findDerived();
  w.report = s.report, w.status = s.status;
}

void World::arrange(const std::vector<Edit>& edits) {
  if (!impl_->status.ok) return;
  impl_->applyEdits(edits);
  impl_->findDerived();
  if (impl_->hasSurface()) impl_->findSubmerged();
}

/// Makes again what a step takes over from the one before and that follows from the state: the solids, and where the
/// liquid is and what of it flies.
void World::Impl::findDerived() {
  updateFractions();
  airborne.parts = 0;
  if (!hasSurface()) return;
  std::vector<float> phi;
  phi.swap(levels.phi);  // the liquid is found from the particles alone
  findLiquid(desc.params.dt());
  if (usesParticles()) findAirborne(grid, liquid.phi, fractions->get().fluid, airborne);
  levels.phi.swap(phi);  // as the step left it
  for (size_t id = 0; id < levels.phi.size(); ++id) liquid.phi[id] = std::clamp(levels.phi[id], -1.f, 1.f);
}

size_t World::bytes(const Saved& s) {
  size_t sum = sizeof(Saved) + stateBytes(s.state) + s.bodies.size() * sizeof(RigidBody);
  for (const auto& track : s.expectTracks) sum += track.samples.size() * sizeof(ExpectSample);
  return sum;
}

}  // namespace flotsam
