// SPDX-License-Identifier: MIT
// The tools at the left and the lesson card below them.
#include <algorithm>
#include <cmath>

#include "ui/format.h"
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
    row(skin, "tool:grab", icon::kGrab, "Grab", nullptr, true, rowHeight);
    tooltip(skin, "Grab", "Press on a body and drag it; let go to throw it.");
    hairline(skin, 6, 6);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (row(skin, "tool:add", icon::kCube, "Add body", nullptr, false, rowHeight)) ImGui::OpenPopup("add");
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

void Panels::lessonCard() {
  if (!state.lesson || !state.view || (state.view->lesson.empty() && state.view->source.empty())) return;
  const SimView& v = *state.view;
  const float inner = skin.px(330 - 28);
  const ImFont *font = skin.fonts.body, *small = skin.fonts.caption;
  const float lesson = wrappedLines(font, v.lesson.c_str(), inner) * lineHeight(skin, font);
  const float source =
      v.source.empty()
          ? 0
          : wrappedLines(small, v.source.c_str(), inner - skin.px(24)) * lineHeight(skin, small) + skin.px(13);
  const float wanted = (lesson + source) / skin.scale + 36 + (source > 0 ? 8 : 0) + 12;
  const float cardHeight = std::min(wanted, height - 80 - (state.presentation ? 60 : 260));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(14), skin.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  lessonTop = height - 76 - cardHeight;
  if (beginPanel(skin, "##lesson", {12, lessonTop}, {330, cardHeight},
                 cardHeight < wanted ? 0 : ImGuiWindowFlags_NoScrollbar)) {
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float w = ImGui::GetContentRegionAvail().x;
    ImDrawList* list = ImGui::GetWindowDrawList();
    float x = p.x;
    if (skin.fonts.icons) {
      drawText(list, skin.fonts.body, {x, p.y + skin.px(1)}, skin.c.accent, icon::kBook);
      x += skin.px(22);
    }
    drawTextFit(list, skin.fonts.head, {x, p.y}, skin.c.text, v.title.c_str(), p.x + w - x - skin.px(26));
    ImGui::SetCursorScreenPos({p.x + w - skin.px(20), p.y - skin.px(2)});
    if (iconButton(skin, "lesson:close", icon::kClose, "x", {skin.px(22), skin.px(22)},
                   "View, Lesson card brings it back.", true))
      state.lesson = false;
    ImGui::SetCursorScreenPos({p.x, p.y + skin.px(26)});
    paragraph(skin, skin.fonts.body, skin.c.muted, v.lesson.c_str());
    if (!v.source.empty()) {
      gap(skin, 8);
      const ImVec2 a = ImGui::GetCursorScreenPos();
      list->AddRectFilled(a, {a.x + w, a.y + source}, skin.c.input, skin.px(5));
      ImGui::SetCursorScreenPos({a.x + skin.px(12), a.y + skin.px(7)});
      paragraph(skin, small, skin.c.muted, v.source.c_str(), w - skin.px(24));
    }
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace flotsam
