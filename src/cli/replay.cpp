// SPDX-License-Identifier: MIT
// `flotsam replay`: runs a recording again; with --verify its state hashes must come out the same.
#include "cli/common.h"
#include "core/parallel.h"
#include "io/hex.h"
#include "io/recording.h"
#include "io/scene.h"
#include "sim/world.h"

namespace flotsam {

namespace {

/// The first hash that differs, or none.
struct Comparison {
  size_t compared = 0;
  bool differs = false;
  uint64_t step = 0, recorded = 0, got = 0;
};

int replay(const std::string& file, bool verify, const Console& console) {
  const auto recording = loadRecording(file);
  if (report(console, recording.problems)) return kBadInput;
  auto scene = parseScene(recording->sceneText, file + " (its scene)", recording->sceneFolder);
  if (report(console, scene.problems)) return kBadInput;
  if (verify && recording->hashes.empty()) {
    console.err << file << ": holds no hashes to verify\n";
    return kBadInput;
  }

  World world(std::move(*scene), wallClock);
  Comparison result;
  const auto compare = [&](uint64_t step) {
    const auto hash = recording->hashes.find(step);
    if (hash == recording->hashes.end() || result.differs) return;
    ++result.compared;
    const uint64_t got = world.hash();
    if (got != hash->second)
      result.differs = true, result.step = step, result.recorded = hash->second, result.got = got;
  };
  const InputFrame nothing;
  compare(0);
  for (uint64_t step = 0; step < recording->steps; ++step) {
    const auto input = recording->frames.find(step);
    world.step(input == recording->frames.end() ? nothing : input->second);
    if (!world.status().ok) {
      console.err << "stopped at step " << step + 1 << ": " << world.status().fault << '\n';
      return kFailed;
    }
    compare(step + 1);
    if (verify && result.differs) break;
  }
  if (verify && result.differs) {
    console.err << file << ": differs from step " << result.step << ": recorded " << hexText(result.recorded)
                << ", got " << hexText(result.got) << '\n';
    return kFailed;
  }
  if (verify && result.compared == 0) {
    console.err << file << ": none of its hashes belongs to a step that was run\n";
    return kFailed;
  }
  console.out << hexText(world.hash()) << '\n';
  if (verify) console.err << result.compared << " hashes equal over " << recording->steps << " steps\n";
  return kGood;
}

}  // namespace

void addReplay(CLI::App& app, Console console, int& exitCode) {
  auto* command = app.add_subcommand("replay", "Run a recording again and print the hash of its final state");
  auto file = std::make_shared<std::string>();
  auto verify = std::make_shared<bool>(false);
  auto threads = std::make_shared<int>(0);
  command->add_option("recording", *file, "A recording made in the window")->required()->type_name("F");
  command->add_flag("--verify", *verify, "Compare the recorded hashes; exit code 1 when one differs");
  addThreadsOption(*command, *threads);
  command->callback([=, &exitCode] {
    setThreadCount(*threads);
    exitCode = replay(*file, *verify, console);
  });
}

}  // namespace flotsam
