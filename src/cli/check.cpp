// SPDX-License-Identifier: MIT
// `flotsam check`: reads scenes with their meshes and says what is wrong with them, and what their first step warns of.
#include <unistd.h>

#include <iostream>
#include <new>

#include "cli/common.h"
#include "cli/waiting.h"
#include "io/scene.h"
#include "sim/world.h"

namespace flotsam {
namespace {

/// Bodies that overlap, are thinner than a cell or larger than the tank, and the like: allowed, and seldom meant.
std::vector<std::string> warningsOfStart(const WorldDesc& scene) {
  try {
    World world(scene);
    world.step();
    return world.report().warnings;
  } catch (const std::bad_alloc&) {
    return {"there is not enough memory to run it"};
  }
}

}  // namespace

void addCheck(CLI::App& app, Console console, int& exitCode) {
  auto* command = app.add_subcommand(
      "check", "Say what is wrong with scenes, with file and line, and what their first step warns of");
  auto scenes = std::make_shared<std::vector<std::string>>();
  command->add_option("scenes", *scenes, "Names of shipped scenes or scene files")->required()->type_name("SCENE...");
  command->callback([=, &exitCode] {
    bool bad = false;
    std::ostream* terminal = isatty(STDERR_FILENO) && &console.err == &std::cerr ? &console.err : nullptr;
    for (const auto& name : *scenes) {
      Waiting reads(terminal, name + ": is read");
      const auto scene = loadArgument(name, {});
      reads.clear();
      if (report(console, scene.problems)) {
        bad = true;
        continue;
      }
      console.out << name << ": good, " << scene->bodies.size() << (scene->bodies.size() == 1 ? " body" : " bodies")
                  << ", " << scene->cells.x << " x " << scene->cells.y << " x " << scene->cells.z << " cells\n"
                  << std::flush;
      Waiting steps(terminal, name + ": makes its first step");
      const std::vector<std::string> warnings = warningsOfStart(*scene);
      steps.clear();
      for (const std::string& text : warnings) console.out << name << ": warning: " << text << "\n";
    }
    exitCode = bad ? kBadInput : kGood;
  });
}

}  // namespace flotsam
