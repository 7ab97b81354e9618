// SPDX-License-Identifier: MIT
// What one moment of a World gives to files that other programs read: particles with their velocities, bodies, the
// liquid's surface and its distance, smoke. A copy, so that the files can be written while the world goes on.
#pragma once

#include <string>
#include <vector>

#include "sim/world.h"

namespace flotsam {

/// Every particle of the fluid. All lists have one entry a particle.
struct ParticleCloud {
  std::vector<Vec3f> position, velocity;  // m, m/s
  std::vector<uint32_t> id;               // the same particle has the same number in every frame
  std::vector<uint8_t> dye;               // 0 = undyed, 1.. = `dyes`
  std::vector<std::string> dyes;          // words of dye 1, 2, ...
};

struct ExportFrame {
  uint64_t step = 0;
  double time = 0;  // s
  ParticleCloud particles;
  SimView view;  // bodies, liquid and smoke; without markers
  // The liquid's distance with the tank's walls cut off, as `view.liquid`: in cells, -1..1, negative in the liquid.
  std::vector<float> liquid;
};

/// What of it is wanted; the rest costs nothing.
struct ExportParts {
  bool particles = false, view = false, liquid = false;
};

/// Replaces `frame`, reusing its memory.
void captureFrame(const World& world, const ExportParts& parts, ExportFrame& frame);

}  // namespace flotsam
