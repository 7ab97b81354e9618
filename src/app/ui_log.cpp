// SPDX-License-Identifier: MIT
#include "app/ui_log.h"

#include <cmath>
#include <set>

#include "core/describe.h"
#include "ui/file_list.h"

namespace flotsam {
namespace {

/// Names of files may be any bytes; JSON is UTF-8.
std::string quoted(std::string text) {
  std::string out = "\"";
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  for (const char c : fieldText(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// JSON has no infinities: what is not finite is written as null, which a test sees at once.
std::string number(double v) { return std::isfinite(v) ? formatNumber(v) : "null"; }

}  // namespace

UiLog::UiLog(const std::string& path) {
  if (!path.empty()) file_.open(path, std::ios::trunc);
}

void UiLog::rects(const std::vector<WidgetRect>& rects) {
  if (!on()) return;
  std::set<std::string> present;
  for (const auto& r : rects) {
    present.insert(r.name);
    auto& old = known_[r.name];
    if (old.name == r.name && old.x == r.x && old.y == r.y && old.w == r.w && old.h == r.h) continue;
    old = r;
    file_ << "{\"rect\":" << quoted(r.name) << ",\"x\":" << r.x << ",\"y\":" << r.y << ",\"w\":" << r.w
          << ",\"h\":" << r.h << "}\n";
  }
  std::erase_if(known_, [&](const auto& entry) {
    if (present.count(entry.first)) return false;
    file_ << "{\"gone\":" << quoted(entry.first) << "}\n";
    return true;
  });
  file_.flush();
}

void UiLog::event(const std::string& kind, const std::vector<std::pair<std::string, std::string>>& words) {
  if (!on()) return;
  file_ << "{\"event\":" << quoted(kind);
  for (const auto& [key, text] : words) file_ << "," << quoted(key) << ":" << quoted(text);
  file_ << "}\n";
  file_.flush();
}

void UiLog::bodies(const Pane& pane) {
  file_ << "[";
  bool first = true;
  for (const auto& b : pane.view->bodies) {
    const Vec3 ndc = pane.camera->project(b.pose.position, double(pane.width) / pane.height);
    file_ << (first ? "" : ",") << "{\"name\":" << quoted(b.name)
          << ",\"x\":" << number(pane.left + (ndc.x + 1) / 2 * pane.width)
          << ",\"y\":" << number((1 - ndc.y) / 2 * pane.height) << ",\"speed\":" << number(glm::length(b.velocity))
          << ",\"spin\":" << number(glm::length(b.angularVelocity)) << ",\"position\":[" << number(b.pose.position.x)
          << "," << number(b.pose.position.y) << "," << number(b.pose.position.z)
          << "],\"density\":" << number(b.density) << "}";
    first = false;
  }
  file_ << "]";
}

void UiLog::state(uint64_t frame, const std::vector<Pane>& panes, bool playing, double realTimeFactor, double frameMs,
                  double handMs, double mouseMs, const std::string& held, const std::string& undo, bool edited) {
  if (!on() || panes.empty() || panes[0].width <= 0 || panes[0].height <= 0) return;
  const SimView& view = *panes[0].view;
  file_ << "{\"event\":\"frame\",\"n\":" << frame << ",\"step\":" << view.step << ",\"time\":" << number(view.time)
        << ",\"playing\":" << (playing ? "true" : "false") << ",\"realTime\":" << number(realTimeFactor)
        << ",\"frameMs\":" << number(frameMs) << ",\"handMs\":" << number(handMs) << ",\"mouseMs\":" << number(mouseMs)
        << ",\"stepMs\":" << number(view.totalMs) << ",\"held\":" << quoted(held) << ",\"undo\":" << quoted(undo)
        << ",\"edited\":" << (edited ? "true" : "false") << ",\"scene\":" << quoted(view.title)
        << ",\"kineticEnergy\":" << number(view.kineticEnergy) << ",\"maxDivergence\":" << number(view.maxDivergence)
        << ",\"bodies\":";
  bodies(panes[0]);
  if (panes.size() > 1) {
    file_ << ",\"sides\":[";
    for (size_t s = 0; s < panes.size(); ++s) {
      file_ << (s ? "," : "") << "{\"step\":" << panes[s].view->step << ",\"fault\":" << quoted(panes[s].fault)
            << ",\"bodies\":";
      bodies(panes[s]);
      file_ << "}";
    }
    file_ << "]";
  }
  file_ << ",\"expect\":[";
  bool first = true;
  for (const auto& e : view.expectations) {
    if (e.samples.empty()) continue;
    const ExpectSample& now = e.samples.back();
    file_ << (first ? "" : ",") << "{\"quantity\":" << quoted(e.quantity) << ",\"time\":" << number(now.time)
          << ",\"measured\":" << number(now.measured) << ",\"theory\":" << number(now.theory)
          << ",\"holds\":" << (now.holds ? "true" : "false") << "}";
    first = false;
  }
  file_ << "]}\n";
  file_.flush();
}

}  // namespace flotsam
