// SPDX-License-Identifier: MIT
// The command line: one entry for main() and for the tests. Each command is a file of its own here.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace flotsam {

/// What `flotsam [SCENE | MESH]...` asks of the window.
struct WindowRequest {
  std::vector<std::string> files;
  std::string quality = "auto";
  std::vector<std::string> set;
  int threads = 0;
  std::string uiLog;
  int width = 0, height = 0;  // 0: as the window was left
};
/// Opens the window; returns the exit code.
using WindowEntry = int (*)(const WindowRequest&);

enum ExitCode { kGood = 0, kFailed = 1, kBadInput = 2 };

/// Runs the command in `args` (without the program's name). `window` is null in a build without one.
int runCli(const std::vector<std::string>& args, std::ostream& out, std::ostream& err, WindowEntry window = nullptr);

}  // namespace flotsam
