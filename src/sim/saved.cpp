// SPDX-License-Identifier: MIT
// Going back in time: a copy of all that later steps depend on, and the world as it was. What a step derives from the
// state before it uses it (fractions, the solids' and the liquid's distance) is not kept but made again. Particles and
// the grid's velocity are most of it.
#include <algorithm>

#include "sim/world_impl.h"

namespace flotsam {

struct World::Saved {
  WorldDesc desc;
  std::vector<RigidBody> bodies;
  std::vector<Joint> joints;
  Particles particles;
  MacVelocity velocity;
  std::vector<float> smoke, levels;
  std::vector<double> pressure;
  std::vector<Vec6> lastPush;
  int lastReleased = 0;
  std::vector<FlowState> taps, drains;
  uint32_t nextId = 0;
  HandInput hand;
  int handBody = -1;
  uint64_t stepCount = 0;
  bool disturbed = false;
  double time = 0;
  std::vector<Impl::BodyBackup> bodyBackup;
  std::vector<Impl::ExpectTrack> expectTracks;
  StepReport report;
  StepStatus status;
  std::vector<std::string> opening;
};

std::shared_ptr<const World::Saved> World::save() const {
  const Impl& w = *impl_;
  auto s = std::make_shared<Saved>();
  s->desc = w.desc, s->bodies = w.bodies, s->joints = w.joints;
  s->particles = w.particles, s->velocity = w.velocity, s->smoke = w.smoke, s->levels = w.levels.phi,
  s->pressure = w.pressure;
  s->lastPush = w.lastPush, s->lastReleased = w.lastReleased;
  s->taps = w.taps, s->drains = w.drains, s->nextId = w.nextId;
  s->hand = w.hand, s->handBody = w.handBody;
  s->stepCount = w.stepCount, s->disturbed = w.disturbed, s->time = w.time;
  s->bodyBackup = w.bodyBackup, s->expectTracks = w.expectTracks;
  s->report = w.report, s->status = w.status, s->opening = w.opening;
  return s;
}

void World::restore(const Saved& s) {
  Impl& w = *impl_;
  w.desc = s.desc, w.bodies = s.bodies, w.joints = s.joints;
  w.linkage.find(w.joints, w.bodies);
  w.particles = s.particles, w.velocity = w.lastVelocity = s.velocity, w.smoke = s.smoke, w.pressure = s.pressure;
  w.lastPush = s.lastPush, w.lastReleased = s.lastReleased;
  w.taps = s.taps, w.drains = s.drains, w.nextId = s.nextId;
  w.hand = s.hand, w.handBody = s.handBody;
  w.stepCount = s.stepCount, w.disturbed = s.disturbed, w.time = s.time;
  w.bodyBackup = s.bodyBackup;
  w.expectTracks = s.expectTracks;
  for (auto& track : w.expectTracks) track.samples.reserve(Impl::kMostExpectSamples);
  w.opening = s.opening;
  w.resolveChoices();
  w.matchGradients();
  w.refreshParams();
  w.updateFractions();
  w.airborne.parts = 0;
  if (w.hasSurface()) {
    w.levels.phi.clear();
    w.findLiquid(w.desc.params.dt());
    if (w.usesParticles()) findAirborne(w.grid, w.liquid.phi, w.fractions->get().fluid, w.airborne);
    w.levels.phi = s.levels;  // as the step left it
    for (size_t id = 0; id < s.levels.size(); ++id) w.liquid.phi[id] = std::clamp(s.levels[id], -1.f, 1.f);
  }
  w.report = s.report, w.status = s.status;
}

size_t World::bytes(const Saved& s) {
  const auto size = [](const auto& v) { return v.size() * sizeof(v[0]); };
  size_t sum = sizeof(Saved) + size(s.bodies) + size(s.smoke) + size(s.levels) + size(s.pressure);
  const Particles& p = s.particles;
  for (int a = 0; a < 3; ++a) sum += size(p.x[a]) + size(p.v[a]) + size(s.velocity[a]);
  for (const auto& g : p.gradient) sum += size(g);
  sum += size(p.id) + size(p.dye) + size(p.cellStart);
  for (const auto& track : s.expectTracks) sum += size(track.samples);
  return sum;
}

}  // namespace flotsam
