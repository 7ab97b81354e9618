// SPDX-License-Identifier: MIT
// Prescribed motion of scripted bodies as a function of time.
#pragma once

#include "sim/rigid/body.h"

namespace flotsam {

/// Pose of a scripted body at time t (s), from its description.
Pose scriptedPose(const BodyDesc& desc, double t);
/// Velocities that carry the body from its pose at t to its pose at t + dt: linear of the centre of mass, and the
/// constant angular velocity of the relative rotation.
void scriptedVelocity(const BodyDesc& desc, double t, double dt, Vec3& velocity, Vec3& angularVelocity);

}  // namespace flotsam
