// SPDX-License-Identifier: MIT
// What every widget needs: colours, type, scale, a place to report its rectangle, and the memory of the one slider that
// is being dragged or typed into.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "ui/fonts.h"
#include "ui/theme.h"

namespace flotsam {

/// Where a named widget is on the screen this frame, pixels.
struct WidgetRect {
  std::string name;
  float x = 0, y = 0, w = 0, h = 0;
};

struct Skin {
  ThemeColours c{};
  Fonts fonts;
  float scale = 1;
  bool dark = false;

  bool reportRects = false;
  std::vector<WidgetRect> rects;
  std::vector<WidgetRect> covers;  // panels and popups: what lies under them is not the scene's

  ImGuiID dragging = 0, editing = 0;
  double dragValue = 0;
  ImGuiID settling = 0;  // was just let go: shows its own value until the simulation's catches up
  double settleUntil = 0;
  std::string editText;
  bool editFocus = false;
  std::string said;  // a line of a widget for people; the window shows it for a moment

  float px(float design) const { return std::floor(design * scale + 0.5f); }
  /// Popups take their place in their second frame: what their first one says is not where they will be.
  void report(std::string name, ImVec2 lo, ImVec2 hi) {
    if (reportRects && !ImGui::IsWindowAppearing())
      rects.push_back({std::move(name), lo.x, lo.y, hi.x - lo.x, hi.y - lo.y});
  }
};

}  // namespace flotsam
