// SPDX-License-Identifier: MIT
// The panels of the window, one file each. They read UiState and SimView and append to `out`.
#pragma once

#include <vector>

#include "ui/compare_history.h"
#include "ui/file_list.h"
#include "ui/history.h"
#include "ui/layout.h"
#include "ui/ui_state.h"
#include "ui/widgets.h"
#include "view/matrix_picture.h"

namespace flotsam {

/// The picture of the matrix and the view it was made of.
struct MatrixShown {
  MatrixPicture picture;
  std::vector<ImU32> pixels;
  const SimView* of = nullptr;
  uint64_t step = 0;
  size_t stencil = 0;
  bool dark = false;
};

/// A field for a path and the list of its folder beneath it, as they were in the last frame.
struct PathPicker {
  FileList files;
  bool typing = false, toEnd = false;  // the field has the keys; its caret is to go to the end
  bool first = true;                   // it has not had them yet
  int asked = 0;                       // frames since it has asked for them
  int scrollTo = -1;                   // a row that the keys have chosen
  std::string folder;                  // that is listed
};

/// What a slice shows, as SliceQuantity.
inline const std::vector<std::string> kSliceWords = {
    "none", "pressure", "speed", "divergence", "vorticity", "fractions", "cell kinds", "temperature", "smoke"};

struct Panels {
  Skin& skin;
  UiState& state;
  const History& history;
  const CompareHistory& compared;
  MatrixShown& matrix;
  PathPicker& picker;
  std::vector<UiCommand>& out;
  float width, height;            // of the window in design pixels
  float lessonTop = height - 64;  // where the left column ends
  // Where the next legend ends; two stand above each other, then the next column begins.
  float legendFoot = height - 76, legendRight = 0, legendWidest = 0;
  int legendCount = 0;
  float legendLeft = 0;  // where the next one begins side by side, in which row above the numbers
  int legendRow = 0;
  float linesTop = 46;       // where messages over the scene begin
  bool solverShown = false;  // the matrix had room

  void topBar();
  void menus();
  void sliceMenu();
  void tools();
  void hands();
  void toolsInRows();
  void toolsInARow();
  /// A tool that puts something into the scene is in the hand.
  bool placing() const { return state.tool != "grab" && state.tool != "move" && state.tool != "turn"; }
  void inspector();
  void inspectorHandle();
  void lessonCard(float most);
  void lessonFoot(int pages);
  void theory();
  void solver();
  void solverWithoutPlot(float right, float top);
  void legends();
  void markerLegend();
  void sliceLegend();
  void flowLegend();
  void forceLegend();
  void boundaryLegend();
  bool beginLegend(const char* name, float legendWidth);
  bool beginLegendSideBySide(const char* name, float legendWidth);
  void openLegend(const char* name, float left, float legendWidth);
  void endLegend();
  void transport();
  void speedBox(float x, float top);
  void timeline(float left, float right, float top);
  void sideLabels();
  void comparePanel();
  /// The presets, in the menu bar and behind the tool.
  void compareMenu();
  void recordAndPlots(float top);
  void handles();
  void caption();
  void jobs();
  void meshCard();
  void meshSize(MeshCard& card, float inside);
  bool job(const char* name, const std::string& words, float share, unsigned dot, const char* stop, const char* help);
  void hint();
  void help();
  void narrowHelp();
  void problems();
  void toast();
  void dialogs();
  void unsavedDialog();
  bool pathField(const char* name, const char* hint, PathFor use, std::vector<std::string> endings, float rows,
                 std::string& path);
  void exportDialog();
  void newSceneDialog();
  void recordMenu();
  void lessonPageIn(float left, float top, float right, float foot);
  void left();

  void send(UiCommand::Kind kind, std::string text = {}, double value = 0) {
    out.push_back({kind, std::move(text), value});
  }
  /// Few pixels: panels at the side are folded.
  bool narrow() const { return width < kNarrow && !state.presentation; }
  bool folded() const { return narrow() && !state.inspectorOpen; }
  /// The middle of the scene between tools and inspector, and where that ends.
  float sceneMiddle() const { return state.sidePanels() ? (128 + (narrow() ? width : width - 280)) / 2 : width / 2; }
  float sceneRight() const { return state.sidePanels() && !folded() ? width - 292 : width - 12; }
  /// Where numbers and legends begin side by side: right of the card of a mesh.
  float compareLeft() const { return state.mesh.file.empty() ? 12 : meshLeft() + meshWidth() + 8; }
  float meshLeft() const { return meshCardLeft(height, state.sidePanels()); }
  float meshWidth() const { return std::min(kMeshCard, width - 12 - meshLeft()); }
  /// Where the column at the left begins, under the tools where these are.
  float columnTop() const { return state.presentation ? 64 : 46 + toolsHeight(height) + 8; }
  /// The same list in the tools and in the Edit menu.
  void addBodyMenu();
  void addBodies();
  void addParts();
};

}  // namespace flotsam
