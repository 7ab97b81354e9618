// SPDX-License-Identifier: MIT
// The order of a frame. Everything is drawn into targets of our own (the window may have no depth buffer, or any
// number of samples) and copied into the caller's framebuffer at the end. All shading ends in display colours, so
// every quality level looks the same.
#include "render/renderer.h"

#include <algorithm>
#include <cmath>

#include "render/heap.h"
#include "render/layers/bodies.h"
#include "render/layers/drops.h"
#include "render/layers/joint_lines.h"
#include "render/layers/markers.h"
#include "render/layers/method.h"
#include "render/layers/shadow.h"
#include "render/layers/slice_plane.h"
#include "render/layers/smoke.h"
#include "render/layers/stage.h"
#include "render/layers/water.h"

namespace flotsam {
namespace {

void copyColour(gl::Target& from, GLuint to, int width, int height, GLbitfield what = GL_COLOR_BUFFER_BIT,
                int left = 0) {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, from.framebuffer());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
  glBlitFramebuffer(0, 0, width, height, left, 0, left + width, height, what, GL_NEAREST);
}

/// The state the layers rely on, whatever the panels left behind.
void resetState() {
  for (const GLenum cap : {GL_SCISSOR_TEST, GL_BLEND, GL_CULL_FACE, GL_STENCIL_TEST, GL_DEPTH_TEST}) glDisable(cap);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_LEQUAL);
  glBlendEquation(GL_FUNC_ADD);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  for (GLuint unit = 0; unit < 3; ++unit) glBindSampler(unit, 0);
}

void leaveState(unsigned framebuffer, int width, int height) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, width, height);
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  glUseProgram(0);
  glActiveTexture(GL_TEXTURE0);
}

}  // namespace

struct Renderer::Impl {
  Quality quality;
  int samples = 0;
  layer::FrameUniforms uniforms;
  layer::Meshes meshes;
  layer::Lines lines;
  layer::ShadowMap shadow;
  layer::Stage stage;
  layer::Bodies bodies;
  layer::Markers markers;
  layer::SlicePlane slice;
  layer::Method method;
  layer::Smoke smoke;
  layer::Water water;
  layer::Drops drops;
  gl::Target scene, multisampled;

  explicit Impl(Quality q) : quality(q) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    if (quality != Quality::Software) samples = std::min(4, static_cast<int>(most));
    if (quality == Quality::Software) keepHeap();
  }

  void drawSolid(const layer::Frame& f);
  void drawFrontLines(const layer::Frame& f);
};

Renderer::Renderer(Quality quality) : impl_(std::make_unique<Impl>(quality)) {}
Renderer::~Renderer() = default;
Quality Renderer::quality() const { return impl_->quality; }
bool Renderer::sliceEnds(float& lo, float& hi) const { return impl_->slice.ends(lo, hi); }

/// Stage, floor shadows and bodies into `scene`, colour and depth, one sample.
void Renderer::Impl::drawSolid(const layer::Frame& f) {
  gl::Target& target = samples > 1 ? multisampled : scene;
  scene.resize(f.width, f.height, {.depth = true});
  if (samples > 1) multisampled.resize(f.width, f.height, {.depth = true, .samples = samples});
  copyColour(stage.picture(), target.framebuffer(), f.width, f.height);
  target.bind();
  glClear(GL_DEPTH_BUFFER_BIT);
  stage.drawFloorShade(f);
  if (f.options.boundary && !f.flat && f.view.faces.cells.x > 0)
    method.drawBodyBlocks(f);
  else
    bodies.draw(f, meshes, shadow.texture());
  if (samples > 1)
    copyColour(target, scene.framebuffer(), f.width, f.height, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

void Renderer::Impl::drawFrontLines(const layer::Frame& f) {
  lines.clear();
  layer::addContainerLines(f, /*front=*/true, lines);
  layer::addJointLines(f, lines);
  const HandView& hand = f.view.hand;
  if (hand.active && finite(hand.grabbed) && finite(hand.target)) {
    const Vec3f from = f.units(hand.grabbed), to = f.units(hand.target);
    lines.add(from, to, Vec4f(f.look.accent, 0.9f), 1.6f * f.ui, /*round=*/true);
    lines.add(from, from, Vec4f(f.look.accent, 1), 5 * f.ui, true);
    lines.add(to, to, Vec4f(f.look.dark ? Vec3f(0.06f) : Vec3f(1), 1), 10 * f.ui, true);
    lines.add(to, to, Vec4f(f.look.accent, 1), 7 * f.ui, true);
  }
  lines.draw();
}

void Renderer::draw(const SimView& view, const Camera& camera, const DrawOptions& options, int width, int height,
                    unsigned framebuffer, double uiScale, int left) {
  if (width <= 0 || height <= 0) return;
  Impl& r = *impl_;
  const layer::Frame frame = layer::makeFrame(view, camera, options, r.quality, width, height, uiScale);
  resetState();
  r.uniforms.upload(frame, layer::ShadowMap::matrix(frame));
  if (!frame.flat && !view.bodies.empty()) {
    const bool moved = r.shadow.update(frame, r.meshes);
    r.stage.updateFloorShade(frame, r.shadow.texture(), moved);
  }
  r.stage.update(frame, r.lines);
  r.drawSolid(frame);
  // Silhouettes are smoothed before the markers, which must stay crisp, but after the smoke and the water behind them.
  const bool last =
      (options.showSmoke && !view.smoke.density.empty()) || (options.showWater && !view.liquid.phi.empty());
  if (r.samples <= 1 && !last) r.bodies.smooth(frame, r.scene);
  r.slice.draw(frame, r.scene, r.lines);
  r.method.drawFlow(frame, r.scene, r.lines);
  r.markers.draw(frame, r.scene, r.lines);
  r.water.draw(frame, r.scene, r.lines);
  r.drops.draw(frame, r.scene);
  r.smoke.draw(frame, r.scene);
  if (r.samples <= 1 && last) r.bodies.smooth(frame, r.scene);
  r.scene.bind();
  if (r.quality != Quality::Software) r.stage.drawGlass(frame);
  r.drawFrontLines(frame);
  r.method.drawMarks(frame, r.lines);
  copyColour(r.scene, framebuffer, width, height, GL_COLOR_BUFFER_BIT, left);
  r.meshes.endFrame();
  leaveState(framebuffer, width, height);
}

}  // namespace flotsam
