// SPDX-License-Identifier: MIT
// Moments over the part of each cell below zero. Every cell is cut into six tetrahedra along a main diagonal (Kuhn),
// neighbours in mirror images of each other, so that faces match and no direction is preferred;
// the inside of a tetrahedron is a tetrahedron, or the whole minus one, or a wedge of three. For a tetrahedron of
// volume V with corners x_i and s = sum x_i: integral of x = V s / 4, of x x' = V/20 (sum x_i x_i' + s s').
#include "sim/geometry/grid_mass.h"

#include <array>

#include "core/parallel.h"

namespace flotsam {
namespace {

struct Moments {
  double volume = 0;
  Vec3 first{0}, square{0}, cross{0};  // integrals of x; x² y² z²; yz zx xy

  Moments& operator+=(const Moments& m) {
    volume += m.volume, first += m.first, square += m.square, cross += m.cross;
    return *this;
  }
  void tetrahedron(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const double v = std::abs(glm::dot(b - a, glm::cross(c - a, d - a))) / 6;
    const Vec3 s = a + b + c + d;
    auto turned = [](const Vec3& x) { return Vec3(x.y * x.z, x.z * x.x, x.x * x.y); };
    volume += v;
    first += v / 4 * s;
    square += v / 20 * (a * a + b * b + c * c + d * d + s * s);
    cross += v / 20 * (turned(a) + turned(b) + turned(c) + turned(d) + turned(s));
  }
};

struct Corner {
  Vec3 x;
  double phi;
};

Vec3 crossing(const Corner& in, const Corner& out) { return in.x + in.phi / (in.phi - out.phi) * (out.x - in.x); }

void addInside(Moments& m, const std::array<Corner, 4>& t) {
  std::array<const Corner*, 4> v;  // inside corners first
  int inside = 0, last = 4;
  for (const Corner& c : t) (c.phi < 0 ? v[inside++] : v[--last]) = &c;
  const Corner &a = *v[0], &b = *v[1], &c = *v[2], &d = *v[3];
  auto wedge = [&m](const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& p2, const Vec3& q2, const Vec3& r2) {
    m.tetrahedron(p, q, r, r2), m.tetrahedron(p, q, q2, r2), m.tetrahedron(p, p2, q2, r2);
  };
  if (inside == 1) m.tetrahedron(a.x, crossing(a, b), crossing(a, c), crossing(a, d));
  if (inside == 2) wedge(a.x, crossing(a, c), crossing(a, d), b.x, crossing(b, c), crossing(b, d));
  if (inside == 3) wedge(a.x, b.x, c.x, crossing(a, d), crossing(b, d), crossing(c, d));
  if (inside == 4) m.tetrahedron(a.x, b.x, c.x, d.x);
}

/// `mirror` has a bit per axis.
void addCell(Moments& m, const std::array<Corner, 8>& c, int mirror, double h) {
  int inside = 0;
  for (const Corner& corner : c) inside += corner.phi < 0;
  if (inside == 0) return;
  if (inside == 8) {
    const Vec3 x = 0.5 * (c[0].x + c[7].x);
    const double v = h * h * h;
    m.volume += v;
    m.first += v * x;
    m.square += v * (x * x + h * h / 12);
    m.cross += v * Vec3(x.y * x.z, x.z * x.x, x.x * x.y);
    return;
  }
  constexpr int kPaths[6][2] = {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}};  // from corner 0 to 7
  for (const auto& p : kPaths) addInside(m, {c[mirror], c[p[0] ^ mirror], c[p[1] ^ mirror], c[7 ^ mirror]});
}

}  // namespace

MassProperties gridMass(const DistanceGrid& grid) {
  std::vector<Moments> slabs(grid.n.z - 1);
  const Vec3 middle = grid.origin + 0.5 * grid.h * Vec3(grid.n - 1);  // moments about it, so that little cancels
  parallelPieces(slabs.size(), [&](size_t slab) {
    const int k = static_cast<int>(slab);
    for (int j = 0; j + 1 < grid.n.y; ++j)
      for (int i = 0; i + 1 < grid.n.x; ++i) {
        std::array<Corner, 8> c;
        for (int q = 0; q < 8; ++q) {
          const Int3 at(i + (q & 1), j + (q >> 1 & 1), k + (q >> 2));
          c[q] = {grid.node(at.x, at.y, at.z) - middle, grid.phi[grid.at(at.x, at.y, at.z)]};
        }
        addCell(slabs[slab], c, (i & 1) | (j & 1) << 1 | (k & 1) << 2, grid.h);
      }
  });
  Moments m;
  for (const Moments& s : slabs) m += s;
  MassProperties p;
  p.volume = m.volume;
  if (!(m.volume > 0)) return p;
  const Vec3 c = m.first / m.volume;
  p.centre = middle + c;
  const Vec3 q = m.square - m.volume * c * c;
  const Vec3 x = m.cross - m.volume * Vec3(c.y * c.z, c.z * c.x, c.x * c.y);
  p.inertia = Mat3(q.y + q.z, -x.z, -x.y, -x.z, q.z + q.x, -x.x, -x.y, -x.x, q.x + q.y);
  return p;
}

Box3 gridBounds(const DistanceGrid& grid, const Vec3& about, double& radius) {
  Box3 box;
  radius = 0;
  const Int3 n = grid.n;
  for (int k = 0; k < n.z; ++k)
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i) {
        const Corner a{grid.node(i, j, k), grid.phi[grid.at(i, j, k)]};
        for (int axis = 0; axis < 3; ++axis) {
          Int3 o(i, j, k);
          if (++o[axis] == n[axis]) continue;
          const Corner b{grid.node(o.x, o.y, o.z), grid.phi[grid.at(o.x, o.y, o.z)]};
          if ((a.phi < 0) == (b.phi < 0)) continue;
          const Vec3 x = a.phi < 0 ? crossing(a, b) : crossing(b, a);
          box.include(x);
          radius = std::max(radius, glm::length(x - about));
        }
      }
  return box;
}

}  // namespace flotsam
