// SPDX-License-Identifier: MIT
// Pictures without a window: an EGL surfaceless context with a framebuffer, and PNG files.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/result.h"

namespace flotsam {

struct Image {
  int width = 0, height = 0;
  std::vector<uint8_t> rgb;  // rows from the top, 3 bytes a pixel
};

class OffscreenContext {
 public:
  /// Fails with the reason when EGL or OpenGL 3.3 is not there.
  static Result<std::shared_ptr<OffscreenContext>> create(int width, int height);
  ~OffscreenContext();
  void makeCurrent();
  unsigned framebuffer() const;
  /// Waits until everything asked for is drawn.
  void finish() const;
  Image read() const;

 private:
  OffscreenContext();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// What `framebuffer` (0 = window) holds now.
Image readPixels(unsigned framebuffer, int width, int height);
Problems writePng(const std::string& path, const Image& image);

}  // namespace flotsam
