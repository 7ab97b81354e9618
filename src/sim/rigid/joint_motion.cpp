// SPDX-License-Identifier: MIT
// The impulses of a motion are found by Newton's method with the matrix of its start, which the group has factored:
// each round shrinks the error by about the angle turned in the substep. If that is too much to follow, the poses alone
// are brought together: from where free motion takes them, since what diverging rounds ended in may be anywhere. Bodies
// that are apart to begin with, because somebody put one elsewhere, are brought together first.
#include "sim/rigid/joint_motion.h"

#include <algorithm>

#include "sim/rigid/rotation.h"

namespace flotsam {

namespace {
constexpr double kExact = 1e-12;  // m or rad
constexpr double kEnough = 1e-8;  // above it the poses are settled after the motion
constexpr double kApart = 1e-5;   // above it they are settled before it
constexpr int kMostRounds = 12;
}  // namespace

void moveFreely(RigidBody& body, const Vec3& push, const Vec3& turn, double h, bool flat) {
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

void JointMotion::findRows(const LinkedGroup& group, std::span<const Joint> joints, std::span<const int> places,
                           std::span<const RigidBody> bodies, bool flat) {
  always_.clear(), oneSided_.clear();
  for (const int j : group.joints) appendRows(joints[j], bodies, places, flat, always_, oneSided_);
}

double JointMotion::worstError() const {
  double worst = 0;
  for (const LinkRow& r : always_) worst = std::max(worst, std::abs(r.error));
  for (const LinkRow& r : oneSided_) worst = std::max(worst, r.error);
  return worst;
}

/// Factors the rows found; velocities of the bodies obey those that always hold.
void JointMotion::tieAll(LinkedGroup& group, std::span<const RigidBody> bodies) {
  group.release();
  source_.clear();
  for (size_t p = 0; p < group.bodies.size(); ++p) {
    const RigidBody& b = bodies[group.bodies[p]];
    Mat6 mobility;
    if (!invertSpd(massMatrix(b.mass(), b.inertia()), mobility) || !mobilityRoot(mobility, group.roots[p]))
      group.roots[p] = {};
    group.velocity[p] = vec6(b.velocity, b.angularVelocity);
  }
  for (size_t i = 0; i < always_.size(); ++i)
    if (group.tie(always_[i])) source_.push_back(static_cast<int>(i));
}

void JointMotion::begin(LinkedGroup& group, std::span<const Joint> joints, std::span<const int> places,
                        std::span<RigidBody> bodies, bool flat) {
  findRows(group, joints, places, bodies, flat);
  tieAll(group, bodies);
  for (size_t i = 0; i < oneSided_.size(); ++i) {  // taut already
    const LinkRow& r = oneSided_[i];
    if (r.error > -kEnough && group.along(r) < r.target && group.tie(r)) source_.push_back(-1 - static_cast<int>(i));
  }
  for (size_t p = 0; p < group.bodies.size(); ++p) {
    RigidBody& b = bodies[group.bodies[p]];
    b.velocity = linear(group.velocity[p]), b.angularVelocity = angular(group.velocity[p]);
  }
}

double JointMotion::move(LinkedGroup& group, std::span<const Joint> joints, std::span<const int> places,
                         std::span<RigidBody> bodies, std::span<Vec6> push, double h, bool flat) {
  findRows(group, joints, places, bodies, flat);
  if (worstError() > kApart) settle(group, joints, places, bodies, flat);
  tieAll(group, bodies);
  startOneSided_ = oneSided_;
  if (!push.empty()) {
    std::copy(push.begin(), push.end(), group.velocity.begin());
    target_.assign(group.tied(), 0.0);
    group.satisfy(target_);
    std::copy(group.velocity.begin(), group.velocity.end(), push.begin());
  }
  start_.resize(group.bodies.size());
  for (size_t p = 0; p < group.bodies.size(); ++p) {
    const RigidBody& b = bodies[group.bodies[p]];
    start_[p] = {b.pose, vec6(b.velocity, b.angularVelocity)};
    group.velocity[p] = start_[p].velocity;
  }
  const auto fly = [&](auto&& velocityOf) {
    for (size_t p = 0; p < group.bodies.size(); ++p) {
      RigidBody& b = bodies[group.bodies[p]];
      b.pose = start_[p].pose;
      const Vec6& v = velocityOf(p);
      b.velocity = linear(v), b.angularVelocity = angular(v);
      const Vec6 out = push.empty() ? Vec6{} : push[p];
      moveFreely(b, linear(out), angular(out), h, flat);
    }
    findRows(group, joints, places, bodies, flat);
  };
  double first = 0;
  for (int round = 0;; ++round) {
    fly([&](size_t p) -> const Vec6& { return group.velocity[p]; });
    if (round == 0) first = worstError();
    if (round == kMostRounds || worstError() <= kExact) break;
    for (size_t i = 0; i < oneSided_.size(); ++i) {
      const bool held = std::find(source_.begin(), source_.end(), -1 - static_cast<int>(i)) != source_.end();
      if (held || !(oneSided_[i].error > kExact)) continue;
      LinkRow row = startOneSided_[i];
      row.target = group.along(row);
      if (group.tie(row)) source_.push_back(-1 - static_cast<int>(i));
    }
    target_.resize(group.tied());
    for (size_t k = 0; k < group.tied(); ++k) {
      const int s = source_[k];
      target_[k] = group.along(group.row(k)) + (s >= 0 ? -always_[s].error : oneSided_[-1 - s].error) / h;
    }
    group.satisfy(target_);
  }
  if (!(worstError() <= first)) fly([&](size_t p) -> const Vec6& { return start_[p].velocity; });
  if (worstError() > kEnough) settle(group, joints, places, bodies, flat);
  const double worst = worstError();
  begin(group, joints, places, bodies, flat);
  return worst;
}

/// Brings the poses together where they are, by the least motion in the metric of the masses.
double JointMotion::settle(LinkedGroup& group, std::span<const Joint> joints, std::span<const int> places,
                           std::span<RigidBody> bodies, bool flat) {
  constexpr int kMost = 20;
  constexpr double kFarthest = 0.5;  // rad in one round
  for (int round = 0; round < kMost && worstError() > kExact; ++round) {
    tieAll(group, bodies);
    for (size_t i = 0; i < oneSided_.size(); ++i)
      if (oneSided_[i].error > 0 && group.tie(oneSided_[i])) source_.push_back(-1 - static_cast<int>(i));
    std::fill(group.velocity.begin(), group.velocity.end(), Vec6{});
    target_.resize(group.tied());
    for (size_t k = 0; k < group.tied(); ++k) {
      const int s = source_[k];
      target_[k] = s >= 0 ? -always_[s].error : oneSided_[-1 - s].error;
    }
    group.satisfy(target_);
    double most = 0;
    for (const Vec6& v : group.velocity) most = std::max(most, glm::length(angular(v)));
    const double part = most > kFarthest ? kFarthest / most : 1;
    for (size_t p = 0; p < group.bodies.size(); ++p) {
      Pose& pose = bodies[group.bodies[p]].pose;
      pose.position += part * linear(group.velocity[p]);
      pose.orientation = glm::normalize(rotationOf(part * angular(group.velocity[p])) * pose.orientation);
    }
    findRows(group, joints, places, bodies, flat);
  }
  return worstError();
}

}  // namespace flotsam
