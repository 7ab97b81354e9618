// SPDX-License-Identifier: MIT
// Draws a SimView: stage, bodies, markers, smoke, water. Needs a current OpenGL 3.3 context with GLAD
// loaded.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "render/camera.h"
#include "view/flow.h"

namespace flotsam {

enum class Theme { Light, Dark };
enum class MarkerColour { Dye, Speed, Depth };
/// 0 software OpenGL, 1 integrated, 2 discrete.
enum class Quality { Software = 0, Integrated = 1, Discrete = 2 };

struct DrawOptions {
  Theme theme = Theme::Light;
  MarkerColour colour = MarkerColour::Dye;
  bool showMarkers = true, showSmoke = true, showWater = true;
  int hovered = -1, selected = -1;  // body indices
  bool streaks = false;             // the way of the markers of late, behind them
  bool held = false;                // the selected body is in the hand: drawn white, as in the paper
  int smokeDivisor = 0;             // 0 = by quality: march at 1/n size
  int markerDivisor = 1;            // draw every n-th marker
  // These need the view's fields, the boundary its faces.
  Slice slice = {};
  float sliceLo = 0, sliceHi = 0;  // ends of the slice's colours, for sides to share; equal: its own
  int planeHandle = 0;             // 0 none, 1 shown, 2 its knob under the mouse, 3 its ring
  ArrowPlaces arrows = ArrowPlaces::None;
  std::optional<FlowScales> scales = {};  // for sides to share; none: its own
  bool streamlines = false;
  bool forces = false;    // pressure force and torque on the bodies
  bool boundary = false;  // bodies and walls as the solver sees them
};

class Renderer {
 public:
  explicit Renderer(Quality quality);
  ~Renderer();
  /// Draws the whole frame (opaque) into `framebuffer` (0 = the window) of width x height pixels. Sizes of 0 draw
  /// nothing. `uiScale` = pixels per design pixel (lines and outlines keep their look on dense screens). `left`: where
  /// the picture begins there, for several side by side; each wants a renderer of its own, which remembers its scene.
  void draw(const SimView& view, const Camera& camera, const DrawOptions& options, int width, int height,
            unsigned framebuffer = 0, double uiScale = 1, int left = 0);
  Quality quality() const;
  /// Round ends of the slice in the last picture; false when there is none.
  bool sliceEnds(float& lo, float& hi) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The level for the current context by its renderer string and a short test, and the words that say why.
Quality chooseQuality(std::string& reason);
/// sRGB palette colours, 0xRRGGBB, shared with the panels.
unsigned bodyColour(int index);
unsigned dyeColour(int dye, Theme theme);
unsigned speedColour(double t, Theme theme);  // t in 0..1
/// Of the arrows on bodies: 0 force, 1 torque.
unsigned bodyArrowColour(int which, Theme theme);
/// Of what a slice shows, t in 0..1 between its ends: blue to orange where values have a sign.
unsigned sliceColour(SliceQuantity quantity, double t, Theme theme);

}  // namespace flotsam
