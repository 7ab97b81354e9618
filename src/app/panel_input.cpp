// SPDX-License-Identifier: MIT
#include "app/panel_input.h"

#include <algorithm>
#include <utility>

namespace flotsam {

std::vector<PanelEvent> PanelInput::begin(bool fieldTakesKeys) {
  const auto modifier = [&](int key) { return kindOf_(key) != Key::Writing && kindOf_(key) != Key::Silent; };
  std::vector<PanelEvent> frame;
  bool typed = false, commanded = false;
  while (!waiting_.empty()) {
    PanelEvent e = waiting_.front();
    const bool command =
        e.kind == PanelEvent::KeyDown && !modifier(e.code) && (kindOf_(e.code) == Key::Silent || held(Key::Control));
    if (e.kind == PanelEvent::Press && (fieldTakesKeys || typed)) break;
    if (commanded && (command || e.kind == PanelEvent::Character)) break;
    if (e.kind == PanelEvent::KeyUp && modifier(e.code) && !pressed_.empty()) break;
    waiting_.pop_front();
    if (e.kind == PanelEvent::KeyDown) pressed_.push_back(e.code), held_.insert(e.code);
    if (e.kind == PanelEvent::KeyUp) held_.erase(e.code);
    const bool mouse = e.kind == PanelEvent::Press || e.kind == PanelEvent::Release;
    if (mouse) buttons_[e.code] = e.kind == PanelEvent::Press;
    if (e.kind == PanelEvent::Press) {  // by when it happened, not by when it is seen
      const double last = std::exchange(pressedAt_[e.code], e.seconds);
      e.again = last >= 0 && e.seconds - last < kDoubleClickSeconds;
    }
    frame.push_back(e);
    if (mouse) break;
    typed = true, commanded |= command;
  }
  return frame;
}

bool PanelInput::held(Key kind) const {
  return std::any_of(held_.begin(), held_.end(), [&](int key) { return kindOf_(key) == kind; });
}

bool PanelInput::counts(Key kind) const {
  return held(kind) || std::any_of(pressed_.begin(), pressed_.end(), [&](int key) { return kindOf_(key) == kind; });
}

void PanelInput::clear() {
  waiting_.clear(), pressed_.clear(), held_.clear();
  std::fill(std::begin(buttons_), std::end(buttons_), false);
  std::fill(std::begin(pressedAt_), std::end(pressedAt_), -1.0);
}

}  // namespace flotsam
