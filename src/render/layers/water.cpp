// SPDX-License-Identifier: MIT
// Two passes: how much liquid every view ray crosses (all faces, added up), then the nearest faces with a copy of the
// scene to look through; last the line where the surface meets the glass.
#include "render/layers/water.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace flotsam::layer {
namespace {

// Per scene unit, of water by eye; and of what is as thick as honey.
constexpr Vec3f kAbsorption(1.8f, 0.46f, 0.23f), kHoneyAbsorption(0.35f, 1.8f, 6.0f);
constexpr float kFlatLength = 0.45f;  // scene units of liquid to look through in a flat tank

}  // namespace

float thicknessForEye(const SimView& view) {
  constexpr double kThin = 0.05, kThick = 10;  // Pa s
  for (const Param& p : view.params)
    if (p.info.key == "fluid.viscosity" && p.value > kThin)
      return static_cast<float>(std::min(std::log(p.value / kThin) / std::log(kThick / kThin), 1.0));
  return 0;
}

Water::Water()
    : surface_("water.vert", "water.frag"),
      glass_("water.vert", "glass.frag"),
      depth_("water.vert", "water_depth.frag") {}

void Water::upload(const Frame& f) {
  const LiquidView& liquid = f.view.liquid;
  newKey_.clear();
  newKey_.push_back(static_cast<double>(f.view.step));
  newKey_.push_back(f.view.time);
  newKey_.push_back(static_cast<double>(std::bit_cast<uintptr_t>(liquid.phi.data())));
  newKey_.push_back(f.view.dx);
  for (int i = 0; i < 3; ++i) newKey_.push_back(liquid.cells[i]);
  for (size_t i = 0; i < 61; ++i) newKey_.push_back(liquid.phi[i * (liquid.phi.size() - 1) / 60]);
  if (newKey_ == key_) return;
  std::swap(key_, newKey_);
  extractSurface(f.view, mesh_);
  glBindVertexArray(array_.get());
  const auto attribute = [](GLuint index, gl::Buffer& buffer, const std::vector<Vec3f>& data) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data.size() * sizeof(Vec3f)), data.data(), GL_STREAM_DRAW);
    glVertexAttribPointer(index, 3, GL_FLOAT, GL_FALSE, sizeof(Vec3f), nullptr);
    glEnableVertexAttribArray(index);
  };
  attribute(0, positions_, mesh_.mesh.positions);
  attribute(1, normals_, mesh_.mesh.normals);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.get());
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh_.mesh.triangles.size() * sizeof(glm::uvec3)),
               mesh_.mesh.triangles.data(), GL_STREAM_DRAW);
}

void Water::measureWay(const Frame& f) {
  // At half the size on software OpenGL, where every pixel counts: lengths change slowly.
  const int part = f.quality == Quality::Software ? 2 : 1;
  way_.resize((f.width + part - 1) / part, (f.height + part - 1) / part, {.colour = GL_R32F, .linear = true});
  way_.bind();
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);
  depth_.use();
  depth_.set("scale", static_cast<float>(1 / f.unit));
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * mesh_.mesh.triangles.size()), GL_UNSIGNED_INT, nullptr);
  glDisable(GL_BLEND);
}

/// With what both kinds of faces are drawn with.
void Water::use(const Frame& f, gl::Program& program) {
  const WaterLook& look = f.look.water;
  const float honey = thicknessForEye(f.view);
  program.use();
  program.set("scale", static_cast<float>(1 / f.unit));
  program.set("sceneColour", 0);
  program.set("sceneDepth", 1);
  program.set("wayThrough", 2);
  program.set("absorption", glm::mix(kAbsorption, kHoneyAbsorption, honey));
  program.set("deep", glm::mix(look.deep, look.honeyDeep, honey));
  program.set("flatLength", kFlatLength);
  program.set("depthRange", Vec2f(f.near, f.far));
}

void Water::drawSurface(const Frame& f, gl::Target& scene) {
  copy_.resize(f.width, f.height, {.depth = true});
  glBindFramebuffer(GL_READ_FRAMEBUFFER, scene.framebuffer());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, copy_.framebuffer());
  glBlitFramebuffer(0, 0, f.width, f.height, 0, 0, f.width, f.height, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT,
                    GL_NEAREST);
  scene.bind();
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glEnable(GL_CULL_FACE);
  glCullFace(GL_BACK);
  glEnable(GL_POLYGON_OFFSET_FILL);  // bodies that lie on the glass stay in front of the liquid there
  glPolygonOffset(1, 4);
  const GLuint textures[] = {copy_.colour(), copy_.depth(), way_.colour()};
  for (GLuint unit = 0; unit < 3; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, textures[unit]);
  }
  glActiveTexture(GL_TEXTURE0);
  const size_t free = mesh_.freeTriangles, walls = mesh_.mesh.triangles.size() - free;
  use(f, glass_);
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * walls), GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(free * sizeof(glm::uvec3)));
  use(f, surface_);
  surface_.set("skyLow", f.look.water.skyLow);
  surface_.set("skyHigh", f.look.water.skyHigh);
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * free), GL_UNSIGNED_INT, nullptr);
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
}

void Water::drawWaterline(const Frame& f, Lines& lines) {
  lines.clear();
  const float scale = static_cast<float>(1 / f.unit);
  const auto& x = mesh_.mesh.positions;
  const WaterLook& look = f.look.water;
  for (const auto& e : mesh_.waterline) {
    lines.add(scale * x[e.x], scale * x[e.y], Vec4f(look.line, 0.35f * look.lineAlpha), 4.5f * f.ui);
    lines.add(scale * x[e.x], scale * x[e.y], Vec4f(look.line, look.lineAlpha), 1.5f * f.ui);
  }
  lines.draw(/*hidden=*/true);
}

void Water::draw(const Frame& f, gl::Target& scene, Lines& lines) {
  const LiquidView& liquid = f.view.liquid;
  if (!f.options.showWater || liquid.phi.empty()) return;
  upload(f);
  if (mesh_.mesh.triangles.empty()) return;
  glBindVertexArray(array_.get());
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  if (!f.flat) measureWay(f);
  drawSurface(f, scene);
  drawWaterline(f, lines);
}

}  // namespace flotsam::layer
