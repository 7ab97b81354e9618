// SPDX-License-Identifier: MIT
// The tools at the left.
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

void Panels::tools() {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(5), skin.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float rowHeight = 31, rows = 5;
  if (beginPanel(skin, "##tools", {12, 46}, {116, rowHeight * rows + 26 + 16}, ImGuiWindowFlags_NoScrollbar)) {
    if (row(skin, "tool:grab", icon::kGrab, "Grab", nullptr, state.tool == "grab", rowHeight))
      send(UiCommand::TakeTool, "grab");
    tooltip(skin, "Grab", "Press on a body and drag it; let go to throw it.");
    hairline(skin, 6, 6);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (row(skin, "tool:add", icon::kCube, "Add", nullptr, state.tool != "grab", rowHeight)) ImGui::OpenPopup("add");
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
