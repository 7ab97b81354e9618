// SPDX-License-Identifier: MIT
#include "app/input.h"

#include <algorithm>
#include <cmath>

namespace flotsam {
namespace {

constexpr double kOrbitDegreesPerWidth = 220, kDoubleClickSeconds = 0.35, kClickPixels = 4;

Camera::Ray rayAt(const SceneInput::Stage& s, const Vec2& pixel) {
  return s.camera->ray(pixelToNdc(pixel, s.width, s.height), double(s.width) / s.height);
}

bool usable(const SceneInput::Stage& s) { return s.view && s.camera && s.width > 0 && s.height > 0; }

}  // namespace

std::optional<PickHit> SceneInput::pick(const Stage& stage, const Vec2& pixel) {
  return usable(stage) ? picks_.pick(*stage.view, rayAt(stage, pixel)) : std::nullopt;
}

void SceneInput::grab(const Stage& stage, const PickHit& hit) {
  const BodyView& body = stage.view->bodies[static_cast<size_t>(hit.body)];
  if (body.motion != BodyMotion::Free) return;
  mode_ = Mode::Hand;
  plane_ = {hit.point, stage.view->flat ? Vec3(0, 0, 1) : stage.camera->forward()};
  hand_ = {true, body.name, hit.anchor, hit.point};
}

void SceneInput::aim(const Stage& stage) {
  auto target = plane_.hit(rayAt(stage, last_));
  if (!target) return;
  // A hand far outside only pulls harder against the wall: keep it within one tank of the tank.
  const Vec3 size = stage.view->dx * Vec3(stage.view->cells);
  const double reach = std::max({size.x, size.y, size.z});
  hand_.target = glm::clamp(*target, Vec3(-reach), size + reach);
}

SceneInput::Press SceneInput::press(const Stage& stage, MouseButton button, bool shift, const Vec2& pixel,
                                    double seconds) {
  Press result;
  if (!usable(stage) || mode_ != Mode::Idle) return result;
  button_ = button;
  last_ = pressedAt_ = pixel;
  moved_ = pressedEmpty_ = false;
  if (button == MouseButton::Middle || (button == MouseButton::Left && shift)) {
    mode_ = Mode::Pan;
  } else if (button == MouseButton::Right) {
    mode_ = Mode::Orbit;
  } else if (const auto hit = picks_.pick(*stage.view, rayAt(stage, pixel))) {
    result.hitBody = true;
    result.body = stage.view->bodies[static_cast<size_t>(hit->body)].name;
    grab(stage, *hit);
  } else {
    mode_ = Mode::Orbit;
    pressedEmpty_ = true;
    result.doubleOnEmpty =
        seconds - lastEmptyPress_ < kDoubleClickSeconds && glm::length(pixel - lastEmptyPixel_) < 2 * kClickPixels;
    lastEmptyPress_ = result.doubleOnEmpty ? -10 : seconds;
    lastEmptyPixel_ = pixel;
  }
  return result;
}

void SceneInput::move(const Stage& stage, const Vec2& pixel) {
  const Vec2 by = pixel - last_;
  last_ = pixel;
  if (glm::length(pixel - pressedAt_) > kClickPixels) moved_ = true;
  if (!usable(stage)) return;
  if (mode_ == Mode::Hand) aim(stage);
  if (mode_ == Mode::Orbit && moved_)
    stage.camera->orbit(-kOrbitDegreesPerWidth * by.x / stage.width, kOrbitDegreesPerWidth * by.y / stage.width);
  if (mode_ == Mode::Pan) {
    const Vec2 ndc{2 * by.x / stage.width, -2 * by.y / stage.height};
    stage.camera->pan(ndc, double(stage.width) / stage.height);
  }
}

bool SceneInput::release(const Stage& stage, MouseButton button, const Vec2& pixel) {
  if (mode_ == Mode::Idle || button != button_) return false;
  move(stage, pixel);
  const bool click = pressedEmpty_ && !moved_;
  mode_ = Mode::Idle;
  hand_.active = false;
  return click;
}

void SceneInput::wheel(const Stage& stage, double notches, const Vec2& pixel) {
  if (!usable(stage)) return;
  if (mode_ == Mode::Hand) {  // push and pull what is held
    const Vec3 size = stage.view->dx * Vec3(stage.view->cells);
    if (!stage.view->flat) plane_.point += 0.04 * notches * glm::length(size) * plane_.normal;
    last_ = pixel;
    aim(stage);
  } else {
    stage.camera->zoom(std::pow(0.9, std::clamp(notches, -20.0, 20.0)));
  }
}

void SceneInput::cancel() {
  mode_ = Mode::Idle;
  hand_.active = false;
  hovered_ = -1;
}

void SceneInput::hover(const Stage& stage, bool overPanel) {
  hovered_ = -1;
  if (!usable(stage) || overPanel || mode_ == Mode::Orbit || mode_ == Mode::Pan) return;
  if (mode_ == Mode::Hand) {
    for (int i = 0; i < static_cast<int>(stage.view->bodies.size()); ++i)
      if (stage.view->bodies[static_cast<size_t>(i)].name == hand_.body) hovered_ = i;
    return;
  }
  if (const auto hit = picks_.pick(*stage.view, rayAt(stage, last_))) hovered_ = hit->body;
}

Vec2 stagePixel(const SceneInput::Stage& stage, const Vec3& place) {
  const Vec3 ndc = stage.camera->project(place, double(stage.width) / stage.height);
  return {(0.5 + 0.5 * ndc.x) * stage.width, (0.5 - 0.5 * ndc.y) * stage.height};
}

}  // namespace flotsam
