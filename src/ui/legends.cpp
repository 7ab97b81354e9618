// SPDX-License-Identifier: MIT
// What the colours and arrows of the picture mean: panels at the lower right, one above the other.
#include <algorithm>
#include <cmath>

#include "ui/format.h"
#include "ui/panels.h"

namespace flotsam {
namespace {

constexpr float kLegendHeight = 56, kLegendGap = 6;

/// The bar of a colour map and three words below it.
void colourBar(Skin& skin, ImVec2 p, float w, const std::vector<unsigned>& colours, const std::string (&words)[3]) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const int n = static_cast<int>(colours.size()) - 1;
  for (int i = 0; i < n; ++i) {
    const ImU32 a = rgb(colours[static_cast<size_t>(i)]), b = rgb(colours[static_cast<size_t>(i) + 1]);
    list->AddRectFilledMultiColor({p.x + w * i / n, p.y + skin.px(17)}, {p.x + w * (i + 1) / n, p.y + skin.px(26)}, a,
                                  b, b, a);
  }
  for (int i = 0; i < 3; ++i) {
    const float tw = textSize(skin.fonts.caption, words[i].c_str()).x;
    drawText(list, skin.fonts.caption, {p.x + (w - tw) * 0.5f * i, p.y + skin.px(29)}, skin.c.text, words[i].c_str());
  }
}

void dot(Skin& skin, ImVec2 centre, unsigned colour) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddCircleFilled(centre, skin.px(5), rgb(colour), 20);
  list->AddCircle(centre, skin.px(5), skin.c.border, 20);
}

void arrow(Skin& skin, ImVec2 from, float length, ImU32 colour) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float head = skin.px(9), half = skin.px(4.5f);
  list->AddLine(from, {from.x + length - head + 1, from.y}, colour, skin.px(2.5f));
  list->AddTriangleFilled({from.x + length, from.y}, {from.x + length - head, from.y - half},
                          {from.x + length - head, from.y + half}, colour);
}

/// Three quarters of a turn, as the scene draws the largest torque.
void turnArrow(Skin& skin, ImVec2 centre, float r, ImU32 colour) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PathArcTo(centre, r, -2.0f, 2.2f, 24);
  list->PathStroke(colour, 0, skin.px(2.5f));
  const float a = 2.2f, head = skin.px(8);
  const ImVec2 at{centre.x + r * std::cos(a), centre.y + r * std::sin(a)};
  const ImVec2 along{-std::sin(a), std::cos(a)}, out{std::cos(a), std::sin(a)};
  list->AddTriangleFilled({at.x + along.x * head, at.y + along.y * head},
                          {at.x + out.x * head / 2, at.y + out.y * head / 2},
                          {at.x - out.x * head / 2, at.y - out.y * head / 2}, colour);
}

}  // namespace

/// Side by side, where all sides share their scales: in rows between the tanks and the numbers, for which the tanks
/// make room. In a presentation, where these are low, first at the right of the numbers, then beside the two tanks,
/// which move aside.
bool Panels::beginLegendSideBySide(const char* name, float legendWidth) {
  constexpr float kLeastTank = 100;
  const float numbers = height - kTransportHeight - 12 - kCompareHeight, each = kLegendHeight + kLegendGap;
  const float right = sceneRight();
  const float top = kTopBar + 12 + kLabelHeight;
  if (state.presentation && legendCount < 2) {
    legendWidth = std::min(legendWidth, 268.0f);
    legendFoot = height - 76 - each * static_cast<float>(legendCount++);
    openLegend(name, right - legendWidth, legendWidth);
    return true;
  }
  LegendRoom& room = state.legendRoom;
  if (state.presentation && state.sides.size() == 2) {
    const int n = legendCount - 2, row = n / 2;
    if (numbers - 8 - each * static_cast<float>(row + 1) < top) return false;
    ++legendCount;
    legendFoot = numbers - 8 - each * static_cast<float>(row);
    float& taken = n % 2 == 1 ? room.right : room.left;
    taken = std::max(taken, legendWidth + 24);
    openLegend(name, n % 2 == 1 ? right - legendWidth : 12, legendWidth);
    return true;
  }
  // In a low window the tools reach down to them.
  const bool low = state.sidePanels() && numbers - 8 - each < 46 + toolsHeight(height);
  const float left = std::max(compareLeft(), low ? 136.0f : 0);
  legendLeft = std::max(legendLeft, left);
  const bool wraps = legendLeft > left && legendLeft + legendWidth > right;
  const int row = legendRow + (wraps ? 1 : 0);
  const float taken = each * static_cast<float>(row + 1);
  if (numbers - 8 - taken - top < kLeastTank) return false;
  if (wraps) legendLeft = left;
  legendRow = row;
  room.foot = std::max(room.foot, taken + 8);
  legendFoot = numbers - 8 - each * static_cast<float>(row);
  openLegend(name, legendLeft, legendWidth);
  legendLeft += legendWidth + kLegendGap;
  return true;
}

/// Opens a legend over the one that is there, or at the left of the column; false (and nothing to end) where there is
/// no room.
bool Panels::beginLegend(const char* name, float legendWidth) {
  if (state.comparing()) return beginLegendSideBySide(name, legendWidth);
  if (legendRight == 0) legendRight = sceneRight();
  if (legendFoot < height - 76 - kLegendHeight - kLegendGap - 1) {
    legendRight -= legendWidest + kLegendGap;
    legendFoot = height - 76, legendWidest = 0;
  }
  if (legendRight - legendWidth < (state.lesson || state.solver ? 348 : 12)) return false;
  openLegend(name, legendRight - legendWidth, legendWidth);
  legendWidest = std::max(legendWidest, legendWidth);
  return true;
}

void Panels::openLegend(const char* name, float left, float legendWidth) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(11), skin.px(7)});
  beginPanel(skin, name, {left, legendFoot - kLegendHeight}, {legendWidth, kLegendHeight},
             ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoInputs);
  legendFoot -= kLegendHeight + kLegendGap;
}

void Panels::endLegend() {
  ImGui::End();
  ImGui::PopStyleVar();
}

void Panels::legends() {
  if (!state.view) return;
  markerLegend();
  sliceLegend();
  flowLegend();
  forceLegend();
  boundaryLegend();
}

void Panels::markerLegend() {
  if (!state.markersShown() || state.view->markers.position.empty()) return;
  const SimView& v = *state.view;
  const bool dyes = state.colourBy == 0;
  if (dyes && (v.dyes.empty() || state.dyeColours.empty())) return;
  if (!dyes && state.speedColours.size() < 2) return;
  float inner = 0;
  if (dyes)
    for (const auto& d : v.dyes) inner += textSize(skin.fonts.body, d.word.c_str()).x / skin.scale + 32;
  if (!beginLegend("##legend", dyes ? std::clamp(inner + 12, 120.0f, 420.0f) : 186)) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x;
  std::string title = dyes ? "Dye released at" : state.colourBy == 1 ? "Speed, m/s" : "Distance from the eye";
  if (state.showStreaks) title += " · way of " + formatForPeople(streakSeconds(v), 2) + " s";
  drawTextFit(list, skin.fonts.caption, p, skin.c.muted, title.c_str(), w);
  if (dyes) {
    float x = p.x;
    for (size_t i = 0; i < v.dyes.size() && i < state.dyeColours.size(); ++i) {
      list->AddCircleFilled({x + skin.px(5), p.y + skin.px(29)}, skin.px(5), rgb(state.dyeColours[i]), 20);
      drawTextFit(list, skin.fonts.body, {x + skin.px(15), p.y + skin.px(21)}, skin.c.text, v.dyes[i].word.c_str(),
                  p.x + w - x - skin.px(15));
      x += textSize(skin.fonts.body, v.dyes[i].word.c_str()).x + skin.px(30);
    }
  } else if (state.colourBy == 1) {
    colourBar(skin, p, w, state.speedColours,
              {"0", formatForPeople(v.speedScale / 2, 2), formatForPeople(v.speedScale, 2)});
  } else {
    colourBar(skin, p, w, state.speedColours, {"near", "", "far"});
  }
  endLegend();
}

void Panels::sliceLegend() {
  const SliceQuantity quantity = state.slice.quantity;
  if (quantity == SliceQuantity::None || !state.sliceShown || state.sliceColours.size() < 2) return;
  if (!beginLegend("##slice", state.comparing() ? 186 : 236)) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x;
  const std::string unit = sliceUnit(quantity);
  const std::string title = std::string(sliceLabel(quantity)) + (unit.empty() ? "" : ", " + unit);
  drawText(list, skin.fonts.caption, p, skin.c.muted, title.c_str());
  if (quantity == SliceQuantity::Cells) {
    constexpr const char* kinds[] = {"fluid", "air", "body", "wall"};
    constexpr size_t stops[] = {0, 3, 5, 8};  // the colours of 0, 1/3, 2/3 and 1
    for (int i = 0; i < 4; ++i) {
      const float x = p.x + w * i / 4;
      dot(skin, {x + skin.px(5), p.y + skin.px(29)}, state.sliceColours[stops[i]]);
      drawText(list, skin.fonts.caption, {x + skin.px(13), p.y + skin.px(22)}, skin.c.text, kinds[i]);
    }
  } else {
    const double lo = double(state.sliceLo), hi = double(state.sliceHi);
    colourBar(skin, p, w, state.sliceColours,
              {formatForPeople(lo, 3), formatForPeople(0.5 * (lo + hi), 3), formatForPeople(hi, 3)});
  }
  endLegend();
}

/// How fast the longest arrow is, and the colours of the streamlines.
void Panels::flowLegend() {
  const SimView& v = *state.view;
  const bool arrows = state.arrows != ArrowPlaces::None;
  if ((!arrows && !state.streamlines) || v.fields.cells.x == 0) return;
  const float fastest = state.scales ? state.scales->fastest : flowSpeed(v);
  if (!beginLegend("##flow", state.streamlines && arrows ? 262 : 206)) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x;
  float x = p.x;
  if (arrows) {
    drawText(list, skin.fonts.caption, p, skin.c.muted, "Velocity");
    if (fastest > 0) {
      arrow(skin, {x + skin.px(1), p.y + skin.px(30)}, skin.px(34), rgb(state.dark ? 0xDCE8F0 : 0x22303C));
      drawText(list, skin.fonts.body, {x + skin.px(43), p.y + skin.px(21)}, skin.c.text,
               (formatForPeople(double(fastest), 2) + " m/s").c_str());
    } else {
      drawText(list, skin.fonts.body, {x, p.y + skin.px(21)}, skin.c.text, "nothing moves");
    }
    x += skin.px(112);
  }
  if (state.streamlines && state.speedColours.size() > 4) {
    drawText(list, skin.fonts.caption, {x, p.y}, skin.c.muted, "Streamlines, m/s");
    std::vector<unsigned> colours(state.speedColours.begin() + 2, state.speedColours.end());
    colourBar(skin, {x, p.y}, p.x + w - x, colours, {"0", "", formatForPeople(double(fastest), 2)});
  }
  endLegend();
}

void Panels::forceLegend() {
  if (!state.forces) return;
  const BodyArrowScale most = state.scales ? state.scales->bodies : bodyArrowScale(*state.view);
  if (!beginLegend("##forces", 236)) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 p = ImGui::GetCursorScreenPos();
  drawText(list, skin.fonts.caption, p, skin.c.muted, "Pressure on bodies: force, torque");
  const ImU32 blue = rgb(state.forceColour), orange = rgb(state.torqueColour);
  const auto words = [](float value, const char* unit) {
    return value > 0 ? formatForPeople(double(value), 3) + " " + unit : std::string("none");
  };
  arrow(skin, {p.x + skin.px(1), p.y + skin.px(30)}, skin.px(34), blue);
  drawText(list, skin.fonts.body, {p.x + skin.px(43), p.y + skin.px(21)}, skin.c.text, words(most.force, "N").c_str());
  turnArrow(skin, {p.x + skin.px(126), p.y + skin.px(30)}, skin.px(8), orange);
  drawText(list, skin.fonts.body, {p.x + skin.px(144), p.y + skin.px(21)}, skin.c.text,
           words(most.torque, "N m").c_str());
  endLegend();
}

void Panels::boundaryLegend() {
  if (!state.boundary || state.view->faces.cells.x == 0) return;
  const bool plane = state.view->flat || state.slice.quantity != SliceQuantity::None;
  if (!beginLegend("##boundary", plane ? 236 : 260)) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 p = ImGui::GetCursorScreenPos();
  drawText(list, skin.fonts.caption, p, skin.c.muted, "The boundary as the solver sees it");
  if (plane) {
    const float y = p.y + skin.px(30);
    list->AddLine({p.x, y}, {p.x + skin.px(18), y}, skin.c.accent, skin.px(3.4f));
    drawText(list, skin.fonts.caption, {p.x + skin.px(24), y - skin.px(8)}, skin.c.text, "open part");
    const float x = p.x + skin.px(104);
    list->AddLine({x, y}, {x + skin.px(18), y}, skin.c.muted, skin.px(4));
    list->AddLine({x, y}, {x + skin.px(18), y}, rgb(state.dark ? 0x000000 : 0xFFFFFF), skin.px(2));
    drawText(list, skin.fonts.caption, {x + skin.px(24), y - skin.px(8)}, skin.c.text, "closed part");
  } else {
    drawText(list, skin.fonts.caption, {p.x, p.y + skin.px(22)}, skin.c.text, "blocks as thick as faces are closed");
  }
  endLegend();
}

}  // namespace flotsam
