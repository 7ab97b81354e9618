// SPDX-License-Identifier: MIT
// The lesson at the lower left, a page at a time: the task, then its steps with what to press and what is waited for.
// It folds to its title, and is never higher than what the left column has room for.
#include <algorithm>
#include <cmath>

#include "ui/format.h"
#include "ui/panels.h"
#include "view/lesson_wait.h"

namespace flotsam {
namespace {

constexpr float kWidth = 330, kFoot = 34, kButton = 30, kWaitLine = 22;

const Param* find(const SimView& view, const std::string& key) {
  for (const auto& p : view.params)
    if (p.info.key == key) return &p;
  return nullptr;
}

std::string valueOf(Param p, double value) {
  p.value = value;
  return parameterValue(p);
}

/// What the button of a step does, in words; empty: there is nothing to press.
std::string actionOf(const SimView& view, const LessonStep& step) {
  std::string words;
  for (const auto& [key, value] : step.set)
    if (const Param* p = find(view, key))
      words += (words.empty() ? "" : ", ") + parameterName(p->info) + ": " + valueOf(*p, value);
  if (!step.show.empty()) {
    std::string shown;
    for (const auto& word : step.show) shown += (shown.empty() ? "" : ", ") + word;
    if (shown == "none")
      words += words.empty() ? "Hide the pictures" : "";
    else
      words += words.empty() ? "Show " + shown : ", show " + shown;
  }
  if (step.restart) words += words.empty() ? "Restart" : ", restart";
  return words;
}

/// "waiting for y of ball above 0.4 m, now 0.31 m"
std::string waitOf(const SimView& view, const LessonWait& wait) {
  if (wait.kind == LessonWait::Time) return "until " + formatForPeople(wait.time) + " s";
  if (wait.kind == LessonWait::Held) return "hold " + wait.what + " with the mouse";
  std::string name = wait.what.starts_with("body.") ? wait.what.substr(5) : wait.what;
  std::replace(name.begin(), name.end(), '.', ' ');
  if (wait.what == "fluid.kineticEnergy") name = "kinetic energy of the fluid";
  if (wait.what == "fluid.volume") name = "volume of the fluid";
  std::string words = name;
  if (wait.hasAbove) words += " above " + formatForPeople(wait.above);
  if (wait.hasAbove && wait.hasBelow) words += " and";
  if (wait.hasBelow) words += " below " + formatForPeople(wait.below);
  double value = 0;
  if (quantityNow(view, wait.what, value)) words += ", now " + formatForPeople(value, 3);
  return words;
}

/// The parts of a page with their heights in design pixels; what does not fit is left out from the end.
struct Page {
  std::string text, watch, equation, source, action, wait;
  bool done = false;
  float textHeight = 0, watchHeight = 0, equationHeight = 0, sourceHeight = 0;
  float height() const {
    return textHeight + (action.empty() ? 0 : kButton + 6) + (wait.empty() ? 0 : kWaitLine) + watchHeight +
           equationHeight + sourceHeight;
  }
};

float heightOf(const Skin& skin, const ImFont* font, const std::string& text, float width) {
  return text.empty() ? 0 : wrappedLines(font, text.c_str(), width) * lineHeight(skin, font) / skin.scale;
}

Page pageOf(const Skin& skin, const UiState& state, float width, float room) {
  const SimView& v = *state.view;
  const Lesson& card = state.card;
  Page page;
  const bool task = state.lessonPage == 0;
  const std::string source = card.source.empty() ? v.source : card.source;
  if (task) {
    page.text = v.lesson, page.source = source;
  } else {
    const LessonStep& step = card.steps[static_cast<size_t>(state.lessonPage - 1)];
    page.text = step.text;
    page.action = actionOf(v, step);
    if (step.wait.kind != LessonWait::Nothing) page.wait = waitOf(v, step.wait);
    page.done = state.lessonDone[static_cast<size_t>(state.lessonPage)];
  }
  page.watch = card.watch.empty() ? "" : "Watch: " + card.watch;
  page.equation = card.equation;
  page.textHeight = heightOf(skin, skin.fonts.body, page.text, width);
  const float inset = skin.px(24);
  if (!page.watch.empty()) page.watchHeight = heightOf(skin, skin.fonts.caption, page.watch, width) + 8;
  if (!page.equation.empty())
    page.equationHeight = heightOf(skin, skin.fonts.medium, page.equation, width - inset) + 18;
  if (!page.source.empty()) page.sourceHeight = heightOf(skin, skin.fonts.caption, page.source, width - inset) + 21;
  if (page.height() > room) page.source.clear(), page.sourceHeight = 0;
  if (page.height() > room && !card.steps.empty()) page.watch.clear(), page.watchHeight = 0;
  if (page.height() > room && !card.steps.empty()) page.equation.clear(), page.equationHeight = 0;
  return page;
}

/// Words on a soft ground, as high as they need.
void boxed(Skin& skin, const ImFont* font, ImU32 ink, const std::string& text, float height) {
  gap(skin, 8);
  const ImVec2 a = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = skin.px(height - 8);
  ImGui::GetWindowDrawList()->AddRectFilled(a, {a.x + w, a.y + h}, skin.c.input, skin.px(5));
  ImGui::SetCursorScreenPos({a.x + skin.px(12), a.y + skin.px(height > 20 && font == skin.fonts.medium ? 4 : 6)});
  paragraph(skin, font, ink, text.c_str(), w - skin.px(24));
  ImGui::SetCursorScreenPos({a.x, a.y + h});
}

/// A button over the whole width whose words are cut where they are too long.
bool actionButton(Skin& skin, const std::string& words) {
  gap(skin, 6);
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = skin.px(kButton - 4);
  const bool clicked = ImGui::InvisibleButton("do", {w, h});
  const bool lit = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(p, {p.x + w, p.y + h}, lit ? skin.c.hover : skin.c.accentSoft, skin.px(5));
  list->AddRect(p, {p.x + w, p.y + h}, faded(skin.c.accent, lit ? 0.7 : 0.35), skin.px(5));
  drawTextFit(list, skin.fonts.medium, {p.x + skin.px(10), p.y + (h - skin.fonts.medium->FontSize) / 2}, skin.c.accent,
              words.c_str(), w - skin.px(20));
  skin.report("lesson:do", p, {p.x + w, p.y + h});
  tooltip(skin, "Does it for you", words);
  gap(skin, 4);
  return clicked;
}

void waitLine(Skin& skin, const Page& page) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 c{p.x + skin.px(8), p.y + skin.px(kWaitLine / 2)};
  if (page.done) {
    list->AddCircleFilled(c, skin.px(7), skin.c.okSoft, 24);
    const float u = skin.scale;
    const ImVec2 tick[] = {{c.x - 3.5f * u, c.y}, {c.x - 1 * u, c.y + 2.5f * u}, {c.x + 3.5f * u, c.y - 2.5f * u}};
    list->AddPolyline(tick, 3, skin.c.ok, 0, skin.px(1.6f));
  } else {
    list->AddCircle(c, skin.px(6), skin.c.faint, 24, skin.px(1.2f));
  }
  drawTextFit(list, skin.fonts.caption, {p.x + skin.px(22), c.y - skin.fonts.caption->FontSize / 2},
              page.done ? skin.c.ok : skin.c.muted, page.wait.c_str(), w - skin.px(22));
  skin.report(page.done ? "lesson:done" : "lesson:waiting", p, {p.x + w, p.y + skin.px(kWaitLine)});
  gap(skin, kWaitLine);
}

/// A dot for each page; the present one filled.
void dots(Skin& skin, ImVec2 at, int pages, int now) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (int i = 0; i < pages; ++i)
    list->AddCircleFilled({at.x + skin.px(4 + 12 * static_cast<float>(i)), at.y}, skin.px(i == now ? 4.0f : 3.0f),
                          i == now  ? skin.c.accent
                          : i < now ? faded(skin.c.accent, 0.45)
                                    : skin.c.track,
                          20);
}

}  // namespace

/// `most`: how high it may be, design pixels.
void Panels::lessonCard(float most) {
  if (!state.lesson || !state.view || (state.view->lesson.empty() && state.view->source.empty())) return;
  const int pages = 1 + static_cast<int>(state.card.steps.size());
  state.lessonPage = std::clamp(state.lessonPage, 0, pages - 1);
  state.lessonDone.resize(static_cast<size_t>(pages), false);
  const bool walks = pages > 1, folded = state.lessonFolded;
  const float inner = skin.px(kWidth - 28), around = 26 + 22 + (walks ? kFoot : 0);
  const Page page = pageOf(skin, state, inner, most - around);
  const float wanted = folded ? 42 : page.height() + around, cardHeight = std::min(wanted, most);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(14), skin.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  lessonTop = height - 76 - cardHeight;
  if (beginPanel(skin, "##lesson", {12, lessonTop}, {kWidth, cardHeight}, ImGuiWindowFlags_NoScrollbar)) {
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float w = ImGui::GetContentRegionAvail().x;
    ImDrawList* list = ImGui::GetWindowDrawList();
    float x = p.x;
    if (skin.fonts.icons) {
      drawText(list, skin.fonts.body, {x, p.y + skin.px(1)}, skin.c.accent, icon::kBook);
      x += skin.px(22);
    }
    const std::string place = std::to_string(state.lessonPage) + " of " + std::to_string(pages - 1);
    const float placeWidth =
        walks && state.lessonPage > 0 ? textSize(skin.fonts.caption, place.c_str()).x + skin.px(8) : 0;
    const std::string& title = state.card.title.empty() ? state.sceneTitle : state.card.title;
    drawTextFit(list, skin.fonts.head, {x, p.y}, skin.c.text, title.c_str(), p.x + w - x - skin.px(50) - placeWidth);
    if (placeWidth > 0)
      drawText(list, skin.fonts.caption, {p.x + w - skin.px(46) - placeWidth + skin.px(4), p.y + skin.px(2)},
               skin.c.muted, place.c_str());
    ImGui::SetCursorScreenPos({p.x + w - skin.px(44), p.y - skin.px(2)});
    if (iconButton(skin, "lesson:fold", folded ? icon::kUp : icon::kDown, folded ? "open" : "fold",
                   {skin.px(22), skin.px(22)}, folded ? "Opens the card." : "Folds the card to its title.", true))
      state.lessonFolded = !folded;
    ImGui::SetCursorScreenPos({p.x + w - skin.px(20), p.y - skin.px(2)});
    if (iconButton(skin, "lesson:close", icon::kClose, "x", {skin.px(22), skin.px(22)},
                   "View, Lesson card brings it back.", true))
      state.lesson = false;
    if (!folded) {
      ImGui::SetCursorScreenPos({p.x, p.y + skin.px(26)});
      float body = skin.px(cardHeight - around);
      if (skin.px(page.textHeight) > body) {  // whole lines of it
        const float line = lineHeight(skin, skin.fonts.body);
        body = std::max(line, std::floor(body / line) * line);
      }
      ImGui::BeginChild("page", {w, body}, false, page.height() > most - around ? 0 : ImGuiWindowFlags_NoScrollbar);
      paragraph(skin, skin.fonts.body, state.lessonPage > 0 ? skin.c.text : skin.c.muted, page.text.c_str());
      if (!page.action.empty() && actionButton(skin, page.action)) {
        state.lessonDone[static_cast<size_t>(state.lessonPage)] = false;
        send(UiCommand::LessonDo, {}, state.lessonPage - 1);
      }
      if (!page.wait.empty()) waitLine(skin, page);
      if (!page.watch.empty()) {
        gap(skin, 8);
        paragraph(skin, skin.fonts.caption, skin.c.muted, page.watch.c_str());
      }
      if (!page.equation.empty()) boxed(skin, skin.fonts.medium, skin.c.text, page.equation, page.equationHeight);
      if (!page.source.empty()) boxed(skin, skin.fonts.caption, skin.c.muted, page.source, page.sourceHeight);
      ImGui::EndChild();
      skin.report("lesson:page:" + std::to_string(state.lessonPage), p, {p.x + w, p.y + skin.px(26) + body});
      if (walks) lessonFoot(pages);
    }
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

/// A page of the lesson in a low panel, with ways to the next and back; beside a comparison.
void Panels::lessonPageIn(float left, float top, float right, float foot) {
  const int pages = 1 + static_cast<int>(state.card.steps.size());
  state.lessonPage = std::clamp(state.lessonPage, 0, pages - 1);
  state.lessonDone.resize(static_cast<size_t>(pages), false);
  const bool walks = pages > 1;
  const float textFoot = walks ? foot - 32 : foot, w = skin.px(right - left);
  const Page page = pageOf(skin, state, w, 1e4f);
  ImGui::SetCursorScreenPos({skin.px(left), skin.px(top)});
  ImGui::BeginChild("lesson", {w, skin.px(textFoot - top)});
  paragraph(skin, skin.fonts.body, state.lessonPage > 0 ? skin.c.text : skin.c.muted, page.text.c_str());
  if (!page.wait.empty()) waitLine(skin, page);
  ImGui::EndChild();
  skin.report("lesson:page:" + std::to_string(state.lessonPage), {skin.px(left), skin.px(top)},
              {skin.px(right), skin.px(textFoot)});
  if (!walks) return;
  const float y = skin.px(foot - 27);
  dots(skin, {skin.px(left), y + skin.px(13)}, pages, state.lessonPage);
  float end = right;
  const auto place = [&](float size) {
    end -= size;
    ImGui::SetCursorScreenPos({skin.px(end), y});
    end -= 6;
  };
  place(62);
  const bool last = state.lessonPage + 1 == pages;
  if (button(skin, "lesson:next",
             last                    ? "Done"
             : state.lessonPage == 0 ? "Begin"
                                     : "Next",
             ButtonKind::Primary, skin.px(62)))
    state.lessonPage = last ? 0 : state.lessonPage + 1;
  place(62);
  ImGui::BeginDisabled(state.lessonPage == 0);
  if (button(skin, "lesson:back", "Back", ButtonKind::Plain, skin.px(62))) --state.lessonPage;
  ImGui::EndDisabled();
  if (page.action.empty() || right - left < 260) return;
  place(62);
  if (button(skin, "lesson:do", "Do it", ButtonKind::Plain, skin.px(62))) {
    state.lessonDone[static_cast<size_t>(state.lessonPage)] = false;
    send(UiCommand::LessonDo, {}, state.lessonPage - 1);
  }
  tooltip(skin, "Does it for you", page.action);
}

/// Dots, Back and Next at the foot of the card.
void Panels::lessonFoot(int pages) {
  const float y = skin.px(height - 76 - 10 - 26), right = skin.px(12 + kWidth - 14);
  dots(skin, {skin.px(26), y + skin.px(13)}, pages, state.lessonPage);
  const bool last = state.lessonPage + 1 == pages;
  const size_t now = static_cast<size_t>(state.lessonPage);
  const bool ready =
      state.lessonPage == 0 || state.card.steps[now - 1].wait.kind == LessonWait::Nothing || state.lessonDone[now];
  ImGui::SetCursorScreenPos({right - skin.px(154), y});
  ImGui::BeginDisabled(state.lessonPage == 0);
  if (button(skin, "lesson:back", "Back", ButtonKind::Plain, skin.px(72))) --state.lessonPage;
  ImGui::EndDisabled();
  ImGui::SetCursorScreenPos({right - skin.px(76), y});
  if (button(skin, "lesson:next",
             last                    ? "Done"
             : state.lessonPage == 0 ? "Begin"
                                     : "Next",
             ready ? ButtonKind::Primary : ButtonKind::Plain, skin.px(76))) {
    if (last)
      state.lessonFolded = true, state.lessonPage = 0;
    else
      ++state.lessonPage;
  }
}

}  // namespace flotsam
