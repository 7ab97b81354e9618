// SPDX-License-Identifier: MIT
// The flow as arrows and streamlines, from the velocities at the cells' centres. Plain geometry in metres: who draws it
// chooses widths and colours.
#pragma once

#include <vector>

#include "view/slice.h"

namespace flotsam {

enum class ArrowPlaces { None, Slice, Lattice };

struct FlowArrow {
  Vec3f at, velocity;  // m, m/s
};

struct Streamlines {
  std::vector<Vec3f> points;   // m, line after line
  std::vector<float> speed;    // m/s, at the points
  std::vector<size_t> starts;  // of the lines, and the end of the last
  bool empty() const { return starts.size() < 2; }
  // Scratch: how many lines have passed each box of cells.
  std::vector<uint8_t> passed;
};

/// Trilinear between cell centres, of the cells that are fluid; false where the point's own cell is not.
bool velocityAt(const FieldView& fields, double dx, const Vec3& place, Vec3f& velocity);
/// Arrows about `most` or fewer: on the slice's plane (shown or not), or through the whole tank. Only where there is
/// fluid. Returns how far apart they are, m; 0 without fields.
double placeArrows(const SimView& view, const Slice& slice, ArrowPlaces places, size_t most,
                   std::vector<FlowArrow>& arrows);
/// What arrows and streamlines take as fast: all but the fastest fiftieth of the fluid is slower; rounded up to 1, 2 or
/// 5 times a power of ten, and never less than rest (SimView::restSpeed). 0 where there is no fluid.
float flowSpeed(const SimView& view);
/// Lines along the velocity as it is now, forwards and backwards from seeds that keep clear of earlier lines.
void traceStreamlines(const SimView& view, size_t most, Streamlines& lines);

/// How long the way is that a marker's streak shows, s: 1, 2 or 5 times a power of ten, so that what is fast in this
/// scene (SimView::speedScale) draws a tenth to a quarter of the tank.
double streakSeconds(const SimView& view);

/// Scales of the arrows on bodies: what the longest is drawn as, over all bodies, rounded up. N and N m; 0 when there
/// is none.
struct BodyArrowScale {
  float force = 0, torque = 0;
};
BodyArrowScale bodyArrowScale(const SimView& view);
/// What arrows and lines are measured by; one for all sides of a comparison.
struct FlowScales {
  float fastest = 0;  // flowSpeed()
  BodyArrowScale bodies;
};
/// How long an arrow of that force is, m.
double forceArrowLength(const SimView& view);

}  // namespace flotsam
