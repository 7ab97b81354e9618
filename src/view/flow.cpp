// SPDX-License-Identifier: MIT
#include "view/flow.h"

#include <algorithm>
#include <cmath>

#include "core/rng.h"

namespace flotsam {

bool velocityAt(const FieldView& f, double dx, const Vec3& place, Vec3f& velocity) {
  const Int3 n = f.cells;
  if (n.x == 0 || !finite(place)) return false;
  const Vec3 own = glm::floor(place / dx);
  for (int a = 0; a < 3; ++a)
    if (!(own[a] >= 0 && own[a] < n[a])) return false;
  const auto id = [&](int i, int j, int k) {
    return static_cast<size_t>(i) + static_cast<size_t>(n.x) * (static_cast<size_t>(j) + static_cast<size_t>(n.y) * k);
  };
  const Int3 cell(own);
  if (f.kind[id(cell.x, cell.y, cell.z)] != CellKind::Fluid) return false;
  const Vec3 q = place / dx - 0.5;
  const Vec3 low = glm::floor(q);
  const Int3 lo(low);
  const Vec3f w(q - low);
  Vec3f sum(0);
  float weights = 0;
  for (int c = 0; c < 8; ++c) {
    const Int3 at = glm::clamp(lo + Int3(c & 1, c >> 1 & 1, c >> 2 & 1), Int3(0), n - 1);
    const size_t here = id(at.x, at.y, at.z);
    if (f.kind[here] != CellKind::Fluid) continue;
    const float weight = (c & 1 ? w.x : 1 - w.x) * (c & 2 ? w.y : 1 - w.y) * (c & 4 ? w.z : 1 - w.z);
    sum += weight * f.velocity[here], weights += weight;
  }
  if (!(weights > 0)) return false;
  velocity = sum / weights;
  return std::isfinite(velocity.x + velocity.y + velocity.z);
}

double placeArrows(const SimView& view, const Slice& slice, ArrowPlaces places, size_t most,
                   std::vector<FlowArrow>& arrows) {
  arrows.clear();
  const FieldView& f = view.fields;
  if (places == ArrowPlaces::None || f.cells.x == 0 || most == 0) return 0;
  const Vec3 size = view.dx * Vec3(f.cells);
  const auto add = [&](const Vec3& at) {
    FlowArrow arrow{Vec3f(at), Vec3f(0)};
    if (velocityAt(f, view.dx, at, arrow.velocity)) arrows.push_back(arrow);
  };
  if (places == ArrowPlaces::Slice || view.flat) {
    const SlicePlane plane = slicePlane(view, slice);
    const double across = glm::length(plane.across), up = glm::length(plane.up);
    // Whole cells apart, so that arrows stand on cell centres where the plane is straight.
    double apart = view.dx * std::ceil(std::max(1.5, std::sqrt(across * up / static_cast<double>(most)) / view.dx));
    if (apart * 4 > std::min(across, up)) apart = std::max(std::min(across, up) / 4, view.dx);
    const int columns = std::max(1, static_cast<int>(across / apart)), rows = std::max(1, static_cast<int>(up / apart));
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i < columns; ++i)
        add(plane.corner + plane.across * (0.5 + (i + 0.5 - 0.5 * columns) * apart / across) +
            plane.up * (0.5 + (j + 0.5 - 0.5 * rows) * apart / up));
    return apart;
  }
  const double apart =
      view.dx * std::ceil(std::max(1.5, std::cbrt(size.x * size.y * size.z / static_cast<double>(most)) / view.dx));
  const Int3 count = glm::max(Int3(size / apart), Int3(1));
  for (int k = 0; k < count.z; ++k)
    for (int j = 0; j < count.y; ++j)
      for (int i = 0; i < count.x; ++i) add(0.5 * size + apart * (Vec3(i, j, k) + 0.5 - 0.5 * Vec3(count)));
  return apart;
}

float flowSpeed(const SimView& view) {
  constexpr size_t kSamples = 2000;
  const FieldView& f = view.fields;
  std::vector<float> speeds;
  const size_t step = std::max<size_t>(1, f.kind.size() / kSamples);
  for (size_t i = 0; i < f.kind.size(); i += step)
    if (f.kind[i] == CellKind::Fluid) speeds.push_back(glm::length(f.velocity[i]));
  if (speeds.empty()) return 0;
  const size_t at = speeds.size() - 1 - speeds.size() / 50;
  std::nth_element(speeds.begin(), speeds.begin() + static_cast<std::ptrdiff_t>(at), speeds.end());
  return roundUp(std::max(speeds[at], static_cast<float>(view.restSpeed())));
}

double streakSeconds(const SimView& view) {
  const double n = static_cast<double>(view.cells.x) * view.cells.y;
  const double size = view.dx * (view.flat ? std::sqrt(n) : std::cbrt(n * view.cells.z));
  const double wanted = 0.25 * size / view.speedScale;
  if (!(wanted > 0) || !std::isfinite(wanted)) return 0;
  const double ten = std::pow(10, std::floor(std::log10(wanted)));
  return ten * (wanted >= 5 * ten ? 5 : wanted >= 2 * ten ? 2 : 1);
}

namespace {

/// One direction from the seed, steps of half a cell by the midpoint rule, until the fluid ends, stands, or other lines
/// have been there.
class Tracer {
 public:
  Tracer(const SimView& view, float slowest, Streamlines& lines)
      : view_(view), lines_(lines), step_(0.5 * view.dx), slowest_(slowest) {}
  bool taken(const Vec3& x) const { return lines_.passed[box(x)] > 0; }
  void mark(size_t from) {
    for (size_t i = from; i < lines_.points.size(); ++i) lines_.passed[box(Vec3(lines_.points[i]))] = 1;
  }
  void run(Vec3 x, double sign, int most, std::vector<Vec3f>& points, std::vector<float>& speed) const {
    points.clear(), speed.clear();
    for (int i = 0; i < most; ++i) {
      Vec3f v;
      if (!velocityAt(view_.fields, view_.dx, x, v)) return;
      const float fast = glm::length(v);
      if (!(fast > slowest_)) return;
      points.push_back(Vec3f(x)), speed.push_back(fast);
      Vec3f middle;
      const Vec3 half = x + 0.5 * sign * step_ / fast * Vec3(v);
      if (!velocityAt(view_.fields, view_.dx, half, middle)) return;
      const float there = glm::length(middle);
      if (!(there > slowest_)) return;
      x += sign * step_ / there * Vec3(middle);
      if (i > 4 && i % 4 == 0 && taken(x)) return;
    }
  }

 private:
  size_t box(const Vec3& x) const {
    const Int3 n = view_.fields.cells;
    const Int3 c = glm::clamp(Int3(x / view_.dx), Int3(0), n - 1) / 2;
    const Int3 m = (n + 1) / 2;
    return static_cast<size_t>(c.x) + static_cast<size_t>(m.x) * (c.y + static_cast<size_t>(m.y) * c.z);
  }
  const SimView& view_;
  Streamlines& lines_;
  double step_;
  float slowest_;
};

}  // namespace

void traceStreamlines(const SimView& view, size_t most, Streamlines& lines) {
  constexpr int kMostSteps = 120, kFewestPoints = 6;
  lines.points.clear(), lines.speed.clear(), lines.starts.assign(1, 0);
  const Int3 n = view.fields.cells, m = (n + 1) / 2;
  if (n.x == 0) return;
  lines.passed.assign(static_cast<size_t>(m.x) * m.y * m.z, 0);
  float fastest = 0;
  for (size_t i = 0; i < view.fields.kind.size(); ++i)
    if (view.fields.kind[i] == CellKind::Fluid) fastest = std::max(fastest, glm::length(view.fields.velocity[i]));
  Tracer tracer(view, 0.01f * fastest, lines);
  if (!(fastest > 0)) return;
  const Vec3 size = view.dx * Vec3(n);
  std::vector<Vec3f> back, forth;
  std::vector<float> backSpeed, forthSpeed;
  for (uint64_t seed = 0; seed < 6 * most && lines.starts.size() <= most; ++seed) {
    // The same seeds at every step, so that lines stay where they are while the flow does.
    Vec3 x;
    for (uint64_t a = 0; a < 3; ++a)
      x[static_cast<int>(a)] = size[static_cast<int>(a)] * randomUnit(0x7374726d, 3 * seed + a);
    if (view.flat) x.z = 0.5 * size.z;
    if (tracer.taken(x)) continue;
    tracer.run(x, -1, kMostSteps, back, backSpeed);
    tracer.run(x, 1, kMostSteps, forth, forthSpeed);
    if (back.size() + forth.size() < kFewestPoints) continue;
    const size_t from = lines.points.size();
    for (size_t i = back.size(); i-- > 1;) lines.points.push_back(back[i]), lines.speed.push_back(backSpeed[i]);
    lines.points.insert(lines.points.end(), forth.begin(), forth.end());
    lines.speed.insert(lines.speed.end(), forthSpeed.begin(), forthSpeed.end());
    tracer.mark(from);
    lines.starts.push_back(lines.points.size());
  }
}

BodyArrowScale bodyArrowScale(const SimView& view) {
  double force = 0, torque = 0;
  for (const BodyView& b : view.bodies) {
    force = std::max(force, glm::length(b.pressureForce));
    torque = std::max(torque, glm::length(b.pressureTorque));
  }
  const double side = view.dx * std::max({view.cells.x, view.cells.y, view.cells.z});
  // Torques that turn nothing (a ball's rounding) are not drawn.
  if (torque < 1e-4 * force * side) torque = 0;
  return {roundUp(static_cast<float>(force)), roundUp(static_cast<float>(torque))};
}

double forceArrowLength(const SimView& view) { return 0.3 * view.dx * std::max(view.cells.x, view.cells.y); }

}  // namespace flotsam
