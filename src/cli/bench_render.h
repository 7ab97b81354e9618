// SPDX-License-Identifier: MIT
// `flotsam bench render`: what each ingredient of a picture costs at each level of detail. Internal to cli.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"

namespace flotsam {

struct RenderTiming {
  int level = 0;  // of detail
  std::string ingredient, scene;
  double with = 0, without = 0;  // ms a picture, medians of frames drawn in turn
  double ms() const { return with - without; }
};

/// Draws off-screen, with whatever OpenGL there is, states of shipped scenes after half a second, with and without each
/// ingredient in turn; a picture that is measured shows another state than the one before, so nothing is reused that
/// a running scene would not reuse. The panels are not in it.
Result<std::vector<RenderTiming>> timeRendering(int width, int height, int frames, std::string& openGl);

}  // namespace flotsam
