// SPDX-License-Identifier: MIT
// The mouse over the scene: grabbing and throwing bodies, and the camera. Pixels in, HandInput and Camera out; knows no
// window system.
#pragma once

#include <optional>
#include <string>

#include "app/picking.h"
#include "sim/rigid/hand.h"

namespace flotsam {

enum class MouseButton { Left, Right, Middle };

class SceneInput {
 public:
  struct Stage {
    const SimView* view = nullptr;
    Camera* camera = nullptr;
    int width = 0, height = 0;  // pixels
  };
  struct Press {
    bool doubleOnEmpty = false;  // a double click beside all bodies
    bool hitBody = false;
    std::string body;  // what was hit
  };

  Press press(const Stage& stage, MouseButton button, bool shift, const Vec2& pixel, double seconds);
  void move(const Stage& stage, const Vec2& pixel);
  /// True when a left press on empty space ended without moving: a click that means "nothing".
  bool release(const Stage& stage, MouseButton button, const Vec2& pixel);
  void wheel(const Stage& stage, double notches, const Vec2& pixel);
  /// Lets go of everything: the scene changed, or the window lost the mouse.
  void cancel();

  /// What is under a pixel.
  std::optional<PickHit> pick(const Stage& stage, const Vec2& pixel);
  /// Updates what is under the mouse; -1 while the camera moves or a panel is in the way.
  void hover(const Stage& stage, bool overPanel);
  int hovered() const { return hovered_; }
  const HandInput& hand() const { return hand_; }
  bool holding() const { return hand_.active; }
  bool busy() const { return mode_ != Mode::Idle; }
  bool movingCamera() const { return mode_ == Mode::Orbit || mode_ == Mode::Pan; }

 private:
  enum class Mode { Idle, Hand, Orbit, Pan };
  void grab(const Stage& stage, const PickHit& hit);
  void aim(const Stage& stage);

  PickCache picks_;
  Mode mode_ = Mode::Idle;
  MouseButton button_ = MouseButton::Left;
  Vec2 last_{0}, pressedAt_{0};
  bool moved_ = false, pressedEmpty_ = false;
  double lastEmptyPress_ = -10;
  Vec2 lastEmptyPixel_{0};
  DragPlane plane_;
  HandInput hand_;
  int hovered_ = -1;
};

/// Where a place of the world is on the stage, pixels.
Vec2 stagePixel(const SceneInput::Stage& stage, const Vec3& place);

}  // namespace flotsam
