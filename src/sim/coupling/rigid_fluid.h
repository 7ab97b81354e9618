// SPDX-License-Identifier: MIT
// "Rigid fluid" (Carlson, Mucha, Turk 2004, [C04]; distributed Lagrange multipliers, Patankar 2001), a method ours is
// compared with: the domain is solved as if free bodies were fluid, and then made rigid where they are. Three steps:
//   1  u <- V + w x r in the faces of a body; forces, viscosity and pressure in the whole domain give uh.
//   2  A body has another density and is hit. With s = density of body / fluid, V0 its velocity before the step and
//      before contact, a_c dt what contact and other forces change of it ([C04] eq. 15-18):
//        S dt = (1 - 1/s) (g dt - (uh - V0)) + a_c dt
//   3  Its new velocity is the mean of uh + S dt over its cells ([C04] eq. 23-26), which is the new u there.
// 2 and 3 together, with U the rigid motion nearest to uh, f dt what forces gave the fluid in the body in 1:
//        V <- V_body + (1/s) (U - V0 - f dt),   V_body = the velocity the body would have in a vacuum
// so a light body multiplies what it gets by 1/s. f = g, or s g with the weight early: then g in 2 is 0.
//
// Errors d = V - (velocity of the flow around it) go like d <- (1 - 1/s) C/(1 + C) d: stable for s > C/(1 + 2C).
// uh lets fluid through a body; only afterwards is it told to be rigid, and nothing repairs the divergence at its
// surface. A plug (C = infinite) sinks at (s - 1) g dt.
// What is ours: volume fractions of faces weigh the mean and the blend; fixed and driven bodies are walls.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sim/coupling/projection.h"
#include "sim/fluid/solid_field.h"
#include "sim/rigid/body.h"

namespace flotsam {

class RigidFluid {
 public:
  /// The domain with the free bodies left out. Walls are sampled again when `walls` changes.
  void findDomain(const Grid& grid, const ContainerDesc& container, FractionKind walls, FractionKind kind,
                  std::span<const SolidSample> solids, std::span<const RigidBody> bodies);
  const FaceFractions& domain() const { return builder_->get(); }
  const SolidField& solids() const { return field_; }  // of what is left in the domain
  std::span<CoupledBody> driven() { return driven_; }  // the bodies left in it, in the order of its fractions
  std::span<const int> drivenIndex() const { return drivenIndex_; }

  /// velocity += share (motion - velocity) in the faces of every free body, share = its part of what is not wall, and
  /// 1 where the rest is air. `fractions`: of the domain with all bodies; `liquid`: null in a full domain.
  void makeRigid(const Grid& grid, const FaceFractions& fractions, std::span<const RigidBody> bodies,
                 std::span<const Vec6> motions, const std::vector<float>* liquid, MacVelocity& velocity);
  /// velocity += share * by in the faces of a body, along the axis of each.
  void accelerate(const Grid& grid, std::span<const BodyFace> faces, const Vec3& by, MacVelocity& velocity) const;
  /// The liquid and the free bodies together: distance per cell, in cells; `inside` is called with the body, every cell
  /// whose centre is in it or less than a cell away, and its distance.
  template <class F>
  void joinBodies(const Grid& grid, const std::vector<float>& liquid, std::span<const SolidSample> solids,
                  std::span<const RigidBody> bodies, F&& inside);
  const std::vector<float>& joined() const { return joined_; }

 private:
  void sampleCells(const Grid& grid, const SolidSample& solid, Int3 lo, Int3 count);
  FractionKind walls_ = FractionKind::Auto;
  std::unique_ptr<FractionBuilder> builder_;
  SolidField field_;
  std::vector<SolidSample> drivenSolids_;
  std::vector<CoupledBody> driven_;
  std::vector<int> drivenIndex_;
  std::vector<double> kept_, samples_;
  std::vector<float> joined_;
};

/// The rigid motion nearest to the velocity in the faces of a body (least squares by volume: mean velocity and mean
/// angular velocity). False when the grid sees no more than a hundredth of `volume` (m³); where it cannot tell a turn,
/// `motion` keeps the one it has.
bool rigidMean(const Grid& grid, std::span<const BodyFace> faces, const Vec3& centre, double volume,
               const MacVelocity& velocity, Vec6& motion);

template <class F>
void RigidFluid::joinBodies(const Grid& grid, const std::vector<float>& liquid, std::span<const SolidSample> solids,
                            std::span<const RigidBody> bodies, F&& inside) {
  joined_ = liquid;
  for (size_t b = 0; b < solids.size(); ++b) {
    Int3 lo, hi;
    if (!bodies[b].free() || !nodesAround(grid, solids[b], 1, lo, hi)) continue;
    if (grid.flat()) lo.z = 1, hi.z = 2;
    const Int3 count = hi - lo;  // cells between the nodes
    sampleCells(grid, solids[b], lo, count);
    const double* sample = samples_.data();
    for (int k = lo.z; k < hi.z; ++k)
      for (int j = lo.y; j < hi.y; ++j)
        for (int i = lo.x; i < hi.x; ++i, ++sample) {
          const float phi = static_cast<float>(*sample / grid.dx);
          if (!(phi < 1)) continue;
          const int cell = grid.id(i, j, k);
          joined_[cell] = std::min(joined_[cell], phi);
          inside(b, cell, phi);
        }
  }
}

}  // namespace flotsam
