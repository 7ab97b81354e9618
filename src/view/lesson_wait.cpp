// SPDX-License-Identifier: MIT
#include "view/lesson_wait.h"

namespace flotsam {

std::string quantityPart(const std::string& text, int index) {
  size_t from = 0;
  for (; index > 0; --index) {
    from = text.find('.', from);
    if (from == std::string::npos) return "";
    ++from;
  }
  return text.substr(from, text.find('.', from) - from);
}

bool quantityNow(const SimView& view, const std::string& quantity, double& value) {
  if (quantity == "fluid.kineticEnergy") return value = view.kineticEnergy, true;
  if (quantity == "fluid.volume") return value = view.fluidVolume, true;
  const std::string name = quantityPart(quantity, 1), what = quantityPart(quantity, 2),
                    axis = quantityPart(quantity, 3);
  const int a = axis == "x" ? 0 : axis == "y" ? 1 : axis == "z" ? 2 : -1;
  for (const BodyView& b : view.bodies) {
    if (b.name != name) continue;
    if (what == "speed") return value = glm::length(b.velocity), true;
    if (a < 0) return false;
    if (what == "position") return value = b.pose.position[a], true;
    if (what == "velocity") return value = b.velocity[a], true;
    if (what == "spin") return value = b.angularVelocity[a], true;
    if (what == "force") return value = b.pressureForce[a], true;
  }
  return false;
}

bool waitDone(const LessonWait& wait, const SimView& view, const std::string& held) {
  if (wait.kind == LessonWait::Time) return view.time >= wait.time - 1e-9;
  if (wait.kind == LessonWait::Held) return held == wait.what;
  if (wait.kind == LessonWait::Nothing) return true;
  double value = 0;
  if (!quantityNow(view, wait.what, value)) return false;
  return (!wait.hasAbove || value > wait.above) && (!wait.hasBelow || value < wait.below);
}

}  // namespace flotsam
