// SPDX-License-Identifier: MIT
// The figures, each a field or a ready surface in its own units (the author scales the result to a longest side of 1).
// y is up and the front looks along +z; the gear and the paddle wheel turn about z. Nothing that matters is thinner
// than about 7 % of the longest side: at 0.35 m in a tank of 5 cm cells thinner things vanish.
#pragma once

#include <functional>
#include <string>

#include "author_meshes/surface.h"

namespace flotsam::author {

struct Model {
  std::string name;
  std::function<double(const Vec3&)> field;  // negative inside; or
  std::function<Surface()> build;            // the surface itself, for things with crisp edges
  Box3 box;                                  // holds the figure with a margin
  int cells = 128;                           // along the longest side of the box
  int triangles = 6000;                      // wanted after decimation
  int genus = 0;                             // holes right through: checked
};

Model rabbit();
Model dragon();
Model asteroid();
Model gear();
Model paddleWheel();
Model gem();
Model boat();
Model cup();
Model waist();

}  // namespace flotsam::author
