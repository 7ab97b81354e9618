// SPDX-License-Identifier: MIT
// The window's own widgets: ImDrawList over invisible buttons, in the look of theme.h. Each takes the full width of its
// column, advances the cursor by its height, and reports its rectangle by name.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ui/skin.h"

namespace flotsam {

// Text ------------------------------------------------------------------------------------------------------------
ImVec2 textSize(const ImFont* font, const char* text);
void drawText(ImDrawList* list, const ImFont* font, ImVec2 at, ImU32 colour, const char* text);
/// Cut with an ellipsis at `width` pixels.
void drawTextFit(ImDrawList* list, const ImFont* font, ImVec2 at, ImU32 colour, const char* text, float width);
/// Wrapped text at the cursor, as wide as the column unless a width is given; advances the cursor.
void paragraph(Skin& skin, const ImFont* font, ImU32 colour, const char* text, float width = 0);
/// How many lines that takes, and the lines themselves when asked for.
int wrappedLines(const ImFont* font, const char* text, float width, std::vector<std::string>* lines = nullptr);
float lineHeight(const Skin& skin, const ImFont* font);
/// A tooltip in the panel style for the last item: head, then sentence. It keeps off the panel the item is in.
void tip(Skin& skin, const std::string& head, const std::string& body);
/// The same when the last item has been hovered for a moment.
void tooltip(Skin& skin, const std::string& head, const std::string& body);

// Controls --------------------------------------------------------------------------------------------------------
struct SliderSpec {
  std::string name;  // identity and rectangle: "slider:NAME", "value:NAME"
  std::string label, unit, help, low, high;
  double min = 0, max = 1;
  bool logScale = false, integer = false;
  double tick = 0;  // a reference value marked on the track
  bool hasTick = false;
  double defaultValue = 0;
  bool hasDefault = false;  // right click returns to it
  bool onRelease = false;   // changes only when the knob is let go
};
/// True when `value` changed. Drag the knob; double click, Ctrl+click or click the number to type (clamped).
bool slider(Skin& skin, const SliderSpec& spec, double& value);
bool toggle(Skin& skin, const std::string& name, const char* label, const char* note, bool& value,
            const std::string& help = {});
/// A labelled drop-down of words; an empty label gives the whole width to the box. `heads`: what stands over an option
/// in the list, empty for most; none for no heads.
bool combo(Skin& skin, const std::string& name, const char* label, std::span<const std::string> options, int& index,
           const std::string& help = {}, std::span<const std::string> heads = {},
           std::span<const std::string> marks = {});
/// Two or three words in one box; returns true when the choice changed.
bool segmented(Skin& skin, const std::string& name, std::span<const char* const> words, int& index, float width);

enum class ButtonKind { Plain, Primary };
bool button(Skin& skin, const std::string& name, const char* label, ButtonKind kind = ButtonKind::Plain,
            float width = 0);
/// A square without a frame around an icon (or its word when the icon font is missing).
bool iconButton(Skin& skin, const std::string& name, const char* icon, const char* word, ImVec2 size,
                const std::string& help, bool quiet = false);
/// A row of the tools panel or a list: icon, word, right note; `active` shows the accent.
bool row(Skin& skin, const std::string& name, const char* icon, const char* label, const char* note, bool active,
         float height);
/// A fold of the inspector; true when open.
bool sectionHead(Skin& skin, const std::string& name, const char* title, bool& folded);
/// Colour dots; true when another was chosen.
bool swatches(Skin& skin, const std::string& name, std::span<const unsigned> colours, int& index);

/// The colour and the letter of a side of a comparison.
ImU32 sideColour(const Skin& skin, size_t side);
inline const char* sideLetter(size_t side) { return side == 0 ? "A" : side == 1 ? "B" : "C"; }

// Pictures --------------------------------------------------------------------------------------------------------
/// Changes below `calm` of the size are not blown up: a constant stays a calm line.
void sparkline(Skin& skin, ImDrawList* list, ImVec2 lo, ImVec2 hi, const float* values, int count, ImU32 colour,
               float calm = 1e-3f);
void pill(Skin& skin, ImDrawList* list, ImVec2 lo, ImVec2 hi, ImU32 fill, ImU32 ink, const char* icon,
          const char* words);
/// The soft shadow around a panel, under everything else.
void panelShadow(Skin& skin, ImVec2 lo, ImVec2 hi);
/// Hairline over the column's width.
void hairline(Skin& skin, float above, float below);
void gap(Skin& skin, float height);

/// Begins a panel: a window of the theme at a place in design pixels that covers the scene. Always call ImGui::End().
bool beginPanel(Skin& skin, const char* name, ImVec2 pos, ImVec2 size, ImGuiWindowFlags extra = 0);

}  // namespace flotsam
