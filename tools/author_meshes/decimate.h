// SPDX-License-Identifier: MIT
// Fewer triangles where the surface is flat: edge collapses in the order of the quadric error.
#pragma once

#include "author_meshes/surface.h"

namespace flotsam::author {

/// Collapses edges until `triangles` are left or nothing more may go. No edge becomes longer than `longest`.
void decimate(Surface& surface, size_t triangles, double longest);

}  // namespace flotsam::author
