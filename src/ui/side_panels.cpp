// SPDX-License-Identifier: MIT
// The tools at the left, the lesson card below them, and the legend of the colours.
#include <algorithm>
#include <cmath>

#include "ui/format.h"
#include "ui/panels.h"

namespace flotsam {

void Panels::tools() {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(5), skin.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float rowHeight = 31, rows = 5;
  if (beginPanel(skin, "##tools", {12, 46}, {116, rowHeight * rows + 26 + 16}, ImGuiWindowFlags_NoScrollbar)) {
    row(skin, "tool:grab", icon::kGrab, "Grab", nullptr, true, rowHeight);
    tooltip(skin, "Grab", "Press on a body and drag it; let go to throw it.");
    hairline(skin, 6, 6);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (row(skin, "tool:add", icon::kCube, "Add body", nullptr, false, rowHeight)) {
      ImGui::OpenPopup("add");
    }
    ImGui::SetNextWindowPos({at.x + skin.px(116), at.y - skin.px(6)}, ImGuiCond_Appearing);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(8), skin.px(8)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {skin.px(12), skin.px(9)});
    if (ImGui::BeginPopup("add")) {
      addBodyMenu();
      ImGui::EndPopup();
    }
    ImGui::PopStyleVar(2);
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
    ImGui::SetNextWindowPos({last.x + skin.px(116), last.y - skin.px(6)}, ImGuiCond_Appearing);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(8), skin.px(8)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {skin.px(12), skin.px(9)});
    if (ImGui::BeginPopup("compare")) {
      compareMenu();
      ImGui::EndPopup();
    }
    ImGui::PopStyleVar(2);
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
  const float cardHeight = std::min(wanted, height - 80 - 260);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(14), skin.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  lessonTop = height - 76 - cardHeight;
  if (beginPanel(skin, "##lesson", {12, lessonTop}, {330, cardHeight})) {
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

void Panels::legend() {
  if (!state.view || !state.markersShown() || state.view->markers.position.empty()) return;
  const SimView& v = *state.view;
  const bool dyes = state.colourBy == 0;
  if (dyes && (v.dyes.empty() || state.dyeColours.empty())) return;
  if (!dyes && state.speedColours.size() < 2) return;
  float inner = 0;
  if (dyes)
    for (const auto& d : v.dyes) inner += textSize(skin.fonts.body, d.word.c_str()).x / skin.scale + 32;
  const float panelWidth = dyes ? std::clamp(inner + 12, 120.0f, 420.0f) : 186;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(11), skin.px(7)});
  if (beginPanel(skin, "##legend", {width - 292 - panelWidth, height - 76 - 56}, {panelWidth, 56},
                 ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoInputs)) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float w = ImGui::GetContentRegionAvail().x;
    drawText(list, skin.fonts.caption, p, skin.c.muted,
             dyes                  ? "Dye released at"
             : state.colourBy == 1 ? "Speed, m/s"
                                   : "Distance from the eye");
    if (dyes) {
      float x = p.x;
      for (size_t i = 0; i < v.dyes.size() && i < state.dyeColours.size(); ++i) {
        list->AddCircleFilled({x + skin.px(5), p.y + skin.px(29)}, skin.px(5), rgb(state.dyeColours[i]), 20);
        drawTextFit(list, skin.fonts.body, {x + skin.px(15), p.y + skin.px(21)}, skin.c.text, v.dyes[i].word.c_str(),
                    p.x + w - x - skin.px(15));
        x += textSize(skin.fonts.body, v.dyes[i].word.c_str()).x + skin.px(30);
      }
    } else {
      const int n = static_cast<int>(state.speedColours.size()) - 1;
      for (int i = 0; i < n; ++i) {
        const ImU32 a = rgb(state.speedColours[i]), b = rgb(state.speedColours[i + 1]);
        list->AddRectFilledMultiColor({p.x + w * i / n, p.y + skin.px(17)}, {p.x + w * (i + 1) / n, p.y + skin.px(26)},
                                      a, b, b, a);
      }
      const std::string words[3] = {state.colourBy == 1 ? "0" : "near",
                                    state.colourBy == 1 ? formatForPeople(v.speedScale / 2, 2) : "",
                                    state.colourBy == 1 ? formatForPeople(v.speedScale, 2) : "far"};
      for (int i = 0; i < 3; ++i) {
        const float tw = textSize(skin.fonts.caption, words[i].c_str()).x;
        drawText(list, skin.fonts.caption, {p.x + (w - tw) * 0.5f * i, p.y + skin.px(29)}, skin.c.text,
                 words[i].c_str());
      }
    }
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

/// Above the markers' legend, or in its place.
void Panels::sliceLegend() {
  const SliceQuantity quantity = state.slice.quantity;
  if (quantity == SliceQuantity::None || !state.view || state.sliceColours.size() < 2) return;
  SliceImage image;
  cutSlice(*state.view, state.slice, image);
  if (image.width == 0) return;
  const bool markers = state.markersShown() && !state.view->markers.position.empty();
  const float panelWidth = 236, top = height - 76 - 56 - (markers ? 62 : 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(11), skin.px(7)});
  if (beginPanel(skin, "##slice", {width - 292 - panelWidth, top}, {panelWidth, 56},
                 ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoInputs)) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float w = ImGui::GetContentRegionAvail().x;
    const std::string unit = sliceUnit(quantity);
    const std::string title = std::string(sliceLabel(quantity)) + (unit.empty() ? "" : ", " + unit);
    drawText(list, skin.fonts.caption, p, skin.c.muted, title.c_str());
    if (quantity == SliceQuantity::Cells) {
      constexpr const char* kinds[] = {"fluid", "air", "body", "wall"};
      constexpr size_t stops[] = {0, 3, 5, 8};  // the colours of 0, 1/3, 2/3 and 1
      for (int i = 0; i < 4; ++i) {
        const float x = p.x + w * i / 4;
        list->AddCircleFilled({x + skin.px(5), p.y + skin.px(29)}, skin.px(5), rgb(state.sliceColours[stops[i]]), 20);
        list->AddCircle({x + skin.px(5), p.y + skin.px(29)}, skin.px(5), skin.c.border, 20);
        drawText(list, skin.fonts.caption, {x + skin.px(13), p.y + skin.px(22)}, skin.c.text, kinds[i]);
      }
    } else {
      const int n = static_cast<int>(state.sliceColours.size()) - 1;
      for (int i = 0; i < n; ++i) {
        const ImU32 a = rgb(state.sliceColours[i]), b = rgb(state.sliceColours[i + 1]);
        list->AddRectFilledMultiColor({p.x + w * i / n, p.y + skin.px(17)}, {p.x + w * (i + 1) / n, p.y + skin.px(26)},
                                      a, b, b, a);
      }
      for (int i = 0; i < 3; ++i) {
        const std::string words = formatForPeople(double(image.lo) + 0.5 * i * double(image.hi - image.lo), 3);
        const float tw = textSize(skin.fonts.caption, words.c_str()).x;
        drawText(list, skin.fonts.caption, {p.x + (w - tw) * 0.5f * i, p.y + skin.px(29)}, skin.c.text, words.c_str());
      }
    }
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace flotsam
