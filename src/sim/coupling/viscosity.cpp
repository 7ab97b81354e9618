// SPDX-License-Identifier: MIT
// Two passes per product, both without scatter: stresses at cells and edges from the velocities, then at every face
// what they add up to. Rows of the lattice without liquid are left out.
#include "sim/coupling/viscosity.h"

#include <algorithm>

#include "core/kernel.h"
#include "core/parallel.h"
#include "sim/coupling/body_blocks.h"

namespace flotsam {

namespace {

constexpr float kLeastTheta = 0.02f;  // of a cell between a fluid face and the solid
constexpr double kFilm = 2.467;       // (pi/2)²
constexpr float kLeastMass = 1e-3f;   // of a free face

/// Part of a unit box around a point below a plane at the distance phi from it (cells, negative inside).
inline float partBelow(float phi) { return std::clamp(0.5f - phi, 0.f, 1.f); }

/// stress = weight (u_hi - u_lo)
FLOTSAM_WIDE_KERNEL void cellRow(int n, std::ptrdiff_t step, const float* __restrict weight, const double* __restrict u,
                                 double* __restrict stress) {
  for (int i = 0; i < n; ++i) stress[i] = double(weight[i]) * (u[i + step] - u[i]);
}

/// g = s1 (u_1 - u_1 before along axis 2) + s2 (u_2 - u_2 before along axis 1), stresses c w g s.
FLOTSAM_WIDE_KERNEL void edgeRow(int n, std::ptrdiff_t step1, std::ptrdiff_t step2, const float* __restrict weight,
                                 const float* __restrict s1, const float* __restrict s2, const double* __restrict u1,
                                 const double* __restrict u2, double* __restrict t1, double* __restrict t2) {
  for (int i = 0; i < n; ++i) {
    const double a = double(s1[i]), b = double(s2[i]);
    const double t = double(weight[i]) * (a * (u1[i] - u1[i - step2]) + b * (u2[i] - u2[i - step1]));
    t1[i] = a * t;
    t2[i] = b * t;
  }
}

/// What the stresses around the faces of axis a add up to; b and d are the two other axes in cyclic order.
FLOTSAM_WIDE_KERNEL void faceRowSum(int n, std::ptrdiff_t a, std::ptrdiff_t b, std::ptrdiff_t d,
                                    const double* __restrict cell, const double* __restrict edgeD,
                                    const double* __restrict edgeB, double* __restrict out) {
  for (int i = 0; i < n; ++i)
    out[i] = ((cell[i - a] - cell[i]) + (edgeD[i] - edgeD[i + b])) + (edgeB[i] - edgeB[i + d]);
}

/// out = mass in + out where a face is free, else 0.
FLOTSAM_WIDE_KERNEL void addMass(int n, const float* __restrict mass, const uint8_t* __restrict kind,
                                 const double* __restrict in, double* __restrict out) {
  for (int i = 0; i < n; ++i) out[i] = kind[i] == 1 ? double(mass[i]) * in[i] + out[i] : 0.0;
}

}  // namespace

/// f(first entry of the row) for rows with something in them; a row begins at cell 1 and has n.x - 1 entries.
template <class F>
void Viscosity::forRows(F&& f) const {
  const Grid& g = grid_;
  const int planes = g.flat() ? 1 : g.n.z - 1;
  parallelPieces(static_cast<size_t>(planes), [&](size_t piece) {
    const int k = 1 + static_cast<int>(piece);
    for (int j = 1; j < g.n.y; ++j)
      if (rowUsed_[static_cast<size_t>(k) * g.n.y + j]) f(static_cast<size_t>(g.id(1, j, k)));
  });
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

/// moved_ = R S y of every body; `y`: a vector with the faces first.
void Viscosity::toVelocities(const std::vector<double>& y) {
  const double* own = &y[3 * grid_.size];
  moved_.resize(bodies_.size());
  for (size_t b = 0; b < bodies_.size(); ++b)
    for (int q = 0; q < 6; ++q) moved_[b][q] = own[6 * b + q];
  for (const LinkedGroup& g : links_) {
    linkSums_.resize(g.size());
    for (size_t p = 0; p < g.bodies.size(); ++p)
      for (int q = 0; q < 6; ++q) linkSums_[6 * p + q] = own[6 * g.bodies[p] + q];
    g.up(linkSums_);
    for (size_t p = 0; p < g.bodies.size(); ++p)
      for (int q = 0; q < 6; ++q) moved_[g.bodies[p]][q] = linkSums_[6 * p + q];
  }
  for (size_t b = 0; b < bodies_.size(); ++b) moved_[b] = bodies_[b].root * moved_[b];
}

/// y = S' R' (sum of the forces) of every body, six numbers each.
void Viscosity::toForces(double* y) {
  for (size_t b = 0; b < bodies_.size(); ++b) {
    const Vec6 force = transposedTimes(bodies_[b].root, bodies_[b].sum);
    for (int q = 0; q < 6; ++q) y[6 * b + q] = force[q];
  }
  for (const LinkedGroup& g : links_) {
    linkSums_.resize(g.size());
    for (size_t p = 0; p < g.bodies.size(); ++p)
      for (int q = 0; q < 6; ++q) linkSums_[6 * p + q] = y[6 * g.bodies[p] + q];
    g.down(linkSums_);
    for (size_t p = 0; p < g.bodies.size(); ++p)
      for (int q = 0; q < 6; ++q) y[6 * g.bodies[p] + q] = linkSums_[6 * p + q];
  }
}

/// Velocities of the solid faces from those of the bodies, or from changes R S y of them.
void Viscosity::setSolids(std::vector<double>& u, bool change) {
  if (change) toVelocities(u);
  for (size_t b = 0; b < bodies_.size(); ++b) bodies_[b].now = change ? moved_[b] : bodies_[b].velocity;
  for (const SolidFace& f : solidFaces_) u[f.entry] = dot(f.row, bodies_[f.body].now);
}

/// product_ = what the stresses of u add up to at every face.
void Viscosity::multiply(const std::vector<double>& u) {
  const Grid& g = grid_;
  const int n = g.n.x - 1;
  product_.resize(size());
  forRows([&](size_t row) {
    for (int a = 0; a < (g.flat() ? 2 : 3); ++a)
      cellRow(n, g.stride(a), &cell_[a][row], &u[a * g.size + row], &cellStress_[a][row]);
    for (int e = g.flat() ? 2 : 0; e < 3; ++e) {
      const int a = (e + 1) % 3, b = (e + 2) % 3;
      Edge& edge = edge_[e];
      edgeRow(n, g.stride(a), g.stride(b), &edge.weight[row], &edge.first[row], &edge.second[row], &u[a * g.size + row],
              &u[b * g.size + row], &edge.firstStress[row], &edge.secondStress[row]);
    }
  });
  for (const SurfacePoint& p : surfacePoints_) {
    Edge& e = edge_[p.axis];
    const double s1 = double(e.first[p.edge]), s2 = double(e.second[p.edge]);
    const double t = double(e.weight[p.edge]) * (p.second ? s2 : s1) * dot(p.row, bodies_[p.body].now);
    e.firstStress[p.edge] += s1 * t, e.secondStress[p.edge] += s2 * t;
  }
  forRows([&](size_t row) {
    for (int a = 0; a < (g.flat() ? 2 : 3); ++a) {
      const int b = (a + 1) % 3, d = (a + 2) % 3;
      faceRowSum(n, g.stride(a), g.stride(b), g.stride(d), &cellStress_[a][row], &edge_[d].firstStress[row],
                 &edge_[b].secondStress[row], &product_[a * g.size + row]);
    }
  });
}

/// Sums of what the stresses do to the bodies; `filmSpeeds`: of films relative to what they are tied with.
void Viscosity::gatherBodies(const std::vector<double>& filmSpeeds) {
  for (Body& body : bodies_) body.sum = {};
  for (const SolidFace& f : solidFaces_) {
    const double force = product_[f.entry] + f.film * filmSpeeds[f.entry];
    for (int q = 0; q < 6; ++q) bodies_[f.body].sum[q] += force * f.row[q];
  }
  for (const SurfacePoint& p : surfacePoints_) {
    const double force = (p.second ? edge_[p.axis].secondStress : edge_[p.axis].firstStress)[p.edge];
    for (int q = 0; q < 6; ++q) bodies_[p.body].sum[q] += force * p.row[q];
  }
}

void Viscosity::apply(std::vector<double>& in, std::vector<double>& out) {
  const Grid& g = grid_;
  setSolids(in, /*change=*/true);
  multiply(in);
  gatherBodies(in);
  forRows([&](size_t row) {
    for (int a = 0; a < (g.flat() ? 2 : 3); ++a) {
      const size_t at = a * g.size + row;
      addMass(g.n.x - 1, &mass_[a][row], &kind_[a][row], &in[at], &product_[at]);
      std::copy_n(&product_[at], g.n.x - 1, &out[at]);
    }
  });
  toForces(&out[3 * g.size]);
  for (size_t i = 3 * g.size; i < size(); ++i) out[i] += in[i];
}

void Viscosity::precondition(const std::vector<double>& r, std::vector<double>& z) const {
  const size_t faces = 3 * grid_.size;
  parallelFor(faces, 16384, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) z[i] = inverse_[i] * r[i];
  });
  for (size_t b = 0; b < bodies_.size(); ++b) {
    Vec6 y;
    for (int q = 0; q < 6; ++q) y[q] = r[faces + 6 * b + q];
    y = bodies_[b].inverseBlock * y;
    for (int q = 0; q < 6; ++q) z[faces + 6 * b + q] = y[q];
  }
}

ViscousStats Viscosity::solve(const ViscousDomain& domain, const MacVelocity& velocity, std::span<CoupledBody> bodies,
                              double tolerance, int maxIterations, MacVelocity& change) {
  assemble(domain, bodies);
  const Grid& g = grid_;
  const size_t faces = 3 * g.size;
  ViscousStats stats;
  u_.assign(size(), 0.0), rhs_.assign(size(), 0.0);
  for (int a = 0; a < 3; ++a) change[a].assign(g.size, 0.0);
  for (int a = 0; a < (g.flat() ? 2 : 3); ++a)
    for (size_t id = 0; id < g.size; ++id)
      if (kind_[a][id] == kFree) u_[a * g.size + id] = velocity[a][id], ++stats.unknowns;
  if (stats.unknowns == 0) return stats;
  setSolids(u_, /*change=*/false);
  // The force of the velocities as they are.
  product_.assign(size(), 0.0);
  multiply(u_);
  for (const SolidFace& f : solidFaces_) u_[f.entry] -= velocity[static_cast<int>(f.entry / g.size)][f.entry % g.size];
  gatherBodies(u_);
  for (size_t i = 0; i < faces; ++i)
    if (inverse_[i] > 0) rhs_[i] = -product_[i];
  toForces(rhs_.data() + faces);
  for (size_t i = faces; i < size(); ++i) rhs_[i] = -rhs_[i];
  work_.ap.assign(size(), 0.0), work_.z.assign(size(), 0.0);  // rows that are left out stay zero
  const PcgResult result = solvePcg(
      rhs_, x_, tolerance, maxIterations, work_,
      [this](std::vector<double>& in, std::vector<double>& out) { apply(in, out); },
      [this](const std::vector<double>& r, std::vector<double>& z) { precondition(r, z); });
  stats.iterations = result.iterations, stats.residual = result.residual;
  stats.converged = result.converged, stats.note = result.note;

  toVelocities(x_);
  for (size_t b = 0; b < bodies_.size(); ++b)
    for (int q = 0; q < 6; ++q) bodies_[b].velocity[q] = bodies[b].velocity[q] += moved_[b][q];
  setSolids(u_, /*change=*/false);  // as they are now; films follow them
  for (int a = 0; a < (g.flat() ? 2 : 3); ++a)
    for (size_t id = 0; id < g.size; ++id) {
      const size_t at = a * g.size + id;
      if (kind_[a][id] == kFree) {
        change[a][id] = x_[at];
      } else if (kind_[a][id] == kSolid && mass_[a][id] > 0) {
        const double friction = filmFriction(a, id);
        change[a][id] = friction / (double(mass_[a][id]) + friction) * (u_[at] - velocity[a][id]);
      }
    }
  return stats;
}

}  // namespace flotsam
