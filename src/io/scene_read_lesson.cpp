// SPDX-License-Identifier: MIT
// `lesson`: words, or a table of a task in steps (view/lesson.h). Bounds are in scene_check_lesson.cpp.
#include <algorithm>

#include "io/scene_parts.h"
#include "sim/scene_params.h"

namespace flotsam {

namespace {

void readWait(TableReader& step, LessonWait& wait) {
  auto table = step.table("wait");
  if (!table) return;
  const bool timed = table->number("time", wait.time) || table->has("time");
  const bool measured = table->text("quantity", wait.what) || table->has("quantity");
  const bool held = table->text("held", wait.what) || table->has("held");
  const auto limit = [&](const char* key, double& value, bool& has) {
    if (table->number(key, value)) has = true;
    if (table->has(key) && !measured) table->problem(key, "goes with quantity");
  };
  limit("above", wait.above, wait.hasAbove);
  limit("below", wait.below, wait.hasBelow);
  if (timed + measured + held == 0)
    table->missing("time", "or quantity with above or below, or held");
  else if (timed + measured + held > 1)
    table->problem(timed ? "time" : "held", "give one of time, quantity and held");
  else if (measured && !wait.hasAbove && !wait.hasBelow && !table->has("above") && !table->has("below"))
    table->missing("above", "what the quantity is waited for to pass; or below");
  wait.kind = timed      ? LessonWait::Time
              : measured ? LessonWait::Quantity
              : held     ? LessonWait::Held
                         : LessonWait::Nothing;
  table->finish();
}

}  // namespace

void readLesson(TableReader& top, WorldDesc& desc) {
  if (!top.isTable("lesson")) {
    top.text("lesson", desc.lesson);
    return;
  }
  auto table = top.table("lesson");
  Lesson& card = desc.card;
  table->text("title", card.title);
  if (!table->text("task", desc.lesson) && !table->has("task")) table->missing("task", "what the lesson is about");
  for (TableReader& entry : table->tables("step")) {
    LessonStep step;
    if (!entry.text("text", step.text) && !entry.has("text")) entry.missing("text", "what to do");
    if (auto set = entry.table("set")) {
      WorldDesc copy = desc;
      ParamList list = parameters(copy);
      set->settings(list, step.set);
    }
    entry.texts("show", step.show);
    entry.toggle("restart", step.restart);
    readWait(entry, step.wait);
    entry.finish();
    card.steps.push_back(std::move(step));
  }
  if (card.steps.empty() && !table->has("step")) table->missing("step", "[[lesson.step]] with a text, at least one");
  table->text("watch", card.watch);
  table->text("equation", card.equation);
  table->text("source", card.source);
  table->texts("basic", card.basic);
  table->text("compare", card.compare);
  table->finish();
}

}  // namespace flotsam
