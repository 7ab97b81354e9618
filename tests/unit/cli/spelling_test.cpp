// SPDX-License-Identifier: MIT
// What is nearly right on the command line: numbers in any spelling, words that are almost commands, options that would
// do nothing.
#include <algorithm>

#include "io/recording.h"
#include "unit/cli/cli_helpers.h"

namespace flotsam {
namespace {

TEST_F(Cli, WholeNumbersInAnySpelling) {
  const std::string ten = cli({"run", scene, "--steps", "10", "--hash"}).out;
  for (const char* steps : {"1e1", "10.0", "+10", "0.1e2"}) {
    const auto run = cli({"run", scene, "--steps", steps, "--hash"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.out, ten) << steps;
  }
  EXPECT_EQ(cli({"run", scene, "--steps", "1.5"}).err.find("--steps: must be a whole number, got '1.5'"), 0u);
  EXPECT_EQ(cli({"run", scene, "--steps", "1e99"}).err.find("--steps: '1e99' is not in [0 - 100000000]"), 0u);
  EXPECT_EQ(cli({"run", scene, "--threads", "1.5"}).err.find("--threads: must be a whole number"), 0u);
  EXPECT_EQ(cli({"bench", "full-8", "--steps", "0.5"}).err.find("--steps: must be a whole number"), 0u);
  for (const char* none : {"many", "", "nan", "inf", "-1"})
    EXPECT_EQ(cli({"run", scene, "--steps", none}).code, 2) << none;
}

TEST_F(Cli, NumbersBeyondAllBoundsAreTooLarge) {
  const auto set = [&](const char* setting) { return cli({"run", scene, "--steps", "1", "--set", setting}).err; };
  EXPECT_EQ(set("fluid.density=1e999"), "fluid.density: 1e999 is too large a number\n");
  EXPECT_EQ(set("fluid.density=-1E999"), "fluid.density: -1E999 is too large a number\n");
  EXPECT_EQ(set("fluid.density=1e-999"), "fluid.density: expected a number, got '1e-999'\n");
}

TEST_F(Cli, ATimeWithoutAStepIsTold) {
  const auto none = cli({"run", scene, "--seconds", "1e-9"});
  EXPECT_EQ(none.code, 0);
  EXPECT_NE(none.err.find("warning: --seconds 1e-09 is less than half a step of 0.0167 s: no step is made\n"),
            std::string::npos)
      << none.err;
  EXPECT_EQ(cli({"run", scene, "--seconds", "0"}).err, "");
  EXPECT_EQ(cli({"run", scene, "--steps", "0"}).err, "");
}

TEST_F(Cli, OptionsThatDoNothingAreTold) {
  EXPECT_EQ(cli({"run", scene, "--steps", "1", "--size", "64x48"}).err,
            "warning: --size does nothing without --frames or --video\n");
  EXPECT_EQ(cli({"scenes", "--size", "64x48"}).err, "warning: --size does nothing without --pictures\n");
  EXPECT_EQ(cli({"scenes", "--seconds", "2"}).err, "warning: --seconds does nothing without --pictures\n");
  EXPECT_EQ(cli({"bench", "full-8", "--steps", "1", "--size", "64x48"}).err,
            "warning: --size does nothing without render\n");
}

TEST_F(Cli, WordsThatAreAlmostCommands) {
  const WindowEntry window = [](const WindowRequest&) { return 42; };
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{
           {"verfy"}, {"verfy", "--list"}, {"verfy", "added-mass"}, {"verfy", "added-mass", "--set", "radius=4"}}) {
    const auto result = cli(args, window);
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.err, "verfy: no such file, scene or command; did you mean 'verify'?\n");
  }
  EXPECT_NE(cli({"padle"}, window).err.find("did you mean 'paddle'?"), std::string::npos);
  EXPECT_NE(cli({"run", "verfy"}).err.find("verfy: no such file, and no shipped scene"), std::string::npos);
}

TEST_F(Cli, UnexpectedWordsInTheirOrder) {
  EXPECT_EQ(cli({"run", scene, "--foo", "3", "--bar", "4"}).err,
            "unexpected arguments: --foo --bar\nflotsam run --help shows how it is used\n");
  EXPECT_EQ(cli({"replay", "a", "--foo", "3", "--bar", "4"}).err.find("unexpected arguments: --foo 3 --bar 4\n"), 0u);
  EXPECT_EQ(cli({scene, "--foo"}).err.find("unexpected argument: --foo\n"), 0u);
  EXPECT_EQ(cli({"scenes", "x"}).err.find("unexpected argument: x\n"), 0u);
  EXPECT_EQ(cli({"--foo", "3", scene}).err.find("unexpected argument: --foo\n"), 0u);
  EXPECT_EQ(cli({"run", scene, "3"}).err.find("3: no such file"), 0u);
  EXPECT_EQ(cli({"run", scene, "--csv=", "--steps", "1"}).err.find("--csv: needs a file name\n"), 0u);
  EXPECT_EQ(cli({"run", scene, "--steps=1", "--set=fluid.density=900"}).code, 0);
}

TEST_F(Cli, ABodyThatIsNotThereIsNamed) {
  const auto set = [&](const std::string& key) { return cli({"run", scene, "--steps", "1", "--set", key + "=1"}).err; };
  EXPECT_EQ(set("body.nobody.density"), "body.nobody.density: there is no body 'nobody'; the scene has ball\n");
  EXPECT_EQ(set("body.bal.density"), "body.bal.density: there is no body 'bal'; did you mean 'ball'?\n");
  EXPECT_NE(set("body.ball.densty").find("did you mean 'body.ball.density'?"), std::string::npos);
}

TEST_F(Cli, ARecordingIsNoSceneAndNoMesh) {
  Recording recording;
  recording.sceneText = readAll(scene), recording.sceneFolder = ".", recording.steps = 1;
  for (const char* name : {"drag.json", "drag.toml"}) {
    const std::string file = folder.file(name);
    ASSERT_TRUE(saveRecording(file, recording).empty());
    const std::string words = file + ": is a recording, not a scene; flotsam replay " + file + " runs it again\n";
    EXPECT_EQ(cli({file}).err, words);
    EXPECT_EQ(cli({"run", file}).err, words);
    EXPECT_EQ(cli({"check", file}).err, words);
    EXPECT_EQ(cli({"mesh", file}).err,
              file + ": is a recording, not a mesh; flotsam replay " + file + " runs it again\n");
    EXPECT_EQ(cli({"replay", file}).code, 0);
  }
}

TEST_F(Cli, SeveralMeshesRunInOneTank) {
  const std::string meshes = FLOTSAM_SOURCE_DIR "/assets/meshes/";
  const auto run = cli({"run", meshes + "gem.obj", meshes + "gear.obj", "--steps", "1", "--report", "-"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("\"name\":\"gem\""), std::string::npos);
  EXPECT_NE(run.out.find("\"name\":\"gear\""), std::string::npos);
  EXPECT_EQ(cli({"run", scene, meshes + "gem.obj"}).err, "give one scene, or meshes, not both\n");
  EXPECT_EQ(cli({"run", scene, scene}).err, "give one scene\n");
}

}  // namespace
}  // namespace flotsam
