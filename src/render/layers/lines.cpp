// SPDX-License-Identifier: MIT
// One quad, one instance per segment.
#include "render/layers/lines.h"

#include <cstddef>

namespace flotsam::layer {

void Lines::add(const Vec3f& from, const Vec3f& to, const Vec4f& colour, float width, bool round) {
  segments_.push_back({from, to, colour, {width, round ? 1.f : 0.f}});
}

void Lines::draw(bool hidden) {
  if (segments_.empty()) return;
  if (!array_) {
    glBindVertexArray(array_.get());
    const float corners[] = {0, -1, 1, -1, 0, 1, 1, 1};
    glBindBuffer(GL_ARRAY_BUFFER, corners_.get());
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, instances_.get());
    const struct {
      GLint count;
      size_t offset;
    } fields[] = {{3, offsetof(Segment, from)},
                  {3, offsetof(Segment, to)},
                  {4, offsetof(Segment, colour)},
                  {2, offsetof(Segment, shape)}};
    for (GLuint i = 0; i < 4; ++i) {
      glVertexAttribPointer(i + 1, fields[i].count, GL_FLOAT, GL_FALSE, sizeof(Segment),
                            reinterpret_cast<const void*>(fields[i].offset));
      glEnableVertexAttribArray(i + 1);
      glVertexAttribDivisor(i + 1, 1);
    }
  }
  glBindVertexArray(array_.get());
  glBindBuffer(GL_ARRAY_BUFFER, instances_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(segments_.size() * sizeof(Segment)), segments_.data(),
               GL_STREAM_DRAW);
  program_.use();
  glDisable(GL_DEPTH_TEST);
  if (hidden) {  // lines lie on surfaces: they come forward by about a centimetre
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_FALSE);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-1, -2000);
  }
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(segments_.size()));
  glDisable(GL_BLEND);
  if (!hidden) return;
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDepthMask(GL_TRUE);
  glDisable(GL_DEPTH_TEST);
}

}  // namespace flotsam::layer
