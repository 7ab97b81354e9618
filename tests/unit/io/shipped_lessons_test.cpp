// SPDX-License-Identifier: MIT
// The shipped lessons are true: each is walked through headless, what its steps wait for comes, and the numbers its
// texts promise are measured where they are said.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "io/assets.h"
#include "io/scene.h"
#include "sim/world.h"
#include "view/lesson_wait.h"
#include "view/matrix_picture.h"

namespace flotsam {
namespace {

const char* const kLessons[] = {"neutral",           "floaters",       "released-sphere",
                                "one-way-sphere",    "weak-coupling",  "vortex-in-a-box-2d-rotated-voxel",
                                "sinking-box-2d",    "ceiling-2d",     "vortex-in-a-box-2d",
                                "stopper",           "pendulum",       "many-densities",
                                "rabbit-and-dragon", "smoke-stirring", "hot-sphere"};

/// What a text says at the moment its step's wait is over. "time" is since the step was begun; a quantity behind "rate
/// " is divided by that time: of what starts from rest, its acceleration.
struct Claim {
  const char* scene;
  int step;
  const char* what;
  double least, most;
};
const Claim kClaims[] = {
    {"neutral", 1, "fluid.kineticEnergy", 0, 1e-9},
    {"neutral", 1, "body.sphere.speed", 0, 1e-6},
    {"neutral", 3, "time", 1.6, 2.4},
    {"floaters", 1, "body.ball, half.position.y", 0.59, 0.62},  // the surface: 0.606
    {"released-sphere", 1, "rate body.sphere.velocity.y", 4.37 * 0.97, 4.37 * 1.03},
    {"released-sphere", 2, "rate body.sphere.velocity.y", 15.7 * 0.97, 15.7 * 1.03},
    {"released-sphere", 3, "rate body.sphere.velocity.y", -6.98 * 1.03, -6.98 * 0.97},
    {"released-sphere", 4, "body.sphere.speed", 0, 1e-5},
    {"vortex-in-a-box-2d-rotated-voxel", 2, "fluid.kineticEnergy", 3.55, 3.7},
    {"vortex-in-a-box-2d-rotated-voxel", 3, "fluid.kineticEnergy", 4.8, 4.95},
    {"one-way-sphere", 1, "body.ring.position.y", 0.47, 0.48},
    {"one-way-sphere", 2, "time", 0.25, 0.5},
    {"weak-coupling", 1, "rate body.ball.velocity.y", 2.22 * 0.9, 2.22 * 1.1},
    {"weak-coupling", 2, "time", 0.5, 4},
    {"weak-coupling", 4, "rate body.ball.velocity.y", 15.3 * 0.96, 15.3 * 1.03},
    {"sinking-box-2d", 1, "body.box.velocity.y", -0.22, -0.185},
    {"sinking-box-2d", 3, "body.box.speed", 0, 0.08},
    {"sinking-box-2d", 3, "body.box.velocity.y", -0.02, 0},
    {"sinking-box-2d", 4, "body.box.velocity.y", -0.42, -0.38},
    {"vortex-in-a-box-2d", 1, "fluid.kineticEnergy", 4.85, 4.95},
    {"vortex-in-a-box-2d", 2, "fluid.kineticEnergy", 2.45, 2.6},
    {"vortex-in-a-box-2d", 3, "fluid.kineticEnergy", 4.95, 5.05},
    {"vortex-in-a-box-2d", 4, "fluid.kineticEnergy", 5.0, 5.15},
    {"ceiling-2d", 1, "time", 0.27, 0.31},  // 5 kg in free fall have 20 J after 0.288 s
    {"ceiling-2d", 2, "fluid.kineticEnergy", 0, 0.21},
    {"stopper", 1, "body.plug.force.y", 3139 * 0.999, 3140 * 1.001},
    {"stopper", 1, "body.plug.speed", 0, 1e-4},
    {"stopper", 2, "body.plug.force.y", 31392 * 0.999, 31392 * 1.001},
    {"stopper", 2, "body.plug.speed", 0, 1e-4},
    {"stopper", 3, "body.plug.speed", 0, 1e-4},
    {"stopper", 4, "time", 0.3, 1},
    {"pendulum", 1, "body.ball on rod.velocity.x", -0.2, 0.2},  // it turns round
    {"pendulum", 1, "body.ball on rod.position.x", 0.24, 0.3},
    {"pendulum", 2, "body.ball on rod.velocity.x", -0.06, 0.06},
    {"pendulum", 2, "body.ball on rod.position.x", 0.58, 0.68},
    {"many-densities", 3, "assembled", 215e3, 240e3},
    {"many-densities", 3, "factored", 120e3, 126e3},
    {"many-densities", 3, "iterations", 15, 19},
    {"many-densities", 4, "iterations", 10, 17},  // not one more
    {"rabbit-and-dragon", 3, "time", 0.15, 0.35},
    {"rabbit-and-dragon", 4, "time", 0.2, 1},
};

bool measure(const World& world, const std::string& what, double& value) {
  SimView view;
  world.fill(view, 0, {.fields = false, .faces = false, .system = true});
  if (what == "iterations") return value = view.iterations, true;
  if (what != "assembled" && what != "factored") return quantityNow(view, what, value);
  MatrixPicture picture;
  drawMatrix(view, 100, picture);
  return value = static_cast<double>(what == "assembled" ? picture.assembled : picture.factored), true;
}

class ShippedLesson : public testing::TestWithParam<const char*> {};

void set(WorldDesc& desc, const LessonStep& step) {
  ParamList list;
  describe(desc.params, list);
  for (auto& b : desc.bodies) describe(b, list);
  for (const auto& [key, value] : step.set) ASSERT_TRUE(list.setClamped(key, value)) << key;
}

TEST_P(ShippedLesson, ComesTrue) {
  constexpr double kMostSeconds = 12;
  const std::string name = GetParam();
  const auto scene = loadScene(findScene(name));
  ASSERT_TRUE(scene);
  const Lesson& card = scene->card;
  EXPECT_GE(card.steps.size(), 3u);
  EXPECT_LE(card.steps.size(), 4u);
  EXPECT_FALSE(card.watch.empty());
  EXPECT_FALSE(card.equation.empty());
  EXPECT_FALSE(card.basic.empty());
  WorldDesc desc = *scene;
  std::optional<World> world(desc);
  SimView view;
  size_t told = 0;
  for (size_t i = 0; i < card.steps.size(); ++i) {
    const LessonStep& step = card.steps[i];
    SCOPED_TRACE("step " + std::to_string(i + 1) + ": " + step.text);
    set(desc, step);
    if (step.restart) world.emplace(desc);
    const double begun = world->time();
    InputFrame input;
    if (!step.restart)
      for (const auto& [key, value] : step.set) input.edits.push_back({Edit::SetParam, key, value, {}});
    const bool watched = step.wait.kind == LessonWait::Time || step.wait.kind == LessonWait::Quantity;
    if (!watched) continue;  // a hand is not here; pictures take no time
    do {
      world->step(std::exchange(input, {}));
      ASSERT_TRUE(world->status().ok) << world->status().fault;
      world->fill(view, 0);
    } while (!waitDone(step.wait, view, "") && world->time() - begun < kMostSeconds);
    ASSERT_TRUE(waitDone(step.wait, view, "")) << "did not come in " << kMostSeconds << " s";
    const double time = world->time() - begun;
    for (const Claim& c : kClaims) {
      if (c.scene != name || c.step != static_cast<int>(i) + 1) continue;
      std::string what = c.what;
      const bool rate = what.starts_with("rate ");
      double value = time;
      if (what != "time") {
        ASSERT_TRUE(measure(*world, rate ? what.substr(5) : what, value)) << what;
      }
      if (rate) value /= time;
      EXPECT_GE(value, c.least) << c.what;
      EXPECT_LE(value, c.most) << c.what;
      ++told;
    }
  }
  EXPECT_EQ(told, static_cast<size_t>(std::count_if(std::begin(kClaims), std::end(kClaims),
                                                    [&](const Claim& c) { return c.scene == name; })));
}

INSTANTIATE_TEST_SUITE_P(All, ShippedLesson, testing::ValuesIn(kLessons), [](const auto& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(ShippedLessons, AtLeastTwelve) {
  size_t walking = 0;
  for (const auto& entry : shippedScenes()) walking += entry.steps > 0;
  EXPECT_GE(walking, 12u);
  EXPECT_EQ(walking, std::size(kLessons)) << "each is in the list above";
}

}  // namespace
}  // namespace flotsam
