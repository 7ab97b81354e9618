// SPDX-License-Identifier: MIT
// makeMeshShape() of shape.h for somebody who waits: says how far it is, and can be given up.
#pragma once

#include "core/progress.h"
#include "sim/geometry/shape.h"

namespace flotsam {

/// Moves `progress` from `begin` to 1. Given up, it returns the problem "given up" between two of its stages.
Result<std::shared_ptr<const Shape>> makeMeshShape(const ShapeDesc& desc, const TriangleMesh& soup, MeshReport& report,
                                                   int gridCells, Progress& progress, float begin);

}  // namespace flotsam
