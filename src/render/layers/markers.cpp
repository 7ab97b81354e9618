// SPDX-License-Identifier: MIT
// Colours, one counting sort by view depth, one draw call.
#include "render/layers/markers.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>

#include "core/parallel.h"
#include "render/layers/points.h"
#include "view/flow.h"

namespace flotsam::layer {
namespace {

constexpr uint32_t kDepths = 4096;  // buckets over the view depth of the markers

uint32_t rgba(unsigned hex, unsigned alpha) {
  return (hex >> 16 & 255) | (hex & 0xFF00) | (hex & 255) << 16 | alpha << 24;
}

constexpr size_t kSpritesFrom = 16000;  // markers; below, points are cheaper even on software OpenGL

/// Range of view depths the tank covers.
Vec2f tankDepths(const Frame& f) {
  Vec2f range(1e30f, -1e30f);
  for (int i = 0; i < 8; ++i) {
    const Vec4f p = f.viewMatrix * Vec4f(f.tank * Vec3f(i & 1, i >> 1 & 1, i >> 2), 1);
    range = {std::min(range.x, -p.z), std::max(range.y, -p.z)};
  }
  return range;
}

}  // namespace

size_t Markers::gather(const Frame& f) {
  const MarkerView& m = f.view.markers;
  const size_t step = static_cast<size_t>(std::max(f.options.markerDivisor, 1));
  const size_t total = m.position.size();
  points_.clear(), behind_.clear();
  const float scale = static_cast<float>(1 / f.unit);
  const bool bySpeed = f.options.colour == MarkerColour::Speed && m.velocity.size() == total;
  const bool streaks = f.options.streaks && m.velocity.size() == total;
  const double seconds = streaks ? streakSeconds(f.view) : 0;
  const bool byDye = f.options.colour == MarkerColour::Dye && m.dye.size() == total;
  const bool anyDye = byDye && std::any_of(m.dye.begin(), m.dye.end(), [](uint8_t d) { return d != 0; });
  const uint32_t* table = speedTable(f.options.theme);
  uint32_t dyes[kDyeColours + 1];
  for (int i = 0; i <= kDyeColours; ++i) dyes[i] = rgba(dyeColour(i, f.options.theme), 255);
  // Undyed fluid stays small and quiet beside dye.
  dyes[0] = (dyes[0] & 0x00FFFFFF) | (anyDye ? 140u : 200u) << 24;
  const float perSpeed = static_cast<float>(255 / std::max(f.view.speedScale, 1e-9));
  const Vec2f depths = tankDepths(f);
  const Mat4f& v = f.viewMatrix;
  for (size_t i = 0; i < total; i += step) {
    const Vec3f p = m.position[i] * scale;
    const float depth = -(v[0][2] * p.x + v[1][2] * p.y + v[2][2] * p.z + v[3][2]);
    if (!(depth > f.near)) continue;  // also drops what is not finite
    uint32_t colour;
    if (bySpeed) {
      colour = table[static_cast<int>(std::clamp(glm::length(m.velocity[i]) * perSpeed, 0.f, 255.f))];
    } else if (byDye) {
      const int d = m.dye[i];
      colour = dyes[d == 0 ? 0 : 1 + (d - 1) % kDyeColours];
    } else {
      const float t = 1 - (depth - depths.x) / std::max(depths.y - depths.x, 1e-6f);
      colour = table[static_cast<int>(std::clamp(255 * t, 0.f, 255.f))];
    }
    points_.push_back({p, colour});
    if (streaks) behind_.push_back(static_cast<float>(seconds) * scale * m.velocity[i]);
  }
  return points_.size();
}

void Markers::sortByDepth(const Frame& f) {
  const size_t n = points_.size();
  sorted_.resize(n);
  depth_.resize(n);
  histogram_.assign(kDepths + 1, 0);
  const Vec2f range = tankDepths(f);
  const float perUnit = static_cast<float>(kDepths - 1) / std::max(range.y - range.x, 1e-6f);
  const Mat4f& v = f.viewMatrix;
  for (size_t i = 0; i < n; ++i) {
    const Vec3f& p = points_[i].position;
    const float depth = -(v[0][2] * p.x + v[1][2] * p.y + v[2][2] * p.z + v[3][2]);
    const float bucket = std::clamp((range.y - depth) * perUnit, 0.f, static_cast<float>(kDepths - 1));
    depth_[i] = static_cast<uint16_t>(bucket);
    ++histogram_[depth_[i] + 1u];
  }
  for (uint32_t i = 0; i < kDepths; ++i) histogram_[i + 1] += histogram_[i];
  for (size_t i = 0; i < n; ++i) sorted_[histogram_[depth_[i]]++] = points_[i];
}

void Markers::drawStreaks(const Frame& f, Lines& lines) const {
  // Enough to see the flow; more would be a haze, and slow on software OpenGL.
  const size_t most = f.quality == Quality::Software ? 4000 : 16000;
  const size_t step = behind_.empty() ? 1 : (behind_.size() + most - 1) / most;
  lines.clear();
  for (size_t i = 0; i < behind_.size(); i += step) {
    const Vec3f& head = points_[i].position;
    Vec3f way = behind_[i];
    float share = std::min(1.f, 0.4f * std::max({f.tank.x, f.tank.y, f.tank.z}) / std::max(glm::length(way), 1e-9f));
    for (int a = 0; a < (f.flat ? 2 : 3); ++a) {  // as far as the tank goes
      const float room = way[a] > 0 ? head[a] : head[a] - f.tank[a];
      if (std::abs(way[a]) > 1e-9f) share = std::min(share, std::max(room / way[a], 0.f));
    }
    way *= share;
    if (glm::length(way) * f.pixelsPerUnit < 0.5f * f.ui) continue;
    const uint32_t c = points_[i].colour;
    Vec4f colour(c & 255, c >> 8 & 255, c >> 16 & 255, c >> 24);
    colour /= 255.f;
    const float alpha = colour.a;
    for (int part = 0; part < 3; ++part) {
      colour.a = alpha * (0.7f - 0.22f * static_cast<float>(part));
      lines.add(head - way * (static_cast<float>(part) / 3), head - way * (static_cast<float>(part + 1) / 3), colour,
                f.ui * (1.6f - 0.35f * static_cast<float>(part)));
    }
  }
  lines.draw(/*hidden=*/true);
}

void Markers::drawPoints(const Frame& f, float radius, const Vec3f& light) {
  const size_t count = sorted_.size();
  glBindVertexArray(array_.get());
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(count * sizeof(Point)), sorted_.data(), GL_STREAM_DRAW);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(Point), nullptr);
  glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(Point),
                        reinterpret_cast<const void*>(offsetof(Point, colour)));
  glEnableVertexAttribArray(0);
  glEnableVertexAttribArray(1);
  program_.use();
  program_.set("scale", 1.f);
  program_.set("radius", radius);
  program_.set("pixels", f.pixelsPerUnit);
  const Vec2f range = tankDepths(f);
  program_.set("fog", Vec4f(f.look.fog, f.flat ? 0 : f.look.fogStrength));
  program_.set("fogRange", Vec2f(range.x, 1 / std::max(range.y - range.x, 1e-6f)));
  program_.set("lightInView", light);
  drawPointsOver(count);
}

/// The same positions, radii and colours as shaders/marker.vert.
bool Markers::drawSprites(const Frame& f, float radius, const Vec3f& light, gl::Target& scene) {
  const size_t count = sorted_.size();
  const Vec2f range = tankDepths(f);
  const float perDepth = 1 / std::max(range.y - range.x, 1e-6f);
  const float strength = f.flat ? 0 : f.look.fogStrength;
  if (range.x > f.near && radius * f.pixelsPerUnit / range.x > Sprites::kMaxRadius) return false;
  onScreen_.resize(count);
  std::atomic<bool> tooLarge{false};
  parallelFor(count, 4096, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const Point& p = sorted_[i];
      Sprite& s = onScreen_[i];
      const Vec4f c = f.viewProjection * Vec4f(p.position, 1);
      const float size = static_cast<float>(p.colour >> 24) / 255;
      s.radius = std::max(radius * size * f.pixelsPerUnit / c.w, f.ui * (0.6f + 0.4f * size));
      s.x = (0.5f + 0.5f * c.x / c.w) * static_cast<float>(f.width);
      s.y = (0.5f + 0.5f * c.y / c.w) * static_cast<float>(f.height);
      s.depth = 0.5f + 0.5f * c.z / c.w;
      const bool inside = std::abs(c.x) <= c.w && std::abs(c.y) <= c.w && std::abs(c.z) <= c.w;
      if (inside && s.radius > Sprites::kMaxRadius) tooLarge = true;
      if (!inside) s.radius = 0;
      const float fog = strength * std::clamp((c.w - range.x) * perDepth, 0.f, 1.f);
      s.colour = 0;
      for (int k = 0; k < 3; ++k) {
        const float own = static_cast<float>(p.colour >> (8 * k) & 255);
        s.colour |= static_cast<uint32_t>(glm::mix(own, 255 * f.look.fog[k], fog) + 0.5f) << (8 * k);
      }
    }
  });
  if (tooLarge) return false;
  sprites_.draw(f, onScreen_, light, scene);
  return true;
}

void Markers::draw(const Frame& f, gl::Target& scene, Lines& lines) {
  if (!f.options.showMarkers || f.view.markers.position.empty()) return;
  const size_t count = gather(f);
  if (!count) return;
  if (!behind_.empty()) {
    scene.bind();
    drawStreaks(f, lines);
  }
  sortByDepth(f);
  // 64k markers of 3.3 mm fill a tank of 1.6 x 1 x 1; fewer are larger. In 2D they share an area instead.
  const float n = static_cast<float>(count);
  const float own = f.flat ? 0.22f * std::sqrt(f.tank.x * f.tank.y / n)
                           : 0.0033f * std::cbrt(65536 / n * f.tank.x * f.tank.y * f.tank.z / 1.6f);
  const float radius = std::min(own, 0.012f);
  const Vec3f light = glm::mat3(f.viewMatrix) * f.light;
  if (f.quality == Quality::Software && count > kSpritesFrom && drawSprites(f, radius, light, scene)) return;
  scene.bind();
  drawPoints(f, radius, light);
}

}  // namespace flotsam::layer
