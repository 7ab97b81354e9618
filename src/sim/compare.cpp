// SPDX-License-Identifier: MIT
#include "sim/compare.h"

#include <algorithm>

#include "sim/scene_params.h"

namespace flotsam {
std::vector<WorldDesc> sidesOf(const WorldDesc& desc) {
  std::vector<WorldDesc> all;
  for (const auto& settings : desc.compare.sides) {
    all.push_back(desc);
    ParamList list = parameters(all.back());
    for (const auto& [key, value] : settings) list.setClamped(key, value);
  }
  if (all.empty()) all.push_back(desc);
  for (auto& side : all) side.compare = {};
  return all;
}

bool comparedIn(const CompareDesc& compare, const std::string& key) {
  return std::any_of(compare.sides.begin(), compare.sides.end(), [&](const CompareDesc::Settings& side) {
    return std::any_of(side.begin(), side.end(), [&](const auto& setting) { return setting.first == key; });
  });
}

CompareDesc differences(std::span<const WorldDesc> sides) {
  CompareDesc result;
  if (sides.size() < 2) return result;
  result.sides.resize(sides.size());
  std::vector<WorldDesc> copies(sides.begin(), sides.end());
  std::vector<ParamList> lists;
  for (auto& c : copies) lists.push_back(parameters(c));
  for (const auto& p : lists[0].all()) {
    bool everywhere = true, differs = false;
    for (auto& list : lists) {
      const Param* other = list.find(p.info.key);
      everywhere = everywhere && other;
      differs = differs || (other && other->value != p.value);
    }
    if (everywhere && differs)
      for (size_t s = 0; s < lists.size(); ++s)
        result.sides[s].emplace_back(p.info.key, lists[s].find(p.info.key)->value);
  }
  return result;
}

}  // namespace flotsam
