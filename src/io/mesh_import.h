// SPDX-License-Identifier: MIT
// Meshes from files (assimp): OBJ, STL, PLY, OFF, glTF. Reading only; repair and distance are sim/geometry's.
#pragma once

#include <filesystem>
#include <memory>

#include "core/result.h"
#include "sim/geometry/shape.h"

namespace flotsam {

/// Triangles of all parts in file units, node transforms applied. Errors name the file and the reason.
Result<TriangleMesh> readMesh(const std::filesystem::path& path);
/// The shape a description asks for, from a file for meshes (desc.mesh relative to `folder`, then the asset folder's
/// meshes/). Shapes are cached by (file, modification time, size), so a scene reload is quick.
Result<std::shared_ptr<const Shape>> loadShape(const ShapeDesc& desc, const std::filesystem::path& folder,
                                               MeshReport* report = nullptr);

}  // namespace flotsam
