// SPDX-License-Identifier: MIT
// The outline of the tank or container: edges of a box, rims of a cylinder, silhouette of a sphere. Those that the
// camera sees through the fluid are "back" edges (drawn faintly, before the bodies), the others "front".
#pragma once

#include "render/layers/lines.h"

namespace flotsam::layer {

/// A box in scene units: corner + u + v + w edges (the tank itself, or a tilted box).
struct BoxFrame {
  Vec3f corner, edge[3];
};
/// The box whose faces are drawn as walls; false for round containers.
bool containerBox(const Frame& frame, BoxFrame& box);
/// Whether the camera sees the inside of face `side` (0 low, 1 high) across `axis`.
bool seesInside(const Frame& frame, const BoxFrame& box, int axis, int side);
void addContainerLines(const Frame& frame, bool front, Lines& lines);

}  // namespace flotsam::layer
