// SPDX-License-Identifier: MIT
// What must hold for whatever a mesh reader makes of any bytes.
#pragma once

#include <algorithm>
#include <cmath>

#include "fuzz/fuzz_target.h"
#include "io/mesh_import.h"

namespace flotsam::fuzz {

inline int meshTarget(const uint8_t* data, size_t size, const char* ending) {
  constexpr size_t kMostTriangles = 300;  // of those that are made a solid: the reader is what is tried here
  const auto soup = parseMesh(textOf(data, size), ending, "/nowhere");
  require(soup || hasErrors(soup.problems), "a reason where there is no mesh");
  if (!soup) return 0;
  require(!soup->triangles.empty(), "triangles in a mesh");
  for (const auto& t : soup->triangles)
    require(std::max({t.x, t.y, t.z}) < soup->positions.size(), "corners are vertices");
  if (soup->triangles.size() > kMostTriangles) return 0;
  MeshReport report;
  const auto shape = makeMeshShape({ShapeKind::Mesh, "fuzz", 1, {}}, *soup, report, /*gridCells=*/8);
  require(shape || hasErrors(shape.problems), "a reason where there is no solid");
  if (!shape) return 0;
  const Mat3& inertia = (*shape)->unitInertia();
  require((*shape)->volume() > 0 && std::isfinite((*shape)->volume()), "a volume");
  for (int a = 0; a < 3; ++a) require(inertia[a][a] > 0 && std::isfinite(inertia[a][a]), "moments of inertia");
  return 0;
}

}  // namespace flotsam::fuzz
