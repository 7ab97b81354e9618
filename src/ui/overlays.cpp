// SPDX-License-Identifier: MIT
// What lies over the scene for a while: the first hint, messages, the list of problems, help, and the path dialogs.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/panels.h"

namespace flotsam {
namespace {

/// Words on a soft pill at `y` pixels about `centreX`, within the window: in several lines where one is too long.
/// `above`: over panels and dialogs too, for what one reads once.
void floatingLine(Skin& skin, const char* text, float centreX, float y, ImU32 ink, bool above = false) {
  ImDrawList* list = above ? ImGui::GetForegroundDrawList() : ImGui::GetBackgroundDrawList();
  const ImFont* font = skin.fonts.medium;
  const float pad = skin.px(14), window = ImGui::GetIO().DisplaySize.x, edge = skin.px(8);
  std::vector<std::string> lines;
  wrappedLines(font, text, window - 2 * (pad + edge), &lines);
  float widest = 0;
  for (const std::string& line : lines) widest = std::max(widest, textSize(font, line.c_str()).x);
  const float half = widest / 2 + pad, row = lineHeight(skin, font);
  centreX = std::clamp(centreX, edge + half, std::max(edge + half, window - edge - half));
  const ImVec2 lo{std::floor(centreX - half), std::floor(y)};
  const ImVec2 hi{std::floor(centreX + half), std::floor(y + skin.px(28) + row * static_cast<float>(lines.size() - 1))};
  list->AddRectFilled(lo, hi, faded(skin.c.panel, 0.88), pad);
  list->AddRect(lo, hi, skin.c.border, pad);
  for (size_t i = 0; i < lines.size(); ++i) {
    const ImVec2 size = textSize(font, lines[i].c_str());
    drawText(list, font, {centreX - size.x / 2, y + pad - size.y / 2 + row * static_cast<float>(i)}, ink,
             lines[i].c_str());
  }
  if (skin.reportRects && above) skin.rects.push_back({"toast", lo.x, lo.y, hi.x - lo.x, hi.y - lo.y});
}

struct HelpLine {
  const char *keys, *what;
};
constexpr HelpLine kMouse[] = {{"Drag a body", "grab and move it; let go to throw it"},
                               {"Drag while paused", "put the body elsewhere; [ and ] turn it"},
                               {"Drag beside it, right drag", "turn the camera"},
                               {"Middle drag, Shift + drag", "move the camera"},
                               {"Wheel", "nearer, farther; holding: push, pull"},
                               {"Double click beside bodies", "camera as at the start"},
                               {"Drop a file", "open a scene, add a mesh"}};
constexpr HelpLine kKeys[] = {{"Space", "play, pause"},
                              {".   ,", "one step, one step back"},
                              {"R", "restart; Ctrl+R reads the file again"},
                              {"1  2  3", "colour by dye, speed, depth"},
                              {"4  to  9", "slice: pressure, speed, divergence, ..."},
                              {"T  V  L  P", "streaks, velocity arrows, streamlines, forces"},
                              {"B  M", "solver's boundary, matrix"},
                              {"F", "focus the selected body"},
                              {"Home", "camera as at the start"},
                              {"Ctrl+D, Del", "duplicate, delete the selected body"},
                              {"Ctrl+Z, Ctrl+Y", "undo, redo"},
                              {"Ctrl+N, Ctrl+O, Ctrl+S", "new, open, save"},
                              {"G, Esc", "grab, move, turn; back to grab"},
                              {"Ctrl+E, Ctrl+Shift+C", "export; copy the parameters"},
                              {"F12", "save a picture"},
                              {"Page down, up", "next step of the lesson, back"},
                              {"Tab, F11, F5", "hide panels, full screen, presentation"},
                              {"Ctrl+Q", "quit"}};
constexpr HelpLine kSliders[] = {{"Click a number", "type a value"},
                                 {"Ctrl + click, double click", "the same, on the slider"},
                                 {"Right click a slider", "its usual value"}};

/// Of the keys with a space behind them, pixels.
template <size_t N>
float keyColumn(const Skin& skin, const HelpLine (&lines)[N]) {
  float widest = 0;
  for (const auto& line : lines) widest = std::max(widest, textSize(skin.fonts.medium, line.keys).x);
  return widest + skin.px(18);
}

template <size_t N>
void helpLines(Skin& skin, const char* title, const HelpLine (&lines)[N], ImVec2 at, float column) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  drawText(list, skin.fonts.head, at, skin.c.text, title);
  float y = at.y + skin.px(26);
  for (const auto& line : lines) {
    drawText(list, skin.fonts.medium, {at.x, y}, skin.c.text, line.keys);
    drawText(list, skin.fonts.body, {at.x + column, y}, skin.c.muted, line.what);
    y += skin.px(23);
  }
}

}  // namespace

/// One quiet line: a window that is gone had unsaved work, or a recording that was not saved.
void Panels::left() {
  if (state.leftWords.empty()) return;
  const float w = std::min(620.0f, width - 24), x = std::clamp(sceneMiddle() - w / 2, 12.0f, width - 12 - w);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(12), skin.px(5)});
  if (beginPanel(skin, "##left", {x, 46}, {w, 38}, ImGuiWindowFlags_NoScrollbar)) {
    const ImVec2 p = ImGui::GetCursorScreenPos();
    drawTextFit(ImGui::GetWindowDrawList(), skin.fonts.body, {p.x, p.y + skin.px(5)}, skin.c.text,
                state.leftWords.c_str(), skin.px(w - 200));
    ImGui::SetCursorScreenPos({p.x + skin.px(w - 24 - 168), p.y});
    if (button(skin, "left:open", state.leftOpens ? "Open it" : "Save it", ButtonKind::Primary, skin.px(80)))
      send(UiCommand::OpenLeft);
    ImGui::SetCursorScreenPos({p.x + skin.px(w - 24 - 80), p.y});
    if (button(skin, "left:forget", "Discard", ButtonKind::Plain, skin.px(80))) send(UiCommand::ForgetLeft);
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

void Panels::unsavedDialog() {
  if (state.dialog == UiDialog::Unsaved && !ImGui::IsPopupOpen("##unsaved")) ImGui::OpenPopup("##unsaved");
  const float w = std::min(420.0f, width - 24);
  ImGui::SetNextWindowPos({skin.px((width - w) / 2), skin.px(90)});
  ImGui::SetNextWindowSize({skin.px(w), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(16), skin.px(14)});
  if (ImGui::BeginPopupModal("##unsaved", nullptr,
                             ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
    drawText(ImGui::GetWindowDrawList(), skin.fonts.head, ImGui::GetCursorScreenPos(), skin.c.text,
             "Save the changes of this scene?");
    gap(skin, 26);
    drawTextFit(ImGui::GetWindowDrawList(), skin.fonts.body, ImGui::GetCursorScreenPos(), skin.c.muted,
                state.sceneTitle.c_str(), ImGui::GetContentRegionAvail().x);
    gap(skin, lineHeight(skin, skin.fonts.body) / skin.scale + 8);
    const bool save = button(skin, "unsaved:save", "Save", ButtonKind::Primary, skin.px(90));
    ImGui::SameLine();
    const bool discard = button(skin, "unsaved:discard", "Do not save", ButtonKind::Plain, skin.px(110));
    ImGui::SameLine();
    const bool cancel = button(skin, "unsaved:cancel", "Cancel", ButtonKind::Plain, skin.px(90)) ||
                        ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
    if (save || discard || cancel) {
      state.dialog = UiDialog::None;
      send(save ? UiCommand::AnswerSave : discard ? UiCommand::AnswerDiscard : UiCommand::AnswerCancel);
      ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

void Panels::hint() {
  const float centre = skin.px(sceneMiddle());
  if (!state.loading.empty() || !state.leftWords.empty()) return;
  if (!state.toolWords.empty())
    return floatingLine(skin, state.toolWords.c_str(), centre, skin.px(linesTop), skin.c.accent);
  if (!state.exporting.empty() || state.videoSeconds >= 0 || state.tool != "grab") return;
  const bool any = state.view && std::any_of(state.view->bodies.begin(), state.view->bodies.end(),
                                             [](const BodyView& b) { return b.motion == BodyMotion::Free; });
  if (!state.grabbedOnce && any && state.playing && !state.comparing())
    floatingLine(skin, "drag a body", centre, skin.px(linesTop), skin.c.muted);
  if (!state.placedOnce && any && !state.playing && !state.comparing())
    floatingLine(skin, "paused: drag a body to put it elsewhere", centre, skin.px(linesTop), skin.c.muted);
}

void Panels::toast() {
  if (state.toast.empty()) return;
  const float centre = skin.px(narrow() ? width / 2 : state.panels ? (128 + width - 280) / 2 : width / 2);
  const bool dialog = state.dialog != UiDialog::None;
  const float y = state.dialog == UiDialog::Export ? 3.0f : dialog ? 46 : linesTop + (state.comparing() ? 64 : 34);
  floatingLine(skin, state.toast.c_str(), centre, skin.px(y), skin.c.text, /*above=*/true);
}

void Panels::problems() {
  if (state.problems.empty()) return;
  const float w = std::min(620.0f, width - 40);
  float lines = 0;
  for (const auto& p : state.problems)
    lines += wrappedLines(skin.fonts.body, p.c_str(), skin.px(w - 50)) * lineHeight(skin, skin.fonts.body);
  const float h = std::min(lines / skin.scale + 94, 0.45f * height);
  const float x =
      std::clamp(state.panels && !narrow() ? (128 + width - 280 - w) / 2 : (width - w) / 2, 8.0f, width - w);
  ImGui::SetNextWindowFocus();
  ImGui::SetNextWindowBgAlpha(0.985f);
  if (beginPanel(skin, "##problems", {x, 46}, {w, h})) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 p = ImGui::GetCursorScreenPos();
    float left = p.x;
    if (skin.fonts.icons) {
      drawText(list, skin.fonts.body, {left, p.y}, state.problemsGrave ? skin.c.bad : skin.c.accent,
               state.problemsGrave ? icon::kWarn : icon::kInfo);
      left += skin.px(24);
    }
    drawTextFit(list, skin.fonts.head, {left, p.y}, skin.c.text, state.problemTitle.c_str(), skin.px(w - 60));
    gap(skin, 20);
    ImGui::BeginChild("reasons", {0, ImGui::GetContentRegionAvail().y - skin.px(36)});
    for (const auto& text : state.problems) paragraph(skin, skin.fonts.body, skin.c.muted, text.c_str());
    ImGui::EndChild();
    if (state.problemsRestart) {
      if (button(skin, "problems:restart", "Restart", ButtonKind::Primary)) send(UiCommand::Restart);
      ImGui::SameLine(0, skin.px(8));
    }
    if (button(skin, "problems:close", "Close", state.problemsRestart ? ButtonKind::Plain : ButtonKind::Primary))
      send(UiCommand::ClearProblems);
  }
  ImGui::End();
}

void Panels::help() {
  if (!state.help) return;
  const float w = std::min(960.0f, width - 24), h = std::min(568.0f, height - 24);
  if (w < 900 || h < 568) return narrowHelp();
  ImGui::SetNextWindowFocus();
  ImGui::SetNextWindowBgAlpha(1);
  if (beginPanel(skin, "##help", {(width - w) / 2, (height - h) / 2}, {w, h})) {
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float right = p.x + skin.px(0.49f * w);
    const float column = std::max(keyColumn(skin, kMouse), keyColumn(skin, kSliders));
    helpLines(skin, "Mouse", kMouse, {p.x + skin.px(8), p.y + skin.px(6)}, column);
    helpLines(skin, "Sliders", kSliders, {p.x + skin.px(8), p.y + skin.px(223)}, column);
    helpLines(skin, "Keys", kKeys, {right + skin.px(10), p.y + skin.px(6)}, keyColumn(skin, kKeys));
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float foot = skin.px((height + h) / 2 - 40);
    drawTextFit(list, skin.fonts.caption, {p.x + skin.px(8), foot - skin.px(22)}, skin.c.muted,
                state.versionWords.c_str(), skin.px(w - 40));
    drawTextFit(list, skin.fonts.caption, {p.x + skin.px(8), foot}, skin.c.muted, state.qualityWords.c_str(),
                skin.px(w - 140));
    ImGui::SetCursorScreenPos({p.x + skin.px(w - 100), foot - skin.px(8)});
    if (button(skin, "help:close", "Close", ButtonKind::Primary)) state.help = false;
  }
  ImGui::End();
}

/// One list to scroll where the columns have no room.
void Panels::narrowHelp() {
  const float w = std::min(560.0f, width - 24), h = height - 24;
  ImGui::SetNextWindowFocus();
  ImGui::SetNextWindowBgAlpha(1);
  if (beginPanel(skin, "##help", {(width - w) / 2, 12}, {w, h})) {
    if (ImGui::BeginChild("lines", {0, skin.px(h - 92)})) {
      const float column = std::max({keyColumn(skin, kMouse), keyColumn(skin, kKeys), keyColumn(skin, kSliders)});
      const auto section = [&](const char* title, const auto& lines) {
        helpLines(skin, title, lines, ImGui::GetCursorScreenPos(), column);
        gap(skin, 26 + 23 * static_cast<float>(std::size(lines)) + 8);
      };
      section("Mouse", kMouse);
      section("Sliders", kSliders);
      section("Keys", kKeys);
    }
    ImGui::EndChild();
    const ImVec2 foot = ImGui::GetCursorScreenPos();
    const float room = skin.px(w - 140);
    drawTextFit(ImGui::GetWindowDrawList(), skin.fonts.caption, foot, skin.c.muted, state.versionWords.c_str(), room);
    drawTextFit(ImGui::GetWindowDrawList(), skin.fonts.caption, {foot.x, foot.y + skin.px(20)}, skin.c.muted,
                state.qualityWords.c_str(), room);
    ImGui::SetCursorScreenPos({foot.x + skin.px(w - 100), foot.y + skin.px(6)});
    if (button(skin, "help:close", "Close", ButtonKind::Primary)) state.help = false;
  }
  ImGui::End();
}

void Panels::dialogs() {
  unsavedDialog();
  exportDialog();
  newSceneDialog();
  if (state.dialog == UiDialog::Unsaved || state.dialog == UiDialog::Export || state.dialog == UiDialog::NewScene)
    return;
  const bool wanted = state.dialog != UiDialog::None;
  if (wanted && !ImGui::IsPopupOpen("##path")) ImGui::OpenPopup("##path");
  const float w = std::min(560.0f, width - 24), top = std::min(90.0f, 0.14f * height);
  ImGui::SetNextWindowPos({skin.px((width - w) / 2), skin.px(top)});
  ImGui::SetNextWindowSize({skin.px(w), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(16), skin.px(14)});
  if (ImGui::BeginPopupModal("##path", nullptr,
                             ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
    const char* title = state.dialog == UiDialog::Open         ? "Open a scene or add a mesh"
                        : state.dialog == UiDialog::SaveScene  ? "Save the scene"
                        : state.dialog == UiDialog::SaveLesson ? "Save as a lesson: what you changed becomes its steps"
                        : state.dialog == UiDialog::SavePlots  ? "Save what is plotted as a table (CSV)"
                                                               : "Save the recording";
    drawText(ImGui::GetWindowDrawList(), skin.fonts.head, ImGui::GetCursorScreenPos(), skin.c.text, title);
    gap(skin, 22);
    const bool opens = state.dialog == UiDialog::Open;
    const std::vector<std::string> endings =
        opens ? std::vector<std::string>{".toml", ".obj", ".stl", ".ply", ".off", ".gltf", ".glb"}
        : state.dialog == UiDialog::SavePlots     ? std::vector<std::string>{".csv"}
        : state.dialog == UiDialog::SaveRecording ? std::vector<std::string>{".json"}
                                                  : std::vector<std::string>{".toml"};
    const float rows = std::min(10.0f, (height - top - 210) / 24);
    const bool accepted = pathField("path",
                                    opens ? "path of a .toml scene, or of an .obj, .stl, .ply, .off, .gltf or .glb mesh"
                                          : "path of the file to write",
                                    opens ? PathFor::Open : PathFor::Save, endings, rows, state.path);
    gap(skin, 4);
    const bool refused = !state.refused.words.empty() && picker.files.path() == state.refused.path;
    const bool replace = refused && state.refused.replace;
    if (refused) {
      paragraph(skin, skin.fonts.body, skin.c.bad, state.refused.words.c_str());
      gap(skin, 4);
    }
    const char* action = opens ? "Open" : replace ? "Replace it" : "Save";
    const bool good = button(skin, "path:ok", action, ButtonKind::Primary, skin.px(90)) && picker.files.accept();
    ImGui::SameLine();
    const bool cancel = button(skin, "path:cancel", "Cancel", ButtonKind::Plain, skin.px(90)) ||
                        ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
    if (good || (accepted && !replace)) {
      send(opens                                  ? UiCommand::OpenFile
           : state.dialog == UiDialog::SaveScene  ? UiCommand::SaveScene
           : state.dialog == UiDialog::SaveLesson ? UiCommand::SaveLesson
           : state.dialog == UiDialog::SavePlots  ? UiCommand::SavePlots
                                                  : UiCommand::SaveRecording,
           picker.files.path(), replace ? 1 : 0);
      state.dialog = UiDialog::None;
    } else if (cancel) {
      state.dialog = UiDialog::None;
    }
    if (state.dialog == UiDialog::None) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace flotsam
