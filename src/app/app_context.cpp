// SPDX-License-Identifier: MIT
// When the driver drops the OpenGL context (a reset of the graphics card, another driver, waking up), with all textures
// and buffers: the window is made again around the simulation, which knows nothing of it. Where that fails the work is
// kept and the program ends with the reason.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "app/app.h"

namespace flotsam {

namespace {

constexpr size_t kMostLosses = 3;  // within
constexpr double kWithin = 20;     // s

/// Tests lose the context by a file beside the log they read: its text is "once", or "for good".
std::string lossAsked(const std::string& uiLog) {
  const std::filesystem::path file = uiLog + ".lose-context";
  std::ifstream in(file);
  std::string words;
  if (!std::getline(in, words)) return "";
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  return words;
}

}  // namespace

/// Whether there is a context to draw with. False: the program ends.
bool App::holdsContext() {
  const std::string asked = log_.on() ? lossAsked(options_.uiLog) : "";
  if (asked.empty() && !window_->lost()) return true;
  const double now = Window::seconds();
  std::erase_if(losses_, [&](double t) { return t < now - kWithin; });
  losses_.push_back(now);
  input_.cancel();
  placing_.reset();
  placeHandle_.release();
  sim_->setHand(input_.hand());
  renderers_.clear();
  Problems problems;
  if (losses_.size() > kMostLosses || asked == "for good")
    problems.push_back({"", 0, "", "it was lost again and again"});
  else
    problems = window_->renew();
  if (problems.empty()) {
    shownScale_ = 0;  // the fonts go to the new context
    nextFrame_ = 0, activeUntil_ = Window::seconds() + 1;
    setDetail(state_.detail);
    rescale();
    std::fprintf(stderr, "flotsam: the graphics driver dropped its context; the window was made again\n");
    say("The graphics driver was reset: the window was made again, the scene goes on");
    log_.event("context");
    return true;
  }
  keptText_.clear(), keptAt_ = -10;
  keepWork();
  keepRecordingNow();
  std::fprintf(
      stderr, "flotsam: the graphics driver dropped its context, and the window could not be made again: %s.%s\n",
      problems.front().reason.c_str(), document_.edited() ? " Unsaved work is offered at the next start." : "");
  video_.stop();
  exitCode_ = 1;
  return false;
}

}  // namespace flotsam
