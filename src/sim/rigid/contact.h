// SPDX-License-Identifier: MIT
// Contact, friction and restitution between bodies and with the tank, and the advance of positions: stage "bodies".
// Bullet (double precision, zero gravity) does the contact solve; this header does not mention it.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sim/geometry/container.h"
#include "sim/rigid/joint.h"

namespace flotsam {

struct ContactStats {
  int points = 0;         // the most in a substep, touching or near
  int contacts = 0;       // of these with an impulse
  double deepest = 0;     // m, deepest penetration found
  double jointError = 0;  // m or rad, the worst of a joint after the motion
};

/// Two bodies, or a body and the wall (b = -1), that overlap by `depth` (m).
struct Overlap {
  int a = 0, b = -1;
  double depth = 0;
};

/// A free body at something that does not give way: the wall, a fixed or a scripted body.
struct Touch {
  int body;
  Vec3 point, normal;   // world; the normal points into the body
  Vec3 obstacle{0};     // m/s, the obstacle's velocity there
  double gap = 0;       // m, left between the two
  double leaving = 0;   // m/s, how fast it has just bounced off; 0: it has not
  double friction = 0;  // coefficient
};

class ContactSolver {
 public:
  ContactSolver();
  ~ContactSolver();
  ContactSolver(ContactSolver&&) noexcept;

  /// Advances all bodies by dt (s) from time t. Free bodies: the contact solve changes their velocities where they
  /// touch, then positions advance; without contact the advance is exact for constant velocity and keeps the angular
  /// momentum. Scripted bodies follow their script (pose at t + dt; velocities = the script's over the step); fixed
  /// ones stay. In a flat grid motion out of the plane is locked. The world is rebuilt from the states each call, so
  /// the result depends on nothing but the arguments. `substeps` of the contact solver, 1 = one; `step` = the time (s)
  /// that forces act before the next advance with new ones, when dt is a part of it: what they give in it is rest, not
  /// a bounce. Bodies that `joints` link move under them (joint_motion.h) and pass impacts on; two bodies with a joint
  /// between them do not collide, nor do welded ones, ropes apart.
  ContactStats advance(std::span<RigidBody> bodies, const ContainerDesc& container, const Grid& grid, double t,
                       double dt, int substeps = 1, std::span<const Joint> joints = {}, double step = 0);
  /// Where free bodies touch obstacles at the end of the last advance: within a hundredth of a cell, or a tenth where
  /// they are slower than a bounce.
  std::span<const Touch> touches() const;

  /// The overlaps of free bodies with each other and with the walls that are more than a touch (2 % of the smaller
  /// body), in order of their indices; not more than `most`.
  std::vector<Overlap> overlaps(std::span<RigidBody> bodies, const ContainerDesc& container, const Grid& grid,
                                size_t most, std::span<const Joint> joints = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace flotsam
