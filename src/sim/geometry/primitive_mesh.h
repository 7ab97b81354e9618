// SPDX-License-Identifier: MIT
// Drawn surfaces of the primitives: round ones smooth, edges split so that faces shade flat.
#pragma once

#include "sim/geometry/shape.h"

namespace flotsam {

/// Not for Mesh. Vertices lie on the exact surface.
TriangleMesh primitiveMesh(const ShapeDesc& desc);

}  // namespace flotsam
