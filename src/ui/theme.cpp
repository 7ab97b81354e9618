// SPDX-License-Identifier: MIT
#include "ui/theme.h"

namespace flotsam {

const ThemeColours& themeColours(bool dark) {
  static constexpr ThemeColours kLight = {
      rgb(0xFFFFFF, 0.93), rgb(0xD5DDE4), rgb(0xF3F6F8), rgb(0xEEF3F6), rgb(0x18242F), rgb(0x566572),
      rgb(0x8795A1),       rgb(0xDBE2E8), rgb(0x0B7A99), rgb(0xDFF0F5), rgb(0xFFFFFF), rgb(0x2B7F56),
      rgb(0xDEEEE6),       rgb(0x9A6008), rgb(0xF6ECD8), rgb(0xB93C28), rgb(0xF8E3DF), rgb(0x1B2B38, 0.16)};
  static constexpr ThemeColours kDark = {
      rgb(0x1B222A, 0.93), rgb(0x303B46), rgb(0x232C35), rgb(0x27313B), rgb(0xE8EEF3), rgb(0x9DABB8),
      rgb(0x6F7E8B),       rgb(0x37434E), rgb(0x3BB8D2), rgb(0x173842), rgb(0x06232B), rgb(0x5CC08F),
      rgb(0x1D382D),       rgb(0xE5B45A), rgb(0x3A311E), rgb(0xF07F66), rgb(0x41241F), rgb(0x000000, 0.42)};
  return dark ? kDark : kLight;
}

namespace {

void setColours(ImGuiStyle& style, const ThemeColours& c) {
  const auto set = [&](ImGuiCol slot, ImU32 colour) { style.Colors[slot] = ImGui::ColorConvertU32ToFloat4(colour); };
  set(ImGuiCol_Text, c.text);
  set(ImGuiCol_TextDisabled, c.faint);
  set(ImGuiCol_WindowBg, c.panel);
  set(ImGuiCol_ChildBg, 0);
  set(ImGuiCol_PopupBg, faded(c.panel, 1));  // lists and tips hide what is beneath
  set(ImGuiCol_Border, c.border);
  set(ImGuiCol_BorderShadow, 0);
  set(ImGuiCol_FrameBg, c.input);
  set(ImGuiCol_FrameBgHovered, c.hover);
  set(ImGuiCol_FrameBgActive, c.hover);
  set(ImGuiCol_MenuBarBg, 0);
  set(ImGuiCol_ScrollbarBg, 0);
  set(ImGuiCol_ScrollbarGrab, c.track);
  set(ImGuiCol_ScrollbarGrabHovered, c.faint);
  set(ImGuiCol_ScrollbarGrabActive, c.faint);
  set(ImGuiCol_CheckMark, c.accent);
  set(ImGuiCol_Button, c.input);
  set(ImGuiCol_ButtonHovered, c.hover);
  set(ImGuiCol_ButtonActive, c.accentSoft);
  set(ImGuiCol_Header, c.accentSoft);
  set(ImGuiCol_HeaderHovered, c.hover);
  set(ImGuiCol_HeaderActive, c.accentSoft);
  set(ImGuiCol_Separator, c.border);
  set(ImGuiCol_TextSelectedBg, faded(c.accent, 0.30));
  set(ImGuiCol_NavHighlight, c.accent);
  set(ImGuiCol_ModalWindowDimBg, rgb(0x10161C, 0.35));
}

}  // namespace

void applyStyle(const ThemeColours& colours, float scale) {
  ImGuiStyle style;  // fresh defaults: scaling is not cumulative
  style.WindowRounding = 8, style.ChildRounding = 6, style.FrameRounding = 5, style.PopupRounding = 8;
  style.GrabRounding = 7, style.ScrollbarRounding = 6, style.TabRounding = 5;
  style.WindowPadding = {12, 10}, style.FramePadding = {8, 5}, style.ItemSpacing = {8, 6};
  style.ItemInnerSpacing = {6, 4};
  style.ScrollbarSize = 10, style.GrabMinSize = 14;
  style.WindowBorderSize = 1, style.PopupBorderSize = 1, style.FrameBorderSize = 0;
  style.DisabledAlpha = 0.45f;
  style.WindowMinSize = {1, 1};
  style.AntiAliasedLinesUseTex = false;  // the atlas is sampled with NEAREST
  style.ScaleAllSizes(scale);
  style.WindowBorderSize = style.PopupBorderSize = scale < 1.5f ? 1.0f : static_cast<float>(static_cast<int>(scale));
  setColours(style, colours);
  ImGui::GetStyle() = style;
}

}  // namespace flotsam
