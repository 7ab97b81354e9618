// SPDX-License-Identifier: MIT
// Meshes from files: OBJ, STL, PLY, OFF, glTF 2 and GLB, by readers of our own: they must end with a reason on any
// bytes whatever. Reading only; repair and distance are sim/geometry's.
#pragma once

#include <filesystem>
#include <memory>

#include "core/progress.h"
#include "core/result.h"
#include "sim/geometry/shape.h"

namespace flotsam {

/// Triangles of all parts in file units, node transforms applied. Errors name the file and the reason; warnings are
/// sentences about what is odd with the file.
Result<TriangleMesh> readMesh(const std::filesystem::path& path);
/// The same from the bytes of a file; `ending`: of its name, with the dot; `folder`: where files beside it are.
Result<TriangleMesh> parseMesh(std::string bytes, const std::string& ending, const std::filesystem::path& folder);
/// Where a mesh of a scene is: as written, from `folder`, or among the shipped meshes. The first place when nowhere.
std::filesystem::path meshPath(const std::string& mesh, const std::filesystem::path& folder);
/// The shape a description asks for, from a file for meshes (desc.mesh relative to `folder`, then the asset folder's
/// meshes/). Shapes are cached by (file, modification time, size), so a scene reload is quick. With `progress` it says
/// how far it is and can be given up: the problem is then "given up".
Result<std::shared_ptr<const Shape>> loadShape(const ShapeDesc& desc, const std::filesystem::path& folder,
                                               MeshReport* report = nullptr, Progress* progress = nullptr);

}  // namespace flotsam
