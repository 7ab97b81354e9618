// SPDX-License-Identifier: MIT
// Points spread over a surface, for contact: corners first, then edges, then faces, never closer than a limit.
#pragma once

#include <vector>

#include "core/triangle_mesh.h"
#include "sim/geometry/shape.h"

namespace flotsam {

/// Points so that every place of the surface has one within about `spacing`, and no two are closer than 0.85 spacing.
/// Vertices come first (those in `first` before the others), so corners are kept.
std::vector<Vec3f> surfaceSamples(const TriangleMesh& mesh, double spacing, const std::vector<uint32_t>& first = {});

/// Sorts the samples into cubes of the given edge and returns the ranges, with a bounding sphere each.
std::vector<SampleGroup> groupSamples(std::vector<Vec3f>& samples, double cell);

}  // namespace flotsam
