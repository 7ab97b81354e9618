// SPDX-License-Identifier: MIT
#include "view/slice.h"

#include <algorithm>
#include <cmath>

namespace flotsam {

namespace {

/// Rows run level where they can, so that pictures stand upright: x and y, z and y, x and z.
struct Axes {
  int a, b, c;  // along the rows, across them, the normal
};
Axes axesOf(const SimView& view, const Slice& slice) {
  const int c = view.flat ? 2 : std::clamp(slice.axis, 0, 2);
  return {c == 0 ? 2 : 0, c == 1 ? 2 : 1, c};
}

/// A field of smoke on the cells of the fields; null for other quantities and where the scene has none.
const std::vector<float>* smokeField(const SimView& view, SliceQuantity quantity) {
  const std::vector<float>& field = quantity == SliceQuantity::Temperature ? view.smoke.heat : view.smoke.density;
  const bool asked = quantity == SliceQuantity::Temperature || quantity == SliceQuantity::Smoke;
  return asked && field.size() == view.fields.kind.size() ? &field : nullptr;
}

struct Cut {
  const FieldView& f;
  Int3 n;
  int a, b, c;  // along the rows, across them, the normal
  int id(int i, int j, int k) const {
    Int3 at(0);
    at[a] = i, at[b] = j, at[c] = k;
    return at.x + n.x * (at.y + n.y * at.z);
  }
  bool fluid(int i, int j, int k) const {
    return i >= 0 && j >= 0 && i < n[a] && j < n[b] && f.kind[id(i, j, k)] == CellKind::Fluid;
  }
};

/// The range of the values and its round ends.
struct Ends {
  float lo = 0, hi = 0;
  void take(float v) { lo = std::min(lo, v), hi = std::max(hi, v); }
  void give(const SimView& view, SliceQuantity quantity, SliceImage& image) const;
};

float least(float x) {  // the largest round number not above x
  if (x < 0) return -roundUp(-x);
  return 0;
}

/// Smallest end of a scale: less is rounding. 0: whatever there is, which may be what one looks for.
float leastScale(const SimView& view, SliceQuantity quantity) {
  if (quantity == SliceQuantity::Speed) return static_cast<float>(view.restSpeed());
  if (quantity == SliceQuantity::Vorticity) return static_cast<float>(view.restSpeed() / view.dx);
  return quantity == SliceQuantity::Temperature ? 0.01f : 0.f;
}

void Ends::give(const SimView& view, SliceQuantity quantity, SliceImage& image) const {
  image.lo = least(lo), image.hi = roundUp(std::max(hi, leastScale(view, quantity)));
  if (sliceSigned(quantity)) image.hi = std::max(image.hi, -image.lo), image.lo = -image.hi;
  if (quantity == SliceQuantity::Fractions) image.lo = 0, image.hi = 1;
  if (quantity == SliceQuantity::Cells) image.lo = 0, image.hi = 3;
}

/// Between the centres of the cells around, of those that are fluid.
struct Blend {
  const FieldView& f;
  double dx;
  template <class Value>
  bool at(const Vec3& place, Value&& value, float& out) const {
    const Vec3 q = place / dx - 0.5, low = glm::floor(q);
    const Vec3f w(q - low);
    float sum = 0, weights = 0;
    for (int c = 0; c < 8; ++c) {
      const Int3 cell = glm::clamp(Int3(low) + Int3(c & 1, c >> 1 & 1, c >> 2 & 1), Int3(0), f.cells - 1);
      const int id = cell.x + f.cells.x * (cell.y + f.cells.y * cell.z);
      if (f.kind[id] != CellKind::Fluid) continue;
      const float weight = (c & 1 ? w.x : 1 - w.x) * (c & 2 ? w.y : 1 - w.y) * (c & 4 ? w.z : 1 - w.z);
      sum += weight * value(id), weights += weight;
    }
    out = weights > 0 ? sum / weights : 0;
    return weights > 0;
  }
};

/// Curl along a direction by central differences; false beside anything that is not fluid.
bool curlAlong(const FieldView& f, double dx, const Int3& cell, const Vec3& normal, float& out) {
  const int stride[3] = {1, f.cells.x, f.cells.x * f.cells.y};
  const int id = cell.x + stride[1] * cell.y + stride[2] * cell.z;
  Vec3f change[3] = {};  // of the velocity along each axis
  for (int a = 0; a < 3; ++a) {
    if (f.cells[a] == 1) continue;
    if (cell[a] == 0 || cell[a] + 1 == f.cells[a]) return false;
    const int lower = id - stride[a], upper = id + stride[a];
    if (f.kind[lower] != CellKind::Fluid || f.kind[upper] != CellKind::Fluid) return false;
    change[a] = (f.velocity[upper] - f.velocity[lower]) / static_cast<float>(2 * dx);
  }
  const Vec3f curl(change[1].z - change[2].y, change[2].x - change[0].z, change[0].y - change[1].x);
  out = glm::dot(curl, Vec3f(normal));
  return true;
}

void cutTurned(const SimView& view, const Slice& slice, SliceImage& image) {
  constexpr double kPerCell = 1.5;  // texels
  const FieldView& f = view.fields;
  const SlicePlane plane = slicePlane(view, slice);
  if (plane.outline.size() < 3) return;
  image.corner = plane.corner, image.across = plane.across, image.up = plane.up;
  image.width = std::max(1, static_cast<int>(std::ceil(kPerCell * glm::length(plane.across) / view.dx)));
  image.height = std::max(1, static_cast<int>(std::ceil(kPerCell * glm::length(plane.up) / view.dx)));
  const size_t count = static_cast<size_t>(image.width) * image.height;
  image.value.assign(count, 0.f), image.known.assign(count, 0);
  const Blend blend{f, view.dx};
  const std::vector<float>* carried = smokeField(view, slice.quantity);
  Ends ends;
  for (int j = 0; j < image.height; ++j)
    for (int i = 0; i < image.width; ++i) {
      const Vec3 p = plane.corner + (i + 0.5) / image.width * plane.across + (j + 0.5) / image.height * plane.up;
      const Vec3 own = glm::floor(p / view.dx);
      if (!(own.x >= 0 && own.y >= 0 && own.z >= 0 && own.x < f.cells.x && own.y < f.cells.y && own.z < f.cells.z))
        continue;
      const Int3 cell(own);
      const int id = cell.x + f.cells.x * (cell.y + f.cells.y * cell.z);
      bool known = f.kind[id] == CellKind::Fluid;
      float value = 0;
      switch (slice.quantity) {
        case SliceQuantity::Pressure:
          known = known && blend.at(
                               p, [&](int c) { return f.pressure[c]; }, value);
          break;
        case SliceQuantity::Speed:
          known = known && blend.at(
                               p, [&](int c) { return glm::length(f.velocity[c]); }, value);
          break;
        case SliceQuantity::Divergence:
          known = known && f.open[id] >= 1;
          value = f.outflow[id];
          break;
        case SliceQuantity::Vorticity:
          known = known && curlAlong(f, view.dx, cell, plane.normal, value);
          break;
        case SliceQuantity::Fractions:
          known = true;
          value = f.open[id];
          break;
        case SliceQuantity::Temperature:
        case SliceQuantity::Smoke:
          known = known && carried &&
                  blend.at(
                      p, [&](int c) { return (*carried)[static_cast<size_t>(c)]; }, value);
          break;
        default:
          known = true;
          value = static_cast<float>(f.kind[id]);
      }
      const size_t at = static_cast<size_t>(j) * image.width + i;
      image.known[at] = known && std::isfinite(value);
      if (image.known[at]) image.value[at] = value, ends.take(value);
    }
  ends.give(view, slice.quantity, image);
}

}  // namespace

float roundUp(float x) {
  if (!(x > 0) || !std::isfinite(x)) return 0;
  const float power = std::pow(10.f, std::floor(std::log10(x)));
  for (const float m : {1.f, 2.f, 5.f})
    if (x <= m * power * 1.0001f) return m * power;
  return 10 * power;
}

const char* sliceLabel(SliceQuantity q) {
  static constexpr const char* words[] = {"none",           "Pressure",   "Speed",         "Divergence", "Vorticity",
                                          "Open fractions", "Cell kinds", "Above ambient", "Smoke"};
  return words[static_cast<int>(q)];
}

const char* sliceUnit(SliceQuantity q) {
  static constexpr const char* words[] = {"", "Pa", "m/s", "1/s", "1/s", "", "", "K", ""};
  return words[static_cast<int>(q)];
}

bool sliceSigned(SliceQuantity q) {
  return q == SliceQuantity::Divergence || q == SliceQuantity::Vorticity || q == SliceQuantity::Temperature;
}

SlicePlane slicePlane(const SimView& view, const Slice& slice) {
  const auto [a, b, c] = axesOf(view, slice);
  const Vec3 size = view.dx * Vec3(view.cells);
  Vec3 across(0), up(0);
  across[a] = up[b] = 1;
  SlicePlane plane;
  plane.normal = Vec3(0);
  plane.normal[c] = 1;
  if (!view.flat && !slice.straight()) {
    const Quat turn = glm::angleAxis(glm::radians(slice.turn), up);
    across = turn * across, plane.normal = turn * plane.normal;
    const Quat lean = glm::angleAxis(glm::radians(slice.tilt), across);
    up = lean * up, plane.normal = lean * plane.normal;
  }
  // From where it leaves the tank on one side to where it leaves on the other.
  double extent = 0;
  for (int i = 0; i < 3; ++i) extent += std::abs(plane.normal[i]) * size[i];
  plane.extent = extent;
  const double place = view.flat ? 0.5 : std::clamp(slice.place, 0.0, 1.0);
  const Vec3 centre = 0.5 * size + (place - 0.5) * extent * plane.normal;
  // Where the tank's edges meet it, in order around its middle.
  std::vector<Vec3>& ring = plane.outline;
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 4; ++side) {
      Vec3 from(0);
      from[(axis + 1) % 3] = side & 1 ? size[(axis + 1) % 3] : 0;
      from[(axis + 2) % 3] = side & 2 ? size[(axis + 2) % 3] : 0;
      const double slope = plane.normal[axis] * size[axis];
      if (std::abs(slope) < 1e-9 * extent) continue;
      const double t = glm::dot(centre - from, plane.normal) / slope;
      if (!(t >= -1e-9 && t <= 1 + 1e-9)) continue;
      from[axis] = std::clamp(t, 0.0, 1.0) * size[axis];
      ring.push_back(from);
    }
  if (ring.size() < 3) return plane;
  Vec3 middle(0);
  for (const Vec3& p : ring) middle += p / static_cast<double>(ring.size());
  const auto angle = [&](const Vec3& p) { return std::atan2(glm::dot(p - middle, up), glm::dot(p - middle, across)); };
  std::sort(ring.begin(), ring.end(), [&](const Vec3& p, const Vec3& q) { return angle(p) < angle(q); });
  Vec2 lo(1e300), hi(-1e300);
  for (const Vec3& p : ring) {
    const Vec2 q(glm::dot(p - middle, across), glm::dot(p - middle, up));
    lo = glm::min(lo, q), hi = glm::max(hi, q);
  }
  plane.corner = middle + lo.x * across + lo.y * up;
  plane.across = (hi.x - lo.x) * across, plane.up = (hi.y - lo.y) * up;
  return plane;
}

void cutSlice(const SimView& view, const Slice& slice, SliceImage& image) {
  image.width = image.height = 0;
  const FieldView& f = view.fields;
  if (slice.quantity == SliceQuantity::None || f.cells.x == 0) return;
  if (!view.flat && !slice.straight()) return cutTurned(view, slice, image);
  const auto [a, b, normal] = axesOf(view, slice);
  const Cut cut{f, f.cells, a, b, normal};
  const double place = view.flat ? 0.5 : std::clamp(slice.place, 0.0, 1.0);
  const int k = std::min(static_cast<int>(place * f.cells[normal]), f.cells[normal] - 1);
  image.width = f.cells[cut.a], image.height = f.cells[cut.b];
  const size_t count = static_cast<size_t>(image.width) * image.height;
  image.value.assign(count, 0.f), image.known.assign(count, 0);
  image.corner = image.across = image.up = Vec3(0);
  image.corner[normal] = place * f.cells[normal] * view.dx;
  image.across[cut.a] = image.width * view.dx, image.up[cut.b] = image.height * view.dx;
  const std::vector<float>* carried = smokeField(view, slice.quantity);
  Ends ends;
  for (int j = 0; j < image.height; ++j)
    for (int i = 0; i < image.width; ++i) {
      const int id = cut.id(i, j, k);
      const size_t at = static_cast<size_t>(j) * image.width + i;
      bool known = f.kind[id] == CellKind::Fluid;
      float value = 0;
      switch (slice.quantity) {
        case SliceQuantity::Pressure:
          value = f.pressure[id];
          break;
        case SliceQuantity::Speed:
          value = std::sqrt(glm::dot(f.velocity[id], f.velocity[id]));
          break;
        case SliceQuantity::Divergence:
          known = known && f.open[id] >= 1;
          value = f.outflow[id];
          break;
        case SliceQuantity::Vorticity: {
          known = known && cut.fluid(i - 1, j, k) && cut.fluid(i + 1, j, k) && cut.fluid(i, j - 1, k) &&
                  cut.fluid(i, j + 1, k);
          if (!known) break;
          const float turn = (f.velocity[cut.id(i + 1, j, k)][cut.b] - f.velocity[cut.id(i - 1, j, k)][cut.b] -
                              f.velocity[cut.id(i, j + 1, k)][cut.a] + f.velocity[cut.id(i, j - 1, k)][cut.a]) /
                             static_cast<float>(2 * view.dx);
          value = normal == 2 ? turn : -turn;  // (z, y) and (x, z) are left-handed about their normals
          break;
        }
        case SliceQuantity::Fractions:
          known = true;
          value = f.open[id];
          break;
        case SliceQuantity::Temperature:
        case SliceQuantity::Smoke:
          known = known && carried;
          if (known) value = (*carried)[static_cast<size_t>(id)];
          break;
        default:
          known = true;
          value = static_cast<float>(f.kind[id]);
      }
      if (!std::isfinite(value)) known = false;
      image.known[at] = known;
      if (!known) continue;
      image.value[at] = value;
      ends.take(value);
    }
  ends.give(view, slice.quantity, image);
}

}  // namespace flotsam
