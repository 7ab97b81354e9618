// SPDX-License-Identifier: MIT
#include "app/slice_handle.h"

#include <algorithm>
#include <cmath>

namespace flotsam {
namespace {

constexpr double kReach = 13, kDegreesPerPixel = 0.35, kRest = 3;  // design pixels; degrees about zero that count as it

double rested(double degrees) { return std::abs(degrees) < kRest ? 0 : degrees; }

}  // namespace

SliceHandle::Part SliceHandle::at(const SceneInput::Stage& stage, const Slice& slice, const Vec2& pixel,
                                  double scale) const {
  if (!stage.view || !stage.camera || stage.view->flat || stage.width <= 0 || stage.height <= 0) return Part::None;
  const Places there = places(stage, slice);
  if (glm::length(pixel - there.knob) < kReach * scale) return Part::Knob;
  if (glm::length(pixel - there.ring) < kReach * scale) return Part::Ring;
  return Part::None;
}

SliceHandle::Places SliceHandle::places(const SceneInput::Stage& stage, const Slice& slice) const {
  if (!stage.view || !stage.camera) return {};
  const SlicePlane plane = slicePlane(*stage.view, slice);
  return {stagePixel(stage, plane.knob()), stagePixel(stage, plane.ring())};
}

bool SliceHandle::press(const SceneInput::Stage& stage, const Slice& slice, const Vec2& pixel, double scale) {
  held_ = at(stage, slice, pixel, scale);
  last_ = pixel;
  turn_ = slice.turn, tilt_ = slice.tilt;
  return held_ != Part::None;
}

void SliceHandle::move(const SceneInput::Stage& stage, const Vec2& pixel, double scale, Slice& slice) {
  const Vec2 by = pixel - last_;
  last_ = pixel;
  if (held_ == Part::None || !stage.view || !stage.camera) return;
  const SlicePlane plane = slicePlane(*stage.view, slice);
  if (held_ == Part::Ring) {
    const Vec3 middle = plane.corner + 0.5 * (plane.across + plane.up);
    turn_ = std::clamp(turn_ + kDegreesPerPixel / scale * by.x, -90.0, 90.0);
    tilt_ = std::clamp(tilt_ + kDegreesPerPixel / scale * by.y, -90.0, 90.0);
    slice.turn = rested(turn_), slice.tilt = rested(tilt_);
    // About its middle.
    const SlicePlane turned = slicePlane(*stage.view, slice);
    const Vec3 tank = stage.view->dx * Vec3(stage.view->cells);
    const double place = 0.5 + glm::dot(middle - 0.5 * tank, turned.normal) / turned.extent;
    slice.place = std::clamp(place, 0.02, 0.98);
    return;
  }
  // How the knob moves on the screen for a hundredth of the plane's way; seen along its normal, up is away.
  const double step = 0.01 * plane.extent;
  Vec2 way = stagePixel(stage, plane.knob() + step * plane.normal) - stagePixel(stage, plane.knob());
  if (glm::length(way) < 0.5 * scale) way = Vec2(0, -4 * scale);
  slice.place = std::clamp(slice.place + 0.01 * glm::dot(by, way) / glm::dot(way, way), 0.0, 1.0);
}

bool SliceHandle::release() {
  const bool any = held_ != Part::None;
  held_ = Part::None;
  return any;
}

}  // namespace flotsam
