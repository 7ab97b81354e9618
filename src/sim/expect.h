// SPDX-License-Identifier: MIT
// What theory says of a scene, beside what the simulation does ([[expect]] of a scene file): a quantity, a closed form
// or a number, and while it holds. Shown by the window; part of the description, never of the state.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flotsam {

enum class ExpectFormula { Value, Release, Weight };

struct ExpectDesc {
  std::string quantity;  // "body.NAME.acceleration.y", "fluid.kineticEnergy"
  std::string label;     // for people: "(1 - s) g / (s + C)"
  ExpectFormula formula = ExpectFormula::Value;
  double value = 0;               // Value: in the quantity's unit
  double coefficient = 0.5;       // Release: added mass C over the mass of fluid in the body's whole volume
  double submerged = 1;           // Release: share of the volume that displaces fluid at the start
  double tolerance = 0.02;        // share of the theory
  double slack = 0;               // in the quantity's unit, added to that
  double from = 0, until = 1e30;  // s, while the theory holds
  bool operator==(const ExpectDesc&) const = default;
};

enum class QuantityKind { Position, Velocity, Speed, Acceleration, Spin, Force, KineticEnergy, Volume };

struct Quantity {
  QuantityKind kind = QuantityKind::Speed;
  std::string body;  // empty: of the fluid
  int axis = 1;
  const char* unit() const;
};

/// Reads "body.NAME.{position|velocity|acceleration|spin|force}.{x|y|z}", "body.NAME.speed", "fluid.kineticEnergy" or
/// "fluid.volume". Returns what is wrong with it, or nothing.
std::string parseQuantity(std::string_view text, Quantity& out);
/// Whether the formula speaks of such a quantity; otherwise what it needs.
std::string formulaMismatch(ExpectFormula formula, const Quantity& quantity);

/// What a formula needs to know of a body.
struct ExpectedBody {
  double mass = 0, densityRatio = 1;  // kg; against the fluid
};
/// The theory's value at time t (s) under gravity along the quantity's axis (m/s²):
///   Release  acceleration (s - q) g / (s + C), velocity that times t; s = density ratio, q = submerged share
///   Weight   the force that carries the body, -m g
double theoryValue(const ExpectDesc& expect, const Quantity& quantity, const ExpectedBody& body, double gravity,
                   double t);

}  // namespace flotsam
