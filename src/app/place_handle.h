// SPDX-License-Identifier: MIT
// The handle on a body that is moved or turned: arrows along the world's axes with a knob for the plane of the view, or
// rings about them. Pixels in, poses out; what is drawn of it are lines on the screen.
#pragma once

#include <string>
#include <vector>

#include "app/input.h"
#include "ui/ui_state.h"

namespace flotsam {

class PlaceHandle {
 public:
  enum class Kind { Move, Turn };
  enum class Part { None, X, Y, Z, View };  // View: in the plane of the screen

  /// What is under the pixel. `scale`: pixels per design pixel.
  Part at(const SceneInput::Stage& stage, const Pose& body, Kind kind, const Vec2& pixel, double scale) const;
  /// Where each part can be pressed, pixels of the stage; none where it cannot.
  struct Place {
    Part part;
    Vec2 pixel;
  };
  std::vector<Place> places(const SceneInput::Stage& stage, const Pose& body, Kind kind, double scale) const;
  std::vector<HandleLine> lines(const SceneInput::Stage& stage, const Pose& body, Kind kind, double scale, Part lit,
                                bool dark) const;

  /// True when a part was taken: it is held until release, wherever the mouse goes.
  bool press(const SceneInput::Stage& stage, const Pose& body, Kind kind, const Vec2& pixel, double scale);
  /// Where the body is to be. `snap`: to cells of the grid (from where it was), to 15 degrees.
  Pose move(const SceneInput::Stage& stage, const Vec2& pixel, bool snap);
  void release() { held_ = Part::None; }
  Part held() const { return held_; }
  const Pose& start() const { return start_; }
  /// "x +0.120 m", "y 30°": how far it has gone.
  std::string words() const { return words_; }

 private:
  Part held_ = Part::None;
  Kind kind_ = Kind::Move;
  Pose start_;
  Vec2 pressed_{0};
  Vec3 first_{0};    // move: the pressed place; turn: from the centre to it, in the ring's plane
  Vec2 tangent_{0};  // turn, for a ring seen from its edge: pixels per radian
  bool edge_ = false;
  double turned_ = 0;  // rad, so far: more than a turn counts
  std::string words_;
};

}  // namespace flotsam
