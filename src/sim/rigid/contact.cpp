// SPDX-License-Identifier: MIT
// One substep: find contacts at the present poses with the present velocities, solve for impulses, move. A body without
// contact is moved by its own velocity and untouched otherwise; one with contact takes the solver's velocity, and its
// push-out in the position alone. Contact feels mass + added mass: what the water around the body would add.
#include "sim/rigid/contact.h"

#include <algorithm>
#include <vector>

#include "sim/rigid/impulse_solver.h"
#include "sim/rigid/rotation.h"
#include "sim/rigid/script.h"

namespace flotsam {
namespace {

/// Pose of a scripted body at t and its velocities over the dt that follow.
void followScript(RigidBody& body, double t, double dt, bool flat) {
  const double z = body.pose.position.z;
  body.pose = scriptedPose(body.desc, t);
  scriptedVelocity(body.desc, t, dt, body.velocity, body.angularVelocity);
  if (!flat) return;
  body.pose.position.z = z;
  body.velocity.z = body.angularVelocity.x = body.angularVelocity.y = 0;
}

/// Slower than what two steps of gravity give, a touch is rest, not a bounce.
double bounceThreshold(double dt) { return 2 * 9.81 * dt; }

}  // namespace

struct ContactSolver::Impl {
  std::vector<std::unique_ptr<ContactShape>> shapes;
  struct Pair {
    int a, b;
    double near;  // m
  };

  std::vector<ContactBody> bodies;
  std::vector<Pair> pairs;
  std::vector<int> partners;
  std::vector<Contact> contacts;
  std::vector<int> slot;  // of each body among `solving`, -1 = touches nothing
  std::vector<SolverBody> solving;
  ContactFinder finder;
  ImpulseSolver solver;

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

  /// Of a heap of bodies inside each other: the pairs that reach deepest into each other, so many for the smaller body
  /// of each. The rest waits until these have moved apart.
  void keepNearest() {
    std::sort(pairs.begin(), pairs.end(), [](const Pair& p, const Pair& q) {
      return p.near > q.near || (p.near == q.near && std::pair(p.a, p.b) < std::pair(q.a, q.b));
    });
    partners.assign(bodies.size(), 0);
    std::erase_if(pairs, [&](const Pair& p) {
      const bool smallerA = bodies[p.a].shape->radius() < bodies[p.b].shape->radius();
      return partners[smallerA ? p.a : p.b]++ >= kNeighbours;
    });
    std::sort(pairs.begin(), pairs.end(),
              [](const Pair& p, const Pair& q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); });
  }

  void findContacts(std::span<RigidBody> all, const WallPieces& walls, double h) {
    contacts.clear();
    const int count = static_cast<int>(all.size());
    pairs.clear();
    for (int a = 0; a < count; ++a)
      for (int b = a + 1; b < count; ++b) {
        if (!all[a].free() && !all[b].free()) continue;
        Pair pair{a, b, 0};
        if (ContactFinder::mayTouch(bodies, a, b, h, pair.near)) pairs.push_back(pair);
      }
    const bool crowd = pairs.size() > size_t{kCrowd} * all.size();
    if (crowd) keepNearest();
    for (const Pair& pair : pairs) {
      const size_t first = contacts.size();
      finder.findPair(bodies, pair.a, pair.b, h, crowd ? kMaxCrowdContacts : kMaxPairContacts, contacts);
      const BodyDesc &da = all[pair.a].desc, &db = all[pair.b].desc;
      for (size_t i = first; i < contacts.size(); ++i) {
        contacts[i].friction = std::sqrt(da.friction * db.friction);
        contacts[i].restitution = std::clamp(std::max(da.restitution, db.restitution), 0.0, 1.0);
      }
    }
    for (int a = 0; a < count; ++a) {
      if (!all[a].free()) continue;
      const size_t first = contacts.size();
      for (int i = 0; i < walls.count; ++i) finder.findWall(bodies, a, walls.piece[i], h, contacts);
      for (size_t i = first; i < contacts.size(); ++i) {
        contacts[i].friction = all[a].desc.friction;
        contacts[i].restitution = std::clamp(all[a].desc.restitution, 0.0, 1.0);
      }
    }
  }

  /// The bodies that take part, and the contacts in terms of them.
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
  }

  void move(RigidBody& body, const Vec3& push, const Vec3& turn, double h, bool flat) {
    body.pose.position += h * body.velocity;
    if (flat) {
      if (body.angularVelocity.z != 0)
        body.pose.orientation =
            glm::normalize(rotationOf(Vec3(0, 0, h * body.angularVelocity.z)) * body.pose.orientation);
    } else {
      freeTurn(body.unitInertia, body.pose.orientation, body.angularVelocity, h);
    }
    if (push != Vec3(0)) body.pose.position += h * push;
    if (turn != Vec3(0)) body.pose.orientation = glm::normalize(rotationOf(h * turn) * body.pose.orientation);
  }
};

ContactSolver::ContactSolver() : impl_(std::make_unique<Impl>()) {}
ContactSolver::~ContactSolver() = default;
ContactSolver::ContactSolver(ContactSolver&&) noexcept = default;

ContactStats ContactSolver::advance(std::span<RigidBody> bodies, const ContainerDesc& container, const Grid& grid,
                                    double t, double dt, int substeps) {
  Impl& s = *impl_;
  ContactStats stats;
  const bool flat = grid.flat();
  const WallPieces walls(container, grid);
  substeps = std::max(substeps, 1);
  const double h = dt / substeps;
  s.prepare(bodies, flat);
  for (int step = 0; step < substeps; ++step) {
    const double now = t + step * h;
    if (flat)
      for (RigidBody& body : bodies) {
        body.velocity.z = 0;
        body.angularVelocity.x = body.angularVelocity.y = 0;
      }
    s.refresh(bodies, now, h, flat);
    s.findContacts(bodies, walls, h);
    int touching = 0;
    for (const Contact& c : s.contacts) stats.deepest = std::max(stats.deepest, -c.gap);
    s.slot.assign(bodies.size(), -1);
    if (!s.contacts.empty()) {
      s.gather(bodies);
      s.solver.solve(s.solving, s.contacts, h, flat);
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
      s.move(body, push, turn, h, flat);
    }
    if (touching > 0) {
      s.solver.restitute(s.solving, s.contacts, bounceThreshold(dt), flat);
      for (size_t i = 0; i < bodies.size(); ++i)
        if (s.slot[i] >= 0 && bodies[i].free()) {
          bodies[i].velocity += s.solving[s.slot[i]].rebound;
          bodies[i].angularVelocity += s.solving[s.slot[i]].reboundTurn;
        }
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

}  // namespace flotsam
