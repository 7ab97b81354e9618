// SPDX-License-Identifier: MIT
// Drawing the bound points as balls over the scene: blended, hidden by its depth, which they leave as it is.
#pragma once

#include <cstddef>

#include "render/gl/program.h"

namespace flotsam::layer {

inline void drawPointsOver(size_t count) {
  glEnable(GL_PROGRAM_POINT_SIZE);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count));
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_PROGRAM_POINT_SIZE);
}

}  // namespace flotsam::layer
