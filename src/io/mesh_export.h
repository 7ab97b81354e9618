// SPDX-License-Identifier: MIT
// Triangle meshes into files that other programs read: OBJ (text) and PLY (binary, little endian). Positions in
// metres, y up, with normals where the mesh has them; the numbers do not depend on the locale.
#pragma once

#include <string>

#include "core/result.h"
#include "core/triangle_mesh.h"

namespace flotsam {

/// The format by the ending, .obj or .ply. Problems name the file and the reason. A mesh without triangles makes a
/// valid file that has none.
Problems writeMesh(const std::string& path, const TriangleMesh& mesh);
std::string objText(const TriangleMesh& mesh);
std::string plyBytes(const TriangleMesh& mesh);

}  // namespace flotsam
