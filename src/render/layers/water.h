// SPDX-License-Identifier: MIT
// The liquid's surface as a mesh over what is behind it: refraction, absorption by the true length of the way through
// the liquid, mirrored sky, closed flush against the glass.
#pragma once

#include <vector>

#include "render/gl/program.h"
#include "render/gl/target.h"
#include "render/layers/lines.h"
#include "view/liquid_surface.h"

namespace flotsam::layer {

/// 0 for water to 1 for honey, on a logarithmic scale of the viscosity: the eye is told what the slider does.
float thicknessForEye(const SimView& view);

class Water {
 public:
  Water();
  /// Over the scene's colour, hidden by its depth; writes its own depth. `lines` is working memory.
  void draw(const Frame& frame, gl::Target& scene, Lines& lines);

 private:
  void upload(const Frame& frame);
  void drawSurface(const Frame& frame, gl::Target& scene);
  void drawWaterline(const Frame& frame, Lines& lines);
  void measureWay(const Frame& frame);
  void use(const Frame& frame, gl::Program& program);
  gl::Program surface_, glass_, depth_;
  gl::Target copy_, way_;
  gl::VertexArray array_;
  gl::Buffer positions_, normals_, indices_;
  LiquidSurface mesh_;
  std::vector<double> key_, newKey_;  // of the liquid that was uploaded
};

}  // namespace flotsam::layer
