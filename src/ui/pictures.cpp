// SPDX-License-Identifier: MIT
// Drawn things that are not controls: sparklines, status pills, the soft shadow of panels.
#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/widgets.h"

namespace flotsam {

void sparkline(Skin& skin, ImDrawList* list, ImVec2 lo, ImVec2 hi, const float* values, int count, ImU32 colour,
               float calm) {
  const int points = std::min(count, static_cast<int>((hi.x - lo.x) / 2));
  if (points < 2) {
    list->AddLine({lo.x, hi.y - 1}, {hi.x, hi.y - 1}, skin.c.track, std::max(1.0f, skin.px(1)));
    return;
  }
  float least = values[0], most = values[0];
  for (int i = 1; i < count; ++i) {
    if (!std::isfinite(values[i])) continue;
    least = std::min(least, values[i]), most = std::max(most, values[i]);
  }
  const float span = std::max({most - least, calm * std::max(std::fabs(most), std::fabs(least)), 1e-12f});
  const float middle = 0.5f * (least + most), pad = skin.px(3);
  ImVec2 previous{};
  const float base = hi.y;
  const float thickness = 1.6f * skin.scale;
  std::vector<ImVec2> line;
  line.reserve(points);
  for (int i = 0; i < points; ++i) {
    const float v = values[static_cast<size_t>(i) * (count - 1) / (points - 1)];
    const float t = std::isfinite(v) ? (v - middle) / span : 0;
    const ImVec2 q{lo.x + (hi.x - lo.x - pad) * i / (points - 1), 0.5f * (lo.y + hi.y) - t * (hi.y - lo.y - 2 * pad)};
    if (i > 0) {
      const ImU32 top = faded(colour, 0.18), foot = faded(colour, 0.02);
      list->PrimReserve(6, 4);
      const auto index = static_cast<ImDrawIdx>(list->_VtxCurrentIdx);
      const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
      for (int k : {0, 1, 2, 0, 2, 3}) list->PrimWriteIdx(static_cast<ImDrawIdx>(index + k));
      list->PrimWriteVtx(previous, white, top);
      list->PrimWriteVtx(q, white, top);
      list->PrimWriteVtx({q.x, base}, white, foot);
      list->PrimWriteVtx({previous.x, base}, white, foot);
    }
    line.push_back(previous = q);
  }
  list->AddPolyline(line.data(), static_cast<int>(line.size()), colour, 0, thickness);
  list->AddCircleFilled(line.back(), skin.px(2.5f), colour, 12);
}

ImU32 sideColour(const Skin& skin, size_t side) {
  if (side == 0) return skin.c.accent;
  if (side == 1) return skin.dark ? rgb(0xF2A65A) : rgb(0xB5541C);
  return skin.dark ? rgb(0xB79CF0) : rgb(0x7A4FB0);
}

void pill(Skin& skin, ImDrawList* list, ImVec2 lo, ImVec2 hi, ImU32 fill, ImU32 ink, const char* icon,
          const char* words) {
  list->AddRectFilled(lo, hi, fill, 0.5f * (hi.y - lo.y));
  float x = lo.x + skin.px(10);
  if (icon && skin.fonts.icons) {
    drawText(list, skin.fonts.body, {x, 0.5f * (lo.y + hi.y - skin.fonts.body->FontSize)}, ink, icon);
    x += skin.px(19);
  }
  drawTextFit(list, skin.fonts.caption, {x, 0.5f * (lo.y + hi.y - skin.fonts.caption->FontSize)}, ink, words,
              hi.x - x - skin.px(6));
}

void panelShadow(Skin& skin, ImVec2 lo, ImVec2 hi) {
  if (skin.fonts.shadowRect < 0) return;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const float reach = 0.5f * skin.fonts.shadowSize, corner = skin.fonts.shadowSize, drop = skin.px(2);
  const float x[4] = {lo.x - reach, lo.x - reach + corner, hi.x + reach - corner, hi.x + reach};
  const float y[4] = {lo.y - reach + drop, lo.y - reach + corner + drop, hi.y + reach - corner + drop,
                      hi.y + reach + drop};
  const ImVec2 a = skin.fonts.shadowMin, b = skin.fonts.shadowMax;
  const ImVec2 m{0.5f * (a.x + b.x), 0.5f * (a.y + b.y)};
  const float u[4] = {a.x, m.x, m.x, b.x}, v[4] = {a.y, m.y, m.y, b.y};
  const ImTextureID texture = ImGui::GetIO().Fonts->TexID;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) {
      if (i == 1 && j == 1) continue;  // under the panel itself
      list->AddImage(texture, {x[i], y[j]}, {x[i + 1], y[j + 1]}, {u[i], v[j]}, {u[i + 1], v[j + 1]}, skin.c.shadow);
    }
}

}  // namespace flotsam
