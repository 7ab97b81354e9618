// SPDX-License-Identifier: MIT
// A mesh that was dropped on the window, before it is a body: what the import found, how large it is to be, and what
// that makes of it. The scene goes on behind it.
#include <algorithm>
#include <cmath>

#include "ui/format.h"
#include "ui/layout.h"
#include "ui/panels.h"

namespace flotsam {
namespace {

constexpr double kUnits[] = {0, 1e-3, 1e-2, 1, 0.0254};  // m; the first is the fit

std::string lengths(const Vec3& size) {
  return formatForPeople(size.x, 3) + " × " + formatForPeople(size.y, 3) + " × " + formatForPeople(size.z, 3);
}

}  // namespace

double MeshCard::longestInFile() const { return std::max({fileSize.x, fileSize.y, fileSize.z}); }

void MeshCard::choose(int which) {
  unit = std::clamp(which, 0, 4);
  size = unit == 0 ? fit : kUnits[unit] * longestInFile();
}

Vec3 MeshCard::metres() const { return size / longestInFile() * fileSize; }

double MeshCard::mass() const { return density * unitVolume * size * size * (flat ? slab : size); }

std::string MeshCard::warning() const {
  const Vec3 m = metres();
  if (m.x > tank.x || m.y > tank.y || (m.z > tank.z && !flat)) return "Larger than the tank.";
  if (unitThickness * size < cell) return "Thinner than a cell: the pressure on its two sides is not resolved.";
  return {};
}

/// In place of the lesson's card, under the tools, or beside them in a low window.
void Panels::meshCard() {
  MeshCard& card = state.mesh;
  if (card.file.empty()) return;
  const float left = meshLeft(), w = meshWidth(), inside = skin.px(w - 32);
  float top = state.sidePanels() && left < 100 ? 46 + toolsHeight(height) + 8 : state.panels ? 46.0f : 12.0f;
  const ImFont* font = skin.fonts.caption;
  float notes = 0;
  for (const auto& note : card.notes)
    notes += wrappedLines(font, note.c_str(), inside) * lineHeight(skin, font) / skin.scale;
  const std::string warning = card.warning();
  float warned = 0;
  if (!warning.empty())
    warned = wrappedLines(skin.fonts.body, warning.c_str(), inside) * lineHeight(skin, skin.fonts.body) / skin.scale;
  const float foot = height - 76;
  notes = std::clamp(foot - top - kMeshCardHeight - warned, 0.0f, std::min(notes, 70.0f));
  if (state.comparing())
    top = std::max(top, foot - kMeshCardHeight - warned - notes);  // beside the numbers, below the tank
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(16), skin.px(12)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (beginPanel(skin, "##mesh", {left, top}, {w, kMeshCardHeight + notes + warned}, ImGuiWindowFlags_NoScrollbar)) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 p = ImGui::GetCursorScreenPos();
    drawTextFit(list, skin.fonts.head, p, skin.c.text, ("Add " + card.file).c_str(), inside - skin.px(56));
    if (card.waiting > 0) {
      const std::string more = "1 of " + std::to_string(card.waiting + 1);
      drawText(list, skin.fonts.body, {p.x + inside - textSize(skin.fonts.body, more.c_str()).x, p.y}, skin.c.muted,
               more.c_str());
    }
    gap(skin, 23);
    const std::string read =
        formatForPeople(static_cast<double>(card.triangles), 9) + " triangles, " + lengths(card.fileSize) + " units";
    paragraph(skin, skin.fonts.body, skin.c.muted, read.c_str());
    if (notes > 0) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      skin.report("mesh.notes", at, {at.x + inside, at.y + skin.px(notes)});
      ImGui::BeginChild("notes", {inside, skin.px(notes)});
      for (const auto& note : card.notes) paragraph(skin, font, skin.c.muted, note.c_str());
      ImGui::EndChild();
    }
    gap(skin, 7);
    meshSize(card, inside);
    if (!warning.empty()) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      paragraph(skin, skin.fonts.body, skin.c.warn, warning.c_str(), inside);
      skin.report("mesh.warning", at, {at.x + inside, at.y + skin.px(warned)});
    }
    gap(skin, 8);
    if (button(skin, "mesh:add", "Add", ButtonKind::Primary, skin.px(90))) send(UiCommand::AddOffered, {}, card.size);
    ImGui::SameLine(0, skin.px(8));
    if (button(skin, "mesh:cancel", "Cancel", ButtonKind::Plain, skin.px(90))) send(UiCommand::DropOffered);
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

/// What a unit of the file is, or the longest side; and what comes of it.
void Panels::meshSize(MeshCard& card, float inside) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 row = ImGui::GetCursorScreenPos();
  drawText(list, skin.fonts.body, row, skin.c.muted, "A unit is a");
  constexpr const char* kWords[] = {"fit", "mm", "cm", "m", "inch"};
  ImGui::SetCursorScreenPos({row.x + skin.px(84), row.y - skin.px(4)});
  int unit = card.unit;
  if (segmented(skin, "mesh.unit", kWords, unit, inside - skin.px(84))) card.choose(unit);
  ImGui::SetCursorScreenPos({row.x, row.y + skin.px(30)});
  SliderSpec spec;
  spec.name = "mesh.size", spec.label = "Longest side", spec.unit = "m";
  spec.help = "Click the number to type another one. fit: a third of the tank, marked here.";
  spec.min = 1e-4, spec.max = 1e3, spec.logScale = true, spec.hasTick = true, spec.tick = card.fit;
  if (slider(skin, spec, card.size)) card.unit = -1;
  const ImVec2 said = ImGui::GetCursorScreenPos();
  const std::string size = lengths(card.metres()) + " m";
  const std::string mass = formatMass(card.mass()) + " at " + formatForPeople(card.density) + " kg/m³";
  drawTextFit(list, skin.fonts.medium, said, skin.c.text, size.c_str(), inside);
  drawTextFit(list, skin.fonts.medium, {said.x, said.y + skin.px(18)}, skin.c.text, mass.c_str(), inside);
  skin.report("mesh.outcome", said, {said.x + inside, said.y + skin.px(36)});
  gap(skin, 40);
}

}  // namespace flotsam
