// SPDX-License-Identifier: MIT
#include "cli/revision.h"

namespace flotsam {

const char* revision() { return FLOTSAM_REVISION; }

}  // namespace flotsam
