// SPDX-License-Identifier: MIT
// The drawn form of a mesh: normals smooth over gentle edges, vertices split along creases.
#pragma once

#include <vector>

#include "core/triangle_mesh.h"

namespace flotsam {

struct DrawnMesh {
  TriangleMesh mesh;
  std::vector<uint32_t> creases;  // vertices of `mesh` on creases, rims and edges of more than two triangles
};

/// Edges bent by more than `creaseAngle` (radians) are creases. Triangles keep their order.
DrawnMesh drawnMesh(const TriangleMesh& mesh, double creaseAngle);

}  // namespace flotsam
