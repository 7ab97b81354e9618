// SPDX-License-Identifier: MIT
// Lattice coordinates here: cell (i,j,k) of the view has its centre at (i,j,k), the tank's inside begins at 0.5.
#include "view/liquid_surface.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace flotsam {
namespace {

constexpr uint32_t kNone = 0xFFFFFFFFu;
enum Kind : uint8_t { kLiquid = 1, kWall = 2 };  // bits; a cell with liquid alone is inside the mesh

/// One smooth piece of the walls, lattice coordinates: a plane, a cylinder's side or a sphere.
struct Wall {
  Vec3f origin{0}, normal{0};  // plane: a point and the way out; cylinder: centre and axis; sphere: centre
  float radius = 0;            // 0 = plane

  /// Distance beyond the wall (negative in the tank) and the way out.
  float distance(const Vec3f& x, Vec3f* out = nullptr) const {
    const Vec3f d = x - origin;
    if (radius == 0) {
      if (out) *out = normal;
      return glm::dot(d, normal);
    }
    const Vec3f across = d - normal * glm::dot(d, normal);
    const float l = glm::length(across);
    if (out) *out = l > 0 ? across / l : Vec3f(0);
    return l - radius;
  }
};

struct Walls {
  Wall list[12];
  int count = 0, own = 0;  // the first `own` are the container's, the rest the sides of the grid

  void box(const Vec3f& centre, const glm::mat3& axes, const Vec3f& half, int dimensions) {
    for (int a = 0; a < dimensions; ++a)
      for (const float s : {-1.f, 1.f}) list[count++] = {centre + s * half[a] * axes[a], s * axes[a], 0};
  }
};

Walls makeWalls(const SimView& view) {
  const ContainerView& c = view.container;
  const float perMetre = static_cast<float>(1 / view.dx);
  const Vec3f centre = Vec3f(c.pose.position) * perMetre + 0.5f, size = Vec3f(c.size) * perMetre;
  const glm::mat3 axes(glm::mat3_cast(glm::quat(c.pose.orientation)));
  const Vec3f sides = 0.5f * Vec3f(view.cells);
  Walls w;
  if (c.kind == ContainerKind::Sphere)
    w.list[w.count++] = {centre, view.flat ? Vec3f(0, 0, 1) : Vec3f(0), size.x};
  else if (c.kind == ContainerKind::TiltedBox)
    w.box(centre, axes, 0.5f * size, view.flat ? 2 : 3);
  else if (c.kind == ContainerKind::Cylinder) {
    w.list[w.count++] = {centre, axes[1], size.x};
    for (const float s : {-1.f, 1.f}) w.list[w.count++] = {centre + s * 0.5f * size.y * axes[1], s * axes[1], 0};
  }
  w.own = w.count;
  w.box(sides + 0.5f, glm::mat3(1), sides, 3);
  return w;
}

struct Builder {
  const SimView& view;
  LiquidSurface& out;
  const Walls walls;
  const Int3 n;
  const int stride[3];

  Builder(const SimView& v, LiquidSurface& o)
      : view(v), out(o), walls(makeWalls(v)), n(v.liquid.cells), stride{1, n.x, n.x * n.y} {}

  int id(int i, int j, int k) const { return i + stride[1] * j + stride[2] * k; }

  void classify() {
    out.kind.assign(view.liquid.phi.size(), kWall);
    for (int k = 1; k + 1 < n.z; ++k)
      for (int j = 1; j + 1 < n.y; ++j)
        for (int i = 1; i + 1 < n.x; ++i) {
          uint8_t kind = 0;
          for (int q = 0; q < walls.own; ++q)
            if (walls.list[q].distance(Vec3f(i, j, k)) >= 0) kind = kWall;
          out.kind[id(i, j, k)] = kind;
        }
    for (size_t c = 0; c < out.kind.size(); ++c)
      if (view.liquid.phi[c] < 0) out.kind[c] |= kLiquid;
  }

  void place(Int3 lowest, const int (&corner)[8]) {
    Vec3f crossed[3] = {};  // sums: surface between open cells, surface anywhere, wall
    float count[3] = {};
    bool nearWall = false, open = view.liquid.buried.size() != out.kind.size();
    for (int a = 0; a < 8; ++a) {
      const bool wall = out.kind[corner[a]] & kWall;
      nearWall |= wall;
      if (!open) open = !wall && !view.liquid.buried[corner[a]];
      for (const int axis : {1, 2, 4}) {
        if (a & axis) continue;
        const int b = a | axis;
        const uint8_t ka = out.kind[corner[a]], kb = out.kind[corner[b]];
        const Vec3f from(a & 1, a >> 1 & 1, a >> 2), to(b & 1, b >> 1 & 1, b >> 2);
        if ((ka ^ kb) & kLiquid) {
          const float pa = view.liquid.phi[corner[a]], pb = view.liquid.phi[corner[b]];
          const int which = (ka | kb) & kWall ? 1 : 0;
          crossed[which] += glm::mix(from, to, pa / (pa - pb)), ++count[which];
        }
        if ((ka == kLiquid) != (kb == kLiquid) && (ka | kb) & kWall) crossed[2] += 0.5f * (from + to), ++count[2];
      }
    }
    int use = 0;
    while (use < 2 && count[use] == 0) ++use;
    Vec3f local = crossed[use] / std::max(count[use], 1.f), p = Vec3f(lowest) + local, normal(0);
    if (use < 2) normal = slope(corner, local);
    Vec3f way(0);
    if (nearWall) p = ontoWalls(lowest, p, way);
    if (use == 2) normal = way;
    const float l = glm::length(normal), across = glm::dot(normal, way);
    // Where a film runs out along its wall there is no line worth drawing.
    constexpr float kSteep = 0.9f * 0.9f;
    out.rim.push_back(use < 2 && open && across * across < kSteep * l * l * glm::dot(way, way));
    out.mesh.positions.push_back(static_cast<float>(view.dx) * (p - 0.5f));
    out.mesh.normals.push_back(l > 1e-6f ? normal / l : Vec3f(0, 1, 0));
  }

  /// Gradient of the distance between the eight corners.
  Vec3f slope(const int (&corner)[8], const Vec3f& t) const {
    Vec3f g(0);
    for (int a = 0; a < 8; ++a) {
      const Vec3f w(a & 1 ? t.x : 1 - t.x, a & 2 ? t.y : 1 - t.y, a & 4 ? t.z : 1 - t.z);
      const float phi = view.liquid.phi[corner[a]];
      g += phi *
           Vec3f((a & 1 ? 1.f : -1.f) * w.y * w.z, (a & 2 ? 1.f : -1.f) * w.x * w.z, (a & 4 ? 1.f : -1.f) * w.x * w.y);
    }
    return g;
  }

  /// Moves p onto every wall that passes between the box's corners, and never leaves it beyond one. Adds up their ways
  /// out.
  Vec3f ontoWalls(Int3 lowest, Vec3f p, Vec3f& outwards) const {
    for (int q = 0; q < walls.count; ++q) {
      bool in = false, beyond = false;
      for (int a = 0; a < 8; ++a)
        (walls.list[q].distance(Vec3f(lowest) + Vec3f(a & 1, a >> 1 & 1, a >> 2)) < 0 ? in : beyond) = true;
      if (!in || !beyond) continue;
      Vec3f way;
      const float d = walls.list[q].distance(p, &way);
      p -= d * way, outwards += way;
    }
    for (int q = 0; q < walls.count; ++q) {
      Vec3f way;
      const float d = walls.list[q].distance(p, &way);
      if (d > 0) p -= d * way;
    }
    return p;
  }

  void placeVertices() {
    out.vertex.assign(out.kind.size(), kNone);
    int offset[8];
    for (int a = 0; a < 8; ++a) offset[a] = id(a & 1, a >> 1 & 1, a >> 2);
    for (int k = 0; k + 1 < n.z; ++k)
      for (int j = 0; j + 1 < n.y; ++j)
        for (int i = 0; i + 1 < n.x; ++i) {
          const int c = id(i, j, k);
          int inside = 0;
          for (const int o : offset) inside += out.kind[c + o] == kLiquid;
          if (inside == 0 || inside == 8) continue;
          out.vertex[c] = static_cast<uint32_t>(out.mesh.positions.size());
          int corner[8];
          for (int a = 0; a < 8; ++a) corner[a] = c + offset[a];
          place({i, j, k}, corner);
        }
  }

  /// A quad around the edge from cell c to the next along `axis`, seen counter-clockwise from outside.
  void addQuad(int c, int axis, bool outwards, bool wall) {
    std::vector<glm::uvec3>& to = wall ? out.walls : out.mesh.triangles;
    const int u = stride[(axis + 1) % 3], v = stride[(axis + 2) % 3];
    uint32_t q[4] = {out.vertex[c - u - v], out.vertex[c - v], out.vertex[c], out.vertex[c - u]};
    if (!outwards) std::swap(q[1], q[3]);
    for (int a = 0; a < 4; ++a) {
      const uint32_t from = q[a], next = q[(a + 1) % 4];
      if (!out.rim[from] || !out.rim[next]) continue;
      wall ? out.wallEnds.push_back({next, from}) : out.ends.push_back({from, next});
    }
    const auto& x = out.mesh.positions;
    const auto length2 = [&](int a, int b) {
      const Vec3f d = x[q[a]] - x[q[b]];
      return glm::dot(d, d);
    };
    // The same diagonal everywhere unless the other is clearly shorter: flat water does not flicker.
    const int first = length2(1, 3) < 0.8f * length2(0, 2) ? 1 : 0;
    to.push_back({q[first], q[first + 1], q[first + 2]});
    to.push_back({q[first], q[first + 2], q[(first + 3) % 4]});
  }

  /// The edges that a free quad shares with one on a wall.
  void joinWaterline() {
    const auto before = [](const glm::uvec2& a, const glm::uvec2& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; };
    std::sort(out.ends.begin(), out.ends.end(), before);
    std::sort(out.wallEnds.begin(), out.wallEnds.end(), before);
    std::set_intersection(out.ends.begin(), out.ends.end(), out.wallEnds.begin(), out.wallEnds.end(),
                          std::back_inserter(out.waterline), before);
  }

  void connect() {
    for (int k = 0; k + 1 < n.z; ++k)
      for (int j = 0; j + 1 < n.y; ++j)
        for (int i = 0; i + 1 < n.x; ++i) {
          const int c = id(i, j, k);
          const uint8_t here = out.kind[c];
          for (int axis = 0; axis < 3; ++axis) {
            const uint8_t there = out.kind[c + stride[axis]];
            if ((here == kLiquid) == (there == kLiquid)) continue;
            const bool wall = (here == kLiquid ? there : here) & kWall;
            addQuad(c, axis, here == kLiquid, wall);
          }
        }
  }
};

}  // namespace

void extractSurface(const SimView& view, LiquidSurface& out) {
  out.mesh.positions.clear(), out.mesh.normals.clear(), out.mesh.triangles.clear();
  out.walls.clear(), out.waterline.clear(), out.rim.clear(), out.ends.clear(), out.wallEnds.clear();
  out.freeTriangles = 0;
  const Int3 n = view.liquid.cells;
  if (std::min({n.x, n.y, n.z}) < 3 || view.liquid.phi.size() != static_cast<size_t>(n.x) * n.y * n.z) return;
  if (n != view.cells + 2 || !(view.dx > 0)) return;
  Builder builder(view, out);
  builder.classify();
  builder.placeVertices();
  builder.connect();
  builder.joinWaterline();
  out.freeTriangles = out.mesh.triangles.size();
  out.mesh.triangles.insert(out.mesh.triangles.end(), out.walls.begin(), out.walls.end());
}

}  // namespace flotsam
