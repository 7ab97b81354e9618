// SPDX-License-Identifier: MIT
// Marching tetrahedra: every lattice cell is cut into the six tetrahedra of Kuhn's triangulation; the field, taken as
// linear in each, has a zero set that is a closed 2-manifold whatever the field does (surface nets are not, where two
// sheets pass one cell). The vertices then slide along the gradient onto the field's own zero, a few Newton steps of at
// most half a cell, and relax along the surface in between so that triangles come out even.
#include "author_meshes/polygonise.h"

#include <algorithm>

#include "core/parallel.h"

namespace flotsam::author {

Vec3 gradient(const Model& model, const Vec3& p, double h) {
  Vec3 g;
  for (int a = 0; a < 3; ++a) {
    Vec3 d(0);
    d[a] = h;
    g[a] = (model.field(p + d) - model.field(p - d)) / (2 * h);
  }
  return g;
}

namespace {

struct Lattice {
  Vec3 lo;
  double h;
  Int3 n;  // nodes
  size_t id(int i, int j, int k) const { return i + static_cast<size_t>(n.x) * (j + static_cast<size_t>(n.y) * k); }
  Vec3 at(const Vec3& c) const { return lo + h * c; }
};

std::vector<double> sample(const Model& model, const Lattice& l) {
  std::vector<double> f(static_cast<size_t>(l.n.x) * l.n.y * l.n.z);
  parallelPieces(l.n.z, [&](size_t k) {
    for (int j = 0; j < l.n.y; ++j)
      for (int i = 0; i < l.n.x; ++i) f[l.id(i, j, k)] = model.field(l.at(Vec3(i, j, k)));
  });
  return f;
}

/// Collects the triangles; a vertex lies on the lattice edge from a node towards (1 + direction) in bits x, y, z.
class Marcher {
 public:
  Marcher(const Lattice& l, const std::vector<double>& f) : l_(l), f_(f), vertex_(7 * f.size(), -1) {}

  void tetrahedron(const Int3 (&c)[4]) {
    int in[4], out[4], nIn = 0, nOut = 0;
    for (int i = 0; i < 4; ++i) (value(c[i]) < 0 ? in[nIn++] : out[nOut++]) = i;
    if (nIn == 0 || nOut == 0) return;
    std::vector<std::pair<int, int>> ends;  // crossed edges in cyclic order
    if (nIn == 2)
      ends = {{in[0], out[0]}, {in[0], out[1]}, {in[1], out[1]}, {in[1], out[0]}};
    else
      for (int i = 0; i < nIn; ++i)
        for (int o = 0; o < nOut; ++o) ends.push_back({in[i], out[o]});
    // outward is the side of the outer corners: decided on edge midpoints, which cannot degenerate
    std::vector<unsigned> v;
    std::vector<Vec3> middle;
    for (const auto& [i, o] : ends) v.push_back(crossing(c[i], c[o])), middle.push_back(0.5 * Vec3(c[i] + c[o]));
    const Vec3 n = glm::cross(middle[1] - middle[0], middle[2] - middle[0]);
    if (glm::dot(n, Vec3(c[out[0]] - c[in[0]])) < 0) std::reverse(v.begin(), v.end());
    for (size_t i = 1; i + 1 < v.size(); ++i) surface.t.push_back({v[0], v[i], v[i + 1]});
  }

  Surface surface;

 private:
  double value(Int3 c) const { return f_[l_.id(c.x, c.y, c.z)]; }
  unsigned crossing(Int3 a, Int3 b) {
    if (b.x + b.y + b.z < a.x + a.y + a.z) std::swap(a, b);
    const Int3 d = b - a;
    int& v = vertex_[7 * l_.id(a.x, a.y, a.z) + (d.x + 2 * d.y + 4 * d.z - 1)];
    if (v < 0) {
      v = static_cast<int>(surface.x.size());
      const double t = std::clamp(value(a) / (value(a) - value(b)), 0.1, 0.9);
      surface.x.push_back(l_.at(Vec3(a) + t * Vec3(d)));
    }
    return static_cast<unsigned>(v);
  }
  const Lattice& l_;
  const std::vector<double>& f_;
  std::vector<int> vertex_;
};

void project(const Model& model, double h, std::vector<Vec3>& x) {
  parallelFor(x.size(), 256, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      for (int step = 0; step < 4; ++step) {
        const double f = model.field(x[i]);
        const Vec3 g = gradient(model, x[i], 0.05 * h);
        const double g2 = std::max(glm::dot(g, g), 1e-3);
        Vec3 move = -f / g2 * g;
        const double length = glm::length(move);
        if (length > 0.5 * h) move *= 0.5 * h / length;
        x[i] += move;
      }
  });
}

void relax(Surface& s, double amount) {
  std::vector<Vec3> sum(s.x.size(), Vec3(0)), normal(s.x.size(), Vec3(0));
  std::vector<double> weight(s.x.size(), 0);
  for (const auto& t : s.t) {
    const Vec3 n = glm::cross(s.x[t.y] - s.x[t.x], s.x[t.z] - s.x[t.x]);
    const Vec3 c = (s.x[t.x] + s.x[t.y] + s.x[t.z]) / 3.0;
    const double area = glm::length(n);
    for (int a = 0; a < 3; ++a) sum[t[a]] += area * c, weight[t[a]] += area, normal[t[a]] += n;
  }
  for (size_t i = 0; i < s.x.size(); ++i) {
    const double n2 = glm::dot(normal[i], normal[i]);
    if (weight[i] <= 0 || n2 <= 0) continue;
    const Vec3 d = sum[i] / weight[i] - s.x[i];
    s.x[i] += amount * (d - glm::dot(d, normal[i]) / n2 * normal[i]);
  }
}

}  // namespace

Surface polygonise(const Model& model) {
  const Vec3 size = model.box.size();
  Lattice l{model.box.lo, std::max({size.x, size.y, size.z}) / model.cells, {}};
  l.n = Int3(glm::ceil(size / l.h)) + 1;
  const std::vector<double> f = sample(model, l);

  Marcher marcher(l, f);
  constexpr int kOrder[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  for (int k = 0; k + 1 < l.n.z; ++k)
    for (int j = 0; j + 1 < l.n.y; ++j)
      for (int i = 0; i + 1 < l.n.x; ++i) {
        const double f0 = f[l.id(i, j, k)];
        if (std::abs(f0) > 4 * l.h) continue;  // the figures' fields rise no faster than twice a distance
        for (const auto& order : kOrder) {
          Int3 c[4] = {{i, j, k}, {i, j, k}, {i, j, k}, {i, j, k}};
          for (int step = 0; step < 3; ++step)
            for (int later = step + 1; later < 4; ++later) c[later][order[step]] += 1;
          marcher.tetrahedron(c);
        }
      }
  Surface s = std::move(marcher.surface);
  project(model, l.h, s.x);
  for (int round = 0; round < 2; ++round) {
    relax(s, 0.5);
    project(model, l.h, s.x);
  }
  return s;
}

}  // namespace flotsam::author
