// SPDX-License-Identifier: MIT
// What takes longer than a moment, over the scene: a file that is read, an export, a video. Each with how far it is and
// a way to end it. And the dialog that begins an export.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/format.h"
#include "ui/panels.h"

namespace flotsam {

/// A pill with words, a bar (`share` below 0: a light that wanders; above 1: none), and a button. True when that is
/// pressed. `dot`: colour of a light before the words, 0: none.
bool Panels::job(const char* name, const std::string& words, float share, unsigned dot, const char* stop,
                 const char* help) {
  const float text = textSize(skin.fonts.medium, words.c_str()).x / skin.scale;
  const float button = stop ? textSize(skin.fonts.medium, stop).x / skin.scale + 22 : 0;
  const float lead = dot ? 18.0f : 0.0f;
  const float w = std::min(text + lead + button + 34, width - 24);
  const float centre = sceneMiddle();
  bool pressed = false;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, skin.px(17));
  const std::string window = std::string("##job:") + name;
  if (beginPanel(skin, window.c_str(), {std::floor(centre - w / 2), linesTop}, {w, 34},
                 ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing)) {
    const ImVec2 p = ImGui::GetWindowPos(), q{p.x + skin.px(w), p.y + skin.px(34)};
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float middle = (p.y + q.y) / 2;
    float x = p.x + skin.px(16);
    if (dot) {
      const double beat = 0.65 + 0.35 * std::sin(ImGui::GetTime() * 4);
      list->AddCircleFilled({x + skin.px(4), middle}, skin.px(5), faded(dot, beat), 20);
      x += skin.px(lead);
    }
    const float room = q.x - skin.px(button + 14) - x;
    drawTextFit(list, skin.fonts.medium, {x, middle - skin.fonts.medium->FontSize / 2 - (share <= 1 ? skin.px(2) : 0)},
                skin.c.text, words.c_str(), room);
    if (share <= 1) {
      const float y = q.y - skin.px(7), h = skin.px(3), span = room - skin.px(4);
      list->AddRectFilled({x, y}, {x + span, y + h}, skin.c.track, h / 2);
      const float t = static_cast<float>(0.5 + 0.5 * std::sin(ImGui::GetTime() * 2.2));
      const float from = share < 0 ? 0.75f * t * span : 0, to = share < 0 ? from + 0.25f * span : share * span;
      list->AddRectFilled({x + from, y}, {x + std::max(to, h), y + h}, skin.c.accent, h / 2);
    }
    if (stop) {
      const ImVec2 a{q.x - skin.px(button + 6), p.y + skin.px(5)}, b{q.x - skin.px(6), q.y - skin.px(5)};
      ImGui::SetCursorScreenPos(a);
      const std::string id = std::string(name) + ":stop";
      pressed = ImGui::InvisibleButton(id.c_str(), {b.x - a.x, b.y - a.y});
      const bool lit = ImGui::IsItemHovered();
      list->AddRectFilled(a, b, lit ? skin.c.hover : skin.c.input, skin.px(12));
      list->AddRect(a, b, lit ? skin.c.faint : skin.c.border, skin.px(12));
      const ImVec2 size = textSize(skin.fonts.medium, stop);
      drawText(list, skin.fonts.medium, {(a.x + b.x - size.x) / 2, (a.y + b.y - size.y) / 2}, skin.c.text, stop);
      skin.report(id, a, b);
      tooltip(skin, stop, help);
    }
    skin.report(std::string("job:") + name, p, q);
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
  linesTop += 40;
  return pressed;
}

void Panels::jobs() {
  if (!state.leftWords.empty()) linesTop += 44;
  if (!state.loading.empty()) {
    const std::string share =
        state.loadingShare >= 0 ? "  " + formatFixed(100 * static_cast<double>(state.loadingShare), 0) + " %" : "";
    if (job("loading", state.loading + share, state.loadingShare, 0, "Cancel",
            "Nothing of it is added; what waits is read next. The scene goes on."))
      send(UiCommand::CancelLoading);
  }
  if (!state.exporting.empty() &&
      job("export", state.exporting, 2, state.exportStops ? skin.c.faint : skin.c.accent,
          state.exportStops ? nullptr : "Stop", "The files written so far stay; that of the bodies is written now."))
    send(UiCommand::StopExport);
  if (state.videoSeconds >= 0 && state.panels &&
      job("video", "Video  " + formatFixed(state.videoSeconds, 1) + " s", 2, skin.c.bad, "Stop", "Saves the video."))
    send(UiCommand::ToggleVideo);
}

namespace {

/// A line of the dialog: a box to tick, what it is, its files, and what is in them.
constexpr float kExportLine = 36, kShortLine = 24;

void exportLine(Skin& skin, ExportItem& e, float high) {
  const bool helped = high > kShortLine;  // else the tip says it
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = skin.px(high);
  const bool can = e.lacks.empty();
  ImGui::BeginDisabled(!can);
  if (ImGui::InvisibleButton(e.word.c_str(), {w, h})) e.wanted = !e.wanted;
  const bool lit = can && ImGui::IsItemHovered();
  ImGui::EndDisabled();
  const bool on = e.wanted && can;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (on || lit)
    list->AddRectFilled({p.x, p.y + 1}, {p.x + w, p.y + h - 1}, on ? skin.c.accentSoft : skin.c.hover, skin.px(6));
  const ImVec2 a{p.x + skin.px(10), p.y + skin.px((high - 18) / 2)}, b{a.x + skin.px(18), a.y + skin.px(18)};
  list->AddRectFilled(a, b, on ? skin.c.accent : skin.c.input, skin.px(4));
  if (!on) list->AddRect(a, b, skin.c.faint, skin.px(4));
  if (on) {
    const float u = skin.scale;
    const ImVec2 tick[] = {
        {a.x + 4.5f * u, a.y + 9.5f * u}, {a.x + 8 * u, a.y + 13 * u}, {a.x + 14 * u, a.y + 5.5f * u}};
    list->AddPolyline(tick, 3, skin.c.onAccent, 0, skin.px(2));
  }
  const float x = p.x + skin.px(40), files = textSize(skin.fonts.caption, e.files.c_str()).x;
  const float y = p.y + skin.px(helped ? 2 : (high - 18) / 2);
  drawTextFit(list, skin.fonts.medium, {x, y}, can ? skin.c.text : skin.c.faint, e.title.c_str(),
              w - skin.px(60) - files);
  drawText(list, skin.fonts.caption, {p.x + w - skin.px(10) - files, y + skin.px(2)}, can ? skin.c.muted : skin.c.faint,
           e.files.c_str());
  const std::string& words = can ? e.help : e.lacks;
  if (helped)
    drawTextFit(list, skin.fonts.caption, {x, y + skin.px(18)}, can ? skin.c.muted : skin.c.faint, words.c_str(),
                w - skin.px(50));
  else
    tooltip(skin, e.title, words);
  skin.report("export:" + e.word, p, {p.x + w, p.y + h});
  if (on) skin.report("export:" + e.word + ":on", a, b);
}

/// While comparing: which of the simulations.
void exportSideChoice(Panels& panels) {
  Skin& skin = panels.skin;
  UiState& state = panels.state;
  if (!state.comparing()) return;
  constexpr const char* kSides[] = {"A", "B", "C"};
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, box = skin.px(48.0f * static_cast<float>(state.sides.size()));
  state.exportSide = std::clamp(state.exportSide, 0, static_cast<int>(state.sides.size()) - 1);
  const size_t side = static_cast<size_t>(state.exportSide);
  const std::string words =
      "Of side " + std::string(sideLetter(side)) + (side < state.sideNames.size() ? ": " + state.sideNames[side] : "");
  drawTextFit(ImGui::GetWindowDrawList(), skin.fonts.medium, {p.x, p.y + skin.px(4)}, sideColour(skin, side),
              words.c_str(), w - box - skin.px(10));
  ImGui::SetCursorScreenPos({p.x + w - box, p.y});
  segmented(skin, "export.side", std::span(kSides, state.sides.size()), state.exportSide, box);
  ImGui::SetCursorScreenPos({p.x, p.y + skin.px(32)});
}

}  // namespace

void Panels::exportDialog() {
  if (state.dialog == UiDialog::Export && !ImGui::IsPopupOpen("##export")) ImGui::OpenPopup("##export");
  // Words of help and the list of folders as far as there is room.
  const float w = std::min(600.0f, width - 24), line = height < 640 ? kShortLine : kExportLine;
  const float least = 220 + line * static_cast<float>(state.exports.size()) + (state.comparing() ? 32.0f : 0);
  const float rows = std::floor(std::min(3.0f, (height - 24 - least - 38) / 24));
  const float whole = least + (rows >= 2 ? 38 + 24 * rows : 0);
  ImGui::SetNextWindowPos({skin.px((width - w) / 2), skin.px(std::max(12.0f, (height - whole) / 2))});
  ImGui::SetNextWindowSize({skin.px(w), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(16), skin.px(14)});
  if (ImGui::BeginPopupModal("##export", nullptr,
                             ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
    drawText(ImGui::GetWindowDrawList(), skin.fonts.head, ImGui::GetCursorScreenPos(), skin.c.text,
             "Export for other programs");
    gap(skin, 22);
    paragraph(skin, skin.fonts.caption, skin.c.muted,
              "Written while the scene runs, 60 frames a second of its time, until you stop it. Metres, y up.");
    gap(skin, 6);
    exportSideChoice(*this);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    for (ExportItem& e : state.exports) exportLine(skin, e, line);
    ImGui::PopStyleVar();
    gap(skin, 8);
    drawText(ImGui::GetWindowDrawList(), skin.fonts.body, ImGui::GetCursorScreenPos(), skin.c.muted, "Into the folder");
    gap(skin, 20);
    const bool accepted = pathField("export:folder", "a folder; it is made when it is not there", PathFor::Folder, {},
                                    rows >= 2 ? rows : 0, state.exportFolder);
    gap(skin, 6);
    if (!state.refused.words.empty() && picker.files.path() == state.refused.path) {
      paragraph(skin, skin.fonts.body, skin.c.bad, state.refused.words.c_str());
      gap(skin, 6);
    }
    const bool any = std::any_of(state.exports.begin(), state.exports.end(),
                                 [](const ExportItem& e) { return e.wanted && e.lacks.empty(); });
    const bool can = any && !state.exportFolder.empty();
    ImGui::BeginDisabled(!can);
    const bool start = button(skin, "export:start", "Start", ButtonKind::Primary, skin.px(100)) || (can && accepted);
    ImGui::EndDisabled();
    ImGui::SameLine();
    const bool cancel = button(skin, "export:cancel", "Cancel", ButtonKind::Plain, skin.px(100)) ||
                        ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
    if (start) send(UiCommand::StartExport, picker.files.path());
    if (start || cancel) {
      state.dialog = UiDialog::None;
      ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace flotsam
