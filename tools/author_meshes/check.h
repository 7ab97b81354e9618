// SPDX-License-Identifier: MIT
// What must hold of a mesh before it is written: closed, consistently outward, one piece, the wanted holes.
#pragma once

#include <string>

#include "author_meshes/models.h"
#include "author_meshes/surface.h"

namespace flotsam::author {

struct CheckResult {
  size_t vertices = 0, triangles = 0;
  size_t badEdges = 0;  // directed edges without exactly one opposite
  int pieces = 0, euler = 0;
  double volume = 0, area = 0;
  double farthest = 0;  // of vertices and triangle centres from the field's zero, in longest sides
  double thinnest = 0;  // 1st percentile of the thickness met by rays going inwards, in longest sides
  std::string failure;  // empty when all holds
};

/// `units` = longest side of the figure in the model's units; the surface is still in those units.
CheckResult check(const Surface& surface, const Model& model, double units);

}  // namespace flotsam::author
