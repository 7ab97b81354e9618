// SPDX-License-Identifier: MIT
// Eight particles at a time in AVX2 lanes, where the processor has them (useWideLanes). Each lane does the operations
// of lanes.h in the same order, but rounds a product and the sum it goes into at once (FMA, a tenth of the time). The
// plain kernels do the last few particles too; which, does not depend on the number of threads.
// A register pairs particle l with l + 4: one half each, so that four of their quads are transposed half by half.
#pragma once

#include <immintrin.h>

#include "sim/fluid/lanes.h"

#define FLOTSAM_WIDE __attribute__((target("avx2,fma")))
#define FLOTSAM_WIDE_INLINE __attribute__((target("avx2,fma"), always_inline)) inline

namespace flotsam {

inline bool useWideLanes(const ParticleScratch& scratch) {
  return !scratch.plain && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

struct Wide3 {
  __m256 x, y, z;
};

FLOTSAM_WIDE_INLINE __m256 clampWide(__m256 x, __m256 lo, __m256 hi) { return _mm256_min_ps(_mm256_max_ps(x, lo), hi); }
FLOTSAM_WIDE_INLINE __m256 mulAdd(__m256 a, __m256 b, __m256 c) { return _mm256_fmadd_ps(a, b, c); }
FLOTSAM_WIDE_INLINE __m256 mix(__m256 a, __m256 b, __m256 f) { return mulAdd(f, _mm256_sub_ps(b, a), a); }

struct WideSplit {
  __m256i whole, half;
  __m256 wholePart, halfPart;
};

/// LaneBounds in eight lanes; indices come multiplied by `unit` (bytes of an entry, a power of two).
template <int unit>
struct WideBounds {
  __m256 lo[3], hi[3], halfLoZ, halfHiZ;
  __m256i stride[3];

  FLOTSAM_WIDE_INLINE explicit WideBounds(const LaneBounds& b) {
    for (int a = 0; a < 3; ++a) lo[a] = both(b.lo[a]), hi[a] = both(b.hi[a]);
    halfLoZ = both(b.halfLoZ), halfHiZ = both(b.halfHiZ);
    stride[0] = _mm256_set1_epi32(unit);
    stride[1] = _mm256_set1_epi32(unit * _mm_cvtsi128_si32(b.sy));
    stride[2] = _mm256_set1_epi32(unit * _mm_cvtsi128_si32(b.sz));
  }
  template <int axis>
  FLOTSAM_WIDE_INLINE WideSplit split(__m256 x) const {
    WideSplit s;
    const __m256 in = clampWide(x, lo[axis], hi[axis]);
    const __m256i whole = _mm256_cvttps_epi32(in);
    s.wholePart = _mm256_sub_ps(in, _mm256_cvtepi32_ps(whole));
    __m256 rest = _mm256_sub_ps(in, _mm256_set1_ps(0.5f));
    if constexpr (axis == 2) rest = clampWide(rest, halfLoZ, halfHiZ);
    const __m256i half = _mm256_cvttps_epi32(rest);
    s.halfPart = _mm256_sub_ps(rest, _mm256_cvtepi32_ps(half));
    s.whole = times<axis>(whole), s.half = times<axis>(half);
    return s;
  }
  template <int axis>
  FLOTSAM_WIDE_INLINE __m256i times(__m256i index) const {
    if constexpr (axis == 0) return _mm256_slli_epi32(index, __builtin_ctz(unit));
    return _mm256_mullo_epi32(index, stride[axis]);
  }
  FLOTSAM_WIDE_INLINE static __m256 both(__m128 v) { return _mm256_set_m128(v, v); }
};

/// Samples the quads of the scratch at eight points, m/s. Lives inside a wide kernel only.
class WideSampler {
 public:
  FLOTSAM_WIDE_INLINE explicit WideSampler(const LaneSampler& s) : bounds_(s.bounds()), plane_(s.planeBytes()) {
    for (int a = 0; a < 3; ++a) quads_[a] = reinterpret_cast<const char*>(s.quads(a));
  }
  FLOTSAM_WIDE_INLINE Wide3 operator()(const Wide3& p) const {
    const WideSplit x = bounds_.split<0>(p.x), y = bounds_.split<1>(p.y), z = bounds_.split<2>(p.z);
    return {component(quads_[0], sum(x.whole, y.half, z.half), x.wholePart, y.halfPart, z.halfPart),
            component(quads_[1], sum(x.half, y.whole, z.half), x.halfPart, y.wholePart, z.halfPart),
            component(quads_[2], sum(x.half, y.half, z.whole), x.halfPart, y.halfPart, z.wholePart)};
  }

 private:
  FLOTSAM_WIDE_INLINE static __m256i sum(__m256i i, __m256i j, __m256i k) {
    return _mm256_add_epi32(_mm256_add_epi32(j, k), i);
  }
  FLOTSAM_WIDE_INLINE static __m256 pair(const char* a, const char* b) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(reinterpret_cast<const float*>(a))),
                                _mm_loadu_ps(reinterpret_cast<const float*>(b)), 1);
  }
  template <int lane>
  FLOTSAM_WIDE_INLINE __m256 planeMix(const char* quads, const int (&at)[8], __m256 fz) const {
    const char *a = quads + at[lane], *b = quads + at[lane + 4];
    return mix(pair(a, b), pair(a + plane_, b + plane_),
               _mm256_shuffle_ps(fz, fz, _MM_SHUFFLE(lane, lane, lane, lane)));
  }
  FLOTSAM_WIDE_INLINE __m256 component(const char* quads, __m256i bytes, __m256 fx, __m256 fy, __m256 fz) const {
    alignas(32) int at[8];
    _mm256_store_si256(reinterpret_cast<__m256i*>(at), bytes);
    const __m256 a = planeMix<0>(quads, at, fz), b = planeMix<1>(quads, at, fz);
    const __m256 c = planeMix<2>(quads, at, fz), d = planeMix<3>(quads, at, fz);
    const __m256 ab = _mm256_unpacklo_ps(a, b), cd = _mm256_unpacklo_ps(c, d);  // +0 and +x of two pairs each
    const __m256 abY = _mm256_unpackhi_ps(a, b), cdY = _mm256_unpackhi_ps(c, d);
    const __m256 o = _mm256_shuffle_ps(ab, cd, 0x44), ox = _mm256_shuffle_ps(ab, cd, 0xEE);
    const __m256 oy = _mm256_shuffle_ps(abY, cdY, 0x44), oxy = _mm256_shuffle_ps(abY, cdY, 0xEE);
    return mix(mix(o, ox, fx), mix(oy, oxy, fx), fy);
  }

  WideBounds<16> bounds_;
  const char* quads_[3];
  size_t plane_;
};

}  // namespace flotsam
