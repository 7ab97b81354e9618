// SPDX-License-Identifier: MIT
#include "render/layers/slice_plane.h"

#include <algorithm>

namespace flotsam::layer {

void SlicePlane::draw(const Frame& f, gl::Target& scene, Lines& lines) {
  const SliceQuantity quantity = f.options.slice.quantity;
  cutSlice(f.view, f.options.slice, image_);
  if (image_.width == 0) {
    if (f.options.arrows == ArrowPlaces::Slice && !f.flat && f.view.fields.cells.x > 0) drawOutline(f, scene, lines);
    return;
  }
  if (f.options.sliceLo < f.options.sliceHi) image_.lo = f.options.sliceLo, image_.hi = f.options.sliceHi;
  const Theme theme = f.look.dark ? Theme::Dark : Theme::Light;
  const bool smooth = quantity != SliceQuantity::Fractions && quantity != SliceQuantity::Cells;
  texels_.resize(image_.value.size());
  const float span = image_.hi - image_.lo;
  for (size_t i = 0; i < texels_.size(); ++i) {
    const float t = span > 0 ? (image_.value[i] - image_.lo) / span : 0.f;
    const unsigned c = sliceColour(quantity, static_cast<double>(t), theme);  // 0xRRGGBB to bytes R, G, B, A
    texels_[i] = image_.known[i] ? (c >> 16 & 255) | (c & 0xFF00) | (c & 255) << 16 | 255u << 24 : 0;
  }
  glBindTexture(GL_TEXTURE_2D, texture_.get());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image_.width, image_.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels_.data());
  const GLint filter = smooth ? GL_LINEAR : GL_NEAREST;
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);

  scene.bind();
  const Vec3f corner = f.units(image_.corner), across = f.units(image_.across), up = f.units(image_.up);
  glBindVertexArray(array_.get());
  program_.use();
  program_.set("corner", corner);
  program_.set("across", across);
  program_.set("up", up);
  program_.set("field", 0);
  program_.set("strength", f.flat ? 1.f : 0.92f);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(f.flat ? GL_FALSE : GL_TRUE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
  glDisable(GL_DEPTH_TEST);
  if (f.flat) return;
  drawOutline(f, scene, lines);
}

void SlicePlane::drawOutline(const Frame& f, gl::Target& scene, Lines& lines) {
  scene.bind();
  lines.clear();
  const auto ring = slicePlane(f.view, f.options.slice).outline;
  for (size_t i = 0; i < ring.size(); ++i)
    lines.add(f.units(ring[i]), f.units(ring[(i + 1) % ring.size()]), Vec4f(f.look.accent, 0.8f), 1.4f * f.ui);
  lines.draw(/*hidden=*/true);
}

}  // namespace flotsam::layer
