// SPDX-License-Identifier: MIT
// Particles to faces and back with tent weights (the staggered FLIP/PIC pair of Zhu & Bridson 2005).
//
//   to the grid:       u_f = sum_p w(x_f - x_p) v_p / sum_p w(x_f - x_p)
//   to the particles:  v_p = flip (v_p + now(x_p) - before(x_p)) + (1 - flip) now(x_p)
//                          = flip v_p + (now - flip before)(x_p)      sampling is linear: one field, one sample
//
// The scatter works on slabs of z-planes whose number depends on the grid alone. A slab adds into memory of its own
// with a plane to spare below and above; the planes are put together afterwards in a fixed order. An entry of the
// scatter field is (value, weight) at a face, the next along x, the next along y and the next along both, so a particle
// is two aligned 32-byte additions (two of 16 each in plain lanes) and two particles never overlap in part (which would
// stall the forwarding of stores to loads).
#include "sim/fluid/transfer.h"

#include "core/check.h"
#include "core/parallel.h"
#include "sim/fluid/wide_lanes.h"

namespace flotsam {

namespace {

constexpr int kSlab = 6;          // z-planes of cells in a slab
constexpr float kEnough = 1e-4f;  // a face with less weight than this stays unknown
constexpr size_t kGrain = 4096;   // particles per piece of work

int slabCount(const Grid& grid) { return (grid.n.z + kSlab) / kSlab; }
constexpr size_t kEntry = 8;  // floats at a lattice index of the scatter field
// One component of one slab; empty entries in front for the faces before the first along x and y.
size_t fieldFloats(const Grid& grid) { return kEntry * (size_t(grid.sz) * (kSlab + 2) + grid.sy + 1); }
float* slabMemory(const Grid& grid, ParticleScratch& scratch, int slab, int axis) {
  const auto start = reinterpret_cast<uintptr_t>(scratch.scatter.data());
  return scratch.scatter.data() + (-start % 32) / sizeof(float) + (3 * size_t(slab) + axis) * fieldFloats(grid);
}
float* slabField(const Grid& grid, ParticleScratch& scratch, int slab, int axis) {
  return slabMemory(grid, scratch, slab, axis) + kEntry * (grid.sy + 1);
}

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

void scatterSlab(const Grid& grid, const Particles& particles, int slab, ParticleScratch& scratch) {
  const int k0 = slab * kSlab, k1 = std::min(k0 + kSlab, grid.n.z + 1);
  float* field[3];
  for (int a = 0; a < 3; ++a) {
    field[a] = slabField(grid, scratch, slab, a);
    std::memset(slabMemory(grid, scratch, slab, a), 0, fieldFloats(grid) * sizeof(float));
  }
  LaneBounds bounds(grid);
  // Whatever the particles' order, nothing is written outside the slab.
  bounds.lo[2] = _mm_max_ps(bounds.lo[2], _mm_set1_ps(static_cast<float>(k0)));
  bounds.hi[2] = _mm_min_ps(bounds.hi[2], _mm_set1_ps(std::nextafter(static_cast<float>(k1), 0.0f)));
  const EntryScatter scatter{kEntry * grid.sz};
  const __m128i toLocal = _mm_set1_epi32((k0 - 1) * grid.sz);
  size_t begin = particles.cellStart[grid.id(0, 0, k0)];
  const size_t end = particles.cellStart[std::min(static_cast<size_t>(grid.id(0, 0, k1)), grid.size)];
  if (useWideLanes(scratch)) begin = scatterWide(grid, bounds, k0 - 1, particles, field, begin, end);
  for (size_t p = begin; p < end; p += 4) {
    const size_t count = std::min<size_t>(4, end - p);
    const __m128 present =
        _mm_castsi128_ps(_mm_cmplt_epi32(_mm_setr_epi32(0, 1, 2, 3), _mm_set1_epi32(static_cast<int>(count))));
    const Split x = bounds.split<0>(loadLanes(&particles.x[0][p], count));
    const Split y = bounds.split<1>(loadLanes(&particles.x[1][p], count));
    const Split z = bounds.split<2>(loadLanes(&particles.x[2][p], count));
    const __m128i jWhole = _mm_mullo_epi32(y.whole, bounds.sy), jHalf = _mm_mullo_epi32(y.half, bounds.sy);
    const __m128i kHalf = _mm_sub_epi32(_mm_mullo_epi32(z.half, bounds.sz), toLocal);
    scatter(field[0], _mm_add_epi32(x.whole, _mm_add_epi32(jHalf, kHalf)), loadLanes(&particles.v[0][p], count),
            present, x.wholePart, y.halfPart, z.halfPart);
    scatter(field[1], _mm_add_epi32(x.half, _mm_add_epi32(jWhole, kHalf)), loadLanes(&particles.v[1][p], count),
            present, x.halfPart, y.wholePart, z.halfPart);
    if (grid.flat()) continue;
    const __m128i kWhole = _mm_sub_epi32(_mm_mullo_epi32(z.whole, bounds.sz), toLocal);
    scatter(field[2], _mm_add_epi32(x.half, _mm_add_epi32(jHalf, kWhole)), loadLanes(&particles.v[2][p], count),
            present, x.halfPart, y.halfPart, z.wholePart);
  }
}

/// (value, weight) of faces f and f + 1: what was added at their own index and at those before.
FLOTSAM_INLINE __m128 twoFaces(const float* field, size_t sy) {
  const auto pair = [](const float* first) {
    const __m128 own = _mm_castpd_ps(_mm_load_sd(reinterpret_cast<const double*>(first)));
    return _mm_loadh_pi(own, reinterpret_cast<const __m64*>(first + kEntry));
  };
  const float* before = field - kEntry * sy;
  return _mm_add_ps(_mm_add_ps(pair(field), pair(field - kEntry + 2)),
                    _mm_add_ps(pair(before + 4), pair(before - kEntry + 6)));
}

/// Faces of one plane: the slab's own sum, then what spilled from below, then from above.
FLOTSAM_WIDE_KERNEL void gatherPlane(const Grid& grid, ParticleScratch& scratch, int k, MacVelocity& velocity,
                                     FaceMask& known) {
  const int slab = k / kSlab, local = k - slab * kSlab;
  const size_t plane = kEntry * grid.sz, sy = grid.sy;
  const __m128 enough = _mm_set1_ps(kEnough);
  for (int a = 0; a < 3; ++a) {
    const float* own = slabField(grid, scratch, slab, a) + (local + 1) * plane;
    const float* below = local == 0 && slab > 0 ? slabField(grid, scratch, slab - 1, a) + (kSlab + 1) * plane : nullptr;
    const float* above =
        local == kSlab - 1 && slab + 1 < slabCount(grid) ? slabField(grid, scratch, slab + 1, a) : nullptr;
    double* u = velocity[a].data() + size_t(grid.sz) * k;
    uint8_t* mask = known.known[a].data() + size_t(grid.sz) * k;
    // The plane has an odd number of faces: the last pair is its last two.
    for (int i = 0; i < grid.sz; i += 2) {
      const size_t f = std::min(i, grid.sz - 2);
      __m128 sum = twoFaces(own + kEntry * f, sy);
      if (below) sum = _mm_add_ps(sum, twoFaces(below + kEntry * f, sy));
      if (above) sum = _mm_add_ps(sum, twoFaces(above + kEntry * f, sy));
      const __m128 value = _mm_shuffle_ps(sum, sum, 0x88), weight = _mm_shuffle_ps(sum, sum, 0xDD);
      const __m128 has = _mm_cmpgt_ps(weight, enough);
      const __m128d ratio = _mm_div_pd(_mm_cvtps_pd(value), _mm_cvtps_pd(weight));
      _mm_storeu_pd(u + f, _mm_and_pd(ratio, _mm_castps_pd(_mm_unpacklo_ps(has, has))));
      const int bits = _mm_movemask_ps(has);
      mask[f] = bits & 1, mask[f + 1] = bits >> 1 & 1;
    }
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
  scratch.scatter.resize(3 * fieldFloats(grid) * slabCount(grid) + 8);  // 8: to start at 32 bytes
  for (int a = 0; a < 3; ++a) velocity[a].resize(grid.size), known.known[a].resize(grid.size);
  parallelPieces(slabCount(grid), [&](size_t slab) { scatterSlab(grid, particles, static_cast<int>(slab), scratch); });
  parallelPieces(grid.n.z + 1, [&](size_t k) { gatherPlane(grid, scratch, static_cast<int>(k), velocity, known); });
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
