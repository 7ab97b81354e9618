// SPDX-License-Identifier: MIT
// A small stocky dragon, sitting up: round belly with plates, a short neck, a big head with snout and horns, spread
// wings as thick as a slab of clay, a spiked back and a tail that curls round to the front.
#include "author_meshes/field.h"
#include "author_meshes/models.h"

namespace flotsam::author {
namespace {

double torso(const Vec3& q) {
  double d = ellipsoid(q, {0, 0.25, -0.05}, {0.205, 0.225, 0.215});
  d = smoothMin(d, ellipsoid(q, {0, 0.41, 0.005}, {0.150, 0.180, 0.150}), 0.10);
  d = smoothMin(d, limb(q, {0, 0.50, 0.0}, {0, 0.66, 0.045}, 0.115, 0.095), 0.06);  // neck
  return d;
}

/// Belly plates: a swollen front with level grooves.
double belly(const Vec3& q) {
  const double d = ellipsoid(q, {0, 0.29, 0.055}, {0.135, 0.240, 0.155});
  const double y = q.y - 0.12 * q.x * q.x, plates = 0.072;
  return d + groove(y - plates * std::round(y / plates), 0.010, 0.014) * smoothStep(0.10, 0.15, q.z);
}

double legs(const Vec3& q) {
  double d = ellipsoid(q, {0.175, 0.155, 0.015}, {0.095, 0.145, 0.160});                                    // thigh
  d = smoothMin(d, ellipsoid(q, {0.205, 0.050, 0.150}, {0.078, 0.052, 0.115}, turn(14, {0, 1, 0})), 0.03);  // foot
  for (int i = -1; i <= 1; ++i)                                                                             // claws
    d = smoothMin(d,
                  limb(q, {0.225 + 0.048 * i, 0.040, 0.235 - 0.012 * i * i},
                       {0.235 + 0.056 * i, 0.026, 0.288 - 0.016 * i * i}, 0.031, 0.017),
                  0.012);
  double arm = limb(q, {0.135, 0.455, 0.06}, {0.165, 0.335, 0.150}, 0.064, 0.055);
  arm = smoothMin(arm, limb(q, {0.165, 0.335, 0.150}, {0.120, 0.315, 0.235}, 0.055, 0.053), 0.03);
  for (int i = -1; i <= 1; ++i)
    arm = smoothMin(arm, limb(q, {0.118 + 0.028 * i, 0.308, 0.255}, {0.112 + 0.034 * i, 0.290, 0.300}, 0.026, 0.015),
                    0.01);
  return smoothMin(d, arm, 0.03);
}

double head(const Vec3& at) {
  const double size = 1.12;
  const Vec3 neck(0, 0.66, 0.05), q = (at - neck) / size + neck;
  double d = ellipsoid(q, {0, 0.775, 0.075}, {0.150, 0.130, 0.150});                   // skull
  d = smoothMin(d, ellipsoid(q, {0, 0.735, 0.235}, {0.098, 0.070, 0.120}), 0.06);      // snout
  d = smoothMin(d, ellipsoid(q, {0.098, 0.725, 0.110}, {0.062, 0.055, 0.075}), 0.04);  // jaw
  d = smoothMin(d, ellipsoid(q, {0.048, 0.783, 0.312}, {0.036, 0.030, 0.036}), 0.02);  // nostril
  // the mouth: a level groove around the snout that rises at the corner
  const double y = 0.706 + 0.5 * std::max(0.0, 0.22 - q.z);
  d += groove(q.y - y, 0.013, 0.026) * smoothStep(0.13, 0.19, q.z);
  d = smoothMin(d, ball(q, {0.105, 0.818, 0.160}, 0.048), 0.012);                                // eye
  d = smoothMin(d, limb(q, {0.062, 0.868, 0.192}, {0.148, 0.880, 0.120}, 0.020, 0.028), 0.030);  // brow
  static const Curve horn({{0.075, 0.87, 0.03, 0.056},
                           {0.105, 0.975, -0.03, 0.047},
                           {0.135, 1.05, -0.115, 0.036},
                           {0.150, 1.075, -0.205, 0.018}});
  d = smoothMin(d, horn(q), 0.02);
  d = smoothMin(d, limb(q, {0.135, 0.765, 0.03}, {0.225, 0.795, -0.055}, 0.045, 0.016), 0.02);  // ear
  return size * d;
}

/// Bat wing in the plane (u outwards, v up): three fingers with scalloped skin between them.
const Vec2 kTip[3] = {{0.50, 0.235}, {0.400, -0.075}, {0.190, -0.200}};
const Vec2 kRoot(0, 0), kWrist(0.185, 0.255), kBase(-0.02, -0.130);

std::vector<Vec2> wingOutline() {
  std::vector<Vec2> c{kRoot, kWrist};
  const Vec2 ends[4] = {kTip[0], kTip[1], kTip[2], kBase};
  c.push_back(glm::mix(kWrist, kTip[0], 0.5) + Vec2(0.01, 0.045));
  for (int i = 0; i < 3; ++i) {
    const Vec2 hang = glm::mix(0.5 * (ends[i] + ends[i + 1]), Vec2(0.13, 0.10), 0.42);
    for (int s = 0; s < 8; ++s) {
      const double t = s / 8.0;
      c.push_back((1 - t) * (1 - t) * ends[i] + 2 * t * (1 - t) * hang + t * t * ends[i + 1]);
    }
  }
  c.push_back(kBase);
  return c;
}

double wing(const Vec3& q) {
  static const Outline outline(wingOutline());
  const Vec3 root(0.085, 0.50, -0.115);
  const Vec3 out = glm::normalize(Vec3(0.86, 0.10, -0.42));
  const Vec3 up = glm::normalize(Vec3(0.02, 1, -0.18) - glm::dot(Vec3(0.02, 1, -0.18), out) * out);
  const Vec3 face = glm::cross(out, up);
  const Vec3 p = q - root;
  const Vec2 uv(glm::dot(p, out), glm::dot(p, up));
  const double w = glm::dot(p, face) - 0.35 * uv.x * uv.x;  // the tip bends forward
  double d = plate(outline(uv), w, 0.045, 0.036);
  const auto bone = [&](Vec2 a, Vec2 b, double ra, double rb) {
    return limb({uv.x, uv.y, w}, {a.x, a.y, 0}, {b.x, b.y, 0}, ra, rb);
  };
  d = smoothMin(d, bone(kRoot, kWrist, 0.064, 0.058), 0.015);
  for (int i = 0; i < 3; ++i) d = smoothMin(d, bone(kWrist, kTip[i], 0.058, 0.045), 0.012);
  d = smoothMin(d, bone(kWrist, kWrist + Vec2(-0.025, 0.075), 0.046, 0.022), 0.015);  // thumb
  return 0.9 * d;
}

const Curve& spine() {
  static const Curve c({{0, 0.20, -0.16, 0.150},
                        {0.05, 0.115, -0.30, 0.115},
                        {0.20, 0.080, -0.34, 0.094},
                        {0.345, 0.066, -0.23, 0.080},
                        {0.415, 0.064, -0.05, 0.070},
                        {0.440, 0.090, 0.095, 0.062},
                        {0.425, 0.175, 0.190, 0.054},
                        {0.385, 0.265, 0.225, 0.046}});
  return c;
}

double tail(const Vec3& p) {
  double d = spine()(p);
  // the spade at its end, turned to the front
  const Vec3 along = glm::normalize(Vec3(-0.42, 0.9, 0.18));
  const Vec3 face = glm::normalize(Vec3(0.5, 0.1, 1) - glm::dot(Vec3(0.5, 0.1, 1), along) * along);
  const Vec3 q = p - Vec3(0.362, 0.315, 0.236);
  static const Outline spade(
      {{0, 0.150}, {0.060, 0.065}, {0.105, -0.040}, {0, -0.020}, {-0.105, -0.040}, {-0.060, 0.065}});
  return smoothMin(
      d, plate(spade({glm::dot(q, glm::cross(along, face)), glm::dot(q, along)}), glm::dot(q, face), 0.046, 0.038),
      0.02);
}

/// A row of spikes from the crown to the tail.
double spikes(const Vec3& p) {
  struct Spike {
    Vec3 foot, tip;
    double r;
  };
  static const Spike row[] = {
      {{0, 0.885, 0.000}, {0, 0.985, -0.050}, 0.042},          {{0, 0.80, -0.055}, {0, 0.885, -0.140}, 0.046},
      {{0, 0.68, -0.045}, {0, 0.745, -0.155}, 0.050},          {{0, 0.555, -0.115}, {0, 0.605, -0.240}, 0.054},
      {{0, 0.42, -0.185}, {0, 0.455, -0.325}, 0.056},          {{0, 0.28, -0.235}, {0, 0.295, -0.375}, 0.054},
      {{0.075, 0.185, -0.325}, {0.095, 0.265, -0.425}, 0.048}, {{0.215, 0.140, -0.355}, {0.245, 0.225, -0.410}, 0.042},
      {{0.345, 0.115, -0.235}, {0.380, 0.195, -0.260}, 0.038}, {{0.418, 0.105, -0.06}, {0.452, 0.178, -0.07}, 0.036}};
  double d = 1e30;
  for (const auto& s : row) d = std::min(d, limb(p, s.foot, s.tip, 1.12 * s.r, 0.018));
  return d;
}

}  // namespace

Model dragon() {
  Model m;
  m.name = "dragon";
  m.field = [](const Vec3& p) {
    const Vec3 q = mirrored(p);
    double d = smoothMin(torso(q), belly(q), 0.012);
    d = smoothMin(d, legs(q), 0.03);
    d = smoothMin(d, tail(p), 0.05);
    d = smoothMin(d, head(q), 0.05);
    d = smoothMin(d, spikes(p), 0.018);
    return smoothMin(d, wing(q), 0.03);
  };
  m.box.include({-0.68, -0.06, -0.60});
  m.box.include({0.68, 1.24, 0.58});
  m.cells = 150;
  m.triangles = 9500;
  return m;
}

}  // namespace flotsam::author
