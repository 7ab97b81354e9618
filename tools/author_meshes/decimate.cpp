// SPDX-License-Identifier: MIT
// Each vertex carries the sum of squared distances to the planes of its triangles, weighted by area; an edge is worth
// the least value of its two sums and collapses to the point that has it. A collapse is refused when it would change
// the topology (the ends share other neighbours than the two across), fold a triangle over, leave a sliver or make a
// long edge. Ties are broken by index, so the result is the same everywhere.
#include "author_meshes/decimate.h"

#include <algorithm>
#include <queue>

namespace flotsam::author {
namespace {

/// x'Ax + 2 b'x + c
struct Quadric {
  Mat3 a{0};
  Vec3 b{0};
  double c = 0;
  void addPlane(const Vec3& n, double d, double w) {
    a += w * glm::outerProduct(n, n);
    b += w * d * n;
    c += w * d * d;
  }
  void addPoint(const Vec3& p, double w) {
    a += Mat3(w);
    b -= w * p;
    c += w * glm::dot(p, p);
  }
  Quadric operator+(const Quadric& o) const { return {a + o.a, b + o.b, c + o.c}; }
  double operator()(const Vec3& x) const { return std::max(0.0, glm::dot(x, a * x) + 2 * glm::dot(b, x) + c); }
};

struct Candidate {
  double cost;
  unsigned u, v, stampU, stampV;
  Vec3 x;
  bool operator<(const Candidate& o) const {  // the queue gives the greatest first
    if (cost != o.cost) return cost > o.cost;
    return u != o.u ? u > o.u : v > o.v;
  }
};

class Decimator {
 public:
  Decimator(Surface& s, double longest) : s_(s), longest_(longest) {
    const size_t n = s.x.size();
    quadrics_.resize(n);
    faces_.resize(n);
    stamp_.assign(n, 0);
    dead_.assign(s.t.size(), false);
    for (unsigned f = 0; f < s.t.size(); ++f) {
      const Vec3 cross = normalOf(s.t[f]);
      const double area = glm::length(cross);
      for (int a = 0; a < 3; ++a) {
        faces_[s.t[f][a]].push_back(f);
        if (area <= 0) continue;
        const Vec3 unit = cross / area;
        quadrics_[s.t[f][a]].addPlane(unit, -glm::dot(unit, s.x[s.t[f][a]]), area);
        // a whisper of the old place keeps the optimum near the edge where the surface is flat
        quadrics_[s.t[f][a]].addPoint(s.x[s.t[f][a]], 1e-4 * area);
      }
    }
  }

  void run(size_t wanted) {
    size_t alive = s_.t.size();
    for (unsigned u = 0; u < s_.x.size(); ++u)
      for (unsigned v : neighbours(u))
        if (u < v) push(u, v);
    while (alive > wanted && !queue_.empty()) {
      const Candidate c = queue_.top();
      queue_.pop();
      if (stamp_[c.u] != c.stampU || stamp_[c.v] != c.stampV || !allowed(c)) continue;
      collapse(c);
      alive -= 2;
    }
    compact();
  }

 private:
  Vec3 normalOf(const glm::uvec3& t) const { return glm::cross(s_.x[t.y] - s_.x[t.x], s_.x[t.z] - s_.x[t.x]); }
  std::vector<unsigned> neighbours(unsigned u) const {
    std::vector<unsigned> out;
    for (unsigned f : faces_[u])
      for (int a = 0; a < 3; ++a)
        if (s_.t[f][a] != u) out.push_back(s_.t[f][a]);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
  void push(unsigned u, unsigned v) {
    const Quadric q = quadrics_[u] + quadrics_[v];
    const Vec3 middle = 0.5 * (s_.x[u] + s_.x[v]);
    Vec3 x = middle;
    const double size = q.a[0][0] + q.a[1][1] + q.a[2][2];
    if (glm::determinant(q.a) > 1e-12 * size * size * size) x = -(glm::inverse(q.a) * q.b);
    if (glm::distance(x, middle) > 2 * glm::distance(s_.x[u], s_.x[v])) x = middle;
    queue_.push({q(x), u, v, stamp_[u], stamp_[v], x});
  }
  bool allowed(const Candidate& c) const {
    const auto nu = neighbours(c.u), nv = neighbours(c.v);
    std::vector<unsigned> shared;
    std::set_intersection(nu.begin(), nu.end(), nv.begin(), nv.end(), std::back_inserter(shared));
    if (shared.size() != 2) return false;
    for (unsigned n : nu)
      if (n != c.v && glm::distance(s_.x[n], c.x) > longest_) return false;
    for (unsigned n : nv)
      if (n != c.u && glm::distance(s_.x[n], c.x) > longest_) return false;
    return facesSurvive(c.u, c.v, c.x) && facesSurvive(c.v, c.u, c.x);
  }
  bool facesSurvive(unsigned moved, unsigned other, const Vec3& x) const {
    for (unsigned f : faces_[moved]) {
      const auto& t = s_.t[f];
      if (t.x == other || t.y == other || t.z == other) continue;
      Vec3 p[3];
      for (int a = 0; a < 3; ++a) p[a] = t[a] == moved ? x : s_.x[t[a]];
      const Vec3 before = normalOf(t), after = glm::cross(p[1] - p[0], p[2] - p[0]);
      const double la = glm::length(after);
      if (glm::dot(before, after) < 0.5 * glm::length(before) * la) return false;
      const double edges =
          glm::dot(p[1] - p[0], p[1] - p[0]) + glm::dot(p[2] - p[1], p[2] - p[1]) + glm::dot(p[0] - p[2], p[0] - p[2]);
      if (la < 0.06 * edges) return false;  // 0.577 for an equilateral triangle
    }
    return true;
  }
  void collapse(const Candidate& c) {
    s_.x[c.u] = c.x;
    quadrics_[c.u] = quadrics_[c.u] + quadrics_[c.v];
    std::vector<unsigned> kept;
    for (unsigned f : faces_[c.u])
      if (!holds(f, c.v)) kept.push_back(f);
    for (unsigned f : faces_[c.v]) {
      if (holds(f, c.u)) {
        dead_[f] = true;
        for (int a = 0; a < 3; ++a)
          if (s_.t[f][a] != c.u && s_.t[f][a] != c.v) std::erase(faces_[s_.t[f][a]], f);
        continue;
      }
      for (int a = 0; a < 3; ++a)
        if (s_.t[f][a] == c.v) s_.t[f][a] = c.u;
      kept.push_back(f);
    }
    faces_[c.u] = kept;
    faces_[c.v].clear();
    ++stamp_[c.u], ++stamp_[c.v];
    for (unsigned n : neighbours(c.u)) push(std::min(c.u, n), std::max(c.u, n));
  }
  bool holds(unsigned f, unsigned v) const { return s_.t[f].x == v || s_.t[f].y == v || s_.t[f].z == v; }
  void compact() {
    std::vector<int> to(s_.x.size(), -1);
    Surface out;
    for (size_t f = 0; f < s_.t.size(); ++f) {
      if (dead_[f]) continue;
      glm::uvec3 t;
      for (int a = 0; a < 3; ++a) {
        int& v = to[s_.t[f][a]];
        if (v < 0) v = static_cast<int>(out.x.size()), out.x.push_back(s_.x[s_.t[f][a]]);
        t[a] = v;
      }
      out.t.push_back(t);
    }
    s_ = std::move(out);
  }

  Surface& s_;
  double longest_;
  std::vector<Quadric> quadrics_;
  std::vector<std::vector<unsigned>> faces_;
  std::vector<unsigned> stamp_;
  std::vector<bool> dead_;
  std::priority_queue<Candidate> queue_;
};

}  // namespace

void decimate(Surface& surface, size_t triangles, double longest) { Decimator(surface, longest).run(triangles); }

}  // namespace flotsam::author
