// SPDX-License-Identifier: MIT
#include "ui/ui.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "ui/layout.h"
#include "ui/panels.h"
#include "ui/plot_table.h"
#include "view/lesson_wait.h"

namespace flotsam {

Ui::Ui() : matrix_(std::make_unique<MatrixShown>()), picker_(std::make_unique<PathPicker>()) {}
Ui::~Ui() = default;

void Ui::setScale(float scale) {
  skin_.scale = scale;
  skin_.fonts = loadFonts(scale);
  styled_ = false;
}

namespace {

/// What the page that is shown waits for counts once it was there.
void noteLesson(UiState& state) {
  const size_t page = static_cast<size_t>(state.lessonPage);
  if (!state.view || page == 0 || page > state.card.steps.size()) return;
  state.lessonDone.resize(state.card.steps.size() + 1, false);
  const HandView& hand = state.view->hand;
  const bool held = hand.active && hand.body >= 0 && hand.body < static_cast<int>(state.view->bodies.size());
  const std::string body = held ? state.view->bodies[static_cast<size_t>(hand.body)].name : "";
  if (waitDone(state.card.steps[page - 1].wait, *state.view, body)) state.lessonDone[page] = true;
}

}  // namespace

void UiState::showPictures(const std::vector<std::string>& words) {
  if (words.empty()) return;
  const auto has = [&](const char* word) { return std::find(words.begin(), words.end(), word) != words.end(); };
  constexpr const char* kSlices[] = {"none",      "pressure", "speed",       "divergence", "vorticity",
                                     "fractions", "kinds",    "temperature", "smoke"};  // as SliceQuantity
  slice.quantity = SliceQuantity::None;
  for (int i = 1; i < static_cast<int>(std::size(kSlices)); ++i)
    if (has(kSlices[i])) slice.quantity = static_cast<SliceQuantity>(i);
  arrows = has("arrows") ? ArrowPlaces::Slice : ArrowPlaces::None;
  streamlines = has("streamlines"), forces = has("forces"), boundary = has("boundary"), solver = has("matrix");
}

/// Told once when the matrix was asked for and cannot be shown.
void Ui::noteUnseen(const UiState& state, bool shown) {
  const bool wanted = state.solver && state.panels && state.view && state.mesh.file.empty();
  const char* why = !wanted || shown    ? ""
                    : state.comparing() ? "The matrix is not shown side by side, only of one simulation"
                                        : "The window is too low for the matrix";
  if (unseen_ != why && *why) skin_.said = why;
  unseen_ = why;
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
  noteLesson(state);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  Panels panels{skin_, state, history_, compared_, *matrix_, *picker_, out, size.x / skin_.scale, size.y / skin_.scale};
  const bool narrow = size.x / skin_.scale < kNarrow;
  if (!state.presentation && std::exchange(state.narrow, narrow) != narrow) {
    if (narrow) lessonWasFolded_ = state.lessonFolded;
    state.lessonFolded = narrow || lessonWasFolded_;
    state.inspectorOpen = false;
  }
  panels.handles();
  if (state.comparing()) panels.sideLabels();
  state.legendRoom = {};
  if (state.panels) {
    panels.topBar();
    if (!state.presentation) {
      panels.tools();
      panels.inspector();
    }
    if (state.comparing()) {
      panels.comparePanel();
    } else if (state.mesh.file.empty()) {  // else the card of the mesh has the place
      const float column = panels.height - 76 - panels.columnTop();
      if (state.solver) {
        // The plot of the convergence goes first where the card would not be whole beside it.
        constexpr float kWholeCard = 240;
        const float beside = column - kLeastSolver - 8;
        if (beside >= kWholeCard)
          panels.lessonCard(std::min(380.0f, beside));
        else if (!state.card.steps.empty())
          panels.lessonCard(column - kMatrixHeight - 8);
        panels.solver();
      } else {
        // Where only one has room it is the lesson; folded, it leaves that to the plot.
        constexpr float kReadable = 180;
        const float beside = column - kLeastTheory - 8;
        const bool plot = state.theory && state.view && !state.view->expectations.empty() && beside >= kReadable;
        panels.lessonCard(std::min(380.0f, plot ? beside : column));
        panels.theory();
      }
    }
    panels.legends();
    panels.transport();
  }
  panels.meshCard();
  panels.left();
  panels.jobs();
  panels.hint();
  panels.toast();
  panels.problems();
  panels.help();
  panels.caption();
  panels.dialogs();
  noteUnseen(state, panels.solverShown);
  if (!skin_.said.empty()) out.push_back({UiCommand::Say, std::exchange(skin_.said, {})});
  popupOpen_ = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

std::string Ui::plots(const UiState& state) const { return plotTable(state, history_, compared_); }

bool Ui::typing() const {
  const ImGuiID active = ImGui::GetActiveID();  // 0: none, which would match an unused text state
  return skin_.editing != 0 || (active != 0 && ImGui::GetInputTextState(active) != nullptr);
}

bool Ui::covers(double x, double y) const {
  if (popupOpen_) return true;
  for (const auto& r : skin_.covers)
    if (x >= r.x && y >= r.y && x < r.x + r.w && y < r.y + r.h) return true;
  return false;
}

}  // namespace flotsam
