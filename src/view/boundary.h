// SPDX-License-Identifier: MIT
// The boundary that the solver sees, from the open parts of the faces: bodies as blocks, one a cell, each as thick as
// its faces are closed, and on a plane the faces as edges, open, cut or closed.
#pragma once

#include <vector>

#include "view/slice.h"

namespace flotsam {

struct BoundaryBlock {
  Vec3f lo, hi;  // m
  int body = 0;
};

/// A cell between a closed face and an open one holds a block that leans on the closed face, as thick as the faces at
/// its sides are closed: whole cells with voxel fractions, steps of parts of a cell with others. Cells in a body's
/// inside are left out. Replaces `blocks`.
void bodyBlocks(const SimView& view, std::vector<BoundaryBlock>& blocks);

struct BoundaryEdge {
  enum Kind : uint8_t { Open, Fluid, Solid } kind = Open;  // a wholly open face; the open part of a cut one; the rest
  Vec3f from, to;                                          // m
};

/// The faces that stand on the slice's plane, where it is straight. Replaces `edges`.
void cutEdges(const SimView& view, const Slice& slice, std::vector<BoundaryEdge>& edges);

}  // namespace flotsam
