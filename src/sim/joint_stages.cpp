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
  auto& [always, oneSided, pushes, moved, impulses, own] = linkScratch;
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

/// Ropes and stops hold, and obstacles block (liquid; see blockAtObstacles), where impulses >= 0 are needed against the
/// forces of now and the pressure of the last substep: projected Gauss-Seidel with the group's mobility. What presses
/// becomes an equation for the solve.
void World::Impl::tieOneSided(LinkedGroup& g, double dt) {
  constexpr size_t kMost = 64;
  constexpr int kSweeps = 30;
  auto& [always, oneSided, pushes, moved, impulses, own] = linkScratch;
  for (LinkRow& row : oneSided) row.target += std::min(row.error, 0.0) / dt;
  const bool pushed = lastPush.size() == bodies.size();
  if (hasSurface() && pushed)
    for (const Touch& t : contacts.touches()) {
      if (linkage.groupOf(t.body) < 0 || &linkage.groups()[linkage.groupOf(t.body)] != &g) continue;
      LinkRow row;
      row.a = linkage.places()[t.body];
      row.ja = vec6(t.normal, glm::cross(t.point - coupled[t.body].centre, t.normal));
      if (grid.flat()) row.ja[2] = row.ja[3] = row.ja[4] = 0;
      row.target = glm::dot(t.normal, t.obstacle);
      oneSided.push_back(row);
    }
  const size_t count = std::min(oneSided.size(), kMost), n = g.bodies.size();
  if (count == 0) return;
  // What the group would do if none of them held.
  pushes.assign(n, Vec6{}), moved.resize((count + 1) * n);
  for (size_t p = 0; p < n && pushed; ++p)
    for (int q = 0; q < 6; ++q) pushes[p][q] = dt * lastPush[g.bodies[p]][q];
  const std::span<Vec6> expected(&moved[count * n], n);
  g.mobilise(pushes, expected);
  for (size_t p = 0; p < n; ++p)
    for (int q = 0; q < 6; ++q) expected[p][q] += g.velocity[p][q];
  const auto along = [&](const LinkRow& row, std::span<const Vec6> v) {
    return (row.a >= 0 ? dot(row.ja, v[row.a]) : 0) + (row.b >= 0 ? dot(row.jb, v[row.b]) : 0);
  };
  impulses.assign(count, 0.0), own.assign(count, 0.0);
  for (size_t k = 0; k < count; ++k) {
    const std::span<Vec6> to(&moved[k * n], n);
    pushes.assign(n, Vec6{});
    if (oneSided[k].a >= 0) pushes[oneSided[k].a] = oneSided[k].ja;
    for (int q = 0; q < 6 && oneSided[k].b >= 0; ++q) pushes[oneSided[k].b][q] += oneSided[k].jb[q];
    g.mobilise(pushes, to);
    own[k] = along(oneSided[k], to);
  }
  double most = 0;
  for (const double v : own) most = std::max(most, v);
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (size_t k = 0; k < count; ++k) {
      if (!(own[k] > 1e-9 * most)) continue;  // the joints hold it already
      const double missing = oneSided[k].target - along(oneSided[k], expected);
      const double next = std::max(0.0, impulses[k] + missing / own[k]);
      for (size_t p = 0; p < n; ++p)
        for (int q = 0; q < 6; ++q) expected[p][q] += (next - impulses[k]) * moved[k * n + p][q];
      impulses[k] = next;
    }
  for (size_t k = 0; k < count; ++k)
    if (impulses[k] > 0) g.tie(oneSided[k]);
}

}  // namespace flotsam
