// SPDX-License-Identifier: MIT
// Every parameter of a scene in one list: those of the step, then those of each body, in the order of describe().
#pragma once

#include "sim/world_desc.h"

namespace flotsam {

/// Bound to `desc`, which must stay where it is while the list is used; bodies may not be added or removed meanwhile.
ParamList parameters(WorldDesc& desc);

}  // namespace flotsam
