// SPDX-License-Identifier: MIT
#include "ui/body_numbers.h"

#include <cmath>

#include "ui/format.h"

namespace flotsam {

namespace {

double param(const SimView& view, const char* key) {
  for (const Param& p : view.params)
    if (p.info.key == key) return p.value;
  return 0;
}

std::string newtons(double force) { return formatForPeople(force, 3) + " N"; }

/// "12 N up": size and the axis it is nearest to.
std::string directed(const Vec3& force) {
  const double size = glm::length(force);
  if (!(size > 1e-9)) return "0 N";
  static constexpr const char* kWays[] = {" left", " right", " down", " up", " back", " forward"};
  int axis = 0;
  for (int a = 1; a < 3; ++a)
    if (std::abs(force[a]) > std::abs(force[axis])) axis = a;
  return newtons(size) + kWays[2 * axis + (force[axis] > 0)];
}

}  // namespace

std::vector<BodyNumber> bodyNumbers(const SimView& view, const BodyView& body) {
  const double fluid = param(view, "fluid.density");
  const Vec3 gravity(param(view, "gravity.x"), param(view, "gravity.y"), param(view, "gravity.z"));
  const double g = glm::length(gravity);
  std::vector<BodyNumber> numbers;
  const auto add = [&](std::string label, std::string value, std::string help) {
    numbers.push_back({std::move(label), std::move(value), std::move(help)});
  };
  if (fluid > 0)
    add("Density / fluid", formatForPeople(body.density / fluid, 3), "s: below 1 the body rises, above 1 it sinks.");
  const bool surface = !view.liquid.phi.empty();
  if (surface)
    add("Under the surface", formatForPeople(100 * body.submergedFraction, 3) + " %",
        "Share of the body's volume. Afloat at rest it is the density over the fluid's.");
  if (body.motion == BodyMotion::Free) add("Weight", newtons(body.mass * g), "Mass times gravity.");
  add("Buoyancy", newtons(fluid * body.volume * (surface ? body.submergedFraction : 1) * g),
      "Archimedes: the weight of the fluid where the body is. The pressure of a moving fluid differs from it.");
  const std::string later = "after a step";
  add("Pressure force", body.waits ? later : directed(body.pressureForce),
      "Of the fluid on the body, in the last step: buoyancy and the inertia of the fluid it moves.");
  add("Pressure torque", body.waits ? later : formatForPeople(glm::length(body.pressureTorque), 3) + " N m",
      "About the centre of mass.");
  add("Speed", formatForPeople(glm::length(body.velocity), 3) + " m/s", "Of the centre of mass.");
  add("Spin", formatForPeople(glm::length(body.angularVelocity), 3) + " rad/s", "How fast it turns.");
  return numbers;
}

}  // namespace flotsam
