// SPDX-License-Identifier: MIT
// The dialog of File, New: what is in the tank, its shape, its size, and how fine its grid is.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/format.h"
#include "ui/panels.h"

namespace flotsam {

double NewTank::dx() const {
  constexpr int kCells[] = {16, 24, 32}, kFlatCells[] = {32, 48, 96};  // along the shortest side
  return side / (flat ? kFlatCells : kCells)[fineness];
}

Int3 NewTank::cells() const {
  const int n = static_cast<int>(std::lround(side / dx()));
  return {shape == 1 ? 2 * n : n, shape == 2 ? 2 * n : n, flat ? 1 : n};
}

namespace {

/// A choice of words with its label at the left.
void choice(Skin& skin, const std::string& name, const char* label, std::span<const char* const> words, int& index) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, box = skin.px(250);
  drawText(ImGui::GetWindowDrawList(), skin.fonts.body, {p.x, p.y + skin.px(4)}, skin.c.muted, label);
  ImGui::SetCursorScreenPos({p.x + w - box, p.y});
  segmented(skin, name, words, index, box);
  ImGui::SetCursorScreenPos({p.x, p.y + skin.px(32)});
}

}  // namespace

void Panels::newSceneDialog() {
  const bool wanted = state.dialog == UiDialog::NewScene;
  NewTank& tank = state.newTank;
  const bool typing = skin.editing != 0;  // then Enter belongs to the number
  if (wanted && !ImGui::IsPopupOpen("##new")) {
    ImGui::OpenPopup("##new");
    if (state.view) tank.water = state.liquid(), tank.flat = state.view->flat;
  }
  const float w = std::min(420.0f, width - 24);
  ImGui::SetNextWindowPos({skin.px((width - w) / 2), skin.px(90)});
  ImGui::SetNextWindowSize({skin.px(w), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(16), skin.px(14)});
  if (ImGui::BeginPopupModal("##new", nullptr,
                             ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    drawText(ImGui::GetWindowDrawList(), skin.fonts.head, ImGui::GetCursorScreenPos(), skin.c.text,
             "A new, empty tank");
    gap(skin, 28);
    constexpr const char* kContents[] = {"full", "half full of water"};
    constexpr const char* kSpace[] = {"in space", "flat"};
    constexpr const char* kShapes[] = {"cube", "wide", "tall"};
    constexpr const char* kFlatShapes[] = {"square", "wide", "tall"};
    constexpr const char* kFineness[] = {"coarse", "medium", "fine"};
    int water = tank.water, flat = tank.flat;
    choice(skin, "new.fluid", "Fluid", kContents, water);
    choice(skin, "new.space", "Space", kSpace, flat);
    tank.water = water == 1, tank.flat = flat == 1;
    choice(skin, "new.shape", "Shape", tank.flat ? kFlatShapes : kShapes, tank.shape);
    choice(skin, "new.grid", "Grid", kFineness, tank.fineness);
    SliderSpec spec;
    spec.name = "new.side", spec.label = "Shortest side", spec.unit = "m";
    spec.help = "A wide or tall tank is twice as long.";
    spec.min = 0.05, spec.max = 20, spec.logScale = true, spec.hasDefault = true, spec.defaultValue = 1;
    slider(skin, spec, tank.side);
    const Int3 n = tank.cells();
    const std::string words = formatForPeople(tank.dx() * n.x, 3) + " × " + formatForPeople(tank.dx() * n.y, 3) +
                              (tank.flat ? "" : " × " + formatForPeople(tank.dx() * n.z, 3)) + " m, " +
                              std::to_string(n.x) + " × " + std::to_string(n.y) +
                              (tank.flat ? "" : " × " + std::to_string(n.z)) + " cells";
    paragraph(skin, skin.fonts.medium, skin.c.text, words.c_str());
    gap(skin, 12);
    const bool create = button(skin, "new:create", "Create", ButtonKind::Primary, skin.px(100)) ||
                        (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter)) && !typing);
    ImGui::SameLine(0, skin.px(8));
    const bool cancel = button(skin, "new:cancel", "Cancel", ButtonKind::Plain, skin.px(100)) ||
                        ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
    ImGui::PopStyleVar();
    if (create || cancel) {
      state.dialog = UiDialog::None;
      if (create) send(UiCommand::NewScene);
      ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace flotsam
