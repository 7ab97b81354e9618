// SPDX-License-Identifier: MIT
// Vector types and the small dense algebra of rigid bodies. SI units; angles in radians.
// Bodies and the grid are double; particles are float (see sim/fluid/particles.h).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace flotsam {

using Vec2 = glm::dvec2;
using Vec3 = glm::dvec3;
using Vec4 = glm::dvec4;
using Vec2f = glm::vec2;
using Vec3f = glm::vec3;
using Vec4f = glm::vec4;
using Int3 = glm::ivec3;
using Mat3 = glm::dmat3;
using Mat4f = glm::mat4;
using Quat = glm::dquat;  // constructor order: w, x, y, z

inline constexpr double kPi = 3.14159265358979323846;

struct Box3 {
  Vec3 lo{1e300}, hi{-1e300};
  void include(const Vec3& x) { lo = glm::min(lo, x), hi = glm::max(hi, x); }
  Vec3 size() const { return hi - lo; }
  Vec3 centre() const { return 0.5 * (lo + hi); }
  bool empty() const { return lo.x > hi.x; }
};

/// Rigid transform: world = orientation * body + position.
struct Pose {
  Vec3 position{0.0};
  Quat orientation{1, 0, 0, 0};
  Vec3 toWorld(const Vec3& body) const { return orientation * body + position; }
  Vec3 toBody(const Vec3& world) const { return glm::conjugate(orientation) * (world - position); }
  Vec3 rotate(const Vec3& body) const { return orientation * body; }
  Vec3 unrotate(const Vec3& world) const { return glm::conjugate(orientation) * world; }
};

/// Twist (linear x y z, angular x y z) or wrench (force, torque about the same point).
using Vec6 = std::array<double, 6>;

inline Vec6 vec6(const Vec3& a, const Vec3& b) { return {a.x, a.y, a.z, b.x, b.y, b.z}; }
inline Vec3 linear(const Vec6& v) { return {v[0], v[1], v[2]}; }
inline Vec3 angular(const Vec6& v) { return {v[3], v[4], v[5]}; }
inline double dot(const Vec6& a, const Vec6& b) {
  double s = 0;
  for (int i = 0; i < 6; ++i) s += a[i] * b[i];
  return s;
}

/// Symmetric-or-not dense 6x6, row major.
struct Mat6 {
  std::array<double, 36> m{};
  double& operator()(int r, int c) { return m[6 * r + c]; }
  double operator()(int r, int c) const { return m[6 * r + c]; }
  static Mat6 identity() {
    Mat6 a;
    for (int i = 0; i < 6; ++i) a(i, i) = 1;
    return a;
  }
  Mat6& operator+=(const Mat6& b) {
    for (int i = 0; i < 36; ++i) m[i] += b.m[i];
    return *this;
  }
  Vec6 operator*(const Vec6& v) const {
    Vec6 r{};
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) r[i] += (*this)(i, j) * v[j];
    return r;
  }
};

/// Block diagonal (mass I, inertia) of a rigid body about its centre of mass; inertia in world axes, kg m^2.
Mat6 massMatrix(double mass, const Mat3& worldInertia);
/// Lower Cholesky factor of a symmetric positive definite matrix. Returns false (and leaves `lower` undefined) when
/// a pivot is not positive relative to the largest diagonal entry (1e-14).
bool cholesky(const Mat6& a, Mat6& lower);
/// Inverse of a symmetric positive definite matrix; false when it is not.
bool invertSpd(const Mat6& a, Mat6& inverse);

/// Matrix of the cross product: skew(a) * b = a x b.
inline Mat3 skew(const Vec3& a) { return Mat3(0, a.z, -a.y, -a.z, 0, a.x, a.y, -a.x, 0); }
inline Mat3 rotated(const Mat3& bodyInertia, const Quat& q) {
  const Mat3 r = glm::mat3_cast(q);
  return r * bodyInertia * glm::transpose(r);
}
inline bool finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

}  // namespace flotsam
