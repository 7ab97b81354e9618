// SPDX-License-Identifier: MIT
// Joints as marks over the picture: an axle or hinge is its line, a ball a ring, a rope a line between its ends, a weld
// a dot. A thin line shows the arm from a body to a joint beside it.
#pragma once

#include "render/layers/lines.h"

namespace flotsam::layer {

void addJointLines(const Frame& frame, Lines& lines);

}  // namespace flotsam::layer
