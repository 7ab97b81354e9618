// SPDX-License-Identifier: MIT
// Particles to faces and back with tent weights (the staggered FLIP/PIC pair of Zhu & Bridson 2005).
//
//   to the grid:       u_f = sum_p w(x_f - x_p) v_p / sum_p w(x_f - x_p)
//   to the particles:  v_p = flip (v_p + now(x_p) - before(x_p)) + (1 - flip) now(x_p)
//                          = flip v_p + (now - flip before)(x_p)      sampling is linear: one field, one sample
//
// The scatter works on slabs of z-planes whose number depends on the grid alone. A slab adds into memory of its own
// with a plane to spare below and above; the planes are put together afterwards in a fixed order. An entry of the
// scatter field is (value, weight) at a face and at the next along x, so a row of a particle is one aligned 16-byte
// addition and two particles never overlap in part (which would stall the forwarding of stores to loads).
#include "sim/fluid/transfer.h"

#include "core/check.h"
#include "core/parallel.h"
#include "sim/fluid/wide_lanes.h"

namespace flotsam {

namespace {

constexpr int kSlab = 4;          // z-planes of cells in a slab
constexpr float kEnough = 1e-4f;  // a face with less weight than this stays unknown
constexpr size_t kGrain = 4096;   // particles per piece of work

int slabCount(const Grid& grid) { return (grid.n.z + kSlab) / kSlab; }
constexpr size_t kEntry = 4;  // floats at a lattice index of the scatter field
// One component of one slab; an empty entry in front.
size_t fieldFloats(const Grid& grid) { return kEntry * (size_t(grid.sz) * (kSlab + 2) + 1); }
float* slabField(const Grid& grid, ParticleScratch& scratch, int slab, int axis) {
  return scratch.scatter.data() + (3 * size_t(slab) + axis) * fieldFloats(grid) + kEntry;
}

/// Adds four particles' shares of one component. Each row is (value, weight) at two faces.
struct RowScatter {
  size_t sy, sz;  // in floats

  template <int lane>
  FLOTSAM_INLINE void particle(float* field, int id, __m128 pair, const __m128 (&row)[4]) const {
    float* at = field + kEntry * static_cast<size_t>(id);
    add(at, pair, spread<lane>(row[0]));
    add(at + sy, pair, spread<lane>(row[1]));
    add(at + sz, pair, spread<lane>(row[2]));
    add(at + sz + sy, pair, spread<lane>(row[3]));
  }
  FLOTSAM_INLINE void operator()(float* field, __m128i id, __m128 value, __m128 present, __m128 fx, __m128 fy,
                                 __m128 fz) const {
    const __m128 one = _mm_set1_ps(1.0f);
    const __m128 gx = _mm_sub_ps(one, fx), gy = _mm_sub_ps(one, fy), gz = _mm_sub_ps(one, fz);
    __m128 b = _mm_and_ps(present, gx), d = _mm_and_ps(present, fx);
    __m128 a = _mm_mul_ps(value, b), c = _mm_mul_ps(value, d);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    const __m128 row[4] = {_mm_mul_ps(gy, gz), _mm_mul_ps(fy, gz), _mm_mul_ps(gy, fz), _mm_mul_ps(fy, fz)};
    alignas(16) int at[4];
    _mm_store_si128(reinterpret_cast<__m128i*>(at), id);
    particle<0>(field, at[0], a, row);
    particle<1>(field, at[1], b, row);
    particle<2>(field, at[2], c, row);
    particle<3>(field, at[3], d, row);
  }
  FLOTSAM_INLINE static void add(float* at, __m128 pair, __m128 weight) {
    _mm_storeu_ps(at, mulAdd(pair, weight, _mm_loadu_ps(at)));
  }
};

FLOTSAM_WIDE_KERNEL void scatterSlab(const Grid& grid, const Particles& particles, int slab, ParticleScratch& scratch) {
  const int k0 = slab * kSlab, k1 = std::min(k0 + kSlab, grid.n.z + 1);
  float* field[3];
  for (int a = 0; a < 3; ++a) {
    field[a] = slabField(grid, scratch, slab, a);
    std::memset(field[a] - kEntry, 0, fieldFloats(grid) * sizeof(float));
  }
  LaneBounds bounds(grid);
  // Whatever the particles' order, nothing is written outside the slab.
  bounds.lo[2] = _mm_max_ps(bounds.lo[2], _mm_set1_ps(static_cast<float>(k0)));
  bounds.hi[2] = _mm_min_ps(bounds.hi[2], _mm_set1_ps(std::nextafter(static_cast<float>(k1), 0.0f)));
  const RowScatter scatter{kEntry * grid.sy, kEntry * grid.sz};
  const __m128i toLocal = _mm_set1_epi32((k0 - 1) * grid.sz);
  const size_t begin = particles.cellStart[grid.id(0, 0, k0)];
  const size_t end = particles.cellStart[std::min(static_cast<size_t>(grid.id(0, 0, k1)), grid.size)];
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

/// (value, weight) of a face: what was added at its own index and at the one before.
__m128 entry(const float* field, int f) {
  const __m128 own = _mm_loadu_ps(field + kEntry * f), before = _mm_loadu_ps(field + kEntry * f - kEntry);
  return _mm_add_ps(own, _mm_movehl_ps(before, before));
}

/// Faces of one plane: the slab's own sum, then what spilled from below, then from above.
void gatherPlane(const Grid& grid, ParticleScratch& scratch, int k, MacVelocity& velocity, FaceMask& known) {
  const int slab = k / kSlab, local = k - slab * kSlab;
  const size_t plane = kEntry * grid.sz;
  for (int a = 0; a < 3; ++a) {
    const float* own = slabField(grid, scratch, slab, a) + (local + 1) * plane;
    const float* below = local == 0 && slab > 0 ? slabField(grid, scratch, slab - 1, a) + (kSlab + 1) * plane : nullptr;
    const float* above =
        local == kSlab - 1 && slab + 1 < slabCount(grid) ? slabField(grid, scratch, slab + 1, a) : nullptr;
    double* u = velocity[a].data() + size_t(grid.sz) * k;
    uint8_t* mask = known.known[a].data() + size_t(grid.sz) * k;
    for (int f = 0; f < grid.sz; ++f) {
      __m128 sum = entry(own, f);
      if (below) sum = _mm_add_ps(sum, entry(below, f));
      if (above) sum = _mm_add_ps(sum, entry(above, f));
      const float value = _mm_cvtss_f32(sum), weight = _mm_cvtss_f32(spread<1>(sum));
      mask[f] = weight > kEnough;
      u[f] = mask[f] ? double(value) / weight : 0.0;
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
  scratch.scatter.resize(3 * fieldFloats(grid) * slabCount(grid));
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
