// SPDX-License-Identifier: MIT
// From a triangle soup to an oriented surface whose winding number can be trusted.
#pragma once

#include "core/triangle_mesh.h"
#include "sim/geometry/shape.h"

namespace flotsam {

/// In this order: drop triangles with corners that are not finite or more than a million times as far away as the rest
/// is large (all that would weld into one point); weld vertices nearer than 1e-6 of the size; drop triangles with two
/// equal corners; beyond 400 000 triangles cluster the vertices; cancel triangles on the same three vertices; turn the
/// triangles of every edge-connected patch the way of its majority; turn everything when the signed volume is negative
/// (all or nothing: a patch of negative volume is a cavity). Fills the counts of the report. `balanced` tells whether
/// the result is closed everywhere. Indices must be valid.
TriangleMesh repairMesh(const TriangleMesh& soup, MeshReport& report, bool& balanced);

/// Signed volume: positive when the triangles are counter-clockwise seen from outside.
double signedVolume(const TriangleMesh& mesh);
double surfaceArea(const TriangleMesh& mesh);
/// Parts that share no vertex. Every vertex must belong to a triangle.
size_t countPieces(const TriangleMesh& mesh);

}  // namespace flotsam
