// SPDX-License-Identifier: MIT
// `flotsam scenes`: what is shipped, as a list or as pictures.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/common.h"
#include "cli/frames.h"
#include "cli/outputs.h"
#include "io/assets.h"
#include "io/save_file.h"
#include "io/scene.h"

namespace flotsam {

namespace {

struct ScenesOptions {
  bool json = false;
  std::string pictures, size;
  std::optional<double> seconds;
};

/// A picture of each scene after some time, in a folder; those that fail are told, the others are made.
int makePictures(const Console& console, const std::vector<SceneEntry>& scenes, const ScenesOptions& options) {
  int width = 0, height = 0;
  if (!parseSize(options.size.empty() ? "640x360" : options.size, width, height))
    return report(console, {{"", 0, "--size", "expected WxH between 16x16 and 8192x8192, got '" + options.size + "'"}}),
           kBadInput;
  if (report(console, makeFolder(options.pictures))) return kBadInput;
  bool good = true;
  for (const auto& s : scenes) {
    auto desc = loadScene(s.path);
    if (report(console, desc.problems)) {
      good = false;
      continue;
    }
    World world(std::move(*desc));
    const auto steps = std::llround(options.seconds.value_or(1) / world.desc().params.dt());
    for (long long i = 0; i < steps && world.status().ok; ++i) world.step();
    if (!world.status().ok) console.err << s.name << ": stopped: " << world.status().fault << '\n';
    const std::string path = options.pictures + "/" + s.name + ".png";
    if (report(console, writePicture(world, path, width, height))) return kFailed;
    console.out << path << '\n';
  }
  return good ? kGood : kFailed;
}

int listScenes(const Console& console, const ScenesOptions& options) {
  const auto scenes = shippedScenes();
  if (scenes.empty()) {
    console.err << "no scenes found; set FLOTSAM_ASSETS to the folder that holds scenes/ and meshes/\n";
    return kFailed;
  }
  if (!options.pictures.empty()) return makePictures(console, scenes, options);
  if (!options.size.empty()) warnUnused(console, "--size", "--pictures");
  if (options.seconds) warnUnused(console, "--seconds", "--pictures");
  if (options.json) {
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
  auto o = std::make_shared<ScenesOptions>();
  command->add_flag("--json", o->json, "As JSON, with paths, lessons and sources");
  command->add_option("--pictures", o->pictures, "Make a picture (PNG) of each in this folder, as in docs/scenes.md")
      ->check(folderName())
      ->type_name("FOLDER");
  command->add_option("--size", o->size, "Size of the pictures, default 640x360")->type_name("WxH");
  command->add_option("--seconds", o->seconds, "Simulated time before the picture, default 1")
      ->type_name("S")
      ->check(finiteBetween(0, 3600));
  command->callback([=, &exitCode] { exitCode = listScenes(console, *o); });
}

}  // namespace flotsam
