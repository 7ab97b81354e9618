// SPDX-License-Identifier: MIT
// The triangle mesh the author's steps hand to each other, in double precision.
#pragma once

#include <vector>

#include "core/math.h"

namespace flotsam::author {

struct Surface {
  std::vector<Vec3> x;
  std::vector<glm::uvec3> t;  // counter-clockwise seen from outside
};

}  // namespace flotsam::author
