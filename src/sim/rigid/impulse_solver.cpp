// SPDX-License-Identifier: MIT
// Projected Gauss-Seidel by Bullet over contact manifolds filled by hand; no Bullet world, shapes or broad phase. A
// first guess of the impulses stands in for the warm start that would make results depend on history. Overlap is taken
// out by velocities of its own (split impulse), rebound is a pass of our own. Islands, which do not touch each other,
// are solved side by side, each no longer than it needs.
#include "sim/rigid/impulse_solver.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>
#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <optional>
#include <vector>

#include "core/parallel.h"

namespace flotsam {
namespace {

constexpr int kIterations = 100;     // at most; so many only
constexpr int kManyContacts = 1500;  // up to so many contacts, beyond it in inverse proportion
constexpr int kLeastIterations = 20;
constexpr double kEnough = 1e-11;  // m²/s²: stop when no row changes a velocity by more than the root of this
constexpr double kPushRate = 0.3;  // part of an overlap taken out per step
constexpr int kGuessSweeps = 200;  // at most
constexpr int kRestitutionSweeps = 8;

/// Sweeps over that many contacts, so that a crowd costs no more than kManyContacts do, within reason.
int sweeps(int most, size_t contacts) {
  if (contacts <= kManyContacts) return most;
  return std::max(kLeastIterations, static_cast<int>(most * static_cast<size_t>(kManyContacts) / contacts));
}

btVector3 toBullet(const Vec3& v) { return {v.x, v.y, v.z}; }
Vec3 fromBullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

/// Bullet's solver, sweeping forth and back in turn (so news goes up a stack as fast as down, and no corner is
/// favoured) and telling the velocities of the push-out.
class PushingSolver : public btSequentialImpulseConstraintSolver {
 public:
  std::span<SolverBody> bodies;

 protected:
  btScalar solveSingleIteration(int iteration, btCollisionObject** objects, int count, btPersistentManifold** manifolds,
                                int manifoldCount, btTypedConstraint** constraints, int constraintCount,
                                const btContactSolverInfo& info, btIDebugDraw* debug) override {
    if (iteration > 0) {
      reverse(m_orderTmpConstraintPool, m_tmpSolverContactConstraintPool.size());
      reverse(m_orderFrictionConstraintPool, m_tmpSolverContactFrictionConstraintPool.size());
    }
    return btSequentialImpulseConstraintSolver::solveSingleIteration(
        iteration, objects, count, manifolds, manifoldCount, constraints, constraintCount, info, debug);
  }
  static void reverse(btAlignedObjectArray<int>& order, int count) {
    for (int i = 0, j = count - 1; i < j; ++i, --j) order.swap(i, j);
  }
  btScalar solveGroupCacheFriendlyFinish(btCollisionObject** objects, int count,
                                         const btContactSolverInfo& info) override {
    for (int i = 0; i < m_tmpSolverBodyPool.size(); ++i) {
      const btSolverBody& solved = m_tmpSolverBodyPool[i];
      if (!solved.m_originalBody || solved.m_originalBody->getUserIndex() < 0) continue;
      SolverBody& body = bodies[solved.m_originalBody->getUserIndex()];
      body.push = fromBullet(solved.m_pushVelocity);
      body.turn = fromBullet(solved.m_turnVelocity);
    }
    return btSequentialImpulseConstraintSolver::solveGroupCacheFriendlyFinish(objects, count, info);
  }
};

/// One equation of a joint.
class RowConstraint : public btTypedConstraint {
 public:
  RowConstraint(btRigidBody& a, btRigidBody& b, const SolverRow& row)
      : btTypedConstraint(POINT2POINT_CONSTRAINT_TYPE, a, b), row_(row) {}
  void getInfo1(btConstraintInfo1* info) override { info->m_numConstraintRows = 1, info->nub = 5; }
  void getInfo2(btConstraintInfo2* info) override {
    for (int i = 0; i < 3; ++i) {
      info->m_J1linearAxis[i] = row_.ja[i], info->m_J1angularAxis[i] = row_.ja[3 + i];
      info->m_J2linearAxis[i] = row_.jb[i], info->m_J2angularAxis[i] = row_.jb[3 + i];
    }
    info->m_constraintError[0] = row_.target;
    info->cfm[0] = 0;
    info->m_damping = 1;
    if (row_.oneSided) info->m_lowerLimit[0] = 0;
  }
  void setParam(int, btScalar, int) override {}
  btScalar getParam(int, int) const override { return 0; }

 private:
  SolverRow row_;
};

}  // namespace

namespace {

/// What touches or is joined, directly or through others that move, with what it touches that does not.
struct Island {
  std::vector<SolverBody> bodies;
  std::vector<int> body;  // index of each among all
  std::vector<Contact> contacts;
  std::vector<size_t> contact;
  std::vector<SolverRow> rows;

  PushingSolver solver;
  btRigidBody wall{0, nullptr, nullptr};
  std::vector<std::unique_ptr<btRigidBody>> pool;
  std::vector<std::unique_ptr<btPersistentManifold>> manifolds;
  std::vector<btCollisionObject*> objects;
  std::vector<btPersistentManifold*> groups;
  std::vector<Vec3> change;
  std::vector<size_t> starts;

  btRigidBody rest{0, nullptr, nullptr};  // what a row has where nothing moves
  std::deque<std::optional<RowConstraint>> rowPool;
  std::vector<btTypedConstraint*> active;

  Island() { wall.setUserIndex(-1); }
  void clear() { bodies.clear(), body.clear(), contacts.clear(), contact.clear(), rows.clear(); }

  void setRows() {
    active.clear();
    for (size_t i = 0; i < rows.size(); ++i) {
      if (i == rowPool.size()) rowPool.emplace_back();
      const SolverRow& row = rows[i];
      active.push_back(&rowPool[i].emplace(row.a < 0 ? rest : *pool[row.a], row.b < 0 ? rest : *pool[row.b], row));
    }
  }

  void setBody(size_t i, bool flat) {
    const SolverBody& body = bodies[i];
    if (i == pool.size()) pool.push_back(std::make_unique<btRigidBody>(0, nullptr, nullptr));
    btRigidBody& b = *pool[i];
    b.setUserIndex(static_cast<int>(i));
    b.setWorldArrayIndex(static_cast<int>(i));
    b.setFlags(0);  // no gyroscopic terms: the advance has them
    // Bullet wants principal axes; it never sees the shape, so its frame may be turned to them.
    btTransform frame(btQuaternion(body.orientation.x, body.orientation.y, body.orientation.z, body.orientation.w),
                      toBullet(body.position));
    btVector3 moments(0, 0, 0);
    if (body.mass > 0) {
      const Mat3& m = body.inertia;
      btMatrix3x3 inertia(m[0][0], m[1][0], m[2][0], m[0][1], m[1][1], m[2][1], m[0][2], m[1][2], m[2][2]), axes;
      inertia.diagonalize(axes, 1e-12, 50);
      frame.setBasis(frame.getBasis() * axes);
      moments.setValue(inertia[0][0], inertia[1][1], inertia[2][2]);
    }
    b.setCollisionFlags(body.mass > 0 ? 0 : btCollisionObject::CF_KINEMATIC_OBJECT);
    b.setWorldTransform(frame);
    b.setMassProps(body.mass, moments);
    if (body.mass <= 0) b.setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    b.setLinearFactor(flat ? btVector3(1, 1, 0) : btVector3(1, 1, 1));
    b.setAngularFactor(flat ? btVector3(0, 0, 1) : btVector3(1, 1, 1));
    b.updateInertiaTensor();
    b.setLinearVelocity(toBullet(body.velocity));
    b.setAngularVelocity(toBullet(body.omega));
    b.clearForces();
    objects.push_back(&b);
  }

  btCollisionObject* object(int body) { return body < 0 ? &wall : pool[body].get(); }

  /// A first guess instead of a warm start: impulses as if bodies could not turn, shared evenly by the contacts of a
  /// pair. Exact for a straight stack, and it carries weights down a pile at little cost.
  void guess(double dt, size_t allContacts) {
    change.assign(bodies.size(), Vec3(0));
    starts.clear();
    for (size_t i = 0; i < contacts.size(); ++i) {
      contacts[i].impulse = 0;
      if (i == 0 || contacts[i].a != contacts[i - 1].a || contacts[i].b != contacts[i - 1].b) starts.push_back(i);
    }
    const size_t pairs = starts.size();
    starts.push_back(contacts.size());
    const auto mobility = [&](int body) { return body >= 0 && bodies[body].mass > 0 ? 1 / bodies[body].mass : 0.0; };
    double worst = 1;  // m/s, largest change of a sweep
    const int most = sweeps(kGuessSweeps, allContacts);
    for (int sweep = 0; sweep < most && worst > 1e-7; ++sweep) {
      worst = 0;
      for (size_t k = 0; k < pairs; ++k) {
        const size_t pair = sweep % 2 ? pairs - 1 - k : k, begin = starts[pair], end = starts[pair + 1];
        const int a = contacts[begin].a, b = contacts[begin].b;
        const double ma = mobility(a), mb = mobility(b), share = 1 / ((ma + mb) * static_cast<double>(end - begin));
        const Vec3 relative = change[a] - (b >= 0 ? change[b] : Vec3(0));
        Vec3 sum(0);
        for (size_t i = begin; i < end; ++i) {
          Contact& c = contacts[i];
          const double speed = c.approach + glm::dot(relative, c.normal) + std::max(c.gap, 0.0) / dt;
          const double next = std::max(0.0, c.impulse - share * speed);
          sum += (next - c.impulse) * c.normal;
          c.impulse = next;
        }
        change[a] += ma * sum;
        if (b >= 0) change[b] -= mb * sum;
        worst = std::max(worst, (ma + mb) * glm::length(sum));
      }
    }
  }

  /// Contacts of one pair stand together; a manifold holds four.
  void setManifolds() {
    groups.clear();
    for (size_t i = 0; i < contacts.size(); ++i) {
      const Contact& c = contacts[i];
      const bool fresh = i == 0 || c.a != contacts[i - 1].a || c.b != contacts[i - 1].b ||
                         groups.back()->getNumContacts() == MANIFOLD_CACHE_SIZE;
      if (fresh) {
        if (groups.size() == manifolds.size()) manifolds.push_back(std::make_unique<btPersistentManifold>());
        btPersistentManifold* m = manifolds[groups.size()].get();
        m->setBodies(object(c.a), object(c.b));
        m->setContactBreakingThreshold(1e9);
        m->setContactProcessingThreshold(1e9);
        m->setNumContacts(0);
        groups.push_back(m);
      }
      btPersistentManifold& m = *groups.back();
      const int slot = m.getNumContacts();
      m.setNumContacts(slot + 1);
      btManifoldPoint p(btVector3(0, 0, 0), btVector3(0, 0, 0), toBullet(c.normal), c.gap);
      p.m_positionWorldOnA = toBullet(c.onA);
      p.m_positionWorldOnB = toBullet(c.onB);
      p.m_combinedFriction = c.friction;
      p.m_combinedRestitution = 0;  // restitute() does it
      p.m_appliedImpulse = c.impulse;
      m.getContactPoint(slot) = p;
    }
  }

  /// `allContacts`: of all islands together.
  void solve(double dt, bool flat, size_t allContacts) {
    objects.clear();
    for (size_t i = 0; i < bodies.size(); ++i) setBody(i, flat);
    setRows();
    guess(dt, allContacts);
    setManifolds();

    btContactSolverInfo info;
    info.m_timeStep = dt;
    info.m_numIterations = sweeps(kIterations, allContacts);
    info.m_solverMode = SOLVER_USE_2_FRICTION_DIRECTIONS | SOLVER_USE_WARMSTARTING;
    info.m_warmstartingFactor = 1;
    info.m_splitImpulse = true;
    info.m_splitImpulsePenetrationThreshold = 0;  // overlaps are undone in the position, never in the velocity
    info.m_erp2 = kPushRate;
    info.m_leastSquaresResidualThreshold = kEnough;
    solver.reset();
    solver.bodies = bodies;
    objects.push_back(&wall);
    solver.solveGroup(objects.data(), static_cast<int>(objects.size()), groups.data(), static_cast<int>(groups.size()),
                      active.data(), static_cast<int>(active.size()), info, nullptr, nullptr);

    for (size_t i = 0; i < bodies.size(); ++i)
      if (bodies[i].mass > 0) {
        bodies[i].velocity = fromBullet(pool[i]->getLinearVelocity());
        bodies[i].omega = fromBullet(pool[i]->getAngularVelocity());
      }
    size_t i = 0;
    for (const btPersistentManifold* m : groups)
      for (int slot = 0; slot < m->getNumContacts(); ++slot)
        contacts[i++].impulse = m->getContactPoint(slot).m_appliedImpulse;
  }
};

}  // namespace

struct ImpulseSolver::Impl {
  std::vector<std::unique_ptr<Island>> islands;  // those in use first
  size_t used = 0;
  std::vector<int> parent, islandOf;  // by body; of its island, -1: none yet
  std::vector<int> place;             // by body, in the island that `placedIn` says
  std::vector<size_t> placedIn;
  std::vector<double> rebound;
  std::vector<Mat3> inverseInertia;

  int root(int body) {
    while (parent[body] != body) body = parent[body] = parent[parent[body]];
    return body;
  }
  /// Islands are numbered by the first of their contacts or rows; each keeps these in their order.
  void findIslands(std::span<const SolverBody> bodies, std::span<const Contact> contacts,
                   std::span<const SolverRow> rows) {
    const auto moves = [&](int body) { return body >= 0 && bodies[body].mass > 0; };
    parent.resize(bodies.size());
    std::iota(parent.begin(), parent.end(), 0);
    const auto join = [&](int a, int b) {
      if (moves(a) && moves(b)) parent[std::max(root(a), root(b))] = std::min(root(a), root(b));
    };
    for (const Contact& c : contacts) join(c.a, c.b);
    for (const SolverRow& r : rows) join(r.a, r.b);
    islandOf.assign(bodies.size(), -1);
    place.assign(bodies.size(), -1), placedIn.assign(bodies.size(), 0);
    used = 0;
    for (size_t i = 0; i < contacts.size(); ++i) {
      Island* island = islandWith(contacts[i].a, contacts[i].b, moves);
      if (!island) continue;
      island->contact.push_back(i);
      island->contacts.push_back(contacts[i]);
    }
    for (const SolverRow& r : rows)
      if (Island* island = islandWith(r.a, r.b, moves)) island->rows.push_back(r);
    for (size_t h = 0; h < used; ++h) {
      const auto local = [&](int& body) {
        if (body < 0) return;
        Island& island = *islands[h];
        if (place[body] < 0 || placedIn[body] != h) {
          place[body] = static_cast<int>(island.bodies.size()), placedIn[body] = h;
          island.bodies.push_back(bodies[body]);
          island.body.push_back(body);
        }
        body = place[body];
      };
      for (Contact& c : islands[h]->contacts) local(c.a), local(c.b);
      for (SolverRow& r : islands[h]->rows) local(r.a), local(r.b);
    }
  }
  /// Null when neither moves.
  template <class Moves>
  Island* islandWith(int a, int b, const Moves& moves) {
    if (!moves(a) && !moves(b)) return nullptr;
    int& island = islandOf[root(moves(a) ? a : b)];
    if (island < 0) {
      island = static_cast<int>(used++);
      if (used > islands.size()) islands.push_back(std::make_unique<Island>());
      islands[island]->clear();
    }
    return islands[island].get();
  }
};

ImpulseSolver::ImpulseSolver() : impl_(std::make_unique<Impl>()) {}
ImpulseSolver::~ImpulseSolver() = default;

void ImpulseSolver::solve(std::span<SolverBody> bodies, std::span<Contact> contacts, double dt, bool flat,
                          std::span<const SolverRow> rows) {
  Impl& s = *impl_;
  for (Contact& c : contacts) c.impulse = 0;
  s.findIslands(bodies, contacts, rows);
  parallelPieces(s.used, [&](size_t h) { s.islands[h]->solve(dt, flat, contacts.size()); });
  for (size_t h = 0; h < s.used; ++h) {
    const Island& island = *s.islands[h];
    for (size_t i = 0; i < island.bodies.size(); ++i)
      if (island.bodies[i].mass > 0) bodies[island.body[i]] = island.bodies[i];
    for (size_t i = 0; i < island.contacts.size(); ++i)
      contacts[island.contact[i]].impulse = island.contacts[i].impulse;
  }
}

/// Newton's rule at each contact that took an impulse: leave at e times the speed of arrival. Sequential impulses
/// again; in a pass of its own because within the solve a speculative contact would take the gap off the rebound.
void ImpulseSolver::restitute(std::span<SolverBody> bodies, std::span<const Contact> contacts, double threshold,
                              bool flat) {
  Impl& s = *impl_;
  const auto bounces = [&](const Contact& c) { return c.impulse > 0 && c.restitution > 0 && c.approach < -threshold; };
  if (std::none_of(contacts.begin(), contacts.end(), bounces)) return;
  s.inverseInertia.assign(bodies.size(), Mat3(0));
  for (size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].mass <= 0) continue;
    Mat3 inverse = glm::inverse(rotated(bodies[i].inertia, bodies[i].orientation));
    if (flat) {
      const double z = inverse[2][2];
      inverse = Mat3(0);
      inverse[2][2] = z;
    }
    s.inverseInertia[i] = inverse;
  }
  s.rebound.assign(contacts.size(), 0);
  for (int sweep = 0; sweep < kRestitutionSweeps; ++sweep)
    for (size_t i = 0; i < contacts.size(); ++i) {
      const Contact& c = contacts[i];
      if (!bounces(c)) continue;
      double speed = 0, mobility = 0;
      const auto side = [&](int index, const Vec3& at, double sign, double impulse) {
        if (index < 0) return;
        SolverBody& b = bodies[index];
        const Vec3 r = at - b.position, arm = glm::cross(r, c.normal), turn = s.inverseInertia[index] * arm;
        const double inverseMass = b.mass > 0 ? 1 / b.mass : 0;
        if (impulse == 0) {
          speed += sign * glm::dot(b.velocity + b.rebound + glm::cross(b.omega + b.reboundTurn, r), c.normal);
          mobility += inverseMass + glm::dot(arm, turn);
        } else {
          b.rebound += (sign * impulse * inverseMass) * c.normal;
          b.reboundTurn += (sign * impulse) * turn;
        }
      };
      side(c.a, c.onA, 1, 0);
      side(c.b, c.onB, -1, 0);
      if (mobility <= 0) continue;
      const double wanted = (-c.restitution * c.approach - speed) / mobility;
      const double total = std::max(0.0, s.rebound[i] + wanted), impulse = total - s.rebound[i];
      s.rebound[i] = total;
      if (impulse == 0) continue;
      side(c.a, c.onA, 1, impulse);
      side(c.b, c.onB, -1, impulse);
    }
}

}  // namespace flotsam
