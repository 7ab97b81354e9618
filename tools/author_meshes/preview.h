// SPDX-License-Identifier: MIT
// A picture of a mesh from three sides, so that one can see whether a rabbit is a rabbit.
#pragma once

#include <string>

#include "author_meshes/surface.h"

namespace flotsam::author {

/// Writes a PNG of 2100 x 700: from the right front, the front and the left back. False when the file cannot be
/// written.
bool writePreview(const Surface& surface, const Vec3& colour, const std::string& path);

}  // namespace flotsam::author
