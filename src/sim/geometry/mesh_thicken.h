// SPDX-License-Identifier: MIT
// A surface that bounds nothing (a sheet, a vessel without a lid, half a mesh) as a shell: a closed surface around it.
#pragma once

#include "core/triangle_mesh.h"

namespace flotsam {

/// The triangles moved by half the `thickness` to either side along the normals of their vertices, turned to face away
/// from each other, and joined along the rims. Every edge then runs as often one way as the other. Where the surface is
/// bent more sharply than the thickness allows the two sides cross; inside by winding number is still right but there.
TriangleMesh thickened(const TriangleMesh& mesh, double thickness);

}  // namespace flotsam
