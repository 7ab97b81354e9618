// SPDX-License-Identifier: MIT
// What a command writes: never over what it reads, never twice into one file, on standard output alone or not at all;
// and standard output that takes nothing.
#include "cli/outputs.h"

#include <streambuf>

#include "io/recording.h"
#include "unit/cli/cli_helpers.h"

namespace flotsam {
namespace {

/// Takes nothing, as a full device does.
class Full : public std::streambuf {
 protected:
  int overflow(int) override { return traits_type::eof(); }
};

TEST_F(Cli, StandardOutputThatTakesNothingIsAFailure) {
  Full full;
  for (const std::vector<std::string>& args :
       std::vector<std::vector<std::string>>{{"params"}, {"--help"}, {"--version"}, {"run", scene, "--steps", "1"}}) {
    std::ostream out(&full);
    std::ostringstream err;
    EXPECT_EQ(runCli(args, out, err), kFailed) << args[0];
    EXPECT_NE(err.str().find("flotsam: standard output could not be written\n"), std::string::npos) << args[0];
  }
  std::ostream out(&full);
  std::ostringstream err;
  EXPECT_EQ(runCli({"run", scene, "--steps", "1", "--csv", folder.file("t"), "--hash", "--nonsense"}, out, err),
            kBadInput);
  EXPECT_EQ(err.str().find("standard output"), std::string::npos) << "nothing was to be written";
}

TEST_F(Cli, NamesOfOutputsAreNotEmpty) {
  for (const char* option : {"--csv", "--report", "--frames", "--video", "--export"}) {
    const auto run = cli({"run", scene, "--steps", "1", option, ""});
    EXPECT_EQ(run.code, 2) << option;
    EXPECT_EQ(run.err.find(std::string(option) + ": needs "), 0u) << run.err;
  }
  EXPECT_EQ(cli({"bench", "full-8", "--steps", "1", "--csv", ""}).code, 2);
  EXPECT_EQ(cli({"scenes", "--pictures", ""}).code, 2);
  EXPECT_EQ(cli({"verify", "added-mass", "--plots", ""}).code, 2);
  EXPECT_EQ(cli({scene, "--ui-log", ""}).err.find("--ui-log: needs a file name"), 0u);
}

TEST_F(Cli, NothingIsWrittenOverWhatIsRead) {
  const std::string before = readAll(scene), around = (folder.path() / "." / ".." / folder.path().filename()).string();
  std::filesystem::create_symlink(scene, folder.file("link.csv"));
  for (const std::string& path : {scene, around + "/small.toml", folder.file("link.csv")})
    for (const char* option : {"--csv", "--report", "--video"}) {
      const auto run = cli({"run", scene, "--steps", "1", option, path});
      EXPECT_EQ(run.code, 2) << option << path;
      EXPECT_EQ(run.err, std::string(option) + ": '" + path + "' is the scene, which would be written over\n");
    }
  Recording recording;
  recording.sceneText = before, recording.sceneFolder = ".", recording.steps = 1;
  const std::string file = folder.file("drag.json");
  ASSERT_TRUE(saveRecording(file, recording).empty());
  const std::string recorded = readAll(file);
  EXPECT_NE(cli({"run", scene, "--replay", file, "--report", file}).err.find("is the recording"), std::string::npos);
  const std::string mesh = folder.write("gem.obj", readAll(FLOTSAM_SOURCE_DIR "/assets/meshes/gem.obj"));
  const std::string other = folder.write("gem.toml", kHead +
                                                         "[[body]]\nname = \"gem\"\nshape = { mesh = \"gem.obj\", size "
                                                         "= 0.3 }\ndensity = 900\nposition = [0.5, 0.5, 0.5]\n");
  EXPECT_NE(cli({"run", other, "--steps", "1", "--csv", mesh}).err.find("is a mesh of the scene"), std::string::npos);
  EXPECT_NE(cli({"run", mesh, "--steps", "1", "--csv", mesh}).err.find("is the mesh"), std::string::npos);
  EXPECT_EQ(cli({"bench", scene, "--steps", "1", "--csv", scene}).code, 2);
  const WindowEntry window = [](const WindowRequest&) { return 0; };
  EXPECT_EQ(cli({scene, "--ui-log", scene}, window).code, 2);
  EXPECT_EQ(readAll(scene), before);
  EXPECT_EQ(readAll(file), recorded);
}

TEST_F(Cli, NoTwoOutputsAreOneFile) {
  const std::string one = folder.file("one"), same = folder.path().string() + "/./one";
  const auto twice = cli({"run", scene, "--steps", "1", "--report", one, "--csv", same});
  EXPECT_EQ(twice.code, 2);
  EXPECT_EQ(twice.err, "--csv: '" + same + "' is what --report writes\n");
  EXPECT_EQ(cli({"run", scene, "--steps", "1", "--csv", one, "--frames", same}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(one));
  folder.write("one", "old");
  EXPECT_EQ(cli({"run", scene, "--steps", "1", "--report", one, "--csv", same}).code, 2);
  EXPECT_EQ(readAll(one), "old");
  EXPECT_EQ(cli({"run", scene, "--steps", "1", "--report", "/dev/null", "--csv", "/dev/null"}).code, 0);
}

TEST_F(Cli, ADashIsStandardOutputAlone) {
  const auto table = cli({"run", scene, "--steps", "2", "--csv", "-"});
  ASSERT_EQ(table.code, 0) << table.err;
  EXPECT_EQ(table.out.find("step,t,"), 0u);
  EXPECT_EQ(std::count(table.out.begin(), table.out.end(), '\n'), 3);
  EXPECT_NE(table.err.find("2 steps, mean "), std::string::npos) << "the summary goes beside it";
  EXPECT_EQ(cli({"run", scene, "--steps", "2", "--report", "-"}).out.find("{"), 0u);
  const auto both = cli({"run", scene, "--steps", "2", "--report", "-", "--csv", "-"});
  EXPECT_EQ(both.code, 2);
  EXPECT_EQ(both.err, "--csv: standard output is taken by --report\n");
  EXPECT_EQ(cli({"run", scene, "--steps", "2", "--hash", "--csv", "-"}).code, 2);
  EXPECT_EQ(cli({"run", scene, "--steps", "2", "--frames", "-"}).code, 2);
  const auto bench = cli({"bench", "full-8", "--steps", "1", "--csv", "-"});
  EXPECT_EQ(bench.code, 0) << bench.err;
  EXPECT_EQ(bench.out.find("case,threads,"), 0u);
  EXPECT_EQ(std::count(bench.out.begin(), bench.out.end(), '\n'), 2);
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST_F(Cli, AFolderThatIsNotThereIsNamed) {
  const std::string frames = folder.file("exd");
  const auto run = cli({"run", scene, "--steps", "1", "--frames", frames, "--csv", frames + "/x.csv"});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err, frames + "/x.csv: cannot be written: the folder '" + frames + "' does not exist\n");
  EXPECT_FALSE(std::filesystem::exists(frames));
}

TEST_F(Cli, AMeshIsFittedToTheTankAndItsSizeTold) {
  const std::string mesh = folder.write("wedge.obj",
                                        "v 0 0 0\nv 90 0 0\nv 0 30 0\nv 0 0 30\nf 1 3 2\nf 1 2 4\nf 1 4 3\n"
                                        "f 2 3 4\n");
  const auto run = cli({"run", mesh, "--steps", "1", "--hash"});
  EXPECT_EQ(run.code, 0);
  EXPECT_NE(run.err.find(mesh + ": fitted to the tank, 0."), std::string::npos) << run.err;
  EXPECT_EQ(cli({"run", scene, "--steps", "1", "--hash"}).err.find("fitted"), std::string::npos);
}

TEST_F(Cli, AVideoNeedsAnEndingThatFfmpegMakesAndAFile) {
  for (const char* ending : {"", ".", ".xyz", ".mp", ".mp44", ".gif", ".ogv", ".3gp"}) {
    const std::string name = folder.file("v") + ending;
    const auto run = cli({"run", scene, "--steps", "100000", "--video", name});
    EXPECT_EQ(run.code, 2) << name;
    EXPECT_EQ(run.err, "--video: '" + name +
                           "' does not end with .mp4, .m4v, .mov, .mkv, .avi or .webm, which says the format\n");
    EXPECT_FALSE(std::filesystem::exists(name)) << name;
  }
  const auto device = cli({"run", scene, "--steps", "100000", "--video", "/dev/full"});
  EXPECT_EQ(device.code, 2);
  EXPECT_EQ(device.err, "--video: '/dev/full' is not a regular file\n");
}

}  // namespace
}  // namespace flotsam
