// SPDX-License-Identifier: MIT
// One substep: find contacts at the present poses with the present velocities, solve for impulses, move. A body without
// contact is moved by its own velocity and untouched otherwise; one with contact takes the solver's velocity, and its
// push-out in the position alone. Contact feels mass + added mass: what the water around the body would add.
#include "sim/rigid/contact.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "core/parallel.h"
#include "sim/rigid/impulse_solver.h"
#include "sim/rigid/joint_motion.h"
#include "sim/rigid/script.h"

namespace flotsam {
namespace {

// A heap of bodies has a few pairs for each; hundreds thrown into one place have all with all. What a step may cost is
// bounded: beyond this many pairs each body keeps its deepest ones (a pair stays if it is among those of either body),
// and the more pairs there are, the fewer points each of them keeps.
constexpr int kPairBudget = 800, kLeastPairs = 5, kMostPairs = 24;
constexpr int kContactBudget = 5000, kLeastPoints = 3;
constexpr size_t kPiecePairs = 8, kMostPieces = 64;  // pairs are looked at in parallel

/// Pose of a scripted body at t and its velocities over the dt that follow.
void followScript(RigidBody& body, double t, double dt, bool flat) {
  const double z = body.pose.position.z;
  body.pose = scriptedPose(body.desc, t);
  scriptedVelocity(body.desc, t, dt, body.velocity, body.angularVelocity);
  if (!flat) return;
  body.pose.position.z = z;
  body.velocity.z = body.angularVelocity.x = body.angularVelocity.y = 0;
}

/// Slower than what two steps of gravity give, a touch is rest, not a bounce. What is lighter than the fluid it drags
/// along falls upwards twice as fast.
double bounceThreshold(const RigidBody& b, double dt) {
  return 2 * 9.81 * dt * (b.free() && b.mass() < b.addedMass ? 2 : 1);
}

}  // namespace

struct ContactSolver::Impl {
  std::vector<std::unique_ptr<ContactShape>> shapes;
  std::vector<ContactBody> bodies;
  std::vector<ContactPair> pairs;
  std::vector<int> taken;  // pairs of each body
  struct Part {            // one piece of the pairs
    ContactFinder finder;
    std::vector<Contact> contacts;
  };
  std::vector<Part> parts;
  std::vector<Part> walled;  // of each body with the walls
  std::vector<Contact> contacts;
  std::vector<int> slot;  // of each body among `solving`, -1 = touches nothing
  std::vector<SolverBody> solving;
  std::vector<Touch> touches;
  ContactFinder finder;
  ImpulseSolver solver;
  Linkage linkage;
  JointMotion motion;
  std::vector<int> welded;  // by body: the first of those it is welded to; empty without joints
  std::vector<LinkRow> always, oneSided;
  std::vector<SolverRow> solverRows;
  std::vector<Vec6> push;      // of a group's bodies
  std::vector<Pose> scripted;  // of scripted bodies

  const ContactShape* shapeOf(const std::shared_ptr<const Shape>& shape, bool flat) {
    for (const auto& s : shapes)
      if (s->shape() == shape.get() && s->flat() == flat) return s.get();
    shapes.push_back(std::make_unique<ContactShape>(shape, flat));
    return shapes.back().get();
  }

  void prepare(std::span<RigidBody> all, bool flat) {
    std::erase_if(shapes, [](const auto& s) { return s->orphaned(); });
    bodies.resize(all.size());
    for (size_t i = 0; i < all.size(); ++i) bodies[i].shape = shapeOf(all[i].desc.shape, flat);
  }

  /// Poses and velocities at the start of a substep.
  void refresh(std::span<RigidBody> all, double t, double h, bool flat) {
    for (size_t i = 0; i < all.size(); ++i) {
      RigidBody& body = all[i];
      if (body.desc.motion == Motion::Scripted)
        followScript(body, t, h, flat);
      else if (body.desc.motion == Motion::Fixed)
        body.velocity = body.angularVelocity = Vec3(0);
      bodies[i].pose = body.pose;
      bodies[i].velocity = body.velocity;
      bodies[i].omega = body.angularVelocity;
    }
  }

  /// The pairs to look at closely, in order of their indices. In a crowd only the deepest of each body.
  void findPairs(std::span<RigidBody> all, double h, std::span<const Joint> joints) {
    pairs.clear();
    const int count = static_cast<int>(all.size());
    for (int a = 0; a < count; ++a)
      for (int b = a + 1; b < count; ++b) {
        ContactPair pair;
        if ((all[a].free() || all[b].free()) && ContactFinder::mayTouch(bodies, a, b, h, pair) && apart(a, b, joints))
          pairs.push_back(pair);
      }
    if (pairs.size() <= kPairBudget) return;
    const int most = std::clamp(kPairBudget / count, kLeastPairs, kMostPairs);
    std::sort(pairs.begin(), pairs.end(), [](const ContactPair& p, const ContactPair& q) {
      return std::tie(p.gap, p.a, p.b) < std::tie(q.gap, q.a, q.b);
    });
    taken.assign(all.size(), 0);
    std::erase_if(pairs, [&](const ContactPair& p) {
      if (taken[p.a] >= most && taken[p.b] >= most) return true;
      ++taken[p.a], ++taken[p.b];
      return false;
    });
    std::sort(pairs.begin(), pairs.end(),
              [](const ContactPair& p, const ContactPair& q) { return std::tie(p.a, p.b) < std::tie(q.a, q.b); });
  }

  void findContacts(std::span<RigidBody> all, const WallPieces& walls, double h, std::span<const Joint> joints) {
    contacts.clear();
    findPairs(all, h, joints);
    const int share = kContactBudget / std::max(static_cast<int>(pairs.size()), 1);
    const int points = std::clamp(share, kLeastPoints, kMaxPairContacts);
    const size_t pieces = std::min(kMostPieces, (pairs.size() + kPiecePairs - 1) / kPiecePairs);
    if (parts.size() < pieces) parts.resize(pieces);
    parallelPieces(pieces, [&](size_t piece) {
      Part& part = parts[piece];
      part.contacts.clear();
      part.finder.setPoints(points);
      const size_t end = pairs.size() * (piece + 1) / pieces;
      for (size_t k = pairs.size() * piece / pieces; k < end; ++k)
        part.finder.findPair(bodies, pairs[k], h, part.contacts);
    });
    for (size_t piece = 0; piece < pieces; ++piece)
      contacts.insert(contacts.end(), parts[piece].contacts.begin(), parts[piece].contacts.end());
    for (Contact& c : contacts) {
      const BodyDesc &da = all[c.a].desc, &db = all[c.b].desc;
      c.friction = std::sqrt(da.friction * db.friction);
      c.restitution = std::clamp(std::max(da.restitution, db.restitution), 0.0, 1.0);
    }
    walled.resize(all.size());
    parallelPieces(all.size(), [&](size_t a) {
      Part& part = walled[a];
      part.contacts.clear();
      if (!all[a].free()) return;
      part.finder.setPoints(points);
      for (int i = 0; i < walls.count; ++i)
        part.finder.findWall(bodies, static_cast<int>(a), walls.piece[i], h, part.contacts);
      for (Contact& c : part.contacts) {
        c.friction = all[a].desc.friction;
        c.restitution = std::clamp(all[a].desc.restitution, 0.0, 1.0);
      }
    });
    for (const Part& part : walled) contacts.insert(contacts.end(), part.contacts.begin(), part.contacts.end());
  }

  /// The bodies that take part, those that joints link to them too, and the contacts in terms of them.
  void gather(std::span<RigidBody> all) {
    slot.assign(all.size(), -1);
    solving.clear();
    const auto take = [&](int& index) {
      if (index < 0) return;
      const RigidBody& body = all[index];
      if (slot[index] < 0) {
        slot[index] = static_cast<int>(solving.size());
        SolverBody s;
        s.position = body.pose.position;
        s.orientation = body.pose.orientation;
        s.velocity = body.velocity;
        s.omega = body.angularVelocity;
        if (body.free()) {
          s.mass = body.mass() + body.addedMass;
          s.inertia = (s.mass / body.volume) * body.unitInertia;
        }
        solving.push_back(s);
      }
      index = slot[index];
    };
    for (Contact& c : contacts) {
      take(c.a);
      take(c.b);
    }
    for (const LinkedGroup& g : linkage.groups()) {
      const bool touched = std::any_of(g.bodies.begin(), g.bodies.end(), [&](int i) { return slot[i] >= 0; });
      for (int i : g.bodies)
        if (touched) take(i);
    }
  }

  /// However hard a crowd pushes, no centre leaves the tank: the last line, which contact alone never reaches.
  static void keepInside(RigidBody& body, const WallPieces& walls) {
    const double least = 0.25 * body.desc.shape->thickness();
    for (int i = 0; i < walls.count; ++i) {
      Vec3 normal;
      const double distance = walls.piece[i].distance(body.pose.position, normal);
      if (distance >= least) continue;
      body.pose.position += (least - distance) * normal;
      body.velocity -= std::min(glm::dot(body.velocity, normal), 0.0) * normal;
    }
  }

  /// Contacts with obstacles that end the substep closed. Call before `gather` renumbers the bodies; `contacts` in the
  /// same order.
  struct Ends {
    int a, b;
  };
  std::vector<Ends> ends;
  void rememberEnds() {
    ends.clear();
    for (const Contact& c : contacts) ends.push_back({c.a, c.b});
  }
  void findTouches(std::span<RigidBody> all, double h, double step, double dx) {
    constexpr double kTouch = 0.01, kNear = 0.1;                              // cells
    std::erase_if(touches, [](const Touch& t) { return !(t.leaving > 0); });  // what bounced off before stays
    for (size_t i = 0; i < contacts.size(); ++i) {
      const Contact& c = contacts[i];
      const auto [a, b] = ends[i];
      const bool freeA = all[a].free(), freeB = b >= 0 && all[b].free();
      if (freeA == freeB) continue;
      const Vec3 va = all[a].velocityAt(c.onA), vb = b < 0 ? Vec3(0) : all[b].velocityAt(c.onB);
      const double speed = glm::dot(c.normal, va - vb), gap = c.gap + h * speed;
      const bool slow = std::abs(speed) < bounceThreshold(all[freeA ? a : b], step);
      if (gap > (slow ? kNear : kTouch) * dx && !(c.impulse > 0)) continue;
      Touch t{freeA ? a : b, freeA ? c.onA : c.onB, freeA ? c.normal : -c.normal, freeA ? vb : va};
      t.gap = c.impulse > 0 ? 0 : std::max(gap, 0.0), t.friction = c.friction;
      touches.push_back(t);
    }
  }

  /// Who never collides: welded bodies, and two with a joint between them unless it is a rope.
  bool apart(int a, int b, std::span<const Joint> joints) const {
    if (!welded.empty() && welded[a] == welded[b]) return false;
    return std::none_of(joints.begin(), joints.end(),
                        [&](const Joint& j) { return j.desc.kind != JointKind::Rope && j.between(a, b); });
  }
  void findWelds(size_t count, std::span<const Joint> joints) {
    welded.clear();
    if (joints.empty()) return;
    for (size_t i = 0; i < count; ++i) welded.push_back(static_cast<int>(i));
    for (const Joint& j : joints) {
      if (j.desc.kind != JointKind::Weld || j.b < 0) continue;
      const int from = std::max(welded[j.a], welded[j.b]), to = std::min(welded[j.a], welded[j.b]);
      std::replace(welded.begin(), welded.end(), from, to);
    }
  }

  /// What joints ask of the bodies of the contact solve.
  void gatherRows(std::span<RigidBody> all, std::span<const Joint> joints, double h, bool flat) {
    solverRows.clear();
    for (const LinkedGroup& g : linkage.groups()) {
      if (slot[g.bodies[0]] < 0) continue;
      always.clear(), oneSided.clear();
      for (const int j : g.joints) appendRows(joints[j], all, linkage.places(), flat, always, oneSided);
      const auto place = [&](int p) { return p < 0 ? -1 : slot[g.bodies[p]]; };
      for (const LinkRow& r : always) solverRows.push_back({place(r.a), place(r.b), r.ja, r.jb, r.target, false});
      for (const LinkRow& r : oneSided)
        solverRows.push_back({place(r.a), place(r.b), r.ja, r.jb, r.target + std::min(r.error, 0.0) / h, true});
    }
  }

  /// Linked bodies, with what the contact solve has found; scripted ones are where they will be meanwhile.
  void moveLinked(std::span<RigidBody> all, std::span<const Joint> joints, double t, double h, bool flat,
                  ContactStats& stats) {
    if (linkage.empty()) return;
    for (LinkedGroup& g : linkage.groups()) motion.begin(g, joints, linkage.places(), all, flat);
    scripted.clear();
    for (RigidBody& body : all) {
      if (body.desc.motion != Motion::Scripted) continue;
      scripted.push_back(body.pose);
      const double z = body.pose.position.z;
      body.pose = scriptedPose(body.desc, t + h);
      if (flat) body.pose.position.z = z;
    }
    for (LinkedGroup& g : linkage.groups()) {
      push.clear();
      for (const int i : g.bodies)
        if (slot[i] >= 0) push.push_back(vec6(solving[slot[i]].push, solving[slot[i]].turn));
      const double off = motion.move(g, joints, linkage.places(), all, push, h, flat);
      stats.jointError = std::max(stats.jointError, off);
    }
    size_t next = 0;
    for (RigidBody& body : all)
      if (body.desc.motion == Motion::Scripted) body.pose = scripted[next++];
  }
};

ContactSolver::ContactSolver() : impl_(std::make_unique<Impl>()) {
  constexpr size_t kFew = 128;  // contacts before anything has to grow
  impl_->contacts.reserve(kFew), impl_->ends.reserve(kFew), impl_->touches.reserve(kFew);
  impl_->solving.reserve(kFew), impl_->solverRows.reserve(kFew);
}
ContactSolver::~ContactSolver() = default;
ContactSolver::ContactSolver(ContactSolver&&) noexcept = default;

std::span<const Touch> ContactSolver::touches() const { return impl_->touches; }

ContactStats ContactSolver::advance(std::span<RigidBody> bodies, const ContainerDesc& container, const Grid& grid,
                                    double t, double dt, int substeps, std::span<const Joint> joints, double step) {
  Impl& s = *impl_;
  ContactStats stats;
  const bool flat = grid.flat();
  const WallPieces walls(container, grid);
  substeps = std::max(substeps, 1);
  const double h = dt / substeps;
  if (!(step > 0)) step = dt;
  s.prepare(bodies, flat);
  s.findWelds(bodies.size(), joints);
  s.linkage.find(joints, bodies);
  s.touches.clear();
  for (int part = 0; part < substeps; ++part) {
    const double now = t + part * h;
    if (flat)
      for (RigidBody& body : bodies) {
        body.velocity.z = 0;
        body.angularVelocity.x = body.angularVelocity.y = 0;
      }
    s.refresh(bodies, now, h, flat);
    s.findContacts(bodies, walls, h, joints);
    stats.points = std::max(stats.points, static_cast<int>(s.contacts.size()));
    int touching = 0;
    for (const Contact& c : s.contacts) stats.deepest = std::max(stats.deepest, -c.gap);
    s.slot.assign(bodies.size(), -1);
    s.rememberEnds();
    if (!s.contacts.empty()) {
      s.gather(bodies);
      s.gatherRows(bodies, joints, h, flat);
      s.solver.solve(s.solving, s.contacts, h, flat, s.solverRows);
      for (const Contact& c : s.contacts) touching += c.impulse > 0;
    }
    stats.contacts = std::max(stats.contacts, touching);

    // Positions with the solved velocities, so that gaps close exactly; then the rebound for the next step.
    for (size_t i = 0; i < bodies.size(); ++i) {
      RigidBody& body = bodies[i];
      if (!body.free()) continue;
      Vec3 push(0), turn(0);
      if (s.slot[i] >= 0) {
        const SolverBody& solved = s.solving[s.slot[i]];
        body.velocity = solved.velocity;
        body.angularVelocity = solved.omega;
        push = solved.push, turn = solved.turn;
      }
      if (s.linkage.groupOf(i) >= 0) continue;
      moveFreely(body, push, turn, h, flat);
      Impl::keepInside(body, walls);
    }
    s.moveLinked(bodies, joints, now, h, flat, stats);
    s.findTouches(bodies, h, step, grid.dx);
    if (touching > 0) {
      for (size_t i = 0; i < s.contacts.size(); ++i) {
        const auto [a, b] = s.ends[i];
        const double needed = bounceThreshold(bodies[a], step);
        if (-s.contacts[i].approach < (b < 0 ? needed : std::max(needed, bounceThreshold(bodies[b], step))))
          s.contacts[i].restitution = 0;
      }
      s.solver.restitute(s.solving, s.contacts, /*threshold=*/0, flat);
      for (size_t i = 0; i < bodies.size(); ++i)
        if (s.slot[i] >= 0 && bodies[i].free()) {
          bodies[i].velocity += s.solving[s.slot[i]].rebound;
          bodies[i].angularVelocity += s.solving[s.slot[i]].reboundTurn;
        }
      for (Touch& t : s.touches)
        if (t.gap == 0) t.leaving = std::max(0.0, glm::dot(t.normal, bodies[t.body].velocityAt(t.point) - t.obstacle));
      for (LinkedGroup& g : s.linkage.groups())
        if (s.slot[g.bodies[0]] >= 0) s.motion.begin(g, joints, s.linkage.places(), bodies, flat);
    }
  }
  for (RigidBody& body : bodies)
    if (body.desc.motion == Motion::Scripted) {
      // The state shows the mean velocity of the whole step and the pose at its end.
      followScript(body, t, dt, flat);
      const double z = body.pose.position.z;
      body.pose = scriptedPose(body.desc, t + dt);
      if (flat) body.pose.position.z = z;
    }
  return stats;
}

std::vector<Overlap> ContactSolver::overlaps(std::span<RigidBody> bodies, const ContainerDesc& container,
                                             const Grid& grid, size_t most, std::span<const Joint> joints) {
  Impl& s = *impl_;
  s.prepare(bodies, grid.flat());
  s.findWelds(bodies.size(), joints);
  for (size_t i = 0; i < bodies.size(); ++i)
    s.bodies[i].pose = bodies[i].pose, s.bodies[i].velocity = s.bodies[i].omega = Vec3(0);
  std::vector<Overlap> found;
  const auto note = [&](int a, int b, double radius) {
    double depth = 0;
    for (const Contact& c : s.contacts) depth = std::max(depth, -c.gap);
    if (depth > 0.02 * radius) found.push_back({a, b, depth});
  };
  const WallPieces walls(container, grid);
  const int count = static_cast<int>(bodies.size());
  s.finder.setPoints(kMaxPairContacts);
  for (int a = 0; a < count; ++a) {
    const double radius = s.bodies[a].shape->radius();
    for (int b = a + 1; b < count && found.size() < most; ++b) {
      ContactPair pair;
      if ((!bodies[a].free() && !bodies[b].free()) || !ContactFinder::mayTouch(s.bodies, a, b, 0, pair)) continue;
      if (!s.apart(a, b, joints)) continue;
      s.contacts.clear();
      s.finder.findPair(s.bodies, pair, 0, s.contacts);
      note(a, b, std::min(radius, s.bodies[b].shape->radius()));
    }
    if (!bodies[a].free() || found.size() >= most) continue;
    s.contacts.clear();
    for (int i = 0; i < walls.count; ++i) s.finder.findWall(s.bodies, a, walls.piece[i], 0, s.contacts);
    note(a, -1, radius);
  }
  return found;
}

}  // namespace flotsam
