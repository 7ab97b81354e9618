// SPDX-License-Identifier: MIT
// Two passes per product, both without scatter: stresses at cells and edges from the velocities, then at every face
// what they add up to. Rows of the lattice without liquid are left out.
#include "sim/coupling/viscosity.h"

#include "core/kernel.h"
#include "core/parallel.h"

namespace flotsam {

namespace {

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
                                    const double* __restrict edgeB, double* __restrict sum) {
  for (int i = 0; i < n; ++i)
    sum[i] = ((cell[i - a] - cell[i]) + (edgeD[i] - edgeD[i + b])) + (edgeB[i] - edgeB[i + d]);
}

/// out = mass in + sum where a face is free, else 0.
FLOTSAM_WIDE_KERNEL void addMass(int n, const float* __restrict mass, const uint8_t* __restrict kind,
                                 const double* __restrict in, const double* __restrict sum, double* __restrict out) {
  for (int i = 0; i < n; ++i) out[i] = kind[i] == 1 ? double(mass[i]) * in[i] + sum[i] : 0.0;
}

FLOTSAM_WIDE_KERNEL void multiplyEach(size_t n, const double* __restrict a, const double* __restrict b,
                                      double* __restrict out) {
  for (size_t i = 0; i < n; ++i) out[i] = a[i] * b[i];
}

}  // namespace

/// Over rows with free faces and the bodies: elsewhere vectors are zero, or what nobody reads (solids' velocities in a
/// search direction).
struct Viscosity::UsedVectors {
  const Viscosity& v;
  size_t planes() const { return v.runOf_.size() - 1; }
  size_t bodies() const { return 3 * v.grid_.size; }
  /// f(first entry, how many) for what is used of the planes [k0, k1).
  template <class F>
  void each(size_t k0, size_t k1, F&& f) const {
    for (size_t q = v.runOf_[k0]; q < v.runOf_[k1]; ++q)
      for (size_t a = 0; a < 3; ++a) f(a * v.grid_.size + v.runs_[q].begin, v.runs_[q].end - v.runs_[q].begin);
    if (k1 == planes()) f(bodies(), v.size() - bodies());
  }
  double dot(const std::vector<double>& a, const std::vector<double>& b) const {
    return parallelSum(planes(), 1, [&](size_t k0, size_t k1) {
      double sum = 0;
      each(k0, k1, [&](size_t at, size_t n) { sum += detail::dotProduct(n, a.data() + at, b.data() + at); });
      return sum;
    });
  }
  double advance(double alpha, const std::vector<double>& p, const std::vector<double>& ap, std::vector<double>& x,
                 std::vector<double>& r) const {
    return parallelLargest(planes(), 1, [&](size_t k0, size_t k1) {
      Extent e;
      each(k0, k1, [&](size_t at, size_t n) {
        e.add(detail::advance(n, alpha, p.data() + at, ap.data() + at, x.data() + at, r.data() + at));
      });
      return e;
    });
  }
  void scaleAdd(const std::vector<double>& x, double factor, std::vector<double>& y) const {
    parallelFor(planes(), 1, [&](size_t k0, size_t k1) {
      each(k0, k1, [&](size_t at, size_t n) { detail::scaleAdd(n, x.data() + at, factor, y.data() + at); });
    });
  }
};

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

/// product_ = what the stresses of u add up to at every face; `out`: that and m u where a face is free, else 0.
void Viscosity::multiply(const std::vector<double>& u, std::vector<double>* out) {
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
      const size_t at = a * g.size + row;
      faceRowSum(n, g.stride(a), g.stride(b), g.stride(d), &cellStress_[a][row], &edge_[d].firstStress[row],
                 &edge_[b].secondStress[row], &product_[at]);
      if (out) addMass(n, &mass_[a][row], &kind_[a][row], &u[at], &product_[at], &(*out)[at]);
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
  const size_t faces = 3 * grid_.size;
  setSolids(in, /*change=*/true);
  multiply(in, &out);
  gatherBodies(in);
  toForces(&out[faces]);
  for (size_t i = faces; i < size(); ++i) out[i] += in[i];
}

void Viscosity::precondition(const std::vector<double>& r, std::vector<double>& z) const {
  const size_t faces = 3 * grid_.size;
  const UsedVectors used{*this};
  parallelFor(used.planes(), 1, [&](size_t k0, size_t k1) {
    used.each(k0, k1,
              [&](size_t at, size_t n) { multiplyEach(n, inverse_.data() + at, r.data() + at, z.data() + at); });
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
      [this](const std::vector<double>& r, std::vector<double>& z) { precondition(r, z); }, UsedVectors{*this});
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
