// SPDX-License-Identifier: MIT
// The tools at the left.
#include <cmath>

#include "ui/panels.h"

namespace flotsam {
namespace {

/// A menu at the right of the tool at `at`, when it is open.
bool beginMenuBeside(Skin& skin, const char* name, ImVec2 at) {
  ImGui::SetNextWindowPos({at.x + skin.px(116), at.y - skin.px(6)}, ImGuiCond_Appearing);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(8), skin.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {skin.px(12), skin.px(9)});
  const bool open = ImGui::BeginPopup(name);
  if (!open) ImGui::PopStyleVar(2);
  return open;
}

void endMenuBeside() {
  ImGui::EndPopup();
  ImGui::PopStyleVar(2);
}

}  // namespace

/// What the mouse does with a body: three in a row.
void Panels::hands() {
  struct Hand {
    const char *word, *icon, *name, *help;
  };
  static constexpr Hand kHands[] = {
      {"grab", icon::kGrab, "Grab", "Press on a body and drag it; let go to throw it. G"},
      {"move", icon::kMove, "Move",
       "Arrows on the selected body; pauses. With Ctrl by whole cells, Esc takes it back. G"},
      {"turn", icon::kTurn, "Turn", "Rings on the selected body; pauses. With Ctrl by 15°, Esc takes it back. G"}};
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  const float h = skin.px(31), step = ImGui::GetContentRegionAvail().x / 3;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (int i = 0; i < 3; ++i) {
    const Hand& hand = kHands[i];
    const ImVec2 p{std::floor(begin.x + step * static_cast<float>(i)), begin.y};
    const ImVec2 q{std::floor(begin.x + step * static_cast<float>(i + 1)) - 1, p.y + h};
    const bool on = state.tool == hand.word, can = i == 0 || !state.comparing();
    ImGui::SetCursorScreenPos(p);
    ImGui::BeginDisabled(!can);
    const std::string name = std::string("tool:") + hand.word;
    if (ImGui::InvisibleButton(name.c_str(), {q.x - p.x, h})) send(UiCommand::TakeTool, hand.word);
    const bool lit = ImGui::IsItemHovered();
    ImGui::EndDisabled();
    if (on || lit)
      list->AddRectFilled({p.x, p.y + 1}, {q.x, q.y - 1}, on ? skin.c.accentSoft : skin.c.hover, skin.px(5));
    const char* shown = skin.fonts.icons ? hand.icon : hand.name;
    const ImVec2 size = textSize(skin.fonts.body, shown);
    drawText(list, skin.fonts.body, {(p.x + q.x - size.x) / 2, (p.y + q.y - size.y) / 2},
             on    ? skin.c.accent
             : can ? skin.c.muted
                   : skin.c.faint,
             shown);
    if (on)
      list->AddRectFilled({p.x + skin.px(6), q.y - skin.px(3)}, {q.x - skin.px(6), q.y - skin.px(1)}, skin.c.accent, 2);
    skin.report(name, p, q);
    tooltip(skin, hand.name, can ? hand.help : "Not while comparing.");
  }
  ImGui::SetCursorScreenPos({begin.x, begin.y + h});
}

void Panels::tools() {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(5), skin.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float rowHeight = 31, rows = 5;
  if (beginPanel(skin, "##tools", {12, 46}, {116, rowHeight * rows + 26 + 16}, ImGuiWindowFlags_NoScrollbar)) {
    hands();
    hairline(skin, 6, 6);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool placing = state.tool != "grab" && state.tool != "move" && state.tool != "turn";
    if (row(skin, "tool:add", icon::kCube, "Add", nullptr, placing, rowHeight)) ImGui::OpenPopup("add");
    if (beginMenuBeside(skin, "add", at)) addBodyMenu(), endMenuBeside();
    const bool any = !state.selected.empty();
    ImGui::BeginDisabled(!any);
    if (row(skin, "tool:duplicate", icon::kCopy, "Duplicate", nullptr, false, rowHeight))
      send(UiCommand::DuplicateBody, state.selected);
    if (row(skin, "tool:delete", icon::kTrash, "Delete", nullptr, false, rowHeight))
      send(UiCommand::DeleteBody, state.selected);
    ImGui::EndDisabled();
    hairline(skin, 6, 6);
    const ImVec2 last = ImGui::GetCursorScreenPos();
    if (row(skin, "tool:compare", icon::kColumns, "Compare", nullptr, state.comparing(), rowHeight))
      ImGui::OpenPopup("compare");
    tooltip(skin, "Side by side", "Two or three simulations of this scene in lock-step under the same hand.");
    if (beginMenuBeside(skin, "compare", last)) compareMenu(), endMenuBeside();
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace flotsam
