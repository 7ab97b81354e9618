// SPDX-License-Identifier: MIT
// The panels of the window, one file each. They read UiState and SimView and append to `out`.
#pragma once

#include <vector>

#include "ui/compare_history.h"
#include "ui/history.h"
#include "ui/layout.h"
#include "ui/ui_state.h"
#include "ui/widgets.h"

namespace flotsam {

struct Panels {
  Skin& skin;
  UiState& state;
  const History& history;
  const CompareHistory& compared;
  std::vector<UiCommand>& out;
  float width, height;            // of the window in design pixels
  float lessonTop = height - 64;  // where the left column ends

  void topBar();
  void menus();
  void tools();
  void inspector();
  void lessonCard();
  void theory();
  void legend();
  void sliceLegend();
  void transport();
  void speedBox(float x, float top);
  void timeline(float left, float right, float top);
  void sideLabels();
  void comparePanel();
  /// The presets, in the menu bar and behind the tool.
  void compareMenu();
  void recordAndPlots(float top);
  void hint();
  void help();
  void problems();
  void toast();
  void dialogs();

  void send(UiCommand::Kind kind, std::string text = {}, double value = 0) {
    out.push_back({kind, std::move(text), value});
  }
  /// The same list in the tools and in the Edit menu.
  void addBodyMenu();
};

}  // namespace flotsam
