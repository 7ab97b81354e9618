// SPDX-License-Identifier: MIT
// In fluid at rest without gravity the body is given a unit velocity along the axis in no time: one projection sets the
// fluid in motion, and the impulse of the pressure on the body is minus the added mass times that velocity. In the
// letters of coupled_system.h, with n the six coefficients of the axis, it is
//   n' A n = rho dx^3 (K n)' (G' W G)^+ (K n),
// the J M^-1 J' of [B07] seen from the body. A body that is moved has no mobility, so its own mass does not matter.
// With a free surface p = 0 on it, as in the step (free_surface.h); beyond open sides likewise.
#include "sim/added_mass.h"

#include "core/check.h"
#include "sim/coupling/free_surface.h"
#include "sim/fluid/open_sides.h"

namespace flotsam {

AddedMassEstimate estimateAddedMass(const World& world, size_t body, const Vec3& axis) {
  constexpr SolveLimits kLimits{.tolerance = 1e-8, .maxIterations = 500};
  constexpr double kIncompatible = 1e-6;  // of the right-hand side; as the step's own warning
  const Grid& grid = world.grid();
  const WorldDesc& desc = world.desc();
  const double rho = desc.params.fluid.density;
  std::vector<CoupledBody> bodies = world.coupledBodies();
  FLOTSAM_CHECK(body < bodies.size(), "added mass of body ", body, " of ", bodies.size());
  for (CoupledBody& b : bodies) b.free = b.round = false, b.mobility = Mat6{}, b.velocity = Vec6{};
  bodies[body].velocity = vec6(axis, Vec3(0));

  MacVelocity velocity;
  velocity.resize(grid);
  std::vector<double> pressure;
  FreeSurface surface;
  AmbientField ambient;
  const bool liquid = !world.liquid().phi.empty() && desc.params.fluid.domain == FluidDomain::Liquid;
  if (liquid) surface.phi = &world.liquid().phi;
  if (desc.container.open.any()) findAmbient(grid, desc.container.open, Vec3(0), ambient), surface.phi = &ambient.phi;
  Projection projection;
  const SolveStats stats = projection.solve(grid, world.fractions(), rho, desc.params.dt(), bodies, velocity, pressure,
                                            kLimits, surface.phi ? &surface : nullptr);
  AddedMassEstimate estimate;
  const RigidBody& b = world.bodies()[body];
  estimate.mass = -glm::dot(linear(bodies[body].impulse), axis);
  estimate.displaced = rho * b.volume * (liquid ? b.submergedFraction : 1);
  estimate.bounded = !(stats.incompatible > kIncompatible);
  estimate.converged = stats.converged;
  return estimate;
}

}  // namespace flotsam
