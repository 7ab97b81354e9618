// SPDX-License-Identifier: MIT
// The tools at the left.
#include <cmath>

#include "ui/panels.h"

namespace flotsam {
namespace {

constexpr float kCellHeight = 31;
constexpr const char* kCompare = "Two or three simulations of this scene in lock-step under the same hand.";

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

/// One of three icons in a row; where there is no font of icons, its word.
struct Cell {
  const char *name, *icon, *word;
  bool on, can;
};

/// True when it was pressed. The row begins at `begin`; the cursor ends under it.
bool cell(Skin& skin, const Cell& c, ImVec2 begin, float width, int place, const char* help) {
  const float h = skin.px(kCellHeight), step = width / 3;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 p{std::floor(begin.x + step * static_cast<float>(place)), begin.y};
  const ImVec2 q{std::floor(begin.x + step * static_cast<float>(place + 1)) - 1, p.y + h};
  ImGui::SetCursorScreenPos(p);
  ImGui::BeginDisabled(!c.can);
  const bool pressed = ImGui::InvisibleButton(c.name, {q.x - p.x, h});
  const bool lit = ImGui::IsItemHovered();
  ImGui::EndDisabled();
  if (c.on || lit)
    list->AddRectFilled({p.x, p.y + 1}, {q.x, q.y - 1}, c.on ? skin.c.accentSoft : skin.c.hover, skin.px(5));
  const char* shown = skin.fonts.icons ? c.icon : c.word;
  const ImVec2 size = textSize(skin.fonts.body, shown);
  drawText(list, skin.fonts.body, {(p.x + q.x - size.x) / 2, (p.y + q.y - size.y) / 2},
           c.on    ? skin.c.accent
           : c.can ? skin.c.muted
                   : skin.c.faint,
           shown);
  if (c.on)
    list->AddRectFilled({p.x + skin.px(6), q.y - skin.px(3)}, {q.x - skin.px(6), q.y - skin.px(1)}, skin.c.accent, 2);
  skin.report(c.name, p, q);
  tooltip(skin, c.word, help);
  ImGui::SetCursorScreenPos({begin.x, begin.y + h});
  return pressed;
}

}  // namespace

/// What the mouse does with a body: three in a row.
void Panels::hands() {
  struct Hand {
    const char *word, *name, *icon, *title, *help;
  };
  static constexpr Hand kHands[] = {
      {"grab", "tool:grab", icon::kGrab, "Grab", "Press on a body and drag it; let go to throw it. G"},
      {"move", "tool:move", icon::kMove, "Move",
       "Arrows on the selected body; pauses. With Ctrl by whole cells, Esc takes it back. G"},
      {"turn", "tool:turn", icon::kTurn, "Turn",
       "Rings on the selected body; pauses. With Ctrl by 15°, Esc takes it back. G"}};
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  for (int i = 0; i < 3; ++i) {
    const Hand& hand = kHands[i];
    const bool can = i == 0 || !state.comparing();
    if (cell(skin, {hand.name, hand.icon, hand.title, state.tool == hand.word, can}, begin, width, i,
             can ? hand.help : "Not while comparing."))
      send(UiCommand::TakeTool, hand.word);
  }
}

/// In a low window, under the hands: what is used most. The rest is in the Edit menu.
void Panels::toolsInARow() {
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  if (cell(skin, {"tool:add", icon::kCube, "Add", placing(), true}, begin, width, 0, "A body, joint, tap or drain."))
    ImGui::OpenPopup("add");
  if (beginMenuBeside(skin, "add", begin)) addBodyMenu(), endMenuBeside();
  if (cell(skin, {"tool:delete", icon::kTrash, "Delete", false, !state.selected.empty()}, begin, width, 1,
           "The selected body. Delete"))
    send(UiCommand::DeleteBody, state.selected);
  if (cell(skin, {"tool:compare", icon::kColumns, "Side by side", state.comparing(), true}, begin, width, 2, kCompare))
    ImGui::OpenPopup("compare");
  if (beginMenuBeside(skin, "compare", begin)) compareMenu(), endMenuBeside();
}

/// Under the hands: a row each, with its word.
void Panels::toolsInRows() {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (row(skin, "tool:add", icon::kCube, "Add", nullptr, placing(), kCellHeight)) ImGui::OpenPopup("add");
  if (beginMenuBeside(skin, "add", at)) addBodyMenu(), endMenuBeside();
  const bool any = !state.selected.empty();
  ImGui::BeginDisabled(!any);
  if (row(skin, "tool:duplicate", icon::kCopy, "Duplicate", nullptr, false, kCellHeight))
    send(UiCommand::DuplicateBody, state.selected);
  if (row(skin, "tool:delete", icon::kTrash, "Delete", nullptr, false, kCellHeight))
    send(UiCommand::DeleteBody, state.selected);
  ImGui::EndDisabled();
  hairline(skin, 6, 6);
  const ImVec2 last = ImGui::GetCursorScreenPos();
  if (row(skin, "tool:compare", icon::kColumns, "Compare", nullptr, state.comparing(), kCellHeight))
    ImGui::OpenPopup("compare");
  tooltip(skin, "Side by side", kCompare);
  if (beginMenuBeside(skin, "compare", last)) compareMenu(), endMenuBeside();
}

void Panels::tools() {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(5), skin.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (beginPanel(skin, "##tools", {12, 46}, {116, toolsHeight(height)}, ImGuiWindowFlags_NoScrollbar)) {
    hands();
    hairline(skin, 6, 6);
    if (height < kLow)
      toolsInARow();
    else
      toolsInRows();
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace flotsam
