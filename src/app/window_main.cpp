// SPDX-License-Identifier: MIT
#include "app/window_main.h"

#include <cstdio>

#include "app/app.h"
#include "app/window.h"
#include "io/settings.h"

namespace flotsam {

int runWindow(const WindowOptions& options) {
  const std::string& q = options.quality;
  if (q != "auto" && q != "0" && q != "1" && q != "2") {
    std::fprintf(stderr, "flotsam: --quality: expected 0, 1, 2 or auto, got '%s'\n", q.c_str());
    return 2;
  }
  Problems problems;
  const Settings settings = readSettings(settingsFile(), problems);
  for (const auto& p : problems) std::fprintf(stderr, "flotsam: %s\n", p.text().c_str());
  const bool given = options.width > 0 && options.height > 0;
  auto window =
      Window::open("Flotsam", given ? options.width : settings.width, given ? options.height : settings.height);
  if (!window) {
    for (const auto& p : window.problems) std::fprintf(stderr, "flotsam: %s\n", p.text().c_str());
    return 1;
  }
  if (settings.maximised && !given) (*window)->maximise(true);
  return App(options, settings, *window).run();
}

}  // namespace flotsam
