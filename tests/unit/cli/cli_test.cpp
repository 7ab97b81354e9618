// SPDX-License-Identifier: MIT
// The commands, called as main() calls them: output, messages and exit codes of the contract.
#include "cli/cli.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "cli/video_pipe.h"
#include "io/assets.h"
#include "io/mesh_import.h"
#include "io/recording.h"
#include "sim/world.h"
#include "unit/cli/cli_helpers.h"

namespace flotsam {
namespace {

TEST_F(Cli, HelpOnEveryCommand) {
  EXPECT_EQ(cli({"--help"}).code, 0);
  EXPECT_EQ(cli({"--version"}).out.substr(0, 8), "flotsam ");
  for (const char* command : {"run", "replay", "scenes", "params", "check", "mesh", "verify", "bench"}) {
    const auto help = cli({command, "--help"});
    EXPECT_EQ(help.code, 0) << command;
    EXPECT_NE(help.out.find("Usage: flotsam " + std::string(command)), std::string::npos) << help.out;
    EXPECT_EQ(help.err, "") << command;
  }
}

TEST_F(Cli, BadUsageIsTwo) {
  EXPECT_EQ(cli({"run"}).code, 2);
  EXPECT_EQ(cli({"run", scene, "--steps", "many"}).code, 2);
  EXPECT_EQ(cli({"run", scene, "--steps", "-1"}).code, 2);
  EXPECT_EQ(cli({"run", scene, "--steps", "1", "--seconds", "1"}).code, 2);
  EXPECT_EQ(cli({"run", scene, "--nonsense"}).code, 2);
  EXPECT_EQ(cli({"run", scene, "--threads", "-1"}).code, 2);
  EXPECT_EQ(cli({"run", scene, "--steps", "1", "--frames", folder.file("f"), "--size", "0x0"}).code, 2);
  EXPECT_NE(cli({"run", scene, "--nonsense"}).err.find("nonsense"), std::string::npos);
}

TEST_F(Cli, TheLiquidsSurfaceIsExported) {
  const std::string pool =
      folder.write("pool.toml", kHead + "fluid = { domain = \"liquid\" }\n[[liquid]]\nlevel = 0.43\n");
  const auto run = cli({"run", pool, "--steps", "3", "--export", folder.file("meshes"), "--format", "obj,ply"});
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* name : {"surface_00001.obj", "surface_00003.obj", "surface_00003.ply"}) {
    const auto mesh = readMesh(folder.file("meshes") + "/" + name);
    ASSERT_TRUE(mesh) << name;
    double volume = 0;
    for (const auto& t : mesh->triangles)
      volume += glm::dot(mesh->positions[t.x], glm::cross(mesh->positions[t.y], mesh->positions[t.z])) / 6;
    EXPECT_NEAR(volume, 0.43, 0.01) << name;
  }
  EXPECT_FALSE(std::filesystem::exists(folder.file("meshes") + "/surface_00004.obj"));
  EXPECT_EQ(cli({"run", scene, "--steps", "1", "--export", folder.file("m")}).code, 2);  // no free surface
  EXPECT_EQ(cli({"run", pool, "--steps", "1", "--export", folder.file("m"), "--format", "stl"}).code, 2);
  EXPECT_EQ(cli({"run", pool, "--steps", "1", "--format", "obj"}).code, 2);
}

TEST_F(Cli, MeshesWithoutLiquidAreTold) {
  const std::string late = folder.write(
      "late.toml", kHead +
                       "fluid = { domain = \"liquid\" }\n[[emitter]]\nposition = [0.5, 0.9, 0.5]\nradius = 0.2\n"
                       "velocity = [0, -2, 0]\nfrom = 0.05\n");
  const auto none = cli({"run", late, "--steps", "2", "--export", folder.file("none")});
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("--export: there was no liquid at any time: every mesh is empty"), std::string::npos)
      << none.err;
  const auto some = cli({"run", late, "--steps", "12", "--export", folder.file("some")});
  EXPECT_EQ(some.code, 0);
  EXPECT_NE(some.err.find(" of 12 meshes are empty: there was no liquid then"), std::string::npos) << some.err;
  EXPECT_TRUE(readMesh(folder.file("some") + "/surface_00012.obj"));
}

TEST_F(Cli, ARecordingOfAnotherSceneIsTold) {
  Recording recording;
  recording.sceneText = kHead + kBall + "density = 2500\n";
  recording.sceneFolder = ".";
  recording.steps = 2;
  recording.frames[1].hand = {true, "ball", Vec3(0, 0.1, 0), Vec3(0.4, 0.6, 0.5)};
  const std::string file = folder.file("drag.json");
  ASSERT_TRUE(saveRecording(file, recording).empty());
  const auto same = cli({"run", scene, "--set", "fluid.density=900", "--replay", file, "--hash"});
  EXPECT_EQ(same.code, 0);
  EXPECT_EQ(same.err.find("another scene"), std::string::npos) << same.err;
  const auto changed =
      cli({"run", folder.write("c.toml", kHead + kBall + "density = 400\n"), "--replay", file, "--hash"});
  EXPECT_EQ(changed.code, 0);
  EXPECT_NE(changed.err.find("warning: " + file + ": is a recording of another scene"), std::string::npos)
      << changed.err;
  EXPECT_NE(changed.err.find("with other settings: body.ball.density 2500, here 400)"), std::string::npos)
      << changed.err;
  const auto other = cli({"run", folder.write("d.toml", kHead), "--replay", file});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("at step 1 it moves or changes the body 'ball', which this scene has not"),
            std::string::npos)
      << other.err;
}

TEST_F(Cli, NumbersOfOptionsAreFinite) {
  for (const std::string seconds : {"nan", "inf", "-1", "1e7", "1x", ""}) {
    const auto run = cli({"run", scene, "--seconds", seconds});
    EXPECT_EQ(run.code, 2) << seconds;
    const std::string what = seconds == "-1" || seconds == "1e7" ? "' is not in [0 - " : "' is not a number in [0 - ";
    EXPECT_NE(run.err.find("--seconds: '" + seconds + what), std::string::npos) << run.err;
  }
  EXPECT_EQ(cli({"mesh", "--size", "nan", folder.file("none.obj")}).err.find("--size: 'nan'"), 0u);
  const auto tiny = cli({"mesh", "--size", "1e-30", folder.file("none.obj")});
  EXPECT_EQ(tiny.code, 2);
  EXPECT_EQ(tiny.err.find("--size: '1e-30' is smaller than the 1e-6 m that a shape has at least"), 0u) << tiny.err;
  for (const char* seconds : {"0.01", "+0.01", "1e-2"}) EXPECT_EQ(cli({"run", scene, "--seconds", seconds}).code, 0);
}

TEST_F(Cli, AnEmptySceneNameIsNamed) {
  EXPECT_EQ(cli({"run", ""}).err, "SCENE: the name is empty (flotsam scenes lists the shipped ones)\n");
}

TEST_F(Cli, TheWindowsLogIsCheckedBeforeItOpens) {
  const WindowEntry window = [](const WindowRequest&) { return 0; };
  EXPECT_EQ(cli({scene, "--ui-log", folder.file("log")}, window).code, 0);
  const auto blocked = cli({scene, "--ui-log", folder.file("no/log")}, window);
  EXPECT_EQ(blocked.code, 2);
  EXPECT_NE(blocked.err.find(folder.file("no/log") + ": cannot be written"), std::string::npos) << blocked.err;
}

TEST_F(Cli, RunPrintsTheHashAloneAndItIsAlwaysTheSame) {
  const auto first = cli({"run", scene, "--steps", "5", "--hash", "--threads", "1"});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(first.out.size(), 17u) << first.out;
  EXPECT_EQ(first.out.find_first_not_of("0123456789abcdef\n"), std::string::npos);
  for (const char* threads : {"1", "2", "3"})
    EXPECT_EQ(cli({"run", scene, "--steps", "5", "--hash", "--threads", threads}).out, first.out);
  EXPECT_NE(cli({"run", scene, "--steps", "6", "--hash"}).out, first.out);
  EXPECT_NE(cli({"run", scene, "--steps", "5", "--hash", "--set", "body.ball.density=100"}).out, first.out);
}

TEST_F(Cli, RunWritesReportAndTable) {
  const auto run =
      cli({"run", scene, "--seconds", "0.1", "--report", folder.file("r.json"), "--csv", folder.file("r.csv")});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("6 steps, mean "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find(" x real time"), std::string::npos);
  const auto report = nlohmann::json::parse(readAll(folder.file("r.json")));
  EXPECT_EQ(report.at("steps").size(), 6u);
  EXPECT_GT(report["steps"][0]["ms"]["total"], 0);
  const std::string csv = readAll(folder.file("r.csv"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
}

TEST_F(Cli, AVideoIsOneThatPlayersRead) {
  if (std::system("command -v ffmpeg >/dev/null && command -v ffprobe >/dev/null") != 0)
    GTEST_SKIP() << "ffmpeg is not installed; it is optional";
  const std::string facts = folder.file("facts");
  std::vector<std::string> endings = VideoPipe::endings();
  ASSERT_GE(endings.size(), 6u);
  endings.push_back(".MP4");
  for (const std::string& ending : endings) {
    const std::string video = folder.file("v" + ending);
    const auto run = cli({"run", scene, "--steps", "7", "--video", video, "--size", "65x49"});
    ASSERT_EQ(run.code, 0) << run.err;
    const std::string probe =
        "ffprobe -v error -count_frames -show_entries stream=width,height,r_frame_rate,nb_read_frames -of csv=p=0 '" +
        video + "' >'" + facts + "'";
    ASSERT_EQ(std::system(probe.c_str()), 0) << ending;
    EXPECT_EQ(readAll(facts), "66,50,60/1,7\n") << ending;
  }
}

TEST_F(Cli, WithoutFfmpegTheVideoBecomesPictures) {
  const std::string path = std::getenv("PATH"), video = folder.file("v.mp4");
  setenv("PATH", folder.path().c_str(), 1);
  const auto run = cli({"run", scene, "--steps", "3", "--video", video, "--size", "64x48"});
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(run.code, 1);
  const std::string warning = "warning: " + video + ": no video, because the program ffmpeg is not installed ";
  EXPECT_EQ(run.err.find(warning), 0u) << "told first: " << run.err;
  EXPECT_NE(run.err.find("3 pictures are in " + video + ".frames"), std::string::npos) << run.err;
  EXPECT_EQ(readAll(video + ".frames/frame_00003.png").substr(1, 3), "PNG");
}

TEST_F(Cli, AnErrorOfAnFfmpegThatExitsWithZeroIsToldAndTheOldVideoStays) {
  const std::string video = folder.write("v.mp4", "old"), path = std::getenv("PATH");
  std::filesystem::create_directory(folder.file("bin"));
  // More than a pipe holds, before and after the pictures.
  folder.write(
      "bin/ffmpeg",
      "#!/bin/sh\nfor last; do :; done\nhead -c 200000 /dev/zero | tr '\\0' '\\n' >&2\necho stump > \"$last\"\n"
      "cat >/dev/null\nprintf 'first\\nError writing trailer: No space left on device\\n' >&2\nexit 0\n");
  std::filesystem::permissions(folder.file("bin/ffmpeg"), std::filesystem::perms::owner_all);
  setenv("PATH", (folder.file("bin") + ":" + path).c_str(), 1);
  const auto run = cli({"run", scene, "--steps", "7", "--video", video, "--size", "64x48"});
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.err, video + ": ffmpeg could not write the video: Error writing trailer: No space left on device\n");
  EXPECT_EQ(readAll(video), "old");
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    EXPECT_EQ(entry.path().string().find(".part"), std::string::npos) << entry.path();
}

TEST_F(Cli, AnFfmpegThatDiesIsToldAndTheOldVideoStays) {
  const std::string video = folder.write("v.mp4", "old");
  std::filesystem::create_directory(folder.file("bin"));
  const std::string path = std::getenv("PATH");
  const char* scripts[] = {"#!/bin/sh\nhead -c 5000 >/dev/null\nexit 1\n", "#!/bin/sh\nkill -9 $$\n",
                           "#!/bin/sh\nfor last; do :; done\nhead -c 5000 >/dev/null\necho stump > \"$last\"\n"};
  for (const char* script : scripts) {
    folder.write("bin/ffmpeg", script);
    std::filesystem::permissions(folder.file("bin/ffmpeg"), std::filesystem::perms::owner_all);
    setenv("PATH", (folder.file("bin") + ":" + path).c_str(), 1);
    const auto run =
        cli({"run", scene, "--steps", "40", "--video", video, "--size", "64x48", "--report", folder.file("r.json")});
    setenv("PATH", path.c_str(), 1);
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.err.find(video + ": ffmpeg "), std::string::npos) << run.err;
    EXPECT_EQ(readAll(video), "old");
    EXPECT_TRUE(nlohmann::json::accept(readAll(folder.file("r.json")))) << "what was run is reported";
    std::filesystem::remove(folder.file("r.json"));
  }
}

/// Sends the signal as soon as the run has taken it over.
class SignalOnce {
 public:
  explicit SignalOnce(int signal) {
    sender_ = std::thread([this, signal] {
      for (struct sigaction now{}; !done_; std::this_thread::sleep_for(std::chrono::milliseconds(5)))
        if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_DFL) {
          std::this_thread::sleep_for(std::chrono::milliseconds(50));
          kill(getpid(), signal);
          return;
        }
    });
  }
  ~SignalOnce() {
    done_ = true;
    sender_.join();
  }

 private:
  std::atomic<bool> done_ = false;
  std::thread sender_;
};

TEST_F(Cli, AnInterruptedRunWritesWhatItHasAndFails) {
  for (const auto& [signal, words] : {std::pair{SIGINT, "interrupted after "}, {SIGTERM, "asked to end after "}}) {
    const std::string report = folder.file("part.json"), csv = folder.file("part.csv");
    const SignalOnce sender(signal);
    const auto run = cli({"run", scene, "--steps", "100000000", "--report", report, "--csv", csv});
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.err.find(words), std::string::npos) << run.err;
    const size_t steps = std::stoul(run.err.substr(run.err.find("after ") + 6));
    EXPECT_GT(steps, 0u);
    EXPECT_EQ(nlohmann::json::parse(readAll(report)).at("steps").size(), steps);
    const std::string rows = readAll(csv);
    EXPECT_EQ(static_cast<size_t>(std::count(rows.begin(), rows.end(), '\n')), steps + 1);
  }
}

TEST_F(Cli, BadInputNamesFileLineKeyAndReason) {
  const std::string bad = folder.write("bad.toml", kHead + kBall + "density = -1\nfoo = 2\n");
  for (const char* command : {"run", "check"}) {
    const auto result = cli({command, bad});
    EXPECT_EQ(result.code, 2) << command;
    EXPECT_NE(result.err.find(bad + ":7: body.ball.density: -1 is outside"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find(bad + ":8: body.ball.foo: unknown key"), std::string::npos) << result.err;
    EXPECT_EQ(result.out, "");
  }
  EXPECT_EQ(cli({"run", folder.file("none.toml")}).code, 2);
  EXPECT_EQ(cli({"run", folder.path().string()}).err, folder.path().string() + ": is a folder, not a file\n");
  EXPECT_EQ(cli({"run", folder.write("empty.toml", "")}).err, folder.file("empty.toml") + ": the file is empty\n");
  EXPECT_EQ(cli({"run", scene, "--set", "fluid.densty=1"}).err,
            "fluid.densty: unknown parameter; did you mean 'fluid.density'?\n");
  EXPECT_EQ(cli({"run", scene, "--set", "fluid.densty=1"}).code, 2);
  EXPECT_EQ(cli({"run", folder.file("none.obj")}).code, 2);
}

TEST_F(Cli, OutputThatCannotBeWrittenIsToldBeforeTheRun) {
  const std::string blocked = folder.write("file", "in the way");
  for (const char* option : {"--report", "--csv", "--video"}) {
    const auto run = cli({"run", scene, "--steps", "100000", option, folder.file("no/folder/x")});
    EXPECT_EQ(run.code, 2) << option;
    EXPECT_NE(run.err.find(folder.file("no/folder/x") + ": cannot be written"), std::string::npos) << run.err;
  }
  const auto frames = cli({"run", scene, "--steps", "100000", "--frames", blocked + "/frames"});
  EXPECT_EQ(frames.code, 2);
  EXPECT_NE(frames.err, "");
}

TEST_F(Cli, AnExistingReportSurvivesARefusedRun) {
  folder.write("r.json", "precious");
  EXPECT_EQ(cli({"run", scene, "--report", folder.file("r.json"), "--csv", folder.file("no/x")}).code, 2);
  EXPECT_EQ(readAll(folder.file("r.json")), "precious");
}

TEST_F(Cli, ReplayVerifiesAndFindsTheFirstDifference) {
  Recording recording;
  recording.sceneText = kHead + kBall + "density = 2500\n";
  recording.sceneFolder = ".";
  recording.steps = 6;
  World world(*parse(recording.sceneText));
  for (uint64_t step = 0; step < recording.steps; ++step) {
    InputFrame frame;
    if (step >= 2) frame.hand = {true, "ball", Vec3(0, 0.1, 0), Vec3(0.2 + 0.1 * double(step), 0.6, 0.5)};
    world.step(frame);
    if (!frame.empty()) recording.frames[step] = frame;
    recording.hashes[step + 1] = world.hash();
  }
  const std::string file = folder.file("drag.json");
  ASSERT_TRUE(saveRecording(file, recording).empty());
  const auto good = cli({"replay", file, "--verify"});
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_NE(good.err.find("6 hashes equal over 6 steps"), std::string::npos) << good.err;
  EXPECT_EQ(cli({"replay", file, "--threads", "3"}).out, good.out);
  EXPECT_EQ(cli({"run", scene, "--replay", file, "--hash"}).out, good.out);
  EXPECT_NE(cli({"run", scene, "--steps", "6", "--hash"}).out, good.out);

  recording.frames[3].hand.target.x += 1e-9;
  ASSERT_TRUE(saveRecording(file, recording).empty());
  const auto differs = cli({"replay", file, "--verify"});
  EXPECT_EQ(differs.code, 1);
  EXPECT_NE(differs.err.find("differs from step 4"), std::string::npos) << differs.err;
  EXPECT_EQ(cli({"replay", file}).code, 0);

  recording.hashes.clear();
  ASSERT_TRUE(saveRecording(file, recording).empty());
  EXPECT_EQ(cli({"replay", file, "--verify"}).code, 2);
  EXPECT_EQ(cli({"replay", scene}).code, 2);
  EXPECT_EQ(cli({"replay", folder.file("none")}).code, 2);
}

TEST_F(Cli, ParamsInThreeForms) {
  const auto text = cli({"params"});
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("fluid.density"), std::string::npos);
  const auto list = nlohmann::json::parse(cli({"params", "--json"}).out);
  ASSERT_GT(list.size(), 20u);
  for (const auto& p : list)
    for (const char* field : {"key", "label", "unit", "help", "default", "kind"})
      EXPECT_TRUE(p.contains(field)) << field;
  const std::string table = cli({"params", "--markdown"}).out;
  EXPECT_EQ(size_t(std::count(table.begin(), table.end(), '\n')), list.size() + 2);
  EXPECT_NE(table.find("`body.NAME.density`"), std::string::npos);
  EXPECT_EQ(cli({"params", "--json", "--markdown"}).code, 2);
}

TEST_F(Cli, CheckSaysGoodOrBadOfEach) {
  const auto result = cli({"check", scene, folder.file("none.toml")});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, scene + ": good, 1 body, 10 x 10 x 10 cells\n");
  EXPECT_EQ(cli({"check", scene}).code, 0);
  EXPECT_EQ(cli({"check", "rabbit-and-dragon"}).out.find("warning"), std::string::npos);
  const std::string crowded = folder.file("crowded.toml");
  std::ofstream(crowded)
      << "format = 1\ngrid = { cells = [10, 10, 10], dx = 0.1 }\n"
         "[[body]]\nname = \"a\"\nshape = { sphere = { radius = 0.2 } }\nposition = [0.5, 0.5, 0.5]\n"
         "[[body]]\nname = \"b\"\nshape = { sphere = { radius = 0.2 } }\nposition = [0.6, 0.5, 0.5]\n";
  const auto warned = cli({"check", crowded});
  EXPECT_EQ(warned.code, 0);
  EXPECT_NE(warned.out.find("warning: 'a' and 'b' overlap by 0.3"), std::string::npos) << warned.out << warned.err;
  EXPECT_EQ(cli({"check"}).code, 2);
}

TEST_F(Cli, ScenesAreListedWithTheDefaultFirst) {
  const auto list = nlohmann::json::parse(cli({"scenes", "--json"}).out);
  ASSERT_GE(list.size(), 10u);
  EXPECT_EQ(list[0].at("name"), "rabbit-and-dragon");
  for (const auto& s : list) EXPECT_EQ(cli({"check", s.at("name").get<std::string>()}).code, 0) << s;
  EXPECT_NE(cli({"scenes"}).out.find("plain-tank"), std::string::npos);
}

TEST_F(Cli, OneCommandMakesAPictureOfEveryScene) {
  const std::string pictures = folder.file("pictures");
  const auto result = cli({"scenes", "--pictures", pictures, "--size", "64x36", "--seconds", "0"});
  ASSERT_EQ(result.code, 0) << result.err;
  for (const auto& s : shippedScenes()) {
    const std::string bytes = readAll(pictures + "/" + s.name + ".png");
    EXPECT_EQ(bytes.substr(1, 3), "PNG") << s.name;
    EXPECT_GT(bytes.size(), 300u) << s.name;
  }
  EXPECT_EQ(cli({"scenes", "--pictures", pictures, "--size", "big"}).code, 2);
  EXPECT_EQ(cli({"scenes", "--pictures", scene}).code, 2);
}

TEST_F(Cli, MeshReportsAndRefuses) {
  const auto gem = cli({"mesh", FLOTSAM_SOURCE_DIR "/assets/meshes/gem.obj"});
  EXPECT_EQ(gem.code, 0) << gem.err;
  EXPECT_NE(gem.out.find("triangles"), std::string::npos);
  EXPECT_EQ(cli({"mesh", folder.file("none.obj")}).code, 2);
  EXPECT_EQ(cli({"mesh", folder.write("empty.obj", "")}).code, 2);
}

TEST_F(Cli, MeshesRunInAPlainTank) {
  const auto run =
      cli({"run", FLOTSAM_SOURCE_DIR "/assets/meshes/gem.obj", "--steps", "2", "--report", folder.file("r.json")});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(readAll(folder.file("r.json")))["bodies"][0]["name"], "gem");
}

WindowRequest asked;
int fakeWindow(const WindowRequest& request) {
  asked = request;
  return 42;
}

TEST_F(Cli, TheWindowGetsWhatWasAsked) {
  asked = {};
  EXPECT_EQ(cli({scene, "--set", "fluid.density=1200", "--threads", "2", "--size", "800x600"}, fakeWindow).code, 42);
  EXPECT_EQ(asked.files, std::vector<std::string>{scene});
  EXPECT_EQ(asked.set, std::vector<std::string>{"fluid.density=1200"});
  EXPECT_EQ(asked.threads, 2);
  EXPECT_EQ(asked.width, 800);
  EXPECT_EQ(asked.height, 600);
  EXPECT_EQ(cli({}, fakeWindow).code, 42);
  EXPECT_TRUE(asked.files.empty());
}

TEST_F(Cli, TheWindowDoesNotOpenOnBadInput) {
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{{folder.file("none.toml")},
                                                                                    {scene, scene},
                                                                                    {scene, "x.obj"},
                                                                                    {"x.obj"},
                                                                                    {scene, "--set", "no.such=1"},
                                                                                    {scene, "--size", "big"}}) {
    const auto result = cli(args, fakeWindow);
    EXPECT_EQ(result.code, 2) << args.back();
    EXPECT_NE(result.err, "") << args.back();
  }
  EXPECT_EQ(cli({scene}).code, 2);  // a build without a window
}

}  // namespace
}  // namespace flotsam
