// SPDX-License-Identifier: MIT
#include "render/layers/arrows.h"

#include <cmath>
#include <cstddef>

namespace flotsam::layer {

void Arrows::add(const Vec3f& tail, const Vec3f& tip, float radius, const Vec4f& colour) {
  instances_.push_back({tail, Vec4f(tip - tail, radius), colour});
}

/// Triangles of the shaft, the cone and the cone's foot.
void Arrows::prepare() {
  constexpr int kSides = 6;
  std::vector<Vec4f> corners;
  const auto at = [](int i, float kind, float along) {
    const float a = 2 * static_cast<float>(kPi) * static_cast<float>(i) / kSides;
    return Vec4f(std::cos(a), std::sin(a), kind, along);
  };
  for (int i = 0; i < kSides; ++i) {
    const int j = i + 1;
    for (const Vec4f& c : {at(i, 0, 0), at(j, 0, 0), at(j, 1, 0), at(i, 0, 0), at(j, 1, 0), at(i, 1, 0)})
      corners.push_back(c);
    for (const Vec4f& c : {at(i, 2, -1), at(i, 1, -1), at(j, 1, -1), at(i, 2, -1), at(j, 1, -1), at(j, 2, -1)})
      corners.push_back(c);
    for (const Vec4f& c : {at(i, 2, 0.4f), at(j, 2, 0.4f), at(i, 3, 0.4f)}) corners.push_back(c);
  }
  corner_ = static_cast<GLsizei>(corners.size());
  glBindBuffer(GL_ARRAY_BUFFER, corners_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof(Vec4f)), corners.data(),
               GL_STATIC_DRAW);
  glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
  glEnableVertexAttribArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
  const struct {
    GLint count;
    size_t offset;
  } fields[] = {{3, offsetof(Instance, from)}, {4, offsetof(Instance, reach)}, {4, offsetof(Instance, colour)}};
  for (GLuint i = 0; i < 3; ++i) {
    glVertexAttribPointer(i + 1, fields[i].count, GL_FLOAT, GL_FALSE, sizeof(Instance),
                          reinterpret_cast<const void*>(fields[i].offset));
    glEnableVertexAttribArray(i + 1);
    glVertexAttribDivisor(i + 1, 1);
  }
}

void Arrows::draw(bool onTop) {
  if (instances_.empty()) return;
  glBindVertexArray(array_.get());
  if (!corner_) prepare();
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(instances_.size() * sizeof(Instance)), instances_.data(),
               GL_STREAM_DRAW);
  program_.use();
  glDepthFunc(GL_LEQUAL);
  if (onTop)
    glDisable(GL_DEPTH_TEST);
  else
    glEnable(GL_DEPTH_TEST);
  glDepthMask(onTop ? GL_FALSE : GL_TRUE);
  glEnable(GL_CULL_FACE);
  glCullFace(GL_BACK);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDrawArraysInstanced(GL_TRIANGLES, 0, corner_, static_cast<GLsizei>(instances_.size()));
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDepthMask(GL_TRUE);
  glDisable(GL_DEPTH_TEST);
}

}  // namespace flotsam::layer
