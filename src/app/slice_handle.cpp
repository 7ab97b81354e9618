// SPDX-License-Identifier: MIT
#include "app/slice_handle.h"

#include <algorithm>
#include <cmath>

namespace flotsam {
namespace {

constexpr double kReach = 13, kDegreesPerPixel = 0.35, kRest = 3;  // design pixels; degrees about zero that count as it

Vec2 onScreen(const SceneInput::Stage& stage, const Vec3& place) {
  const Vec3 ndc = stage.camera->project(place, double(stage.width) / stage.height);
  return {(0.5 + 0.5 * ndc.x) * stage.width, (0.5 - 0.5 * ndc.y) * stage.height};
}

double rested(double degrees) { return std::abs(degrees) < kRest ? 0 : degrees; }

}  // namespace

SliceHandle::Part SliceHandle::at(const SceneInput::Stage& stage, const Slice& slice, const Vec2& pixel,
                                  double scale) const {
  if (!stage.view || !stage.camera || stage.view->flat || stage.width <= 0 || stage.height <= 0) return Part::None;
  const SlicePlane plane = slicePlane(*stage.view, slice);
  if (glm::length(pixel - onScreen(stage, plane.knob())) < kReach * scale) return Part::Knob;
  if (glm::length(pixel - onScreen(stage, plane.ring())) < kReach * scale) return Part::Ring;
  return Part::None;
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
  if (held_ == Part::Ring) {
    turn_ = std::clamp(turn_ + kDegreesPerPixel / scale * by.x, -90.0, 90.0);
    tilt_ = std::clamp(tilt_ + kDegreesPerPixel / scale * by.y, -90.0, 90.0);
    slice.turn = rested(turn_), slice.tilt = rested(tilt_);
    return;
  }
  const SlicePlane plane = slicePlane(*stage.view, slice);
  // How the knob moves on the screen for a hundredth of the plane's way; seen along its normal, up is away.
  const double step = 0.01 * plane.extent;
  Vec2 way = onScreen(stage, plane.knob() + step * plane.normal) - onScreen(stage, plane.knob());
  if (glm::length(way) < 0.5 * scale) way = Vec2(0, -4 * scale);
  slice.place = std::clamp(slice.place + 0.01 * glm::dot(by, way) / glm::dot(way, way), 0.0, 1.0);
}

bool SliceHandle::release() {
  const bool any = held_ != Part::None;
  held_ = Part::None;
  return any;
}

}  // namespace flotsam
