// SPDX-License-Identifier: MIT
// A sitting rabbit: pear-shaped body, round haunches, front paws together, cheeks, long ears, a ball of a tail.
// Left and right are one: all but nothing is modelled for x >= 0 and mirrored.
#include "author_meshes/field.h"
#include "author_meshes/models.h"

namespace flotsam::author {
namespace {

/// A paw turned outwards by `degrees`, with two grooves between three toes.
double paw(const Vec3& q, const Vec3& centre, const Vec3& r, double degrees) {
  const Vec3 p = glm::conjugate(turn(degrees, {0, 1, 0})) * (q - centre);
  return ellipsoid(p, Vec3(0), r) +
         groove(std::abs(p.x) - 0.34 * r.x, 0.010, 0.018) * smoothStep(0.35 * r.z, 0.7 * r.z, p.z);
}

double torso(const Vec3& q) {
  double d = ellipsoid(q, {0, 0.27, -0.08}, {0.215, 0.245, 0.245});                      // rump
  d = smoothMin(d, ellipsoid(q, {0, 0.40, 0.055}, {0.155, 0.20, 0.155}), 0.12);          // chest
  d = smoothMin(d, ellipsoid(q, {0.160, 0.185, -0.055}, {0.105, 0.160, 0.185}), 0.022);  // haunch
  d = smoothMin(d, paw(q, {0.165, 0.052, 0.12}, {0.066, 0.054, 0.135}, 8), 0.04);        // foot
  d = smoothMin(d, ellipsoid(q, {0.095, 0.11, 0.09}, {0.06, 0.10, 0.08}), 0.04);    // no hole between leg and haunch
  double leg = limb(q, {0.085, 0.38, 0.125}, {0.068, 0.075, 0.225}, 0.068, 0.050);  // front leg
  leg = smoothMin(leg, paw(q, {0.070, 0.052, 0.255}, {0.056, 0.052, 0.078}, 0), 0.04);
  d = smoothMin(d, leg, 0.035);
  return smoothMin(d, ball(q, {0, 0.13, -0.325}, 0.095), 0.025);  // tail
}

double ear(const Vec3& q) {
  // A flat ellipsoid leaning out and back, with a shallow hollow in front.
  const Quat lean = turn(-13, {0, 0, 1}) * turn(-14, {1, 0, 0});
  const Vec3 c(0.112, 0.925, -0.022);
  const Vec3 p = glm::conjugate(lean) * (q - c);
  const double wide = 0.083 - 0.02 * std::clamp(-p.y / 0.2, 0.0, 1.0);
  const double d = ellipsoid(p, Vec3(0), {wide, 0.235, 0.052});
  const double hollow = ellipsoid(p, {0, -0.005, 0.066}, {0.043, 0.175, 0.042});
  return carve(d, hollow, 0.02);
}

double head(const Vec3& at) {
  const double size = 1.16;  // a little too big, as on any friendly rabbit
  const Vec3 neck(0, 0.55, 0.08), q = (at - neck) / size + neck;
  double d = ellipsoid(q, {0, 0.655, 0.115}, {0.158, 0.150, 0.165});
  d = smoothMin(d, ellipsoid(q, {0.085, 0.605, 0.175}, {0.080, 0.070, 0.080}), 0.05);   // cheek
  d = smoothMin(d, ellipsoid(q, {0.034, 0.607, 0.262}, {0.046, 0.042, 0.048}), 0.022);  // lip
  d = smoothMin(d, ellipsoid(q, {0, 0.563, 0.225}, {0.045, 0.030, 0.045}), 0.025);      // chin
  d = smoothMin(d, ear(q), 0.04);
  d = smoothMin(d, ellipsoid(q, {0.110, 0.692, 0.194}, {0.041, 0.045, 0.043}), 0.009);        // eye
  return size * smoothMin(d, ellipsoid(q, {0, 0.645, 0.292}, {0.031, 0.022, 0.024}), 0.009);  // nose
}

}  // namespace

Model rabbit() {
  Model m;
  m.name = "rabbit";
  m.field = [](const Vec3& p) {
    const Vec3 q = mirrored(p);
    return smoothMin(torso(q), head(q), 0.05);
  };
  m.box.include({-0.36, -0.06, -0.5});
  m.box.include({0.36, 1.34, 0.46});
  m.cells = 140;
  m.triangles = 7000;
  return m;
}

}  // namespace flotsam::author
