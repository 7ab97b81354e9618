// SPDX-License-Identifier: MIT
#include "core/version.h"
namespace flotsam {
const char* version() { return FLOTSAM_VERSION; }
}  // namespace flotsam
