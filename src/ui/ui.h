// SPDX-License-Identifier: MIT
// All panels of the window. Fed by a SimView, emits UiCommands; knows neither the simulation nor OpenGL.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ui/compare_history.h"
#include "ui/history.h"
#include "ui/skin.h"
#include "ui/ui_state.h"

namespace flotsam {

struct MatrixShown;
struct PathPicker;

class Ui {
 public:
  Ui();
  ~Ui();
  /// Rebuilds type and style. The caller uploads the font texture afterwards.
  void setScale(float scale);
  void reportRects(bool on) { skin_.reportRects = on; }

  /// Between ImGui::NewFrame() and ImGui::Render().
  void draw(UiState& state, std::vector<UiCommand>& out);

  /// Was this pixel under a panel, a popup or a dialog in the last frame?
  bool covers(double x, double y) const;
  /// Do keys belong to a text field, as of the last frame drawn? ImGui's own WantTextInput lags one frame behind: a key
  /// right after Enter would be lost.
  bool typing() const;
  /// What is plotted as a table: a row a step, the units in its head.
  std::string plots(const UiState& state) const;
  /// Named widgets of the last frame, when asked for.
  const std::vector<WidgetRect>& rects() const { return skin_.rects; }

 private:
  void noteUnseen(const UiState& state, bool shown);

  Skin skin_;
  History history_;
  CompareHistory compared_;
  std::unique_ptr<MatrixShown> matrix_;
  std::unique_ptr<PathPicker> picker_;
  bool lessonWasFolded_ = false;  // before the window became narrow
  std::string unseen_;            // why the matrix is not there
  bool popupOpen_ = false, styledDark_ = false, styled_ = false;
};

}  // namespace flotsam
