// SPDX-License-Identifier: MIT
// Joints in the coupled solve: the groups of linked bodies are tied with the mobilities of this substep (the hand's
// spring in them), so that the velocities before the solve obey the joints and pressure moves bodies as they allow.
#include <algorithm>

#include "core/check.h"
#include "sim/world_impl.h"

namespace flotsam {

void World::Impl::makeJoints() {
  for (const JointDesc& d : desc.joints) {
    const int a = findBody(d.body), b = d.to.empty() ? -1 : findBody(d.to);
    FLOTSAM_CHECK(a >= 0 && (d.to.empty() || b >= 0), d.body + " " + d.to);
    joints.push_back(makeJoint(d, bodies, a, b, grid.flat()));
  }
  linkage.find(joints, bodies);
}

/// After bodies have come or gone: joints go with their bodies.
void World::Impl::refindJoints() {
  if (joints.empty()) return;
  const auto lost = [&](const JointDesc& d) { return findBody(d.body) < 0 || (!d.to.empty() && findBody(d.to) < 0); };
  std::erase_if(joints, [&](const Joint& j) { return lost(j.desc); });
  std::erase_if(desc.joints, lost);
  for (Joint& j : joints) j.a = findBody(j.desc.body), j.b = j.desc.to.empty() ? -1 : findBody(j.desc.to);
  linkage.find(joints, bodies);
}

/// What the solves of this substep are told of the links: nothing when they take free bodies for driven ones.
std::span<const LinkedGroup> World::Impl::tiedGroups() const {
  return apart.empty() && !asFluid() ? std::span<const LinkedGroup>(linkage.groups()) : std::span<const LinkedGroup>();
}

/// Ties the groups: what always holds, then motors, then ropes, stops and obstacles as far as they press.
void World::Impl::linkBodies(double dt) {
  auto& [always, oneSided, presses, pushes, moved] = linkScratch;
  for (LinkedGroup& g : linkage.groups()) {
    g.release();
    for (size_t p = 0; p < g.bodies.size(); ++p) {
      const CoupledBody& c = coupled[g.bodies[p]];
      if (!c.free || !mobilityRoot(c.mobility, g.roots[p])) g.roots[p] = {};
      g.velocity[p] = c.velocity;
    }
    always.clear(), oneSided.clear();
    for (const int j : g.joints) appendRows(joints[j], bodies, linkage.places(), grid.flat(), always, oneSided);
    for (const LinkRow& row : always) g.tie(row);
    LinkRow motor;
    for (const int j : g.joints)
      if (motorRow(joints[j], bodies, linkage.places(), dt, grid.flat(), motor)) g.tie(motor);
    tieOneSided(g, dt);
    for (size_t p = 0; p < g.bodies.size(); ++p) coupled[g.bodies[p]].velocity = g.velocity[p];
  }
}

}  // namespace flotsam
