// SPDX-License-Identifier: MIT
// The two themes of the window: colours of panels and words, and the ImGui style that follows from them.
// Lengths everywhere in ui are design pixels at 1280x720; a Skin multiplies them by the content scale.
#pragma once

#include <imgui.h>

namespace flotsam {

/// 0xRRGGBB and an opacity to ImGui's byte order.
constexpr ImU32 rgb(unsigned hex, double alpha = 1) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, static_cast<int>(255 * alpha + 0.5));
}
/// The same colour with its opacity replaced.
constexpr ImU32 faded(ImU32 colour, double alpha) {
  return (colour & ~IM_COL32_A_MASK) | (static_cast<ImU32>(255 * alpha + 0.5) << IM_COL32_A_SHIFT);
}

struct ThemeColours {
  ImU32 panel, border, input, hover;
  ImU32 text, muted, faint;  // faint: never for sentences
  ImU32 track, accent, accentSoft, onAccent;
  ImU32 ok, okSoft, warn, warnSoft, bad, badSoft;
  ImU32 shadow;
};

const ThemeColours& themeColours(bool dark);

/// Sets ImGui's style for a theme at a content scale.
void applyStyle(const ThemeColours& colours, float scale);

}  // namespace flotsam
