// SPDX-License-Identifier: MIT
// What lies over the picture of the scene: the handle on the body that is moved or turned, how far it has gone, and the
// caption of a video.
#include <cmath>

#include "ui/format.h"
#include "ui/panels.h"

namespace flotsam {
namespace {

ImVec2 at(const Vec2& p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }

void arrowHead(Skin& skin, ImDrawList* list, const Vec2& from, const Vec2& tip, ImU32 colour, float size) {
  const Vec2 way = tip - from;
  const double l = glm::length(way);
  if (l < 1) return;
  const Vec2 d = way / l, n(-d.y, d.x);
  const double s = skin.px(size);
  list->AddTriangleFilled(at(tip + s * 1.1 * d), at(tip - 0.6 * s * d + 0.62 * s * n),
                          at(tip - 0.6 * s * d - 0.62 * s * n), colour);
}

}  // namespace

void Panels::handles() {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const ImU32 halo = skin.dark ? rgb(0x0D1216, 0.55) : rgb(0xFFFFFF, 0.75);
  for (const bool under : {true, false})
    for (const HandleLine& line : state.handles) {
      const ImU32 ink = under ? halo : rgb(line.colour, line.lit ? 1 : 0.82);
      const float width = skin.px(line.lit ? 3.5f : 2.2f) + (under ? skin.px(2.5f) : 0);
      if (line.points.size() < 2) continue;
      if (line.disc) {
        Vec2 centre(0);
        for (size_t i = 0; i + 1 < line.points.size(); ++i) centre += line.points[i];
        centre /= static_cast<double>(line.points.size() - 1);
        const float r = static_cast<float>(glm::length(line.points[0] - centre));
        list->AddCircleFilled(at(centre), r + (under ? skin.px(1.5f) : 0),
                              under ? halo : rgb(line.colour, line.lit ? 0.5 : 0.25), 32);
        if (!under) list->AddCircle(at(centre), r, ink, 32, skin.px(line.lit ? 2.5f : 1.8f));
        continue;
      }
      std::vector<ImVec2> points;
      for (const Vec2& p : line.points) points.push_back(at(p));
      list->AddPolyline(points.data(), static_cast<int>(points.size()), ink, 0, width);
      if (line.arrow)
        arrowHead(skin, list, line.points.front(), line.points.back(), ink,
                  (line.lit ? 10.0f : 8.5f) + (under ? 1.5f : 0));
    }
  if (state.handleWords.empty()) return;
  const ImVec2 size = textSize(skin.fonts.medium, state.handleWords.c_str());
  const ImVec2 lo{std::floor(static_cast<float>(state.handleAt.x) + skin.px(18)),
                  std::floor(static_cast<float>(state.handleAt.y) + skin.px(14))};
  const ImVec2 hi{lo.x + size.x + skin.px(20), lo.y + skin.px(26)};
  list->AddRectFilled(lo, hi, faded(skin.c.panel, 0.94), skin.px(13));
  list->AddRect(lo, hi, skin.c.border, skin.px(13));
  drawText(list, skin.fonts.medium, {lo.x + skin.px(10), (lo.y + hi.y - size.y) / 2}, skin.c.text,
           state.handleWords.c_str());
}

/// In the picture while a video is recorded: title, time, and what was changed.
void Panels::caption() {
  if (state.videoSeconds < 0 || !state.caption || !state.view) return;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const float left = state.sidePanels() ? 140 : 12, right = sceneRight();
  const std::string first = state.sceneTitle + "  ·  " + formatFixed(state.view->time, 2) + " s";
  const float most = skin.px(right - left - 24);
  const float w = std::min(most, std::max(textSize(skin.fonts.head, first.c_str()).x,
                                          textSize(skin.fonts.body, state.captionWords.c_str()).x));
  const float h = state.captionWords.empty() ? 34.0f : 55.0f;
  const float foot = state.panels ? height - (state.comparing() ? 76 + kCompareHeight : 76) : height - 12;
  const ImVec2 lo{std::floor(skin.px((left + right) / 2) - w / 2 - skin.px(12)), skin.px(foot - h)};
  const ImVec2 hi{lo.x + w + skin.px(24), skin.px(foot)};
  list->AddRectFilled(lo, hi, faded(skin.c.panel, 0.86), skin.px(8));
  drawTextFit(list, skin.fonts.head, {lo.x + skin.px(12), lo.y + skin.px(7)}, skin.c.text, first.c_str(), w + 1);
  if (!state.captionWords.empty())
    drawTextFit(list, skin.fonts.body, {lo.x + skin.px(12), lo.y + skin.px(29)}, skin.c.muted,
                state.captionWords.c_str(), w + 1);
}

}  // namespace flotsam
