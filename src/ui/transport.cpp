// SPDX-License-Identifier: MIT
// The bar at the foot: restart, step back, play or pause, step, speed; the last seconds as a track to drag along, and
// below it what the simulation says (badges); record and picture; three sparklines and the verdict in one word.
#include <algorithm>
#include <cmath>

#include "ui/format.h"
#include "ui/panels.h"

namespace flotsam {
namespace {

bool playButton(Skin& skin, bool playing) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float r = skin.px(20);
  const bool clicked = ImGui::InvisibleButton("play", {2 * r, 2 * r});
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 c{p.x + r, p.y + r};
  list->AddCircleFilled(c, r, faded(skin.c.accent, hovered ? 0.88 : 1), 48);
  const float u = skin.scale;
  if (playing) {
    for (float side : {-1.0f, 1.0f})
      list->AddRectFilled({c.x + side * 4.5f * u - 2 * u, c.y - 7 * u}, {c.x + side * 4.5f * u + 2 * u, c.y + 7 * u},
                          skin.c.onAccent, u);
  } else {
    list->AddTriangleFilled({c.x - 5 * u, c.y - 8.5f * u}, {c.x + 9 * u, c.y}, {c.x - 5 * u, c.y + 8.5f * u},
                            skin.c.onAccent);
  }
  skin.report("play", p, {p.x + 2 * r, p.y + 2 * r});
  tooltip(skin, playing ? "Pause" : "Play", "Space");
  return clicked;
}

void plot(Skin& skin, const char* name, const std::string& value, const History::Series& series, ImU32 colour,
          ImVec2 at, float w, const char* help, float calm = 1e-3f) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  drawText(list, skin.fonts.caption, at, skin.c.muted, name);
  drawText(list, skin.fonts.caption, {at.x + w - textSize(skin.fonts.caption, value.c_str()).x, at.y}, skin.c.text,
           value.c_str());
  const ImVec2 lo{at.x, at.y + skin.px(18)}, hi{at.x + w, at.y + skin.px(44)};
  sparkline(skin, list, lo, hi, series.values.data(), series.count, colour, calm);
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton(name, {w, skin.px(44)});
  skin.report(std::string("plot:") + name, at, hi);
  tooltip(skin, name, help);
}

struct Verdict {
  std::string words;
  ImU32 fill, ink;
  const char* icon;
  int grave;  // 0 = good
};

/// Of one side; `letter`: "A ", or empty where there is but one.
Verdict verdictOn(const Skin& skin, const SimView& view, bool stopped, const std::string& letter) {
  const auto has = [&](Badge::Level level) {
    return std::any_of(view.badges.begin(), view.badges.end(), [&](const Badge& b) { return b.level == level; });
  };
  if (stopped || has(Badge::Fault)) return {letter + "stopped", skin.c.badSoft, skin.c.bad, icon::kWarn, 3};
  if (!view.converged) return {letter + "not converged", skin.c.warnSoft, skin.c.warn, icon::kWarn, 2};
  if (has(Badge::Warning)) return {letter + "warning", skin.c.warnSoft, skin.c.warn, icon::kWarn, 1};
  return {"stable", skin.c.okSoft, skin.c.ok, icon::kCheck, 0};
}

/// The worst of all sides; where all have stopped, the one that is looked at.
Verdict verdict(const Skin& skin, const UiState& state) {
  Verdict worst = verdictOn(skin, *state.view, false, "");
  if (!state.comparing() || state.sides.size() != state.faults.size()) return worst;
  if (std::all_of(state.faults.begin(), state.faults.end(), [](auto& f) { return !f.empty(); })) return worst;
  worst.grave = 0;
  for (size_t s = 0; s < state.sides.size(); ++s) {
    const Verdict side = verdictOn(skin, *state.sides[s], !state.faults[s].empty(), std::string(sideLetter(s)) + " ");
    if (s == 0 || side.grave > worst.grave) worst = side;
  }
  return worst;
}

struct Notice {
  Badge::Level level;
  std::string brief, whole;
};

/// What happened, most important first.
std::vector<Notice> notices(const UiState& state) {
  std::vector<Notice> all;
  for (const auto& badge : state.view->badges) all.push_back({badge.level, badge.text, badge.text});
  for (size_t s = 0; state.comparing() && s < state.sides.size(); ++s)
    for (const auto& badge : state.sides[s]->badges)
      if (badge.level != Badge::Info && state.sides[s] != state.view)
        all.push_back({badge.level, std::string(sideLetter(s)) + ": " + badge.text,
                       std::string(sideLetter(s)) + ": " + badge.text});
  if (state.playing && state.realTimeFactor < 0.9 * state.speed)
    all.push_back({Badge::Info, "slower than real time",
                   "slower than real time: a step takes longer to compute than it lasts, so time passes slower"});
  if (state.reducedDetail) all.push_back({Badge::Info, "reduced detail", "reduced detail: " + state.reducedWhy});
  std::stable_sort(all.begin(), all.end(), [](const Notice& a, const Notice& b) { return a.level > b.level; });
  return all;
}

/// Words beside the speed box: the first notice, how many more there are, and all of them in the tip.
void badgeWords(Skin& skin, const UiState& state, float left, float right, float middle) {
  const std::vector<Notice> all = notices(state);
  if (all.empty()) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Notice& first = all.front();
  const ImU32 ink = first.level == Badge::Fault     ? skin.c.bad
                    : first.level == Badge::Warning ? skin.c.warn
                                                    : skin.c.muted;
  float x = left;
  if (skin.fonts.icons) {
    drawText(list, skin.fonts.body, {x, middle - skin.fonts.body->FontSize / 2}, ink,
             first.level == Badge::Info ? icon::kInfo : icon::kWarn);
    x += skin.px(20);
  }
  std::string words = first.brief;
  for (size_t i = 1; i < all.size() && all[i].level == Badge::Info && first.level == Badge::Info; ++i)
    words += ", " + all[i].brief;
  if (first.level != Badge::Info && all.size() > 1) words += "  +" + std::to_string(all.size() - 1);
  drawTextFit(list, skin.fonts.caption, {x, middle - skin.fonts.caption->FontSize / 2}, ink, words.c_str(), right - x);
  ImGui::SetCursorScreenPos({left, middle - skin.px(10)});
  ImGui::InvisibleButton("badges", {std::max(1.0f, right - left), skin.px(20)});
  skin.report("badges", {left, middle - skin.px(10)}, {right, middle + skin.px(10)});
  std::string body;
  for (const auto& notice : all) body += (body.empty() ? "• " : "\n• ") + notice.whole;
  tooltip(skin, "What happened", body);
}

}  // namespace

void Panels::transport() {
  const float barHeight = 64, top = height - barHeight;
  panelShadow(skin, {0, skin.px(top)}, {skin.px(width), skin.px(height + 12)});
  ImDrawList* back = ImGui::GetBackgroundDrawList();
  back->AddRectFilled({-1, skin.px(top)}, {skin.px(width) + 1, skin.px(height + 12)}, skin.c.panel, skin.px(8));
  back->AddRect({-1, skin.px(top)}, {skin.px(width) + 1, skin.px(height + 12)}, skin.c.border, skin.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  if (beginPanel(skin, "##transport", {0, top}, {width, barHeight},
                 ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar)) {
    const auto at = [&](float x, float y) { ImGui::SetCursorScreenPos({skin.px(x), skin.px(top + y)}); };
    const ImVec2 square{skin.px(32), skin.px(32)};
    at(14, 16);
    if (iconButton(skin, "restart", icon::kStart, "Restart", square,
                   "Starts the scene again with the present settings. R"))
      send(UiCommand::Restart);
    at(50, 16);
    ImGui::BeginDisabled(state.goalStep <= state.oldestStep);
    if (iconButton(skin, "back", icon::kBack, "Step back", square, "Pauses and goes one step back. The comma key"))
      send(UiCommand::StepBack);
    ImGui::EndDisabled();
    at(86, 12);
    if (playButton(skin, state.playing)) send(UiCommand::PlayPause);
    at(130, 16);
    if (iconButton(skin, "step", icon::kStep, "Step", square, "Pauses and makes one step. The full stop key"))
      send(UiCommand::Step);
    speedBox(170, top);
    recordAndPlots(top);
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

/// The past as a track: its right end is the last moment there was, the left one 20 s before; what is kept of it is
/// filled. Dragging the knob pauses and goes there.
void Panels::timeline(float left, float right, float top) {
  constexpr double kSeconds = 20;
  const double dt = state.view->dt > 0 ? state.view->dt : 1.0 / 60;
  const double length = kSeconds / dt, begin = static_cast<double>(state.newestStep) - length;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float r = skin.px(7), y = skin.px(top + 21), half = skin.px(2);
  const ImFont* font = skin.fonts.caption;
  const std::string ago = "−" + formatFixed(kSeconds, 0) + " s", end = state.inThePast() ? "back" : "now";
  const float words = textSize(font, ago.c_str()).x, endWords = textSize(font, "back").x;
  float x0 = skin.px(left) + words + skin.px(8), x1 = skin.px(right) - endWords - skin.px(8);
  const bool worded = x1 - x0 >= skin.px(60);  // else the track alone
  if (!worded) x0 = skin.px(left), x1 = skin.px(right);
  if (x1 - x0 < skin.px(40)) return;
  const auto at = [&](double step) {
    return x0 + r + static_cast<float>(std::clamp((step - begin) / length, 0.0, 1.0)) * (x1 - x0 - 2 * r);
  };
  const ImVec2 lo{x0, y - skin.px(12)}, hi{x1, y + skin.px(12)};
  ImGui::SetCursorScreenPos(lo);
  ImGui::InvisibleButton("timeline", {hi.x - lo.x, hi.y - lo.y});
  const bool held = ImGui::IsItemActive(), lit = held || ImGui::IsItemHovered();
  double shown = static_cast<double>(state.goalStep);
  if (held && state.newestStep > 0) {
    const double t = std::clamp((ImGui::GetIO().MousePos.x - x0 - r) / (x1 - x0 - 2 * r), 0.0f, 1.0f);
    const double step = std::round(std::max(begin + t * length, 0.0));
    shown = std::clamp(step, static_cast<double>(state.oldestStep), static_cast<double>(state.newestStep));
    if (shown != static_cast<double>(state.goalStep)) send(UiCommand::GoTo, {}, shown);
  }
  skin.report("timeline", lo, hi);
  const double kept = static_cast<double>(state.newestStep - state.oldestStep) * dt;
  if (!held)
    tooltip(skin, "The last " + formatFixed(kSeconds, 0) + " seconds",
            "Drag to go back. From there the time runs again as it was, until you do something: then a new future "
            "begins.\nKept: " +
                formatFixed(kept, 1) + " s in " + formatFixed(static_cast<double>(state.pastBytes) / 1048576, 0) +
                " MB, at most " + formatFixed(static_cast<double>(state.mostPastBytes) / 1048576, 0) + " MB.");
  const float knob = at(shown), from = at(static_cast<double>(state.oldestStep));
  list->AddRectFilled({x0, y - half}, {x1, y + half}, skin.c.track, half);
  list->AddRectFilled({from - half, y - half}, {x1, y + half}, faded(skin.c.accent, 0.35), half);
  list->AddRectFilled({from - half, y - half}, {knob, y + half}, skin.c.accent, half);
  for (double second = kSeconds - 5; second > 0; second -= 5) {
    const float x = std::floor(at(begin + second / dt)) + 0.5f;
    list->AddLine({x, y + skin.px(5)}, {x, y + skin.px(8)}, skin.c.faint);
  }
  list->AddCircleFilled({knob, y}, r + (lit ? skin.px(1) : 0), skin.c.accent, 32);
  list->AddCircleFilled({knob, y}, r + (lit ? skin.px(1) : 0) - skin.px(2), rgb(0xFFFFFF), 32);
  if (!worded) return;
  drawText(list, font, {skin.px(left), y - font->FontSize / 2}, skin.c.muted, ago.c_str());
  drawText(list, font, {x1 + skin.px(8), y - font->FontSize / 2}, state.inThePast() ? skin.c.accent : skin.c.muted,
           end.c_str());
}

void Panels::speedBox(float x, float top) {
  static constexpr double kSpeeds[] = {0.1, 0.25, 0.5, 1, 2};
  const std::vector<std::string> words = {"0.1×", "0.25×", "0.5×", "1×", "2×"};
  int index = 3;
  for (int i = 0; i < 5; ++i)
    if (std::fabs(kSpeeds[i] - state.speed) < 1e-9) index = i;
  ImGui::SetCursorScreenPos({skin.px(x), skin.px(top + 19)});
  ImGui::BeginChild("speed", {skin.px(70), skin.px(28)}, false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoBackground);
  if (combo(skin, "speed", "", words, index, {})) send(UiCommand::SetSpeed, {}, kSpeeds[index]);
  ImGui::EndChild();
}

void Panels::recordAndPlots(float top) {
  if (!state.view) return;
  const SimView& v = *state.view;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float middle = skin.px(top + 32);
  const std::string clock = formatFixed(v.time, 2) + " s";
  drawText(list, skin.fonts.medium, {skin.px(252), middle - skin.fonts.medium->FontSize / 2},
           state.inThePast() ? skin.c.accent : skin.c.text, clock.c_str());

  const float pillWidth = 106, plotWidth = 116, plotGap = 15;
  const float pillLeft = width - 14 - pillWidth;
  int plots = 3;  // the track of the past needs room first
  const auto leftOf = [&](int count) { return pillLeft - static_cast<float>(count) * (plotWidth + plotGap) - 4; };
  while (plots > 0 && leftOf(plots) - 150 < 500) --plots;
  const float plotsLeft = leftOf(plots), recordLeft = plotsLeft - 150;
  timeline(318, recordLeft - 16, top);
  badgeWords(skin, state, skin.px(318), skin.px(recordLeft - 12), skin.px(top + 47));

  // Record: a red dot in a ring with its word; while recording the ring fills and the time shows.
  const ImVec2 p{skin.px(recordLeft), middle - skin.px(16)};
  ImGui::SetCursorScreenPos(p);
  if (ImGui::InvisibleButton("record", {skin.px(96), skin.px(32)})) send(UiCommand::ToggleRecord);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) list->AddRectFilled(p, {p.x + skin.px(96), p.y + skin.px(32)}, skin.c.hover, skin.px(6));
  const ImVec2 c{p.x + skin.px(18), middle};
  list->AddCircle(c, skin.px(8), skin.c.bad, 28, skin.px(1.5f));
  list->AddCircleFilled(c, skin.px(state.recording ? 6.5f : 5), skin.c.bad, 24);
  const std::string word = state.recording ? formatFixed(state.recordedSeconds, 1) + " s" : "Record";
  drawText(list, skin.fonts.body, {p.x + skin.px(34), middle - skin.fonts.body->FontSize / 2},
           state.recording ? skin.c.bad : skin.c.text, word.c_str());
  skin.report("record", p, {p.x + skin.px(96), p.y + skin.px(32)});
  tooltip(skin, state.recording ? "Stop and save the recording" : "Record",
          "A recording holds the scene and everything done to it since its start; flotsam replay runs it again to the "
          "same bits.");
  ImGui::SetCursorScreenPos({skin.px(recordLeft + 102), middle - skin.px(16)});
  if (iconButton(skin, "screenshot", icon::kCamera, "Picture", {skin.px(32), skin.px(32)},
                 "Saves what the window shows as PNG. F12"))
    send(UiCommand::Screenshot);

  const float y = skin.px(top + 9), step = skin.px(plotWidth + plotGap), w = skin.px(plotWidth);
  float x = skin.px(plotsLeft);
  if (plots > 0)
    plot(skin, "Energy", formatForPeople(v.kineticEnergy, 3) + " J", history.energy, skin.c.accent, {x, y}, w,
         "Kinetic energy of the fluid, the last four seconds.");
  if (plots > 1)
    plot(skin, "Volume", formatVolume(v.fluidVolume), history.volume, skin.c.ok, {x + step, y}, w,
         "Volume of the fluid: it must not change but by taps and drains.", 0.02f);
  if (plots > 2)
    plot(skin, "Divergence", formatForPeople(v.maxDivergence, 2), history.divergence, skin.c.muted, {x + 2 * step, y},
         w, "The largest divergence left after the pressure solve, 1/s.");

  const Verdict says = verdict(skin, state);
  const float need = textSize(skin.fonts.caption, says.words.c_str()).x + skin.px(40);
  const ImVec2 a{std::max(skin.px(pillLeft), skin.px(width - 14) - need), middle - skin.px(12)};
  pill(skin, list, a, {skin.px(width - 14), middle + skin.px(12)}, says.fill, says.ink, says.icon, says.words.c_str());
  skin.report("pill:" + says.words, a, {skin.px(width - 14), middle + skin.px(12)});
}

}  // namespace flotsam
