// SPDX-License-Identifier: MIT
// The orbit camera's matrices, motions and rays.
#include "render/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace flotsam {
namespace {

struct Basis {
  Vec3 right, up, back;  // back points from the target to the eye
};

Basis basis(const Camera& camera) {
  const double yaw = glm::radians(camera.yaw), pitch = glm::radians(camera.pitch);
  const Vec3 back{std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch)};
  const Vec3 right{std::cos(yaw), 0, -std::sin(yaw)};
  return {right, glm::cross(back, right), back};
}

double halfHeight(const Camera& camera) { return std::tan(glm::radians(0.5 * camera.fieldOfView)); }

}  // namespace

Camera Camera::framing(const Vec3& tankSize) {
  Camera c;
  c.sceneSize = std::max(glm::length(tankSize), 1e-6);
  c.target = 0.5 * tankSize;
  c.shift = {-0.055, 0.05};
  const bool flat = tankSize.z < 0.15 * std::max(tankSize.x, tankSize.y);
  if (flat) {
    // Seen from the front: 70 % of the height, 60 % of a 16:9 width.
    c.yaw = c.pitch = 0;
    const double visibleHeight = std::max(tankSize.y / 0.70, tankSize.x / (0.60 * 16 / 9.0));
    c.distance = 0.5 * visibleHeight / halfHeight(c) + 0.5 * tankSize.z;
  } else {
    c.target.y -= 0.014 * c.sceneSize;  // 3 cm in a tank of 1.6 x 1 x 1 m
    c.distance = 1.7 * c.sceneSize;
    // Tall tanks need more room.
    const auto fits = [&] {
      for (int i = 0; i < 8; ++i)
        if (std::abs(c.project(tankSize * Vec3(i & 1, i >> 1 & 1, i >> 2), 16 / 9.0).y) > 0.82) return false;
      return true;
    };
    for (int i = 0; i < 40 && !fits(); ++i) c.distance *= 1.03;
  }
  return c;
}

Vec3 Camera::eye() const { return target + distance * basis(*this).back; }
Vec3 Camera::forward() const { return -basis(*this).back; }

Mat4f Camera::view() const {
  const Basis b = basis(*this);
  const Vec3 e = eye();
  const glm::dmat4 m{{b.right.x, b.up.x, b.back.x, 0},
                     {b.right.y, b.up.y, b.back.y, 0},
                     {b.right.z, b.up.z, b.back.z, 0},
                     {-glm::dot(b.right, e), -glm::dot(b.up, e), -glm::dot(b.back, e), 1}};
  return Mat4f(m);
}

Mat4f Camera::projection(double aspect) const {
  const double scene = std::max(sceneSize, 1e-6);
  const double near = std::max(0.02 * distance, distance - 2.5 * scene);
  const double far = distance + 4 * scene;
  const double h = halfHeight(*this), w = h * std::max(aspect, 1e-3);
  glm::dmat4 m(0.0);
  m[0][0] = 1 / w;
  m[1][1] = 1 / h;
  m[2] = {-shift.x, -shift.y, -(far + near) / (far - near), -1};
  m[3][2] = -2 * far * near / (far - near);
  return Mat4f(m);
}

void Camera::orbit(double dYaw, double dPitch) {
  yaw = std::remainder(yaw + dYaw, 360.0);
  pitch = std::clamp(pitch + dPitch, -89.0, 89.0);
}

void Camera::pan(const Vec2& ndc, double aspect) {
  const Basis b = basis(*this);
  const double h = distance * halfHeight(*this);
  target -= ndc.x * h * aspect * b.right + ndc.y * h * b.up;
}

void Camera::zoom(double factor) {
  if (!(factor > 0)) return;
  distance = std::clamp(distance * factor, 0.08 * sceneSize, 8 * sceneSize);
}

Camera::Ray Camera::ray(const Vec2& ndc, double aspect) const {
  const Basis b = basis(*this);
  const double h = halfHeight(*this);
  const Vec2 p = ndc - shift;
  return {eye(), glm::normalize(p.x * h * aspect * b.right + p.y * h * b.up - b.back)};
}

Vec3 Camera::project(const Vec3& world, double aspect) const {
  const Basis b = basis(*this);
  const Vec3 d = world - eye();
  const double z = glm::dot(d, b.back);  // negative in front of the eye
  const glm::dmat4 p(projection(aspect));
  const double w = std::abs(z) > 1e-12 ? -z : 1e-12;
  const double h = halfHeight(*this);
  return {glm::dot(d, b.right) / (h * aspect * w) + shift.x, glm::dot(d, b.up) / (h * w) + shift.y,
          (p[2][2] * z + p[3][2]) / w};
}

}  // namespace flotsam
