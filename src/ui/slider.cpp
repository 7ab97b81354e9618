// SPDX-License-Identifier: MIT
// The slider: label, number and unit over a track. Logarithmic where the parameter says so. Typing into it takes any
// way of writing a number and clamps it to the bounds, as the model does, and says so.
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "ui/format.h"
#include "ui/widgets.h"

namespace flotsam {
namespace {

bool logarithmic(const SliderSpec& s) { return s.logScale && s.min >= 0 && s.max > s.min; }
/// Where a logarithmic track begins: five decades below its end when the bound is zero; the left end itself is zero.
double leastShown(const SliderSpec& s) { return s.min > 0 ? s.min : 1e-5 * s.max; }

double position(const SliderSpec& s, double value) {
  if (!(s.max > s.min)) return 0;
  const double t = logarithmic(s)
                       ? std::log(std::max(value, leastShown(s)) / leastShown(s)) / std::log(s.max / leastShown(s))
                       : (value - s.min) / (s.max - s.min);
  return std::clamp(t, 0.0, 1.0);
}

/// Three significant digits are what a hand can mean on 240 pixels.
double rounded(double value, const SliderSpec& s) {
  const double span = logarithmic(s) ? std::fabs(value) : s.max - s.min;
  if (!(span > 0)) return value;
  const double unit = std::pow(10.0, std::floor(std::log10(span)) - 2);
  return std::round(value / unit) * unit;
}

double valueAt(const SliderSpec& s, double t) {
  t = std::clamp(t, 0.0, 1.0);
  if (t == 0) return s.min;
  double v = logarithmic(s) ? leastShown(s) * std::pow(s.max / leastShown(s), t) : s.min + t * (s.max - s.min);
  v = s.integer ? std::round(v) : rounded(v, s);
  return std::clamp(v, s.min, s.max) + 0.0;  // no -0
}

void startTyping(Skin& skin, ImGuiID id, double value) {
  skin.editing = id;
  skin.editFocus = true;
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  skin.editText = text;
}

/// "Density: at most 20 000 kg/m³"; empty when the value lies within the bounds.
std::string limitWords(const SliderSpec& s, double value) {
  if (value >= s.min && value <= s.max) return "";
  const bool above = value > s.max;
  return s.label + (above ? ": at most " : ": at least ") + formatForPeople(above ? s.max : s.min, 6) +
         (s.unit.empty() ? "" : " " + s.unit);
}

/// The field over the number. True when a new value was entered.
bool typing(Skin& skin, const SliderSpec& spec, ImVec2 lo, float width, double& value) {
  bool entered = false;
  ImGui::SetCursorScreenPos(lo);
  ImGui::SetNextItemWidth(width);
  ImGui::PushFont(skin.fonts.medium);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {skin.px(5), skin.px(1)});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, std::max(1.0f, skin.px(1)));
  ImGui::PushStyleColor(ImGuiCol_Border, skin.c.accent);
  const bool first = skin.editFocus;
  if (first) ImGui::SetKeyboardFocusHere();
  skin.editFocus = false;
  const bool enter = ImGui::InputText("##type", &skin.editText,
                                      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  if (ImGui::IsItemActive())  // from now on it takes what is typed
    skin.report("edit:" + spec.name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  const bool cancelled = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
  if (enter || (!first && ImGui::IsItemDeactivated())) {
    double v = 0;
    if (!cancelled && parseFromPeople(skin.editText, v)) {
      if (const std::string words = limitWords(spec, v); !words.empty()) skin.said = words;
      v = std::clamp(spec.integer ? std::round(v) : v, spec.min, spec.max);
      entered = v != value;
      value = v;
    }
    skin.editing = 0;
  }
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
  return entered;
}

void drawTrack(Skin& skin, const SliderSpec& spec, ImVec2 p, float w, double value, bool lit) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float r = skin.px(7), y = p.y + skin.px(25), half = skin.px(2);
  const float x0 = p.x, x1 = p.x + w;
  const auto at = [&](double v) { return x0 + r + static_cast<float>(position(spec, v)) * (x1 - x0 - 2 * r); };
  const float knob = at(value);
  list->AddRectFilled({x0, y - half}, {x1, y + half}, skin.c.track, half);
  list->AddRectFilled({x0, y - half}, {knob, y + half}, skin.c.accent, half);
  if (spec.hasTick && spec.tick > spec.min && spec.tick < spec.max) {
    const float x = std::floor(at(spec.tick));
    list->AddRectFilled({x, y - skin.px(6)}, {x + std::max(1.0f, skin.px(1)), y + skin.px(6)}, skin.c.faint);
  }
  list->AddCircleFilled({knob, y}, r + (lit ? skin.px(1) : 0), skin.c.accent, 32);
  list->AddCircleFilled({knob, y}, r + (lit ? skin.px(1) : 0) - skin.px(2), rgb(0xFFFFFF), 32);
}

std::string helpText(const SliderSpec& s) {
  std::string t = s.help;
  const auto line = [&](const std::string& more) { t += (t.empty() ? "" : "\n") + more; };
  if (!s.low.empty()) line("← " + s.low);
  if (!s.high.empty()) line("→ " + s.high);
  line(formatForPeople(s.min) + " to " + formatForPeople(s.max) + (s.unit.empty() ? "" : " " + s.unit) +
       (s.hasDefault ? ", normally " + formatForPeople(s.defaultValue) : ""));
  return t;
}

}  // namespace

bool slider(Skin& skin, const SliderSpec& spec, double& value) {
  ImGui::PushID(spec.name.c_str());
  const ImGuiID id = ImGui::GetID("track");
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, r = skin.px(7);
  const float unitColumn =
      spec.unit.empty() ? 0 : std::max(skin.px(44), textSize(skin.fonts.body, spec.unit.c_str()).x + skin.px(8));
  const double start = value;
  const bool settling = skin.settling == id && ImGui::GetTime() < skin.settleUntil;
  double shown = skin.dragging == id || settling ? skin.dragValue : value;

  const std::string number = formatForPeople(shown);
  const float numberWidth = std::max(textSize(skin.fonts.medium, number.c_str()).x, skin.px(30));
  const ImVec2 valueLo{p.x + w - unitColumn - numberWidth - skin.px(4), p.y};
  const ImVec2 valueHi{p.x + w, p.y + skin.px(18)};
  bool entered = false;

  ImGui::SetCursorScreenPos(valueLo);
  if (ImGui::InvisibleButton("value", {valueHi.x - valueLo.x, valueHi.y - valueLo.y})) startTyping(skin, id, value);
  const bool valueHovered = ImGui::IsItemHovered();
  if (valueHovered) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
  tooltip(skin, spec.label, "Click to type a value.");
  ImGui::SetCursorScreenPos({p.x, p.y + skin.px(18)});
  ImGui::InvisibleButton("track", {w, skin.px(16)});
  const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  if (ImGui::IsItemActivated() && (ImGui::GetIO().KeyCtrl || ImGui::IsMouseDoubleClicked(0)))
    startTyping(skin, id, value);
  if (active && skin.editing != id) {
    const double t = (ImGui::GetIO().MousePos.x - p.x - r) / (w - 2 * r);
    shown = skin.dragValue = valueAt(spec, t);
    skin.dragging = id;
    if (!spec.onRelease) value = shown;
  } else if (skin.dragging == id) {
    skin.dragging = 0;
    skin.settling = id;
    skin.settleUntil = ImGui::GetTime() + 0.4;
    if (spec.onRelease) value = skin.dragValue;
  }
  if (hovered && spec.hasDefault && ImGui::IsMouseClicked(1)) value = spec.defaultValue;
  tooltip(skin, spec.label, helpText(spec));

  ImDrawList* list = ImGui::GetWindowDrawList();
  drawTextFit(list, skin.fonts.body, p, skin.c.muted, spec.label.c_str(), valueLo.x - p.x - skin.px(4));
  if (!spec.unit.empty())
    drawText(list, skin.fonts.body, {p.x + w - unitColumn + skin.px(8), p.y}, skin.c.faint, spec.unit.c_str());
  if (skin.editing == id) {
    entered = typing(skin, spec, {p.x + w - unitColumn - skin.px(74), p.y - skin.px(2)}, skin.px(76), value);
  } else {
    drawText(list, skin.fonts.medium, {p.x + w - unitColumn - textSize(skin.fonts.medium, number.c_str()).x, p.y},
             valueHovered ? skin.c.accent : skin.c.text, number.c_str());
  }
  drawTrack(skin, spec, p, w, shown, active || hovered);
  skin.report("slider:" + spec.name, {p.x + r, p.y + skin.px(18)}, {p.x + w - r, p.y + skin.px(34)});
  skin.report("value:" + spec.name, valueLo, valueHi);
  ImGui::SetCursorScreenPos(p);
  ImGui::Dummy({w, skin.px(37)});
  ImGui::PopID();
  return entered || value != start;
}

}  // namespace flotsam
