// SPDX-License-Identifier: MIT
// The slice's plane under the mouse: a knob on its upper side moves it along its normal, a ring on its right side turns
// and leans it. Pixels in, Slice out.
#pragma once

#include "app/input.h"
#include "view/slice.h"

namespace flotsam {

class SliceHandle {
 public:
  enum class Part { None, Knob, Ring };
  /// What is under the pixel.
  Part at(const SceneInput::Stage& stage, const Slice& slice, const Vec2& pixel, double scale) const;
  /// Where they are, pixels of the stage.
  struct Places {
    Vec2 knob{0}, ring{0};
  };
  Places places(const SceneInput::Stage& stage, const Slice& slice) const;
  /// True when a part was taken: it is held until release, wherever the mouse goes.
  bool press(const SceneInput::Stage& stage, const Slice& slice, const Vec2& pixel, double scale);
  void move(const SceneInput::Stage& stage, const Vec2& pixel, double scale, Slice& slice);
  /// True when something was held.
  bool release();
  Part held() const { return held_; }

 private:
  Part held_ = Part::None;
  Vec2 last_{0};
  double turn_ = 0, tilt_ = 0;  // without the rest at zero
};

}  // namespace flotsam
