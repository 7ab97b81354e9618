// SPDX-License-Identifier: MIT
// A lesson of a scene file as data ([lesson]): what to do, in steps, and what to see. The scene's own text (its
// `lesson`) is the task. The window shows it as a card; nothing of it reaches the simulation.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace flotsam {

/// What a step waits for before the card says it is done; empty: nothing.
struct LessonWait {
  enum Kind { Nothing, Time, Quantity, Held } kind = Nothing;
  std::string what;             // Quantity: "body.NAME.position.y", "fluid.kineticEnergy"; Held: a body
  double above = 0, below = 0;  // Quantity: in its unit
  bool hasAbove = false, hasBelow = false;
  double time = 0;  // s of simulated time
  bool operator==(const LessonWait&) const = default;
};

struct LessonStep {
  std::string text;
  std::vector<std::pair<std::string, double>> set;  // parameters, of describe(); a word's index
  std::vector<std::string> show;                    // pictures of the method, of kLessonPictures
  bool restart = false;                             // starts the scene again after that
  LessonWait wait;
  bool operator==(const LessonStep&) const = default;
};

/// Words of LessonStep::show.
inline constexpr const char* kLessonPictures[] = {"pressure", "speed",       "divergence", "vorticity", "fractions",
                                                  "kinds",    "temperature", "smoke",      "arrows",    "streamlines",
                                                  "forces",   "boundary",    "matrix",     "none"};

struct Lesson {
  std::string title;  // empty: the scene's
  std::vector<LessonStep> steps;
  std::string watch, equation;     // what to look at; the law, in one line
  std::string source;              // empty: the scene's
  std::vector<std::string> basic;  // keys of the parameters that are Basic here; empty: the usual ones
  std::string compare;             // which [[expect]] it is about, by its quantity; empty: the first
  bool empty() const { return *this == Lesson(); }
  bool operator==(const Lesson&) const = default;
};

}  // namespace flotsam
