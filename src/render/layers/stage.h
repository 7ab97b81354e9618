// SPDX-License-Identifier: MIT
// The still part of the scene: studio background, tank floor and back walls, back edges. Kept in a picture of its own
// and redrawn only when the camera, the theme, the size or the tank change; a frame just copies it.
#pragma once

#include <vector>

#include "render/gl/program.h"
#include "render/gl/target.h"
#include "render/layers/container_lines.h"
#include "render/layers/lines.h"

namespace flotsam::layer {

/// A disc or rectangle on which bodies cast shadows.
struct FloorPatch {
  Vec3f origin, edgeU, edgeV;
  bool round = false;
  float feather = 0;  // of the patch, soft border
  bool visible = false;
};
FloorPatch floorPatch(const Frame& frame);

class Stage {
 public:
  Stage();
  /// Brings the picture up to date (frame uniforms must be uploaded).
  void update(const Frame& frame, Lines& lines);
  gl::Target& picture() { return picture_; }
  /// The faces towards the camera: a film of glass (not on software GL).
  void drawGlass(const Frame& frame);
  /// What the bodies leave of the floor's light, in a small picture: it is soft. `moved`: the shadow map is new.
  void updateFloorShade(const Frame& frame, GLuint shadowMap, bool moved);
  /// Multiplies that onto the floor.
  void drawFloorShade(const Frame& frame);
  /// Once over the viewport, for the speed test.
  void drawBackground(const Frame& frame);

 private:
  struct Key {
    Mat4f viewProjection{0};
    Vec3f tank{0};
    Vec4f pose{0};
    Vec3f position{0}, size{0};
    int kind = -1, theme = -1, width = 0, height = 0;
    float ui = 0;
    bool operator==(const Key&) const = default;
  };
  static Key keyOf(const Frame& frame);
  void drawPanel(const Frame& frame, const Vec3f& origin, const Vec3f& u, const Vec3f& v, bool floor, bool round);
  void drawPanels(const Frame& frame);
  void drawQuad();

  gl::Program background_, panel_, sheen_, shadow_, shade_;
  gl::Target picture_, half_, floorShade_;
  gl::VertexArray empty_, quad_;
  gl::Buffer corners_;
  Key key_;
  bool coarse_ = false, shadeOld_ = true;
  float shadeStrength_ = -1;  // of the floor shade that is there
};

}  // namespace flotsam::layer
