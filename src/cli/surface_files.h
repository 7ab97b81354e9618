// SPDX-License-Identifier: MIT
// The liquid's surface of a headless run as numbered mesh files, the same mesh that pictures show. Internal to cli.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "sim/world.h"
#include "view/liquid_surface.h"

namespace flotsam {

class SurfaceFiles {
 public:
  /// Makes the folder. `formats`: "obj", "ply" or both with a comma between. Problems when the scene has no free
  /// surface, a format is unknown or the folder cannot be written to.
  Problems open(const std::string& folder, const std::string& formats, const WorldDesc& desc);
  /// After every step; writes when a frame is due, as pictures are: surface_00001.obj, ...
  Problems afterStep(const World& world);
  /// A mesh without liquid is an empty file of its format, so that the numbers go on; a warning says how many are. An
  /// error when none has any.
  Problems finish() const;

 private:
  std::string folder_;
  std::vector<std::string> endings_;
  SimView view_;
  LiquidSurface surface_;
  double written_ = -1;
  size_t count_ = 0, empty_ = 0;
};

}  // namespace flotsam
