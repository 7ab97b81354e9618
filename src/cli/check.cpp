// SPDX-License-Identifier: MIT
// `flotsam check`: reads scenes with their meshes and says what is wrong with them, without running them.
#include "cli/common.h"
#include "io/scene.h"

namespace flotsam {

void addCheck(CLI::App& app, Console console, int& exitCode) {
  auto* command =
      app.add_subcommand("check", "Say what is wrong with scenes, with file and line, without running them");
  auto scenes = std::make_shared<std::vector<std::string>>();
  command->add_option("scenes", *scenes, "Names of shipped scenes or scene files")->required()->type_name("SCENE...");
  command->callback([=, &exitCode] {
    bool bad = false;
    for (const auto& name : *scenes) {
      const auto scene = loadArgument(name, {});
      if (report(console, scene.problems))
        bad = true;
      else
        console.out << name << ": good, " << scene->bodies.size() << (scene->bodies.size() == 1 ? " body" : " bodies")
                    << ", " << scene->cells.x << " x " << scene->cells.y << " x " << scene->cells.z << " cells\n";
    }
    exitCode = bad ? kBadInput : kGood;
  });
}

}  // namespace flotsam
