// SPDX-License-Identifier: MIT
#include "ui/ui.h"

#include <imgui_internal.h>

#include "ui/panels.h"

namespace flotsam {

Ui::Ui() : matrix_(std::make_unique<MatrixShown>()) {}
Ui::~Ui() = default;

void Ui::setScale(float scale) {
  skin_.scale = scale;
  skin_.fonts = loadFonts(scale);
  styled_ = false;
}

void Ui::draw(UiState& state, std::vector<UiCommand>& out) {
  if (!styled_ || styledDark_ != state.dark) {
    skin_.dark = styledDark_ = state.dark;
    skin_.c = themeColours(state.dark);
    applyStyle(skin_.c, skin_.scale);
    styled_ = true;
  }
  skin_.rects.clear();
  skin_.covers.clear();
  if (state.view) history_.take(*state.view, state.newestStep, state.generation);
  if (state.comparing()) compared_.take(state.sides, state.newestStep, state.generation);
  // Keyboard navigation is off (Space and Tab are ours), so Escape closes menus here.
  if (popupOpen_ && state.dialog == UiDialog::None && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false))
    ImGui::ClosePopupsOverWindow(nullptr, false);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  Panels panels{skin_, state, history_, compared_, *matrix_, out, size.x / skin_.scale, size.y / skin_.scale};
  if (state.comparing()) panels.sideLabels();
  if (state.panels) {
    panels.topBar();
    if (!state.presentation) {
      panels.tools();
      panels.inspector();
    }
    if (state.comparing()) {
      panels.comparePanel();
    } else {
      if (state.solver)
        panels.solver();
      else
        panels.lessonCard(), panels.theory();
      panels.legends();
    }
    panels.transport();
  }
  panels.hint();
  panels.toast();
  panels.problems();
  panels.help();
  panels.dialogs();
  popupOpen_ = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

bool Ui::covers(double x, double y) const {
  if (popupOpen_) return true;
  for (const auto& r : skin_.covers)
    if (x >= r.x && y >= r.y && x < r.x + r.w && y < r.y + r.h) return true;
  return false;
}

}  // namespace flotsam
