// SPDX-License-Identifier: MIT
// The coupled system of the last pressure solve: its matrix as a picture, with the block of every body moving as it is
// dragged, what it takes to keep it, and how the solve converged.
#include <algorithm>
#include <cmath>

#include "ui/format.h"
#include "ui/panels.h"

namespace flotsam {
namespace {

constexpr int kPixels = 168;

/// The picture as colours, one a pixel, 0 where nothing is: the band, and over it the blocks in their bodies' colours.
void paintMatrix(const SimView& view, const std::vector<unsigned>& palette, ImU32 band, MatrixShown& shown) {
  drawMatrix(view, kPixels, shown.picture);
  const MatrixPicture& m = shown.picture;
  const size_t n = static_cast<size_t>(m.size);
  shown.pixels.assign(n * n, 0);
  for (size_t i = 0; i < n * n; ++i)
    if (m.band[i]) shown.pixels[i] = band;
  for (size_t b = 0; b < m.bodies.size() && b < view.bodies.size(); ++b) {
    const int index = view.bodies[b].colour;
    const ImU32 colour =
        palette.empty() ? band : rgb(palette[static_cast<size_t>(std::max(index, 0)) % palette.size()]);
    for (size_t other = 0; other < m.bodies.size(); ++other) {
      if (m.group[b] != m.group[other]) continue;
      for (const auto& rows : m.bodies[b])
        for (int r = rows.begin; r < rows.end; ++r)
          for (const auto& columns : m.bodies[other])
            std::fill(shown.pixels.begin() + r * m.size + columns.begin,
                      shown.pixels.begin() + r * m.size + columns.end, colour);
    }
  }
}

void drawPixels(Skin& skin, ImDrawList* list, ImVec2 lo, float side, const MatrixShown& shown) {
  list->AddRectFilled(lo, {lo.x + side, lo.y + side}, skin.c.input, skin.px(4));
  const int n = shown.picture.size;
  const float step = side / static_cast<float>(n);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n;) {
      const ImU32 colour = shown.pixels[static_cast<size_t>(r) * n + c];
      int end = c + 1;
      while (end < n && shown.pixels[static_cast<size_t>(r) * n + end] == colour) ++end;
      if (colour)
        list->AddRectFilled({lo.x + step * c, lo.y + step * r}, {lo.x + step * end, lo.y + step * (r + 1)}, colour);
      c = end;
    }
  list->AddRect(lo, {lo.x + side, lo.y + side}, skin.c.border, skin.px(4));
}

/// Every free body with its dot and how many rows its block has.
void bodyRows(Skin& skin, ImDrawList* list, const UiState& state, ImVec2 at, float width, float height) {
  const SimView& v = *state.view;
  const float line = skin.px(20);
  const int room = static_cast<int>(height / line);
  int free = 0, drawn = 0;
  for (const auto& rows : v.system.bodies) free += !rows.empty();
  float y = at.y;
  for (size_t b = 0; b < v.system.bodies.size() && b < v.bodies.size(); ++b) {
    if (v.system.bodies[b].empty()) continue;
    if (drawn + 1 == room && free > room) {
      drawText(list, skin.fonts.caption, {at.x, y}, skin.c.muted,
               ("and " + std::to_string(free - drawn) + " more").c_str());
      break;
    }
    const std::string rows = formatForPeople(static_cast<double>(v.system.bodies[b].size()), 9);
    const float w = textSize(skin.fonts.caption, rows.c_str()).x;
    if (!state.bodyColours.empty())
      list->AddCircleFilled(
          {at.x + skin.px(4), y + skin.px(8)}, skin.px(4),
          rgb(state.bodyColours[static_cast<size_t>(std::max(v.bodies[b].colour, 0)) % state.bodyColours.size()]), 16);
    drawTextFit(list, skin.fonts.caption, {at.x + skin.px(13), y}, skin.c.text, v.bodies[b].name.c_str(),
                width - w - skin.px(18));
    drawText(list, skin.fonts.caption, {at.x + width - w, y}, skin.c.muted, rows.c_str());
    y += line, ++drawn;
  }
  if (free == 0) drawText(list, skin.fonts.caption, at, skin.c.muted, "no free body");
}

void countLine(Skin& skin, const char* words, double value, const char* help) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string number = formatForPeople(value, 12);
  drawText(list, skin.fonts.body, p, skin.c.muted, words);
  drawText(list, skin.fonts.medium, {p.x + w - textSize(skin.fonts.medium, number.c_str()).x, p.y}, skin.c.text,
           number.c_str());
  ImGui::InvisibleButton(words, {w, skin.px(20)});
  tooltip(skin, words, help);
}

/// The counts in the narrow column beside the matrix.
void briefCounts(Skin& skin, ImDrawList* list, const MatrixPicture& m, ImVec2 at, float right) {
  const auto line = [&](const char* words, double value) {
    const std::string number = formatForPeople(value, 12);
    drawText(list, skin.fonts.caption, at, skin.c.muted, words);
    drawText(list, skin.fonts.medium, {right - textSize(skin.fonts.medium, number.c_str()).x, at.y + skin.px(14)},
             skin.c.text, number.c_str());
    at.y += skin.px(35);
  };
  line("unknowns", static_cast<double>(m.unknowns));
  line("if assembled", static_cast<double>(m.assembled));
  line("if factored", static_cast<double>(m.factored));
}

/// Residuals on a logarithmic scale, and the tolerance as a dashed line.
void convergence(Skin& skin, const SimView& v, ImVec2 lo, ImVec2 hi) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  double tolerance = 0;
  for (const Param& p : v.params)
    if (p.info.key == "method.tolerance") tolerance = p.value;
  const ImVec2 a{lo.x + skin.px(34), lo.y}, b{hi.x, hi.y - skin.px(16)};
  double least = tolerance > 0 ? tolerance : 1e-6, most = 1;
  for (const float r : v.residuals)
    if (r > 0 && std::isfinite(r)) least = std::min(least, static_cast<double>(r)), most = std::max(most, double(r));
  const double bottom = std::floor(std::log10(least)), top = std::ceil(std::log10(most) - 1e-9);
  const auto y = [&](double r) {
    const double t = (std::log10(std::max(r, 1e-300)) - bottom) / std::max(top - bottom, 1.0);
    return b.y - static_cast<float>(std::clamp(t, 0.0, 1.0)) * (b.y - a.y);
  };
  const size_t n = v.residuals.size();
  const double last = std::max<double>(n, 5);
  const auto x = [&](double i) { return a.x + static_cast<float>(i / last) * (b.x - a.x); };
  static constexpr const char* kPowers[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const int every = std::max(1, static_cast<int>(std::ceil(skin.px(14) * (top - bottom) / (b.y - a.y))));
  for (int e = static_cast<int>(top); e >= static_cast<int>(bottom); e -= every) {
    const float at = std::floor(y(std::pow(10.0, e))) + 0.5f;
    list->AddLine({a.x, at}, {b.x, at}, faded(skin.c.border, 0.7));
    const std::string words = e == 0             ? "1"
                              : std::abs(e) < 10 ? std::string("10") + (e < 0 ? "⁻" : "") + kPowers[std::abs(e)]
                                                 : "1e" + std::to_string(e);
    drawText(list, skin.fonts.caption,
             {a.x - skin.px(6) - textSize(skin.fonts.caption, words.c_str()).x, at - skin.fonts.caption->FontSize / 2},
             skin.c.muted, words.c_str());
  }
  if (tolerance > 0) {
    const float at = std::floor(y(tolerance)) + 0.5f;
    for (float from = a.x; from < b.x; from += skin.px(8))
      list->AddLine({from, at}, {std::min(from + skin.px(4), b.x), at}, skin.c.warn, skin.px(1.25f));
    const char* word = "tolerance";
    drawText(list, skin.fonts.caption, {a.x + skin.px(4), at - skin.fonts.caption->FontSize - skin.px(1)}, skin.c.warn,
             word);
  }
  std::vector<ImVec2> points;
  points.push_back({x(0), y(1)});
  for (size_t i = 0; i < n; ++i) points.push_back({x(static_cast<double>(i + 1)), y(v.residuals[i])});
  if (n > 0) {
    list->AddPolyline(points.data(), static_cast<int>(points.size()), skin.c.accent, 0, skin.px(1.6f));
    if (n <= 60)
      for (const ImVec2& p : points) list->AddCircleFilled(p, skin.px(2.2f), skin.c.accent, 12);
  }
  drawText(list, skin.fonts.caption, {a.x, b.y + skin.px(2)}, skin.c.muted, "0");
  const std::string end = std::to_string(static_cast<int>(last)) + " iterations";
  drawText(list, skin.fonts.caption, {b.x - textSize(skin.fonts.caption, end.c_str()).x, b.y + skin.px(2)},
           skin.c.muted, end.c_str());
}

}  // namespace

/// In the title's line: where the plot is. The lesson yields when that makes room.
void Panels::solverWithoutPlot(float right, float top) {
  constexpr float kFolded = 42;
  const bool card = lessonTop < height - 64 && !state.lessonFolded;
  if (card && height - 76 - kFolded - 8 - columnTop() >= kLeastSolver) {
    ImGui::SetCursorScreenPos({right - skin.px(52), top - skin.px(5)});
    if (button(skin, "solver:plot", "Plot", ButtonKind::Plain, skin.px(52))) state.lessonFolded = true;
    tooltip(skin, "How the solve converged", "The plot needs the room of the lesson: this folds it to its title.");
    return;
  }
  const char* words = "no room for the plot";
  drawText(ImGui::GetWindowDrawList(), skin.fonts.caption,
           {right - textSize(skin.fonts.caption, words).x, top + skin.px(2)}, skin.c.muted, words);
}

void Panels::solver() {
  if (!state.solver || !state.view) return;
  const SimView& v = *state.view;
  const float foot = lessonTop < height - 64 ? lessonTop - 8 : height - 76, room = foot - columnTop();
  const bool brief = room < kLeastSolver;         // then without the plot
  const bool compact = room < kLeastSolver + 70;  // the counts beside the matrix
  if (room < kMatrixHeight - 1) return;
  const float panelHeight = std::min(brief ? kMatrixHeight : 394.0f, room);
  solverShown = true;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(14), skin.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (beginPanel(skin, "##solver", {12, foot - panelHeight}, {330, panelHeight}, ImGuiWindowFlags_NoScrollbar)) {
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float w = ImGui::GetContentRegionAvail().x;
    ImDrawList* list = ImGui::GetWindowDrawList();
    drawText(list, skin.fonts.head, p, skin.c.text, "The coupled system");
    ImGui::SetCursorScreenPos({p.x + w - skin.px(20), p.y - skin.px(2)});
    if (iconButton(skin, "solver:close", icon::kClose, "x", {skin.px(22), skin.px(22)},
                   "View, Matrix and convergence brings it back.", true))
      state.solver = false;
    if (brief) solverWithoutPlot(p.x + w - skin.px(26), p.y);
    const ImVec2 lo{p.x, p.y + skin.px(27)};
    const float side = skin.px(kPixels);
    if (v.system.cells.x > 0 && v.system.unknowns > 0) {
      if (matrix.of != &v || matrix.step != v.step || matrix.stencil != v.system.stencil || matrix.dark != skin.dark) {
        matrix.of = &v, matrix.step = v.step, matrix.stencil = v.system.stencil, matrix.dark = skin.dark;
        paintMatrix(v, state.bodyColours, skin.c.muted, matrix);
      }
      drawPixels(skin, list, lo, side, matrix);
      skin.report("solver:matrix", lo, {lo.x + side, lo.y + side});
      ImGui::SetCursorScreenPos(lo);
      ImGui::InvisibleButton("matrix", {side, side});
      tooltip(skin, "The matrix",
              "One row for each cell with fluid, in the order of the cells. Grey: the seven-point band, a cell and its "
              "neighbours. Coloured: the block of a body, which links all cells it touches. Its rank is six, one for "
              "each way to move, so it is kept as a product. Drag the body and watch its block move.");
      const float left = lo.x + side + skin.px(14);
      drawText(list, skin.fonts.caption, {left, lo.y}, skin.c.muted, "rows of each block");
      const float counts = compact ? skin.px(104) : 0;
      bodyRows(skin, list, state, {left, lo.y + skin.px(22)}, p.x + w - left, side - skin.px(22) - counts);
      const MatrixPicture& m = matrix.picture;
      if (compact) {
        briefCounts(skin, list, m, {left, lo.y + side - counts}, p.x + w);
        ImGui::SetCursorScreenPos({p.x, lo.y + side + skin.px(8)});
      } else {
        ImGui::SetCursorScreenPos({p.x, lo.y + side + skin.px(8)});
        countLine(skin, "Unknowns", static_cast<double>(m.unknowns), "Cells with an open face: their pressures.");
        countLine(
            skin, "Non-zeros if assembled", static_cast<double>(m.assembled),
            "Entries of the explicit matrix as Batty, Bertails and Bridson wrote it down: the band and every block "
            "in full.");
        countLine(skin, "Numbers in factored form", static_cast<double>(m.factored),
                  "What is kept instead: the band, and six numbers for each row of a block.");
      }
    } else {
      ImGui::SetCursorScreenPos(lo);
      paragraph(skin, skin.fonts.body, skin.c.muted, "There is a system to show after the first step.");
      ImGui::SetCursorScreenPos({p.x, lo.y + side + skin.px(compact ? 8 : 68)});
    }
    if (!brief) {
      const ImVec2 q = ImGui::GetCursorScreenPos();
      drawText(list, skin.fonts.medium, {p.x, q.y + skin.px(4)}, skin.c.text, "The last solve");
      const std::string words = v.residuals.empty() ? "" : "residual " + formatForPeople(v.residual, 2);
      drawText(list, skin.fonts.caption, {p.x + w - textSize(skin.fonts.caption, words.c_str()).x, q.y + skin.px(6)},
               v.converged ? skin.c.muted : skin.c.warn, words.c_str());
      const ImVec2 plotLo{p.x, q.y + skin.px(29)}, plotHi{p.x + w, skin.px(foot - 10)};
      convergence(skin, v, plotLo, plotHi);
      skin.report("solver:convergence", plotLo, plotHi);
    }
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace flotsam
