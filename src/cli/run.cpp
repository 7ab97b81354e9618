// SPDX-License-Identifier: MIT
// `flotsam run`: a scene without a window, with the same core as in it.
#include <unistd.h>

#include <cmath>
#include <iostream>
#include <new>
#include <optional>

#include "cli/common.h"
#include "cli/frames.h"
#include "cli/outputs.h"
#include "core/interrupt.h"
#include "core/parallel.h"
#include "io/export_sequence.h"
#include "io/hex.h"
#include "io/number_words.h"
#include "io/recording.h"
#include "io/report.h"
#include "io/scene.h"
#include "render/renderer.h"
#include "sim/world.h"

namespace flotsam {

namespace {

struct RunOptions {
  std::vector<std::string> scenes;  // one, or meshes
  std::optional<long long> steps;
  std::optional<double> seconds;
  std::vector<std::string> set;
  int threads = 0;
  std::string report, csv, replay, size;
  FrameOptions frames;
  std::string exportFolder, formats = "obj";
  bool hash = false;

  std::string name() const {
    std::string all;
    for (const auto& scene : scenes) all += (all.empty() ? "" : " ") + scene;
    return all;
  }
};

constexpr double kDefaultSeconds = 5;
constexpr size_t kMostWarnings = 10;

std::vector<unsigned> bodyColours() {
  std::vector<unsigned> colours;
  for (int i = 0; i < 10; ++i) colours.push_back(bodyColour(i));
  return colours;
}

std::string formatWords() {
  std::string words = "Of the files, with commas between; default obj.";
  for (const ExportFormat& f : exportFormats())
    words +=
        std::string("\n") + f.word + (*f.second ? std::string(" or ") + f.second : "") + ": " + f.files + ". " + f.help;
  return words + "\nall: everything the scene has";
}

void printSummary(std::ostream& out, const RunReport& report) {
  const auto s = report.summary();
  out << s.steps << " steps, mean " << fixed(s.meanMs, 2) << " ms (";
  for (int k = 0; k < kStageCount; ++k) out << (k ? ", " : "") << kStages[k] << ' ' << fixed(s.stageMs[k], 2);
  out << ")\n";
  out << fixed(s.iterations, 1) << " iterations a step, " << fixed(s.realTimeFactor, 2) << " x real time\n";
}

class Run {
 public:
  Run(const RunOptions& options, const Console& console) : options_(options), console_(console) {}

  int go() {
    if (!prepare()) return kBadInput;
    const Int3 cells = desc_.cells;
    const int perCell = desc_.params.fluid.particlesPerCell;
    try {
      World world(std::move(desc_), wallClock);
      RunReport report(world, options_.name(), threadCount());
      const bool good = steps(world, report);
      return finish(world, report) && good ? kGood : kFailed;
    } catch (const std::bad_alloc&) {
      console_.err << "not enough memory for '" << options_.name() << "': " << size_t(cells.x) * cells.y * cells.z
                   << " cells, up to " << perCell << " particles in each\n";
      return kFailed;
    }
  }

 private:
  bool prepare() {
    if (!options_.size.empty() && !parseSize(options_.size, options_.frames.width, options_.frames.height))
      return !flotsam::report(
          console_, {{"", 0, "--size", "expected WxH between 16x16 and 8192x8192, got '" + options_.size + "'"}});
    if (!options_.size.empty() && !options_.frames.wanted()) warnUnused(console_, "--size", "--frames or --video");
    setThreadCount(options_.threads);
    auto scene = loadArguments(options_.scenes, options_.set);
    if (flotsam::report(console_, scene.problems)) return false;
    desc_ = std::move(*scene);
    if (isMeshFile(options_.scenes.front())) tellSizes();
    if (!options_.replay.empty()) {
      auto recording = loadRecording(options_.replay);
      if (flotsam::report(console_, recording.problems)) return false;
      recording_ = std::move(*recording);
      // Against the scene as it is in its file: --set is meant to change it.
      const auto plain = options_.set.empty() ? Result<WorldDesc>(desc_) : loadArguments(options_.scenes, {});
      Problems problems = plain ? matchScene(recording_, *plain) : Problems{};
      for (Problem& p : problems) p.file = options_.replay;
      if (flotsam::report(console_, problems)) return false;
    }
    return openOutputs();
  }

  /// How large the meshes became, which have a body each.
  void tellSizes() {
    for (size_t i = 0; i < options_.scenes.size(); ++i) {
      const Vec3 size = desc_.bodies[i].shape->bounds().size();
      console_.err << options_.scenes[i] << ": fitted to the tank, " << shortNumber(size.x) << " x "
                   << shortNumber(size.y) << " x " << shortNumber(size.z) << " m\n";
    }
  }

  bool openOutputs() {
    const FrameOptions& frames = options_.frames;
    std::vector<Input> inputs = inputsOf(options_.scenes, desc_);
    if (!options_.replay.empty()) inputs.push_back({"the recording", options_.replay});
    const std::vector<Output> outputs = {{"--hash", options_.hash ? "-" : ""},
                                         {"--report", options_.report},
                                         {"--csv", options_.csv},
                                         {"--video", frames.video},
                                         {"--frames", frames.folder, /*folder=*/true},
                                         {"--export", options_.exportFolder, /*folder=*/true}};
    if (flotsam::report(console_, checkOutputs(inputs, outputs)) || flotsam::report(console_, checkVideo(frames.video)))
      return false;
    if (!options_.exportFolder.empty() &&
        flotsam::report(console_, export_.open(options_.exportFolder, options_.formats, desc_, bodyColours())))
      return false;
    if (frames.wanted()) {
      auto writer = FrameWriter::open(frames, desc_);
      if (flotsam::report(console_, writer.problems)) return false;
      frames_ = *writer;
    }
    return true;
  }

  uint64_t stepCount(const World& world) const {
    if (options_.steps) return static_cast<uint64_t>(*options_.steps);
    if (options_.seconds) return static_cast<uint64_t>(std::llround(*options_.seconds / world.desc().params.dt()));
    if (!options_.replay.empty()) return recording_.steps;
    return static_cast<uint64_t>(std::llround(kDefaultSeconds / world.desc().params.dt()));
  }

  bool steps(World& world, RunReport& report) {
    const uint64_t count = stepCount(world);
    if (count == 0 && options_.seconds.value_or(0) > 0)
      console_.err << "warning: --seconds " << formatNumber(*options_.seconds) << " is less than half a step of "
                   << fixed(world.desc().params.dt(), 4) << " s: no step is made\n";
    const bool progress = isatty(STDERR_FILENO) && &console_.err == &std::cerr;
    const InterruptGuard interrupt;
    const InputFrame nothing;
    double shown = wallClock();
    for (uint64_t step = 0; step < count; ++step) {
      const auto input = recording_.frames.find(step);
      world.step(input == recording_.frames.end() ? nothing : input->second);
      if (!world.status().ok) {
        console_.err << "stopped at step " << step + 1 << ": " << world.status().fault << '\n';
        return false;
      }
      report.add(world);
      if (frames_ && flotsam::report(console_, frames_->afterStep(world))) return false;
      if (flotsam::report(console_, exportStep(world))) return false;
      if (step + 1 < count && interrupt.interrupted()) {
        console_.err << (progress ? "\r" : "") << interrupt.signalName() << " after " << step + 1 << " of " << count
                     << " steps; what was asked for is written up to there\n";
        return false;
      }
      if (progress && wallClock() - shown > 0.5) {
        shown = wallClock();
        console_.err << "\rstep " << step + 1 << " of " << count << "   " << std::flush;
      }
    }
    if (progress) console_.err << "\r                              \r" << std::flush;
    return true;
  }

  Problems exportStep(const World& world) {
    if (options_.exportFolder.empty() || !frameDue(world.time(), world.desc().params.rate, exported_)) return {};
    captureFrame(world, export_.parts(), frame_);
    return export_.write(frame_);
  }

  bool finish(const World& world, const RunReport& report) {
    bool good = true;
    if (frames_) good = !flotsam::report(console_, frames_->finish()) && good;
    if (!options_.exportFolder.empty()) good = !flotsam::report(console_, export_.finish()) && good;
    if (!options_.report.empty())
      good = !flotsam::report(console_, writeOutput(console_, options_.report, report.json(world))) && good;
    if (!options_.csv.empty())
      good = !flotsam::report(console_, writeOutput(console_, options_.csv, report.csv())) && good;
    if (options_.hash) console_.out << hexText(world.hash()) << '\n';
    const auto warnings = report.warnings();
    for (size_t i = 0; i < std::min(warnings.size(), kMostWarnings); ++i)
      console_.err << "warning: " << warnings[i] << '\n';
    if (warnings.size() > kMostWarnings)
      console_.err << "warning: " << warnings.size() - kMostWarnings << " more; --report lists all\n";
    const bool taken = options_.hash || isStandardOutput(options_.report) || isStandardOutput(options_.csv);
    printSummary(taken ? console_.err : console_.out, report);
    return good;
  }

  RunOptions options_;
  const Console& console_;
  WorldDesc desc_;
  Recording recording_;
  std::shared_ptr<FrameWriter> frames_;
  ExportSequence export_;
  ExportFrame frame_;
  double exported_ = -1;
};

}  // namespace

void addRun(CLI::App& app, Console console, int& exitCode) {
  auto* command = app.add_subcommand("run", "Run a scene without a window");
  auto o = std::make_shared<RunOptions>();
  command
      ->add_option("scene", o->scenes,
                   "Name of a shipped scene, a scene file, or meshes, which are fitted to the plain tank")
      ->required()
      ->type_name("SCENE|MESH");
  auto* steps = command->add_option("--steps", o->steps, "How many steps")->transform(wholeBetween(0, 100000000));
  steps->type_name("N");
  command->add_option("--seconds", o->seconds, "How much simulated time, s (without either: 5)")
      ->check(finiteBetween(0, 1e6))
      ->excludes(steps)
      ->type_name("T");
  command->add_option("--set", o->set, "Change a parameter, for example fluid.density=1200; may be given often")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
  addThreadsOption(*command, o->threads);
  command->add_option("--report", o->report, "Write everything about every step as JSON; - is standard output")
      ->check(fileName())
      ->type_name("F.json");
  command->add_option("--csv", o->csv, "Write one row per step as a table; - is standard output")
      ->check(fileName())
      ->type_name("F.csv");
  command->add_option("--frames", o->frames.folder, "Write pictures (PNG) into this folder, 60 per simulated second")
      ->check(folderName())
      ->type_name("DIR");
  command
      ->add_option("--video", o->frames.video,
                   "Write a video with the program ffmpeg; without it pictures, and exit code 1. The ending says the "
                   "format: mp4, m4v, mov, mkv, avi or webm")
      ->check(fileName())
      ->type_name("F.mp4");
  command->add_option("--size", o->size, "Size of the pictures, default 1280x720")->type_name("WxH");
  auto* folder = command->add_option("--export", o->exportFolder,
                                     "Write the water's surface, particles, bodies with their motion or smoke into "
                                     "this folder, 60 frames per simulated second; --format says what");
  folder->check(folderName())->type_name("DIR");
  command->add_option("--format", o->formats, formatWords())->needs(folder)->type_name("F,...");
  command->add_option("--replay", o->replay, "Feed the scene the input of a recording")
      ->check(fileName())
      ->type_name("F");
  command->add_flag("--hash", o->hash, "Print the hash of the final state, and only that, on standard output");
  command->callback([=, &exitCode] { exitCode = Run(*o, console).go(); });
}

}  // namespace flotsam
