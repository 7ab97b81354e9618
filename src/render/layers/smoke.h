// SPDX-License-Identifier: MIT
// Smoke: light swept through the volume on the CPU once per step, a ray march at reduced size, and an upsampling that
// keeps the edges of bodies sharp. White smoke on dark, ink on light.
#pragma once

#include <vector>

#include "render/gl/program.h"
#include "render/gl/target.h"
#include "render/layers/frame.h"

namespace flotsam::layer {

/// The volume as the shader samples it, and where it is not empty.
struct SmokeVolume {
  Int3 cells{0};
  std::vector<uint8_t> densityLight;  // two bytes a cell
  Vec3f lo{0}, hi{0};                 // scene units; hi <= lo when there is no smoke
};
/// Light sweep: each cell takes what its neighbour towards the light lets through; bodies dim what lies behind them.
void sweepLight(const Frame& frame, SmokeVolume& volume, std::vector<float>& work);

class Smoke {
 public:
  Smoke();
  /// Blends the smoke over the scene's colour, in front of and between what its depth holds.
  void draw(const Frame& frame, gl::Target& scene);

 private:
  void uploadVolume(const Frame& frame);
  bool screenBox(const Frame& frame, int (&box)[4]) const;
  gl::Program march_, up_;
  gl::Target small_;
  gl::Framebuffer colourOnly_;
  GLuint attached_ = 0;
  gl::Texture texture_;
  gl::VertexArray empty_;
  SmokeVolume volume_;
  std::vector<float> work_;
  std::vector<double> key_, newKey_;
  Int3 allocated_{0};
};

}  // namespace flotsam::layer
