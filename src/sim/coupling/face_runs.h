// SPDX-License-Identifier: MIT
// A body's faces in runs along x: what is the same of all faces of a run is looked up once.
#pragma once

#include <span>

#include "sim/geometry/fractions.h"

namespace flotsam {

/// Faces of one axis, one after another along x.
struct FaceRun {
  std::span<const BodyFace> faces;
  int axis = -1;
  Int3 at{0};  // lattice coordinates of the first
  bool empty() const { return faces.empty(); }
};

/// Takes the first run off faces that are ordered by axis and index; an empty one when there is none left.
inline FaceRun takeRun(const Grid& grid, std::span<const BodyFace>& faces) {
  if (faces.empty()) return {};
  const BodyFace& first = faces.front();
  FaceRun run{{}, first.axis, grid.coords(first.id)};
  size_t count = 1;
  while (count < faces.size() && faces[count].axis == first.axis &&
         faces[count].id == first.id + static_cast<int>(count) && run.at.x + static_cast<int>(count) < grid.sy)
    ++count;
  run.faces = faces.first(count);
  faces = faces.subspan(count);
  return run;
}

}  // namespace flotsam
