// SPDX-License-Identifier: MIT
// The affine particle-in-cell transfer of Jiang, Schroeder, Selle, Teran, Stomakhin (2015), in its staggered form with
// tent weights. Component a of the velocity, on the faces f of its own axis, w the tent around a face:
//
//   to the grid:       u_f = sum_p w_f(x_p) (v_p + c_p . (x_f - x_p)) / sum_p w_f(x_p)
//   to the particles:  v_p = sum_f w_f(x_p) u_f,   c_p = sum_f grad w_f(x_p) u_f
//
// c_p is the gradient of the trilinear interpolant, so a linear field passes through both unchanged. A particle between
// two faces of axis b, at part s of the way, stores the lever c_p[b] s (1 - s) about itself beside x_p v_p; with it the
// moment of the particles is that of the lumped faces, in both directions (tests/unit/fluid/apic_test.cpp).
// Gradients are per cell (lattice coordinates), so dx appears nowhere. In the entries of the scatter (scatter_slabs.h)
// the value differs from corner to corner.
#include "sim/fluid/apic.h"

#include "core/check.h"
#include "core/parallel.h"
#include "sim/fluid/scatter_slabs.h"

namespace flotsam {

namespace {

constexpr size_t kGrain = 4096;  // particles per piece of work
constexpr size_t kEntry = ScatterSlabs::kEntry;

/// Four particles' velocity component and gradient (per cell).
struct Affine {
  __m128 v, c[3];
};

Affine loadAffine(const Particles& particles, int axis, size_t p, size_t count, bool flat) {
  Affine a{loadLanes(&particles.v[axis][p], count), {}};
  for (int b = 0; b < 3; ++b)
    a.c[b] = flat && b == 2 ? _mm_setzero_ps() : loadLanes(&particles.gradient[3 * axis + b][p], count);
  return a;
}

struct Scatter {
  size_t plane;

  FLOTSAM_INLINE static void add(float* at, __m128 entry) { _mm_store_ps(at, _mm_add_ps(entry, _mm_load_ps(at))); }
  /// One row of faces (this one and the next along x) of four particles.
  FLOTSAM_INLINE void row(float* field, const int (&at)[4], size_t offset, __m128 value, __m128 slope, __m128 weight,
                          __m128 gx, __m128 fx) const {
    __m128 b = _mm_mul_ps(weight, gx), d = _mm_mul_ps(weight, fx);
    __m128 a = _mm_mul_ps(value, b), c = _mm_mul_ps(_mm_add_ps(value, slope), d);
    _MM_TRANSPOSE4_PS(a, b, c, d);  // now a: (value, weight) at +0 and +x of the first particle, b: of the second, ...
    add(field + kEntry * size_t(at[0]) + offset, a), add(field + kEntry * size_t(at[1]) + offset, b);
    add(field + kEntry * size_t(at[2]) + offset, c), add(field + kEntry * size_t(at[3]) + offset, d);
  }
  FLOTSAM_INLINE void operator()(float* field, __m128i id, const Affine& p, __m128 present, __m128 fx, __m128 fy,
                                 __m128 fz) const {
    const __m128 one = _mm_set1_ps(1.0f);
    const __m128 gx = _mm_and_ps(present, _mm_sub_ps(one, fx)), gy = _mm_sub_ps(one, fy), gz = _mm_sub_ps(one, fz);
    fx = _mm_and_ps(present, fx);
    // The affine field at the lowest of the eight faces; from there it grows by a gradient's entry per face.
    const __m128 back = mulAdd(p.c[0], fx, mulAdd(p.c[1], fy, _mm_mul_ps(p.c[2], fz)));
    const __m128 value = _mm_sub_ps(p.v, back), above = _mm_add_ps(value, p.c[2]);
    alignas(16) int at[4];
    _mm_store_si128(reinterpret_cast<__m128i*>(at), id);
    row(field, at, 0, value, p.c[0], _mm_mul_ps(gy, gz), gx, fx);
    row(field, at, 4, _mm_add_ps(value, p.c[1]), p.c[0], _mm_mul_ps(fy, gz), gx, fx);
    row(field, at, plane, above, p.c[0], _mm_mul_ps(gy, fz), gx, fx);
    row(field, at, plane + 4, _mm_add_ps(above, p.c[1]), p.c[0], _mm_mul_ps(fy, fz), gx, fx);
  }
};

FLOTSAM_WIDE_KERNEL void scatterSlab(const Grid& grid, const Particles& particles, const ScatterSlabs::Slab& slab,
                                     size_t plane) {
  const LaneBounds& bounds = slab.bounds;
  const Scatter scatter{plane};
  const __m128i toLocal = _mm_set1_epi32(slab.below * grid.sz);
  const bool flat = grid.flat();
  for (size_t p = slab.begin; p < slab.end; p += 4) {
    const size_t count = std::min<size_t>(4, slab.end - p);
    const __m128 present = presentLanes(count);
    const Split x = bounds.split<0>(loadLanes(&particles.x[0][p], count));
    const Split y = bounds.split<1>(loadLanes(&particles.x[1][p], count));
    const Split z = bounds.split<2>(loadLanes(&particles.x[2][p], count));
    const auto local = [&](__m128i i, __m128i j, __m128i k) { return _mm_sub_epi32(bounds.id(i, j, k), toLocal); };
    scatter(slab.field[0], local(x.whole, y.half, z.half), loadAffine(particles, 0, p, count, flat), present,
            x.wholePart, y.halfPart, z.halfPart);
    scatter(slab.field[1], local(x.half, y.whole, z.half), loadAffine(particles, 1, p, count, flat), present,
            x.halfPart, y.wholePart, z.halfPart);
    if (flat) continue;
    scatter(slab.field[2], local(x.half, y.half, z.whole), loadAffine(particles, 2, p, count, flat), present,
            x.halfPart, y.halfPart, z.wholePart);
  }
}

/// The trilinear interpolant of a staggered field at four points, with its gradient.
class AffineSampler {
 public:
  AffineSampler(const Grid& grid, const ParticleScratch& scratch) : bounds_(grid), plane_(4 * size_t(grid.sz)) {
    for (int a = 0; a < 3; ++a) quads_[a] = scratch.quads[a].data();
  }
  FLOTSAM_INLINE void operator()(const Lanes3& p, Affine (&out)[3]) const {
    const Split x = bounds_.split<0>(p.x), y = bounds_.split<1>(p.y), z = bounds_.split<2>(p.z);
    out[0] = component(0, bounds_.id(x.whole, y.half, z.half), x.wholePart, y.halfPart, z.halfPart);
    out[1] = component(1, bounds_.id(x.half, y.whole, z.half), x.halfPart, y.wholePart, z.halfPart);
    out[2] = component(2, bounds_.id(x.half, y.half, z.whole), x.halfPart, y.halfPart, z.wholePart);
  }

 private:
  FLOTSAM_INLINE Affine component(int axis, __m128i id, __m128 fx, __m128 fy, __m128 fz) const {
    alignas(16) int at[4];
    _mm_store_si128(reinterpret_cast<__m128i*>(at), id);
    __m128 near[4], far[4];  // of a particle; after the turn of a face: +0, +x, +y, +x+y
    for (int l = 0; l < 4; ++l) {
      const float* q = quads_[axis] + 4 * static_cast<size_t>(at[l]);
      near[l] = _mm_loadu_ps(q), far[l] = _mm_loadu_ps(q + plane_);
    }
    _MM_TRANSPOSE4_PS(near[0], near[1], near[2], near[3]);
    _MM_TRANSPOSE4_PS(far[0], far[1], far[2], far[3]);
    __m128 rise[4], m[4];  // along z, and the plane of the point
    for (int q = 0; q < 4; ++q) rise[q] = _mm_sub_ps(far[q], near[q]), m[q] = mulAdd(fz, rise[q], near[q]);
    const __m128 low = mix(m[0], m[1], fx), high = mix(m[2], m[3], fx);
    return {mix(low, high, fy),
            {mix(_mm_sub_ps(m[1], m[0]), _mm_sub_ps(m[3], m[2]), fy), _mm_sub_ps(high, low),
             mix(mix(rise[0], rise[1], fx), mix(rise[2], rise[3], fx), fy)}};
  }

  LaneBounds bounds_;
  const float* quads_[3];
  size_t plane_;
};

FLOTSAM_WIDE_KERNEL void sampleParticles(const AffineSampler& sample, bool flat, bool velocities, Particles& particles,
                                         size_t begin, size_t end) {
  const int axes = flat ? 2 : 3;
  for (size_t p = begin; p < end; p += 4) {
    const size_t count = std::min<size_t>(4, end - p);
    Affine u[3];
    sample({loadLanes(&particles.x[0][p], count), loadLanes(&particles.x[1][p], count),
            loadLanes(&particles.x[2][p], count)},
           u);
    for (int a = 0; a < 3; ++a) {
      if (velocities) storeLanes(&particles.v[a][p], u[a].v, count);
      if (a >= axes) continue;
      for (int b = 0; b < axes; ++b) storeLanes(&particles.gradient[3 * a + b][p], u[a].c[b], count);
    }
  }
}

void sampleAll(const Grid& grid, const MacVelocity& velocity, bool velocities, Particles& particles,
               ParticleScratch& scratch) {
  loadVelocity(grid, velocity, scratch);
  const AffineSampler sample(grid, scratch);
  const bool flat = grid.flat();
  parallelFor(particles.size(), kGrain,
              [&](size_t begin, size_t end) { sampleParticles(sample, flat, velocities, particles, begin, end); });
}

}  // namespace

void transferAffineToGrid(const Grid& grid, const Particles& particles, MacVelocity& velocity, FaceMask& known,
                          ParticleScratch& scratch) {
  FLOTSAM_CHECK(particles.cellStart.size() == grid.size + 1 && particles.cellStart.back() == particles.size());
  FLOTSAM_CHECK(particles.gradient[0].size() == particles.size());
  const ScatterSlabs slabs(grid, scratch);
  slabs.eachSlab(particles,
                 [&](size_t, const ScatterSlabs::Slab& slab) { scatterSlab(grid, particles, slab, slabs.plane()); });
  slabs.gather(velocity, known);
}

void transferAffineToParticles(const Grid& grid, const MacVelocity& velocity, Particles& particles,
                               ParticleScratch& scratch) {
  FLOTSAM_CHECK(particles.gradient[0].size() == particles.size());
  sampleAll(grid, velocity, /*velocities=*/true, particles, scratch);
}

void startGradients(const Grid& grid, const MacVelocity& velocity, Particles& particles, ParticleScratch& scratch) {
  const int axes = grid.flat() ? 2 : 3;
  for (int a = 0; a < axes; ++a)
    for (int b = 0; b < axes; ++b) particles.gradient[3 * a + b].resize(particles.size());
  sampleAll(grid, velocity, /*velocities=*/false, particles, scratch);
}

}  // namespace flotsam
