// SPDX-License-Identifier: MIT
// Scripted paths by mouse: the way of a body that is dragged becomes its script, drawn as a curve in the scene.
#include <algorithm>

#include "app/app.h"
#include "io/scene.h"
#include "sim/rigid/script.h"

namespace flotsam {
namespace {

constexpr unsigned kPathColour = 0x8E5BD0;

const BodyDesc* find(const WorldDesc& scene, const std::string& name) {
  for (const BodyDesc& b : scene.bodies)
    if (b.name == name) return &b;
  return nullptr;
}

bool hasPath(const BodyDesc* body) {
  return body && body->motion == Motion::Scripted && body->script.kind == Script::Keyframes &&
         !body->script.keys.empty();
}

}  // namespace

/// The next drag of this body is recorded; asked for again it is not.
void App::armPath(const std::string& name) {
  const bool again = state_.pathBody == name;
  takeTool("grab");
  if (again || !view_ || view_->bodies.empty() || state_.comparing()) return;
  const BodyDesc* body = find(document_.scene(), name);
  if (!body || body->motion != Motion::Free) return;
  state_.pathBody = name;
  state_.toolWords = "Path: drag " + name + "; its way becomes its script. Esc: no";
  log_.event("path armed", {{"body", name}});
}

/// A press has taken a body: time must go on for a path.
void App::beginPath(const std::string& held) {
  if (state_.pathBody.empty() || held != state_.pathBody) return;
  path_.clear();
  state_.pathRuns = true;
  state_.toolWords = "Path: let go where it ends. Esc: no";
  sim_->setPlaying(true);
  state_.playing = true;
}

/// Each frame: where it is now.
void App::takePath() {
  if (!state_.pathRuns || !view_) return;
  const BodyView* body = state_.body(state_.pathBody);
  if (!body || !input_.holding()) return endPath(/*keep=*/false);
  if (path_.empty() || view_->time > path_.back().time) path_.push_back({view_->time, body->pose});
}

void App::endPath(bool keep) {
  const std::string name = std::exchange(state_.pathBody, "");
  state_.toolWords.clear();
  if (!std::exchange(state_.pathRuns, false) || !keep || !view_) return;
  WorldDesc scene = document_.scene();
  const auto at =
      std::find_if(scene.bodies.begin(), scene.bodies.end(), [&](const BodyDesc& b) { return b.name == name; });
  if (at == scene.bodies.end()) return;
  const PathLimits limits{.distance = 0.1 * scene.dx, .flat = view_->flat};
  Script script = scriptOf(path_, *at, limits);
  const auto moved = [&](const Script::Key& k) {
    return glm::length(k.position - script.keys.front().position) > limits.distance;
  };
  if (std::none_of(script.keys.begin(), script.keys.end(), moved)) return say("No path: it was not moved");
  at->motion = Motion::Scripted, at->script = std::move(script);
  const size_t keys = at->script.keys.size();
  if (const Problems problems = validate(scene); hasErrors(problems)) return complain("No path was made", problems);
  become("Path of " + name, std::move(scene));
  say("A path of " + std::to_string(keys) + " keys; the scene begins again with it");
  log_.event("path", {{"body", name}, {"keys", std::to_string(keys)}});
}

/// The body goes free again from where the scene begins.
void App::clearPath(const std::string& name) {
  WorldDesc scene = document_.scene();
  for (BodyDesc& b : scene.bodies)
    if (b.name == name && hasPath(&b)) b.motion = Motion::Free, b.script = {};
  if (const Problems problems = validate(scene); hasErrors(problems)) return complain("The path stays", problems);
  become("Clear the path of " + name, std::move(scene));
}

void App::loopPath(const std::string& name, bool loop) {
  WorldDesc scene = document_.scene();
  for (BodyDesc& b : scene.bodies)
    if (b.name == name && hasPath(&b)) b.script.loop = loop;
  become((loop ? "Loop the path of " : "End the path of ") + name, std::move(scene));
}

/// What the inspector says of the selected body's path, and its curve over the scene.
void App::showPath() {
  state_.bodyPath = {};
  const auto at = stage();
  const bool one = at.view && views_.size() == 1 && state_.panels;
  std::vector<Vec3> way;
  const BodyDesc* body = find(document_.scene(), state_.selected);
  if (state_.pathRuns) {
    for (const PathSample& s : path_) way.push_back(s.pose.position);
  } else if (hasPath(body)) {
    const auto& keys = body->script.keys;
    const double begin = keys.front().time, end = keys.back().time;
    state_.bodyPath = {keys.size(), end - begin, body->script.loop};
    BodyDesc once = *body;
    once.script.loop = false;
    constexpr int kPieces = 200;
    for (int i = 0; i <= kPieces; ++i) way.push_back(scriptedPose(once, begin + (end - begin) * i / kPieces).position);
    if (view_ && view_->flat)
      for (Vec3& x : way) x.z = 0.5 * view_->dx;
  }
  if (!one || way.size() < 2) return;
  HandleLine line;
  line.colour = state_.dark ? 0xB592EC : kPathColour;
  line.lit = state_.pathRuns;
  line.arrow = !state_.pathRuns && !(state_.bodyPath.loop);
  for (const Vec3& x : way) line.points.push_back(stagePixel(at, x));
  state_.handles.push_back(std::move(line));
}

}  // namespace flotsam
