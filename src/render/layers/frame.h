// SPDX-License-Identifier: MIT
// What every layer needs to know of the frame being drawn. Lengths are in scene units (see shaders/common.glsl): world
// metres divided by `unit`, so that a tank of 5 cm and one of 10 m get the same light, fog and shadows.
#pragma once

#include "render/gl/handle.h"
#include "render/theme.h"

namespace flotsam::layer {

struct Frame {
  const SimView& view;
  const DrawOptions& options;
  const ThemeLook& look;
  Quality quality = Quality::Software;
  int width = 0, height = 0;
  float ui = 1;     // pixels per design pixel
  double unit = 1;  // m per scene unit
  Vec3f tank{1};    // size
  bool flat = false;
  Camera camera{};  // in scene units
  double aspect = 1;
  Mat4f viewMatrix{1}, projection{1}, viewProjection{1};
  Vec3f eye{0}, light{0};
  float near = 0.1f, far = 10;
  float pixelsPerUnit = 1;  // of a length at view depth 1

  Vec3f units(const Vec3& world) const { return Vec3f(world / unit); }
};

/// Fills everything from the inputs.
Frame makeFrame(const SimView& view, const Camera& camera, const DrawOptions& options, Quality quality, int width,
                int height, double uiScale);

/// Radius in scene units of the ball that stands for a body in soft occlusion: slender bodies get less than their
/// bounding sphere.
float occlusionRadius(const Frame& frame, const BodyView& body);

struct ScreenRect {
  int x = 0, y = 0, w = 0, h = 0;  // pixels, y upwards
  bool empty() const { return w <= 0 || h <= 0; }
};
/// Pixels a body's bounding sphere may cover, and a few around them; empty when it is out of view.
ScreenRect screenBox(const Frame& frame, const BodyView& body);

/// The uniform block `Frame` of common.glsl.
class FrameUniforms {
 public:
  void upload(const Frame& frame, const Mat4f& shadowMatrix);

 private:
  gl::Buffer buffer_;
};

/// Ray through the middle of the screen, and what to add per unit of ndc.
struct ScreenRays {
  Vec3f base, x, y;
};
ScreenRays screenRays(const Frame& frame);

}  // namespace flotsam::layer
