// SPDX-License-Identifier: MIT
// What the panels get to see of mouse and keys. ImGui 1.86 looks at both once a frame, and in a slow frame somebody may
// have clicked, gone elsewhere and typed: events wait here, and each frame takes those that it can tell apart. Knows
// neither GLFW nor ImGui.
#pragma once

#include <deque>
#include <set>
#include <vector>

#include "core/math.h"

namespace flotsam {

struct PanelEvent {
  enum Kind { Press, Release, KeyDown, KeyUp, Character } kind;
  int code = 0, mods = 0;  // button (0..2) or key, and modifiers; a code point
  Vec2 pixel{0};           // of the mouse
  double seconds = 0;
  bool again = false;  // said by begin(): the press is the second of a double click
};

class PanelInput {
 public:
  static constexpr int kButtons = 3;
  static constexpr double kDoubleClickSeconds = 0.3;
  /// Control, Shift and Other (Alt, Super) are held for what comes after. Writing keys come with a Character, unless
  /// Control is held.
  enum class Key { Writing, Silent, Control, Shift, Other };

  /// `kindOf` tells the kind of a key.
  explicit PanelInput(Key (*kindOf)(int key)) : kindOf_(kindOf) {}

  void push(PanelEvent event) { waiting_.push_back(event); }
  /// What the frame that begins gets, in order. Presses and releases come one a frame, each where it happened, and a
  /// press never in the frame of what was typed before it. Of keys that write nothing (Enter, arrows, those with
  /// Control) one a frame, and what is written behind one in the next; modifiers let go after the frame of the keys
  /// that they were held for. `fieldTakesKeys`: a field gets the keys in this frame, and would drop a press: it waits.
  std::vector<PanelEvent> begin(bool fieldTakesKeys);
  bool buttonDown(int button) const { return buttons_[button]; }
  /// Keys that went down with this frame, in order; they count as held for all of it, also when they are up again.
  const std::vector<int>& pressed() const { return pressed_; }
  bool held(int key) const { return held_.count(key) > 0; }
  bool held(Key kind) const;
  /// Whether one of that kind is held, or was pressed in this frame.
  bool counts(Key kind) const;
  void end() { pressed_.clear(); }
  /// Forgets everything: nothing waits, nothing is held.
  void clear();

 private:
  Key (*kindOf_)(int);
  std::deque<PanelEvent> waiting_;
  bool buttons_[kButtons] = {};
  double pressedAt_[kButtons] = {-1, -1, -1};  // s, of the last press of a button
  std::vector<int> pressed_;
  std::set<int> held_;  // as far as begin() has told
};

}  // namespace flotsam
