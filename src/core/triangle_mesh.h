// SPDX-License-Identifier: MIT
// A plain indexed triangle mesh, shared by the geometry (distance, mass), the importers and the renderer.
#pragma once

#include <vector>

#include "core/math.h"

namespace flotsam {

struct TriangleMesh {
  std::vector<Vec3f> positions;       // m, in the frame of whoever owns the mesh
  std::vector<Vec3f> normals;         // one per position, unit; may be empty for meshes that are not drawn
  std::vector<glm::uvec3> triangles;  // counter-clockwise seen from outside
};

}  // namespace flotsam
