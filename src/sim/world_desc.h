// SPDX-License-Identifier: MIT
// What the scene is. Nothing here moves; reset rebuilds the World from it. io/scene reads and writes it as TOML.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/expect.h"
#include "sim/fluid/emitter.h"
#include "sim/fluid/liquid_region.h"
#include "sim/geometry/container.h"
#include "sim/params.h"
#include "sim/rigid/joint.h"
#include "view/lesson.h"

namespace flotsam {

/// A source of smoke and heat: inside the ball (or box, when size is not zero) the concentration is held at `amount`
/// or more, and the temperature at `temperature`.
struct SmokeSource {
  Vec3 position{0.5};
  double radius = 0.1;  // m, ball
  Vec3 size{0};         // m, box edge lengths
  double amount = 1;
  double from = 0, until = 1e30;        // s
  double temperature = kNoTemperature;  // °C; none: it does not heat
};

/// A force on a body for a while ([B07] fig. 5: a later force pushes the box up).
struct TimedForce {
  std::string body;
  Vec3 force{0};                  // N, at the centre of mass
  double from = 0, until = 1e30;  // s
};

/// Dyes the particles that start in a region (box [lo, hi] in fractions of the tank, or a ball when radius > 0).
struct DyeRegion {
  std::string word;  // for the legend: "bottom"
  Vec3 lo{0}, hi{1};
  Vec3 centre{0.5};   // m
  double radius = 0;  // m
};

struct CameraDesc {
  Vec3 target{0};                             // m; used when `given`
  double distance = 0, yaw = 27, pitch = 15;  // m, degrees
  bool given = false;
};

struct ViewDesc {
  CameraDesc camera;
  int markers = 8000;  // how many particles are drawn
  bool smoke = false;
  bool streaks = false;           // of the markers
  std::string colour = "dye";     // dye | speed | depth
  std::string water = "surface";  // surface | particles | both, where the fluid has a free surface
  bool dark = false;              // the scene prefers the dark theme
};

/// The scene two or three times side by side, in lock-step under the same input; each side has parameters of its own.
struct CompareDesc {
  using Settings = std::vector<std::pair<std::string, double>>;  // key and value, of describe(); a word's index
  std::string title;
  std::vector<Settings> sides;     // empty: one simulation
  std::vector<std::string> names;  // of the sides, for people; may be fewer
  static constexpr size_t kMostSides = 3;
};

struct WorldDesc {
  std::string title, source, lesson;
  Lesson card;             // [lesson], whose task is `lesson`
  Int3 cells{20, 20, 20};  // the tank's inside
  double dx = 0.05;        // m
  StepParams params;
  ContainerDesc container;
  std::vector<BodyDesc> bodies;
  std::vector<JointDesc> joints;
  std::vector<LiquidRegion> liquid;  // where liquid starts in a liquid domain
  std::vector<Emitter> emitters;     // taps, liquid domain only
  std::vector<Drain> drains;
  std::vector<SmokeSource> smoke;
  std::vector<TimedForce> forces;
  std::vector<DyeRegion> dyes;
  std::vector<ExpectDesc> expectations;
  ViewDesc view;
  CompareDesc compare;
};

}  // namespace flotsam
