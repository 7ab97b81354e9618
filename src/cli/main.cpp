// SPDX-License-Identifier: MIT
// The program: hands the arguments to the command line, and the window to it when this build has one.
#include <iostream>

#include "cli/cli.h"
#include "core/crash.h"
#ifdef FLOTSAM_APP
#include "app/window_main.h"
#endif

namespace {

#ifdef FLOTSAM_APP
int openWindow(const flotsam::WindowRequest& request) {
  flotsam::WindowOptions options;
  options.files = request.files;
  options.quality = request.quality;
  options.set = request.set;
  options.threads = request.threads;
  options.uiLog = request.uiLog;
  options.width = request.width, options.height = request.height;
  return flotsam::runWindow(options);
}
constexpr flotsam::WindowEntry kWindow = openWindow;
#else
constexpr flotsam::WindowEntry kWindow = nullptr;
#endif

}  // namespace

int main(int argc, char** argv) {
  flotsam::tellCrashes();
  return flotsam::runCli(std::vector<std::string>(argv + 1, argv + argc), std::cout, std::cerr, kWindow);
}
