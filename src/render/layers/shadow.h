// SPDX-License-Identifier: MIT
// The key light's variance shadow map: depth and depth squared, blurred, seen orthographically over the tank.
#pragma once

#include <vector>

#include "render/gl/program.h"
#include "render/gl/target.h"
#include "render/layers/frame.h"
#include "render/layers/meshes.h"

namespace flotsam::layer {

/// Body frame to scene units.
Mat4f modelMatrix(const Frame& frame, const BodyView& body);

class ShadowMap {
 public:
  ShadowMap();
  /// Scene units to [0,1]^3 of the map.
  static Mat4f matrix(const Frame& frame);
  /// Draws the map if a body moved since the last time; whether it did.
  bool update(const Frame& frame, Meshes& meshes);
  GLuint texture() { return map_.colour(); }

 private:
  gl::Program depth_, blur_;
  gl::Target map_, spare_;
  gl::VertexArray empty_, floorArray_;
  gl::Buffer floorCorners_;
  std::vector<double> key_, newKey_;  // poses and meshes of the map that is there
};

}  // namespace flotsam::layer
