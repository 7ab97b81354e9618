// SPDX-License-Identifier: MIT
// What the viscous solve works on: kinds and masses of faces, weights of samples, what belongs to bodies, the diagonal.
#include "sim/coupling/viscosity.h"

#include <algorithm>

#include "core/parallel.h"
#include "sim/coupling/body_blocks.h"

namespace flotsam {

namespace {

constexpr float kLeastTheta = 0.02f;  // of a cell between a fluid face and the solid
constexpr double kFilm = 2.467;       // (pi/2)²
constexpr float kLeastMass = 1e-3f;   // of a free face

/// Part of a unit box around a point below a plane at the distance phi from it (cells, negative inside).
inline float partBelow(float phi) { return std::clamp(0.5f - phi, 0.f, 1.f); }

}  // namespace

void Viscosity::findRuns() {
  const Grid& g = grid_;
  runs_.clear(), runOf_.clear();
  for (int k = 0; k < g.n.z; ++k) {
    runOf_.push_back(runs_.size());
    for (int j = 0; j < g.n.y; ++j) {
      if (!rowOwn_[static_cast<size_t>(k) * g.n.y + j]) continue;
      const auto begin = static_cast<size_t>(g.id(0, j, k)), end = begin + static_cast<size_t>(g.sy);
      if (runs_.size() > runOf_.back() && runs_.back().end == begin)
        runs_.back().end = end;
      else
        runs_.push_back({begin, end});
    }
  }
  runOf_.push_back(runs_.size());
}

/// What every face is, its mass, and which rows matter.
void Viscosity::classify(const ViscousDomain& d) {
  const Grid& g = grid_;
  const std::vector<float>& node = d.solids->phi;
  rowOwn_.assign(static_cast<size_t>(g.n.z) * g.n.y, 0);
  rowUsed_.assign(rowOwn_.size(), 0);
  for (int a = 0; a < 3; ++a) {
    kind_[a].assign(g.size, kNone);
    mass_[a].assign(g.size, 0.f), open_[a].assign(g.size, 0.f);
    facePhi_[a].resize(g.size);
  }
  const int first = g.flat() ? 1 : 0, last = g.flat() ? 2 : g.n.z, axes = g.flat() ? 2 : 3;
  parallelPieces(static_cast<size_t>(last - first), [&](size_t piece) {
    const int k = first + static_cast<int>(piece);
    for (int a = 0; a < axes; ++a) {
      const int step = g.stride(a), s = g.stride((a + 1) % 3), t = g.stride((a + 2) % 3);
      for (int j = 0; j < g.n.y; ++j)
        for (int i = 0; i < g.n.x; ++i) {
          const int id = g.id(i, j, k);
          const float phi = 0.25f * ((node[id] + node[id + s]) + (node[id + t] + node[id + s + t]));
          facePhi_[a][id] = phi;
          const float open = static_cast<float>(d.fractions->fluid[a][id]);
          float liquid = 1;
          if (d.liquid)
            liquid = Int3(i, j, k)[a] > 0 ? partBelow(0.5f * ((*d.liquid)[id] + (*d.liquid)[id - step])) : 0;
          if (open > 0 && phi > 0) {
            if (!(liquid > 0)) continue;
            kind_[a][id] = kFree;
            mass_[a][id] = std::max(open * liquid, kLeastMass);
            rowOwn_[static_cast<size_t>(k) * g.n.y + j] = 1;
          } else {
            kind_[a][id] = kSolid;
            mass_[a][id] = open * liquid, open_[a][id] = open;
          }
        }
    }
  });
  for (int k = 0; k < g.n.z; ++k)
    for (int j = 0; j < g.n.y; ++j) {
      bool used = false;
      for (int q = std::max(k - 1, 0); q <= std::min(k + 1, g.n.z - 1); ++q)
        for (int r = std::max(j - 1, 0); r <= std::min(j + 1, g.n.y - 1); ++r)
          used |= rowOwn_[static_cast<size_t>(q) * g.n.y + r] != 0;
      rowUsed_[static_cast<size_t>(k) * g.n.y + j] = used;
    }
  findRuns();
}

/// Weights of the samples at cells and edges.
void Viscosity::sample(const ViscousDomain& d) {
  const Grid& g = grid_;
  const std::vector<float>& node = d.solids->phi;
  const float c = static_cast<float>(d.number);
  for (int a = 0; a < 3; ++a) {
    cell_[a].assign(g.size, 0.f), cellStress_[a].assign(g.size, 0.0);
    Edge& e = edge_[a];
    for (auto* v : {&e.weight, &e.first, &e.second}) v->assign(g.size, 0.f);
    for (auto* v : {&e.firstStress, &e.secondStress}) v->assign(g.size, 0.0);
  }
  // s of the difference of two faces of an axis: how much shorter than a cell the way to the solid is.
  const auto steepness = [&](int a, size_t p, size_t q) {
    if (kind_[a][p] == kind_[a][q]) return 1.f;
    const bool free = kind_[a][p] == kFree;
    const float in = facePhi_[a][free ? p : q], out = facePhi_[a][free ? q : p];
    return out < 0 ? 1 / std::clamp(in / (in - out), kLeastTheta, 1.f) : 1.f;
  };
  const auto solidAt = [&](size_t id, const int(&steps)[3], int count) {  // mean over the corners id + sums of steps
    float sum = 0;
    for (int n = 0; n < 1 << count; ++n) {
      size_t at = id;
      for (int b = 0; b < count; ++b)
        if (n >> b & 1) at += steps[b];
      sum += node[at];
    }
    return sum / static_cast<float>(1 << count);
  };
  forRows([&](size_t row) {
    for (size_t id = row; id < row + g.n.x - 1; ++id) {
      const float liquid = d.liquid ? partBelow((*d.liquid)[id]) : 1.f;
      if (liquid > 0) {
        const float inside = liquid * partBelow(-solidAt(id, {1, g.sy, g.sz}, 3));
        for (int a = 0; a < (g.flat() ? 2 : 3); ++a) {
          const size_t hi = id + g.stride(a);
          if (kind_[a][id] == kNone || kind_[a][hi] == kNone) continue;
          if (kind_[a][id] != kFree && kind_[a][hi] != kFree) continue;
          const float s = steepness(a, id, hi);
          cell_[a][id] = 2 * c * inside * s * s;
        }
      }
      for (int e = g.flat() ? 2 : 0; e < 3; ++e) {
        const int a = (e + 1) % 3, b = (e + 2) % 3;
        const size_t sa = g.stride(a), sb = g.stride(b);
        const uint8_t kinds[4] = {kind_[a][id], kind_[a][id - sb], kind_[b][id], kind_[b][id - sa]};
        bool none = false, free = false;
        for (const uint8_t kind : kinds) none |= kind == kNone, free |= kind == kFree;
        if (none || !free) continue;
        float part = partBelow(-solidAt(id, {g.stride(e), 0, 0}, 1));
        if (d.liquid) {
          const std::vector<float>& phi = *d.liquid;
          part *= partBelow(0.25f * ((phi[id] + phi[id - sa]) + (phi[id - sb] + phi[id - sa - sb])));
        }
        if (!(part > 0)) continue;
        edge_[e].weight[id] = c * part;
        edge_[e].first[id] = steepness(a, id, id - sb);
        edge_[e].second[id] = steepness(b, id, id - sa);
      }
    }
  });
}

double Viscosity::diagonalAt(int a, size_t id) const {
  const int b = (a + 1) % 3, d = (a + 2) % 3;
  const auto edge = [](const Edge& e, bool first, size_t at) {
    const double s = double(first ? e.first[at] : e.second[at]);
    return double(e.weight[at]) * s * s;
  };
  return (double(cell_[a][id - grid_.stride(a)]) + double(cell_[a][id])) +
         (edge(edge_[d], true, id) + edge(edge_[d], true, id + grid_.stride(b))) +
         (edge(edge_[b], false, id) + edge(edge_[b], false, id + grid_.stride(d)));
}

double Viscosity::filmFriction(int a, size_t id) const {
  const double open = double(open_[a][id]);
  return open > 0 ? kFilm * number_ * double(mass_[a][id]) / (open * open) : 0;
}

/// Whose corner of the face is deepest in a solid.
int Viscosity::ownerOf(const ViscousDomain& d, int a, size_t id) const {
  const int s = grid_.stride((a + 1) % 3), t = grid_.stride((a + 2) % 3);
  size_t deepest = id;
  for (const size_t corner : {id + s, id + t, id + s + t})
    if (d.solids->phi[corner] < d.solids->phi[deepest]) deepest = corner;
  return d.solids->owner[deepest];
}

/// Where the differences at the edges around a solid's face meet its surface. The row j changes across a face's own
/// plane only, so the cells' differences need no such correction.
void Viscosity::findSurfacePoints(const ViscousDomain& d, const SolidFace& f, const Vec3& centre) {
  const int a = static_cast<int>(f.entry / grid_.size);
  const size_t id = f.entry % grid_.size;
  for (const int e : {(a + 2) % 3, (a + 1) % 3}) {
    if (d.grid->flat() && e != 2) continue;
    const bool second = e == (a + 1) % 3;
    const int across = 3 - a - e;  // the axis of the difference
    const size_t step = grid_.stride(across);
    for (const bool low : {false, true}) {  // the solid's face comes second, or first, along that axis
      const size_t edge = low ? id + step : id, other = low ? id + step : id - step;
      const float s = (second ? edge_[e].second : edge_[e].first)[edge];
      if (!(edge_[e].weight[edge] > 0) || kind_[a][other] != kFree || s == 1) continue;
      SurfacePoint p{edge, e, f.body, second, faceRow(grid_, static_cast<int>(other), a, centre)};
      const double share = (low ? -1 : 1) * (1 - 1 / double(s));
      for (int q = 0; q < 6; ++q) p.row[q] = share * (p.row[q] - f.row[q]);
      surfacePoints_.push_back(p);
    }
  }
}

/// Faces of bodies that a sample or a film looks at.
void Viscosity::findSolidFaces(const ViscousDomain& d, std::span<const CoupledBody> bodies) {
  const Grid& g = grid_;
  solidFaces_.clear(), surfacePoints_.clear();
  bodies_.resize(bodies.size());
  links_ = d.links;
  for (size_t b = 0; b < bodies.size(); ++b) {
    Body& body = bodies_[b];
    body = {};
    body.velocity = bodies[b].velocity;
    Mat6 mobility = bodies[b].mobility;
    for (double& m : mobility.m) m *= d.cellMass;
    if (!bodies[b].free || !mobilityRoot(mobility, body.root)) body.root = {};
  }
  for (const LinkedGroup& g : links_)
    for (size_t p = 0; p < g.bodies.size(); ++p)
      for (int i = 0; i < 36; ++i) bodies_[g.bodies[p]].root.m[i] = std::sqrt(d.cellMass) * g.roots[p].m[i];
  if (bodies.empty()) return;
  for (int a = 0; a < (g.flat() ? 2 : 3); ++a) {
    for (int k = 1; k < (g.flat() ? 2 : g.n.z); ++k)
      for (int j = 1; j < g.n.y; ++j) {
        if (!rowUsed_[static_cast<size_t>(k) * g.n.y + j]) continue;
        for (int i = 1; i < g.n.x; ++i) {
          const int id = g.id(i, j, k);
          if (kind_[a][id] != kSolid) continue;
          const double friction = filmFriction(a, id);
          if (!(friction > 0) && !(diagonalAt(a, id) > 0)) continue;
          const int owner = ownerOf(d, a, id);
          if (owner < 0 || owner >= static_cast<int>(bodies.size())) continue;
          SolidFace f{a * g.size + static_cast<size_t>(id), owner, 0, faceRow(g, id, a, bodies[owner].centre)};
          if (friction > 0) f.film = double(mass_[a][id]) * friction / (double(mass_[a][id]) + friction);
          solidFaces_.push_back(f);
          findSurfacePoints(d, f, bodies[owner].centre);
        }
      }
  }
}

void Viscosity::findDiagonal() {
  const Grid& g = grid_;
  inverse_.assign(size(), 0.0);
  forRows([&](size_t row) {
    for (int a = 0; a < (g.flat() ? 2 : 3); ++a)
      for (size_t id = row; id < row + g.n.x - 1; ++id)
        if (kind_[a][id] == kFree) inverse_[a * g.size + id] = 1 / (double(mass_[a][id]) + diagonalAt(a, id));
  });
  for (size_t b = 0; b < bodies_.size(); ++b) {
    Mat6 sum, block = Mat6::identity();  // I + R' (sum of diagonal j j') R, more than the block itself: links within
    for (const SolidFace& f : solidFaces_) {
      if (f.body != static_cast<int>(b)) continue;
      const double weight = f.film + diagonalAt(static_cast<int>(f.entry / g.size), f.entry % g.size);
      for (int q = 0; q < 6; ++q)
        for (int r = 0; r < 6; ++r) sum(q, r) += weight * f.row[q] * f.row[r];
    }
    const Mat6& root = bodies_[b].root;
    for (int q = 0; q < 6; ++q) {
      Vec6 column{};
      for (int r = 0; r < 6; ++r) column[r] = root(r, q);
      const Vec6 through = transposedTimes(root, sum * column);
      for (int r = 0; r < 6; ++r) block(r, q) += through[r];
    }
    for (int q = 0; q < 6; ++q)
      for (int r = 0; r < q; ++r) block(r, q) = block(q, r) = 0.5 * (block(r, q) + block(q, r));
    if (!invertSpd(block, bodies_[b].inverseBlock)) bodies_[b].inverseBlock = Mat6::identity();
    for (int q = 0; q < 6; ++q) inverse_[3 * g.size + 6 * b + q] = 1;
  }
}

void Viscosity::assemble(const ViscousDomain& d, std::span<const CoupledBody> bodies) {
  grid_ = *d.grid;
  number_ = d.number;
  classify(d);
  sample(d);
  findSolidFaces(d, bodies);
  findDiagonal();
}

}  // namespace flotsam
