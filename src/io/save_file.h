// SPDX-License-Identifier: MIT
// Files are written whole or not at all: into a new file beside the old one first, which then takes its place. A full
// disk, a crash or a signal while writing leaves the old file as it was.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/result.h"

namespace flotsam {

/// Writes `bytes` to `path`; the problem names the file and the reason. Links are followed and the old file's
/// permissions kept. What is no regular file (a pipe, /dev/stdout), or lies in a folder where no new file can be made,
/// is written in place.
Problems saveFile(const std::filesystem::path& path, std::string_view bytes);

/// Makes a folder and looks whether files can be written into it.
Problems makeFolder(const std::filesystem::path& folder);

}  // namespace flotsam
