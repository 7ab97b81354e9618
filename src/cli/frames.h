// SPDX-License-Identifier: MIT
// Pictures of a headless run: PNG files in a folder, and a video through ffmpeg. Internal to cli.
#pragma once

#include <memory>
#include <string>

#include "core/result.h"
#include "render/renderer.h"
#include "sim/world.h"

namespace flotsam {

struct FrameOptions {
  std::string folder;  // empty = no PNG files
  std::string video;   // empty = no video
  int width = 1280, height = 720;
  bool wanted() const { return !folder.empty() || !video.empty(); }
};

class FrameWriter {
 public:
  /// Opens the context, the folder and ffmpeg, so that whatever is missing is told before the run.
  static Result<std::shared_ptr<FrameWriter>> open(const FrameOptions& options, const WorldDesc& desc);
  virtual ~FrameWriter() = default;
  /// After every step; draws when a frame is due: at most 60 per simulated second, at most one per step.
  virtual Problems afterStep(const World& world) = 0;
  virtual Problems finish() = 0;
  virtual size_t frames() const = 0;
};

/// The eye and what is drawn, as a scene asks for it.
Camera sceneCamera(const WorldDesc& desc);
DrawOptions sceneOptions(const WorldDesc& desc);

/// One picture (PNG) of a world, as its scene asks for it.
Problems writePicture(const World& world, const std::string& path, int width, int height);

}  // namespace flotsam
