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

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/check.h"
#include "core/finite.h"
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

/// The particles of one slab. Those that are further from its cells than it has planes for are left for later and
/// listed (a few fast ones, where the sort was some steps ago).
class SlabScatter {
 public:
  SlabScatter(const Grid& grid, const Particles& particles, size_t plane, const ScatterSlabs::Slab& slab,
              uint32_t* strays)
      : grid_(grid), slab_(slab), scatter_{plane}, strays_(strays) {
    for (int a = 0; a < 3; ++a) x_[a] = particles.x[a].data(), v_[a] = particles.v[a].data();
  }
  /// Returns how many were listed.
  uint32_t all(bool wide) {
    size_t p = slab_.begin;
    if (wide) p = byEights(p, slab_.end);
    for (; p < slab_.end; p += 4) four(p, std::min<size_t>(4, slab_.end - p));
    return listed_;
  }

 private:
  void list(size_t p, size_t count) {
    for (size_t q = p; q < p + count; ++q)
      if (x_[2][q] < slab_.lowest || x_[2][q] >= slab_.highest) strays_[listed_++] = static_cast<uint32_t>(q);
  }
  void four(size_t p, size_t count) {
    const LaneBounds& bounds = slab_.bounds;
    const __m128i toLocal = _mm_set1_epi32(slab_.below * grid_.sz);
    const __m128 place = loadLanes(x_[2] + p, count);
    const __m128 outside = _mm_and_ps(presentLanes(count), _mm_or_ps(_mm_cmplt_ps(place, _mm_set1_ps(slab_.lowest)),
                                                                     _mm_cmpge_ps(place, _mm_set1_ps(slab_.highest))));
    if (_mm_movemask_ps(outside)) list(p, count);
    const __m128 present = _mm_andnot_ps(outside, presentLanes(count));
    const Split x = bounds.split<0>(loadLanes(x_[0] + p, count));
    const Split y = bounds.split<1>(loadLanes(x_[1] + p, count));
    const Split z = bounds.split<2>(place);
    const auto local = [&](__m128i i, __m128i j, __m128i k) { return _mm_sub_epi32(bounds.id(i, j, k), toLocal); };
    scatter_(slab_.field[0], local(x.whole, y.half, z.half), loadLanes(v_[0] + p, count), present, x.wholePart,
             y.halfPart, z.halfPart);
    scatter_(slab_.field[1], local(x.half, y.whole, z.half), loadLanes(v_[1] + p, count), present, x.halfPart,
             y.wholePart, z.halfPart);
    if (grid_.flat()) return;
    scatter_(slab_.field[2], local(x.half, y.half, z.whole), loadLanes(v_[2] + p, count), present, x.halfPart,
             y.halfPart, z.wholePart);
  }
  /// Particles begin, begin + 1, ... below `end`, eight at a time; returns the first that is left.
  FLOTSAM_WIDE size_t byEights(size_t begin, size_t end) {
    constexpr int kBytes = kEntry * sizeof(float);
    const WideBounds<kBytes> bounds(slab_.bounds);
    const WideScatter scatter{kBytes * size_t(grid_.sz)};
    const __m256i toLocal = _mm256_set1_epi32(kBytes * slab_.below * grid_.sz);
    const __m256 lowest = _mm256_set1_ps(slab_.lowest), highest = _mm256_set1_ps(slab_.highest);
    float* const field[3] = {slab_.field[0], slab_.field[1], slab_.field[2]};
    const bool flat = grid_.flat();
    for (; begin + 8 <= end; begin += 8) {
      const __m256 place = _mm256_loadu_ps(x_[2] + begin);
      if (_mm256_movemask_ps(
              _mm256_or_ps(_mm256_cmp_ps(place, lowest, _CMP_LT_OQ), _mm256_cmp_ps(place, highest, _CMP_GE_OQ)))) {
        four(begin, 4), four(begin + 4, 4);
        continue;
      }
      const WideSplit x = bounds.split<0>(_mm256_loadu_ps(x_[0] + begin));
      const WideSplit y = bounds.split<1>(_mm256_loadu_ps(x_[1] + begin));
      const WideSplit z = bounds.split<2>(place);
      const __m256i kHalf = _mm256_sub_epi32(z.half, toLocal), kWhole = _mm256_sub_epi32(z.whole, toLocal);
      scatter(field[0], _mm256_add_epi32(x.whole, _mm256_add_epi32(y.half, kHalf)), _mm256_loadu_ps(v_[0] + begin),
              x.wholePart, y.halfPart, z.halfPart);
      scatter(field[1], _mm256_add_epi32(x.half, _mm256_add_epi32(y.whole, kHalf)), _mm256_loadu_ps(v_[1] + begin),
              x.halfPart, y.wholePart, z.halfPart);
      if (flat) continue;
      scatter(field[2], _mm256_add_epi32(x.half, _mm256_add_epi32(y.half, kWhole)), _mm256_loadu_ps(v_[2] + begin),
              x.halfPart, y.halfPart, z.wholePart);
    }
    return begin;
  }

  const Grid& grid_;
  const ScatterSlabs::Slab slab_;
  const EntryScatter scatter_;
  const float *x_[3], *v_[3];
  uint32_t* strays_;  // room for all of the slab
  uint32_t listed_ = 0;
};

/// to = keep v + field(x); `to` may be v.
struct VelocityUpdate {
  const float *x[3], *v[3];
  float* to[3];
  float keep;

  /// Particles begin, begin + 1, ... below `end`, eight at a time; returns the first that is left. Adds NaN to `sum`
  /// when one is not finite, else 0.
  FLOTSAM_WIDE size_t wide(const LaneSampler& plain, size_t begin, size_t end, float& sum) const {
    const WideSampler sample(plain);
    const __m256 part = _mm256_set1_ps(keep), zero = _mm256_setzero_ps();
    __m256 nothing = zero;
    for (; begin + 8 <= end; begin += 8) {
      const Wide3 u =
          sample({_mm256_loadu_ps(x[0] + begin), _mm256_loadu_ps(x[1] + begin), _mm256_loadu_ps(x[2] + begin)});
      const __m256 to0 = mulAdd(part, _mm256_loadu_ps(v[0] + begin), u.x);
      const __m256 to1 = mulAdd(part, _mm256_loadu_ps(v[1] + begin), u.y);
      const __m256 to2 = mulAdd(part, _mm256_loadu_ps(v[2] + begin), u.z);
      _mm256_storeu_ps(to[0] + begin, to0), _mm256_storeu_ps(to[1] + begin, to1), _mm256_storeu_ps(to[2] + begin, to2);
      nothing = mulAdd(zero, to0, mulAdd(zero, to1, mulAdd(zero, to2, nothing)));
    }
    alignas(32) float lane[8];
    _mm256_store_ps(lane, nothing);
    for (const float l : lane) sum += l;
    return begin;
  }
  void plain(const LaneSampler& sample, size_t begin, size_t end) const {
    const __m128 part = _mm_set1_ps(keep);
    for (size_t p = begin; p < end; p += 4) {
      const size_t count = std::min<size_t>(4, end - p);
      const Lanes3 u = sample({loadLanes(x[0] + p, count), loadLanes(x[1] + p, count), loadLanes(x[2] + p, count)});
      const __m128 add[3] = {u.x, u.y, u.z};
      for (int a = 0; a < 3; ++a) storeLanes(to[a] + p, mulAdd(part, loadLanes(v[a] + p, count), add[a]), count);
    }
  }
};

void loadChange(const Grid& grid, const MacVelocity& now, const MacVelocity& before, double flip,
                ParticleScratch& scratch) {
  for (auto& q : scratch.quads) q.resize(4 * grid.size);
  const __m128d part = _mm_set1_pd(flip);
  parallelFor(grid.size - grid.sy - 1, kGrain, [&](size_t begin, size_t end) {
    buildQuads(grid, scratch, begin, end, [&](int a, size_t id) {
      return _mm_sub_pd(_mm_loadu_pd(&now[a][id]), _mm_mul_pd(part, _mm_loadu_pd(&before[a][id])));
    });
  });
}

}  // namespace

void transferToGrid(const Grid& grid, const Particles& particles, MacVelocity& velocity, FaceMask& known,
                    ParticleScratch& scratch) {
  FLOTSAM_CHECK(particles.cellStart.size() == grid.size + 1 && particles.cellStart.back() == particles.size());
  const ScatterSlabs slabs(grid, scratch);
  const bool wide = useWideLanes(scratch);
  scratch.strays.resize(particles.size()), scratch.strayCount.resize(slabs.count());
  uint32_t* strays = scratch.strays.data();
  slabs.eachSlab(particles, [&](size_t s, const ScatterSlabs::Slab& slab) {
    scratch.strayCount[s] = SlabScatter(grid, particles, slabs.plane(), slab, strays + slab.begin).all(wide);
  });
  if (std::any_of(scratch.strayCount.begin(), scratch.strayCount.end(), [](uint32_t n) { return n > 0; }))
    parallelPieces(slabs.count(), [&](size_t s) {
      for (size_t from = 0; from < slabs.count(); ++from)
        slabs.adopt(particles, s, {strays + slabs.firstParticle(particles, from), scratch.strayCount[from]});
    });
  slabs.gather(velocity, known);
}

void transferToParticles(const Grid& grid, const MacVelocity& now, const MacVelocity& before, double flip,
                         Particles& particles, ParticleScratch& scratch) {
  transferToParticles(grid, now, before, flip, particles, particles.v, scratch);
}

bool transferToParticles(const Grid& grid, const MacVelocity& now, const MacVelocity& before, double flip,
                         const Particles& particles, std::array<std::vector<float>, 3>& to, ParticleScratch& scratch) {
  loadChange(grid, now, before, flip, scratch);
  VelocityUpdate change{};
  change.keep = static_cast<float>(flip);
  for (int a = 0; a < 3; ++a) {
    to[a].resize(particles.size());
    change.x[a] = particles.x[a].data(), change.v[a] = particles.v[a].data(), change.to[a] = to[a].data();
  }
  const LaneSampler sample(grid, scratch);
  const bool wide = useWideLanes(scratch);
  std::atomic<bool> finite{true};
  parallelFor(particles.size(), kGrain, [&](size_t begin, size_t end) {
    float sum = 0;
    if (wide) begin = change.wide(sample, begin, end, sum);
    change.plain(sample, begin, end);
    for (const auto& v : to)
      if (!allFinite(v.data() + begin, end - begin)) sum = NAN;
    if (sum != 0) finite.store(false, std::memory_order_relaxed);
  });
  return finite;
}

}  // namespace flotsam
