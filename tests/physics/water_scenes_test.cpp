// SPDX-License-Identifier: MIT
// What the lessons of the shipped water scenes promise: the boat that can be loaded until it sinks, the plug that stays
// and is drawn, the cup that a tap fills, the blocks that a catapult throws over the wave.
#include "io/assets.h"
#include "io/scene.h"
#include "water_fixture.h"

namespace flotsam {
namespace {
using namespace water;

WorldDesc shipped(const char* name) {
  const auto scene = loadScene(findScene(name));
  EXPECT_TRUE(scene) << name;
  return *scene;
}
BodyDesc& bodyOf(WorldDesc& d, const std::string& name) {
  for (BodyDesc& b : d.bodies)
    if (b.name == name) return b;
  throw std::runtime_error("no body " + name);
}
const RigidBody& bodyOf(const World& w, const std::string& name) {
  for (const RigidBody& b : w.bodies())
    if (b.desc.name == name) return b;
  throw std::runtime_error("no body " + name);
}

/// How deep the boat goes, m, in the seconds after the first `blocks` blocks were laid into it; sunk it may tip them
/// out and come up again.
double boatWith(int blocks) {
  WorldDesc d = shipped("boat");
  const Vec3 boat = bodyOf(d, "boat").position;
  for (int i = 0; i < blocks; ++i)
    bodyOf(d, "block " + std::to_string(i + 1)).position = boat + Vec3(0.2 * (i == 0 ? 0 : 2 * i - 3), 0.07, 0);
  World w(d);
  double lowest = 1;
  run(w, 4, [&] { lowest = std::min(lowest, bodyOf(w, "boat").pose.position.y); });
  EXPECT_EQ(astray(w), 0);
  for (int i = 0; i < blocks; ++i)  // they went where the boat went
    EXPECT_LT(bodyOf(w, "block " + std::to_string(i + 1)).pose.position.x, 1.35) << blocks;
  return lowest;
}

TEST(WaterScenes, TheBoatCarriesABlockAndSinksUnderThree) {
  const double level = 0.48;
  const double light = boatWith(1), heavy = boatWith(3);
  EXPECT_GT(light, level - 0.1);
  EXPECT_LT(heavy, level - 0.2);
}

TEST(WaterScenes, ThePlugStaysUntilItIsDrawn) {
  WorldDesc d = shipped("hourglass-plug");
  const double start = bodyOf(d, "plug").position.y, waist = 0.45;
  World w(d);
  const auto below = [&] {  // share of the water under the waist
    double n = 0;
    for (const float y : w.particles().x[1]) n += (y - 1) * d.dx < waist;
    return n / double(w.particles().size());
  };
  run(w, 1.9);
  EXPECT_NEAR(bodyOf(w, "plug").pose.position.y, start, 0.5 * d.dx);
  EXPECT_LE(below(), 0.1);
  run(w, 6);
  EXPECT_GE(below(), 0.6);
  EXPECT_EQ(astray(w), 0);
}

TEST(WaterScenes, TheTapFillsTheCup) {
  WorldDesc d = shipped("pour-into-cup");
  World w(d);
  run(w, 6);
  const Pose& cup = bodyOf(w, "cup").pose;
  EXPECT_GT(w.report().fluid.emitted, 0u);
  double inside = 0;
  const Particles& p = w.particles();
  for (size_t i = 0; i < p.size(); ++i) {
    const Vec3 x = cup.toBody(d.dx * (Vec3(p.x[0][i], p.x[1][i], p.x[2][i]) - 1.0));
    inside += std::hypot(x.x, x.z) < 2.2 * d.dx && x.y > -0.11 && x.y < 0.15;
  }
  // Its inside is four cells across and eight deep.
  EXPECT_GE(inside / 8 * w.grid().cellVolume() / (kPi * 4 * 8.1 * w.grid().cellVolume()), 0.8);
  EXPECT_EQ(astray(w), 0);
}

TEST(WaterScenes, TheCatapultThrowsItsBlocksOverTheWave) {
  WorldDesc d = shipped("catapult");
  World w(d);
  std::array<double, 4> clear{};  // how far over the water below it a block has been, m
  const std::array<const char*, 4> names{"wood 1", "wood 2", "wood 3", "stone"};
  run(w, 1.5, [&] {
    const Grid& g = w.grid();
    for (size_t n = 0; n < names.size(); ++n) {
      const Vec3 x = bodyOf(w, names[n]).pose.position;
      const Int3 c = glm::clamp(Int3(x / g.dx) + 1, Int3(1), g.inner);
      for (int j = g.inner.y; j > 0; --j) {
        if (!(w.liquid().phi[g.id(c.x, j, c.z)] < 0)) continue;
        if (j * g.dx > 0.08) clear[n] = std::max(clear[n], x.y - j * g.dx);
        break;
      }
    }
  });
  for (size_t n = 0; n < names.size(); ++n) EXPECT_GT(clear[n], 0.1) << names[n];
}

}  // namespace
}  // namespace flotsam
