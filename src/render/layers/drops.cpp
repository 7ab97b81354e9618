// SPDX-License-Identifier: MIT
#include "render/layers/drops.h"

#include "render/layers/points.h"
#include "render/layers/water.h"

namespace flotsam::layer {

void Drops::draw(const Frame& f, gl::Target& scene) {
  const LiquidView& liquid = f.view.liquid;
  if (!f.options.showWater || liquid.drops.empty()) return;
  scene.bind();
  glBindVertexArray(array_.get());
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(liquid.drops.size() * sizeof(Vec3f)), liquid.drops.data(),
               GL_STREAM_DRAW);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  glEnableVertexAttribArray(0);
  glDisableVertexAttribArray(1);
  glVertexAttrib4f(1, 0, 0, 0, 1);
  const float scale = static_cast<float>(1 / f.unit), honey = thicknessForEye(f.view);
  const DropLook& look = f.look.drop;
  program_.use();
  program_.set("scale", scale);
  program_.set("radius", scale * liquid.dropRadius);
  program_.set("pixels", f.pixelsPerUnit);
  program_.set("fog", Vec4f(0));
  program_.set("fogRange", Vec2f(0));
  program_.set("lightInView", glm::mat3(f.viewMatrix) * f.light);
  program_.set("core", glm::mix(look.core, look.honeyCore, honey));
  program_.set("rim", glm::mix(look.rim, look.honeyRim, honey));
  drawPointsOver(liquid.drops.size());
}

}  // namespace flotsam::layer
