// SPDX-License-Identifier: MIT
// The methods that ours is compared with: what `viscosity` and `project` do where they differ. Voxel coupling has
// nothing here: it is our solve with voxel fractions (edits.cpp). docs/methods.md tells what each ignores and where it
// breaks.
#include <algorithm>

#include "sim/coupling/body_blocks.h"
#include "sim/world_impl.h"

namespace flotsam {

namespace {

std::string rounded(double v) { return formatNumber(std::round(1000 * v) / 1000); }

}  // namespace

/// A body faster than two tanks a step, or than any number, has left what can be followed.
bool World::Impl::tooFast(const Vec3& velocity) const {
  return !(glm::length(velocity) <= 2 * glm::length(grid.extent()) * desc.params.rate);
}

/// The world stops and says why.
void World::Impl::stopFor(const RigidBody& b, const Vec3& velocity, const std::string& why) {
  if (status.ok)
    fail("body '" + b.desc.name + "': speed " + formatNumber(std::round(glm::length(velocity))) + " m/s; " + why);
}

/// To the fluid free bodies move as told: at the velocity of the last step (weak; with the forces of this one a body as
/// heavy as water would not rest), or at the one the forces have just given them (one-way).
void World::Impl::decouple() {
  apart = coupled;
  for (size_t i = 0; i < bodies.size(); ++i) {
    CoupledBody& c = coupled[i];
    if (!c.free) continue;
    c.free = false;
    if (desc.params.method.coupling == Coupling::Weak && i < unforced.size())
      c.velocity = vec6(unforced[i], angular(c.velocity));
  }
}

/// Weak: the pressure that the solve has found moves the bodies, too late for the fluid to feel it. The force is minus
/// added mass times the body's last acceleration and more, so errors grow by (added mass / mass) each step: what gets
/// out of hand is told, not hidden.
void World::Impl::moveSeparately() {
  std::vector<Vec6>& changes = linkScratch.moved;
  changes.resize(bodies.size());
  for (size_t i = 0; i < bodies.size(); ++i) changes[i] = apart[i].mobility * coupled[i].impulse;
  for (const LinkedGroup& g : linkage.groups()) {
    std::vector<Vec6>& pushes = linkScratch.pushes;
    pushes.clear();
    for (const int i : g.bodies) pushes.push_back(coupled[i].impulse);
    g.mobilise(pushes, pushes);
    for (size_t p = 0; p < g.bodies.size(); ++p) changes[g.bodies[p]] = pushes[p];
  }
  for (size_t i = 0; i < bodies.size(); ++i) {
    CoupledBody& c = coupled[i];
    if (!apart[i].free) continue;
    c.velocity = apart[i].velocity;
    if (desc.params.method.coupling != Coupling::Weak) continue;
    for (int q = 0; q < 6; ++q) c.velocity[q] += changes[i][q];
    const RigidBody& b = bodies[i];
    if (tooFast(linear(c.velocity)))
      stopFor(b, linear(c.velocity),
              "weak coupling diverges when the added mass (about " + rounded(b.addedMass) +
                  " kg in open fluid, more when confined) is larger than the body's mass (" + rounded(b.mass()) +
                  " kg)");
  }
}

/// Rigid fluid: what the bodies' velocities are before contact changes them.
void World::Impl::noteVelocities() {
  if (!asFluid()) return;
  beforeContact.clear();
  for (const RigidBody& b : bodies) beforeContact.push_back(vec6(b.velocity, b.angularVelocity));
}

/// Rigid fluid, step 1: where bodies are, the fluid moves like them; the liquid reaches through them.
void World::Impl::fillBodies(double dt) {
  const StepParams& p = desc.params;
  rigidFluid.makeRigid(grid, fractions->get(), bodies, beforeContact, hasSurface() ? &liquid.phi : nullptr, velocity);
  if (p.method.earlyWeight)
    for (size_t i = 0; i < bodies.size(); ++i) {
      const double excess = bodies[i].desc.density / p.fluid.density - 1;
      if (bodies[i].free()) rigidFluid.accelerate(grid, fractions->get().bodies[i], excess * dt * p.gravity, velocity);
    }
  if (!hasSurface()) return;
  // In a body nothing asks for volume, its own surface has no tension, and beside it air moves along.
  rigidFluid.joinBodies(grid, liquid.phi, solids, bodies, [&](size_t b, int cell, float phi) {
    if (tension > 0) curvature.kappa[cell] = 0;
    if (!(phi < 0)) return;
    source[cell] = 0;
    if (liquid.phi[cell] < 0) return;
    for (int a = 0; a < (grid.flat() ? 2 : 3); ++a)
      for (const int face : {cell, cell + grid.stride(a)}) {
        const int other = face == cell ? cell - grid.stride(a) : face;
        if (liquid.phi[other] < 0 || !(rigidFluid.domain().fluid[a][face] > 0)) continue;
        velocity[a][face] = dot(faceRow(grid, face, a, bodies[b].pose.position), beforeContact[b]);
      }
  });
}

/// Rigid fluid, steps 2 and 3 (joints take hold when the bodies move next): the solve has moved all as fluid; the
/// bodies take its mean, by their density, and give their faces their own velocity.
void World::Impl::makeBodiesRigid(double dt) {
  const StepParams& p = desc.params;
  const double rho = p.fluid.density;
  coupled.resize(bodies.size()), rigidMotion.resize(bodies.size());
  for (size_t k = 0; k < rigidFluid.drivenIndex().size(); ++k)
    coupled[rigidFluid.drivenIndex()[k]] = rigidFluid.driven()[k];
  for (size_t i = 0; i < bodies.size(); ++i) {
    const RigidBody& b = bodies[i];
    if (!b.free()) continue;
    CoupledBody& c = coupled[i];
    c = {};
    c.centre = b.pose.position, c.mass = b.mass();
    c.velocity = vec6(b.velocity, b.angularVelocity);  // as in a vacuum
    const double s = b.desc.density / rho;
    const Vec3 given = (p.method.earlyWeight ? s : 1) * dt * p.gravity;
    Vec6 change = beforeContact[i];
    for (int a = 0; a < (grid.flat() ? 2 : 3); ++a) change[a] += given[a];
    Vec6 mean = beforeContact[i];
    if (rigidMean(grid, fractions->get().bodies[i], c.centre, b.volume, velocity, mean)) {
      for (int q = 0; q < 6; ++q) change[q] = mean[q] - change[q];
      c.impulse = massMatrix(rho * b.volume, (1 / s) * b.inertia()) * change;
      for (int q = 0; q < 6; ++q) c.velocity[q] += change[q] / s;
    }
    if (static_cast<int>(i) == handBody) {
      Mat6 mass = massMatrix(b.mass(), b.inertia()), inverse;
      Vec6 momentum = mass * c.velocity;
      for (int q = 0; q < 6; ++q) momentum[q] += spring.impulse[q];
      mass += spring.stiffness;
      if (invertSpd(mass, inverse)) c.velocity = inverse * momentum;
    }
    rigidMotion[i] = c.velocity;
    if (tooFast(linear(c.velocity)))
      stopFor(b, linear(c.velocity),
              "rigid-fluid coupling diverges when a body is lighter than C / (1 + 2 C) of the fluid, C its added mass "
              "over the fluid it displaces (ball 0.25, disc 0.33, more when confined); here it is " +
                  rounded(s));
  }
  if (status.ok)
    rigidFluid.makeRigid(grid, fractions->get(), bodies, rigidMotion, hasSurface() ? &liquid.phi : nullptr, velocity);
}

}  // namespace flotsam
