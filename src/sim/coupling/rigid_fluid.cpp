// SPDX-License-Identifier: MIT
#include "sim/coupling/rigid_fluid.h"

#include "sim/coupling/body_blocks.h"

namespace flotsam {

void RigidFluid::findDomain(const Grid& grid, const ContainerDesc& container, FractionKind walls, FractionKind kind,
                            std::span<const SolidSample> solids, std::span<const RigidBody> bodies) {
  if (!builder_ || walls != walls_) builder_ = std::make_unique<FractionBuilder>(grid, container, walls);
  walls_ = walls;
  drivenSolids_.clear(), driven_.clear(), drivenIndex_.clear();
  for (size_t b = 0; b < bodies.size(); ++b) {
    if (bodies[b].free()) continue;
    drivenIndex_.push_back(static_cast<int>(b));
    drivenSolids_.push_back(solids[b]);
    CoupledBody& c = driven_.emplace_back();
    c.centre = bodies[b].pose.position, c.free = false;
    c.velocity = vec6(bodies[b].velocity, bodies[b].angularVelocity);
  }
  builder_->update(drivenSolids_, kind);
  buildSolidField(grid, builder_->get(), drivenSolids_, field_);
}

void RigidFluid::makeRigid(const Grid& grid, const FaceFractions& fractions, std::span<const RigidBody> bodies,
                           std::span<const Vec6> motions, const std::vector<float>* liquid, MacVelocity& velocity) {
  // All differences are taken before any velocity changes: a face may belong to two bodies.
  kept_.clear();
  const auto forFaces = [&](auto&& f) {
    for (size_t b = 0; b < bodies.size(); ++b)
      if (bodies[b].free())
        for (const BodyFace& face : fractions.bodies[b]) f(b, face);
  };
  forFaces([&](size_t b, const BodyFace& face) {
    const double open = domain().fluid[face.axis][face.id];
    const bool dry = liquid && !((*liquid)[face.id] < 0 || (*liquid)[face.id - grid.stride(face.axis)] < 0);
    const double share = open > face.s && !dry ? face.s / open : 1;
    const double own = dot(faceRow(grid, face.id, face.axis, bodies[b].pose.position), motions[b]);
    kept_.push_back(share * (own - velocity[face.axis][face.id]));
  });
  size_t at = 0;
  forFaces([&](size_t, const BodyFace& face) { velocity[face.axis][face.id] += kept_[at++]; });
}

void RigidFluid::accelerate(const Grid& grid, std::span<const BodyFace> faces, const Vec3& by,
                            MacVelocity& velocity) const {
  for (const BodyFace& face : faces) {
    if (grid.flat() && face.axis == 2) continue;
    const double open = domain().fluid[face.axis][face.id];
    velocity[face.axis][face.id] += (open > face.s ? face.s / open : 1) * by[face.axis];
  }
}

void RigidFluid::sampleCells(const Grid& grid, const SolidSample& solid, Int3 lo, Int3 count) {
  samples_.resize(static_cast<size_t>(count.x) * count.y * count.z);
  solid.shape->sampleLattice(solid.pose, grid.cellCentre(lo), grid.dx, count, grid.flat(), samples_.data());
}

bool rigidMean(const Grid& grid, std::span<const BodyFace> faces, const Vec3& centre, double volume,
               const MacVelocity& velocity, Vec6& motion) {
  Vec6 momentum{};
  double sum[3] = {}, part[3] = {};
  for (const BodyFace& face : faces) {
    const double u = face.s * velocity[face.axis][face.id];
    const Vec6 row = faceRow(grid, face.id, face.axis, centre);
    for (int q = 0; q < 6; ++q) momentum[q] += u * row[q];
    sum[face.axis] += u, part[face.axis] += face.s;
  }
  const int axes = grid.flat() ? 2 : 3;
  for (int a = 0; a < axes; ++a)
    if (!(part[a] * grid.cellVolume() > 0.01 * volume)) return false;
  Mat6 inverse;
  const Mat6 mass = discreteMass(grid, faces, centre, 1 / grid.cellVolume());
  if (invertSpd(mass, inverse)) {
    motion = inverse * momentum;
    return true;
  }
  for (int a = 0; a < axes; ++a) motion[a] = sum[a] / part[a];
  return true;
}

}  // namespace flotsam
