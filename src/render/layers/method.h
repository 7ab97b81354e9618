// SPDX-License-Identifier: MIT
// What shows the method over the scene: velocity arrows, streamlines, the boundary that the solver sees, pressure
// forces and torques on bodies.
#pragma once

#include <vector>

#include "render/gl/target.h"
#include "render/layers/arrows.h"
#include "render/layers/lines.h"
#include "view/boundary.h"
#include "view/flow.h"

namespace flotsam::layer {

class Method {
 public:
  Method() : faces_("face.vert", "face.frag") {}
  /// Bodies as the solver sees them, in place of their meshes, into the target that is bound.
  void drawBodyBlocks(const Frame& frame);
  /// What stands in the fluid: over the slice, hidden by the scene's depth.
  void drawFlow(const Frame& frame, gl::Target& scene, Lines& lines);
  /// What lies over everything: cut faces on the plane, forces and torques.
  void drawMarks(const Frame& frame, Lines& lines);

 private:
  void addStreamlines(const Frame& frame, Lines& lines);
  void addForces(const Frame& frame, Lines& lines);
  void drawHandle(const Frame& frame, Lines& lines);
  void addEdges(const Frame& frame, Lines& lines);
  struct Corner {
    Vec3f position, normal;
    float pad;
    Vec2f place;
    Vec4f tint;
  };
  gl::Program faces_;
  gl::VertexArray array_;
  gl::Buffer buffer_;
  Arrows arrows_;
  std::vector<Corner> corners_;
  std::vector<BoundaryBlock> blocks_;
  std::vector<BoundaryEdge> edges_;
  std::vector<FlowArrow> flow_;
  Streamlines streams_;
  const void* traced_ = nullptr;  // the fields and the step of the streamlines
  double tracedAt_ = -1;
};

}  // namespace flotsam::layer
