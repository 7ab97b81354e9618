// SPDX-License-Identifier: MIT
#include "ui/body_parts.h"

#include <algorithm>
#include <span>
#include <utility>

#include "ui/format.h"

namespace flotsam {

void numberList(Panels& panels, const std::vector<BodyNumber>& numbers) {
  Skin& skin = panels.skin;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float w = ImGui::GetContentRegionAvail().x, h = skin.px(19);
  gap(skin, 3);
  for (const BodyNumber& n : numbers) {
    const ImVec2 p = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton(("number:" + n.label).c_str(), {w, h});
    skin.report("number:" + n.label, p, {p.x + w, p.y + h});
    tooltip(skin, n.label, n.help);
    drawTextFit(list, skin.fonts.body, p, skin.c.muted, n.label.c_str(), 0.55f * w);
    const float wide = textSize(skin.fonts.medium, n.value.c_str()).x;
    drawText(list, skin.fonts.medium, {p.x + w - wide, p.y}, skin.c.text, n.value.c_str());
  }
}

/// Along which axis, the button, and what came out.
void addedMassPart(Panels& panels, const BodyView& body) {
  Skin& skin = panels.skin;
  AddedMassShown& shown = panels.state.addedMass;
  const bool flat = panels.state.view->flat;
  const AddedMassShown before = shown;
  if (flat) shown.axis = std::min(shown.axis, 1);
  const float w = ImGui::GetContentRegionAvail().x;
  gap(skin, 7);
  const ImVec2 p = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("added mass", {w * 0.45f, skin.px(24)});
  tooltip(
      skin, "Added mass",
      "What the fluid adds to the body's inertia along an axis, where it is now: one pressure solve, all other bodies "
      "held still. The scene goes on untouched.");
  drawText(ImGui::GetWindowDrawList(), skin.fonts.body, {p.x, p.y + skin.px(4)}, skin.c.muted, "Added mass along");
  constexpr const char* kAxes[] = {"x", "y", "z"};
  ImGui::SetCursorScreenPos({p.x + w - skin.px(96), p.y});
  segmented(skin, "added mass axis", std::span(kAxes, flat ? 2 : 3), shown.axis, skin.px(96));
  constexpr const char* kFrames[] = {"tank", "body"};
  int frame = shown.bodyAxes ? 1 : 0;
  drawText(ImGui::GetWindowDrawList(), skin.fonts.body, {p.x, p.y + skin.px(33)}, skin.c.muted, "of the");
  ImGui::SetCursorScreenPos({p.x + skin.px(46), p.y + skin.px(29)});
  segmented(skin, "added mass frame", kFrames, frame, skin.px(96));
  shown.bodyAxes = frame == 1;
  ImGui::SetCursorScreenPos({p.x + w - skin.px(82), p.y + skin.px(29)});
  if (button(skin, "added mass:estimate", "Estimate", ButtonKind::Plain, skin.px(82)))
    panels.send(UiCommand::EstimateAddedMass, body.name, shown.axis + (shown.bodyAxes ? 3 : 0));
  ImGui::SetCursorScreenPos({p.x, p.y + skin.px(58)});
  if (shown.axis != before.axis || shown.bodyAxes != before.bodyAxes || shown.body != body.name)
    shown.mass.clear(), shown.waiting = false;
  if (shown.mass.empty()) return;
  std::vector<BodyNumber> numbers = {{"Added mass", shown.mass, "At " + shown.when + "."}};
  if (!shown.share.empty())
    numbers.push_back({"of what it displaces", shown.share,
                       "Over the mass of the fluid where the body is; with a surface, of the part under it."});
  if (!shown.theory.empty()) numbers.push_back({"in theory", shown.theory, shown.theoryHelp});
  numberList(panels, numbers);
  if (std::exchange(shown.fresh, false)) ImGui::SetScrollHereY(1);
}

/// A way for the body to go: recorded by mouse, played, cleared.
void pathPart(Panels& panels, const BodyView& body) {
  Skin& skin = panels.skin;
  const UiState& state = panels.state;
  const PathShown& path = state.bodyPath;
  const bool free = body.motion == BodyMotion::Free;
  if ((!free && path.keys == 0) || state.comparing()) return;
  gap(skin, 6);
  if (free) {
    const bool armed = state.pathBody == body.name;
    if (button(skin, "path:record", armed ? "Do not record" : "Record path", ButtonKind::Plain, skin.px(112)))
      panels.send(UiCommand::RecordPath, body.name);
    tooltip(
        skin, "Record path",
        "Drag the body: the way it takes becomes its script, from the start of the scene on. Keyframes, thinned to a "
        "tenth of a cell.");
    gap(skin, 4);
    return;
  }
  paragraph(skin, skin.fonts.body, skin.c.muted,
            ("Path of " + std::to_string(path.keys) + " keys, " + formatFixed(path.seconds, 1) + " s").c_str());
  gap(skin, 3);
  bool loop = path.loop;
  if (toggle(skin, "path.loop", "Over and over", "", loop, "After the last key it begins again at the first."))
    panels.send(UiCommand::LoopPath, body.name, loop);
  if (button(skin, "path:play", "Play", ButtonKind::Plain, skin.px(80))) panels.send(UiCommand::PlayPath);
  tooltip(skin, "Play", "Begins the scene again.");
  ImGui::SameLine(0, skin.px(8));
  if (button(skin, "path:clear", "Clear path", ButtonKind::Plain, skin.px(100)))
    panels.send(UiCommand::ClearPath, body.name);
  tooltip(skin, "Clear path", "The body is free again. The scene begins again.");
  gap(skin, 4);
}

}  // namespace flotsam
