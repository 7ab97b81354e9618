// SPDX-License-Identifier: MIT
// Things with crisp edges, built face by face: a gear, a paddle wheel and a cut gem. Every edge is broken by a narrow
// chamfer, so flat faces look flat also with smooth shading.
#include <algorithm>
#include <map>
#include <vector>

#include "author_meshes/field.h"
#include "author_meshes/models.h"

namespace flotsam::author {
namespace {

constexpr double kChamfer = 0.012;

using Loop = std::vector<Vec2>;

Vec2 polar(double r, double a) { return {r * std::cos(a), r * std::sin(a)}; }

/// The loop (counter-clockwise) moved inwards by c, corner by corner.
Loop inset(const Loop& loop, double c) {
  Loop out;
  const size_t n = loop.size();
  for (size_t i = 0; i < n; ++i) {
    const Vec2 a = glm::normalize(loop[i] - loop[(i + n - 1) % n]), b = glm::normalize(loop[(i + 1) % n] - loop[i]);
    const Vec2 na(-a.y, a.x), nb(-b.y, b.x);  // inwards
    out.push_back(loop[i] + c / (1 + glm::dot(na, nb)) * (na + nb));
  }
  return out;
}

/// Adds a quad a b c d, counter-clockwise from outside, cut along the shorter diagonal.
void quad(Surface& s, unsigned a, unsigned b, unsigned c, unsigned d) {
  if (glm::distance(s.x[a], s.x[c]) <= glm::distance(s.x[b], s.x[d])) {
    s.t.push_back({a, b, c});
    s.t.push_back({a, c, d});
  } else {
    s.t.push_back({a, b, d});
    s.t.push_back({b, c, d});
  }
}

/// Adds a loop of vertices at height z; returns the first index.
unsigned ring(Surface& s, const Loop& loop, double z) {
  const unsigned first = static_cast<unsigned>(s.x.size());
  for (const auto& p : loop) s.x.push_back({p.x, p.y, z});
  return first;
}

/// Quads between two rings of n vertices; the surface faces right of the way from `from` to `to` for someone who
/// walks with the axis to the left (outwards when going down -z on the outside).
void band(Surface& s, unsigned from, unsigned to, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    const unsigned j = (i + 1) % n;
    quad(s, from + i, to + i, to + j, from + j);
  }
}

Surface subdivided(const Surface& in) {
  Surface out;
  out.x = in.x;
  std::map<std::pair<unsigned, unsigned>, unsigned> middle;
  const auto mid = [&](unsigned a, unsigned b) {
    const auto [it, fresh] = middle.try_emplace(std::minmax(a, b), static_cast<unsigned>(out.x.size()));
    if (fresh) out.x.push_back(0.5 * (in.x[a] + in.x[b]));
    return it->second;
  };
  for (const auto& t : in.t) {
    const unsigned a = mid(t.x, t.y), b = mid(t.y, t.z), c = mid(t.z, t.x);
    out.t.insert(out.t.end(), {{t.x, a, c}, {t.y, b, a}, {t.z, c, b}, {a, b, c}});
  }
  return out;
}

Surface buildGear() {
  constexpr int kTeeth = 12;
  Loop outline;
  for (int tooth = 0; tooth < kTeeth; ++tooth) {
    const double a = 2 * kPi * tooth / kTeeth;
    const auto arc = [&](double r, double from, double to, int steps) {
      for (int i = 0; i <= steps; ++i) outline.push_back(polar(r, a + from + (to - from) * i / steps));
    };
    // radius and half angle down the flank, with small chamfers at its ends
    outline.push_back(polar(0.395, a - 0.185));
    outline.push_back(polar(0.445, a - 0.148));
    outline.push_back(polar(0.490, a - 0.106));
    arc(0.500, -0.088, 0.088, 4);
    outline.push_back(polar(0.490, a + 0.106));
    outline.push_back(polar(0.445, a + 0.148));
    outline.push_back(polar(0.395, a + 0.185));
    arc(0.384, 0.212, 2 * kPi / kTeeth - 0.212, 2);
  }
  const unsigned n = static_cast<unsigned>(outline.size());
  const auto circle = [&](double r) {
    Loop loop;
    for (const auto& p : outline) loop.push_back(r * glm::normalize(p));
    return loop;
  };
  const double h = 0.125, web = 0.078, c = kChamfer;
  const Loop rim = inset(outline, c);
  Surface s;
  // from the hole's edge over the upper face and the teeth to the lower face and back through the hole
  const std::vector<std::pair<Loop, double>> top{{circle(0.110), h - c},
                                                 {circle(0.110 + c), h},
                                                 {circle(0.180 - c), h},
                                                 {circle(0.180), h - c},
                                                 {circle(0.190), web},
                                                 {circle(0.202), web},
                                                 {circle(0.293), web},
                                                 {circle(0.305), web},
                                                 {circle(0.315), h - c},
                                                 {circle(0.315 + c), h},
                                                 {rim, h},
                                                 {outline, h - c}};
  std::vector<unsigned> rings;
  for (const auto& [loop, z] : top) rings.push_back(ring(s, loop, z));
  rings.push_back(ring(s, outline, 0));
  for (auto it = top.rbegin(); it != top.rend(); ++it) rings.push_back(ring(s, it->first, -it->second));
  rings.push_back(ring(s, top.front().first, 0));
  for (size_t i = 0; i < rings.size(); ++i) band(s, rings[i], rings[(i + 1) % rings.size()], n);
  return s;
}

Surface buildPaddleWheel() {
  constexpr int kBlades = 8, kSteps = 5, kArc = 5, kLength = 6;  // along a blade, between two blades, along the axle
  constexpr double kHub = 0.165, kHalf = 0.042, kReach = 0.5, kAxle = 0.078, kDeep = 0.38, c = kChamfer;
  const double foot = std::asin(kHalf / kHub), root = kHub * std::cos(foot);
  Loop outline;
  std::vector<unsigned> left, right, base;  // indices on the outline
  for (int blade = 0; blade < kBlades; ++blade) {
    const double a = 2 * kPi * blade / kBlades;
    const Vec2 along = polar(1, a), across(-along.y, along.x);
    const auto side = [&](double sign, int k) {
      const double t = static_cast<double>(k) / kSteps;
      const double y = k == kSteps ? kHalf - c : kHalf;
      outline.push_back((k == kSteps ? kReach : root + t * (kReach - c - root) * kSteps / (kSteps - 1)) * along +
                        sign * y * across);
    };
    for (int k = 0; k <= kSteps; ++k) right.push_back(static_cast<unsigned>(outline.size())), side(-1, k);
    std::vector<unsigned> back;
    for (int k = kSteps; k >= 0; --k) back.push_back(static_cast<unsigned>(outline.size())), side(1, k);
    left.insert(left.end(), back.rbegin(), back.rend());
    base.push_back(right[right.size() - 1 - kSteps]);
    base.push_back(back.back());
    for (int i = 1; i < kArc; ++i) {
      base.push_back(static_cast<unsigned>(outline.size()));
      outline.push_back(polar(kHub, a + foot + (2 * kPi / kBlades - 2 * foot) * i / kArc));
    }
  }
  const Loop rim = inset(outline, c);
  const unsigned n = static_cast<unsigned>(outline.size()), m = static_cast<unsigned>(base.size());
  Loop axle, axleRim, axleFoot;
  for (unsigned b : base) axle.push_back(kAxle * glm::normalize(outline[b]));
  for (const auto& p : axle) axleRim.push_back((1 - c / kAxle) * p), axleFoot.push_back((1 + c / kAxle) * p);

  Surface s;
  std::vector<unsigned> rings;
  rings.push_back(ring(s, rim, kDeep));
  for (int k = 0; k <= kLength; ++k) rings.push_back(ring(s, outline, (kDeep - c) * (1 - 2.0 * k / kLength)));
  rings.push_back(ring(s, rim, -kDeep));
  for (size_t i = 0; i + 1 < rings.size(); ++i) band(s, rings[i], rings[i + 1], n);
  for (int end : {1, -1}) {
    const auto face = [&](unsigned a, unsigned b, unsigned d, unsigned e) {  // a b d e counter-clockwise from +z
      if (end > 0)
        quad(s, a, b, d, e);
      else
        quad(s, e, d, b, a);
    };
    const unsigned face0 = end > 0 ? rings.front() : rings.back();
    for (int blade = 0; blade < kBlades; ++blade)
      for (int k = 0; k < kSteps; ++k) {
        const size_t q = static_cast<size_t>(blade) * (kSteps + 1) + k;
        face(face0 + right[q], face0 + right[q + 1], face0 + left[q + 1], face0 + left[q]);
      }
    const unsigned foot0 = ring(s, axleFoot, end * kDeep), collar = ring(s, axle, end * (kDeep + c)),
                   edge = ring(s, axle, end * (0.5 - c)), lid = ring(s, axleRim, end * 0.5),
                   pole = ring(s, {Vec2(0)}, end * 0.5);
    for (unsigned i = 0; i < m; ++i) {
      const unsigned j = (i + 1) % m;
      face(foot0 + i, face0 + base[i], face0 + base[j], foot0 + j);
      face(collar + i, foot0 + i, foot0 + j, collar + j);
      face(edge + i, collar + i, collar + j, edge + j);
      face(lid + i, edge + i, edge + j, lid + j);
      if (end > 0)
        s.t.push_back({pole, lid + i, lid + j});
      else
        s.t.push_back({pole, lid + j, lid + i});
    }
  }
  return s;
}

/// A closed polyhedron with every edge broken by a chamfer: each face shrinks by c, a strip joins the two faces of an
/// edge, a cap closes each corner.
Surface chamfered(const std::vector<Vec3>& x, const std::vector<std::vector<unsigned>>& faces, double c) {
  Surface s;
  std::map<std::pair<size_t, unsigned>, unsigned> corner;  // (face, vertex) -> its place on the shrunk face
  std::map<std::pair<unsigned, unsigned>, size_t> faceOf;  // directed edge -> face
  for (size_t f = 0; f < faces.size(); ++f) {
    const auto& v = faces[f];
    const size_t n = v.size();
    Vec3 centre(0);
    for (size_t i = 0; i < n; ++i) {
      const Vec3 p = x[v[i]], a = glm::normalize(x[v[(i + n - 1) % n]] - p), b = glm::normalize(x[v[(i + 1) % n]] - p);
      corner[{f, v[i]}] = static_cast<unsigned>(s.x.size());
      faceOf[{v[i], v[(i + 1) % n]}] = f;
      s.x.push_back(p + c / glm::length(glm::cross(a, b)) * (a + b));
      centre += s.x.back() / static_cast<double>(n);
    }
    s.x.push_back(centre);
    for (size_t i = 0; i < n; ++i)
      s.t.push_back({static_cast<unsigned>(s.x.size() - 1), corner[{f, v[i]}], corner[{f, v[(i + 1) % n]}]});
  }
  for (const auto& [edge, f] : faceOf) {
    const auto [u, v] = edge;
    if (u > v) continue;
    const size_t g = faceOf.at({v, u});
    quad(s, corner[{f, v}], corner[{f, u}], corner[{g, u}], corner[{g, v}]);
  }
  for (unsigned v = 0; v < x.size(); ++v) {
    std::vector<unsigned>
        around;  // counter-clockwise: the face left of edge v->u, then left of v->(its previous vertex)
    unsigned first = 0;
    for (const auto& [edge, f] : faceOf)
      if (edge.first == v) {
        first = edge.second;
        break;
      }
    unsigned u = first;
    do {
      const size_t f = faceOf.at({v, u});
      around.push_back(corner[{f, v}]);
      const auto& w = faces[f];
      const size_t i = std::find(w.begin(), w.end(), v) - w.begin();
      u = w[(i + w.size() - 1) % w.size()];
    } while (u != first);
    for (size_t i = 1; i + 1 < around.size(); ++i) s.t.push_back({around[0], around[i], around[i + 1]});
  }
  return s;
}

/// A round brilliant: table, stars, kites and girdle facets above; kites and girdle facets below.
Surface buildGem() {
  const double table = 0.245, tableR = 0.285, top = 0.040, bottom = -0.040, girdle = 0.5, culet = -0.40;
  std::vector<Vec3> x;
  std::vector<std::vector<unsigned>> faces;
  const auto at = [](double r, double y, double sixteenth) {
    const double a =
        -2 * kPi * sixteenth / 16;  // counter-clockwise seen from below is clockwise from above: -a fixes it
    return Vec3(r * std::cos(a), y, r * std::sin(a));
  };
  // A kite from P on the axis side to G on the girdle is flat when the middle of its two other corners lies on PG.
  const auto kite = [&](double r0, double y0, double y1, double r) {
    const double t = (r * std::cos(kPi / 8) - r0) / (girdle - r0);
    return y0 + t * (y1 - y0);
  };
  const double crownR = 0.405, pavilionR = 0.36;
  for (int i = 0; i < 8; ++i) x.push_back(at(tableR, table, 2 * i));                                     // 0: table
  for (int i = 0; i < 8; ++i) x.push_back(at(crownR, kite(tableR, table, top, crownR), 2 * i + 1));      // 8
  for (int i = 0; i < 16; ++i) x.push_back(at(girdle, top, i));                                          // 16
  for (int i = 0; i < 16; ++i) x.push_back(at(girdle, bottom, i));                                       // 32
  for (int i = 0; i < 8; ++i) x.push_back(at(pavilionR, kite(0, culet, bottom, pavilionR), 2 * i + 1));  // 48
  x.push_back({0, culet, 0});                                                                            // 56
  std::vector<unsigned> lid;
  for (unsigned i = 0; i < 8; ++i) lid.push_back(i);
  faces.push_back(lid);
  for (unsigned i = 0; i < 8; ++i) {
    const unsigned j = (i + 1) % 8, h = (i + 7) % 8, g = 2 * i, g1 = g + 1, g2 = (g + 2) % 16;
    faces.push_back({i, 8 + i, j});              // star
    faces.push_back({i, 8 + h, 16 + g, 8 + i});  // kite
    faces.push_back({8 + i, 16 + g, 16 + g1});   // upper girdle
    faces.push_back({8 + i, 16 + g1, 16 + g2});
    faces.push_back({16 + g, 32 + g, 32 + g1, 16 + g1});  // girdle
    faces.push_back({16 + g1, 32 + g1, 32 + g2, 16 + g2});
    faces.push_back({48 + i, 32 + g1, 32 + g});  // lower girdle
    faces.push_back({48 + i, 32 + g2, 32 + g1});
    faces.push_back({56, 48 + i, 32 + g, 48 + h});  // pavilion
  }
  return subdivided(chamfered(x, faces, 0.007));
}

Model crisp(const char* name, Surface (*build)(), int genus) {
  Model m;
  m.name = name;
  m.build = build;
  m.genus = genus;
  return m;
}

}  // namespace

Model gear() { return crisp("gear", buildGear, 1); }
Model paddleWheel() { return crisp("paddle_wheel", buildPaddleWheel, 0); }
Model gem() { return crisp("gem", buildGem, 0); }

}  // namespace flotsam::author
