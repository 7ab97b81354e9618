// SPDX-License-Identifier: MIT
#include "app/params_text.h"

#include <algorithm>

#include "sim/scene_params.h"
#include "ui/format.h"

namespace flotsam {
namespace {

std::string line(const Param& p) {
  const std::string value = p.info.kind == ParamKind::Choice ? '"' + p.text() + '"' : p.text();
  return p.info.key + " = " + value + (p.info.unit.empty() ? "" : "  # " + p.info.unit) + '\n';
}

}  // namespace

std::string paramsText(const WorldDesc& scene, const CompareDesc::Settings& changed, const std::string& from) {
  WorldDesc copy = scene;
  ParamList list = parameters(copy);
  std::string text = "# " + scene.title + (from.empty() ? "" : " (" + from + ")") + '\n';
  for (const auto& [key, value] : changed)
    if (const Param* p = list.find(key)) text += line(*p);
  if (changed.empty()) text += "# nothing was changed\n";
  std::string rest;
  for (const Param& p : list.all()) {
    const bool told =
        std::any_of(changed.begin(), changed.end(), [&](const auto& entry) { return entry.first == p.info.key; });
    if (!told && p.value != p.defaultValue) rest += "# " + line(p);
  }
  return rest.empty() ? text : text + "\n# the scene itself\n" + rest;
}

std::string paramsLine(const WorldDesc& scene, const CompareDesc::Settings& changed) {
  WorldDesc copy = scene;
  ParamList list = parameters(copy);
  std::string words;
  for (const auto& [key, value] : changed) {
    const Param* p = list.find(key);
    if (!p) continue;
    words += (words.empty() ? "" : "  ·  ") + parameterName(p->info) + ' ' + parameterValue(*p);
  }
  return words;
}

}  // namespace flotsam
