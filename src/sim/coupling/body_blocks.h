// SPDX-License-Identifier: MIT
// K of one body (coupled_system.h): what a unit of q in each cell pushes it by, from the fractions of its faces.
#pragma once

#include "sim/coupling/coupled_system.h"

namespace flotsam {

/// Row of a body's velocity at a face: (e_a ; r x e_a), r from its centre. In a flat grid nothing leaves the plane.
Vec6 faceRow(const Grid& grid, int id, int axis, const Vec3& centre);
/// Fills `block.cells` in order of the cells. Cells in which nothing is unknown hand over to the nearest that is. Of
/// `s` the grid, the unknowns and the surface are read; several bodies may be gathered at once, each in its own room.
void gatherBlock(const CoupledSystem& s, std::span<const BodyFace> faces, const CoupledBody& body, BlockRoom& room,
                 CoupledBlock& block);
/// The unknown that stands for a cell that is none, for a body's coefficients there: the nearest around the air; -1 in
/// air and where there is none. After assemble().
int nearestUnknown(CoupledSystem& system, int cell);

}  // namespace flotsam
