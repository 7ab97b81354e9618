// SPDX-License-Identifier: MIT
// Theory beside the measurement: what the view of a scene with a known answer says.
#include "sim/expect.h"

#include <gtest/gtest.h>

#include "sim/world.h"
#include "tank.h"

namespace flotsam {
namespace {

WorldDesc release(double density) {
  WorldDesc d;
  d.cells = Int3(16), d.dx = 1.0 / 16;
  d.params.method.advection = Advection::Apic;
  BodyDesc b;
  b.name = "ball", b.shape = Tank::primitive(ShapeKind::Sphere, Vec3(0.25)), b.shapeDesc = b.shape->desc();
  b.position = Vec3(0.5), b.density = density;
  d.bodies.push_back(b);
  ExpectDesc e;
  e.quantity = "body.ball.acceleration.y", e.formula = ExpectFormula::Release, e.coefficient = 0.62282;
  e.tolerance = 0.03, e.until = 0.1;
  d.expectations.push_back(e);
  e.quantity = "body.ball.velocity.y";
  d.expectations.push_back(e);
  return d;
}

TEST(Expect, QuantitiesReadAndRefused) {
  Quantity q;
  EXPECT_EQ(parseQuantity("body.a ball.acceleration.z", q), "");
  EXPECT_EQ(q.body, "a ball");
  EXPECT_EQ(q.axis, 2);
  EXPECT_STREQ(q.unit(), "m/s²");
  EXPECT_EQ(parseQuantity("fluid.kineticEnergy", q), "");
  EXPECT_TRUE(q.body.empty());
  for (const char* bad : {"", ".", "body", "body.a", "body..speed", "body.a.speed.x", "body.a.position", "fluid",
                          "body.a.position.w", "body.a.position.xy", "fluid.volume.x", "tank.volume", "body.a.spin."})
    EXPECT_NE(parseQuantity(bad, q), "") << bad;
}

TEST(Expect, ReleasedBallMeetsTheClosedForm) {
  for (double s : {0.25, 0.5, 3.0}) {
    World w(release(1000 * s));
    SimView view;
    for (int i = 0; i < 6; ++i) w.step();
    w.fill(view, 0);
    ASSERT_EQ(view.expectations.size(), 2u);
    ASSERT_EQ(view.expectations[0].samples.size(), 6u);
    const ExpectSample a = view.expectations[0].samples.back(), v = view.expectations[1].samples.back();
    EXPECT_DOUBLE_EQ(a.theory, (1 - s) * 9.81 / (s + 0.62282));
    EXPECT_DOUBLE_EQ(v.theory, a.theory * 0.1);
    EXPECT_TRUE(a.holds);
    EXPECT_DOUBLE_EQ(v.measured, w.bodies()[0].velocity.y);
    EXPECT_NEAR(v.measured, v.theory, 0.03 * std::abs(v.theory)) << s;
    const double before = w.bodies()[0].velocity.y;
    w.step();
    w.fill(view, 0);
    EXPECT_NEAR(view.expectations[0].samples.back().measured, (w.bodies()[0].velocity.y - before) * 60, 1e-9);
    EXPECT_FALSE(view.expectations[0].samples.back().holds) << "its time is over";
    EXPECT_FALSE(view.expectations[0].disturbed);
    for (int i = 0; i < 20; ++i) w.step();
    w.fill(view, 0);
    EXPECT_EQ(view.expectations[0].samples.size(), 9u) << "half its time after it";
  }
}

TEST(Expect, ReleaseEndsWhereTheAddedMassIsAnother) {
  WorldDesc d = release(10);
  for (ExpectDesc& e : d.expectations) e.until = 0.5;
  World w(d);
  SimView view;
  for (int i = 0; i < 20; ++i)
    w.step();  // at 15 m/s² it has gone a quarter of its radius after 0.09 s, and is at the lid after 0.2
  w.fill(view, 0);
  const ExpectView& a = view.expectations[0];
  EXPECT_TRUE(a.samples.at(4).holds);
  EXPECT_FALSE(a.samples.at(7).holds);
  for (const ExpectSample& s : a.samples)
    if (s.holds) {
      EXPECT_NEAR(s.measured, s.theory, 0.03 * s.theory) << s.time;
    }
  // What starts half a cell below the lid meets it before.
  d.bodies[0].position.y = 0.72, d.bodies[0].density = 700;
  World near(d);
  for (int i = 0; i < 30; ++i) near.step();
  near.fill(view, 0);
  EXPECT_TRUE(view.expectations[0].samples.front().holds);
  EXPECT_FALSE(view.expectations[0].samples.back().holds);
  // One that lies at the wall from the start has met nothing on its way.
  d.bodies[0].position.y = 0.25, d.bodies[0].density = 3000;
  World lying(d);
  for (int i = 0; i < 10; ++i) lying.step();
  lying.fill(view, 0);
  EXPECT_TRUE(view.expectations[0].samples.back().holds);
}

TEST(Expect, NothingIsMetUpToRounding) {
  World w(release(1000));
  SimView view;
  for (int i = 0; i < 6; ++i) w.step();
  w.fill(view, 0);
  const ExpectView& e = view.expectations[0];
  EXPECT_EQ(e.samples.back().theory, 0);
  EXPECT_GT(e.slack, 0);
  EXPECT_LE(std::abs(e.samples.back().measured), e.slack);
}

TEST(Expect, HandsAndEditsEndTheTheoryButMethodsDoNot) {
  const auto after = [](const InputFrame& input) {
    World w(release(500));
    w.step();
    w.step(input);
    SimView view;
    w.fill(view, 0);
    return view.expectations[0].disturbed;
  };
  InputFrame input;
  EXPECT_FALSE(after(input));
  input.edits.resize(1);
  input.edits[0].key = "method.fractions";
  EXPECT_FALSE(after(input));
  input.edits[0].key = "body.ball.density", input.edits[0].value = 900;
  EXPECT_TRUE(after(input));
  input.edits.clear();
  input.hand = {true, "ball", Vec3(0), Vec3(0.5)};
  EXPECT_TRUE(after(input));
}

TEST(Expect, NoPartOfTheState) {
  WorldDesc d = release(500);
  World with(d);
  d.expectations.clear();
  World without(d);
  for (int i = 0; i < 3; ++i) with.step(), without.step();
  EXPECT_EQ(with.hash(), without.hash());
}

}  // namespace
}  // namespace flotsam
