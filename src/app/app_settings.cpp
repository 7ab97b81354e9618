// SPDX-License-Identifier: MIT
// How the window is left: taken up at the start, kept a moment after it changes and at the end, reset by one entry of
// the menu. What a scene asks for (its theme) is not kept unless the user chose it.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/app.h"

namespace flotsam {

namespace {

constexpr double kQuiet = 1;  // s without a change, before the file is written

}  // namespace

void App::adopt(const Settings& s) {
  settingsFile_ = settingsFile();
  themeChosen_ = s.theme != "scene";
  if (themeChosen_) state_.dark = s.theme == "dark";
  state_.basic = !s.all;
  state_.folded.clear();
  for (const std::string& name : s.folded) state_.folded[name] = true;
  seenSettings_ = s;
  keptSettings_ = seenSettings_ = settings();
}

Settings App::settings() const {
  Settings s = seenSettings_;
  s.maximised = window_->maximised();
  if (!s.maximised && !window_->fullscreen() && width_ > 0) {
    const Vec2 size = window_->size();
    s.width = static_cast<int>(std::lround(size.x)), s.height = static_cast<int>(std::lround(size.y));
  }
  s.theme = !themeChosen_ ? "scene" : state_.dark ? "dark" : "light";
  s.detail = options_.quality != "auto" && state_.detail == options_.quality ? s.detail : state_.detail;
  s.all = !state_.basic;
  s.folded.clear();
  for (const auto& [name, folded] : state_.folded)
    if (folded) s.folded.push_back(name);
  return s;
}

void App::keepSettings(bool now) {
  const Settings s = settings();
  const double t = Window::seconds();
  if (s != seenSettings_) seenSettings_ = s, settingsAt_ = t;
  if (s == keptSettings_ || (!now && t < settingsAt_ + kQuiet)) return;
  keptSettings_ = s;  // also when it could not be written: once more with the next change
  const Problems problems = saveSettings(settingsFile_, s);
  if (problems.empty() || settingsRefused_) return;
  settingsRefused_ = true;
  std::fprintf(stderr, "flotsam: the window's settings are not kept: %s\n", problems[0].text().c_str());
  say("The window's settings can not be kept: " + problems[0].text());
}

/// As at the first start: sizes, theme, level of detail, panels.
void App::resetSettings() {
  const Settings fresh;
  if (window_->fullscreen()) window_->toggleFullscreen();
  if (window_->maximised()) window_->maximise(false);
  window_->resize(fresh.width, fresh.height);
  setDetail(fresh.detail);
  const double since = settingsAt_;
  const Settings kept = keptSettings_;
  adopt(fresh);
  keptSettings_ = kept, settingsAt_ = since;  // so that they are written
  state_.dark = view_ && sceneDark_;
  state_.panels = state_.lesson = state_.theory = true, state_.presentation = false,
  state_.lessonFolded = state_.narrow;
  resetCamera();
  say("The window is as at its first start");
}

/// Also while pictures are being made: what is drawn with begins anew.
void App::setDetail(const std::string& word) {
  std::string reason;
  const bool asked = word.size() == 1 && word[0] >= '0' && word[0] <= '2';
  if (asked)
    quality_ = static_cast<Quality>(word[0] - '0'), reason = "level " + word + ", as asked for";
  else
    quality_ = chooseQuality(reason);
  std::fprintf(stderr, "flotsam: level of detail %d: %s\n", static_cast<int>(quality_), reason.c_str());
  state_.detail = asked ? word : "auto";
  state_.qualityWords = "Level of detail: " + reason;
  governor_ = Governor(quality_ == Quality::Software);
  window_->setVsync(quality_ != Quality::Software);
  renderers_.clear();
  renderers_.push_back(std::make_unique<Renderer>(quality_));
}

}  // namespace flotsam
