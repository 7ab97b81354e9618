// SPDX-License-Identifier: MIT
// Particles to faces and back with tent weights (the staggered FLIP/PIC pair of Zhu & Bridson 2005).
//
//   to the grid:       u_f = sum_p w(x_f - x_p) v_p / sum_p w(x_f - x_p)
//   to the particles:  v_p = flip (v_p + now(x_p) - before(x_p)) + (1 - flip) now(x_p)
//                          = flip v_p + (now - flip before)(x_p)      sampling is linear: one field, one sample
//
// The scatter adds into slabs (scatter_slabs.h): a particle is two aligned 32-byte additions (two of 16 each in plain
// lanes), and two particles never overlap in part (which would stall the forwarding of stores to loads).
#include "sim/fluid/transfer.h"

#include "core/check.h"
#include "core/parallel.h"
#include "sim/fluid/scatter_slabs.h"
#include "sim/fluid/wide_lanes.h"

namespace flotsam {

namespace {

constexpr size_t kGrain = 4096;  // particles per piece of work
constexpr size_t kEntry = ScatterSlabs::kEntry;

/// Adds four particles' shares of one component.
struct EntryScatter {
  size_t sz;  // in floats

  template <int lane>
  FLOTSAM_INLINE void particle(float* field, int id, __m128 near, __m128 far, __m128 gz, __m128 fz) const {
    float* at = field + kEntry * static_cast<size_t>(id);
    add(at, near, spread<lane>(gz)), add(at + 4, far, spread<lane>(gz));
    add(at + sz, near, spread<lane>(fz)), add(at + sz + 4, far, spread<lane>(fz));
  }
  FLOTSAM_INLINE void operator()(float* field, __m128i id, __m128 value, __m128 present, __m128 fx, __m128 fy,
                                 __m128 fz) const {
    const __m128 one = _mm_set1_ps(1.0f);
    const __m128 gx = _mm_and_ps(present, _mm_sub_ps(one, fx)), gy = _mm_sub_ps(one, fy), gz = _mm_sub_ps(one, fz);
    fx = _mm_and_ps(present, fx);
    __m128 b = _mm_mul_ps(gx, gy), d = _mm_mul_ps(fx, gy), bY = _mm_mul_ps(gx, fy), dY = _mm_mul_ps(fx, fy);
    __m128 a = _mm_mul_ps(value, b), c = _mm_mul_ps(value, d), aY = _mm_mul_ps(value, bY), cY = _mm_mul_ps(value, dY);
    _MM_TRANSPOSE4_PS(a, b, c, d);  // now a: (value, weight) at +0 and +x of the first particle, b: of the second, ...
    _MM_TRANSPOSE4_PS(aY, bY, cY, dY);
    alignas(16) int at[4];
    _mm_store_si128(reinterpret_cast<__m128i*>(at), id);
    particle<0>(field, at[0], a, aY, gz, fz);
    particle<1>(field, at[1], b, bY, gz, fz);
    particle<2>(field, at[2], c, cY, gz, fz);
    particle<3>(field, at[3], d, dY, gz, fz);
  }
  FLOTSAM_INLINE static void add(float* at, __m128 entry, __m128 weight) {
    _mm_store_ps(at, mulAdd(entry, weight, _mm_load_ps(at)));
  }
};

/// The same for eight particles; `id` in bytes. Added one particle after the other, in their order.
struct WideScatter {
  size_t sz;  // in bytes

  FLOTSAM_WIDE_INLINE void operator()(float* field, __m256i id, __m256 value, __m256 fx, __m256 fy, __m256 fz) const {
    const __m256 one = _mm256_set1_ps(1.0f);
    const __m256 gx = _mm256_sub_ps(one, fx), gy = _mm256_sub_ps(one, fy);
    alignas(32) float below[8], above[8];
    _mm256_store_ps(below, _mm256_sub_ps(one, fz)), _mm256_store_ps(above, fz);
    alignas(32) int at[8];
    _mm256_store_si256(reinterpret_cast<__m256i*>(at), id);
    __m256 near[4], far[4];  // of particles l and l + 4: (value, weight) at +0 and +x; the same at +y
    entries(value, _mm256_mul_ps(gx, gy), _mm256_mul_ps(fx, gy), near);
    entries(value, _mm256_mul_ps(gx, fy), _mm256_mul_ps(fx, fy), far);
    for (int l = 0; l < 4; ++l)
      particle(field, at[l], _mm256_permute2f128_ps(near[l], far[l], 0x20), below[l], above[l]);
    for (int l = 0; l < 4; ++l)
      particle(field, at[l + 4], _mm256_permute2f128_ps(near[l], far[l], 0x31), below[l + 4], above[l + 4]);
  }

 private:
  FLOTSAM_WIDE_INLINE static void entries(__m256 value, __m256 weight, __m256 weightX, __m256 (&out)[4]) {
    const __m256 v = _mm256_mul_ps(value, weight), x = _mm256_mul_ps(value, weightX);
    const __m256 lo = _mm256_unpacklo_ps(v, weight), hi = _mm256_unpackhi_ps(v, weight);
    const __m256 loX = _mm256_unpacklo_ps(x, weightX), hiX = _mm256_unpackhi_ps(x, weightX);
    out[0] = _mm256_shuffle_ps(lo, loX, 0x44), out[1] = _mm256_shuffle_ps(lo, loX, 0xEE);
    out[2] = _mm256_shuffle_ps(hi, hiX, 0x44), out[3] = _mm256_shuffle_ps(hi, hiX, 0xEE);
  }
  FLOTSAM_WIDE_INLINE void particle(float* field, int id, __m256 entry, float below, float above) const {
    char* at = reinterpret_cast<char*>(field) + id;
    add(reinterpret_cast<float*>(at), entry, _mm256_set1_ps(below));
    add(reinterpret_cast<float*>(at + sz), entry, _mm256_set1_ps(above));
  }
  FLOTSAM_WIDE_INLINE static void add(float* at, __m256 entry, __m256 weight) {
    _mm256_store_ps(at, mulAdd(entry, weight, _mm256_load_ps(at)));
  }
};

/// Particles begin, begin + 1, ... below `end`, eight at a time; returns the first that is left. `plane`: of the slab's
/// first plane of entries.
FLOTSAM_WIDE size_t scatterWide(const Grid& grid, const LaneBounds& plain, int plane, const Particles& particles,
                                float* const (&field)[3], size_t begin, size_t end) {
  constexpr int kBytes = kEntry * sizeof(float);
  const WideBounds<kBytes> bounds(plain);
  const WideScatter scatter{kBytes * size_t(grid.sz)};
  const __m256i toLocal = _mm256_set1_epi32(kBytes * plane * grid.sz);
  const float* at[3] = {particles.x[0].data(), particles.x[1].data(), particles.x[2].data()};
  const float* v[3] = {particles.v[0].data(), particles.v[1].data(), particles.v[2].data()};
  const bool flat = grid.flat();
  for (; begin + 8 <= end; begin += 8) {
    const WideSplit x = bounds.split<0>(_mm256_loadu_ps(at[0] + begin));
    const WideSplit y = bounds.split<1>(_mm256_loadu_ps(at[1] + begin));
    const WideSplit z = bounds.split<2>(_mm256_loadu_ps(at[2] + begin));
    const __m256i kHalf = _mm256_sub_epi32(z.half, toLocal), kWhole = _mm256_sub_epi32(z.whole, toLocal);
    scatter(field[0], _mm256_add_epi32(x.whole, _mm256_add_epi32(y.half, kHalf)), _mm256_loadu_ps(v[0] + begin),
            x.wholePart, y.halfPart, z.halfPart);
    scatter(field[1], _mm256_add_epi32(x.half, _mm256_add_epi32(y.whole, kHalf)), _mm256_loadu_ps(v[1] + begin),
            x.halfPart, y.wholePart, z.halfPart);
    if (flat) continue;
    scatter(field[2], _mm256_add_epi32(x.half, _mm256_add_epi32(y.half, kWhole)), _mm256_loadu_ps(v[2] + begin),
            x.halfPart, y.halfPart, z.wholePart);
  }
  return begin;
}

void scatterSlab(const Grid& grid, const Particles& particles, const ScatterSlabs& slabs, size_t index, bool wide) {
  const ScatterSlabs::Slab slab = slabs.open(particles, index);
  const LaneBounds& bounds = slab.bounds;
  const EntryScatter scatter{slabs.plane()};
  const __m128i toLocal = _mm_set1_epi32(slab.below * grid.sz);
  size_t begin = slab.begin;
  if (wide) begin = scatterWide(grid, bounds, slab.below, particles, slab.field, begin, slab.end);
  for (size_t p = begin; p < slab.end; p += 4) {
    const size_t count = std::min<size_t>(4, slab.end - p);
    const __m128 present = presentLanes(count);
    const Split x = bounds.split<0>(loadLanes(&particles.x[0][p], count));
    const Split y = bounds.split<1>(loadLanes(&particles.x[1][p], count));
    const Split z = bounds.split<2>(loadLanes(&particles.x[2][p], count));
    const auto local = [&](__m128i i, __m128i j, __m128i k) { return _mm_sub_epi32(bounds.id(i, j, k), toLocal); };
    scatter(slab.field[0], local(x.whole, y.half, z.half), loadLanes(&particles.v[0][p], count), present, x.wholePart,
            y.halfPart, z.halfPart);
    scatter(slab.field[1], local(x.half, y.whole, z.half), loadLanes(&particles.v[1][p], count), present, x.halfPart,
            y.wholePart, z.halfPart);
    if (grid.flat()) continue;
    scatter(slab.field[2], local(x.half, y.half, z.whole), loadLanes(&particles.v[2][p], count), present, x.halfPart,
            y.halfPart, z.wholePart);
  }
}

/// v <- keep v + field(x), eight particles at a time; returns the first that is left.
FLOTSAM_WIDE size_t sampleWide(const LaneSampler& plain, float keep, Particles& particles, size_t begin, size_t end) {
  const WideSampler sample(plain);
  const __m256 part = _mm256_set1_ps(keep);
  const float* x[3] = {particles.x[0].data(), particles.x[1].data(), particles.x[2].data()};
  float* v[3] = {particles.v[0].data(), particles.v[1].data(), particles.v[2].data()};
  for (; begin + 8 <= end; begin += 8) {
    const Wide3 u =
        sample({_mm256_loadu_ps(x[0] + begin), _mm256_loadu_ps(x[1] + begin), _mm256_loadu_ps(x[2] + begin)});
    _mm256_storeu_ps(v[0] + begin, mulAdd(part, _mm256_loadu_ps(v[0] + begin), u.x));
    _mm256_storeu_ps(v[1] + begin, mulAdd(part, _mm256_loadu_ps(v[1] + begin), u.y));
    _mm256_storeu_ps(v[2] + begin, mulAdd(part, _mm256_loadu_ps(v[2] + begin), u.z));
  }
  return begin;
}

/// v <- keep v + field(x).
void sampleParticles(const LaneSampler& sample, float keep, Particles& particles, size_t begin, size_t end) {
  const __m128 part = _mm_set1_ps(keep);
  for (size_t p = begin; p < end; p += 4) {
    const size_t count = std::min<size_t>(4, end - p);
    const Lanes3 u = sample({loadLanes(&particles.x[0][p], count), loadLanes(&particles.x[1][p], count),
                             loadLanes(&particles.x[2][p], count)});
    const __m128 add[3] = {u.x, u.y, u.z};
    for (int a = 0; a < 3; ++a) {
      float* v = &particles.v[a][p];
      storeLanes(v, mulAdd(part, loadLanes(v, count), add[a]), count);
    }
  }
}

}  // namespace

void transferToGrid(const Grid& grid, const Particles& particles, MacVelocity& velocity, FaceMask& known,
                    ParticleScratch& scratch) {
  FLOTSAM_CHECK(particles.cellStart.size() == grid.size + 1 && particles.cellStart.back() == particles.size());
  const ScatterSlabs slabs(grid, scratch);
  const bool wide = useWideLanes(scratch);
  parallelPieces(slabs.count(), [&](size_t slab) { scatterSlab(grid, particles, slabs, slab, wide); });
  slabs.gather(velocity, known);
}

void transferToParticles(const Grid& grid, const MacVelocity& now, const MacVelocity& before, double flip,
                         Particles& particles, ParticleScratch& scratch) {
  for (auto& q : scratch.quads) q.resize(4 * grid.size);
  const __m128d part = _mm_set1_pd(flip);
  parallelFor(grid.size - grid.sy - 1, kGrain, [&](size_t begin, size_t end) {
    buildQuads(grid, scratch, begin, end, [&](int a, size_t id) {
      return _mm_sub_pd(_mm_loadu_pd(&now[a][id]), _mm_mul_pd(part, _mm_loadu_pd(&before[a][id])));
    });
  });
  const LaneSampler sample(grid, scratch);
  const bool wide = useWideLanes(scratch);
  parallelFor(particles.size(), kGrain, [&](size_t begin, size_t end) {
    if (wide) begin = sampleWide(sample, static_cast<float>(flip), particles, begin, end);
    sampleParticles(sample, static_cast<float>(flip), particles, begin, end);
  });
}

}  // namespace flotsam
