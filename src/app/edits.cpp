// SPDX-License-Identifier: MIT
#include "app/edits.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sim/scene_params.h"
#include "ui/format.h"

namespace flotsam {
namespace {

Vec3 tankSize(const SimView& view) { return view.dx * Vec3(view.cells); }

std::optional<ShapeDesc> primitive(const std::string& word, double r) {
  ShapeDesc shape;
  if (word == "sphere") return shape.kind = ShapeKind::Sphere, shape.dims = {r, 0, 0}, shape;
  if (word == "box") return shape.kind = ShapeKind::Box, shape.dims = {1.6 * r, 1.6 * r, 1.6 * r}, shape;
  if (word == "cylinder") return shape.kind = ShapeKind::Cylinder, shape.dims = {0.8 * r, 1.8 * r, 0}, shape;
  if (word == "torus") return shape.kind = ShapeKind::Torus, shape.dims = {r, 0.38 * r, 0}, shape;
  if (word == "capsule") return shape.kind = ShapeKind::Capsule, shape.dims = {0.65 * r, 2.4 * r, 0}, shape;
  if (word == "ellipsoid") return shape.kind = ShapeKind::Ellipsoid, shape.dims = {1.3 * r, 0.8 * r, r}, shape;
  return std::nullopt;
}

}  // namespace

std::vector<std::string> partWords(const WorldDesc& scene) {
  static constexpr const char* kKinds[] = {"axle", "hinge", "ball joint", "rope", "weld"};
  std::vector<std::string> words;
  for (const auto& j : scene.joints)
    words.push_back(kKinds[static_cast<int>(j.kind)] + std::string(": ") + j.body +
                    (j.kind == JointKind::Axle ? "" : " to " + (j.to.empty() ? "the tank" : j.to)));
  const auto place = [](const Vec3& x) {
    char text[64];
    std::snprintf(text, sizeof text, " at %.2f, %.2f, %.2f m", x.x, x.y, x.z);
    return std::string(text);
  };
  for (const auto& e : scene.emitters) words.push_back("tap" + place(e.position));
  for (const auto& d : scene.drains) words.push_back("drain" + place(d.position));
  return words;
}

WorldDesc withoutPart(WorldDesc scene, size_t index) {
  const auto take = [&](auto& list) {
    if (index < list.size())
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(index)), index = size_t(-1) / 2;
    else
      index -= list.size();
  };
  take(scene.joints), take(scene.emitters), take(scene.drains);
  return scene;
}

Vec3 nearestAxis(const Vec3& direction, bool flat) {
  if (flat) return {0, 0, 1};
  int best = 0;
  for (int a = 1; a < 3; ++a)
    if (std::abs(direction[a]) > std::abs(direction[best])) best = a;
  Vec3 axis(0);
  axis[best] = 1;
  return axis;
}

WorldDesc lessonOf(const WorldDesc& scene, const WorldDesc& opened, const CompareDesc::Settings& changed) {
  constexpr size_t kMostSteps = 4;
  WorldDesc lesson = scene;
  if (!lesson.card.empty()) return lesson;
  WorldDesc before = opened;
  ParamList was = parameters(before), is = parameters(lesson);
  Lesson card;
  card.watch = "What to watch.";
  card.equation = "the law, in one line";
  for (const auto& [key, value] : changed) {
    const Param *now = is.find(key), *then = was.find(key);
    if (!now || !then || card.steps.size() == kMostSteps) continue;
    LessonStep step;
    step.text = "Set " + parameterName(now->info) + " to " + parameterValue(*now) + ".";
    step.set.emplace_back(key, value);
    card.basic.push_back(key);
    card.steps.push_back(std::move(step));
    is.setClamped(key, then->value);
  }
  if (card.steps.empty())
    for (const char* words : {"What to do first.", "What to do then.", "What to see now."})
      card.steps.emplace_back().text = words;
  if (lesson.lesson.empty()) lesson.lesson = "What the lesson is about, and what to find out.";
  if (lesson.lesson.size() > 400) lesson.lesson = lesson.lesson.substr(0, lesson.lesson.rfind('.', 400) + 1);
  if (!lesson.expectations.empty()) card.compare = lesson.expectations.front().quantity;
  lesson.card = std::move(card);
  return lesson;
}

std::string uniqueName(const std::string& wanted, const SimView& view) {
  const auto taken = [&](const std::string& name) {
    return std::any_of(view.bodies.begin(), view.bodies.end(), [&](const BodyView& b) { return b.name == name; });
  };
  if (!taken(wanted)) return wanted;
  for (int n = 2;; ++n)
    if (const std::string name = wanted + std::to_string(n); !taken(name)) return name;
}

Vec3 freePlace(const SimView& view, double radius) {
  const Vec3 size = tankSize(view);
  const Vec3 centre = view.container.kind == ContainerKind::Box ? 0.5 * size : view.container.pose.position;
  Vec3 best = centre;
  double bestRoom = -1e300;
  for (int k = -2; k <= 2; ++k)
    for (int j = -2; j <= 2; ++j)
      for (int i = -2; i <= 2; ++i) {
        if (view.flat && k != 0) continue;
        const Vec3 x = centre + 0.15 * size * Vec3(i, j, k);
        double room = 1e300;
        for (const auto& b : view.bodies)
          room = std::min(room, glm::length(x - b.pose.position) - b.boundingRadius - radius);
        // Enough room is enough: then the nearest to the centre wins.
        room = std::min(room, 0.25 * radius) - 1e-3 * glm::length(x - centre);
        if (room > bestRoom) bestRoom = room, best = x;
      }
  return best;
}

Result<BodyDesc> newPrimitive(const std::string& word, const SimView& view) {
  const Vec3 size = tankSize(view);
  const double shortest = view.flat ? std::min(size.x, size.y) : std::min({size.x, size.y, size.z});
  auto shape = primitive(word, 0.1 * shortest);
  if (!shape) return Problem{"", 0, word, "not a primitive shape"};
  for (int a = 1; a < 3; ++a)  // as the reader leaves those that a shape has not
    if (shape->dims[a] == 0) shape->dims[a] = shape->dims.x;
  auto made = makePrimitive(*shape);
  if (!made) return made.problems;
  BodyDesc body;
  body.name = uniqueName(word, view);
  body.shapeDesc = *shape;
  body.shape = *made;
  body.density = 800;
  body.position = freePlace(view, body.shape->boundingRadius());
  body.colour = static_cast<int>(view.bodies.size() % 10);
  return body;
}

BodyDesc duplicateOf(const BodyDesc& desc, const BodyView& now, const SimView& view) {
  BodyDesc copy = desc;
  copy.name = uniqueName(desc.name, view);
  copy.position = freePlace(view, now.boundingRadius);
  copy.orientation = now.pose.orientation;
  copy.velocity = copy.angularVelocity = Vec3(0);
  copy.density = now.density;
  copy.motion = Motion::Free;
  copy.script = {};
  copy.colour = static_cast<int>(view.bodies.size() % 10);
  return copy;
}

void dropSignsOfZeros(WorldDesc& desc) {
  ParamList list;
  describe(desc.params, list);
  for (auto& b : desc.bodies) {
    describe(b, list);
    for (Vec3* v : {&b.position, &b.velocity, &b.angularVelocity}) *v += 0.0;
    Quat& q = b.orientation;
    q = Quat(q.w + 0.0, q.x + 0.0, q.y + 0.0, q.z + 0.0);
  }
  for (const auto& p : list.all()) p.store(p.value + 0.0);
}

Pose insideTank(const BodyView& body, Pose to, const SimView& view) {
  const Vec3 tank = view.dx * Vec3(view.cells);
  Box3 box;  // of the turned body about its origin
  box.include(Vec3(0));
  if (body.mesh && body.motion == BodyMotion::Free)
    for (const Vec3f& p : body.mesh->positions) box.include(to.rotate(Vec3(p)));
  for (int a = 0; a < (view.flat ? 2 : 3); ++a) {
    const double lo = -box.lo[a], hi = tank[a] - box.hi[a];
    to.position[a] = lo <= hi ? std::clamp(to.position[a], lo, hi) : (lo + hi) / 2;
  }
  return to;
}

void addEdit(std::vector<Edit>& waiting, Edit edit) {
  if (edit.kind == Edit::SetParam || edit.kind == Edit::PlaceBody)
    for (auto& e : waiting)
      if (e.kind == edit.kind && e.key == edit.key) {
        e = std::move(edit);
        return;
      }
  waiting.push_back(std::move(edit));
}

void showPending(SimView& view, const std::vector<Edit>& waiting) {
  for (const auto& e : waiting) {
    if (e.kind == Edit::SetParam) {
      for (auto& p : view.params) {
        if (p.info.key != e.key || !std::isfinite(e.value)) continue;
        p.value = std::clamp(e.value, p.info.min, p.info.max);
        if (p.info.kind != ParamKind::Number) p.value = std::round(p.value);
        for (auto& b : view.bodies)
          if (e.key == "body." + b.name + ".density") b.density = p.value, b.mass = p.value * b.volume;
      }
    } else if (e.kind == Edit::RemoveBody) {
      std::erase_if(view.bodies, [&](const BodyView& b) { return b.name == e.key; });
    } else if (e.kind == Edit::PlaceBody) {
      for (auto& b : view.bodies)
        if (b.name == e.key) b.pose = {e.body.position, e.body.orientation}, b.velocity = b.angularVelocity = Vec3(0);
    } else if (e.body.shape) {
      BodyView b;
      b.name = e.body.name;
      b.mesh = e.body.shape->mesh();
      b.pose = {e.body.position, e.body.orientation};
      b.density = e.body.density;
      b.volume = e.body.shape->volume();
      b.mass = b.density * b.volume;
      b.boundingRadius = e.body.shape->boundingRadius();
      b.colour = e.body.colour;
      const auto count = static_cast<std::ptrdiff_t>(view.bodies.size());
      view.bodies.insert(view.bodies.begin() + (e.index < 0 || e.index > count ? count : e.index), std::move(b));
    }
  }
}

bool moveBodies(const std::vector<Edit>& waiting) {
  return std::any_of(waiting.begin(), waiting.end(), [](const Edit& e) { return e.kind != Edit::SetParam; });
}

void markWaiting(SimView& view, const std::vector<Edit>& waiting) {
  for (const Edit& e : waiting)
    for (BodyView& b : view.bodies)
      b.waits |= (e.kind == Edit::PlaceBody && b.name == e.key) || (e.kind == Edit::AddBody && b.name == e.body.name);
}

}  // namespace flotsam
