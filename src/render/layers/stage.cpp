// SPDX-License-Identifier: MIT
// Background, walls, glass and the shadows on the floor.
#include "render/layers/stage.h"

#include <algorithm>
#include <cmath>

namespace flotsam::layer {
namespace {

constexpr float kFloorGap = 0.012f;  // the studio floor lies a little under the tank
constexpr int kMaxSpheres = 16;

/// 1, 2 or 5 times a power of ten metres, so that the longer side has 8 to 20 lines.
float gridSpacing(const Frame& f) {
  const double longest = f.unit * std::max({f.tank.x, f.tank.y, f.tank.z});
  const double decade = std::pow(10.0, std::floor(std::log10(longest / 8)));
  double spacing = decade;
  for (const double m : {2.0, 5.0, 10.0})
    if (longest / (m * decade) >= 8) spacing = m * decade;
  return static_cast<float>(spacing / f.unit);
}

}  // namespace

FloorPatch floorPatch(const Frame& f) {
  const ContainerView& c = f.view.container;
  FloorPatch p;
  if (f.flat) return p;
  p.origin = Vec3f(0), p.edgeU = Vec3f(0, 0, f.tank.z), p.edgeV = Vec3f(f.tank.x, 0, 0);
  if (c.kind == ContainerKind::Cylinder && std::abs(c.pose.rotate({0, 1, 0}).y) > 0.999) {
    const Vec3f centre = f.units(c.pose.position - Vec3(0, 0.5 * c.size.y, 0));
    const float r = static_cast<float>(c.size.x / f.unit);
    p.origin = centre - Vec3f(r, 0, r), p.edgeU = Vec3f(0, 0, 2 * r), p.edgeV = Vec3f(2 * r, 0, 0);
    p.round = true;
  } else if (c.kind != ContainerKind::Box) {
    const Vec3f border(0.25f, kFloorGap, 0.25f);
    p.origin -= border, p.edgeU.z += 0.5f, p.edgeV.x += 0.5f, p.feather = 0.2f;
  }
  p.visible = f.eye.y > p.origin.y;
  return p;
}

Stage::Stage()
    : background_("ray.vert", "background.frag"),
      panel_("panel.vert", "panel.frag"),
      sheen_("panel.vert", "sheen.frag"),
      shadow_("screen.vert", "floor_shadow.frag"),
      shade_("panel.vert", "floor_shade.frag") {}

void Stage::drawQuad() {
  if (!quad_) {
    const float corners[] = {0, 0, 1, 0, 0, 1, 1, 1};
    glBindVertexArray(quad_.get());
    glBindBuffer(GL_ARRAY_BUFFER, corners_.get());
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
  }
  glBindVertexArray(quad_.get());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

Stage::Key Stage::keyOf(const Frame& f) {
  const ContainerView& c = f.view.container;
  const Quat& q = c.pose.orientation;
  return {f.viewProjection,
          f.tank,
          Vec4f(q.x, q.y, q.z, q.w),
          f.units(c.pose.position),
          f.units(c.size),
          static_cast<int>(c.kind),
          static_cast<int>(f.options.theme),
          f.width,
          f.height,
          f.ui};
}

void Stage::update(const Frame& f, Lines& lines) {
  const Key key = keyOf(f);
  if (key == key_ && !coarse_) return;
  // While the camera moves, software GL gets the background at half size; the first still frame has it all again.
  const bool moving = !(key == key_);
  coarse_ = moving && f.quality == Quality::Software && key_.width == f.width && key_.height == f.height &&
            f.width > 1 && f.height > 1 && key_.theme == key.theme;
  key_ = key;
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  picture_.resize(f.width, f.height, {});
  if (coarse_) {
    half_.resize((f.width + 1) / 2, (f.height + 1) / 2, {});
    half_.bind();
    drawBackground(f);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, half_.framebuffer());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, picture_.framebuffer());
    glBlitFramebuffer(0, 0, half_.width(), half_.height(), 0, 0, f.width, f.height, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    picture_.bind();
  } else {
    picture_.bind();
    drawBackground(f);
  }
  drawPanels(f);
  lines.clear();
  addContainerLines(f, /*front=*/false, lines);
  lines.draw();
}

void Stage::drawBackground(const Frame& f) {
  const ThemeLook& t = f.look;
  const ContainerView& c = f.view.container;
  Vec2f half(0.5f * f.tank.x, 0.5f * f.tank.z), centre = half;
  float rounding = 0;
  if (c.kind == ContainerKind::Sphere || c.kind == ContainerKind::Cylinder) {
    centre = Vec2f(c.pose.position.x, c.pose.position.z) / static_cast<float>(f.unit);
    half = Vec2f(0);
    rounding = static_cast<float>(c.size.x / f.unit) * (c.kind == ContainerKind::Sphere ? 0.45f : 1.f);
  } else if (c.kind == ContainerKind::TiltedBox) {
    half *= 0.6f;
  }
  const ScreenRays rays = screenRays(f);
  background_.use();
  background_.set("rayBase", rays.base);
  background_.set("rayX", rays.x);
  background_.set("rayY", rays.y);
  background_.set("top", t.top);
  background_.set("horizon", t.horizon);
  background_.set("floorColour", t.floor);
  background_.set("centre", centre);
  background_.set("half_", half);
  background_.set("rounding", rounding);
  background_.set("floorY", -kFloorGap);
  background_.set("floorFade", f.flat ? 0.f : std::clamp((f.eye.y + kFloorGap) / 0.15f, 0.f, 1.f));
  background_.set("contact", t.contact);
  background_.set("ambient", t.ambient);
  background_.set("ambientShift", -0.25f * Vec2f(f.light.x, f.light.z));
  background_.set("vignette", t.vignette);
  background_.set("grain", t.grain);
  gl::drawScreen(empty_);
}

void Stage::drawPanel(const Frame& f, const Vec3f& origin, const Vec3f& u, const Vec3f& v, bool floor, bool round) {
  const ThemeLook& t = f.look;
  panel_.set("origin", origin);
  panel_.set("edgeU", u);
  panel_.set("edgeV", v);
  panel_.set("size", Vec2f(glm::length(u), glm::length(v)));
  panel_.set("wall", floor ? t.tankFloor : t.panel);
  panel_.set("line", t.gridLine);
  panel_.set("lineMix", floor ? t.floorLines : t.panelLines);
  panel_.set("corner", t.corner);
  panel_.set("alpha", floor ? 0.92f : t.panelAlpha);
  panel_.set("spacing", gridSpacing(f));
  panel_.set("round_", round ? 1.f : 0.f);
  drawQuad();
}

void Stage::drawPanels(const Frame& f) {
  panel_.use();
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  BoxFrame box;
  const bool boxed = containerBox(f, box);
  if (f.flat) {
    drawPanel(f, box.corner, box.edge[0], box.edge[1], false, false);
  } else if (boxed) {
    for (int axis = 0; axis < 3; ++axis)
      for (int side = 0; side < 2; ++side) {
        const bool floor = axis == 1 && side == 0, lid = axis == 1 && side == 1;
        if (lid || !seesInside(f, box, axis, side)) continue;
        drawPanel(f, box.corner + static_cast<float>(side) * box.edge[axis], box.edge[(axis + 1) % 3],
                  box.edge[(axis + 2) % 3], floor, false);
      }
  } else {
    const FloorPatch patch = floorPatch(f);
    if (patch.round && patch.visible) drawPanel(f, patch.origin, patch.edgeU, patch.edgeV, true, true);
  }
  glDisable(GL_BLEND);
}

void Stage::drawGlass(const Frame& f) {
  BoxFrame box;
  if (f.flat || !containerBox(f, box)) return;
  sheen_.use();
  sheen_.set("tint", f.look.sheen);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  for (const int axis : {0, 2})
    for (int side = 0; side < 2; ++side) {
      if (seesInside(f, box, axis, side)) continue;
      // Edges so that t runs upwards.
      const Vec3f u = box.edge[axis == 0 ? 2 : 0], v = box.edge[1];
      const Vec3f origin = box.corner + static_cast<float>(side) * box.edge[axis];
      const Vec3f toEye = glm::normalize(f.eye - (origin + 0.5f * (u + v)));
      const float glance = 1 - std::abs(glm::dot(toEye, glm::normalize(box.edge[axis])));
      sheen_.set("origin", origin);
      sheen_.set("edgeU", u);
      sheen_.set("edgeV", v);
      sheen_.set("alpha", f.look.sheenAlpha * (1 + 3 * glance * glance * glance * glance));
      drawQuad();
    }
  glDisable(GL_BLEND);
}

void Stage::updateFloorShade(const Frame& f, GLuint shadowMap, bool moved) {
  shadeOld_ = shadeOld_ || moved || shadeStrength_ != f.look.castShadow;  // also while the floor is out of view
  const FloorPatch patch = floorPatch(f);
  if (!shadeOld_ || !patch.visible || f.view.bodies.empty()) return;
  shadeOld_ = false, shadeStrength_ = f.look.castShadow;
  Vec4f spheres[kMaxSpheres];
  int count = 0;
  for (const BodyView& body : f.view.bodies)
    if (count < kMaxSpheres && finite(body.pose.position))
      spheres[count++] = Vec4f(f.units(body.pose.position), occlusionRadius(f, body));
  const int size = f.quality == Quality::Software ? 128 : 512;  // about as fine as the shadow map
  floorShade_.resize(size, size, {.linear = true});
  floorShade_.bind();
  shadow_.use();
  shadow_.set("shadowMap", 0);
  shadow_.set("origin", patch.origin);
  shadow_.set("edgeU", patch.edgeU);
  shadow_.set("edgeV", patch.edgeV);
  shadow_.set("strength", f.look.castShadow);
  if (count) shadow_.set("spheres", spheres, count);
  shadow_.set("sphereCount", count);
  shadow_.set("round_", patch.round ? 1.f : 0.f);
  shadow_.set("feather", patch.feather);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, shadowMap);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  gl::drawScreen(empty_);
}

void Stage::drawFloorShade(const Frame& f) {
  const FloorPatch patch = floorPatch(f);
  if (!patch.visible || f.view.bodies.empty()) return;
  shade_.use();
  shade_.set("shade", 0);
  shade_.set("origin", patch.origin);
  shade_.set("edgeU", patch.edgeU);
  shade_.set("edgeV", patch.edgeV);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, floorShade_.colour());
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_DST_COLOR, GL_ZERO);
  drawQuad();
  glDisable(GL_BLEND);
}

}  // namespace flotsam::layer
