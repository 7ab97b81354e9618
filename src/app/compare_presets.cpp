// SPDX-License-Identifier: MIT
#include "app/compare_presets.h"

#include <algorithm>

namespace flotsam {
namespace {

enum class Needs { Nothing, Surface, Bodies };

struct Words {
  const char* title;
  Needs needs;
  std::vector<std::string> names;
  std::vector<std::vector<std::pair<const char*, const char*>>> sides;  // key, word or number
};

const std::vector<Words>& words() {
  static const std::vector<Words> all = {
      {"Area | voxel",
       Needs::Nothing,
       {"Area", "Voxel"},
       {{{"method.fractions", "area"}}, {{"method.fractions", "voxel"}}}},
      {"FLIP | PIC",
       Needs::Nothing,
       {"FLIP", "PIC"},
       {{{"method.advection", "flip"}, {"method.flip", "0.97"}}, {{"method.advection", "flip"}, {"method.flip", "0"}}}},
      {"FLIP | PIC | APIC",
       Needs::Nothing,
       {"FLIP", "PIC", "APIC"},
       {{{"method.advection", "flip"}, {"method.flip", "0.97"}},
        {{"method.advection", "flip"}, {"method.flip", "0"}},
        {{"method.advection", "apic"}}}},
      {"Separating | sticking walls",
       Needs::Surface,
       {"Separating", "Sticking"},
       {{{"method.separation", "true"}}, {{"method.separation", "false"}}}},
      {"Variational | weak",
       Needs::Bodies,
       {"Variational", "Weak"},
       {{{"method.coupling", "variational"}}, {{"method.coupling", "weak"}}}},
      {"Variational | one-way",
       Needs::Bodies,
       {"Variational", "One-way"},
       {{{"method.coupling", "variational"}}, {{"method.coupling", "one-way"}}}},
      {"Variational | weak | rigid-fluid",
       Needs::Bodies,
       {"Variational", "Weak", "Rigid-fluid"},
       {{{"method.coupling", "variational"}}, {{"method.coupling", "weak"}}, {{"method.coupling", "rigid-fluid"}}}},
      {"Two alike, to change by hand", Needs::Nothing, {}, {{}, {}}},
  };
  return all;
}

/// The value of a word or number of a parameter; false when there is no such parameter or word.
bool valueOf(const SimView& view, const char* key, const std::string& word, double& value) {
  const auto p =
      std::find_if(view.params.begin(), view.params.end(), [&](const Param& q) { return q.info.key == key; });
  if (p == view.params.end()) return false;
  if (p->info.kind == ParamKind::Toggle) return value = word == "true", true;
  if (p->info.kind != ParamKind::Choice) return parseNumber(word, value);
  const auto& options = p->info.options;
  const auto at = std::find(options.begin(), options.end(), word);
  value = static_cast<double>(at - options.begin());
  return at != options.end();
}

}  // namespace

std::vector<Preset> comparePresets(const SimView& view, const CompareDesc& own) {
  std::vector<Preset> all;
  if (own.sides.size() > 1) {
    all.push_back({own, ""});
    if (own.title.empty()) all.back().compare.title = "As the scene asks";
  }
  const bool bodies = std::any_of(view.bodies.begin(), view.bodies.end(),
                                  [](const BodyView& b) { return b.motion == BodyMotion::Free; });
  for (const Words& w : words()) {
    Preset preset;
    preset.compare.title = w.title;
    preset.compare.names = w.names;
    bool known = true;
    for (const auto& settings : w.sides) {
      auto& side = preset.compare.sides.emplace_back();
      for (const auto& [key, word] : settings) {
        double value = 0;
        known = valueOf(view, key, word, value) && known;
        side.emplace_back(key, value);
      }
    }
    if (!known) continue;
    if (w.needs == Needs::Surface && view.liquid.phi.empty()) preset.lacks = "Needs a scene with a free surface.";
    if (w.needs == Needs::Bodies && !bodies) preset.lacks = "Needs a scene with a free body.";
    all.push_back(std::move(preset));
  }
  return all;
}

}  // namespace flotsam
