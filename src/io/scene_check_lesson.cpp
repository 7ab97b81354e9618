// SPDX-License-Identifier: MIT
// The bounds of a lesson: texts that fit on the card, parameters and bodies that the scene has, quantities that can be
// waited for.
#include <algorithm>

#include "io/scene_check.h"
#include "io/scene_parts.h"
#include "sim/scene_params.h"

namespace flotsam {

namespace {

constexpr size_t kMostSteps = 8, kMostBasic = 12;

size_t letters(const std::string& text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

struct LessonChecker {
  const WorldDesc& desc;
  Checker& check;
  ParamList& list;
  std::vector<std::string> keys, names;

  void fits(const std::string& key, const std::string& text, size_t most) {
    if (const size_t n = letters(text); n > most)
      check.fail(key, std::to_string(n) + " characters; the card has room for " + std::to_string(most));
  }

  std::string near(const std::string& word, const std::vector<std::string>& all) const {
    const std::string found = closestWord(word, all);
    return found.empty() ? "" : "; did you mean '" + found + "'?";
  }

  /// Whether a source, a body or what a step sets brings smoke or heat into the fluid.
  bool gives(const std::string& what) const {
    const bool heat = what == "temperature";
    for (const SmokeSource& s : desc.smoke)
      if (!heat || s.temperature > kNoTemperature) return true;
    for (const BodyDesc& b : desc.bodies)
      if (heat ? b.temperature > kNoTemperature : b.smoke > 0) return true;
    for (const LessonStep& s : desc.card.steps)
      for (const auto& [key, value] : s.set)
        if (key.starts_with("body.") && key.ends_with("." + what) && value > (heat ? kNoTemperature : 0)) return true;
    return false;
  }

  void body(const std::string& key, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      check.fail(key, "there is no body '" + name + "'" + near(name, names));
  }

  void wait(const std::string& key, const LessonWait& w) {
    if (w.kind == LessonWait::Time) check.within(key + ".time", w.time, 1e-6, 3600, "s");
    if (w.kind == LessonWait::Held) body(key + ".held", w.what);
    if (w.kind != LessonWait::Quantity) return;
    Quantity q;
    const std::string wrong = parseQuantity(w.what, q);
    if (!wrong.empty())
      check.fail(key + ".quantity", "'" + w.what + "': " + wrong);
    else if (q.kind == QuantityKind::Acceleration)
      check.fail(key + ".quantity", "an acceleration jumps; wait for a speed or a position");
    else if (!q.body.empty())
      body(key + ".quantity", q.body);
    if (w.hasAbove && w.hasBelow && !(w.above < w.below))
      check.fail(key + ".below", "must be more than above: between the two it is waited for");
    if (w.hasAbove) check.within(key + ".above", w.above, -1e12, 1e12);
    if (w.hasBelow) check.within(key + ".below", w.below, -1e12, 1e12);
  }

  void step(const std::string& key, const LessonStep& s) {
    if (s.text.empty()) check.fail(key + ".text", "is empty");
    fits(key + ".text", s.text, 260);
    if (s.set.size() > 6) check.fail(key + ".set", "at most 6 parameters a step");
    for (const auto& [name, value] : s.set) {
      const Param* p = list.find(name);
      if (!p)
        check.fail(key + ".set." + name, "no parameter of the scene" + near(name, keys));
      else
        check.within(key + ".set." + name, value, p->info.min, p->info.max, p->info.unit.c_str());
    }
    std::vector<std::string> words(std::begin(kLessonPictures), std::end(kLessonPictures));
    for (const auto& word : s.show)
      if (std::find(words.begin(), words.end(), word) == words.end()) {
        std::string all;
        for (const auto& w : words) all += (all.empty() ? "" : ", ") + w;
        check.fail(key + ".show", "'" + word + "' is not one of " + all);
      } else if ((word == "smoke" || word == "temperature") && !gives(word)) {
        check.fail(key + ".show", "'" + word + "': nothing in the scene or the lesson gives any");
      }
    wait(key + ".wait", s.wait);
  }
};

}  // namespace

void checkLesson(const WorldDesc& desc, Checker& check) {
  const Lesson& card = desc.card;
  if (card.empty()) return;
  WorldDesc copy = desc;
  ParamList list = parameters(copy);
  LessonChecker c{desc, check, list, {}, {}};
  for (const auto& p : list.all()) c.keys.push_back(p.info.key);
  for (const auto& b : desc.bodies) c.names.push_back(b.name);
  c.fits("lesson.title", card.title, 48);
  c.fits("lesson.task", desc.lesson, 420);
  c.fits("lesson.watch", card.watch, 200);
  c.fits("lesson.equation", card.equation, 90);
  c.fits("lesson.source", card.source, 120);
  if (card.steps.empty()) check.fail("lesson.step", "a lesson has at least one step");
  if (card.steps.size() > kMostSteps)
    check.fail("lesson.step", std::to_string(card.steps.size()) + " steps; at most " + std::to_string(kMostSteps));
  for (size_t i = 0; i < card.steps.size(); ++i) c.step("lesson.step[" + std::to_string(i + 1) + "]", card.steps[i]);
  if (card.basic.size() > kMostBasic)
    check.fail("lesson.basic",
               std::to_string(card.basic.size()) + " parameters; at most " + std::to_string(kMostBasic));
  for (const auto& key : card.basic)
    if (!list.find(key)) check.fail("lesson.basic", "'" + key + "' is no parameter of the scene" + c.near(key, c.keys));
  if (card.compare.empty()) return;
  std::vector<std::string> known;
  for (const auto& e : desc.expectations) known.push_back(e.quantity);
  if (std::find(known.begin(), known.end(), card.compare) == known.end())
    check.fail("lesson.compare", "no [[expect]] has the quantity '" + card.compare + "'" + c.near(card.compare, known));
}

}  // namespace flotsam
