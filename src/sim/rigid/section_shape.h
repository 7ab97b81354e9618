// SPDX-License-Identifier: MIT
// A shape whose origin is moved within its plane z = 0. The centre of mass of a solid is not that of its cross-section
// (think of a fish); a body of a flat scene is the section, so it turns about the section's own centre.
#pragma once

#include "sim/geometry/shape.h"

namespace flotsam {

/// The same solid with the origin moved to `centre` (its z is left out).
std::shared_ptr<const Shape> sectionShape(std::shared_ptr<const Shape> shape, const Vec3& centre);

}  // namespace flotsam
