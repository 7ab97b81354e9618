// SPDX-License-Identifier: MIT
// Scene files (docs/scene-files.md). All problems of a file are listed at once with line numbers; unknown keys
// are errors. Saving writes what differs from the defaults, in a fixed order, and round-trips.
#pragma once

#include <filesystem>
#include <string>

#include "core/result.h"
#include "sim/world_desc.h"

namespace flotsam {

/// Reads a scene with its meshes (paths relative to the scene file, then the asset folder's meshes/).
Result<WorldDesc> loadScene(const std::filesystem::path& path);
/// The same from text; `name` stands for the file in messages, `folder` is where its paths start.
Result<WorldDesc> parseScene(const std::string& text, const std::string& name, const std::filesystem::path& folder);
std::string sceneText(const WorldDesc& desc);
Problems saveScene(const std::filesystem::path& path, const WorldDesc& desc);
/// --set KEY=VALUE on a loaded scene: parameters of describe(), and body.NAME.density and the like.
Problems applySetting(WorldDesc& desc, const std::string& keyEqualsValue);
/// A body's name from a file's: letters, digits, - and _; each run of others is one -. "mesh" where nothing is left.
std::string bodyNameFrom(const std::filesystem::path& file);
/// A plain tank with the given meshes dropped in, scaled to fit (for `flotsam MESH...`).
Result<WorldDesc> sceneFromMeshes(const std::vector<std::filesystem::path>& meshes);
/// Checks a whole description: bounds, duplicate names, bodies that start in the wall. File and line are left empty.
Problems validate(const WorldDesc& desc);

}  // namespace flotsam
