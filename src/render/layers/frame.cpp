// SPDX-License-Identifier: MIT
// Scene units, camera matrices and the uniform block.
#include "render/layers/frame.h"

#include <algorithm>
#include <cmath>

namespace flotsam::layer {
namespace {

constexpr double kReferenceDiagonal = 2.135;  // m, of a tank of 1.6 x 1 x 1

struct Block {
  Mat4f viewProjection, viewMatrix, shadowMatrix;
  Vec4f eye, light, key, sky, ground, viewport, tank;
};

}  // namespace

Frame makeFrame(const SimView& view, const Camera& camera, const DrawOptions& options, Quality quality, int width,
                int height, double uiScale) {
  Frame f{view, options, themeLook(options.theme)};
  f.quality = quality;
  f.width = width, f.height = height;
  f.ui = static_cast<float>(std::max(uiScale, 0.25));
  Vec3 size = view.dx * Vec3(view.cells);
  if (!(std::min({size.x, size.y, size.z}) > 0) || !finite(size)) size = Vec3(1);
  f.flat = view.flat;
  f.unit = glm::length(size) / kReferenceDiagonal;
  f.tank = Vec3f(size / f.unit);
  f.camera = camera;
  f.camera.target /= f.unit;
  f.camera.distance /= f.unit;
  f.camera.sceneSize = kReferenceDiagonal;
  f.aspect = static_cast<double>(width) / height;
  f.viewMatrix = f.camera.view();
  f.projection = f.camera.projection(f.aspect);
  f.viewProjection = f.projection * f.viewMatrix;
  f.eye = Vec3f(f.camera.eye());
  f.light = glm::normalize(Vec3f(-0.42f, 0.86f, 0.46f));
  // From the projection's third column: a = -(far + near)/(far - near), b = -2 far near/(far - near).
  const double a = f.projection[2][2], b = f.projection[3][2];
  f.near = static_cast<float>(b / (a - 1));
  f.far = static_cast<float>(b / (a + 1));
  f.pixelsPerUnit = 0.5f * static_cast<float>(height) * f.projection[1][1];
  return f;
}

float occlusionRadius(const Frame& f, const BodyView& body) {
  const double ofVolume = body.volume > 0 ? 1.1 * std::cbrt(3 * body.volume / (4 * kPi)) : body.boundingRadius;
  return static_cast<float>(std::min(ofVolume, body.boundingRadius) / f.unit);
}

ScreenRect screenBox(const Frame& f, const BodyView& body) {
  if (!finite(body.pose.position)) return {};
  const Vec4f clip = f.viewProjection * Vec4f(f.units(body.pose.position), 1);
  const float r = static_cast<float>(body.boundingRadius / f.unit) * 1.02f;
  if (clip.w <= r + f.near) return {0, 0, f.width, f.height};
  const Vec2f centre = (Vec2f(clip) / clip.w * 0.5f + 0.5f) * Vec2f(f.width, f.height);
  const float reach = f.pixelsPerUnit * r / std::sqrt(clip.w * clip.w - r * r) * 1.1f + 4 * f.ui;
  const Vec2f lo = glm::max(glm::floor(centre - reach), Vec2f(0));
  const Vec2f hi = glm::min(glm::ceil(centre + reach), Vec2f(f.width, f.height));
  if (!(hi.x > lo.x && hi.y > lo.y)) return {};
  return {static_cast<int>(lo.x), static_cast<int>(lo.y), static_cast<int>(hi.x - lo.x), static_cast<int>(hi.y - lo.y)};
}

void FrameUniforms::upload(const Frame& f, const Mat4f& shadowMatrix) {
  const Block block{f.viewProjection,
                    f.viewMatrix,
                    shadowMatrix,
                    Vec4f(f.eye, f.ui),
                    Vec4f(f.light, f.look.dark ? 1 : 0),
                    Vec4f(f.look.key, 0),
                    Vec4f(f.look.sky, 0),
                    Vec4f(f.look.ground, 0),
                    Vec4f(f.width, f.height, 1.f / static_cast<float>(f.width), 1.f / static_cast<float>(f.height)),
                    Vec4f(f.tank, f.flat ? 1 : 0)};
  glBindBuffer(GL_UNIFORM_BUFFER, buffer_.get());
  glBufferData(GL_UNIFORM_BUFFER, sizeof block, &block, GL_STREAM_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer_.get());
}

ScreenRays screenRays(const Frame& f) {
  // view^-1 (a rotation) applied to the ray at depth 1.
  const glm::mat3 toWorld = glm::transpose(glm::mat3(f.viewMatrix));
  const float w = 1 / f.projection[0][0], h = 1 / f.projection[1][1];
  const float sx = -f.projection[2][0], sy = -f.projection[2][1];
  return {toWorld * Vec3f(-sx * w, -sy * h, -1), toWorld * Vec3f(w, 0, 0), toWorld * Vec3f(0, h, 0)};
}

}  // namespace flotsam::layer
