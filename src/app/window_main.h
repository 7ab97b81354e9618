// SPDX-License-Identifier: MIT
// The window: `flotsam [SCENE | MESH]...`.
#pragma once

#include <string>
#include <vector>

namespace flotsam {

struct WindowOptions {
  std::vector<std::string> files;  // one scene, or meshes for a plain tank; none: the default scene
  std::string quality = "auto";    // 0 | 1 | 2 | auto
  std::vector<std::string> set;    // KEY=VALUE on the scene
  int threads = 0;                 // of the solver; 0 chooses
  std::string uiLog;               // a file that tests read; empty: none
  int width = 0, height = 0;       // design pixels, times the content scale of the screen; 0: as it was left
};

/// Opens the window and runs it until it is closed. Exit code as in the contract: 0 good, 1 no window can be opened,
/// 2 bad usage or input. Messages go to stderr.
int runWindow(const WindowOptions& options);

}  // namespace flotsam
