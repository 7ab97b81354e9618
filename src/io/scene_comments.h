// SPDX-License-Identifier: MIT
// Comments of hand-written scene files. What the program writes has none, so a file with comments is kept beside the
// one that takes its place.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/result.h"

namespace flotsam {

/// Whether a TOML text has a comment: a # outside of strings.
bool hasComments(std::string_view toml);

/// Copies a file with comments to its name with a ~ behind it, in place of an older such copy. The copy's path; empty
/// when there is no file or it has no comment; a problem when it cannot be read or copied.
Result<std::filesystem::path> keepCommented(const std::filesystem::path& file);

}  // namespace flotsam
