// SPDX-License-Identifier: MIT
// Volume, centre and inertia of the inside of a distance grid, and the box around it.
#pragma once

#include "sim/geometry/distance_grid.h"
#include "sim/geometry/shape.h"

namespace flotsam {

/// At density 1, in the frame of the grid. Linear in six tetrahedra per cell: second order in h.
MassProperties gridMass(const DistanceGrid& grid);

/// Smallest box around the inside of the trilinear field. Exact: along an axis the field is linear, so its extreme
/// points in x lie on lattice lines along x, and likewise for y and z. `radius` = farthest such point from `about`.
Box3 gridBounds(const DistanceGrid& grid, const Vec3& about, double& radius);

}  // namespace flotsam
