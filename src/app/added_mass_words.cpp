// SPDX-License-Identifier: MIT
#include "app/added_mass_words.h"

#include <algorithm>
#include <cmath>

#include "sim/compare.h"
#include "ui/format.h"
#include "verify/added_mass.h"
#include "verify/flows/kirchhoff.h"

namespace flotsam {
namespace {

/// Degrees about x, then y, then z.
Vec3 turnsOf(const Quat& q) {
  const Mat3 m = glm::mat3_cast(q);
  return glm::degrees(
      Vec3(std::atan2(m[1][2], m[2][2]), std::asin(std::clamp(-m[0][2], -1.0, 1.0)), std::atan2(m[0][1], m[0][0])));
}

KnownCoefficient unbounded(const ShapeDesc& shape, bool flat, const Vec3& axis) {
  KnownCoefficient k;
  k.known = true, k.words = "far from walls",
  k.source = flat ? "A circle in unbounded fluid." : "A sphere in unbounded fluid.";
  k.value = flat ? 1 : 0.5;
  if (shape.kind != ShapeKind::Ellipsoid) return k;
  const Vec3 a = shape.dims;
  const Vec3 along = ellipsoidAddedMass(a, 1).linear / (4 * kPi / 3 * a.x * a.y * a.z);
  k.value = glm::dot(axis, along * axis);
  k.source = "Lamb's ellipsoid in unbounded fluid.";
  return k;
}

}  // namespace

KnownCoefficient knownCoefficient(const WorldDesc& scene, const std::string& name, const Pose& pose, const Vec3& axis) {
  const auto at =
      std::find_if(scene.bodies.begin(), scene.bodies.end(), [&](const BodyDesc& b) { return b.name == name; });
  if (at == scene.bodies.end() || !at->shape) return {};
  const bool flat = scene.cells.z == 1, round = at->shapeDesc.kind == ShapeKind::Sphere;
  if (!round && (flat || at->shapeDesc.kind != ShapeKind::Ellipsoid)) return {};
  const bool box = scene.container.kind == WallKind::Box && !scene.container.open.any();
  if (box && scene.bodies.size() == 1 && scene.params.fluid.domain == FluidDomain::Full) {
    AddedMassSetup setup;
    setup.shape = flat ? "circle" : round ? "sphere" : "ellipsoid";
    setup.tank = scene.dx * Vec3(scene.cells);
    setup.position = pose.position - 0.5 * setup.tank;
    if (flat) setup.position.z = 0;
    if (!round) setup.orientation = turnsOf(pose.orientation);
    const Vec3 half = 0.5 * at->shape->bounds().size();
    const double reach = flat ? std::max(half.x, half.y) : std::max({half.x, half.y, half.z});
    const AddedMassTheory theory = addedMassTheory(setup, {at->shape, reach});
    if (theory.known) return {true, glm::dot(axis, theory.linear * axis), "in this tank", theory.source + "."};
  }
  return unbounded(at->shapeDesc, flat, axis);
}

void addedMassWords(const AddedMassAnswer& answer, const SimView& view, const WorldDesc& scene, AddedMassShown& shown) {
  const AddedMassEstimate& e = answer.estimate;
  shown.fresh = true;
  shown.when = formatFixed(answer.time, 2) + " s";
  shown.share.clear(), shown.theory.clear(), shown.theoryHelp.clear();
  if (!e.bounded) {
    shown.mass = "no bound";
    shown.when += ": the fluid cannot get out of the way";
    return;
  }
  shown.mass = formatMass(e.mass) + (e.converged ? "" : ", roughly");
  if (e.displaced > 0) shown.share = formatFixed(e.coefficient(), 3);
  const Vec3 axis = answer.bodyAxes ? answer.axis : glm::conjugate(answer.pose.orientation) * answer.axis;
  const KnownCoefficient known = knownCoefficient(scene, answer.body, answer.pose, axis);
  const auto emerged = [&](const BodyView& b) { return b.name == answer.body && b.submergedFraction < 0.999; };
  const bool afloat = std::any_of(view.bodies.begin(), view.bodies.end(), emerged);  // other laws hold in the surface
  if (!known.known || afloat) return;
  shown.theory = formatFixed(known.value, 3) + " " + known.words;
  shown.theoryHelp = known.source;
}

}  // namespace flotsam
