// SPDX-License-Identifier: MIT
// What a renderer or a panel may know of the simulation: one immutable picture of one step. The simulation thread
// fills a SimView and publishes it as shared_ptr<const SimView>; nobody reads the World while it steps.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/describe.h"
#include "core/math.h"
#include "core/triangle_mesh.h"
#include "view/field_view.h"

namespace flotsam {

enum class BodyMotion { Free, Fixed, Scripted };

struct BodyView {
  std::string name;                          // unique in the scene
  std::shared_ptr<const TriangleMesh> mesh;  // body frame (origin = centre of mass); the pointer identifies the shape
  std::string shapeLabel;                    // "mesh rabbit.obj", "sphere"
  Pose pose;
  Vec3 velocity{0}, angularVelocity{0};
  double density = 0, mass = 0, volume = 0;  // kg/m³, kg, m³
  double boundingRadius = 0;                 // m
  int colour = 0;                            // index into the body palette
  BodyMotion motion = BodyMotion::Free;
  Vec3 pressureForce{0}, pressureTorque{0};  // N, N m about the centre of mass, last step
  double submergedFraction = 1;
  bool waits = false;            // put here since the last step: the force and the torque are not of here
  double temperature = -273.15;  // °C; absolute zero: takes no part in heat
};

enum class ContainerKind { Box, Sphere, Cylinder, TiltedBox };

/// The solid the fluid is kept in. Box = the grid's inside itself.
struct ContainerView {
  ContainerKind kind = ContainerKind::Box;
  Pose pose;     // of the centre
  Vec3 size{1};  // box and tilted box: edge lengths; sphere: radius in x; cylinder (axis y): radius in x, height in y
  uint8_t open = 0;  // sides of the box without a wall: 1 << (2 axis + upper)
};

struct StageTime {
  const char* name;  // as in the step: "project"
  double ms;
};

/// Concentration on cell centres of the tank's inside, x fastest: value(i,j,k) = data[i + nx*(j + ny*k)].
struct SmokeView {
  Int3 cells{0};
  std::vector<float> density;  // 0 .. about 1; empty when the scene has no smoke
  std::vector<float> heat;     // K above ambient; empty when nothing in the scene heats or cools
  double ambient = 0;          // °C
  double hottest = 0;          // °C, in the fluid now
};

/// A liquid with a free surface: the solver's own distance to it on the cell centres, x fastest, with the layer of wall
/// cells around the tank's inside: phi(i,j,k) = data[i + nx*(j + ny*k)], (1,1,1) the first cell inside.
struct LiquidView {
  Int3 cells{0};                // the tank's + 2; 0 when the fluid has no surface
  std::vector<float> phi;       // in cells, -1..1, negative in the liquid; continued through walls and bodies
  std::vector<uint8_t> buried;  // 1 = mostly in a wall or body, so its phi is its neighbours'; may be empty: none is
  std::vector<Vec3f> drops;     // m: particles that the distance does not hold, as thin streams and spray
  float dropRadius = 0;         // m, of a ball with a particle's volume
};

/// Colours need what they show: positions and, per marker, the dye index and the speed.
struct MarkerView {
  std::vector<Vec3f> position;
  std::vector<uint8_t> dye;     // 0 = undyed, 1.. = dye colours
  std::vector<Vec3f> velocity;  // m/s
};

struct HandView {
  bool active = false;
  int body = -1;               // index into bodies
  Vec3 grabbed{0}, target{0};  // world
  Vec3 force{0};               // N, last step
};

enum class JointViewKind { Axle, Hinge, Ball, Rope, Weld };

/// A joint where it is now.
struct JointView {
  std::string name;
  JointViewKind kind = JointViewKind::Ball;
  int body = -1, to = -1;  // indices into bodies; to = -1: the tank
  Vec3 at{0}, toAt{0};     // world, m: on either side; the same but for a rope
  Vec3 axis{0, 0, 1};      // world, unit; axle and hinge
  bool motor = false;
};

struct DyeLegend {
  std::string word;  // "left third"
};

/// One step of a quantity of which theory says something.
struct ExpectSample {
  double time = 0, measured = 0, theory = 0;
  bool holds = false;  // within the theory's time, and nobody has touched the scene
};

/// What theory says of a quantity beside what was measured: every step of the theory's time and some after it, or the
/// last seconds where it holds for ever.
struct ExpectView {
  std::string quantity, label, unit;
  double tolerance = 0, slack = 0;  // they agree within tolerance |theory| + slack
  double from = 0, until = 0;       // s, while the theory holds
  bool disturbed = false;           // somebody has moved a body or changed what it is made of
  std::vector<ExpectSample> samples;
};

/// One line the window shows as a badge: what happened and why.
struct Badge {
  enum Level { Info, Warning, Fault } level = Info;
  std::string text;
};

struct SimView {
  std::string title, source, lesson;  // of the scene
  uint64_t step = 0;
  double time = 0, dt = 1.0 / 60;  // s
  Int3 cells{0};                   // the tank's inside
  double dx = 0;                   // m
  bool flat = false;               // 2D: one cell thick
  ContainerView container;
  std::vector<BodyView> bodies;
  std::vector<JointView> joints;
  MarkerView markers;
  std::vector<DyeLegend> dyes;  // dye 1, 2, ...
  SmokeView smoke;
  LiquidView liquid;
  FieldView fields;  // only where they were asked for, as the next two
  FaceView faces;
  SystemView system;
  std::vector<ExpectView> expectations;
  HandView hand;

  int substeps = 1, iterations = 0, threads = 1;
  bool converged = true;
  double residual = 0, maxDivergence = 0;  // relative; 1/s
  std::vector<float> residuals;            // of the last solve, relative, after each iteration
  double fluidVolume = 0;                  // m³
  size_t particles = 0;
  double kineticEnergy = 0, potentialEnergy = 0;  // J, fluid
  std::vector<StageTime> stages;
  double totalMs = 0;
  uint64_t hash = 0;  // state hash, 0 when it was not asked for
  std::vector<Badge> badges;

  std::vector<Param> params;  // every parameter with its value now; `store` is empty here
  double speedScale = 1;      // typical speed for the colour map, m/s
  /// m/s: what is slower is at rest to the eye. Colours and arrows are never scaled to less, or rounding would be drawn
  /// as a lively flow.
  double restSpeed() const { return 1e-3 * speedScale; }
};

}  // namespace flotsam
