// SPDX-License-Identifier: MIT
// Which level of detail this OpenGL gets: by name for software renderers, else by a short test of the background.
#include <chrono>
#include <cstdio>
#include <string>

#include "render/layers/stage.h"
#include "render/renderer.h"

namespace flotsam {
namespace {

/// Milliseconds for one background of 1280 x 720.
double measure() {
  constexpr int kWarm = 2, kRuns = 8;
  SimView view;
  view.cells = {32, 20, 20};
  view.dx = 0.05;
  const DrawOptions options;
  const layer::Frame frame =
      layer::makeFrame(view, Camera::framing({1.6, 1, 1}), options, Quality::Discrete, 1280, 720, 1);
  layer::FrameUniforms uniforms;
  uniforms.upload(frame, Mat4f(1));
  layer::Stage stage;
  gl::Target target;
  target.resize(1280, 720, {});
  target.bind();
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  for (int i = 0; i < kWarm; ++i) stage.drawBackground(frame);
  glFinish();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < kRuns; ++i) {
    stage.drawBackground(frame);
    glFinish();
  }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return took.count() / kRuns;
}

}  // namespace

Quality chooseQuality(std::string& reason) {
  const auto* text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string name = text ? text : "unknown renderer";
  for (const char* software : {"llvmpipe", "softpipe", "SwiftShader"})
    if (name.find(software) != std::string::npos) {
      reason = std::string("software OpenGL (") + software + "): level 0";
      return Quality::Software;
    }
  const double ms = measure();
  const Quality quality = ms > 4 ? Quality::Software : ms < 0.25 ? Quality::Discrete : Quality::Integrated;
  char line[96];
  std::snprintf(line, sizeof line, ": %.2f ms for a background of 1280 x 720: level %d", ms, static_cast<int>(quality));
  reason = name + line;
  return quality;
}

}  // namespace flotsam
