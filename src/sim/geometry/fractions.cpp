// SPDX-License-Identifier: MIT
// Face fractions of walls and bodies. Walls once; bodies in their bounding boxes each step.
#include "sim/geometry/fractions.h"

#include <algorithm>

#include "core/check.h"
#include "core/kernel.h"
#include "core/parallel.h"

namespace flotsam {

double insideArea(double a, double b, double c, double d) {
  const double v[4] = {a, b, c, d};
  int mask = 0;
  bool anyOut = false;
  for (int i = 0; i < 4; ++i) {
    if (v[i] < 0) mask |= 1 << i;
    anyOut |= v[i] > 0;
  }
  if (!anyOut) return 1;  // inside, or lying in the surface
  if (mask == 0) return 0;
  // One corner inside: a triangle. `at` is the corner, its neighbours the two before and after it in the cycle.
  const auto corner = [&](int at) {
    const double in = std::abs(v[at]), n1 = std::abs(v[(at + 1) & 3]), n2 = std::abs(v[(at + 3) & 3]);
    return 0.5 * (in / (in + n1)) * (in / (in + n2));
  };
  switch (mask) {
    case 1:
      return corner(0);
    case 2:
      return corner(1);
    case 4:
      return corner(2);
    case 8:
      return corner(3);
    case 14:
      return 1 - corner(0);
    case 13:
      return 1 - corner(1);
    case 11:
      return 1 - corner(2);
    case 7:
      return 1 - corner(3);
    case 5:
      return corner(0) + corner(2);  // two opposite corners: kept apart
    case 10:
      return corner(1) + corner(3);
    default:
      break;
  }
  // Two neighbours inside: a trapezium between the crossings of the two edges that leave them.
  const int at = mask == 3 ? 0 : mask == 6 ? 1 : mask == 12 ? 2 : 3;
  const double p = std::abs(v[at]), q = std::abs(v[(at + 1) & 3]);
  const double r = std::abs(v[(at + 2) & 3]), s = std::abs(v[(at + 3) & 3]);
  return 0.5 * (q / (q + r) + p / (p + s));
}

namespace {

/// Fraction of a tetrahedron below zero, linear interpolation, all terms positive, so nothing cancels.
double insideTetrahedron(double v0, double v1, double v2, double v3) {
  double in[4], out[4];
  int ins = 0, outs = 0;
  for (const double v : {v0, v1, v2, v3}) {
    if (v < 0)
      in[ins++] = -v;
    else
      out[outs++] = v;
  }
  if (ins == 0) return 0;
  if (ins == 4) return 1;
  if (ins == 1) return in[0] / (in[0] + out[0]) * (in[0] / (in[0] + out[1])) * (in[0] / (in[0] + out[2]));
  if (ins == 3) {
    if (out[0] == 0) return 1;
    return 1 - out[0] / (in[0] + out[0]) * (out[0] / (in[1] + out[0])) * (out[0] / (in[2] + out[0]));
  }
  const double a = in[0], b = in[1], c = out[0], d = out[1];
  return (c * d * (a * a + a * b + b * b) + (c + d) * a * b * (a + b) + a * a * b * b) /
         ((c + a) * (d + a) * (c + b) * (d + b));
}

/// Fraction below zero of 2x2x2 cubes: the mean over them. `at` gives the 3x3x3 corners.
template <class At>
double insideDualCell(const At& at) {
  double v[27];
  for (int q = 0; q < 27; ++q) v[q] = at(Int3(q % 3, q / 3 % 3, q / 9));
  double s = 0;
  for (int part = 0; part < 8; ++part) {
    const double* o = v + (part & 1) + 3 * (part >> 1 & 1) + 9 * (part >> 2 & 1);
    const double corner[8] = {o[0], o[1], o[3], o[4], o[9], o[10], o[12], o[13]};
    s += 0.125 * insideVolume(corner);
  }
  return s;
}

constexpr uint8_t kOut = 1, kIn = 2;  // some corner is above zero, some is not

FLOTSAM_WIDE_KERNEL void markSides(int n, const double* __restrict v, uint8_t* __restrict side) {
  for (int i = 0; i < n; ++i) side[i] = v[i] > 0 ? kOut : kIn;
}
/// side[i] |= the next two that lie `stride` on.
FLOTSAM_WIDE_KERNEL void joinSides(size_t n, size_t stride, uint8_t* side) {
#pragma GCC ivdep  // what is read has not been written yet
  for (size_t i = 0; i < n; ++i) side[i] = static_cast<uint8_t>(side[i] | side[i + stride] | side[i + 2 * stride]);
}

/// Of every 3x3x3 points of a lattice from (-1, -1, -1) on, which sides there are; points beyond the border are as the
/// nearest on it. `sides` gets count + 2 entries along each axis, those of the first corners first.
void findSides(const std::vector<double>& phi, Int3 count, std::vector<uint8_t>& sides) {
  const Int3 n = count + 2;
  const size_t sy = static_cast<size_t>(n.x), sz = sy * n.y, all = sz * n.z;
  sides.resize(all);
  const auto repeat = [&](size_t stride, int before, uint8_t* first) {  // the entries before and after `before` others
    std::copy_n(first + stride, stride, first);
    std::copy_n(first + stride * before, stride, first + stride * (before + 1));
  };
  for (int k = 0; k < count.z; ++k) {
    uint8_t* plane = &sides[sz * (k + 1)];
    for (int j = 0; j < count.y; ++j) {
      uint8_t* row = plane + sy * (j + 1);
      markSides(count.x, &phi[count.x * (j + static_cast<size_t>(count.y) * k)], row + 1);
      repeat(1, count.x, row);
    }
    repeat(sy, count.y, plane);
  }
  repeat(sz, count.z, sides.data());
  joinSides(all - 2, 1, sides.data());
  joinSides(all - 2 * sy, sy, sides.data());
  joinSides(all - 2 * sz, sz, sides.data());
}

constexpr double kSnap = 1e-9;  // of dx: rounding noise of surfaces that lie on the lattice

/// Corner offsets of a face of axis a in its own plane.
constexpr int kU[3] = {1, 2, 0}, kV[3] = {2, 0, 1};

}  // namespace

double insideVolume(const double c[8]) {
  bool anyIn = false, anyOut = false;
  for (int i = 0; i < 8; ++i) {
    anyIn |= c[i] < 0;
    anyOut |= c[i] > 0;
  }
  if (!anyOut) return 1;
  if (!anyIn) return 0;
  // Kuhn's six tetrahedra around the diagonal 0-7: one per order of the three axes.
  static constexpr int path[6][2] = {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}};
  double sum = 0;
  for (const auto& t : path) sum += insideTetrahedron(c[0], c[t[0]], c[t[1]], c[7]);
  return sum / 6;
}

FractionBuilder::FractionBuilder(const Grid& grid, const ContainerDesc& container, FractionKind kind)
    : grid_(grid), container_(container) {
  FLOTSAM_CHECK(kind != FractionKind::Auto);
  const Grid& g = grid_;
  const double h = g.dx;
  const bool flat = g.flat();
  // Distance at a lattice point; in a flat grid the scene is a prism, sampled in its middle plane.
  const auto distance = [&](const Vec3& x) {
    const double d = fluidWallDistance(container_, g, x);
    return std::abs(d) < kSnap * h ? 0.0 : d;
  };
  fractions_.wallNodes.assign(g.size, -h);
  const Int3 nodes = g.n + 1;
  parallelFor(static_cast<size_t>(nodes.z), 1, [&](size_t k0, size_t k1) {
    for (size_t k = k0; k < k1; ++k)
      for (int j = 0; j < nodes.y; ++j)
        for (int i = 0; i < nodes.x; ++i) {
          const Int3 c(i, j, static_cast<int>(k));
          fractions_.wallNodes[g.id(c)] = distance(g.node(c));
        }
  });
  for (int a = 0; a < 3; ++a) {
    auto& wall = fractions_.wall[a];
    wall.assign(g.size, 1.0);
    bodySum_[a].assign(g.size, 0.0);
    const auto inner = [&](Int3 c) {
      return c.x >= 1 && c.y >= 1 && c.z >= 1 && c.x <= g.inner.x && c.y <= g.inner.y && c.z <= g.inner.z;
    };
    Int3 e(0), u(0), v(0);
    e[a] = 1, u[kU[a]] = 1, v[kV[a]] = 1;
    for (int k = 0; k < g.n.z; ++k)
      for (int j = 0; j < g.n.y; ++j)
        for (int i = 0; i < g.n.x; ++i) {
          const Int3 c(i, j, k);
          if (c[a] == 0 || (flat && (a == 2 || k != 1))) continue;  // closed for good
          double& w = wall[g.id(c)];
          const bool in0 = inner(c - e), in1 = inner(c);
          if (container_.kind == WallKind::Box) {
            // The box is the lattice itself: exact, whatever the kind. With volume fractions the wall's faces are half
            // open. Open sides have no wall.
            const bool tangential = !in0 && !in1, open = in0 != in1 && container_.open.at(a, in0);
            w = (in0 && in1) || open ? 0.0 : (kind == FractionKind::Volume && !tangential) ? 0.5 : 1.0;
            continue;
          }
          const auto node = [&](Int3 o) { return fractions_.wallNodes[g.id(c + o)]; };
          switch (kind) {
            case FractionKind::Volume: {
              double corner[8];
              for (int q = 0; q < 8; ++q) {
                const Int3 o(q & 1, q >> 1 & 1, q >> 2 & 1);
                Vec3 x = g.node(c + o);
                x[a] -= 0.5 * h;
                corner[q] = distance(x);
              }
              w = insideVolume(corner);
              break;
            }
            case FractionKind::Line: {
              const double lo = distance(g.cellCentre(c - e)), hi = distance(g.cellCentre(c));
              w = lo < 0 ? (hi < 0 ? 1 : lo / (lo - hi)) : hi < 0 ? hi / (hi - lo) : (lo == 0 && hi == 0);
              break;
            }
            case FractionKind::Voxel:
              w = distance(g.cellCentre(c - e)) <= 0 || distance(g.cellCentre(c)) <= 0;
              break;
            default:
              w = insideArea(node(Int3(0)), node(u), node(u + v), node(v));
          }
        }
    // No fluid leaves the lattice: faces of the outermost layer that touch nothing but wall cells stay closed.
    fractions_.fluid[a].resize(g.size);
    for (size_t id = 0; id < g.size; ++id) fractions_.fluid[a][id] = 1 - wall[id];
  }
}

void FractionBuilder::update(std::span<const SolidSample> solids, FractionKind kind, double cutoff) {
  FLOTSAM_CHECK(kind != FractionKind::Auto);
  std::swap(before_, fractions_.bodies);
  const size_t count = solids.size();
  fractions_.bodies.resize(count), fractions_.bodyNodes.resize(count), boxes_.resize(count), samples_.resize(count);
  sides_.resize(count);
  lattices_.clear();
  for (size_t b = 0; b < count; ++b) placeLattice(solids[b], kind, b);
  sampleLattices(lattices_);
  parallelPieces(count, [&](size_t b) { findFaces(solids[b], kind, b); });
  makeConsistent(cutoff);
}

bool nodesAround(const Grid& g, const SolidSample& solid, int margin, Int3& lo, Int3& hi) {
  Box3 world;
  const Box3& box = solid.shape->bounds();
  for (int q = 0; q < 8; ++q)
    world.include(
        solid.pose.toWorld({q & 1 ? box.hi.x : box.lo.x, q & 2 ? box.hi.y : box.lo.y, q & 4 ? box.hi.z : box.lo.z}));
  for (int a = 0; a < 3; ++a) {
    if (!std::isfinite(world.lo[a]) || !std::isfinite(world.hi[a])) return false;
    const double first = std::floor(std::clamp(world.lo[a] / g.dx, -1e6, 1e6)),
                 last = std::ceil(std::clamp(world.hi[a] / g.dx, -1e6, 1e6));
    lo[a] = std::max(0, static_cast<int>(first) + 1 - margin);
    hi[a] = std::min(g.n[a], static_cast<int>(last) + 1 + margin);
    if (g.flat() && a == 2) lo[a] = 1, hi[a] = 2;
    if (lo[a] >= hi[a]) return false;
  }
  return true;
}

void FractionBuilder::placeLattice(const SolidSample& solid, FractionKind kind, size_t body) {
  const Grid& g = grid_;
  const double h = g.dx;
  Box& box = boxes_[body];
  BodyNodes& nodes = fractions_.bodyNodes[body];
  nodes.phi.clear();
  box.any = nodesAround(g, solid, 1, box.lo, box.hi);
  if (!box.any) return;
  const int refine = kind == FractionKind::Volume ? kVolumeRefine : 1;
  const bool centres = kind == FractionKind::Line || kind == FractionKind::Voxel;
  // Area fractions need the nodes themselves: with the wider margin they serve everybody else who asks for them.
  const bool keep = !centres && refine == 1;
  box.first = box.lo;
  Int3 last = box.hi;
  if (keep) nodesAround(g, solid, kNodeMargin, box.first, last);
  box.count = refine * (last - box.first) + 1;
  box.phi = keep ? &nodes.phi : &samples_[body];
  std::vector<double>& phi = *box.phi;
  // Room for every orientation at once: a turning body then allocates nothing.
  const Box3& bounds = solid.shape->bounds();
  const double reach = glm::length(glm::max(glm::abs(bounds.lo), glm::abs(bounds.hi)));
  size_t most = 1, windows = 1;
  for (int a = 0; a < 3; ++a) {
    const double across = std::min(std::ceil(2 * reach / h) + 2 * kNodeMargin + 2, double(g.n[a] + 1));
    const size_t points = static_cast<size_t>(refine * across) + 1;
    most *= points, windows *= points + 2;
  }
  phi.reserve(most);
  if (kind == FractionKind::Volume) sides_[body].reserve(windows);
  if (keep) nodes.lo = box.first, nodes.count = box.count;
  phi.resize(static_cast<size_t>(box.count.x) * box.count.y * box.count.z);
  lattices_.push_back({solid.shape, solid.pose, g.node(box.first) + Vec3(centres ? 0.5 * h : 0), h / refine, box.count,
                       g.flat(), phi.data()});
}

void FractionBuilder::findFaces(const SolidSample& solid, FractionKind kind, size_t body) {
  const Grid& g = grid_;
  const double h = g.dx;
  const bool flat = g.flat();
  std::vector<BodyFace>& out = fractions_.bodies[body];
  out.clear();
  if (!boxes_[body].any) return;
  const auto& [any, lo, hi, first, count, sampled] = boxes_[body];
  std::vector<double>& phi = *sampled;
  const bool keep = sampled == &fractions_.bodyNodes[body].phi;
  const double grown = kind == FractionKind::Volume ? solid.grown : 0;
  for (double& p : phi) {
    p -= grown;
    if (std::abs(p) < kSnap * h) p = 0;  // rounding noise: on the surface
  }
  std::vector<uint8_t>& sides = sides_[body];
  if (kind == FractionKind::Volume) findSides(phi, count, sides);
  // `c` in units of the sampled lattice, counted from its first node; held inside (outside it all is fluid).
  const auto at = [&](Int3 c) {
    const Int3 o = glm::clamp(c, Int3(0), count - 1);
    return phi[o.x + static_cast<size_t>(count.x) * (o.y + static_cast<size_t>(count.y) * o.z)];
  };
  for (int a = 0; a < (flat ? 2 : 3); ++a) {
    Int3 e(0);
    e[a] = 1;
    Int3 begin = lo, end = hi;  // cells of the box; the axis has one face more
    end[a] += 1;
    if (flat) begin.z = 1, end.z = 2;
    begin[a] = std::max(begin[a], 1);
    end = glm::min(end, g.n);
    if (keep) {  // all corners are nodes that were sampled
      const std::ptrdiff_t stride[3] = {1, count.x, std::ptrdiff_t(count.x) * count.y};
      const std::ptrdiff_t du = stride[kU[a]], dv = stride[kV[a]];
      for (int k = begin.z; k < end.z; ++k)
        for (int j = begin.y; j < end.y; ++j) {
          const double* node = &phi[(begin.x - first.x) + stride[1] * (j - first.y) + stride[2] * (k - first.z)];
          for (int i = begin.x; i < end.x; ++i, ++node) {
            const double s = insideArea(node[0], node[du], node[du + dv], node[dv]);
            if (s > 0) out.push_back({g.id(i, j, k), a, s});
          }
        }
      continue;
    }
    for (int k = begin.z; k < end.z; ++k)
      for (int j = begin.y; j < end.y; ++j)
        for (int i = begin.x; i < end.x; ++i) {
          const Int3 c = Int3(i, j, k) - first;
          double s = 0;
          switch (kind) {
            case FractionKind::Volume: {
              const Int3 first = 2 * c - e, w = first + 1;  // of the corners, among the windows
              const uint8_t side = sides[w.x + static_cast<size_t>(count.x + 2) * (w.y + (count.y + 2) * w.z)];
              s = side == kOut ? 0 : side == kIn ? 1 : insideDualCell([&](Int3 q) { return at(first + q); });
              break;
            }
            case FractionKind::Line: {
              const double p = at(c - e), q = at(c);
              s = p < 0 ? (q < 0 ? 1 : p / (p - q)) : q < 0 ? q / (q - p) : (p == 0 && q == 0);
              break;
            }
            default:  // voxel
              s = at(c - e) <= 0 || at(c) <= 0;
          }
          if (s > 0) out.push_back({g.id(i, j, k), a, s});
        }
  }
}

/// Bodies share what the walls leave; slivers of fluid are given to the solids of their face. Only the faces of bodies,
/// as they were and as they are, are looked at.
void FractionBuilder::makeConsistent(double cutoff) {
  constexpr int kParts = 4;  // of the planes
  auto& f = fractions_;
  const bool whole = cutoff != cutoff_;
  cutoff_ = cutoff;
  parallelPieces(3 * kParts, [&](size_t piece) {
    const int a = static_cast<int>(piece) / kParts, part = static_cast<int>(piece) % kParts, planes = grid_.n.z + 1;
    const int begin = grid_.sz * (planes * part / kParts), end = grid_.sz * (planes * (part + 1) / kParts);
    const auto each = [&](auto& bodies, const auto& visit) {
      for (auto& faces : bodies) {
        const auto before = [&](const BodyFace& face, int id) {
          return face.axis < a || (face.axis == a && face.id < id);
        };
        for (auto face = std::lower_bound(faces.begin(), faces.end(), begin, before);
             face != faces.end() && face->axis == a && face->id < end; ++face)
          visit(*face);
      }
    };
    double *sum = bodySum_[a].data(), *fluid = f.fluid[a].data();
    const double* wall = f.wall[a].data();
    const auto share = [&](int id) {
      const double w = 1 - wall[id] - sum[id];
      fluid[id] = w < cutoff ? 0.0 : w;
    };
    if (whole)
      for (int id = begin; id < end; ++id) share(id);
    else
      each(before_, [&](const BodyFace& face) { share(face.id); });
    each(f.bodies, [&](const BodyFace& face) { sum[face.id] += face.s; });
    each(f.bodies, [&](const BodyFace& face) { share(face.id); });
    each(f.bodies, [&](BodyFace& face) {
      // Closed by the cut-off or over-full: the bodies fill the room between them.
      if (fluid[face.id] == 0) face.s *= (1 - wall[face.id]) / sum[face.id];
    });
    each(f.bodies, [&](const BodyFace& face) { sum[face.id] = 0; });
  });
}

}  // namespace flotsam
