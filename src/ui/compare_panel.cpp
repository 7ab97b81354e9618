// SPDX-License-Identifier: MIT
// Side by side: a label over each pane with what it is and what differs, and the panel at the foot with the numbers of
// all sides and one of them over time.
#include <algorithm>
#include <cmath>

#include "ui/axes.h"
#include "ui/panels.h"

namespace flotsam {
namespace {

constexpr float kRow = 17;

std::string paramWords(const Param& p) { return parameterName(p.info) + ": " + parameterValue(p); }

/// For a title, under which paramWords() stand: where room is short the value must not be what is cut.
std::string shortWords(const Param& p) { return p.info.kind == ParamKind::Toggle ? paramWords(p) : parameterValue(p); }

/// What a side has that another has not.
std::vector<const Param*> differing(const UiState& state, size_t side) {
  std::vector<const Param*> found;
  const auto& own = state.sides[side]->params;
  for (size_t i = 0; i < own.size(); ++i)
    for (const SimView* other : state.sides)
      if (i < other->params.size() && other->params[i].info.key == own[i].info.key &&
          other->params[i].value != own[i].value) {
        found.push_back(&own[i]);
        break;
      }
  return found;
}

const BodyView* bodyIn(const SimView& view, const std::string& name) {
  for (const auto& b : view.bodies)
    if (b.name == name) return &b;
  return nullptr;
}

/// The body whose height and speed are compared: the one chosen last, else the first that is free.
void chooseSubject(UiState& state) {
  const SimView& view = *state.sides.front();
  if (bodyIn(view, state.selected)) state.subject = state.selected;
  if (bodyIn(view, state.subject)) return;
  state.subject.clear();
  for (const auto& b : view.bodies)
    if (state.subject.empty() && b.motion == BodyMotion::Free) state.subject = b.name;
}

std::string label(Compared what, const std::string& body) {
  switch (what) {
    case Compared::Height:
      return "Height of " + body;
    case Compared::Speed:
      return "Speed of " + body;
    case Compared::Energy:
      return "Kinetic energy";
    case Compared::Volume:
      return "Volume of fluid";
    case Compared::Iterations:
      return "Iterations";
    case Compared::Milliseconds:
      return "Time of a step";
  }
  return {};
}

const char* unit(Compared what) {
  constexpr const char* kUnits[] = {"m", "m/s", "J", "l", "", "ms"};
  return kUnits[static_cast<int>(what)];
}

std::string number(Compared what, double v) {
  if (what == Compared::Height || what == Compared::Speed) return formatFixed(v, 3);
  if (what == Compared::Milliseconds) return formatFixed(v, 1);
  return formatForPeople(v, what == Compared::Volume ? 4 : 3);
}

std::string signedNumber(Compared what, double d) {
  const std::string digits = number(what, std::fabs(d));
  const bool zero = digits.find_first_of("123456789") == std::string::npos;
  return zero ? digits : (d > 0 ? "+" : "−") + digits;
}

/// Right-aligned in a column that ends at x.
void column(Skin& skin, ImDrawList* list, const ImFont* font, float x, float y, ImU32 colour, const std::string& text) {
  drawText(list, font, {x - textSize(font, text.c_str()).x, y}, colour, text.c_str());
  (void)skin;
}

struct Table {
  Panels& panels;
  ImVec2 at;
  float width;

  void draw() const {
    Skin& skin = panels.skin;
    UiState& state = panels.state;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImFont* font = skin.fonts.caption;
    const size_t n = state.sides.size();
    const bool two = n == 2;
    const float each = width > skin.px(400) ? skin.px(two ? 84 : 80) : skin.px(62), end = at.x + width - skin.px(8);
    const size_t columns = n + (two ? 1 : 0);
    const auto columnEnd = [&](size_t c) { return end - each * static_cast<float>(columns - 1 - c); };
    for (size_t s = 0; s < n; ++s) column(skin, list, font, columnEnd(s), at.y, sideColour(skin, s), sideLetter(s));
    if (two) column(skin, list, font, columnEnd(2), at.y, skin.c.muted, "B − A");
    drawTextFit(list, font, {at.x + skin.px(8), at.y}, skin.c.muted, state.compareTitle.c_str(),
                columnEnd(0) - each + skin.px(40) - at.x);
    for (int q = 0; q < kComparedCount; ++q) {
      const auto what = static_cast<Compared>(q);
      const ImVec2 lo{at.x, at.y + skin.px(19 + kRow * static_cast<float>(q))}, hi{at.x + width, lo.y + skin.px(kRow)};
      ImGui::SetCursorScreenPos(lo);
      const std::string id = "compare:" + std::to_string(q);
      if (ImGui::InvisibleButton(id.c_str(), {hi.x - lo.x, hi.y - lo.y})) state.compared = q;
      const bool active = state.compared == q;
      if (active || ImGui::IsItemHovered())
        list->AddRectFilled(lo, hi, active ? skin.c.accentSoft : skin.c.hover, skin.px(4));
      skin.report(id, lo, hi);
      const bool ofBody = what == Compared::Height || what == Compared::Speed;
      if (ofBody && state.subject.empty()) {
        drawText(list, font, {lo.x + skin.px(8), lo.y + skin.px(1)}, skin.c.faint,
                 what == Compared::Height ? "Height: no body" : "Speed: no body");
        continue;
      }
      std::string name = label(what, state.subject);
      if (*unit(what)) name += std::string(", ") + unit(what);
      drawTextFit(list, font, {lo.x + skin.px(8), lo.y + skin.px(1)}, active ? skin.c.text : skin.c.muted, name.c_str(),
                  columnEnd(0) - each - lo.x + skin.px(14));
      double values[CompareSides] = {};
      for (size_t s = 0; s < n && s < CompareSides; ++s) {
        values[s] = comparedValue(what, *state.sides[s], bodyIn(*state.sides[s], state.subject));
        column(skin, list, font, columnEnd(s), lo.y + skin.px(1), skin.c.text, number(what, values[s]));
      }
      if (!two) continue;
      const double d = values[1] - values[0];
      column(skin, list, font, columnEnd(2), lo.y + skin.px(1), skin.c.muted, signedNumber(what, d));
    }
  }
  static constexpr size_t CompareSides = 3;
};

struct Plot {
  Panels& panels;
  ImVec2 lo, hi;  // of the axes

  void draw() const {
    Skin& skin = panels.skin;
    const UiState& state = panels.state;
    const CompareHistory& history = panels.compared;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const auto what = static_cast<Compared>(state.compared);
    const SimView& view = *state.sides.front();
    const int body = history.column(state.subject);
    const double dt = view.dt > 0 ? view.dt : 1.0 / 60, newest = static_cast<double>(state.newestStep) * dt;
    const double from = std::max(0.0, newest - 20);
    const Range time{from, std::max(newest, from + 4)};
    Range value{1e300, -1e300};
    for (size_t s = 0; s < history.size(); ++s)
      for (const auto& sample : history.side(s)) {
        const double v = CompareHistory::value(sample, what, body);
        if (sample.time < from || !std::isfinite(v)) continue;
        value.lo = std::min(value.lo, v), value.hi = std::max(value.hi, v);
      }
    if (value.lo > value.hi) value = {0, 1};
    const double middle = 0.5 * (value.lo + value.hi);
    const double size = std::max({value.hi - value.lo, 0.01 * std::fabs(middle), 1e-9});
    value = {middle - 0.62 * size, middle + 0.62 * size};
    axes(skin, list, time, value);
    list->PushClipRect(lo, hi, true);
    std::vector<ImVec2> ends;
    for (size_t s = 0; s < history.size(); ++s) ends.push_back(line(history.side(s), s, what, body, time, value));
    letters(skin, list, ends);
    if (state.inThePast()) {
      const float x = std::floor(time.at(static_cast<double>(state.step) * dt, lo.x, hi.x)) + 0.5f;
      list->AddLine({x, lo.y}, {x, hi.y}, skin.c.muted, skin.px(1));
    }
    list->PopClipRect();
  }

  /// At the lines' ends, one above the other where these are close.
  void letters(Skin& skin, ImDrawList* list, const std::vector<ImVec2>& ends) const {
    const ImFont* font = skin.fonts.caption;
    std::vector<size_t> order;
    for (size_t s = 0; s < ends.size(); ++s)
      if (ends[s].x >= 0) order.push_back(s);
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return ends[a].y < ends[b].y; });
    std::vector<float> wanted;
    for (const size_t s : order) wanted.push_back(ends[s].y);
    const std::vector<float> places = spread(wanted, font->FontSize, lo.y, hi.y);
    for (size_t i = 0; i < order.size(); ++i) {
      const size_t s = order[i];
      const bool roomRight = ends[s].x + skin.px(18) < hi.x;
      drawText(list, font,
               {roomRight ? ends[s].x + skin.px(7) : ends[s].x - skin.px(17), places[i] - font->FontSize / 2},
               sideColour(skin, s), sideLetter(s));
    }
  }

  /// Returns its end; left of everything when there is none.
  ImVec2 line(const std::vector<CompareHistory::Sample>& samples, size_t side, Compared what, int body,
              const Range& time, const Range& value) const {
    Skin& skin = panels.skin;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImU32 colour = sideColour(skin, side);
    std::vector<ImVec2> points;
    const size_t stride = std::max<size_t>(1, samples.size() / 300);
    for (size_t i = 0; i < samples.size(); i += i + 1 < samples.size() ? std::min(stride, samples.size() - 1 - i) : 1) {
      const float v = CompareHistory::value(samples[i], what, body);
      if (samples[i].time < time.lo || !std::isfinite(v)) continue;
      points.push_back({time.at(samples[i].time, lo.x, hi.x), value.at(v, hi.y, lo.y)});
    }
    if (points.empty()) return {-1, lo.y};
    list->AddPolyline(points.data(), static_cast<int>(points.size()), colour, 0, skin.px(2));
    const ImVec2 last = points.back();
    list->AddCircleFilled(last, skin.px(3), colour, 16);
    return last;
  }

  void axes(Skin& skin, ImDrawList* list, const Range& time, const Range& value) const {
    list->AddRectFilled(lo, hi, skin.c.input, skin.px(4));
    const ImFont* font = skin.fonts.caption;
    const double step = niceStep(value.hi - value.lo), second = niceStep(time.hi - time.lo);
    for (double v = std::ceil(value.lo / step) * step; v <= value.hi; v += step) {
      const float y = std::floor(value.at(v, hi.y, lo.y)) + 0.5f;
      if (y < lo.y + skin.px(5) || y > hi.y - skin.px(5)) continue;
      list->AddLine({lo.x, y}, {hi.x, y}, skin.c.border);
      column(skin, list, font, lo.x - skin.px(6), y - font->FontSize / 2, skin.c.muted, tickWord(v, step));
    }
    for (double t = std::ceil(time.lo / second - 1e-9) * second; t <= time.hi + 1e-9; t += second) {
      const float x = std::floor(time.at(t, lo.x, hi.x)) + 0.5f;
      list->AddLine({x, hi.y - skin.px(3)}, {x, hi.y}, skin.c.faint);
      const std::string word = tickWord(t, second) + (t + second > time.hi + 1e-9 ? " s" : "");
      const float w = textSize(font, word.c_str()).x;
      drawText(list, font, {std::clamp(x - w / 2, lo.x, hi.x - w), hi.y + skin.px(2)}, skin.c.muted, word.c_str());
    }
  }
};

}  // namespace

void Panels::sideLabels() {
  const auto boxes = paneBoxes(static_cast<int>(state.sides.size()), state.panels, width, height, !state.presentation,
                               /*card=*/false, state.legendRoom);
  ImDrawList* back = ImGui::GetBackgroundDrawList();
  for (size_t s = 0; s < boxes.size() && s < state.sides.size(); ++s) {
    const PaneBox& box = boxes[s];
    if (s > 0) {
      const float x = skin.px(box.left);
      back->AddRectFilled({x - skin.px(1), skin.px(state.panels ? kTopBar : 0)}, {x + skin.px(1), skin.px(height)},
                          skin.c.border);
    }
    const auto differ = differing(state, s);
    std::string name = s < state.sideNames.size() ? state.sideNames[s] : "";
    if (name.empty())
      name = differ.empty()       ? "alike so far"
             : differ.size() == 1 ? shortWords(*differ.front())
                                  : std::to_string(differ.size()) + " settings differ";
    std::string words;
    for (const Param* p : differ) words += (words.empty() ? "" : " · ") + paramWords(*p);
    if (differ.empty()) words = "no setting differs yet";
    const bool stopped = s < state.faults.size() && !state.faults[s].empty();
    if (stopped) words = "stopped: " + state.faults[s];
    const bool narrow = box.freeRight - box.freeLeft < 180;
    const ImFont* font = narrow ? skin.fonts.medium : skin.fonts.title;
    // In a narrow window the inspector's handle is beside the last one, or the inspector lies over it.
    float right = box.freeRight;
    if (this->narrow() && state.sidePanels())
      right = !folded() ? std::min(right, sceneRight()) : s + 1 == boxes.size() ? right - 52 : right;
    if (right - box.freeLeft < 60) continue;
    const float most = skin.px(right - box.freeLeft - (narrow ? 6 : 16));
    const float badge = skin.px(narrow ? 20 : 30), pad = skin.px(narrow ? 5 : 12);
    const float wanted =
        std::max(textSize(font, name.c_str()).x, textSize(skin.fonts.caption, words.c_str()).x) + badge + 3 * pad;
    const float w = std::min(most, wanted) / skin.scale, left = std::min(box.middle() - 0.5f * w, right - 4 - w);
    const std::string id = std::string("##side") + sideLetter(s);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    if (beginPanel(skin, id.c_str(), {left, state.panels ? 46.0f : 12.0f}, {w, kLabelHeight},
                   ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing)) {
      ImDrawList* list = ImGui::GetWindowDrawList();
      const ImVec2 p = ImGui::GetWindowPos();
      const float h = skin.px(kLabelHeight);
      const ImVec2 c{p.x + pad + badge / 2, p.y + h / 2};
      list->AddCircleFilled(c, badge / 2, stopped ? skin.c.bad : sideColour(skin, s), 40);
      const ImVec2 letter = textSize(skin.fonts.head, sideLetter(s));
      drawText(list, skin.fonts.head, {c.x - letter.x / 2, c.y - letter.y / 2}, skin.c.onAccent, sideLetter(s));
      const float x = p.x + 2 * pad + badge, room = p.x + skin.px(w) - pad - x + skin.px(2);
      if (stopped) {
        drawTextFit(list, skin.fonts.head, {x, p.y + skin.px(2)}, skin.c.text, name.c_str(), room);
        std::vector<std::string> lines;
        wrappedLines(skin.fonts.caption, words.c_str(), room, &lines);
        for (size_t i = 0; i < std::min<size_t>(lines.size(), 2); ++i) {
          const bool cut = i == 1 && lines.size() > 2;
          drawTextFit(list, skin.fonts.caption, {x, p.y + skin.px(20 + 15 * static_cast<float>(i))}, skin.c.bad,
                      cut ? (lines[i] + " " + lines[i + 1]).c_str() : lines[i].c_str(), room);
        }
      } else {
        drawTextFit(list, font, {x, p.y + skin.px(narrow ? 8 : 4)}, skin.c.text, name.c_str(), room);
        drawTextFit(list, skin.fonts.caption, {x, p.y + skin.px(31)}, skin.c.muted, words.c_str(), room);
      }
      ImGui::SetCursorScreenPos(p);
      ImGui::InvisibleButton("label", {skin.px(w), h});
      tooltip(skin, std::string("Side ") + sideLetter(s), words);
    }
    ImGui::End();
    ImGui::PopStyleVar();
  }
}

void Panels::comparePanel() {
  chooseSubject(state);
  if (state.subject.empty()) state.compared = std::max(state.compared, static_cast<int>(Compared::Energy));
  const float top = height - kTransportHeight - 12 - kCompareHeight;
  const float begin = compareLeft(), w = (narrow() ? sceneRight() : width - 292) - begin;
  if (w < 240) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(8), skin.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (beginPanel(skin, "##compare", {begin, top}, {w, kCompareHeight}, ImGuiWindowFlags_NoScrollbar)) {
    const ImVec2 p = ImGui::GetCursorScreenPos();
    // Where there is no room for both, the numbers go first.
    const float wanted = state.sides.size() > 2 ? 450.0f : 440.0f;
    const float tableWidth = w < 560 ? std::min(wanted, w - 48) : std::min(wanted, 0.55f * w);
    Table{*this, p, skin.px(tableWidth)}.draw();
    const float left = begin + tableWidth + 12 + 58;
    const Plot plot{
        *this, {skin.px(left), skin.px(top + 12)}, {skin.px(begin + w - 38), skin.px(top + kCompareHeight - 24)}};
    const bool lesson = state.compareLesson && !state.view->lesson.empty();
    if (lesson)
      lessonPageIn(left - 40, top + 10, plot.hi.x / skin.scale, top + kCompareHeight - 10);
    else if (plot.hi.x - plot.lo.x > skin.px(80)) {
      plot.draw();
    }
    if (!state.view->lesson.empty()) {
      ImGui::SetCursorScreenPos({skin.px(begin + w - 30), skin.px(top + 32)});
      if (iconButton(skin, "compare:lesson", icon::kBook, lesson ? "Plot" : "Lesson", {skin.px(22), skin.px(22)},
                     lesson ? "The plot again." : "The scene's lesson, in place of the plot.", true))
        state.compareLesson = !state.compareLesson;
    }
    skin.report("compare:plot", plot.lo, plot.hi);
    ImGui::SetCursorScreenPos({skin.px(begin + w - 30), skin.px(top + 6)});
    if (iconButton(skin, "compare:close", icon::kClose, "One simulation", {skin.px(22), skin.px(22)},
                   "Goes on with side A alone. The menu Compare begins again.", true))
      send(UiCommand::Compare, {}, -1);
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace flotsam
