// SPDX-License-Identifier: MIT
// Text, panels and the simple controls; the slider is in slider.cpp, pictures in pictures.cpp.
#include "ui/widgets.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace flotsam {

ImVec2 textSize(const ImFont* font, const char* text) { return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text); }

void drawText(ImDrawList* list, const ImFont* font, ImVec2 at, ImU32 colour, const char* text) {
  list->AddText(font, font->FontSize, {std::floor(at.x), std::floor(at.y)}, colour, text);
}

void drawTextFit(ImDrawList* list, const ImFont* font, ImVec2 at, ImU32 colour, const char* text, float width) {
  if (textSize(font, text).x <= width) return drawText(list, font, at, colour, text);
  std::string cut = text;
  while (!cut.empty() && textSize(font, (cut + "…").c_str()).x > width) {
    do cut.pop_back();
    while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xC0) == 0x80);
    if (!cut.empty() && static_cast<unsigned char>(cut.back()) >= 0xC0) cut.pop_back();
  }
  drawText(list, font, at, colour, (cut + "…").c_str());
}

int wrappedLines(const ImFont* font, const char* text, float width, std::vector<std::string>* lines) {
  int count = 0;
  const char* end = text + std::strlen(text);
  while (text < end) {
    const char* cut = font->CalcWordWrapPositionA(1, text, end, width);
    if (cut <= text) cut = text + 1;
    const char* newline = static_cast<const char*>(std::memchr(text, '\n', static_cast<size_t>(cut - text)));
    if (newline) cut = newline;
    if (lines) lines->emplace_back(text, cut);
    ++count;
    text = cut;
    if (text < end && *text == '\n') {
      ++text;
    } else {
      while (text < end && *text == ' ') ++text;
    }
  }
  return count;
}

void paragraph(Skin& skin, const ImFont* font, ImU32 colour, const char* text, float width) {
  if (width <= 0) width = ImGui::GetContentRegionAvail().x;
  std::vector<std::string> lines;
  wrappedLines(font, text, width, &lines);
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float height = lineHeight(skin, font);
  for (size_t i = 0; i < lines.size(); ++i)
    drawText(ImGui::GetWindowDrawList(), font, {p.x, p.y + height * static_cast<float>(i)}, colour, lines[i].c_str());
  ImGui::Dummy({width, height * static_cast<float>(lines.size())});
}

float lineHeight(const Skin& skin, const ImFont* font) { return font->FontSize + skin.px(3); }

namespace {

/// A tip hides neither the panel its item is in nor the item: beside the panel where there is room, else above or
/// below.
ImVec2 tipPlace(const ImRect& panel, const ImRect& item, ImVec2 size, float gap) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float x = std::max(0.0f, std::min(item.Min.x, screen.x - size.x));
  const float y = std::max(0.0f, std::min(item.Min.y, screen.y - size.y));
  if (panel.Max.x + gap + size.x <= screen.x) return {panel.Max.x + gap, y};
  if (panel.Min.x - gap - size.x >= 0) return {panel.Min.x - gap - size.x, y};
  if (panel.Min.y - gap - size.y >= 0) return {x, panel.Min.y - gap - size.y};
  if (panel.Max.y + gap + size.y <= screen.y) return {x, panel.Max.y + gap};
  return {x, item.Max.y + gap + size.y <= screen.y ? item.Max.y + gap : item.Min.y - gap - size.y};
}

}  // namespace

void tip(Skin& skin, const std::string& head, const std::string& body) {
  if (head.empty() && body.empty()) return;
  // As narrow as the longest line, so that short words make small tips.
  const float widest = skin.px(280);
  std::vector<std::string> heads, lines;
  wrappedLines(skin.fonts.medium, head.c_str(), widest, &heads);
  wrappedLines(skin.fonts.body, body.c_str(), widest, &lines);
  float w = skin.px(40);
  for (const auto& line : heads) w = std::max(w, textSize(skin.fonts.medium, line.c_str()).x);
  for (const auto& line : lines) w = std::max(w, textSize(skin.fonts.body, line.c_str()).x);
  const float headLine = lineHeight(skin, skin.fonts.medium), bodyLine = lineHeight(skin, skin.fonts.body);
  const float h = headLine * static_cast<float>(heads.size()) + bodyLine * static_cast<float>(lines.size());
  const ImVec2 pad{skin.px(10), skin.px(8)};
  const ImGuiWindow* panel = ImGui::GetCurrentWindow()->RootWindow;
  const ImRect item = ImGui::GetCurrentContext()->LastItemData.Rect;
  ImGui::SetNextWindowPos(tipPlace(panel->Rect(), item, {w + 2 * pad.x, h + 2 * pad.y}, skin.px(6)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, pad);
  ImGui::BeginTooltip();
  const ImVec2 p = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  float y = p.y;
  for (const auto& line : heads) drawText(list, skin.fonts.medium, {p.x, y}, skin.c.text, line.c_str()), y += headLine;
  for (const auto& line : lines) drawText(list, skin.fonts.body, {p.x, y}, skin.c.muted, line.c_str()), y += bodyLine;
  ImGui::Dummy({w, h});
  skin.report("tip", ImGui::GetWindowPos(),
              {ImGui::GetWindowPos().x + ImGui::GetWindowSize().x, ImGui::GetWindowPos().y + ImGui::GetWindowSize().y});
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

void tooltip(Skin& skin, const std::string& head, const std::string& body) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) && ImGui::GetCurrentContext()->HoveredIdTimer >= 0.45f)
    tip(skin, head, body);
}

void gap(Skin& skin, float height) { ImGui::Dummy({1, skin.px(height)}); }

void hairline(Skin& skin, float above, float below) {
  gap(skin, above);
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float pad = ImGui::GetStyle().WindowPadding.x - skin.px(6), w = ImGui::GetContentRegionAvail().x;
  ImGui::GetWindowDrawList()->AddRectFilled({p.x - pad, p.y}, {p.x + w + pad, p.y + std::max(1.0f, skin.px(1))},
                                            skin.c.border);
  gap(skin, 1 + below);
}

bool beginPanel(Skin& skin, const char* name, ImVec2 pos, ImVec2 size, ImGuiWindowFlags extra) {
  const ImVec2 lo{skin.px(pos.x), skin.px(pos.y)}, hi{skin.px(pos.x + size.x), skin.px(pos.y + size.y)};
  if (!(extra & ImGuiWindowFlags_NoBackground)) panelShadow(skin, lo, hi);
  skin.covers.push_back({name, lo.x, lo.y, hi.x - lo.x, hi.y - lo.y});
  skin.report(std::string("panel:") + name, lo, hi);
  ImGui::SetNextWindowPos(lo);
  ImGui::SetNextWindowSize({hi.x - lo.x, hi.y - lo.y});
  return ImGui::Begin(name, nullptr,
                      ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                          ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                          extra);
}

bool toggle(Skin& skin, const std::string& name, const char* label, const char* note, bool& value,
            const std::string& help) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = skin.px(27);
  const bool clicked = ImGui::InvisibleButton(name.c_str(), {w, h});
  const bool hovered = ImGui::IsItemHovered();
  if (clicked) value = !value;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float tw = skin.px(34), th = skin.px(19), r = th / 2;
  const ImVec2 a{p.x + w - tw, p.y + std::floor((h - th) / 2)}, b{a.x + tw, a.y + th};
  list->AddRectFilled(a, b, value ? skin.c.accent : skin.c.track, r);
  const float x = value ? b.x - r : a.x + r;
  list->AddCircleFilled({x, a.y + r}, r - skin.px(2.5f), rgb(0xFFFFFF), 24);
  if (hovered) list->AddRect(a, b, faded(skin.c.accent, 0.6), r);
  const float y = p.y + (h - skin.fonts.body->FontSize) / 2;
  drawText(list, skin.fonts.body, {p.x, y}, skin.c.text, label);
  if (note && *note) {
    const float nw = textSize(skin.fonts.body, note).x;
    drawText(list, skin.fonts.body, {a.x - skin.px(10) - nw, y}, skin.c.faint, note);
  }
  skin.report("toggle:" + name, a, b);
  tooltip(skin, help.empty() ? "" : label, help);
  return clicked;
}

namespace {

/// The open list of a combo, with heads over some of its rows; it opens at the current one.
bool comboList(Skin& skin, const std::string& name, std::span<const std::string> options, int& index, float width,
               std::span<const std::string> heads, std::span<const std::string> marks) {
  bool changed = false;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(5), skin.px(5)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {skin.px(420), skin.px(430)});
  if (ImGui::BeginPopup("list")) {
    float widest = width - skin.px(10);
    for (const auto& o : options)
      widest = std::max(widest, textSize(skin.fonts.body, o.c_str()).x + skin.px(marks.empty() ? 38 : 52));
    for (int i = 0; i < static_cast<int>(options.size()); ++i) {
      if (static_cast<size_t>(i) < heads.size() && !heads[static_cast<size_t>(i)].empty()) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        drawText(ImGui::GetWindowDrawList(), skin.fonts.caption, {at.x + skin.px(10), at.y + skin.px(8)}, skin.c.muted,
                 heads[static_cast<size_t>(i)].c_str());
        gap(skin, 26);
      }
      const ImVec2 p = ImGui::GetCursorScreenPos();
      const float h = skin.px(28);
      ImGui::PushID(i);
      const bool clicked = ImGui::InvisibleButton("option", {widest, h});
      const bool hovered = ImGui::IsItemHovered();
      ImGui::PopID();
      if (i == index && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
      ImDrawList* list = ImGui::GetWindowDrawList();
      if (hovered || i == index)
        list->AddRectFilled(p, {p.x + widest, p.y + h}, hovered ? skin.c.hover : skin.c.accentSoft, skin.px(5));
      drawText(list, i == index ? skin.fonts.medium : skin.fonts.body,
               {p.x + skin.px(10), p.y + (h - skin.fonts.body->FontSize) / 2}, i == index ? skin.c.accent : skin.c.text,
               options[i].c_str());
      if (static_cast<size_t>(i) < marks.size() && skin.fonts.icons)
        drawText(list, skin.fonts.body, {p.x + widest - skin.px(24), p.y + (h - skin.fonts.body->FontSize) / 2},
                 skin.c.faint, marks[static_cast<size_t>(i)].c_str());
      skin.report("option:" + name + ":" + options[i], p, {p.x + widest, p.y + h});
      if (clicked) {
        changed = i != index;
        index = i;
        ImGui::CloseCurrentPopup();
      }
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
  return changed;
}

}  // namespace

bool combo(Skin& skin, const std::string& name, const char* label, std::span<const std::string> options, int& index,
           const std::string& help, std::span<const std::string> heads, std::span<const std::string> marks) {
  ImGui::PushID(name.c_str());
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = skin.px(26);
  const float labelWidth = *label ? textSize(skin.fonts.body, label).x + skin.px(10) : 0;
  const float column = *label ? std::max(skin.px(88), labelWidth) : 0;
  const ImVec2 a{p.x + column, p.y}, b{p.x + w, p.y + h};
  const bool clicked = ImGui::InvisibleButton("box", {w, h});
  const bool hovered = ImGui::IsItemHovered();
  tooltip(skin, help.empty() ? "" : label, help);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float y = p.y + (h - skin.fonts.body->FontSize) / 2;
  if (*label) drawText(list, skin.fonts.body, {p.x, y}, skin.c.muted, label);
  list->AddRectFilled(a, b, hovered ? skin.c.hover : skin.c.input, skin.px(5));
  list->AddRect(a, b, hovered ? skin.c.faint : skin.c.border, skin.px(5));
  const char* word = index >= 0 && index < static_cast<int>(options.size()) ? options[index].c_str() : "";
  drawTextFit(list, skin.fonts.medium, {a.x + skin.px(8), y}, skin.c.text, word, b.x - a.x - skin.px(32));
  if (skin.fonts.icons)
    drawText(list, skin.fonts.body, {b.x - skin.px(24), y}, skin.c.faint, icon::kDown);
  else
    list->AddTriangleFilled({b.x - skin.px(18), p.y + skin.px(10)}, {b.x - skin.px(8), p.y + skin.px(10)},
                            {b.x - skin.px(13), p.y + skin.px(16)}, skin.c.faint);
  skin.report("combo:" + name, a, b);
  if (clicked) {
    ImGui::OpenPopup("list");
    ImGui::SetNextWindowPos({a.x, b.y + skin.px(3)});
  }
  const bool changed = comboList(skin, name, options, index, b.x - a.x, heads, marks);
  ImGui::PopID();
  gap(skin, 6);
  return changed;
}

bool segmented(Skin& skin, const std::string& name, std::span<const char* const> words, int& index, float width) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float h = skin.px(24), each = width / static_cast<float>(words.size());
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(p, {p.x + width, p.y + h}, skin.c.input, skin.px(5));
  list->AddRect(p, {p.x + width, p.y + h}, skin.c.border, skin.px(5));
  bool changed = false;
  const int shown = index;
  for (int i = 0; i < static_cast<int>(words.size()); ++i) {
    const ImVec2 a{p.x + each * i, p.y}, b{a.x + each, p.y + h};
    ImGui::SetCursorScreenPos(a);
    ImGui::PushID(i);
    if (ImGui::InvisibleButton(name.c_str(), {each, h}) && index != i) index = i, changed = true;
    const bool hovered = ImGui::IsItemHovered();
    ImGui::PopID();
    const float inset = std::max(1.0f, skin.px(1.5f));
    if (i == shown) {
      list->AddRectFilled({a.x + inset, a.y + inset}, {b.x - inset, b.y - inset},
                          skin.dark ? skin.c.track : rgb(0xFFFFFF), skin.px(4));
      list->AddRect({a.x + inset, a.y + inset}, {b.x - inset, b.y - inset}, skin.c.border, skin.px(4));
    }
    const ImFont* font = i == shown ? skin.fonts.medium : skin.fonts.body;
    const ImVec2 size = textSize(font, words[i]);
    drawText(list, font, {a.x + (each - size.x) / 2, a.y + (h - size.y) / 2},
             i == shown || hovered ? skin.c.text : skin.c.muted, words[i]);
    skin.report(name + ":" + words[i], a, b);
  }
  return changed;
}

/// Fainter while ImGui has disabled what is drawn.
static ImU32 asEnabled(ImU32 colour) { return ImGui::GetColorU32(colour); }

bool button(Skin& skin, const std::string& name, const char* label, ButtonKind kind, float width) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const ImVec2 text = textSize(skin.fonts.medium, label);
  const float w = width > 0 ? width : text.x + skin.px(24), h = skin.px(27);
  const bool clicked = ImGui::InvisibleButton(name.c_str(), {w, h});
  const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool primary = kind == ButtonKind::Primary;
  list->AddRectFilled(p, {p.x + w, p.y + h},
                      asEnabled(primary ? faded(skin.c.accent, held      ? 0.8
                                                               : hovered ? 0.9
                                                                         : 1)
                                        : (hovered ? skin.c.hover : skin.c.input)),
                      skin.px(5));
  if (!primary) list->AddRect(p, {p.x + w, p.y + h}, asEnabled(hovered ? skin.c.faint : skin.c.border), skin.px(5));
  drawText(list, skin.fonts.medium, {p.x + (w - text.x) / 2, p.y + (h - text.y) / 2},
           asEnabled(primary ? skin.c.onAccent : skin.c.text), label);
  skin.report(name, p, {p.x + w, p.y + h});
  return clicked;
}

bool iconButton(Skin& skin, const std::string& name, const char* icon, const char* word, ImVec2 size,
                const std::string& help, bool quiet) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(name.c_str(), size);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (hovered) list->AddRectFilled(p, {p.x + size.x, p.y + size.y}, skin.c.hover, skin.px(6));
  const char* shown = skin.fonts.icons ? icon : word;
  const ImVec2 text = textSize(skin.fonts.body, shown);
  drawText(list, skin.fonts.body, {p.x + (size.x - text.x) / 2, p.y + (size.y - text.y) / 2},
           asEnabled(quiet && !hovered ? skin.c.faint : skin.c.text), shown);
  skin.report(name, p, {p.x + size.x, p.y + size.y});
  tooltip(skin, word, help);
  return clicked;
}

bool row(Skin& skin, const std::string& name, const char* icon, const char* label, const char* note, bool active,
         float height) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = skin.px(height);
  const bool clicked = ImGui::InvisibleButton(name.c_str(), {w, h});
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (active || hovered)
    list->AddRectFilled({p.x, p.y + 1}, {p.x + w, p.y + h - 1}, active ? skin.c.accentSoft : skin.c.hover, skin.px(5));
  if (active) list->AddRectFilled({p.x, p.y + skin.px(5)}, {p.x + skin.px(3), p.y + h - skin.px(5)}, skin.c.accent, 2);
  float x = p.x + skin.px(11);
  const float y = p.y + (h - skin.fonts.body->FontSize) / 2;
  if (icon && skin.fonts.icons) {
    drawText(list, skin.fonts.body, {x, y}, asEnabled(active ? skin.c.accent : skin.c.muted), icon);
    x += skin.px(26);
  }
  const float noteWidth = note && *note ? textSize(skin.fonts.caption, note).x + skin.px(8) : 0;
  drawTextFit(list, active ? skin.fonts.medium : skin.fonts.body, {x, y},
              asEnabled(active ? skin.c.accent : skin.c.text), label, p.x + w - x - noteWidth - skin.px(4));
  if (noteWidth > 0)
    drawText(list, skin.fonts.caption, {p.x + w - noteWidth, p.y + (h - skin.fonts.caption->FontSize) / 2},
             skin.c.faint, note);
  skin.report(name, p, {p.x + w, p.y + h});
  return clicked;
}

bool sectionHead(Skin& skin, const std::string& name, const char* title, bool& folded) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = skin.px(28);
  if (ImGui::InvisibleButton(("section:" + name).c_str(), {w, h})) folded = !folded;
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float y = p.y + (h - skin.fonts.head->FontSize) / 2;
  const ImU32 ink = hovered ? skin.c.text : skin.c.faint;
  if (skin.fonts.icons)
    drawText(list, skin.fonts.body, {p.x - skin.px(1), p.y + (h - skin.fonts.body->FontSize) / 2}, ink,
             folded ? icon::kRight : icon::kDown);
  else
    drawText(list, skin.fonts.head, {p.x, y}, ink, folded ? "+" : "-");
  drawText(list, skin.fonts.head, {p.x + skin.px(18), y}, skin.c.text, title);
  skin.report("section:" + name, p, {p.x + w, p.y + h});
  return !folded;
}

bool swatches(Skin& skin, const std::string& name, std::span<const unsigned> colours, int& index) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = skin.px(26);
  const int count = static_cast<int>(colours.size());
  if (count == 0) return false;
  const float step = (w - skin.px(17)) / static_cast<float>(std::max(1, count - 1)), r = skin.px(7.5f);
  ImDrawList* list = ImGui::GetWindowDrawList();
  bool changed = false;
  for (int i = 0; i < count; ++i) {
    const ImVec2 c{std::floor(p.x + skin.px(8.5f) + i * step) + 0.5f, p.y + std::floor(h / 2) + 0.5f};
    ImGui::SetCursorScreenPos({c.x - step / 2, p.y});
    ImGui::PushID(i);
    if (ImGui::InvisibleButton(name.c_str(), {step, h}) && index != i) index = i, changed = true;
    const bool hovered = ImGui::IsItemHovered();
    ImGui::PopID();
    list->AddCircleFilled(c, r, rgb(colours[i]), 28);
    list->AddCircle(c, r, faded(skin.dark ? rgb(0xFFFFFF) : rgb(0), 0.16), 28, std::max(1.0f, skin.scale));
    if (i == index || hovered)
      list->AddCircle(c, r + skin.px(2.5f), i == index ? skin.c.accent : skin.c.faint, 28, skin.px(2));
    skin.report(name + ":" + std::to_string(i), {c.x - r, c.y - r}, {c.x + r, c.y + r});
  }
  ImGui::SetCursorScreenPos({p.x, p.y + h});
  return changed;
}

}  // namespace flotsam
