// SPDX-License-Identifier: MIT
// Order: bodies without an outline, outlines, bodies with one: an outline covers what is behind its body.
#include "render/layers/bodies.h"

#include <algorithm>

#include "render/layers/shadow.h"

namespace flotsam::layer {
namespace {

bool outlined(const Frame& f, int index) { return index == f.options.selected || index == f.options.hovered; }

/// Light of its own, linear: from dull red at 525 °C (Draper's point) over orange to a yellowish white at 1300 °C.
Vec3f glow(double temperature) {
  const float t = std::clamp(static_cast<float>((temperature - 525) / 775), 0.f, 1.f);
  return t > 0 ? Vec3f(0.2f + 1.3f * t, 0.9f * t * t, 0.4f * t * t * t) : Vec3f(0);
}

/// On a dark ground a dark colour is lighter, of the same hue: it would not be told from its own shadow.
Vec3f onGround(const Vec3f& albedo, bool dark) {
  constexpr float kSeen = 0.12f, kMost = 3;  // linear luminance, and how much lighter at most
  const float luminance = glm::dot(albedo, Vec3f(0.2126f, 0.7152f, 0.0722f));
  return dark && luminance < kSeen ? albedo * std::min(kMost, kSeen / std::max(luminance, 1e-4f)) : albedo;
}

}  // namespace

Bodies::Bodies()
    : body_("body.vert", "body.frag"), outline_("outline.vert", "flat.frag"), smooth_("screen.vert", "smooth.frag") {}

void Bodies::drawOne(const Frame& f, Meshes& meshes, int index) {
  const BodyView& body = f.view.bodies[static_cast<size_t>(index)];
  Meshes::Entry* mesh = finite(body.pose.position) ? meshes.find(body.mesh) : nullptr;
  if (!mesh) return;
  const bool selected = index == f.options.selected;
  const bool inSmoke = !f.view.smoke.density.empty() && f.options.showSmoke;
  Vec3f albedo = onGround(linearColour(bodyColour(body.colour)), f.look.dark);
  // White in the hand, as in the paper; a body that is only selected keeps the colour that is about to be chosen.
  if (selected && f.options.held && !inSmoke) albedo = glm::mix(albedo, linearColour(0xEDEDED), 0.9f);
  body_.set("model", modelMatrix(f, body));
  body_.set("albedo", albedo);
  body_.set("glow", glow(body.temperature));
  body_.set("rim", index == f.options.hovered || (selected && inSmoke) ? 1.f : 0.f);
  mesh->draw();
}

void Bodies::drawOutline(const Frame& f, Meshes& meshes, int index, const Vec3f& colour, float width) {
  const BodyView& body = f.view.bodies[static_cast<size_t>(index)];
  Meshes::Entry* mesh = finite(body.pose.position) ? meshes.find(body.mesh) : nullptr;
  if (!mesh) return;
  outline_.set("model", modelMatrix(f, body));
  outline_.set("widthPx", width);
  outline_.set("paint", Vec4f(colour, 1));
  mesh->draw();
}

void Bodies::draw(const Frame& f, Meshes& meshes, GLuint shadowMap) {
  const int count = static_cast<int>(f.view.bodies.size());
  if (!count) return;
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, shadowMap);
  glEnable(GL_CULL_FACE);  // meshes are closed: their insides are never seen
  glCullFace(GL_BACK);
  body_.use();
  body_.set("shadowMap", 0);
  body_.set("accent", f.look.accentLinear);
  for (int i = 0; i < count; ++i)
    if (!outlined(f, i)) drawOne(f, meshes, i);

  outline_.use();
  glCullFace(GL_FRONT);
  for (int i = 0; i < count; ++i) {
    const bool selected = i == f.options.selected;
    if (outlined(f, i))
      drawOutline(f, meshes, i, f.look.accent, (selected ? 2.2f : 1.4f) * f.ui);
    else if (f.flat)  // prisms seen from the front have no shading of their own
      drawOutline(f, meshes, i, 0.6f * displayColour(bodyColour(f.view.bodies[static_cast<size_t>(i)].colour)),
                  1.2f * f.ui);
  }
  glCullFace(GL_BACK);
  body_.use();
  for (int i = 0; i < count; ++i)
    if (outlined(f, i)) drawOne(f, meshes, i);
  glDisable(GL_CULL_FACE);
}

void Bodies::smooth(const Frame& f, gl::Target& scene) {
  if (f.view.bodies.empty()) return;
  copy_.resize(f.width, f.height, {.linear = true});
  glBindFramebuffer(GL_READ_FRAMEBUFFER, scene.framebuffer());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, copy_.framebuffer());
  constexpr int kReach = 2;  // pixels beyond its own that smooth.frag looks at
  for (const BodyView& body : f.view.bodies) {
    const ScreenRect box = screenBox(f, body);
    if (box.empty()) continue;
    const int x0 = std::max(box.x - kReach, 0), x1 = std::min(box.x + box.w + kReach, f.width);
    const int y0 = std::max(box.y - kReach, 0), y1 = std::min(box.y + box.h + kReach, f.height);
    glBlitFramebuffer(x0, y0, x1, y1, x0, y0, x1, y1, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }
  scene.bind();
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glEnable(GL_SCISSOR_TEST);
  smooth_.use();
  smooth_.set("image", 0);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, copy_.colour());
  for (const BodyView& body : f.view.bodies) {
    const ScreenRect box = screenBox(f, body);
    if (box.empty()) continue;
    glScissor(box.x, box.y, box.w, box.h);
    gl::drawScreen(empty_);
  }
  glDisable(GL_SCISSOR_TEST);
}

}  // namespace flotsam::layer
