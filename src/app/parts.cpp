// SPDX-License-Identifier: MIT
#include "app/parts.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace flotsam {
namespace {

/// A field and how its value gets into the scene.
struct Bound {
  PartField field;
  std::function<void(double)> store;
};

Bound number(const char* key, const char* label, const char* unit, const char* help, double value, double min,
             double max, bool logScale, std::function<void(double)> store) {
  return {{key, label, unit, help, ParamKind::Number, value, min, max, logScale, {}}, std::move(store)};
}

/// x, y or z where the axis is one of them (the sign stays), else -1.
int worldAxis(const Vec3& axis) {
  for (int a = 0; a < 3; ++a)
    if (std::abs(axis[a]) > 1 - 1e-9) return a;
  return -1;
}

void turning(JointDesc& j, bool flat, std::vector<Bound>& all) {
  const int axis = worldAxis(j.axis);
  if (!flat) {
    Bound choice{
        {"axis", "Axis", "", "The line it turns about.", ParamKind::Choice, double(axis), 0, 2, false, {"x", "y", "z"}},
        [&j](double v) {
          Vec3 to(0);
          to[static_cast<int>(v)] = 1;
          j.axis = to;
        }};
    if (axis < 0) choice.field.options.push_back("as placed"), choice.field.value = choice.field.max = 3;
    if (axis < 0)
      choice.store = [&j](double v) {
        if (v > 2) return;
        Vec3 to(0);
        to[static_cast<int>(v)] = 1;
        j.axis = to;
      };
    all.push_back(std::move(choice));
  }
  all.push_back(number("motorTorque", "Motor, torque", "N m", "The most the motor gives; 0: no motor.", j.motorTorque,
                       0, 100, true, [&j](double v) { j.motorTorque = v; }));
  all.push_back(number("motorSpeed", "Motor, speed", "rad/s", "What the motor turns at when nothing holds it.",
                       j.motorSpeed, -30, 30, false, [&j](double v) { j.motorSpeed = v; }));
}

void stops(JointDesc& j, std::vector<Bound>& all) {
  all.push_back({{"limited",
                  "Stops",
                  "",
                  "How far it may turn from where it starts.",
                  ParamKind::Toggle,
                  j.limited ? 1.0 : 0.0,
                  0,
                  1,
                  false,
                  {}},
                 [&j](double v) {
                   j.limited = v != 0;
                   if (j.limited && j.lo == 0 && j.hi == 0) j.lo = -45, j.hi = 45;
                 }});
  if (!j.limited) return;
  all.push_back(number("lo", "Stops, back", "°", "How far it may turn backwards.", j.lo, -180, 0, false,
                       [&j](double v) { j.lo = v; }));
  all.push_back(number("hi", "Stops, ahead", "°", "How far it may turn ahead.", j.hi, 0, 180, false,
                       [&j](double v) { j.hi = v; }));
}

std::vector<Bound> ofJoint(JointDesc& j, const WorldDesc& scene) {
  std::vector<Bound> all;
  const bool flat = scene.cells.z == 1;
  const double reach = 2 * glm::length(scene.dx * Vec3(scene.cells));
  if (j.kind == JointKind::Axle || j.kind == JointKind::Hinge) turning(j, flat, all);
  if (j.kind == JointKind::Hinge) stops(j, all);
  if (j.kind == JointKind::Rope) {
    const double length = j.length > 0 ? j.length : glm::length(j.toAnchor - j.anchor);
    all.push_back(number("length", "Length", "m", "How far apart its ends may be.", length, 0.01 * scene.dx, reach,
                         true, [&j](double v) { j.length = v; }));
  }
  return all;
}

std::vector<Bound> ofTap(Emitter& e, const WorldDesc& scene) {
  std::vector<Bound> all;
  const double speed = glm::length(e.velocity);
  all.push_back(number("speed", "Speed", "m/s", "Of the jet.", speed, 0.05, 10, true, [&e, speed](double v) {
    e.velocity = speed > 0 ? Vec3(v / speed * e.velocity) : Vec3(0, -v, 0);
  }));
  const double tank = std::min(scene.cells.x, scene.cells.y) * scene.dx;
  all.push_back(number("radius", "Radius", "m", "Of the nozzle.", e.radius, 0.5 * scene.dx, 0.25 * tank, true,
                       [&e](double v) { e.radius = v; }));
  const double flat = std::hypot(e.velocity.x, e.velocity.y);
  if (flat > 0.2 * speed)
    all.push_back(number("angle", "Direction", "°", "0: down, 90: to the right, -90: to the left.",
                         glm::degrees(std::atan2(e.velocity.x, -e.velocity.y)), -180, 180, false, [&e, flat](double v) {
                           const double a = glm::radians(v);
                           e.velocity.x = flat * std::sin(a), e.velocity.y = -flat * std::cos(a);
                         }));
  return all;
}

std::vector<Bound> ofDrain(Drain& d, const WorldDesc& scene) {
  std::vector<Bound> all;
  const double tank = std::min(scene.cells.x, scene.cells.y) * scene.dx;
  if (d.size == Vec3(0))
    all.push_back(number("radius", "Radius", "m", "What comes nearer than this is taken away.", d.radius,
                         0.5 * scene.dx, 0.5 * tank, true, [&d](double v) { d.radius = v; }));
  const bool open = !(d.flow < 1e29);
  all.push_back({{"open",
                  "As fast as it comes",
                  "",
                  "Off: it takes at most so much a second.",
                  ParamKind::Toggle,
                  open ? 1.0 : 0.0,
                  0,
                  1,
                  false,
                  {}},
                 [&d, tank](double v) { d.flow = v != 0 ? 1e30 : 0.1 * tank * tank * tank; }});
  if (!open)
    all.push_back(number("flow", "At most", "l/s", "What it takes away a second.", 1000 * d.flow, 1e-3, 1000, true,
                         [&d](double v) { d.flow = v / 1000; }));
  return all;
}

std::vector<Bound> bound(WorldDesc& scene, size_t index) {
  if (index < scene.joints.size()) return ofJoint(scene.joints[index], scene);
  index -= scene.joints.size();
  if (index < scene.emitters.size()) return ofTap(scene.emitters[index], scene);
  index -= scene.emitters.size();
  if (index < scene.drains.size()) return ofDrain(scene.drains[index], scene);
  return {};
}

}  // namespace

std::vector<PartField> partFields(const WorldDesc& scene, size_t index) {
  WorldDesc copy = scene;
  std::vector<PartField> fields;
  for (auto& b : bound(copy, index)) fields.push_back(std::move(b.field));
  return fields;
}

bool setPartField(WorldDesc& scene, size_t index, const std::string& key, double value) {
  for (auto& b : bound(scene, index))
    if (b.field.key == key && std::isfinite(value)) return b.store(std::clamp(value, b.field.min, b.field.max)), true;
  return false;
}

}  // namespace flotsam
