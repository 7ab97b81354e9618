// SPDX-License-Identifier: MIT
// A path to type with what its folder holds beneath it (file_list.h): a click on a folder goes in, on a file fills the
// field, a double click takes it; Up, Down, Tab and Enter do the same. The field has the keys all the while.
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/panels.h"

namespace flotsam {
namespace {

constexpr float kRow = 24;

int onKey(ImGuiInputTextCallbackData* data) {
  auto& picker = *static_cast<PathPicker*>(data->UserData);
  FileList& files = picker.files;
  if (data->EventFlag == ImGuiInputTextFlags_CallbackAlways && picker.toEnd) {
    data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
    picker.toEnd = false;
  } else if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory) {
    files.mark(data->EventKey == ImGuiKey_UpArrow ? -1 : 1);
    picker.scrollTo = files.marked();
  } else if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
    files.type(std::string(data->Buf, static_cast<size_t>(data->BufTextLen)));
    files.complete();
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, files.text().c_str());
  }
  return 0;
}

/// Cut at its beginning: the end of a path says more.
std::string fitEnd(const ImFont* font, const std::string& text, float width) {
  if (textSize(font, text.c_str()).x <= width) return text;
  size_t from = 0;
  while (from < text.size() && textSize(font, ("…" + text.substr(from)).c_str()).x > width) {
    do ++from;
    while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0) == 0x80);
  }
  return "…" + text.substr(from);
}

/// One row. A second click of a double click is meant for what the first one chose, not for what it brought there.
bool fileRow(Skin& skin, PathPicker& picker, size_t i, bool named) {
  FileList& files = picker.files;
  const FileList::Entry entry = files[i];
  const std::string name = fieldText(entry.name);
  const bool up = entry.name == "..", marked = files.marked() == static_cast<int>(i);
  ImGui::PushID(static_cast<int>(i));
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = skin.px(kRow);
  const bool clicked = ImGui::InvisibleButton("row", {w, h});
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (hovered || named || marked)
    list->AddRectFilled({p.x, p.y + 1}, {p.x + w, p.y + h - 1}, named || marked ? skin.c.accentSoft : skin.c.hover,
                        skin.px(5));
  if (marked) list->AddRectFilled({p.x, p.y + skin.px(5)}, {p.x + skin.px(3), p.y + h - skin.px(5)}, skin.c.accent, 2);
  const float y = p.y + (h - skin.fonts.body->FontSize) / 2;
  const ImU32 ink = named || marked ? skin.c.accent : skin.c.text;
  if (skin.fonts.icons)
    drawText(list, skin.fonts.body, {p.x + skin.px(11), y}, named || marked ? skin.c.accent : skin.c.muted,
             up             ? icon::kAbove
             : entry.folder ? icon::kFolder
                            : icon::kFile);
  const std::string shown = up ? "Up" : entry.folder && !skin.fonts.icons ? name + "/" : name;
  drawTextFit(list, named ? skin.fonts.medium : skin.fonts.body, {p.x + skin.px(36), y}, ink, shown.c_str(),
              w - skin.px(42));
  skin.report("file:" + name, p, {p.x + w, p.y + h});
  if (!clicked) return false;
  const bool second = ImGui::GetIO().MouseClickedLastCount[0] % 2 == 0;
  if (second) return named && !entry.folder;
  files.take(i);
  return false;
}

/// True when a file was clicked twice.
bool fileRows(Skin& skin, PathPicker& picker, float rows) {
  FileList& files = picker.files;
  bool accepted = false;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, skin.c.input);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(4), skin.px(4)});
  const float inside = skin.px(kRow) * rows;
  if (ImGui::BeginChild("files", {0, inside + skin.px(8)}, false, ImGuiWindowFlags_AlwaysUseWindowPadding)) {
    const std::string words = files.words();
    const int named = files.named();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(files.size()), skin.px(kRow));
    const size_t count = files.size();
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd && count == files.size(); ++i)
        accepted |= fileRow(skin, picker, static_cast<size_t>(i), i == named);
    if (!words.empty()) {
      const ImVec2 p = ImGui::GetCursorScreenPos();
      const float w = ImGui::GetContentRegionAvail().x;
      gap(skin, 4);
      ImGui::Indent(skin.px(11));
      paragraph(skin, skin.fonts.body, files.unread() ? skin.c.bad : skin.c.muted, words.c_str());
      ImGui::Unindent(skin.px(11));
      skin.report("files:words", p, {p.x + w, p.y + skin.px(kRow)});
    }
    if (picker.scrollTo >= 0) {
      const float top = skin.px(kRow) * static_cast<float>(picker.scrollTo), at = ImGui::GetScrollY();
      ImGui::SetScrollY(std::clamp(at, top + skin.px(kRow) - inside, top));
      picker.scrollTo = -1;
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
  return accepted;
}

/// The field gets the keys when the dialog opens, with all of it selected, and again whenever nothing else has them.
void keepKeys(PathPicker& picker) {
  constexpr int kPatience = 4;  // frames until it has them
  // ImGui takes the request for use of the keyboard alone, and rows for not under the mouse until it moves.
  ImGui::GetCurrentContext()->NavDisableMouseHover = false;
  if (picker.typing || ImGui::GetActiveID() != 0 || ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    picker.asked = 0;
  } else if (picker.asked++ % kPatience == 0) {
    if (!picker.first && picker.asked == 1) picker.toEnd = true;
    picker.first = false;
    ImGui::SetKeyboardFocusHere();
  }
}

}  // namespace

/// In a dialog, which has one of it: the field, reported as `name`, and so many rows of its folder. True when the path
/// was taken by Enter or by a double click.
bool Panels::pathField(const char* name, const char* hint, PathFor use, std::vector<std::string> endings, float rows,
                       std::string& path) {
  FileList& files = picker.files;
  if (ImGui::IsWindowAppearing()) {
    picker = PathPicker();
    files.begin(use, std::move(endings));
    files.propose(path);
  } else if (!picker.typing && path != files.text()) {
    files.propose(path);  // the window's, not the user's
  }
  path = files.text();
  const bool had = picker.typing;
  keepKeys(picker);
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint(
      "##path", hint, &path,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CallbackAlways |
          ImGuiInputTextFlags_CallbackHistory | ImGuiInputTextFlags_CallbackCompletion,
      onKey, &picker);
  picker.typing = ImGui::IsItemActive();
  skin.report(name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  const std::string dialog = std::string(name).substr(0, std::string(name).find(':'));
  if (picker.typing) skin.report(dialog + ":typing", ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  files.type(path);
  bool accepted = false;
  if (rows >= 1) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::string where = fitEnd(skin.fonts.caption, files.where(), ImGui::GetContentRegionAvail().x);
    drawText(ImGui::GetWindowDrawList(), skin.fonts.caption, {at.x, at.y + skin.px(2)}, skin.c.muted, where.c_str());
    gap(skin, 18);
    if (std::exchange(picker.folder, files.where()) != picker.folder) picker.scrollTo = 0;
    accepted = fileRows(skin, picker, std::floor(rows));
  }
  const bool enter = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
  if (entered || (enter && !had && !picker.typing)) accepted = files.accept();
  path = files.text();
  return accepted;
}

}  // namespace flotsam
