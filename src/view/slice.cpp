// SPDX-License-Identifier: MIT
#include "view/slice.h"

#include <algorithm>
#include <cmath>

namespace flotsam {

namespace {

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

float least(float x) {  // the largest round number not above x
  if (x < 0) return -roundUp(-x);
  return 0;
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
  static constexpr const char* words[] = {"none",      "Pressure",       "Speed",     "Divergence",
                                          "Vorticity", "Open fractions", "Cell kinds"};
  return words[static_cast<int>(q)];
}

const char* sliceUnit(SliceQuantity q) {
  static constexpr const char* words[] = {"", "Pa", "m/s", "1/s", "1/s", "", ""};
  return words[static_cast<int>(q)];
}

bool sliceSigned(SliceQuantity q) { return q == SliceQuantity::Divergence || q == SliceQuantity::Vorticity; }

void cutSlice(const SimView& view, const Slice& slice, SliceImage& image) {
  image.width = image.height = 0;
  const FieldView& f = view.fields;
  if (slice.quantity == SliceQuantity::None || f.cells.x == 0) return;
  const int normal = view.flat ? 2 : std::clamp(slice.axis, 0, 2);
  // Rows run level where they can, so that pictures stand upright: x and y, z and y, x and z.
  const Cut cut{f, f.cells, normal == 0 ? 2 : 0, normal == 1 ? 2 : 1, normal};
  const double place = view.flat ? 0.5 : std::clamp(slice.place, 0.0, 1.0);
  const int k = std::min(static_cast<int>(place * f.cells[normal]), f.cells[normal] - 1);
  image.width = f.cells[cut.a], image.height = f.cells[cut.b];
  const size_t count = static_cast<size_t>(image.width) * image.height;
  image.value.assign(count, 0.f), image.known.assign(count, 0);
  image.corner = image.across = image.up = Vec3(0);
  image.corner[normal] = place * f.cells[normal] * view.dx;
  image.across[cut.a] = image.width * view.dx, image.up[cut.b] = image.height * view.dx;
  float lo = 0, hi = 0;
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
        default:
          known = true;
          value = static_cast<float>(f.kind[id]);
      }
      if (!std::isfinite(value)) known = false;
      image.known[at] = known;
      if (!known) continue;
      image.value[at] = value;
      lo = std::min(lo, value), hi = std::max(hi, value);
    }
  image.lo = least(lo), image.hi = roundUp(hi);
  if (sliceSigned(slice.quantity)) image.hi = std::max(image.hi, -image.lo), image.lo = -image.hi;
  if (slice.quantity == SliceQuantity::Fractions) image.lo = 0, image.hi = 1;
  if (slice.quantity == SliceQuantity::Cells) image.lo = 0, image.hi = 3;
}

}  // namespace flotsam
