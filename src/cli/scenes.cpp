// SPDX-License-Identifier: MIT
// `flotsam scenes`: what is shipped.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/common.h"
#include "io/assets.h"

namespace flotsam {

namespace {

int listScenes(const Console& console, bool json) {
  const auto scenes = shippedScenes();
  if (scenes.empty()) {
    console.err << "no scenes found; set FLOTSAM_ASSETS to the folder that holds scenes/ and meshes/\n";
    return kFailed;
  }
  if (json) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& s : scenes)
      list.push_back({{"name", s.name},
                      {"path", s.path.string()},
                      {"title", s.title},
                      {"lesson", s.lesson},
                      {"lessonSteps", s.steps},
                      {"source", s.source}});
    console.out << list.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
    return kGood;
  }
  size_t width = 0;
  for (const auto& s : scenes) width = std::max(width, s.name.size());
  for (const auto& s : scenes) console.out << s.name << std::string(width + 2 - s.name.size(), ' ') << s.title << '\n';
  return kGood;
}

}  // namespace

void addScenes(CLI::App& app, Console console, int& exitCode) {
  auto* command = app.add_subcommand("scenes", "List the shipped scenes");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "As JSON, with paths, lessons and sources");
  command->callback([=, &exitCode] { exitCode = listScenes(console, *json); });
}

}  // namespace flotsam
