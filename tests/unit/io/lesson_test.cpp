// SPDX-License-Identifier: MIT
// [lesson] of scene files: what is read is written again to the same words, and mistakes are named with line and key.
#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

const std::string kLesson = R"([lesson]
title = "Why it floats"
task = "Predict \"it\"."
watch = "the ball"
equation = "F = ρ g V"
source = "Archimedes"
basic = ["body.ball.density", "fluid.density"]
compare = "body.ball.acceleration.y"

[[lesson.step]]
text = "Let it go."
restart = true
wait = { quantity = "body.ball.position.y", above = 0.25, below = 0.75 }

[[lesson.step]]
text = "Lighter."
set = { body.ball.density = 500, method.fractions = "voxel" }
show = ["pressure", "forces"]
wait = { time = 2.5 }

[[lesson.step]]
text = "Hold it."
wait = { held = "ball" }
)";
const std::string kExpect = "[[expect]]\nquantity = \"body.ball.acceleration.y\"\nvalue = 0\n\n";

std::string said(const Problems& problems) {
  std::string all;
  for (const auto& p : problems) all += p.text() + "\n";
  return all;
}

TEST(Lesson, IsReadWithAllItSays) {
  const auto scene = parse(kHead + kBall + kExpect + kLesson);
  ASSERT_TRUE(scene) << said(scene.problems);
  const Lesson& card = scene->card;
  EXPECT_EQ(scene->lesson, "Predict \"it\".");
  EXPECT_EQ(card.title, "Why it floats");
  EXPECT_EQ(card.equation, "F = ρ g V");
  EXPECT_EQ(card.basic.size(), 2u);
  ASSERT_EQ(card.steps.size(), 3u);
  EXPECT_TRUE(card.steps[0].restart);
  EXPECT_EQ(card.steps[0].wait.kind, LessonWait::Quantity);
  EXPECT_EQ(card.steps[0].wait.above, 0.25);
  EXPECT_EQ(card.steps[0].wait.below, 0.75);
  ASSERT_EQ(card.steps[1].set.size(), 2u);
  EXPECT_EQ(card.steps[1].set[0].first, "body.ball.density");
  EXPECT_EQ(card.steps[1].set[0].second, 500);
  EXPECT_EQ(card.steps[1].wait.time, 2.5);
  EXPECT_EQ(card.steps[2].wait.kind, LessonWait::Held);
  EXPECT_EQ(scene->params.method.fractions, FractionKind::Auto) << "a step sets nothing before it is asked to";
  EXPECT_EQ(scene->bodies[0].density, BodyDesc().density);
}

TEST(Lesson, RoundTrips) {
  const auto scene = parse(kHead + kBall + kExpect + kLesson);
  ASSERT_TRUE(scene);
  const std::string text = sceneText(*scene);
  EXPECT_NE(text.find("\n" + kLesson), std::string::npos) << text;
  const auto again = parse(text);
  ASSERT_TRUE(again) << said(again.problems);
  EXPECT_EQ(again->card, scene->card);
  EXPECT_EQ(again->lesson, scene->lesson);
  EXPECT_EQ(sceneText(*again), text);
}

TEST(Lesson, PlainWordsStayPlainWords) {
  const auto scene = parse(kHead + "lesson = \"Drag it.\"\n" + kBall);
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->lesson, "Drag it.");
  EXPECT_TRUE(scene->card.empty());
  EXPECT_NE(sceneText(*scene).find("\nlesson = \"Drag it.\"\n"), std::string::npos);
}

struct Mistake {
  const char *name, *text, *expected;
};
class LessonMistake : public testing::TestWithParam<Mistake> {};

TEST_P(LessonMistake, IsNamedWithLineAndKey) {
  const auto scene = parse(kHead + kBall + "[lesson]\ntask = \"t\"\n" + GetParam().text);
  EXPECT_FALSE(scene);
  // The lines after [lesson], whatever stands before it.
  const std::string before = kHead + kBall;
  const auto first = std::count(before.begin(), before.end(), '\n') + 1;
  std::string expected = GetParam().expected;
  const size_t at = expected.find('+');
  const int line = static_cast<int>(first) + std::stoi(expected.substr(at + 1));
  expected = "test.toml:" + std::to_string(line) + expected.substr(expected.find(':', at));
  EXPECT_NE(("\n" + said(scene.problems)).find("\n" + expected), std::string::npos)
      << "expected " << expected << "\ngot:\n"
      << said(scene.problems);
}

INSTANTIATE_TEST_SUITE_P(
    All, LessonMistake,
    testing::Values(
        Mistake{"NoStep", "", "+0: lesson.step: missing; [[lesson.step]] with a text, at least one"},
        Mistake{"NoText", "[[lesson.step]]\nrestart = true\n", "+2: lesson.step[1].text: missing; what to do"},
        Mistake{"EmptyText", "[[lesson.step]]\ntext = \"\"\n", "+3: lesson.step[1].text: is empty"},
        Mistake{"UnknownKey", "wach = \"x\"\n[[lesson.step]]\ntext = \"a\"\n",
                "+2: lesson.wach: unknown key; did you mean 'watch'?"},
        Mistake{
            "UnknownParameter", "[[lesson.step]]\ntext = \"a\"\nset = { body.ball.densty = 1 }\n",
            "+4: lesson.step[1].set.body.ball.densty: no parameter of the scene; did you mean 'body.ball.density'?"},
        Mistake{"OutOfBounds",
                "[[lesson.step]]\ntext = \"a\"\n[[lesson.step]]\ntext = \"b\"\nset = { method.flip = 2 }\n",
                "+6: lesson.step[2].set.method.flip: "},
        Mistake{"WrongWord", "[[lesson.step]]\ntext = \"a\"\nset = { method.coupling = \"strong\" }\n",
                "+4: lesson.step[1].set.method.coupling: 'strong' is not one of"},
        Mistake{"NoHeat", "[[lesson.step]]\ntext = \"a\"\nshow = [\"temperature\"]\n",
                "+4: lesson.step[1].show: 'temperature': nothing in the scene or the lesson gives any"},
        Mistake{"NoSmoke", "[[lesson.step]]\ntext = \"a\"\nshow = [\"smoke\"]\nset = { body.ball.smoke = 0 }\n",
                "+4: lesson.step[1].show: 'smoke': nothing in the scene or the lesson gives any"},
        Mistake{"UnknownPicture", "[[lesson.step]]\ntext = \"a\"\nshow = [\"presure\"]\n",
                "+4: lesson.step[1].show: 'presure' is not one of pressure, speed"},
        Mistake{"UnknownBody", "[[lesson.step]]\ntext = \"a\"\nwait = { held = \"bal\" }\n",
                "+4: lesson.step[1].wait.held: there is no body 'bal'; did you mean 'ball'?"},
        Mistake{"Acceleration",
                "[[lesson.step]]\ntext = \"a\"\nwait = { quantity = \"body.ball.acceleration.y\", above = 1 }\n",
                "+4: lesson.step[1].wait.quantity: an acceleration jumps; wait for a speed or a position"},
        Mistake{"NoLimit", "[[lesson.step]]\ntext = \"a\"\nwait = { quantity = \"body.ball.speed\" }\n",
                "+4: lesson.step[1].wait.above: missing; what the quantity is waited for to pass; or below"},
        Mistake{"TwoWaits", "[[lesson.step]]\ntext = \"a\"\nwait = { time = 1, held = \"ball\" }\n",
                "+4: lesson.step[1].wait.time: give one of time, quantity and held"},
        Mistake{"NothingWaited", "[[lesson.step]]\ntext = \"a\"\nwait = {}\n",
                "+4: lesson.step[1].wait.time: missing; or quantity with above or below, or held"},
        Mistake{"EmptyRange",
                "[[lesson.step]]\ntext = \"a\"\nwait = { quantity = \"body.ball.speed\", above = 2, below = 1 }\n",
                "+4: lesson.step[1].wait.below: must be more than above"},
        Mistake{"Basic", "basic = [\"fluid.densty\"]\n[[lesson.step]]\ntext = \"a\"\n",
                "+2: lesson.basic: 'fluid.densty' is no parameter of the scene; did you mean 'fluid.density'?"},
        Mistake{"Compare", "compare = \"body.ball.speed\"\n[[lesson.step]]\ntext = \"a\"\n",
                "+2: lesson.compare: no [[expect]] has the quantity 'body.ball.speed'"}),
    [](const auto& info) { return info.param.name; });

TEST(Lesson, ASliceOfHeatOrSmokeNeedsSomethingThatGivesIt) {
  const std::string step =
      "[lesson]\ntask = \"a\"\n\n[[lesson.step]]\ntext = \"b\"\nshow = [\"temperature\", \"smoke\"]\n";
  const auto bySource =
      parse(kHead + kBall + "[[smoke]]\nposition = [0.5, 0.5, 0.5]\nradius = 0.1\ntemperature = 90\n" + step);
  EXPECT_TRUE(bySource) << said(bySource.problems);
  const auto byStep = parse(kHead + kBall + step + "set = { body.ball.smoke = 1, body.ball.temperature = 60 }\n");
  EXPECT_TRUE(byStep) << said(byStep.problems);
}

TEST(Lesson, WordsThatDoNotFitOnTheCardAreTold) {
  const std::string longWords(300, 'x');
  const auto scene = parse(kHead + kBall + "[lesson]\ntask = \"t\"\n[[lesson.step]]\ntext = \"" + longWords + "\"\n");
  EXPECT_FALSE(scene);
  EXPECT_NE(said(scene.problems).find("lesson.step[1].text: 300 characters; the card has room for 260"),
            std::string::npos)
      << said(scene.problems);
}

}  // namespace
}  // namespace flotsam
