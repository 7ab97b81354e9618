// SPDX-License-Identifier: MIT
#include "app/place_handle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace flotsam {
namespace {

using Stage = SceneInput::Stage;
using Part = PlaceHandle::Part;
using Kind = PlaceHandle::Kind;

constexpr double kReach = 9, kLength = 84, kRing = 72, kViewRing = 86, kKnob = 8;  // design pixels
constexpr double kFlatRing = 0.2;  // cosine below which a ring is seen from its edge
constexpr int kCorners = 64;
constexpr double kSnapDegrees = 15;

bool usable(const Stage& s) { return s.view && s.camera && s.width > 0 && s.height > 0; }
double aspect(const Stage& s) { return double(s.width) / s.height; }
Camera::Ray rayAt(const Stage& s, const Vec2& pixel) {
  return s.camera->ray(pixelToNdc(pixel, s.width, s.height), aspect(s));
}

/// Metres that are one pixel at that place.
double metresPerPixel(const Stage& s, const Vec3& place) {
  const double depth = std::max(glm::dot(place - s.camera->eye(), s.camera->forward()), 1e-3);
  return 2 * depth * std::tan(glm::radians(s.camera->fieldOfView) / 2) / s.height;
}

Vec3 axisOf(const Stage& s, Part part) {
  switch (part) {
    case Part::X:
      return {1, 0, 0};
    case Part::Y:
      return {0, 1, 0};
    case Part::Z:
      return {0, 0, 1};
    default:
      return -s.camera->forward();
  }
}

/// Those that make sense: in a flat scene nothing leaves the plane.
std::vector<Part> partsOf(const Stage& s, Kind kind) {
  if (!s.view->flat) return {Part::View, Part::X, Part::Y, Part::Z};
  if (kind == Kind::Move) return {Part::View, Part::X, Part::Y};
  return {Part::Z};
}

struct Across {
  Vec3 u, v;
};
/// Two unit vectors at right angles to a unit vector, and to each other.
Across across(const Vec3& axis) {
  const Vec3 other = std::abs(axis.y) < 0.9 ? Vec3(0, 1, 0) : Vec3(1, 0, 0);
  const Vec3 u = glm::normalize(glm::cross(other, axis));
  return {u, glm::cross(axis, u)};
}

/// A ring on the screen, closed.
std::vector<Vec2> ring(const Stage& s, const Vec3& centre, const Vec3& axis, double radius) {
  const Across a = across(axis);
  std::vector<Vec2> points;
  for (int i = 0; i <= kCorners; ++i) {
    const double t = 2 * kPi * i / kCorners;
    points.push_back(stagePixel(s, centre + radius * (std::cos(t) * a.u + std::sin(t) * a.v)));
  }
  return points;
}

double toSegment(const Vec2& p, const Vec2& a, const Vec2& b) {
  const Vec2 d = b - a;
  const double l = glm::dot(d, d), t = l > 0 ? std::clamp(glm::dot(p - a, d) / l, 0.0, 1.0) : 0;
  return glm::length(p - (a + t * d));
}

double toLine(const Vec2& p, const std::vector<Vec2>& line) {
  double best = 1e300;
  for (size_t i = 0; i + 1 < line.size(); ++i) best = std::min(best, toSegment(p, line[i], line[i + 1]));
  return best;
}

/// The line of a part on the screen.
std::vector<Vec2> lineOf(const Stage& s, const Vec3& centre, Kind kind, Part part, double scale) {
  const double metre = metresPerPixel(s, centre) * scale;
  const Vec3 axis = axisOf(s, part);
  if (kind == Kind::Turn) return ring(s, centre, axis, metre * (part == Part::View ? kViewRing : kRing));
  if (part == Part::View) return ring(s, centre, axis, metre * kKnob);
  const Vec2 a = stagePixel(s, centre + 2 * kKnob * metre * axis), b = stagePixel(s, centre + kLength * metre * axis);
  return {a, b};
}

unsigned colourOf(Part part, bool dark) {
  switch (part) {
    case Part::X:
      return dark ? 0xF27A6B : 0xC93F2E;
    case Part::Y:
      return dark ? 0x69CC8F : 0x2C8A55;
    case Part::Z:
      return dark ? 0x6FA8FF : 0x2E63C9;
    default:
      return dark ? 0xE8EEF3 : 0x39485A;
  }
}

const char* nameOf(Part part) { return part == Part::X ? "x " : part == Part::Y ? "y " : part == Part::Z ? "z " : ""; }

}  // namespace

Part PlaceHandle::at(const Stage& stage, const Pose& body, Kind kind, const Vec2& pixel, double scale) const {
  if (!usable(stage)) return Part::None;
  Part best = Part::None;
  double nearest = kReach * scale;
  for (const Part part : partsOf(stage, kind)) {
    double d = toLine(pixel, lineOf(stage, body.position, kind, part, scale));
    if (kind == Kind::Move && part == Part::View) {  // the knob is a disc
      d = glm::length(pixel - stagePixel(stage, body.position)) - kKnob * scale;
      if (d < 0.5 * kReach * scale) return part;
      continue;
    }
    if (d < nearest) nearest = d, best = part;
  }
  return best;
}

std::vector<PlaceHandle::Place> PlaceHandle::places(const Stage& stage, const Pose& body, Kind kind,
                                                    double scale) const {
  std::vector<Place> all;
  if (!usable(stage)) return all;
  for (const Part part : partsOf(stage, kind)) {
    const auto line = lineOf(stage, body.position, kind, part, scale);
    if (kind == Kind::Move) {
      all.push_back({part, part == Part::View ? stagePixel(stage, body.position) : line.back()});
      continue;
    }
    for (const Vec2& p : line)  // where no other ring is near
      if (at(stage, body, kind, p, scale) == part) {
        bool alone = true;
        for (const Part other : partsOf(stage, kind))
          alone =
              alone && (other == part || toLine(p, lineOf(stage, body.position, kind, other, scale)) > kReach * scale);
        if (!alone) continue;
        all.push_back({part, p});
        break;
      }
  }
  return all;
}

std::vector<HandleLine> PlaceHandle::lines(const Stage& stage, const Pose& body, Kind kind, double scale, Part lit,
                                           bool dark) const {
  std::vector<HandleLine> all;
  if (!usable(stage)) return all;
  for (const Part part : partsOf(stage, kind)) {
    if (held_ != Part::None && part != held_) continue;
    HandleLine line;
    line.points = lineOf(stage, body.position, kind, part, scale);
    line.colour = colourOf(part, dark);
    line.lit = part == lit;
    line.arrow = kind == Kind::Move && part != Part::View;
    line.disc = kind == Kind::Move && part == Part::View;
    all.push_back(std::move(line));
  }
  return all;
}

bool PlaceHandle::press(const Stage& stage, const Pose& body, Kind kind, const Vec2& pixel, double scale) {
  held_ = at(stage, body, kind, pixel, scale);
  if (held_ == Part::None) return false;
  kind_ = kind, start_ = body, pressed_ = pixel;
  turned_ = 0;
  words_.clear();
  const Vec3 axis = axisOf(stage, held_);
  const Camera::Ray ray = rayAt(stage, pixel);
  if (kind == Kind::Move) {
    first_ = body.position;
    if (held_ == Part::View)
      if (const auto hit =
              DragPlane{body.position, stage.view->flat ? Vec3(0, 0, 1) : stage.camera->forward()}.hit(ray))
        first_ = *hit;
    return true;
  }
  edge_ = std::abs(glm::dot(ray.direction, axis)) < kFlatRing;
  const auto hit = DragPlane{body.position, axis}.hit(ray);
  if (!hit) edge_ = true;
  first_ = edge_ ? Vec3(0) : *hit - body.position;
  if (edge_) {
    // Seen from its edge the ring is a line: along it is about the axis, from the side that is nearer to the eye.
    const Vec3 near = -stage.camera->forward();
    const double radius = kRing * scale * metresPerPixel(stage, body.position);
    const Vec3 way = glm::cross(axis, near);
    const double length = glm::length(way);
    if (length < 1e-6) return held_ = Part::None, false;
    const Vec3 place = body.position + radius * near;
    tangent_ = (stagePixel(stage, place + 0.01 * radius * way / length) - stagePixel(stage, place)) / 0.01;
  }
  return true;
}

Pose PlaceHandle::move(const Stage& stage, const Vec2& pixel, bool snap) {
  Pose pose = start_;
  if (held_ == Part::None || !usable(stage)) return pose;
  const Vec3 axis = axisOf(stage, held_);
  const Camera::Ray ray = rayAt(stage, pixel);
  char text[64];
  if (kind_ == Kind::Move) {
    Vec3 by(0);
    if (held_ == Part::View) {
      const DragPlane plane{first_, stage.view->flat ? Vec3(0, 0, 1) : stage.camera->forward()};
      if (const auto hit = plane.hit(ray)) by = *hit - first_;
    } else {
      // As far along the axis as the mouse went along its line on the screen.
      const double metre = 10 * metresPerPixel(stage, start_.position);
      const Vec2 way = stagePixel(stage, start_.position + metre * axis) - stagePixel(stage, start_.position);
      const double l = glm::dot(way, way);
      if (l > 1) by = metre * glm::dot(pixel - pressed_, way) / l * axis;
    }
    if (snap) by = stage.view->dx * glm::round(by / stage.view->dx);
    const Vec3 tank = stage.view->dx * Vec3(stage.view->cells);
    pose.position = glm::clamp(start_.position + by, Vec3(0), tank);
    by = pose.position - start_.position;
    if (held_ == Part::View)
      std::snprintf(text, sizeof text, "%+.3f, %+.3f, %+.3f m", by.x, by.y, by.z);
    else
      std::snprintf(text, sizeof text, "%s%+.3f m", nameOf(held_), glm::dot(by, axis));
    words_ = text;
    return pose;
  }
  double angle = turned_;
  if (edge_) {
    angle = glm::dot(pixel - pressed_, tangent_) / std::max(glm::dot(tangent_, tangent_), 1e-9);
  } else if (const auto hit = DragPlane{start_.position, axis}.hit(ray)) {
    const Vec3 now = *hit - start_.position;
    const double to = std::atan2(glm::dot(axis, glm::cross(first_, now)), glm::dot(first_, now));
    angle = to + 2 * kPi * std::round((turned_ - to) / (2 * kPi));  // the one nearest to the last
  }
  turned_ = angle;
  double degrees = glm::degrees(angle);
  if (snap) degrees = kSnapDegrees * std::round(degrees / kSnapDegrees);
  pose.orientation = glm::normalize(glm::angleAxis(glm::radians(degrees), axis) * start_.orientation);
  std::snprintf(text, sizeof text, "%s%+.0f°", nameOf(held_), degrees);
  words_ = text;
  return pose;
}

}  // namespace flotsam
