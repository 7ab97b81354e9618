// SPDX-License-Identifier: MIT
// Four particles at a time in SSE4.1 lanes (the baseline of the build): split of a coordinate into lattice index and
// remainder, and the sample of a staggered field. Lane operations do not mix lanes, so the result of a particle does
// not depend on its neighbours in the block.
//
// Field layout ("quads"): at each lattice index the values at +0, +x, +y, +x+y lie side by side, so one sample is two
// aligned loads (this plane and the next) per component instead of eight.
#pragma once

#include <smmintrin.h>

#include <cmath>
#include <cstring>

#include "core/kernel.h"
#include "core/parallel.h"
#include "sim/fluid/mac_velocity.h"
#include "sim/fluid/particle_scratch.h"

#define FLOTSAM_INLINE __attribute__((always_inline)) inline

namespace flotsam {

struct Lanes3 {
  __m128 x, y, z;
};

/// Lanes `first`.. of an array; the lanes beyond `count` are zero.
inline __m128 loadLanes(const float* p, size_t count) {
  if (count >= 4) return _mm_loadu_ps(p);
  alignas(16) float lane[4] = {};
  std::memcpy(lane, p, count * sizeof(float));
  return _mm_load_ps(lane);
}
inline void storeLanes(float* p, __m128 v, size_t count) {
  if (count >= 4) return _mm_storeu_ps(p, v);
  alignas(16) float lane[4];
  _mm_store_ps(lane, v);
  std::memcpy(p, lane, count * sizeof(float));
}
/// NaN becomes the lower bound (the order of the operands matters).
inline __m128 clampLanes(__m128 x, __m128 lo, __m128 hi) { return _mm_min_ps(_mm_max_ps(x, lo), hi); }
inline __m128 mulAdd(__m128 a, __m128 b, __m128 c) { return _mm_add_ps(_mm_mul_ps(a, b), c); }
inline __m128 mix(__m128 a, __m128 b, __m128 f) { return mulAdd(f, _mm_sub_ps(b, a), a); }
template <int lane>
__m128 spread(__m128 v) {
  return _mm_shuffle_ps(v, v, _MM_SHUFFLE(lane, lane, lane, lane));
}

/// Index and remainder of four coordinates, and of the same coordinates less a half.
struct Split {
  __m128i whole, half;
  __m128 wholePart, halfPart;
};

/// The tank [1, n-1] as bounds for lanes. The upper bound is the last float below n-1: its cell is a tank cell.
/// In a flat grid the half index in z is always 1 with remainder 0: nothing depends on z.
struct LaneBounds {
  __m128 lo[3], hi[3], halfLoZ, halfHiZ;
  __m128i sy, sz;

  explicit LaneBounds(const Grid& g) {
    for (int a = 0; a < 3; ++a) {
      lo[a] = _mm_set1_ps(1.0f);
      hi[a] = _mm_set1_ps(std::nextafter(static_cast<float>(g.n[a] - 1), 0.0f));
    }
    halfLoZ = _mm_set1_ps(g.flat() ? 1.0f : 0.5f);
    halfHiZ = g.flat() ? halfLoZ : hi[2];
    sy = _mm_set1_epi32(g.sy), sz = _mm_set1_epi32(g.sz);
  }
  template <int axis>
  FLOTSAM_INLINE Split split(__m128 x) const {
    Split s;
    const __m128 in = clampLanes(x, lo[axis], hi[axis]);
    s.whole = _mm_cvttps_epi32(in);
    s.wholePart = _mm_sub_ps(in, _mm_cvtepi32_ps(s.whole));
    __m128 half = _mm_sub_ps(in, _mm_set1_ps(0.5f));
    if constexpr (axis == 2) half = clampLanes(half, halfLoZ, halfHiZ);
    s.half = _mm_cvttps_epi32(half);
    s.halfPart = _mm_sub_ps(half, _mm_cvtepi32_ps(s.half));
    return s;
  }
  FLOTSAM_INLINE Lanes3 clamped(const Lanes3& p) const {
    return {clampLanes(p.x, lo[0], hi[0]), clampLanes(p.y, lo[1], hi[1]), clampLanes(p.z, lo[2], hi[2])};
  }
  FLOTSAM_INLINE __m128i id(__m128i i, __m128i j, __m128i k) const {
    return _mm_add_epi32(i, _mm_add_epi32(_mm_mullo_epi32(j, sy), _mm_mullo_epi32(k, sz)));
  }
};

/// Fills scratch.quads with velocity(axis, id) as float. `Pair(axis, id)` returns the two doubles at id, id + 1.
template <class Pair>
void buildQuads(const Grid& grid, ParticleScratch& scratch, size_t begin, size_t end, const Pair& pair) {
  for (int a = 0; a < 3; ++a) {
    float* q = scratch.quads[a].data();
    if (grid.flat() && a == 2) {
      std::memset(q + 4 * begin, 0, (end - begin) * 4 * sizeof(float));
      continue;
    }
    for (size_t id = begin; id < end; ++id)
      _mm_storeu_ps(q + 4 * id, _mm_movelh_ps(_mm_cvtpd_ps(pair(a, id)), _mm_cvtpd_ps(pair(a, id + grid.sy))));
  }
}

/// Fills scratch.quads with the whole of a velocity.
inline void loadVelocity(const Grid& grid, const MacVelocity& velocity, ParticleScratch& scratch) {
  for (auto& q : scratch.quads) q.resize(4 * grid.size);
  parallelFor(grid.size - grid.sy - 1, /*grain=*/4096, [&](size_t begin, size_t end) {
    buildQuads(grid, scratch, begin, end, [&](int a, size_t id) { return _mm_loadu_pd(&velocity[a][id]); });
  });
}

/// Samples the quads of the scratch at four points, m/s.
class LaneSampler {
 public:
  LaneSampler(const Grid& grid, const ParticleScratch& scratch) : bounds_(grid), plane_(4 * size_t(grid.sz)) {
    for (int a = 0; a < 3; ++a) quads_[a] = scratch.quads[a].data();
  }
  FLOTSAM_INLINE Lanes3 operator()(const Lanes3& p) const {
    const Split x = bounds_.split<0>(p.x), y = bounds_.split<1>(p.y), z = bounds_.split<2>(p.z);
    const __m128i jWhole = _mm_mullo_epi32(y.whole, bounds_.sy), jHalf = _mm_mullo_epi32(y.half, bounds_.sy);
    const __m128i kWhole = _mm_mullo_epi32(z.whole, bounds_.sz), kHalf = _mm_mullo_epi32(z.half, bounds_.sz);
    const auto sum = [](__m128i i, __m128i j, __m128i k) { return _mm_add_epi32(_mm_add_epi32(j, k), i); };
    return {component(quads_[0], sum(x.whole, jHalf, kHalf), x.wholePart, y.halfPart, z.halfPart),
            component(quads_[1], sum(x.half, jWhole, kHalf), x.halfPart, y.wholePart, z.halfPart),
            component(quads_[2], sum(x.half, jHalf, kWhole), x.halfPart, y.halfPart, z.wholePart)};
  }

  /// One component only.
  FLOTSAM_INLINE __m128 component(int axis, const Lanes3& p) const {
    const Split x = bounds_.split<0>(p.x), y = bounds_.split<1>(p.y), z = bounds_.split<2>(p.z);
    if (axis == 0)
      return component(quads_[0], bounds_.id(x.whole, y.half, z.half), x.wholePart, y.halfPart, z.halfPart);
    if (axis == 1)
      return component(quads_[1], bounds_.id(x.half, y.whole, z.half), x.halfPart, y.wholePart, z.halfPart);
    return component(quads_[2], bounds_.id(x.half, y.half, z.whole), x.halfPart, y.halfPart, z.wholePart);
  }
  /// Where the points came from `cells` = dt/dx ago: midpoint rule, kept in the tank.
  FLOTSAM_INLINE Lanes3 tracedBack(const Lanes3& p, __m128 cells) const {
    const auto back = [&](const Lanes3& u, __m128 step) {
      return Lanes3{_mm_sub_ps(p.x, _mm_mul_ps(step, u.x)), _mm_sub_ps(p.y, _mm_mul_ps(step, u.y)),
                    _mm_sub_ps(p.z, _mm_mul_ps(step, u.z))};
    };
    return bounds_.clamped(back((*this)(back((*this)(p), _mm_mul_ps(_mm_set1_ps(0.5f), cells))), cells));
  }
  const LaneBounds& bounds() const { return bounds_; }
  const float* quads(int axis) const { return quads_[axis]; }
  size_t planeBytes() const { return plane_ * sizeof(float); }

 private:
  template <int lane>
  FLOTSAM_INLINE __m128 planeMix(const float* quads, int id, __m128 fz) const {
    const float* q = quads + 4 * static_cast<size_t>(id);
    return mix(_mm_loadu_ps(q), _mm_loadu_ps(q + plane_), spread<lane>(fz));
  }
  FLOTSAM_INLINE __m128 component(const float* quads, __m128i id, __m128 fx, __m128 fy, __m128 fz) const {
    alignas(16) int at[4];
    _mm_store_si128(reinterpret_cast<__m128i*>(at), id);
    __m128 a = planeMix<0>(quads, at[0], fz), b = planeMix<1>(quads, at[1], fz);
    __m128 c = planeMix<2>(quads, at[2], fz), d = planeMix<3>(quads, at[3], fz);
    _MM_TRANSPOSE4_PS(a, b, c, d);  // now a: +0 of the four particles, b: +x, c: +y, d: +x+y
    return mix(mix(a, b, fx), mix(c, d, fx), fy);
  }

  LaneBounds bounds_;
  const float* quads_[3];
  size_t plane_;
};

}  // namespace flotsam
