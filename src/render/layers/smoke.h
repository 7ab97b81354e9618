// SPDX-License-Identifier: MIT
// Smoke: light swept through the volume on the CPU once per step, a ray march at reduced size, and an upsampling that
// keeps the edges of bodies sharp. White smoke on dark, ink on light, warmer in colour where it is hot.
#pragma once

#include <vector>

#include "render/gl/program.h"
#include "render/gl/target.h"
#include "render/layers/frame.h"
#include "render/layers/screen_tiles.h"

namespace flotsam::layer {

/// The volume as the shader samples it, and where it is not empty; with the sweep's working memory.
struct SmokeVolume {
  Int3 cells{0};
  std::vector<uint8_t> texels;  // three bytes a cell: density, light, heat
  Vec3f lo{0}, hi{0};           // scene units; hi <= lo when there is no smoke
  static constexpr int kBrick = 4;
  Int3 bricks{0};                // of kBrick³ cells each, those at the ends smaller
  std::vector<uint8_t> inBrick;  // whether there is smoke in it
  std::vector<float> light;
  struct Occluder {
    Vec3f centre;
    float radius2, perLayer;
  };
  std::vector<Occluder> occluders;
};
/// Light sweep: each cell takes what its neighbour towards the light lets through; bodies dim what lies behind them.
void sweepLight(const Frame& frame, SmokeVolume& volume);

class Smoke {
 public:
  Smoke();
  /// Blends the smoke over the scene's colour, in front of and between what its depth holds.
  void draw(const Frame& frame, gl::Target& scene);

 private:
  bool uploadVolume(const Frame& frame);  // whether there was something new
  int divisor(const Frame& frame, bool changed);
  void findTiles(const Frame& frame, int divisor);
  gl::Program march_, up_, plain_;
  gl::Target small_;
  gl::Framebuffer colourOnly_;
  GLuint attached_ = 0;
  gl::Texture texture_;
  ScreenTiles tiles_;
  SmokeVolume volume_;
  Mat4f lastView_{0};
  int stillFrames_ = 0;
  std::vector<double> key_, newKey_;
  Int3 allocated_{0};
};

}  // namespace flotsam::layer
