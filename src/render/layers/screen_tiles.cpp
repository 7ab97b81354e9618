// SPDX-License-Identifier: MIT
#include "render/layers/screen_tiles.h"

#include <algorithm>
#include <cmath>

namespace flotsam::layer {

void ScreenTiles::begin(int width, int height) {
  width_ = width, height_ = height;
  columns_ = (width + kSize - 1) / kSize, rows_ = (height + kSize - 1) / kSize;
  marked_.assign(static_cast<size_t>(columns_) * static_cast<size_t>(rows_), 0);
  count_ = 0, uploaded_ = false;
}

void ScreenTiles::add(const Frame& f, const Vec3f& lo, const Vec3f& hi, float margin) {
  Vec2f first(1e30f), last(-1e30f);
  for (int i = 0; i < 8; ++i) {
    const Vec3f corner(i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z);
    const Vec4f c = f.viewProjection * Vec4f(corner, 1);
    if (c.w <= f.near) {  // reaches behind the eye
      first = Vec2f(-1), last = Vec2f(1);
      break;
    }
    first = glm::min(first, Vec2f(c) / c.w), last = glm::max(last, Vec2f(c) / c.w);
  }
  const auto tile = [&](float ndc, int pixels, float shift, int tiles) {
    const float at = std::floor(((0.5f * ndc + 0.5f) * static_cast<float>(pixels) + shift) / kSize);
    return static_cast<int>(std::clamp(at, -1.f, static_cast<float>(tiles)));
  };
  const int x0 = std::max(tile(first.x, width_, -margin, columns_), 0), x1 = tile(last.x, width_, margin, columns_);
  const int y0 = std::max(tile(first.y, height_, -margin, rows_), 0), y1 = tile(last.y, height_, margin, rows_);
  for (int y = y0; y <= std::min(y1, rows_ - 1); ++y)
    for (int x = x0; x <= std::min(x1, columns_ - 1); ++x) {
      uint8_t& mark = marked_[static_cast<size_t>(x + columns_ * y)];
      count_ += mark == kNone;
      mark = kPlain;
    }
}

void ScreenTiles::setApart(const ScreenRect& r) {
  if (r.empty()) return;
  for (int y = std::max(r.y / kSize, 0); y <= std::min((r.y + r.h - 1) / kSize, rows_ - 1); ++y)
    for (int x = std::max(r.x / kSize, 0); x <= std::min((r.x + r.w - 1) / kSize, columns_ - 1); ++x)
      if (uint8_t& mark = marked_[static_cast<size_t>(x + columns_ * y)]; mark != kNone) mark = kApart;
}

/// Runs of tiles in a row are one rectangle.
void ScreenTiles::addRuns(uint8_t kind) {
  const Vec2f part(static_cast<float>(kSize) / static_cast<float>(width_),
                   static_cast<float>(kSize) / static_cast<float>(height_));
  for (int y = 0; y < rows_; ++y)
    for (int x = 0, end = 0; x < columns_; x = end + 1) {
      const auto marked = [&](int at) { return marked_[static_cast<size_t>(at + columns_ * y)] == kind; };
      end = x;
      if (!marked(x)) continue;
      while (end + 1 < columns_ && marked(end + 1)) ++end;
      const Vec2f lo = part * Vec2f(x, y), hi = part * Vec2f(end + 1, y + 1);
      for (const Vec2f& c : {lo, Vec2f(hi.x, lo.y), hi, lo, hi, Vec2f(lo.x, hi.y)}) corners_.push_back(c);
    }
}

void ScreenTiles::upload() {
  corners_.clear();
  addRuns(kPlain);
  plainCorners_ = corners_.size();
  addRuns(kApart);
  if (!array_) {
    glBindVertexArray(array_.get());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
  }
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners_.size() * sizeof(Vec2f)), corners_.data(),
               GL_STREAM_DRAW);
  uploaded_ = true;
}

void ScreenTiles::draw(Kind kind) {
  if (!uploaded_) upload();
  const size_t first = kind == Kind::Apart ? plainCorners_ : 0,
               last = kind == Kind::Plain ? plainCorners_ : corners_.size();
  if (first == last) return;
  glBindVertexArray(array_.get());
  glDrawArrays(GL_TRIANGLES, static_cast<GLint>(first), static_cast<GLsizei>(last - first));
}

}  // namespace flotsam::layer
