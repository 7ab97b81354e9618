// SPDX-License-Identifier: MIT
// A log of what the window shows, one JSON object a line, for tests that drive the real window from outside: where
// named widgets are, what is under the hand, where bodies are on the screen.
#pragma once

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "render/camera.h"
#include "ui/skin.h"
#include "view/sim_view.h"

namespace flotsam {

class UiLog {
 public:
  /// An empty path logs nothing.
  explicit UiLog(const std::string& path);
  bool on() const { return file_.is_open(); }
  /// Writes the rectangles that are new or moved since the last call, and "gone" for those that went.
  void rects(const std::vector<WidgetRect>& rects);
  /// {"event": kind, key: text, ...}
  void event(const std::string& kind, const std::vector<std::pair<std::string, std::string>>& words = {});
  struct Pane {
    const SimView* view;
    const Camera* camera;
    int left, width, height;
    std::string fault;
  };
  /// Bodies on the screen with their speeds, and how the simulation is doing; of the first pane as ever, and with
  /// several of each under "sides".
  void state(uint64_t frame, const std::vector<Pane>& panes, bool playing, double realTimeFactor, double frameMs,
             double handMs, double mouseMs, const std::string& held, const std::string& undo = {}, bool edited = false);

 private:
  void bodies(const Pane& pane);
  std::ofstream file_;
  std::map<std::string, WidgetRect> known_;
};

}  // namespace flotsam
