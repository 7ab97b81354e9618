// SPDX-License-Identifier: MIT
// What is placed by pressing into the scene: joints between bodies or a body and the tank, taps and drains. Joints are
// made where the scene begins, so the tool goes there first. Bodies are turned by keys while it is paused.
#include <imgui.h>

#include <algorithm>

#include "app/app.h"
#include "app/edits.h"
#include "app/parts.h"
#include "io/scene.h"

namespace flotsam {
namespace {

constexpr const char* kJoints[] = {"axle", "hinge", "ball", "rope", "weld"};

int jointOf(const std::string& word) {
  for (int i = 0; i < 5; ++i)
    if (word == kJoints[i]) return i;
  return -1;
}

std::string firstPress(const std::string& word) {
  if (word == "axle") return "Axle: press on the body that is to turn. Esc: no";
  if (word == "tap") return "Tap: press where water is to come from. Esc: no";
  if (word == "drain") return "Drain: press where water is to go. Esc: no";
  return (word == "rope"    ? "Rope"
          : word == "weld"  ? "Weld"
          : word == "hinge" ? "Hinge"
                            : "Ball joint") +
         std::string(": press on a body, where it is to hold. Esc: no");
}

}  // namespace

void App::takeTool(const std::string& word) {
  state_.tool = word;
  endPath(/*keep=*/false);
  joint_ = {};
  placeHandle_.release();
  if (word == "grab") return;
  if (handTool()) return log_.event("tool", {{"word", word}});
  state_.toolWords = firstPress(word);
  if (jointOf(word) >= 0) {
    sim_->setPlaying(false);
    if (view_ && view_->step > 0) restart();
  }
  log_.event("tool", {{"word", word}});
}

void App::useTool(const Vec2& pixel) {
  const auto at = stage();
  if (!at.view || views_.size() > 1) return;
  const auto hit = input_.pick(at, inPane(pixel));
  // Beside all bodies: on the plane through the tank's middle, or through the first press, that faces the camera.
  const Vec3 tank = at.view->dx * Vec3(at.view->cells);
  const Vec3 through = joint_.body.empty() ? 0.5 * tank : jointPlace_;
  const DragPlane plane{through, at.view->flat ? Vec3(0, 0, 1) : at.camera->forward()};
  const auto ray = at.camera->ray(pixelToNdc(inPane(pixel), at.width, at.height), double(at.width) / at.height);
  const auto free = plane.hit(ray);
  if (!hit && !free) return;
  const Vec3 place = glm::clamp(hit ? hit->point : *free, Vec3(0), tank);
  if (jointOf(state_.tool) >= 0)
    placeJoint(hit, place);
  else
    placeFlow(place);
}

void App::placeJoint(const std::optional<PickHit>& hit, const Vec3& place) {
  const SimView& view = *view_;
  if (view.step > 0) return say("One moment: the scene goes back to its start");
  const auto kind = static_cast<JointKind>(jointOf(state_.tool));
  const std::string body = hit ? view.bodies[static_cast<size_t>(hit->body)].name : "";
  if (joint_.body.empty()) {
    if (!hit) return say("Press on a body");
    joint_.kind = kind, joint_.body = body;
    joint_.axis = nearestAxis(camera_.forward(), view.flat);
    joint_.anchor = jointPlace_ = place;
    if (kind != JointKind::Axle) {
      state_.toolWords = "To what? Press on another body, or beside all bodies for the tank. Esc: no";
      return;
    }
    joint_.anchor = view.bodies[static_cast<size_t>(hit->body)].pose.position;
  } else {
    if (body == joint_.body) return say("That is the same body");
    joint_.to = body;
    if (kind == JointKind::Rope) joint_.toAnchor = place;
  }
  if (view.flat) joint_.anchor.z = joint_.toAnchor.z = 0.5 * view.dx;
  WorldDesc scene = document_.scene();
  scene.joints.push_back(joint_);
  const std::string words = state_.tool + " on " + joint_.body;
  takeTool("grab");
  if (const Problems problems = validate(scene); hasErrors(problems)) return complain("No joint was made", problems);
  become(words, std::move(scene));
  say("Made: " + words);
  log_.event("part", {{"words", words}});
}

void App::placeFlow(const Vec3& place) {
  const SimView& view = *view_;
  const Vec3 tank = view.dx * Vec3(view.cells);
  const double radius = 2 * view.dx;
  Vec3 x = glm::clamp(place, Vec3(radius), tank - radius);
  if (view.flat) x.z = 0.5 * view.dx;
  WorldDesc scene = document_.scene();
  const std::string words = state_.tool;
  if (words == "tap")
    scene.emitters.push_back({.position = x, .radius = radius, .velocity = {0, -1.5, 0}});
  else
    scene.drains.push_back({.position = x, .radius = radius});
  takeTool("grab");
  if (const Problems problems = validate(scene); hasErrors(problems))
    return complain("No " + words + " was made", problems);
  become("Add a " + words, std::move(scene));
  say("Made: a " + words + "; the scene begins again");
  log_.event("part", {{"words", words}});
}

void App::removePart(size_t index) {
  if (index >= state_.sceneParts.size()) return;
  state_.part = -1;
  become("Remove " + state_.sceneParts[index].words, withoutPart(document_.scene(), index));
}

void App::changePart(size_t index, const std::string& key, double value) {
  WorldDesc scene = document_.scene();
  if (index >= state_.sceneParts.size() || !setPartField(scene, index, key, value)) return;
  if (const Problems problems = validate(scene); hasErrors(problems)) return complain("It was not changed", problems);
  become("Change " + state_.sceneParts[index].words, std::move(scene));
}

// The handle ------------------------------------------------------------------------------------------------------

PlaceHandle::Kind App::handleKind() const {
  return state_.tool == "turn" ? PlaceHandle::Kind::Turn : PlaceHandle::Kind::Move;
}

/// The body that has it; null when there is none.
const BodyView* App::handledBody() const {
  if (!handTool() || !view_ || views_.size() > 1 || !state_.panels) return nullptr;
  const BodyView* body = state_.body(state_.selected);
  return body && body->motion != BodyMotion::Scripted ? body : nullptr;
}

/// A press with the tools move and turn: on the handle, or on the body that is to have it. False: the camera's.
bool App::pressHandle(const Vec2& pixel) {
  const auto at = stage();
  if (!at.view) return false;
  view_ = views_.empty() ? view_ : views_.front(), state_.view = view_.get();
  if (const BodyView* body = handledBody();
      body && placeHandle_.press(at, body->pose, handleKind(), pixel, uiScale())) {
    sim_->setPlaying(false);
    placeMoment_ = moment();
    placeChanged_ = false;
    placeBody_ = body->name;
    log_.event("handle", {{"body", body->name}});
    return true;
  }
  const auto hit = input_.pick(at, pixel);
  if (!hit) return false;
  state_.selected = at.view->bodies[static_cast<size_t>(hit->body)].name;
  log_.event("select", {{"body", state_.selected}});
  return true;
}

void App::dragHandle() {
  const bool snap = ImGui::GetIO().KeyCtrl;
  const Pose to = placeHandle_.move(stage(), inPane(mouse_), snap);
  placeChanged_ = true;
  state_.placedOnce = true;
  putBody(placeBody_, placeHandle_.start(), to, placeMoment_);
}

void App::endHandle(bool takeBack) {
  placeHandle_.release();
  if (takeBack && placeChanged_ && document_.undoWords() == "Move " + placeBody_)
    go(document_.takeBack(state_.generation));
  log_.event(takeBack ? "handle back" : "handle off", {{"body", placeBody_}});
}

/// What is drawn of it in this frame.
void App::showHandle() {
  state_.handles.clear();
  state_.handleWords.clear();
  const BodyView* body = handledBody();
  if (!body || panes_.empty()) return;
  const auto at = stage();
  const bool held = placeHandle_.held() != PlaceHandle::Part::None;
  const bool free = !ui_.covers(mouse_.x, mouse_.y) && !input_.busy();
  const auto lit = held   ? placeHandle_.held()
                   : free ? placeHandle_.at(at, body->pose, handleKind(), inPane(mouse_), uiScale())
                          : PlaceHandle::Part::None;
  if (lit != PlaceHandle::Part::None) handleHovered_ = true;
  state_.handles = placeHandle_.lines(at, body->pose, handleKind(), uiScale(), lit, state_.dark);
  if (held) state_.handleWords = placeHandle_.words(), state_.handleAt = mouse_;
}

/// About the axis of the world nearest to the line of sight.
void App::turnSelected(double degrees) {
  const BodyView* body = state_.body(state_.selected);
  if (!body || state_.playing || body->motion == BodyMotion::Scripted) return;
  const Vec3 axis = nearestAxis(camera_.forward(), view_->flat);
  const double sign = glm::dot(axis, camera_.forward()) > 0 ? -1 : 1;  // anticlockwise as it is seen
  Pose to = body->pose;
  to.orientation = glm::normalize(glm::angleAxis(glm::radians(sign * degrees), axis) * to.orientation);
  putBody(body->name, body->pose, to, moment());
}

}  // namespace flotsam
