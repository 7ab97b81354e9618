// SPDX-License-Identifier: MIT
// Theory beside measurement, for scenes with a known answer ([[expect]] of the scene file): a small plot of the
// measured line and the closed form, with what both are on average over the time in which theory holds, and how far
// apart.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "ui/axes.h"
#include "ui/panels.h"
#include "view/lesson_wait.h"

namespace flotsam {
namespace {

struct Means {
  double measured = 0, theory = 0;
  double scatter = 0;  // root mean square of what each differs by
  int count = 0;
  double allowed(const ExpectView& e) const { return e.tolerance * std::fabs(theory) + e.slack; }
  /// The mean agrees, yet what is measured jumps about it.
  bool shakes(const ExpectView& e) const { return scatter > 0.5 * std::fabs(theory) + 5 * e.slack; }
};

Means meansOf(const ExpectView& e) {
  Means m;
  for (const auto& s : e.samples)
    if (s.holds) {
      m.measured += s.measured, m.theory += s.theory, ++m.count;
      m.scatter += (s.measured - s.theory) * (s.measured - s.theory);
    }
  if (m.count > 0) m.measured /= m.count, m.theory /= m.count, m.scatter = std::sqrt(m.scatter / m.count);
  return m;
}

/// "body.sphere.acceleration.y" in words: "Acceleration of sphere, m/s²"; y is upwards and goes without saying.
std::string words(const ExpectView& e, bool withBody) {
  const std::string what = quantityPart(e.quantity, 2), axis = quantityPart(e.quantity, 3);
  if (quantityPart(e.quantity, 0) == "fluid")
    return (quantityPart(e.quantity, 1) == "volume" ? "Volume of the fluid, " : "Kinetic energy of the fluid, ") +
           e.unit;
  std::string text = what == "spin" ? "Angular velocity" : what == "force" ? "Pressure force" : what;
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  if (withBody) text += (what == "force" ? " on " : " of ") + quantityPart(e.quantity, 1);
  if (what == "spin") text += " about " + axis;
  if (what != "spin" && (axis == "x" || axis == "z")) text += " along " + axis;
  return text + ", " + e.unit;
}

/// Names that tell the entries apart: the bodies where these differ, else the quantities.
std::string shortName(const std::vector<ExpectView>& all, size_t i) {
  const std::string body = quantityPart(all[i].quantity, 1), what = quantityPart(all[i].quantity, 2);
  if (quantityPart(all[i].quantity, 0) == "fluid") return body == "volume" ? "volume" : "energy";
  for (size_t q = 0; q < all.size(); ++q)
    if (q != i && quantityPart(all[q].quantity, 1) == body) return what;
  return body;
}

/// The band around the theory and all that was measured while it holds; afterwards the line may leave the picture.
Range valueRange(const ExpectView& e) {
  double lo = 1e300, hi = -1e300, size = 0;
  const auto take = [&](double v) { lo = std::min(lo, v), hi = std::max(hi, v); };
  for (const auto& s : e.samples) {
    const double room = e.tolerance * std::fabs(s.theory) + e.slack;
    take(s.theory - room), take(s.theory + room);
    if (s.holds) take(s.measured);
  }
  if (e.samples.empty()) return {-1, 1};
  size = hi - lo;
  const double below = lo - size, above = hi + size;
  for (const auto& s : e.samples) take(std::clamp(s.measured, below, above));
  size = std::max({hi - lo, 1e-9 * std::max(std::fabs(hi), std::fabs(lo)), 1e-15});
  return {lo - 0.12 * size, hi + 0.12 * size};
}

void dashed(ImDrawList* list, ImVec2 a, ImVec2 b, ImU32 colour, float thick, float on, float off) {
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  for (float t = 0; t < length; t += on + off) {
    const float u = t / length, v = std::min(length, t + on) / length;
    list->AddLine({a.x + (b.x - a.x) * u, a.y + (b.y - a.y) * u}, {a.x + (b.x - a.x) * v, a.y + (b.y - a.y) * v},
                  colour, thick);
  }
}

struct Picture {
  Skin& skin;
  const ExpectView& e;
  ImDrawList* list;
  ImVec2 lo, hi;  // of the axes, pixels
  Range time, value;

  ImVec2 at(double t, double v) const { return {time.at(t, lo.x, hi.x), value.at(v, hi.y, lo.y)}; }

  /// Its time is over, or somebody touched the scene, or the body met a wall.
  double theoryEnd() const {
    double last = e.from;
    bool early = e.disturbed;
    for (const auto& q : e.samples) {
      if (q.holds) last = q.time;
      early |= !q.holds && q.time > e.from && q.time < e.until;
    }
    return early ? std::min(e.until, last) : e.until;
  }

  void axes() const {
    list->AddRectFilled(lo, hi, skin.c.input, skin.px(4));
    const double step = niceStep(value.hi - value.lo), second = niceStep(time.hi - time.lo);
    const ImFont* font = skin.fonts.caption;
    for (double v = std::ceil(value.lo / step) * step; v <= value.hi; v += step) {
      const float y = std::floor(at(0, v).y) + 0.5f;
      if (y < lo.y + skin.px(4) || y > hi.y - skin.px(4)) continue;
      list->AddLine({lo.x, y}, {hi.x, y}, skin.c.border);
      const std::string word = tickWord(v, step);
      const ImVec2 size = textSize(font, word.c_str());
      drawText(list, font, {lo.x - skin.px(6) - size.x, y - size.y / 2}, skin.c.muted, word.c_str());
    }
    for (double t = std::ceil(time.lo / second - 1e-9) * second; t <= time.hi + 1e-9; t += second) {
      const float x = std::floor(at(t, value.lo).x) + 0.5f;
      list->AddLine({x, hi.y - skin.px(3)}, {x, hi.y}, skin.c.faint);
      const bool last = t + second > time.hi + 1e-9;
      const std::string word = tickWord(t, second) + (last ? " s" : "");
      const float w = textSize(font, word.c_str()).x;
      drawText(list, font, {std::min(x - w / 2, hi.x - w), hi.y + skin.px(3)}, skin.c.muted, word.c_str());
    }
  }

  void lines() const {
    list->PushClipRect(lo, hi, true);
    const float thick = skin.px(2);
    const auto& s = e.samples;
    // Every closed form here is a straight line in time: one quad for its band.
    const ExpectSample *first = nullptr, *last = nullptr;
    for (const auto& q : s)
      if (q.holds) first = first ? first : &q, last = &q;
    const double begin = std::max(time.lo, e.from), end = std::min(time.hi, theoryEnd());
    const auto theory = [&](double t) {
      const double span = last->time - first->time;
      return span > 0 ? first->theory + (last->theory - first->theory) * (t - first->time) / span : first->theory;
    };
    const auto room = [&](double t) { return e.tolerance * std::fabs(theory(t)) + e.slack; };
    if (first)
      list->AddQuadFilled(at(begin, theory(begin) + room(begin)), at(end, theory(end) + room(end)),
                          at(end, theory(end) - room(end)), at(begin, theory(begin) - room(begin)),
                          faded(skin.c.ok, 0.16));
    std::vector<ImVec2> inside, after;
    for (const auto& q : s) {
      if (q.holds) inside.push_back(at(q.time, q.measured));
      if (!q.holds) after.push_back(at(q.time, q.measured));
      if (q.holds) after.assign(1, inside.back());
    }
    list->AddPolyline(after.data(), static_cast<int>(after.size()), faded(skin.c.accent, 0.4), 0, skin.px(1.5f));
    list->AddPolyline(inside.data(), static_cast<int>(inside.size()), skin.c.accent, 0, thick);
    if (inside.size() == 1) list->AddCircleFilled(inside[0], skin.px(2.5f), skin.c.accent, 16);
    if (first)
      dashed(list, at(begin, theory(begin)), at(end, theory(end)), skin.c.text, skin.px(1.25f), skin.px(5), skin.px(4));
    list->PopClipRect();
    const double ends = theoryEnd();
    if (time.hi > ends * 1.0001 && time.lo < ends) {
      const float x = std::floor(at(ends, value.lo).x) + 0.5f;
      list->AddLine({x, lo.y}, {x, hi.y}, skin.c.faint);
      const char* word = "theory ends";
      if (hi.x - x > textSize(skin.fonts.caption, word).x + skin.px(10))
        drawText(list, skin.fonts.caption, {x + skin.px(5), lo.y + skin.px(3)}, skin.c.muted, word);
    }
  }
};

Range timeRange(const ExpectView& e) {
  if (e.until < 1e29) return {e.from, e.until + 0.5 * (e.until - e.from)};
  const double last = e.samples.empty() ? 0 : e.samples.back().time;
  const double length = 4;
  return last <= length ? Range{0, length} : Range{last - length, last};
}

/// A line's sample, its word and its value; returns where the next may start.
float legendEntry(Skin& skin, ImDrawList* list, ImVec2 at, bool dash, ImU32 colour, const char* word,
                  const std::string& value) {
  const float y = std::floor(at.y + skin.fonts.caption->FontSize / 2) + 0.5f, w = skin.px(18);
  if (dash)
    dashed(list, {at.x, y}, {at.x + w, y}, colour, skin.px(1.25f), skin.px(4), skin.px(3));
  else
    list->AddLine({at.x, y}, {at.x + w, y}, colour, skin.px(2));
  float x = at.x + w + skin.px(6);
  drawText(list, skin.fonts.caption, {x, at.y}, skin.c.muted, word);
  x += textSize(skin.fonts.caption, word).x + skin.px(5);
  drawText(list, skin.fonts.caption, {x, at.y}, skin.c.text, value.c_str());
  return x + textSize(skin.fonts.caption, value.c_str()).x + skin.px(14);
}

/// Both numbers with the same decimals: four digits of the larger.
std::string number(double v, double with) {
  const double size = std::max(std::fabs(v), std::fabs(with));
  if (size < 1e-3 || size >= 1e6 || std::fabs(v) < 1e-3 * size) return formatForPeople(v, 2);
  return formatFixed(v, std::max(0, 3 - static_cast<int>(std::floor(std::log10(size)))));
}

struct Says {
  std::string words;
  ImU32 fill, ink;
};

Says verdictOf(const Skin& skin, const ExpectView& e, const Means& m) {
  if (m.count == 0) return {e.disturbed ? "touched" : "waiting", skin.c.input, skin.c.muted};
  const double gap = m.measured - m.theory;
  const bool agrees = std::fabs(gap) <= m.allowed(e);
  if (agrees && m.shakes(e)) return {"shakes", skin.c.badSoft, skin.c.bad};
  return {agrees ? "agrees" : "differs", agrees ? skin.c.okSoft : skin.c.badSoft, agrees ? skin.c.ok : skin.c.bad};
}

std::string errorWords(const ExpectView& e, const Means& m) {
  if (m.count == 0) return e.disturbed ? "restart to compare again" : "";
  const double gap = m.measured - m.theory;
  if (std::fabs(gap) <= m.allowed(e) && m.shakes(e)) return "±" + formatForPeople(m.scatter, 2) + " " + e.unit;
  const char* sign = gap > 0 ? "+" : gap < 0 ? "−" : "";
  if (m.theory != 0 && e.tolerance > 0)
    return std::string("error ") + sign + formatForPeople(std::fabs(100 * gap / m.theory), 2) + " %";
  return std::string("error ") + sign + formatForPeople(std::fabs(gap), 2) + " " + e.unit;
}

}  // namespace

void Panels::theory() {
  if (!state.theory || !state.view || state.view->expectations.empty()) return;
  const auto& all = state.view->expectations;
  const float top = columnTop(), room = lessonTop - 8 - top, most = all.size() > 1 ? 228.0f : 200.0f;
  const float h = std::min(most, room);
  if (h < 130) return;
  state.theoryShown = std::clamp(state.theoryShown, 0, static_cast<int>(all.size()) - 1);
  const ExpectView& e = all[static_cast<size_t>(state.theoryShown)];
  const Means means = meansOf(e);
  const Says says = verdictOf(skin, e, means);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(14), skin.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (beginPanel(skin, "##theory", {12, top}, {330, h}, ImGuiWindowFlags_NoScrollbar)) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float w = ImGui::GetContentRegionAvail().x;
    // Head: what is compared, and the verdict.
    const float pillWidth = textSize(skin.fonts.caption, says.words.c_str()).x + skin.px(20);
    const bool named =
        all.size() > 1 && shortName(all, static_cast<size_t>(state.theoryShown)) == quantityPart(e.quantity, 1);
    const std::string title = words(e, !named);
    drawTextFit(list, skin.fonts.head, p, skin.c.text, title.c_str(), w - pillWidth - skin.px(34));
    const ImVec2 a{p.x + w - skin.px(26) - pillWidth, p.y - skin.px(1)}, b{a.x + pillWidth, a.y + skin.px(20)};
    list->AddRectFilled(a, b, says.fill, skin.px(10));
    drawText(list, skin.fonts.caption, {a.x + skin.px(10), a.y + skin.px(10) - skin.fonts.caption->FontSize / 2},
             says.ink, says.words.c_str());
    skin.report("theory:" + says.words, a, b);
    ImGui::SetCursorScreenPos({p.x + w - skin.px(20), p.y - skin.px(2)});
    if (iconButton(skin, "theory:close", icon::kClose, "x", {skin.px(22), skin.px(22)},
                   "View, Theory and measurement brings it back.", true))
      state.theory = false;
    float y = p.y + skin.px(26);
    if (all.size() > 1) {
      std::vector<std::string> names;
      std::vector<const char*> plain;
      for (size_t i = 0; i < all.size(); ++i) names.push_back(shortName(all, i));
      for (const auto& name : names) plain.push_back(name.c_str());
      ImGui::SetCursorScreenPos({p.x, y});
      segmented(skin, "theory", plain, state.theoryShown, w);
      y += skin.px(32);
    }
    const float foot = skin.px(top + h - 10);
    const float legend = foot - 2 * skin.fonts.caption->FontSize - skin.px(6);
    const Picture picture{skin,         e, list, {p.x + skin.px(40), y}, {p.x + w, legend - skin.px(24)}, timeRange(e),
                          valueRange(e)};
    picture.axes();
    picture.lines();
    skin.report("theory:plot", picture.lo, picture.hi);
    // Legend with the means, then the formula and the error.
    const std::string measured = means.count > 0 ? number(means.measured, means.theory) : "–";
    const std::string expected = means.count > 0 ? number(means.theory, means.measured) : "–";
    float x = legendEntry(skin, list, {p.x, legend}, false, skin.c.accent, "measured", measured);
    legendEntry(skin, list, {x, legend}, true, skin.c.text, "theory", expected);
    const std::string error = errorWords(e, means);
    const float errorWidth = textSize(skin.fonts.caption, error.c_str()).x, last = foot - skin.fonts.caption->FontSize;
    drawText(list, skin.fonts.caption, {p.x + w - errorWidth, last}, says.ink, error.c_str());
    drawTextFit(list, skin.fonts.caption, {p.x, last}, skin.c.muted, e.label.c_str(), w - errorWidth - skin.px(12));
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace flotsam
