// SPDX-License-Identifier: MIT
// The menu bar: mark, menus, the scene's title, and at the right how the simulation is doing. Hovering that opens the
// table of times by stage.
#include <imgui_internal.h>
#include <strings.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "ui/format.h"
#include "ui/panels.h"

namespace flotsam {
namespace {

/// A menu title in muted words, as high as the bar.
bool menu(Skin& skin, const char* title) {
  ImGui::PushStyleColor(ImGuiCol_Text, skin.c.muted);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(13), skin.px(11)});
  const bool open = ImGui::BeginMenu(title);
  skin.report(std::string("menu:") + title, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  ImGui::PopStyleColor();
  if (open) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {skin.px(12), skin.px(9)});
  } else {
    ImGui::PopStyleVar();
  }
  return open;
}

void endMenu() {
  ImGui::PopStyleVar();
  ImGui::EndMenu();
  ImGui::PopStyleVar();
}

bool subMenu(Skin& skin, const char* label) {
  const bool open = ImGui::BeginMenu(label);
  skin.report(std::string("item:") + label, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  return open;
}

bool item(Skin& skin, const char* label, const char* keys = nullptr, bool ticked = false, bool enabled = true) {
  const bool clicked = ImGui::MenuItem(label, keys, ticked, enabled);
  skin.report(std::string("item:") + label, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  return clicked;
}

void stagesPopup(Skin& skin, const UiState& state) {
  const SimView& v = *state.view;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(14), skin.px(12)});
  ImGui::BeginTooltip();
  const float w = skin.px(290);
  ImGui::Dummy({w, 0});
  const auto line = [&](const std::string& label, const std::string& value, double share, const ImFont* font) {
    const ImVec2 p = ImGui::GetCursorScreenPos();
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (share >= 0)
      list->AddRectFilled({p.x + w * 0.52f, p.y + skin.px(7)},
                          {p.x + w * (0.52f + 0.25f * static_cast<float>(std::min(1.0, share))), p.y + skin.px(11)},
                          skin.c.accent, skin.px(2));
    drawText(list, font, p, skin.c.muted, label.c_str());
    drawText(list, skin.fonts.medium, {p.x + w - textSize(skin.fonts.medium, value.c_str()).x, p.y}, skin.c.text,
             value.c_str());
    ImGui::Dummy({w, skin.px(14)});
  };
  drawText(ImGui::GetWindowDrawList(), skin.fonts.head, ImGui::GetCursorScreenPos(), skin.c.text, "One step");
  ImGui::Dummy({w, skin.px(18)});
  for (const auto& stage : v.stages) {
    std::string words = stage.name;
    std::replace(words.begin(), words.end(), '_', ' ');
    line(words, formatFixed(stage.ms, 2) + " ms", v.totalMs > 0 ? stage.ms / v.totalMs : 0, skin.fonts.body);
  }
  line("whole step", formatFixed(v.totalMs, 2) + " ms", -1, skin.fonts.medium);
  ImGui::Dummy({w, skin.px(2)});
  line("picture", formatFixed(state.frameMs, 1) + " ms", -1, skin.fonts.body);
  if (state.handMs > 0) line("mouse to body", formatFixed(state.handMs, 0) + " ms", -1, skin.fonts.body);
  if (state.mouseMs > 0) line("mouse to picture", formatFixed(state.mouseMs, 0) + " ms", -1, skin.fonts.body);
  line("iterations", std::to_string(v.iterations) + (v.converged ? "" : " (stopped early)"), -1, skin.fonts.body);
  line("residual", formatForPeople(v.residual, 2), -1, skin.fonts.body);
  line("largest divergence", formatForPeople(v.maxDivergence, 2) + " 1/s", -1, skin.fonts.body);
  line("substeps", std::to_string(v.substeps), -1, skin.fonts.body);
  line("fluid volume", formatVolume(v.fluidVolume), -1, skin.fonts.body);
  line("kinetic energy", formatForPeople(v.kineticEnergy, 3) + " J", -1, skin.fonts.body);
  line("particles", formatForPeople(static_cast<double>(v.particles), 9), -1, skin.fonts.body);
  line("threads", std::to_string(v.threads), -1, skin.fonts.body);
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

/// Right end of the bar; returns its left edge.
float stateWords(Skin& skin, const UiState& state, float barHeight) {
  const SimView& v = *state.view;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 origin = ImGui::GetWindowPos();
  float x = origin.x + ImGui::GetWindowWidth() - skin.px(16);
  const float y = origin.y + (barHeight - skin.fonts.body->FontSize) / 2;
  const float right = x;
  const auto word = [&](const ImFont* font, ImU32 colour, const std::string& text, const char* widest) {
    x -= std::max(textSize(font, text.c_str()).x, textSize(font, widest).x);
    drawText(list, font, {x, y}, colour, text.c_str());
  };
  const auto bar = [&] {
    x -= skin.px(8);
    list->AddRectFilled({x, y + skin.px(2)}, {x + 1, y + skin.px(15)}, skin.c.border);
    x -= skin.px(7);
  };
  // Else the menus need the room, or in a presentation the title.
  if (ImGui::GetWindowWidth() > skin.px(760) && !state.presentation) {
    word(skin.fonts.body, skin.c.muted, std::to_string(v.iterations) + " iterations", "9 iterations");
    bar();
    word(skin.fonts.body, skin.c.muted, formatFixed(v.totalMs, 1) + " ms", "9.9 ms");
    bar();
  }
  const bool slow = state.playing && state.realTimeFactor < 0.9 * state.speed;
  const std::string pace = state.playing ? formatFixed(state.realTimeFactor, 2) + "× real time" : "paused";
  if (!state.presentation)
    word(skin.fonts.medium, slow ? skin.c.warn : skin.c.text, pace, state.playing ? "9.99× real time" : "paused");
  x -= skin.px(13);
  list->AddCircleFilled({x + skin.px(4), origin.y + barHeight / 2}, skin.px(4),
                        !state.playing ? skin.c.faint
                        : slow         ? skin.c.warn
                                       : skin.c.ok,
                        16);
  ImGui::SetCursorScreenPos({x, origin.y});
  ImGui::InvisibleButton("status", {right - x, barHeight});
  skin.report("status", {x, origin.y}, {right, origin.y + barHeight});
  if (ImGui::IsItemHovered()) stagesPopup(skin, state);
  return x;
}

}  // namespace

void Panels::addBodyMenu() {
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {skin.px(12), ImGui::GetStyle().CellPadding.y});
  if (ImGui::BeginTable("##add", 2, ImGuiTableFlags_SizingFixedFit)) {
    ImGui::TableNextColumn();
    addBodies();
    ImGui::TableNextColumn();
    addParts();
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

/// What is placed with the mouse: joints, and where water comes and goes.
void Panels::addParts() {
  struct Part {
    const char *word, *label, *help;
  };
  static constexpr Part kParts[] = {{"axle", "Axle", "A body turns about a line through its middle."},
                                    {"hinge", "Hinge", "Two bodies, or a body and the tank, share a line."},
                                    {"ball", "Ball joint", "They share a point."},
                                    {"rope", "Rope", "Two points are no farther apart than now."},
                                    {"weld", "Weld", "They move as one."},
                                    {"tap", "Tap", "Water comes out of it, downwards."},
                                    {"drain", "Drain", "Water goes away there."}};
  for (const Part& part : kParts) {
    const bool flow = part.word[0] == 't' || part.word[0] == 'd', can = flow ? state.liquid() : !state.comparing();
    if (flow && part.word[0] == 't') ImGui::Separator();
    if (item(skin, part.label, nullptr, state.tool == part.word, can)) {
      send(UiCommand::TakeTool, part.word);
      ImGui::CloseCurrentPopup();
    }
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
      tip(skin, "", can ? part.help : flow ? "Only where the water has a surface." : "Not while comparing.");
  }
}

void Panels::addBodies() {
  const auto label = [](std::string name) {  // "paddle_wheel.obj": "Paddle wheel"
    name.erase(std::min(name.rfind('.'), name.size()));
    std::replace(name.begin(), name.end(), '_', ' ');
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    return name;
  };
  for (const char* shape : {"sphere", "box", "cylinder", "torus", "capsule", "ellipsoid"})
    if (item(skin, label(shape).c_str())) send(UiCommand::AddPrimitive, shape);
  if (!state.meshes.empty()) ImGui::Separator();
  for (const auto& mesh : state.meshes)
    if (item(skin, label(mesh).c_str())) send(UiCommand::AddMesh, mesh);
}

void Panels::compareMenu() {
  for (size_t i = 0; i < state.presets.size(); ++i) {
    const ComparePreset& preset = state.presets[i];
    const bool now = state.comparing() && state.compareTitle == preset.title;
    if (item(skin, preset.title.c_str(), nullptr, now, preset.lacks.empty()))
      send(UiCommand::Compare, preset.title, static_cast<double>(i));
    if (!preset.lacks.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) tip(skin, "", preset.lacks);
  }
  ImGui::Separator();
  if (item(skin, "One simulation", nullptr, !state.comparing(), state.comparing())) send(UiCommand::Compare, {}, -1);
}

/// All that is kept of a run: what was done, a video, files for other programs, numbers.
void Panels::recordMenu() {
  const auto says = [this](const char* words) {
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) tip(skin, "", words);
  };
  if (item(skin, state.recording ? "Stop and save the recording" : "Record what is done"))
    send(UiCommand::ToggleRecord);
  says("The scene and everything done to it since its start; flotsam replay runs it again to the same bits.");
  if (item(skin, "Save recording…")) state.dialog = UiDialog::SaveRecording;
  ImGui::Separator();
  if (item(skin, state.videoSeconds >= 0 ? "Stop the video" : "Record a video")) send(UiCommand::ToggleVideo);
  says(
      "What the window shows, 30 pictures a second, as MP4 where ffmpeg is installed, else as numbered pictures. "
      "Tab hides the panels.");
  if (item(skin, "Caption in the video", nullptr, state.caption)) state.caption = !state.caption;
  says("The title, the time, and the parameters that were changed.");
  ImGui::Separator();
  if (!state.exporting.empty()) {
    if (item(skin, "Stop the export", nullptr, false, !state.exportStops)) send(UiCommand::StopExport);
  } else if (item(skin, "Export…", "Ctrl+E", false, state.view != nullptr)) {
    state.dialog = UiDialog::Export;
  }
  says("Surface, particles, bodies with their motion, smoke: files for other programs, written while the scene runs.");
  if (item(skin, "Plots as CSV…", nullptr, false, state.view != nullptr)) state.dialog = UiDialog::SavePlots;
  says("What is plotted, the last 20 seconds, a row a step.");
  if (item(skin, "Copy parameters", "Ctrl+Shift+C", false, state.view != nullptr)) send(UiCommand::CopyParams);
  says("Those that were changed, to the clipboard, as a scene file writes them.");
}

void Panels::topBar() {
  const float bar = 34;
  panelShadow(skin, {0, skin.px(-12)}, {skin.px(width), skin.px(bar)});
  ImDrawList* back = ImGui::GetBackgroundDrawList();  // reaches above the window, so only the lower corners are round
  back->AddRectFilled({-1, skin.px(-12)}, {skin.px(width) + 1, skin.px(bar)}, skin.c.panel, skin.px(8));
  back->AddRect({-1, skin.px(-12)}, {skin.px(width) + 1, skin.px(bar)}, skin.c.border, skin.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(16), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {skin.px(10), skin.px(6)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {skin.px(8), std::floor((skin.px(bar) - skin.fonts.body->FontSize) / 2)});
  if (beginPanel(skin, "##top", {0, 0}, {width, bar},
                 ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar) &&
      ImGui::BeginMenuBar()) {
    ImGui::PopStyleVar();  // the frame padding is the bar's only; items of open menus have the style's
    const float textY = std::floor((skin.px(bar) - skin.fonts.medium->FontSize) / 2);
    ImDrawList* list = ImGui::GetWindowDrawList();
    float x = skin.px(16);
    if (skin.fonts.icons) drawText(list, skin.fonts.body, {x, textY}, skin.c.accent, icon::kDrop);
    x += skin.px(18);
    drawText(list, skin.fonts.head, {x, std::floor((skin.px(bar) - skin.fonts.head->FontSize) / 2)}, skin.c.text,
             "Flotsam");
    ImGui::SetCursorPosX(skin.px(106));
    menus();
    if (state.view) {
      const float left = stateWords(skin, state, skin.px(bar));
      const std::string title = state.sceneTitle + (state.edited ? " *" : "");
      const ImVec2 size = textSize(skin.fonts.medium, title.c_str());
      const float centre = skin.px(width / 2 + 30), menusEnd = skin.px(535);
      const float at = std::clamp(centre - size.x / 2, menusEnd, std::max(menusEnd, left - skin.px(20) - size.x));
      if (left - skin.px(12) - at > skin.px(40))
        drawTextFit(list, skin.fonts.medium, {at, textY}, skin.c.text, title.c_str(), left - skin.px(12) - at);
    }
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImGui::GetStyle().FramePadding);
    ImGui::EndMenuBar();
  }
  ImGui::End();
  ImGui::PopStyleVar(4);
}

void Panels::sliceMenu() {
  constexpr const char* kKeys[] = {nullptr, "4", "5", "6", "7", "8", "9", nullptr, nullptr};
  for (int i = 0; i < static_cast<int>(kSliceWords.size()); ++i)
    if (item(skin, kSliceWords[i].c_str(), kKeys[i], static_cast<int>(state.slice.quantity) == i))
      state.slice.quantity = static_cast<SliceQuantity>(i);
}

void Panels::menus() {
  if (menu(skin, "File")) {
    if (item(skin, "New…", "Ctrl+N")) state.dialog = UiDialog::NewScene;
    if (item(skin, "Open…", "Ctrl+O")) state.dialog = UiDialog::Open;
    if (!state.recent.empty() && ImGui::BeginMenu("Open recent")) {
      for (const auto& path : state.recent)
        if (item(skin, path.size() > 60 ? ("…" + path.substr(path.size() - 58)).c_str() : path.c_str()))
          send(UiCommand::OpenFile, path);
      ImGui::EndMenu();
    }
    if (!state.recent.empty()) skin.report("item:Open recent", ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    if (item(skin, "Save scene", "Ctrl+S")) send(UiCommand::SaveAgain);
    if (item(skin, "Save scene as…", "Ctrl+Shift+S")) state.dialog = UiDialog::SaveScene;
    if (item(skin, "Save as lesson…")) state.dialog = UiDialog::SaveLesson;
    if (item(skin, "Save recording…")) state.dialog = UiDialog::SaveRecording;
    if (item(skin, "Screenshot", "F12")) send(UiCommand::Screenshot);
    ImGui::Separator();
    if (item(skin, "Quit", "Ctrl+Q")) send(UiCommand::Quit);
    endMenu();
  }
  if (menu(skin, "Edit")) {
    const bool any = !state.selected.empty();
    const auto change = [&](const char* word, const std::string& what, const char* keys, UiCommand::Kind kind) {
      const bool can = !what.empty();
      const std::string label = can ? std::string(word) + ": " + what : word;
      if (ImGui::MenuItem((label + "###" + word).c_str(), keys, false, can)) send(kind);
      skin.report(std::string("item:") + word, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    };
    change("Undo", state.undoWords, "Ctrl+Z", UiCommand::Undo);
    change("Redo", state.redoWords, "Ctrl+Shift+Z", UiCommand::Redo);
    ImGui::Separator();
    if (ImGui::BeginMenu("Add body")) {
      addBodyMenu();
      ImGui::EndMenu();
    }
    if (item(skin, "Duplicate body", "Ctrl+D", false, any)) send(UiCommand::DuplicateBody, state.selected);
    if (item(skin, "Delete body", "Del", false, any)) send(UiCommand::DeleteBody, state.selected);
    endMenu();
  }
  if (menu(skin, "Scene")) {
    // By title, in two columns from top to bottom: one would be higher than the window.
    std::vector<const SceneItem*> all;
    for (const auto& scene : state.scenes) all.push_back(&scene);
    std::sort(all.begin(), all.end(),
              [](auto* a, auto* b) { return strcasecmp(a->title.c_str(), b->title.c_str()) < 0; });
    const size_t rows = (all.size() + 1) / 2;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {skin.px(12), ImGui::GetStyle().CellPadding.y});
    if (!state.scenes.empty() && ImGui::BeginTable("##scenes", 2, ImGuiTableFlags_SizingFixedFit)) {
      for (size_t i = 0; i < 2 * rows; ++i) {
        const size_t at = i / 2 + (i % 2) * rows;
        ImGui::TableNextColumn();
        if (at >= all.size()) continue;
        const SceneItem& scene = *all[at];
        if (item(skin, scene.title.c_str(), nullptr, scene.name == state.sceneName))
          send(UiCommand::LoadScene, scene.name);
      }
      ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    if (!state.scenes.empty()) ImGui::Separator();
    if (item(skin, "Step back", ",", false, state.step > state.oldestStep)) send(UiCommand::StepBack);
    if (item(skin, "Restart", "R")) send(UiCommand::Restart);
    if (item(skin, "Reload from file", "Ctrl+R")) send(UiCommand::Reload);
    endMenu();
  }
  if (menu(skin, "View")) {
    constexpr const char* kColours[] = {"Colour by dye", "Colour by speed", "Colour by depth"};
    constexpr const char* kKeys[] = {"1", "2", "3"};
    for (int i = 0; i < 3; ++i)
      if (item(skin, kColours[i], kKeys[i], state.colourBy == i)) state.colourBy = i;
    ImGui::Separator();
    if (state.liquid()) {
      constexpr const char* kShown[] = {"Water: surface", "Water: particles", "Water: both"};
      for (int i = 0; i < 3; ++i)
        if (item(skin, kShown[i], nullptr, static_cast<int>(state.water) == i))
          state.water = static_cast<WaterShown>(i);
    } else if (item(skin, "Markers", nullptr, state.showMarkers)) {
      state.showMarkers = !state.showMarkers;
    }
    if (item(skin, "Streaks", "T", state.showStreaks, state.markersShown())) state.showStreaks = !state.showStreaks;
    if (item(skin, "Smoke", nullptr, state.showSmoke)) state.showSmoke = !state.showSmoke;
    ImGui::Separator();
    if (item(skin, "Reset camera", "Home")) send(UiCommand::ResetCamera);
    if (item(skin, "Focus body", "F", false, !state.selected.empty())) send(UiCommand::FocusBody, state.selected);
    ImGui::Separator();
    if (item(skin, "Dark theme", nullptr, state.dark)) state.dark = !state.dark;
    if (item(skin, "Lesson card", nullptr, state.lesson)) state.lesson = !state.lesson;
    if (state.view && !state.view->expectations.empty() && item(skin, "Theory and measurement", nullptr, state.theory))
      state.theory = !state.theory;
    ImGui::Separator();
    if (subMenu(skin, "Slice")) {
      sliceMenu();
      ImGui::EndMenu();
    }
    const bool plane = state.arrows == ArrowPlaces::Slice;
    if (item(skin, "Velocity arrows", "V", state.arrows != ArrowPlaces::None))
      state.arrows = state.arrows == ArrowPlaces::None ? ArrowPlaces::Slice : ArrowPlaces::None;
    if (plane && state.view && !state.view->flat && item(skin, "Arrows everywhere"))
      state.arrows = ArrowPlaces::Lattice;
    if (item(skin, "Streamlines", "L", state.streamlines)) state.streamlines = !state.streamlines;
    if (item(skin, "Forces on bodies", "P", state.forces)) state.forces = !state.forces;
    if (item(skin, "Solver's boundary", "B", state.boundary)) state.boundary = !state.boundary;
    if (item(skin, "Matrix and convergence", "M", state.solver)) state.solver = !state.solver;
    ImGui::Separator();
    if (item(skin, "Presentation", "F5", state.presentation)) state.presentation = !state.presentation;
    if (item(skin, "Hide panels", "Tab")) state.panels = false;
    if (item(skin, "Full screen", "F11", state.fullscreen)) send(UiCommand::ToggleFullscreen);
    ImGui::Separator();
    if (subMenu(skin, "Level of detail")) {
      constexpr const char* kWords[] = {"Automatic", "0: any computer", "1: integrated graphics", "2: graphics card"};
      constexpr const char* kLevels[] = {"auto", "0", "1", "2"};
      for (int i = 0; i < 4; ++i)
        if (item(skin, kWords[i], nullptr, state.detail == kLevels[i])) send(UiCommand::SetDetail, kLevels[i]);
      ImGui::EndMenu();
    }
    if (item(skin, "Reset layout and settings")) send(UiCommand::ResetSettings);
    endMenu();
  }
  if (menu(skin, "Compare")) {
    compareMenu();
    endMenu();
  }
  if (menu(skin, "Record")) {
    recordMenu();
    endMenu();
  }
  if (menu(skin, "Help")) {
    if (item(skin, "Keys and mouse", "F1", state.help)) state.help = !state.help;
    endMenu();
  }
}

}  // namespace flotsam
