// SPDX-License-Identifier: MIT
#include "sim/expect.h"

namespace flotsam {

namespace {

struct Word {
  std::string_view word;
  QuantityKind kind;
  const char* unit;
};
constexpr Word kOfBodies[] = {{"position", QuantityKind::Position, "m"},
                              {"velocity", QuantityKind::Velocity, "m/s"},
                              {"acceleration", QuantityKind::Acceleration, "m/s²"},
                              {"spin", QuantityKind::Spin, "rad/s"},
                              {"force", QuantityKind::Force, "N"}};
constexpr Word kSpeed = {"speed", QuantityKind::Speed, "m/s"};
constexpr Word kOfFluid[] = {{"kineticEnergy", QuantityKind::KineticEnergy, "J"},
                             {"volume", QuantityKind::Volume, "m³"}};

std::vector<std::string_view> parts(std::string_view text) {
  std::vector<std::string_view> all;
  for (size_t dot; (dot = text.find('.')) != std::string_view::npos; text.remove_prefix(dot + 1))
    all.push_back(text.substr(0, dot));
  all.push_back(text);
  return all;
}

}  // namespace

const char* Quantity::unit() const {
  for (const Word& w : kOfBodies)
    if (w.kind == kind) return w.unit;
  for (const Word& w : kOfFluid)
    if (w.kind == kind) return w.unit;
  return kSpeed.unit;
}

std::string parseQuantity(std::string_view text, Quantity& out) {
  const auto part = parts(text);
  if (part[0] == "fluid" && part.size() == 2) {
    for (const Word& w : kOfFluid)
      if (w.word == part[1]) return out = {w.kind, "", 1}, "";
    return "the fluid has kineticEnergy and volume";
  }
  if (part[0] != "body" || part.size() < 3 || part[1].empty())
    return "expected body.NAME.acceleration.y or the like, fluid.kineticEnergy or fluid.volume";
  const std::string body(part[1]);
  if (part[2] == kSpeed.word && part.size() == 3) return out = {kSpeed.kind, body, 1}, "";
  for (const Word& w : kOfBodies) {
    if (w.word != part[2]) continue;
    const size_t axis = part.size() == 4 && part[3].size() == 1 ? std::string_view("xyz").find(part[3]) : 3;
    if (axis > 2) return std::string(part[2]) + " needs one of .x .y .z behind it";
    return out = {w.kind, body, static_cast<int>(axis)}, "";
  }
  return "a body has position, velocity, speed, acceleration, spin and force";
}

std::string formulaMismatch(ExpectFormula formula, const Quantity& q) {
  if (formula == ExpectFormula::Release && q.kind != QuantityKind::Acceleration && q.kind != QuantityKind::Velocity)
    return "release is about an acceleration or a velocity of a body";
  if (formula == ExpectFormula::Weight && q.kind != QuantityKind::Force) return "weight is about a force on a body";
  return "";
}

double theoryValue(const ExpectDesc& e, const Quantity& q, const ExpectedBody& body, double gravity, double t) {
  switch (e.formula) {
    case ExpectFormula::Value:
      return e.value;
    case ExpectFormula::Release: {
      const double s = body.densityRatio, a = (s - e.submerged) * gravity / (s + e.coefficient);
      return q.kind == QuantityKind::Velocity ? a * t : a;
    }
    case ExpectFormula::Weight:
      return -body.mass * gravity;
  }
  return 0;
}

}  // namespace flotsam
