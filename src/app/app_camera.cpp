// SPDX-License-Identifier: MIT
// Where the scene is drawn and from where it is seen: panes, their cameras, the way to a goal.
#include <algorithm>
#include <cmath>

#include "app/app.h"
#include "ui/layout.h"

namespace flotsam {

SceneInput::Stage App::stage() {
  if (activePane_ >= panes_.size()) return {};
  Pane& pane = panes_[activePane_];
  return {pane.view.get(), &pane.camera, pane.width, height_};
}

void App::choosePane(const Vec2& pixel) {
  if (input_.busy()) return;
  for (size_t i = 0; i < panes_.size(); ++i)
    if (pixel.x >= panes_[i].left && pixel.x < panes_[i].left + panes_[i].width) activePane_ = i;
}

Vec2 App::inPane(const Vec2& pixel) const {
  return activePane_ < panes_.size() ? pixel - Vec2(panes_[activePane_].left, 0) : pixel;
}

namespace {

/// How much farther away the camera must be for a tank to fit into a free part of a pane, all in pixels.
double fitDistance(Camera camera, const Vec3& tank, Vec2 pane, Vec2 free) {
  camera.shift = Vec2(0);
  const double begin = camera.distance;
  for (int pass = 0; pass < 4; ++pass) {
    Vec2 most(0);
    for (int i = 0; i < 8; ++i) {
      const Vec3 p = camera.project(tank * Vec3(i & 1, i >> 1 & 1, i >> 2), pane.x / pane.y);
      most = glm::max(most, glm::abs(Vec2(p.x, p.y)));
    }
    camera.distance *= std::max(most.x * pane.x / (0.92 * free.x), most.y * pane.y / (0.86 * free.y));
  }
  return camera.distance / begin;
}

}  // namespace

/// Where the camera of one simulation is shifted to and how much farther away it goes, so that the tank as it is seen
/// at first lies in the middle of what the panels leave free.
App::HomeFrame App::homeFrame() const {
  HomeFrame frame;
  if (!view_) return frame;
  const double s = uiScale(), w = width_ / s, h = height_ / s;
  const bool plot = state_.theory && !view_->expectations.empty();
  const bool card = state_.panels && ((state_.lesson && !state_.lessonFolded) || state_.solver || plot);
  const auto fit = [&](bool clearOfCard, PaneBox& box, Vec2& centre) {
    box =
        paneBoxes(1, state_.panels, static_cast<float>(w), static_cast<float>(h), !state_.presentation, clearOfCard)[0];
    const double free = std::max(box.freeRight - box.freeLeft, 40.0f);
    const double freeHeight = std::max(box.foot - box.top, 40.0f);
    Camera camera = home_;
    camera.shift = Vec2(0);
    double most = 1;
    for (int pass = 0; pass < 4; ++pass) {
      Vec2 lo(1e30), hi(-1e30);
      for (int i = 0; i < 8; ++i) {
        const Vec3 p = camera.project(view_->dx * Vec3(view_->cells) * Vec3(i & 1, i >> 1 & 1, i >> 2), w / h);
        lo = glm::min(lo, Vec2(p)), hi = glm::max(hi, Vec2(p));
      }
      centre = 0.5 * (lo + hi);
      const double over = std::max((hi.x - lo.x) * w / 2 / (0.95 * free), (hi.y - lo.y) * h / 2 / (0.92 * freeHeight));
      if (pass == 0 && over <= 1) break;
      camera.distance *= over, most *= over;
    }
    return most;
  };
  // A long tank keeps clear of the lesson card; others may reach behind it.
  PaneBox box;
  Vec2 centre;
  frame.fit = fit(card && state_.presentation, box, centre);
  if (card && frame.fit > 1) frame.fit = fit(true, box, centre);
  frame.shift = {box.middle() * 2 / w - 1 - centre.x, 1 - (box.top + box.foot) / h - centre.y};
  return frame;
}

/// The parts of the window and the camera of each: the same look at the tank, in the middle of what is free.
void App::placePanes() {
  const double s = uiScale();
  const int count = std::max(1, static_cast<int>(views_.size()));
  const auto boxes = paneBoxes(count, state_.panels, static_cast<float>(width_ / s), static_cast<float>(height_ / s),
                               !state_.presentation, /*card=*/false, state_.legendRoom);
  panes_.resize(boxes.size());
  activePane_ = std::min(activePane_, panes_.size() - 1);
  for (size_t i = 0; i < boxes.size(); ++i) {
    const PaneBox& box = boxes[i];
    Pane& pane = panes_[i];
    pane.view = i < views_.size() ? views_[i] : nullptr;
    pane.left = static_cast<int>(std::lround(box.left * s));
    pane.width = static_cast<int>(std::lround(box.right * s)) - pane.left;
    pane.camera = camera_;
    pane.fit = 1;
    if (!pane.view) continue;
    if (count < 2) {
      pane.fit = fit_;
      pane.camera.distance *= fit_;
      continue;
    }
    const double w = box.right - box.left, h = height_ / s;
    const Vec2 free(box.freeRight - box.freeLeft, std::max(box.foot - box.top, 40.0f));
    pane.camera.shift = {2 * (box.middle() - box.left) / w - 1, 1 - (box.top + box.foot) / h};
    pane.fit = fitDistance(home_, pane.view->dx * Vec3(pane.view->cells), {w, h}, free);
    pane.camera.distance *= pane.fit;
  }
}

/// What the mouse did to the active pane's camera is done to all.
void App::adoptCamera() {
  if (activePane_ >= panes_.size()) return;
  const Pane& from = panes_[activePane_];
  camera_.yaw = from.camera.yaw, camera_.pitch = from.camera.pitch;
  camera_.target = from.camera.target;
  camera_.distance = from.camera.distance / from.fit;
  for (Pane& pane : panes_) {
    pane.camera.yaw = camera_.yaw, pane.camera.pitch = camera_.pitch, pane.camera.target = camera_.target;
    pane.camera.distance = camera_.distance * pane.fit;
  }
}

void App::moveCamera() {
  const double t = Window::seconds(), dt = std::clamp(t - lastFrame_, 0.0, 0.1);
  lastFrame_ = t;
  const HomeFrame frame = homeFrame();
  const double ease = 1 - std::exp(-12 * dt);
  if (framed_) {
    camera_.shift += ease * (frame.shift - camera_.shift);
    fit_ += ease * (frame.fit - fit_);
  } else if (view_) {
    camera_.shift = frame.shift, fit_ = frame.fit, framed_ = true;
  }
  home_.shift = camera_.shift;
  if (!cameraGoal_) return;
  const Camera& goal = *cameraGoal_;
  camera_.target += ease * (goal.target - camera_.target);
  camera_.distance += ease * (goal.distance - camera_.distance);
  camera_.yaw += ease * std::remainder(goal.yaw - camera_.yaw, 360.0);
  camera_.pitch += ease * (goal.pitch - camera_.pitch);
  if (glm::length(goal.target - camera_.target) < 1e-4 && std::fabs(goal.distance - camera_.distance) < 1e-4 &&
      std::fabs(std::remainder(goal.yaw - camera_.yaw, 360.0)) < 0.01 && std::fabs(goal.pitch - camera_.pitch) < 0.01)
    cameraGoal_.reset();
}

}  // namespace flotsam
