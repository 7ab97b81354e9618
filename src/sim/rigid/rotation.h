// SPDX-License-Identifier: MIT
// Exponential map between rotation vectors (axis times angle) and unit quaternions, and the free flight of a body.
#pragma once

#include "core/math.h"

namespace flotsam {

/// exp: the rotation about `w` by |w| radians.
inline Quat rotationOf(const Vec3& w) {
  const double half2 = 0.25 * glm::dot(w, w);
  // Below 1e-8 rad the series is exact in double precision.
  if (half2 < 1e-16) return Quat(1 - 0.5 * half2, 0.5 * w.x, 0.5 * w.y, 0.5 * w.z);
  const double half = std::sqrt(half2), s = 0.5 * std::sin(half) / half;
  return Quat(std::cos(half), s * w.x, s * w.y, s * w.z);
}

/// log: the shortest rotation vector of a unit quaternion.
inline Vec3 rotationVector(Quat q) {
  if (q.w < 0) q = Quat(-q.w, -q.x, -q.y, -q.z);
  const Vec3 v(q.x, q.y, q.z);
  const double s = glm::length(v);
  return s < 1e-12 ? 2.0 * v : (2 * std::atan2(s, q.w) / s) * v;
}

/// Turns a torque-free body for dt: the angular momentum L = I w stays as it is to rounding, the orientation advances
/// by the exponential of the midpoint angular velocity w = I(q_mid)^-1 L (second order, time-symmetric: the energy of a
/// tumbling body does not drift). A body with equal moments turns exactly.
inline void freeTurn(const Mat3& bodyInertia, Quat& orientation, Vec3& omega, double dt) {
  if (omega == Vec3(0)) return;
  const Quat start = orientation;
  const Mat3 inverse = glm::inverse(bodyInertia);
  const Vec3 momentum = rotated(bodyInertia, start) * omega;
  const auto velocityAt = [&](const Quat& q) { return q * (inverse * (glm::conjugate(q) * momentum)); };
  Vec3 mid = omega;
  for (int i = 0; i < 12; ++i) {
    const Vec3 next = velocityAt(rotationOf((0.5 * dt) * mid) * start);
    const Vec3 change = next - mid;
    mid = next;
    if (glm::dot(change, change) <= 1e-30 * glm::dot(mid, mid)) break;
  }
  orientation = glm::normalize(rotationOf(dt * mid) * start);
  omega = velocityAt(orientation);
}

}  // namespace flotsam
