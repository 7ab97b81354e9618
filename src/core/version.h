// SPDX-License-Identifier: MIT
#pragma once
namespace flotsam {
/// "0.1.0"; set by the build.
const char* version();
}  // namespace flotsam
