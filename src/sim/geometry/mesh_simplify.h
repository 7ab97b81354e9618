// SPDX-License-Identifier: MIT
// Meshes of millions of triangles, made small enough to be drawn and measured in a moment.
#pragma once

#include "core/triangle_mesh.h"

namespace flotsam {

/// Vertex clustering (Rossignac and Borrel 1993): all vertices in a cube of a lattice, `cells` cubes along the longest
/// side, become one at their mean; triangles with two corners in one cube go. A closed surface stays closed, nothing
/// moves farther than the diagonal of a cube. The order of vertices and triangles depends on the mesh alone.
void clusterVertices(TriangleMesh& mesh, int cells);

}  // namespace flotsam
