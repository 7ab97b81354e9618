// SPDX-License-Identifier: MIT
// The inspector's numbers of a body against what is known of it.
#include "ui/body_numbers.h"

#include <gtest/gtest.h>

#include "sim/params.h"

namespace flotsam {
namespace {

std::string valueOf(const std::vector<BodyNumber>& numbers, const std::string& label) {
  for (const BodyNumber& n : numbers)
    if (n.label == label) return n.value;
  return "none";
}

TEST(BodyNumbers, WeightAndBuoyancyOfAKnownBody) {
  SimView v;
  BodyView b;
  b.density = 500, b.volume = 0.002, b.mass = 1;
  b.pressureForce = Vec3(1, 20, -2), b.pressureTorque = Vec3(0, 3, 4), b.velocity = Vec3(0.3, 0, 0.4);
  StepParams params;
  ParamList list;
  describe(params, list);
  v.params = list.all();
  const auto full = bodyNumbers(v, b);
  EXPECT_EQ(valueOf(full, "Density / fluid"), "0.5");
  EXPECT_EQ(valueOf(full, "Weight"), "9.81 N");
  EXPECT_EQ(valueOf(full, "Buoyancy"), "19.6 N");
  EXPECT_EQ(valueOf(full, "Pressure force"), "20.1 N up");
  EXPECT_EQ(valueOf(full, "Pressure torque"), "5 N m");
  EXPECT_EQ(valueOf(full, "Speed"), "0.5 m/s");
  EXPECT_EQ(valueOf(full, "Under the surface"), "none");
  b.waits = true;
  EXPECT_EQ(valueOf(bodyNumbers(v, b), "Pressure force"), "after a step");
  EXPECT_EQ(valueOf(bodyNumbers(v, b), "Pressure torque"), "after a step");
  EXPECT_EQ(valueOf(bodyNumbers(v, b), "Buoyancy"), "19.6 N");
  b.waits = false;
  v.liquid.phi = {1.f};
  b.submergedFraction = 0.25, b.motion = BodyMotion::Fixed, b.pressureForce = Vec3(0);
  const auto afloat = bodyNumbers(v, b);
  EXPECT_EQ(valueOf(afloat, "Under the surface"), "25 %");
  EXPECT_EQ(valueOf(afloat, "Buoyancy"), "4.91 N");
  EXPECT_EQ(valueOf(afloat, "Weight"), "none");
  EXPECT_EQ(valueOf(afloat, "Pressure force"), "0 N");
}

}  // namespace
}  // namespace flotsam
