// SPDX-License-Identifier: MIT
// Volume upload, march, upsampling.
#include "render/layers/smoke.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "render/layers/smoke_constants.h"

namespace flotsam::layer {
namespace {

float steps(const Frame& f) { return f.quality == Quality::Software ? 48 : f.quality == Quality::Integrated ? 64 : 96; }

/// Whether only the bodies may stand in the smoke.
bool bodiesAlone(const Frame& f) {
  const DrawOptions& o = f.options;
  return !o.showMarkers && o.slice.quantity == SliceQuantity::None && o.arrows == ArrowPlaces::None && !o.streamlines &&
         !o.boundary && f.view.liquid.phi.empty() && f.view.liquid.drops.empty();
}

}  // namespace

Smoke::Smoke()
    : march_("tiles.vert", "smoke.frag"),
      up_("tiles.vert", "smoke_up.frag"),
      plain_("tiles.vert", "smoke_plain.frag") {}

/// Software OpenGL marches at 1/4 size while anything moves and a little finer when all is still.
int Smoke::divisor(const Frame& f, bool changed) {
  constexpr int kStill = 5;
  stillFrames_ = changed || lastView_ != f.viewProjection ? 0 : std::min(stillFrames_ + 1, kStill);
  lastView_ = f.viewProjection;
  if (f.options.smokeDivisor > 0) return std::min(f.options.smokeDivisor, 16);
  if (f.quality == Quality::Software) return stillFrames_ < kStill ? 4 : 3;
  return f.quality == Quality::Integrated ? 2 : 1;
}

bool Smoke::uploadVolume(const Frame& f) {
  const SmokeView& s = f.view.smoke;
  newKey_.clear();
  newKey_.push_back(static_cast<double>(f.view.step));
  newKey_.push_back(f.view.time);
  newKey_.push_back(static_cast<double>(std::bit_cast<uintptr_t>(s.density.data())));
  newKey_.push_back(f.unit);
  for (int i = 0; i < 3; ++i) newKey_.push_back(s.cells[i]);
  for (size_t i = 0; i < 61; ++i) newKey_.push_back(s.density[i * (s.density.size() - 1) / 60]);
  if (newKey_ == key_) return false;
  std::swap(key_, newKey_);
  sweepLight(f, volume_);
  glBindTexture(GL_TEXTURE_3D, texture_.get());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  const Int3 n = s.cells;
  if (allocated_ != n) {
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGB8, n.x, n.y, n.z, 0, GL_RGB, GL_UNSIGNED_BYTE, volume_.texels.data());
    gl::sampling(GL_TEXTURE_3D, GL_LINEAR, GL_CLAMP_TO_EDGE);
    allocated_ = n;
  } else {
    glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, n.x, n.y, n.z, GL_RGB, GL_UNSIGNED_BYTE, volume_.texels.data());
  }
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  return true;
}

/// Where on the screen there may be smoke. The linear filter reaches half a cell beyond a brick's own, the upsampling
/// two pixels of the small picture.
void Smoke::findTiles(const Frame& f, int divisor) {
  tiles_.begin(f.width, f.height);
  const Vec3f cell = f.tank / Vec3f(volume_.cells);
  const Int3 n = volume_.bricks;
  for (int k = 0, id = 0; k < n.z; ++k)
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i, ++id) {
        if (!volume_.inBrick[static_cast<size_t>(id)]) continue;
        const Vec3f first(SmokeVolume::kBrick * Int3(i, j, k));
        tiles_.add(f, glm::max(cell * (first - 0.5f), volume_.lo),
                   glm::min(cell * (first + (SmokeVolume::kBrick + 0.5f)), volume_.hi),
                   2 * static_cast<float>(divisor));
      }
  if (bodiesAlone(f))
    for (const BodyView& body : f.view.bodies) tiles_.setApart(screenBox(f, body));
}

void Smoke::draw(const Frame& f, gl::Target& scene) {
  const SmokeView& s = f.view.smoke;
  const Int3 n = s.cells;
  if (!f.options.showSmoke || s.density.empty() || std::min({n.x, n.y, n.z}) <= 0) return;
  if (s.density.size() != static_cast<size_t>(n.x) * static_cast<size_t>(n.y) * static_cast<size_t>(n.z)) return;
  const int d = divisor(f, uploadVolume(f));
  if (!(volume_.hi.x > volume_.lo.x)) return;
  findTiles(f, d);
  if (tiles_.empty()) return;

  const int w = (f.width + d - 1) / d, h = (f.height + d - 1) / d;
  small_.resize(w, h, {.colour2 = GL_R32F, .linear = true});
  small_.bind();
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  const GLfloat none[4] = {0, 0, 0, 0};
  for (GLint target = 0; target < 2; ++target) glClearBufferfv(GL_COLOR, target, none);
  const ScreenRays rays = screenRays(f);
  const float thickness = f.flat ? f.tank.z : 1;
  march_.use();
  march_.set("rayBase", rays.base);
  march_.set("rayX", rays.x);
  march_.set("rayY", rays.y);
  march_.set("volume", 1);
  march_.set("sceneDepth", 0);
  march_.set("boxLo", volume_.lo);
  march_.set("boxHi", volume_.hi);
  march_.set("tankSize", f.tank);
  march_.set("depthRange", Vec2f(f.near, f.far));
  march_.set("viewAxis", Vec3f(f.camera.forward()));
  march_.set("sigma", f.flat ? kFlatOpticalDepth / thickness : kSmokeSigma);
  march_.set("stepLength", f.flat ? 0.5f * thickness : glm::length(f.tank) / (2.f * steps(f)));
  march_.set("albedo", f.look.smokeAlbedo);
  march_.set("ambient", f.look.smokeAmbient);
  march_.set("lit", f.look.smokeLit);
  march_.set("warm", f.look.smokeWarm);
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_3D, texture_.get());
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, scene.depth());
  tiles_.draw();

  // Full size: the scene's colour without its depth attached, since the shader reads that.
  glBindFramebuffer(GL_FRAMEBUFFER, colourOnly_.get());
  if (attached_ != scene.colour()) {
    attached_ = scene.colour();
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, attached_, 0);
  }
  glViewport(0, 0, f.width, f.height);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, small_.colour());
  ScreenTiles::Kind others = ScreenTiles::Kind::All;
  if (bodiesAlone(f)) {
    plain_.use();
    plain_.set("small", 1);
    tiles_.draw(ScreenTiles::Kind::Plain);
    others = ScreenTiles::Kind::Apart;
  }
  up_.use();
  up_.set("sceneDepth", 0);
  up_.set("small", 1);
  up_.set("smallDepth", 2);
  up_.set("smallSize", Vec2f(w, h));
  up_.set("depthRange", Vec2f(f.near, f.far));
  glActiveTexture(GL_TEXTURE2);
  glBindTexture(GL_TEXTURE_2D, small_.colour2());
  glActiveTexture(GL_TEXTURE0);
  tiles_.draw(others);
  glDisable(GL_BLEND);
}

}  // namespace flotsam::layer
