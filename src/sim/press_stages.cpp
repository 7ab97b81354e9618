// SPDX-License-Identifier: MIT
// What presses on something that does not give way. A body that presses on a wall will be stopped there by contact. The
// solve must know, or it moves the fluid out of the way of a motion that does not come: in a liquid it shoots it
// through the gap, in a full tank the body is left with a part of the speed that gravity gives in a step. Which
// contacts press is decided from the forces of now and the pressure of the last substep (pressing.h); those contacts
// become equations, which the mobility then obeys. So do contacts whose friction holds; friction that is overcome is an
// impulse.
#include <algorithm>

#include "sim/world_impl.h"

namespace flotsam {

namespace {
constexpr size_t kMostOfBody = 48;  // rows; of a group World::Impl::kMostPresses
constexpr double kGiven = 1e-6;     // of what a row that holds would move on its own
}  // namespace

/// Weak and one-way coupling move bodies before the fluid answers: their pressure of the last substep is no guess of
/// what comes, and in a full tank telling them would only break them sooner.
bool World::Impl::knowsContacts() const {
  const Coupling way = desc.params.method.coupling;
  return hasSurface() || (way != Coupling::Weak && way != Coupling::OneWay);
}

/// After contact has moved the bodies through a part of a substep.
void World::Impl::noteTouches(bool first, bool last) {
  if (first) touches.clear(), touches.reserve(128);
  for (const Touch& t : contacts.touches())
    if (last || t.leaving > 0) touches.push_back(t);
  if (!last) return;
  atObstacle.assign(bodies.size(), 0);
  for (const Touch& t : touches) atObstacle[t.body] = 1;
}

/// A touch as a row of what presses. A gap may close in the step. Where the body has just bounced off, the fluid it
/// drags along still runs into the obstacle: that must not take the body back there, so it leaves as `velocity` has it.
void World::Impl::appendTouch(int place, const Touch& t, double dt, const Vec6& velocity) {
  const Vec3 centre = coupled[t.body].centre;
  double most = -t.gap / dt;
  if (t.leaving > 0) {
    const Vec3 at = linear(velocity) + glm::cross(angular(velocity), t.point - centre);
    most = std::clamp(glm::dot(t.normal, at - t.obstacle), 0.0, t.leaving);
  }
  appendPress(place, t.normal, t.point, centre, t.obstacle + most * t.normal, t.friction, grid.flat(),
              linkScratch.presses);
}

/// A body that no joint holds.
void World::Impl::holdAtObstacles(size_t i, double dt, CoupledBody& c) {
  if (!c.free || lastPush.size() != bodies.size() || linkage.groupOf(i) >= 0) return;
  auto& presses = linkScratch.presses;
  presses.clear(), presses.reserve(kMostPresses);
  for (const Touch& t : touches)
    if (t.body == static_cast<int>(i) && presses.size() + 3 <= kMostOfBody) appendTouch(0, t, dt, c.velocity);
  if (presses.empty()) return;
  // A ball whose turning is not part of the solve still rolls: friction acts on all of it, outside of the solve.
  const bool ball = turnsApart(i);
  Mat6 mobility = c.mobility;
  Vec6 expected = c.velocity, push = lastPush[i];
  if (ball) {
    const Mat3 inertia = bodies[i].inertia();
    for (int q = 0; q < 3; ++q) {
      mobility(q + 3, q + 3) = grid.flat() && q < 2 ? 0 : 1 / inertia[q][q];
      expected[q + 3] = bodies[i].angularVelocity[q], push[q + 3] = 0;
    }
  }
  const Vec6 pushed = mobility * push;
  for (int q = 0; q < 6; ++q) expected[q] += dt * pushed[q];
  Vec6 moved[kMostOfBody];
  for (size_t k = 0; k < presses.size(); ++k) {
    moved[k] = mobility * presses[k].row.ja;
    presses[k].own = dot(presses[k].row.ja, moved[k]);
  }
  findImpulses(presses, {moved, presses.size()}, {&expected, 1});

  // One equation after the other is taken out of what the mobility can do, all but kGiven: it stays definite.
  const auto hold = [&](const PressRow& p) {
    const Vec6 along = c.mobility * p.row.ja;
    const double left = dot(p.row.ja, along);
    if (!(left > 1e-4 * p.own)) return;  // the others hold it already
    const double off = dot(p.row.ja, c.velocity) - p.row.target;
    for (int q = 0; q < 6; ++q) {
      c.velocity[q] -= off / left * along[q];
      for (int r = 0; r < 6; ++r) c.mobility(q, r) -= (1 - kGiven) * along[q] * along[r] / left;
    }
  };
  for (size_t k = 0; k < presses.size(); k += 1 + presses[k].tangents)
    for (int t = 1; t <= presses[k].tangents && (ball || presses[k].sliding); ++t)
      for (int q = 0; q < 6; ++q) {
        const double by = presses[k + t].impulse * moved[k + t][q];
        (q >= 3 && ball ? rolling[i][q - 3] : c.velocity[q]) += by;
      }
  for (size_t k = 0; k < presses.size(); k += 1 + presses[k].tangents)
    if (presses[k].impulse > 0) {
      hold(presses[k]);
      heldRows.push_back({i, presses[k].row.ja, presses[k].row.target});
    }
  for (size_t k = 0; k < presses.size(); k += 1 + presses[k].tangents)
    for (int t = 1; t <= presses[k].tangents; ++t)
      if (presses[k].impulse > 0 && !presses[k].sliding && !ball) hold(presses[k + t]);
}

/// How much of the pressure's push on a body the next decision of what presses may count on. Obstacles do not pull, but
/// in the solve a contact that was thought to press holds both ways; where fluid shut in behind the body pushes it off,
/// the pressure grows until the little that is left of the body's mobility gives way, a million times beyond what it
/// would have to be. Such a push says no more than that the body leaves: by a cell in a substep. And whichever way it
/// goes, it may come from a squeeze that is over by the next substep, where the friction it let expect meets nothing:
/// none counts for more than ten cells. (What lies under a lid and is lighter than g dt^2 / 10 dx of the fluid, about
/// .005 in most scenes, then has less than its whole friction.) Without either the next step's friction was that of a
/// million newtons, and threw light bodies at kilometres a second.
double World::Impl::forecastShare(size_t i, double dt) const {
  constexpr double kMostCells = 10;
  const double cell = grid.dx / dt;  // m/s
  double share = 1;
  for (const HeldRow& row : heldRows) {
    const double off = (dot(row.ja, coupled[i].velocity) - row.target) / kGiven;  // m/s, of a row that was free
    if (row.body == i && off > cell) share = std::min(share, cell / off);
  }
  const RigidBody& b = bodies[i];
  if (!b.free()) return share;
  const Vec3 turn = glm::inverse(b.inertia()) * angular(coupled[i].impulse);
  const double push =
      glm::length(linear(coupled[i].impulse)) / b.mass() + glm::length(turn) * b.desc.shape->boundingRadius();
  return push > kMostCells * cell ? std::min(share, kMostCells * cell / push) : share;
}

/// Bodies that joints link, with their ropes and stops.
void World::Impl::tieOneSided(LinkedGroup& g, double dt) {
  auto& [always, oneSided, presses, pushes, moved] = linkScratch;
  presses.clear(), presses.reserve(kMostPresses);
  for (LinkRow& row : oneSided) {
    row.target += std::min(row.error, 0.0) / dt;
    if (presses.size() < kMostPresses) presses.push_back({.row = row});
  }
  const bool pushed = lastPush.size() == bodies.size();
  if (knowsContacts() && pushed)
    for (const Touch& t : touches) {
      if (linkage.groupOf(t.body) < 0 || &linkage.groups()[linkage.groupOf(t.body)] != &g) continue;
      if (presses.size() + 3 <= kMostPresses)
        appendTouch(linkage.places()[t.body], t, dt, g.velocity[linkage.places()[t.body]]);
    }
  const size_t count = presses.size(), n = g.bodies.size();
  if (count == 0) return;
  // What the group would do if none of them held.
  moved.reserve((kMostPresses + 1) * n);
  pushes.assign(n, Vec6{}), moved.resize((count + 1) * n);
  for (size_t p = 0; p < n && pushed; ++p)
    for (int q = 0; q < 6; ++q) pushes[p][q] = dt * lastPush[g.bodies[p]][q];
  const std::span<Vec6> expected(&moved[count * n], n);
  g.mobilise(pushes, expected);
  for (size_t p = 0; p < n; ++p)
    for (int q = 0; q < 6; ++q) expected[p][q] += g.velocity[p][q];
  double most = 0;
  for (size_t k = 0; k < count; ++k) {
    const LinkRow& row = presses[k].row;
    const std::span<Vec6> to(&moved[k * n], n);
    pushes.assign(n, Vec6{});
    if (row.a >= 0) pushes[row.a] = row.ja;
    for (int q = 0; q < 6 && row.b >= 0; ++q) pushes[row.b][q] += row.jb[q];
    g.mobilise(pushes, to);
    presses[k].own = (row.a >= 0 ? dot(row.ja, to[row.a]) : 0) + (row.b >= 0 ? dot(row.jb, to[row.b]) : 0);
    most = std::max(most, presses[k].own);
  }
  for (PressRow& p : presses)
    if (!(p.own > 1e-9 * most)) p.own = 0;  // the joints hold it already
  findImpulses(presses, moved, expected);
  for (size_t k = 0; k < count; k += 1 + presses[k].tangents)
    for (int t = 1; t <= presses[k].tangents && presses[k].sliding; ++t)
      for (size_t p = 0; p < n; ++p)
        for (int q = 0; q < 6; ++q) g.velocity[p][q] += presses[k + t].impulse * moved[(k + t) * n + p][q];
  for (size_t k = 0; k < count; k += 1 + presses[k].tangents)
    if (presses[k].impulse > 0) g.tie(presses[k].row);
  for (size_t k = 0; k < count; k += 1 + presses[k].tangents)
    for (int t = 1; t <= presses[k].tangents; ++t)
      if (presses[k].impulse > 0 && !presses[k].sliding) g.tie(presses[k + t].row);
}

}  // namespace flotsam
