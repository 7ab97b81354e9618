// SPDX-License-Identifier: MIT
#include "app/scene_items.h"

#include <strings.h>

#include <algorithm>
#include <array>

namespace flotsam {
namespace {

constexpr std::array<const char*, 5> kGroups = {"From the paper", "Lessons", "Water", "From other papers", "More"};

size_t groupOf(const SceneEntry& scene) {
  const auto names = [&](const char* words) { return scene.source.find(words) != std::string::npos; };
  if (names("Batty, Bertails, Bridson 2007")) return 0;
  if (names("Carlson, Mucha, Turk 2004") || names("FLIP project report")) return 3;
  return scene.steps > 0 ? 1 : scene.liquid ? 2 : 4;
}

}  // namespace

std::vector<SceneItem> sceneItems(const std::vector<SceneEntry>& scenes) {
  std::vector<const SceneEntry*> order;
  for (const auto& scene : scenes) order.push_back(&scene);
  std::sort(order.begin(), order.end(), [](const SceneEntry* a, const SceneEntry* b) {
    const size_t first = groupOf(*a), second = groupOf(*b);
    return first != second ? first < second : strcasecmp(a->title.c_str(), b->title.c_str()) < 0;
  });
  std::vector<SceneItem> items;
  for (const SceneEntry* scene : order)
    items.push_back({scene->name, scene->title, kGroups[groupOf(*scene)], scene->steps > 0});
  return items;
}

}  // namespace flotsam
