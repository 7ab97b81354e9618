// SPDX-License-Identifier: MIT
#include "app/document.h"

#include <algorithm>

#include "app/edits.h"
#include "io/scene.h"
#include "sim/compare.h"
#include "sim/scene_params.h"
#include "ui/format.h"

namespace flotsam {
namespace {

/// Everything that edits of a running world cannot change.
std::string restOf(WorldDesc desc) {
  desc.params = {};
  desc.bodies.clear();
  desc.compare = {};
  return sceneText(desc);
}

/// A body without what edits can change.
std::string bodyOf(BodyDesc body) {
  const BodyDesc defaults;
  body.density = defaults.density, body.friction = defaults.friction, body.restitution = defaults.restitution;
  body.temperature = defaults.temperature, body.smoke = defaults.smoke;
  body.colour = defaults.colour;
  WorldDesc only;
  only.bodies.push_back(std::move(body));
  return sceneText(only);
}

size_t indexOf(const std::vector<BodyDesc>& bodies, const std::string& name) {
  return static_cast<size_t>(
      std::find_if(bodies.begin(), bodies.end(), [&](const BodyDesc& b) { return b.name == name; }) - bodies.begin());
}

/// Removed bodies, then those to add at their places; false when the bodies of both are not the same otherwise.
bool bodyEdits(const std::vector<WorldDesc>& from, const std::vector<WorldDesc>& to, SceneWay& way) {
  const auto &a = from.front().bodies, &b = to.front().bodies;
  std::vector<std::string> kept, keptThere;
  for (const auto& body : a)
    if (indexOf(b, body.name) < b.size()) kept.push_back(body.name);
  for (const auto& body : b)
    if (indexOf(a, body.name) < a.size()) keptThere.push_back(body.name);
  if (kept != keptThere) return false;
  for (const auto& name : kept) {
    const BodyDesc &was = a[indexOf(a, name)], &is = b[indexOf(b, name)];
    if (was.shape != is.shape || bodyOf(was) != bodyOf(is)) return false;
    if (was.colour != is.colour) way.colours.emplace_back(name, is.colour);
  }
  for (const auto& body : a)
    if (indexOf(b, body.name) == b.size()) way.edits.push_back({{Edit::RemoveBody, body.name, 0, {}}, ~0u});
  for (size_t i = 0; i < b.size(); ++i) {
    if (indexOf(a, b[i].name) < a.size()) continue;
    for (size_t s = 0; s < to.size(); ++s) {
      Edit add{Edit::AddBody, "", 0, to[s].bodies[i]};
      add.index = static_cast<int>(i);
      way.edits.push_back({std::move(add), to.size() > 1 ? 1u << s : ~0u});
    }
  }
  return true;
}

void paramEdits(std::vector<WorldDesc> from, std::vector<WorldDesc> to, SceneWay& way) {
  std::vector<ParamList> before, after;
  for (auto& side : from) before.push_back(parameters(side));
  for (auto& side : to) after.push_back(parameters(side));
  for (const auto& p : after[0].all()) {
    unsigned mask = 0;
    bool alike = true;
    for (size_t s = 0; s < after.size(); ++s) {
      const Param *was = before[s].find(p.info.key), *is = after[s].find(p.info.key);
      if (was && is && was->value != is->value) mask |= 1u << s;
      alike = alike && is->value == p.value;
    }
    if (mask == 0) continue;
    if (alike) {
      way.edits.push_back({{Edit::SetParam, p.info.key, p.value, {}}, ~0u});
      continue;
    }
    for (size_t s = 0; s < after.size(); ++s)
      if (mask >> s & 1)
        way.edits.push_back({{Edit::SetParam, p.info.key, after[s].find(p.info.key)->value, {}}, 1u << s});
  }
}

std::string labelOf(WorldDesc scene, const std::string& key) {
  ParamList list = parameters(scene);
  const Param* p = list.find(key);
  return p ? parameterName(p->info) : key;
}

bool same(const Pose& a, const Pose& b) { return a.position == b.position && a.orientation == b.orientation; }

}  // namespace

SceneWay wayBetween(const WorldDesc& from, const WorldDesc& to) {
  SceneWay way;
  const std::vector<WorldDesc> before = sidesOf(from), after = sidesOf(to);
  const bool alike =
      before.size() == after.size() && restOf(from) == restOf(to) && from.compare.title == to.compare.title;
  if (alike && bodyEdits(before, after, way)) {
    paramEdits(before, after, way);
    return way;
  }
  way = {};
  way.again = true;
  return way;
}

void setParam(WorldDesc& scene, const std::string& key, double value, unsigned sides) {
  ParamList list = parameters(scene);
  const Param* p = list.find(key);
  if (!p) return;
  auto& all = scene.compare.sides;
  const double own = p->value;
  bool every = true;
  for (size_t s = 0; s < all.size(); ++s) every = every && (sides >> s & 1);
  if (all.empty() || every) {
    list.setClamped(key, value);
    for (auto& side : all) std::erase_if(side, [&](const auto& entry) { return entry.first == key; });
    return;
  }
  if (!list.setClamped(key, value)) return;
  const double clamped = list.find(key)->value;
  list.setClamped(key, own);
  for (size_t s = 0; s < all.size(); ++s) {
    auto at = std::find_if(all[s].begin(), all[s].end(), [&](const auto& entry) { return entry.first == key; });
    if (at == all[s].end()) at = all[s].emplace(all[s].end(), key, own);
    if (sides >> s & 1) at->second = clamped;
    std::sort(all[s].begin(), all[s].end());
  }
}

void Document::open(WorldDesc scene) {
  undo_.clear(), redo_.clear(), ahead_.clear(), accepted_.clear();
  dropSignsOfZeros(scene);
  take(scene);
  opened_ = scene_;
  savedText_ = text_;
}

void Document::take(const WorldDesc& scene) {
  scene_ = scene;
  text_ = sceneText(scene_);
}

void Document::commit(Change change) {
  redo_.clear(), ahead_.clear();
  Change* last = undo_.empty() ? nullptr : &undo_.back();
  const bool one = last && !change.merge.empty() && last->merge == change.merge && last->at.press == change.at.press &&
                   last->at.generation == change.at.generation;
  dropSignsOfZeros(change.after);
  take(change.after);
  if (one) {
    last->after = scene_;
    if (last->placed && change.placed) last->placed->to = change.placed->to;
    return;
  }
  undo_.push_back(std::move(change));
  if (undo_.size() > kMostChanges) undo_.pop_front();
}

void Document::become(const std::string& words, WorldDesc scene, const Moment& now) {
  if (sceneText(scene) == text_) return;
  commit({words, "", now, scene_, std::move(scene), {}, {}});
}

void Document::setParam(const std::string& key, double value, unsigned sides, const Moment& now) {
  WorldDesc after = scene_;
  flotsam::setParam(after, key, value, sides);
  if (sceneText(after) == text_) return;
  commit({labelOf(scene_, key), "set " + key + " " + std::to_string(sides), now, scene_, std::move(after), {}, {}});
}

void Document::setParams(const std::string& words, const CompareDesc::Settings& settings, const Moment& now) {
  WorldDesc after = scene_;
  for (const auto& [key, value] : settings) flotsam::setParam(after, key, value, ~0u);
  become(words, std::move(after), now);
}

void Document::setColour(const std::string& body, int colour, const Moment& now) {
  WorldDesc after = scene_;
  for (auto& b : after.bodies)
    if (b.name == body) b.colour = colour;
  become("Colour of " + body, std::move(after), now);
}

void Document::addBody(BodyDesc body, const Moment& now) {
  WorldDesc after = scene_;
  const std::string words = "Add " + body.name;
  after.bodies.push_back(std::move(body));
  become(words, std::move(after), now);
}

void Document::removeBody(const std::string& name, const Pose& pose, const Moment& now) {
  WorldDesc after = scene_;
  std::erase_if(after.bodies, [&](const BodyDesc& b) { return b.name == name; });
  if (after.bodies.size() == scene_.bodies.size()) return;
  const auto ofIt = [&](const std::string& key) { return key.starts_with("body." + name + "."); };
  std::erase_if(after.joints, [&](const JointDesc& j) { return j.body == name || j.to == name; });
  std::erase_if(after.forces, [&](const TimedForce& f) { return f.body == name; });
  std::erase_if(after.expectations, [&](const ExpectDesc& e) { return ofIt(e.quantity); });
  std::erase_if(after.card.basic, ofIt);
  if (ofIt(after.card.compare)) after.card.compare.clear();
  for (auto& step : after.card.steps) {
    std::erase_if(step.set, [&](const auto& entry) { return ofIt(entry.first); });
    if (ofIt(step.wait.what) || (step.wait.kind == LessonWait::Held && step.wait.what == name)) step.wait = {};
  }
  for (auto& side : after.compare.sides) std::erase_if(side, [&](const auto& entry) { return ofIt(entry.first); });
  Change change{"Delete " + name, "", now, scene_, std::move(after), {}, {}};
  if (now.step > 0) change.gone = {name, pose};
  commit(std::move(change));
}

void Document::placeBody(const std::string& name, const Pose& from, const Pose& to, const Moment& now) {
  if (same(from, to)) return;
  Change change{"Move " + name, "place " + name, now, scene_, scene_, {}, {}};
  if (now.step == 0) {
    for (auto& b : change.after.bodies)
      if (b.name == name) b.position = to.position, b.orientation = to.orientation;
  } else {
    change.placed = Placed{name, from, to};
  }
  commit(std::move(change));
}

SceneWay Document::move(std::deque<Change>& from, std::deque<Change>& to, uint64_t generation, bool back) {
  // A move in a simulation that is over means nothing now.
  while (!from.empty() && from.back().placed && from.back().at.generation != generation) from.pop_back();
  if (from.empty()) return {};
  Change change = std::move(from.back());
  from.pop_back();
  SceneWay way = wayBetween(scene_, back ? change.before : change.after);
  take(back ? change.before : change.after);
  const auto place = [&](const std::string& body, const Pose& pose) {
    Edit edit{Edit::PlaceBody, body, 0, {}};
    edit.body.position = pose.position, edit.body.orientation = pose.orientation;
    way.edits.push_back({std::move(edit), ~0u});
  };
  if (change.placed) place(change.placed->body, back ? change.placed->from : change.placed->to);
  if (change.gone && back && !way.again && change.at.generation == generation)
    place(change.gone->first, change.gone->second);
  to.push_back(std::move(change));
  return way;
}

void Document::follow(uint64_t generation, uint64_t step, uint64_t newest) {
  const auto of = [&](const std::deque<Change>& all) { return !all.empty() && all.back().at.generation == generation; };
  while (!ahead_.empty() && (!of(ahead_) || ahead_.front().at.step > newest)) ahead_.pop_front();
  if (step < newest)
    while (of(undo_) && undo_.back().at.step > step) {
      ahead_.push_back(std::move(undo_.back()));
      undo_.pop_back();
      take(ahead_.back().before);
    }
  while (of(ahead_) && ahead_.back().at.step <= step) {
    undo_.push_back(std::move(ahead_.back()));
    ahead_.pop_back();
    take(undo_.back().after);
  }
}

void Document::dropWaiting(uint64_t generation, uint64_t newest) {
  while (!undo_.empty() && undo_.back().at.generation == generation && undo_.back().at.step >= newest && newest > 0) {
    take(undo_.back().before);
    redo_.push_back(std::move(undo_.back()));
    undo_.pop_back();
  }
}

CompareDesc::Settings Document::changedParams() const {
  WorldDesc before = opened_, after = scene_;
  const ParamList is = parameters(after);
  ParamList was = parameters(before);
  CompareDesc::Settings all;
  std::set<std::string> told;
  const auto tell = [&](const std::string& key) {
    for (const auto& p : is.all())
      if (p.info.key == key && was.find(key) && was.find(key)->value != p.value && told.insert(key).second)
        all.emplace_back(key, p.value);
  };
  for (const auto& change : undo_)
    if (change.merge.starts_with("set ")) tell(change.merge.substr(4, change.merge.rfind(' ') - 4));
  for (const auto& p : is.all()) tell(p.info.key);
  return all;
}

std::string Document::freeName(const std::string& wanted) const {
  const auto taken = [&](const std::string& name) { return indexOf(scene_.bodies, name) < scene_.bodies.size(); };
  if (!taken(wanted)) return wanted;
  for (int n = 2;; ++n)
    if (const std::string name = wanted + std::to_string(n); !taken(name)) return name;
}

}  // namespace flotsam
