// SPDX-License-Identifier: MIT
// Where the scene lies between the panels: the whole window for one simulation, two or three panes side by side for a
// comparison. Design pixels; the window draws each pane there, the panels write its label over it.
#pragma once

#include <vector>

namespace flotsam {

/// Below this width the inspector is folded and lies over the scene when it is open.
inline constexpr float kNarrow = 960;
inline constexpr float kTopBar = 34, kTransportHeight = 64, kCompareHeight = 140, kLabelHeight = 52;
inline constexpr float kMeshCard = 330, kMeshCardHeight = 214;  // without notes and warning
/// Below this height the tools are two rows of icons, or the numbers of a comparison would cover them.
inline constexpr float kLow = 480;
/// Of the tools at the left, under the top bar, in a window of this height.
inline float toolsHeight(float height) { return height < kLow ? 91.0f : 197.0f; }
/// Where the card of a mesh begins: at the left where it fits under the tools with a warning, else beside them.
inline float meshCardLeft(float height, bool tools) {
  return tools && 46 + toolsHeight(height) + 8 + kMeshCardHeight + 40 > height - 76 ? 136.0f : 12.0f;
}
// Panels above the lesson card: the matrix alone, with the plot of the convergence, theory.
inline constexpr float kMatrixHeight = 215, kLeastSolver = 316, kLeastTheory = 150;

/// What legends take of the panes of a comparison: of the height above the numbers, and of the first and last one's
/// width.
struct LegendRoom {
  float foot = 0, left = 0, right = 0;
};

struct PaneBox {
  float left = 0, right = 0;                             // of its picture, which is as high as the window
  float freeLeft = 0, freeRight = 0, top = 0, foot = 0;  // of what no panel covers
  float middle() const { return 0.5f * (freeLeft + freeRight); }
};

/// One box per simulation, at least one. Pictures reach under the panels at either side, so that these seem to float.
/// `sides`: the tools and the inspector are there; `card`: keeps clear of the lesson card too.
inline std::vector<PaneBox> paneBoxes(int count, bool panels, float width, float height, bool sides = true,
                                      bool card = false, LegendRoom legends = {}) {
  if (count < 2) count = 1;
  sides = sides && panels;
  const bool narrow = width < kNarrow;
  const float begin = card && panels && !narrow ? 354
                      : sides                   ? 140
                                                : 0,
              end = sides && !narrow ? width - 292 : width, each = (end - begin) / count;
  std::vector<PaneBox> boxes;
  for (int i = 0; i < count; ++i) {
    PaneBox b;
    b.freeLeft = begin + each * i, b.freeRight = begin + each * (i + 1);
    b.left = i == 0 ? 0 : b.freeLeft, b.right = i + 1 == count ? width : b.freeRight;
    b.top = (panels ? kTopBar : 0) + (count > 1 ? 12 + kLabelHeight : 0);
    b.foot = height - (panels ? 12 + kTransportHeight + (count > 1 ? kCompareHeight : 0) : 0);
    if (count > 1) {
      b.foot -= legends.foot;
      if (i == 0) b.freeLeft += legends.left;
      if (i + 1 == count) b.freeRight -= legends.right;
    }
    boxes.push_back(b);
  }
  return boxes;
}

}  // namespace flotsam
