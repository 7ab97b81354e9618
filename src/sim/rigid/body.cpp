// SPDX-License-Identifier: MIT
// A body at its start; in a flat scene the prism of its cross-section.
#include "sim/rigid/body.h"

#include "core/check.h"
#include "sim/rigid/section_shape.h"

namespace flotsam {

double RigidBody::tipSpeed() const {
  return glm::length(velocity) + glm::length(angularVelocity) * desc.shape->boundingRadius();
}

RigidBody makeBody(const BodyDesc& desc, double fluidDensity, bool flat, double slab) {
  FLOTSAM_CHECK(desc.shape != nullptr);
  RigidBody body;
  body.desc = desc;
  body.pose = {desc.position, glm::normalize(desc.orientation)};
  if (desc.motion == Motion::Free) body.velocity = desc.velocity, body.angularVelocity = desc.angularVelocity;
  if (flat) {
    const MassProperties prism = desc.shape->prism(slab);
    body.volume = prism.volume;
    body.unitInertia = prism.inertia;
    // Symmetric shapes have both centres in one place; the figure is only as good as the section's lattice.
    if (glm::length(prism.centre) > 1e-3 * desc.shape->boundingRadius())
      body.desc.shape = sectionShape(desc.shape, prism.centre);
    // Only turns about z and motion in the plane exist there, and the slab is centred on the plane z = slab/2.
    body.pose.position.z = 0.5 * slab;
    const Quat turn(body.pose.orientation.w, 0, 0, body.pose.orientation.z);
    body.pose.orientation = glm::length(turn) > 1e-6 ? glm::normalize(turn) : Quat(1, 0, 0, 0);
    body.velocity.z = 0;
    body.angularVelocity.x = body.angularVelocity.y = 0;
  } else {
    body.volume = desc.shape->volume();
    body.unitInertia = desc.shape->unitInertia();
  }
  body.addedMass = 0.5 * fluidDensity * body.volume;
  return body;
}

}  // namespace flotsam
