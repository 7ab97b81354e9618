// SPDX-License-Identifier: MIT
// How linked bodies move. The impulses that keep the joints together through the motion act along the equations at its
// start (SHAKE; Ryckaert, Ciccotti & Berendsen 1977), then the velocities are made to obey them at its end (RATTLE;
// Andersen 1983): second order and time-symmetric, a pendulum keeps its energy, and anchors meet to rounding after
// every substep. Ropes and stops join in when they would be overrun, and take what is left of the speed.
#pragma once

#include <span>
#include <vector>

#include "sim/rigid/linkage.h"

namespace flotsam {

/// One body for h (s), with a push-out in the position alone (velocities, m/s and rad/s).
void moveFreely(RigidBody& body, const Vec3& push, const Vec3& turn, double h, bool flat);

class JointMotion {
 public:
  /// Ties the group at the present poses and makes its bodies' velocities obey, in the metric of their masses.
  void begin(LinkedGroup& group, std::span<const Joint> joints, std::span<const int> places,
             std::span<RigidBody> bodies, bool flat);
  /// After begin: moves the bodies by h. `push`, `turn` by place, or empty; what the joints forbid of them is left out.
  /// Bodies that are not free are where they will be. Returns the worst error of a joint, m or rad.
  double move(LinkedGroup& group, std::span<const Joint> joints, std::span<const int> places,
              std::span<RigidBody> bodies, std::span<Vec6> push, double h, bool flat);

 private:
  void tieAll(LinkedGroup& group, std::span<const RigidBody> bodies);
  void findRows(const LinkedGroup& group, std::span<const Joint> joints, std::span<const int> places,
                std::span<const RigidBody> bodies, bool flat);
  double settle(LinkedGroup& group, std::span<const Joint> joints, std::span<const int> places,
                std::span<RigidBody> bodies, bool flat);
  double worstError() const;

  std::vector<LinkRow> always_, oneSided_;  // at the present poses
  std::vector<LinkRow> startOneSided_;      // at the start of the motion
  std::vector<int> source_;                 // of the tied rows: index of always_, or -1 - index of oneSided_
  std::vector<double> target_;
  struct Start {
    Pose pose;
    Vec6 velocity;
  };
  std::vector<Start> start_;
};

}  // namespace flotsam
