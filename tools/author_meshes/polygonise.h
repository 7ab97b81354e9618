// SPDX-License-Identifier: MIT
// The surface of a field as triangles: marching tetrahedra, then every vertex moved onto the zero of the field.
#pragma once

#include "author_meshes/models.h"
#include "author_meshes/surface.h"

namespace flotsam::author {

Surface polygonise(const Model& model);
/// Outward direction: gradient of the field by central differences over 2h.
Vec3 gradient(const Model& model, const Vec3& p, double h);

}  // namespace flotsam::author
