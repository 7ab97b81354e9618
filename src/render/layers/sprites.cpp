// SPDX-License-Identifier: MIT
// Table of balls, bands, and two pixels at a time in 16-bit lanes.
#include "render/layers/sprites.h"

#include <smmintrin.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/parallel.h"

namespace flotsam::layer {
namespace {

constexpr int kTile = 8;       // depth is reduced to the nearest value of tiles of 8 x 8 pixels
constexpr int kBandRows = 16;  // rows of a band's stripe
constexpr size_t kBands = 8;   // interleaved, so that they are equally full
constexpr int kSub = 4;        // offsets within a pixel
constexpr float kShadeMax = 1.125f;

constexpr int kBorder = 28;  // the largest ball's size: a sprite partly out of the window needs no special case

int quarter(float radius) { return std::max(static_cast<int>(radius * 4 + 0.5f), 2); }

/// dst + (lit - dst) * coverage for two premultiplied pixels.
inline void blendPair(uint32_t* dst, const uint32_t* ball, __m128i colour) {
  const __m128i b = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(ball));
  const __m128i shade = _mm_shuffle_epi8(b, _mm_setr_epi8(0, -1, 0, -1, 0, -1, 0, -1, 4, -1, 4, -1, 4, -1, 4, -1));
  const __m128i spark = _mm_shuffle_epi8(b, _mm_setr_epi8(1, -1, 1, -1, 1, -1, -1, -1, 5, -1, 5, -1, 5, -1, -1, -1));
  const __m128i cover = _mm_shuffle_epi8(b, _mm_setr_epi8(2, -1, 2, -1, 2, -1, 2, -1, 6, -1, 6, -1, 6, -1, 6, -1));
  __m128i lit = _mm_srli_epi16(_mm_mullo_epi16(colour, shade), 8);
  lit = _mm_add_epi16(_mm_add_epi16(lit, _mm_srli_epi16(lit, 3)), spark);
  lit = _mm_min_epi16(lit, _mm_set1_epi16(255));
  lit = _mm_blend_epi16(lit, _mm_set1_epi16(255), 0x88);  // alpha
  const __m128i old = _mm_cvtepu8_epi16(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(dst)));
  const __m128i step = _mm_srai_epi16(_mm_mullo_epi16(_mm_sub_epi16(lit, old), cover), 7);
  _mm_storel_epi64(reinterpret_cast<__m128i*>(dst), _mm_packus_epi16(_mm_add_epi16(old, step), step));
}

}  // namespace

void Sprites::prepareBalls(const std::vector<Sprite>& sprites, const Vec3f& light) {
  if (glm::length(light - ballLight_) > 1e-3f) {
    balls_.clear();
    ballLight_ = light;
  }
  balls_.resize(static_cast<size_t>(quarter(kMaxRadius)) + 1);
  bool used[static_cast<size_t>(kMaxRadius) * 4 + 2] = {};
  for (const Sprite& s : sprites)
    if (s.radius > 0) used[quarter(s.radius)] = true;
  for (int q = 0; q <= quarter(kMaxRadius); ++q) {
    Ball& ball = balls_[static_cast<size_t>(q)];
    if (!used[q] || ball.size) continue;
    const float r = 0.25f * static_cast<float>(q);
    ball.size = (2 * static_cast<int>(std::ceil(r + 0.5f)) + 2) & ~1;
    const auto n = static_cast<size_t>(ball.size);
    ball.pixels.assign(kSub * kSub * n * n, 0);
    for (int sub = 0; sub < kSub * kSub; ++sub)
      for (int y = 0; y < ball.size; ++y)
        for (int x = 0; x < ball.size; ++x) {
          const float half = 0.5f * static_cast<float>(ball.size);
          const Vec2f centre = half + (Vec2f(sub % kSub, sub / kSub) + 0.5f) / static_cast<float>(kSub) - 0.5f;
          const Vec2f d = Vec2f(x, y) + 0.5f - centre;
          const float cover = std::clamp(r + 0.5f - glm::length(d), 0.f, 1.f);
          const Vec2f p = d / r;
          const float nl = p.x * light.x + p.y * light.y + std::sqrt(std::max(1 - glm::dot(p, p), 0.f)) * light.z;
          const float shade = glm::mix(0.55f, 1.12f, std::clamp(0.62f + 0.38f * nl, 0.f, 1.f));
          const float spark = 0.22f * std::pow(std::max(nl, 0.f), 18.f);
          ball.pixels[static_cast<size_t>(sub) * n * n + static_cast<size_t>(y) * n + static_cast<size_t>(x)] =
              static_cast<uint32_t>(std::min(255 * shade / kShadeMax + 0.5f, 255.f)) |
              static_cast<uint32_t>(std::min(255 * spark + 0.5f, 255.f)) << 8 |
              static_cast<uint32_t>(128 * cover + 0.5f) << 16;
        }
  }
}

void Sprites::readDepth(const Frame& f, gl::Target& scene) {
  depth_.resize(static_cast<size_t>(f.width) * static_cast<size_t>(f.height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, scene.framebuffer());
  glReadPixels(0, 0, f.width, f.height, GL_DEPTH_COMPONENT, GL_FLOAT, depth_.data());
  tilesX_ = (f.width + kTile - 1) / kTile;
  const int tilesY = (f.height + kTile - 1) / kTile;
  tileNear_.assign(static_cast<size_t>(tilesX_ * tilesY), 1.f);
  parallelFor(static_cast<size_t>(tilesY), 8, [&](size_t begin, size_t end) {
    for (int y = static_cast<int>(begin) * kTile; y < std::min(static_cast<int>(end) * kTile, f.height); ++y) {
      const float* row = &depth_[static_cast<size_t>(y) * static_cast<size_t>(f.width)];
      float* tiles = &tileNear_[static_cast<size_t>(y / kTile * tilesX_)];
      for (int x = 0; x < f.width; ++x) tiles[x / kTile] = std::min(tiles[x / kTile], row[x]);
    }
  });
}

void Sprites::drawBand(const std::vector<Sprite>& sprites, int band) {
  uint32_t masked[kBorder];
  for (const Sprite& s : sprites) {
    if (!(s.radius > 0)) continue;
    const Ball& ball = this->ball(quarter(s.radius));
    const int n = ball.size;
    // The ball's picture has its centre at n/2 + sub-pixel offset - 1/2.
    const float left = s.x - 0.5f * static_cast<float>(n) + 0.5f, low = s.y - 0.5f * static_cast<float>(n) + 0.5f;
    const int x0 = static_cast<int>(std::floor(left)), y0 = static_cast<int>(std::floor(low));
    const int sx = std::min(static_cast<int>((left - static_cast<float>(x0)) * kSub), kSub - 1);
    const int sy = std::min(static_cast<int>((low - static_cast<float>(y0)) * kSub), kSub - 1);
    if (x0 < -kBorder || x0 + n > width_ + kBorder) continue;
    const int t0 = std::max(x0, 0) / kTile, t1 = (std::min(x0 + n, width_) - 1) / kTile;
    const uint32_t* pixels = &ball.pixels[static_cast<size_t>((sy * kSub + sx) * n * n)];
    const __m128i colour = _mm_cvtepu8_epi16(_mm_set1_epi32(static_cast<int>(s.colour)));
    for (int y = std::max(y0, 0); y < std::min(y0 + n, height_); ++y) {
      if (y / kBandRows % static_cast<int>(kBands) != band) continue;
      const uint32_t* row = pixels + (y - y0) * n;
      const float* tiles = &tileNear_[static_cast<size_t>(y / kTile * tilesX_)];
      bool hidden = false;
      for (int t = t0; t <= t1; ++t) hidden |= tiles[t] < s.depth;
      if (hidden) {
        const float* depth = &depth_[static_cast<size_t>(y) * static_cast<size_t>(width_)];
        for (int x = 0; x < n; ++x) masked[x] = depth[std::clamp(x0 + x, 0, width_ - 1)] < s.depth ? 0 : row[x];
        row = masked;
      }
      uint32_t* dst =
          &picture_[static_cast<size_t>(y) * static_cast<size_t>(stride_) + static_cast<size_t>(x0 + kBorder)];
      for (int x = 0; x < n; x += 2) blendPair(dst + x, row + x, colour);
    }
  }
}

void Sprites::draw(const Frame& f, const std::vector<Sprite>& sprites, const Vec3f& light, gl::Target& scene) {
  if (sprites.empty()) return;
  if (f.width != width_ || f.height != height_) {
    width_ = f.width, height_ = f.height, stride_ = f.width + 2 * kBorder;
    picture_.assign(static_cast<size_t>(stride_) * static_cast<size_t>(height_), 0);
    glBindTexture(GL_TEXTURE_2D, texture_.get());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width_, height_, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    gl::sampling(GL_TEXTURE_2D, GL_NEAREST, GL_CLAMP_TO_EDGE);
  }
  prepareBalls(sprites, light);
  readDepth(f, scene);
  // Only the rectangle that the sprites cover is cleared, sent and drawn.
  float lox = 1e9f, loy = 1e9f, hix = -1e9f, hiy = -1e9f;
  for (const Sprite& s : sprites) {
    if (!(s.radius > 0)) continue;
    lox = std::min(lox, s.x), hix = std::max(hix, s.x);
    loy = std::min(loy, s.y), hiy = std::max(hiy, s.y);
  }
  const int margin = static_cast<int>(kMaxRadius) + 2;
  const int x0 = std::clamp(static_cast<int>(lox) - margin, 0, width_);
  const int x1 = std::clamp(static_cast<int>(hix) + margin, 0, width_);
  const int y0 = std::clamp(static_cast<int>(loy) - margin, 0, height_);
  const int y1 = std::clamp(static_cast<int>(hiy) + margin, 0, height_);
  if (x1 <= x0 || y1 <= y0) return;
  for (int y = y0; y < y1; ++y)
    std::memset(&picture_[static_cast<size_t>(y) * static_cast<size_t>(stride_) + static_cast<size_t>(x0 + kBorder)], 0,
                static_cast<size_t>(x1 - x0) * sizeof(uint32_t));
  parallelPieces(kBands, [&](size_t band) { drawBand(sprites, static_cast<int>(band)); });

  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture_.get());
  glPixelStorei(GL_UNPACK_ROW_LENGTH, stride_);
  glTexSubImage2D(
      GL_TEXTURE_2D, 0, x0, y0, x1 - x0, y1 - y0, GL_RGBA, GL_UNSIGNED_BYTE,
      &picture_[static_cast<size_t>(y0) * static_cast<size_t>(stride_) + static_cast<size_t>(x0 + kBorder)]);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  scene.bind();
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_SCISSOR_TEST);
  glScissor(x0, y0, x1 - x0, y1 - y0);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  program_.use();
  program_.set("picture", 0);
  gl::drawScreen(empty_);
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
}

}  // namespace flotsam::layer
