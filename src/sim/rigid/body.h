// SPDX-License-Identifier: MIT
// Rigid bodies: what the scene says (BodyDesc), and what moves (RigidBody). Contact is in contact.h, the hand in
// hand.h, prescribed motion in script.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/math.h"
#include "sim/geometry/shape.h"

namespace flotsam {

enum class Motion { Free, Fixed, Scripted };

/// Prescribed motion, relative to the body's pose in the scene.
struct Script {
  enum Kind { Spin, Circle, Keyframes } kind = Spin;
  Vec3 axis{0, 0, 1};  // unit; Spin and Circle
  double rate = 0;     // rad/s; Spin about the axis through `pivot`, Circle likewise without turning the body
  Vec3 pivot{0};       // world, m; used when hasPivot is set or it is not zero, else the body's position
  bool hasPivot = false;
  struct Key {
    double time;                   // s, increasing
    Vec3 position;                 // m, added to the body's position in the scene
    Quat orientation{1, 0, 0, 0};  // applied after the body's orientation in the scene
    bool operator==(const Key&) const = default;
  };
  std::vector<Key> keys{};  // Keyframes: smooth (Catmull-Rom) through the positions, slerp between orientations
  bool loop = false;        // Keyframes: start over after the last key
  bool operator==(const Script& o) const = default;
};

constexpr double kNoTemperature = -273.15;  // °C: whatever has it takes no part in heat

struct BodyDesc {
  std::string name;
  ShapeDesc shapeDesc;
  std::shared_ptr<const Shape> shape;  // made from shapeDesc by whoever reads files
  double density = 1000;               // kg/m³
  Vec3 position{0.5};                  // of the centre of mass, m
  Quat orientation{1, 0, 0, 0};
  Vec3 velocity{0}, angularVelocity{0};  // m/s, rad/s
  double friction = 0.4, restitution = 0.3;
  Motion motion = Motion::Free;
  Script script;
  int colour = -1;  // palette index; -1 = by order
  // What the fluid in the cells at its surface is held at (smoke_stages.cpp).
  double temperature = kNoTemperature;  // °C
  double smoke = 0;                     // concentration, at least
};

/// What a step changes of a body and the next step reads.
struct BodyState {
  Pose pose;  // of the centre of mass
  Vec3 velocity{0}, angularVelocity{0};
  double submergedFraction = 1;  // of its volume; filled by the coupling each step
};

struct RigidBody : BodyState {
  BodyDesc desc;
  double volume = 0;     // m³ (2D: of the prism)
  Mat3 unitInertia{0};   // body axes, per unit density
  double addedMass = 0;  // kg, a rough figure (half the displaced fluid) that contact uses beside the mass
  double grown = 0;      // m, what volume fractions add to its surface (volume_shift.h)
  // Filled by the coupling each step.
  Vec3 pressureForce{0}, pressureTorque{0};  // N, N m

  double mass() const { return desc.density * volume; }
  Mat3 inertia() const { return desc.density * rotated(unitInertia, pose.orientation); }  // world axes
  bool free() const { return desc.motion == Motion::Free; }
  /// Bound of the speed of any of its points, m/s.
  double tipSpeed() const;
  Vec3 velocityAt(const Vec3& x) const { return velocity + glm::cross(angularVelocity, x - pose.position); }
};

/// A body at its start. `flat`: 2D scene of thickness `slab` (m); the body becomes a prism through it,
/// about the centre of its cross-section (desc.shape of the result then has its origin there).
RigidBody makeBody(const BodyDesc& desc, double fluidDensity, bool flat, double slab);

}  // namespace flotsam
