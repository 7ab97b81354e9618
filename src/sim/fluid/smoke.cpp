// SPDX-License-Identifier: MIT
// A path ends at the surface of a solid, and cells whose centre is solid have no say in a sample. A cell within a solid
// takes what is next to the solid, so a body that moves on leaves no hole behind.
#include "sim/fluid/smoke.h"

#include <algorithm>
#include <cmath>

#include "core/kernel.h"
#include "core/parallel.h"
#include "sim/fluid/advection.h"
#include "sim/fluid/lanes.h"
#include "sim/fluid/solid_sampling.h"

namespace flotsam {

namespace {

constexpr size_t kGrain = 16384;

/// Distance of solids at the centres of a row of cells: the mean of their corners.
FLOTSAM_WIDE_KERNEL void rowCentres(int n, std::ptrdiff_t sy, std::ptrdiff_t sz, const float* __restrict phi,
                                    float* __restrict centre) {
  for (int i = 0; i < n; ++i)
    centre[i] = 0.125f * (((phi[i] + phi[i + 1]) + (phi[i + sy] + phi[i + sy + 1])) +
                          ((phi[i + sz] + phi[i + sz + 1]) + (phi[i + sy + sz] + phi[i + sy + sz + 1])));
}

/// Blocks of cells into which something may be carried. Elsewhere all that a cell looks at is 0, and so will it be.
class Filled {
 public:
  /// `cells`: the longest way along an axis.
  Filled(const Grid& grid, std::span<const CarriedScalar> scalars, double cells, ParticleScratch& scratch)
      : count_((grid.n + (kSide - 1)) / kSide), everywhere_(!(cells < 4 * kSide)), around_(scratch.around) {
    if (everywhere_) return;
    const auto size = static_cast<size_t>(count_.x) * count_.y * count_.z;
    scratch.filled.assign(size, 0), around_.resize(size);
    parallelPieces(static_cast<size_t>(count_.z), [&](size_t block) {
      const int first = static_cast<int>(block) * kSide, last = std::min(first + kSide, grid.n.z);
      for (int k = first; k < last; ++k)
        for (int j = 0; j < grid.n.y; ++j)
          for (const CarriedScalar& s : scalars) {
            const float* row = &(*s.from)[grid.id(0, j, k)];
            uint8_t* to = &scratch.filled[index(0, j, k)];
            for (int i = 0; i < grid.n.x; ++i) to[i / kSide] |= row[i] != 0;
          }
    });
    // A cell looks from two before where its path may begin to two behind (the cubic's stencil, rounding).
    const int reach = (static_cast<int>(std::ceil(cells)) + 2 + kSide - 1) / kSide,
              strides[3] = {1, count_.x, count_.x * count_.y};
    for (int a = 0; a < 3; ++a) {
      const std::vector<uint8_t>& from = scratch.filled;
      for (int k = 0; k < count_.z; ++k)
        for (int j = 0; j < count_.y; ++j)
          for (int i = 0; i < count_.x; ++i) {
            const int at = i + strides[1] * j + strides[2] * k, place = Int3(i, j, k)[a];
            uint8_t any = 0;
            for (int q = std::max(place - reach, 0); q <= std::min(place + reach, count_[a] - 1); ++q)
              any |= from[static_cast<size_t>(at + (q - place) * strides[a])];
            around_[static_cast<size_t>(at)] = any;
          }
      std::swap(scratch.filled, around_);
    }
    std::swap(scratch.filled, around_);
  }
  /// Of cells i .. i + count - 1, count at most kSide.
  bool reaches(int i, int j, int k, int count) const {
    return everywhere_ || around_[index(i, j, k)] || around_[index(i + count - 1, j, k)];
  }

 private:
  static constexpr int kSide = 4;
  size_t index(int i, int j, int k) const {
    return static_cast<size_t>(i / kSide + count_.x * (j / kSide + count_.y * (k / kSide)));
  }
  const Int3 count_;
  const bool everywhere_;
  std::vector<uint8_t>& around_;
};

/// monotoneCubic of four.
__m128 monotoneCubicLanes(__m128 a, __m128 b, __m128 c, __m128 d, float at) {
  const auto times = [](float by, __m128 v) { return _mm_mul_ps(_mm_set1_ps(by), v); };
  const __m128 t = _mm_set1_ps(at), rise = _mm_sub_ps(c, b), zero = _mm_setzero_ps();
  const __m128 least = _mm_min_ps(zero, times(3, rise)), most = _mm_max_ps(zero, times(3, rise));
  const auto slope = [&](__m128 from, __m128 to) { return clampLanes(times(0.5f, _mm_sub_ps(to, from)), least, most); };
  const __m128 at1 = slope(a, c), at2 = slope(b, d);
  const __m128 third = _mm_sub_ps(_mm_add_ps(at1, at2), times(2, rise));
  const __m128 second = _mm_sub_ps(_mm_sub_ps(times(3, rise), times(2, at1)), at2);
  const __m128 v = mulAdd(t, mulAdd(t, mulAdd(t, third, second), at1), b);
  return clampLanes(v, _mm_min_ps(b, c), _mm_max_ps(b, c));  // rounding
}

class SmokeTracer {
 public:
  SmokeTracer(const Grid& grid, const SolidField& solids, const LaneSampler& velocity, double cells,
              Interpolation interpolation, OpenSides open, const std::vector<float>& centre)
      : grid_(grid),
        solids_(solids),
        velocity_(velocity),
        cells_(static_cast<float>(cells)),
        cubic_(interpolation == Interpolation::Cubic),
        open_(open),
        centre_(centre) {
    for (int a = 0; a < 3; ++a) lo_[a] = open.at(a, false) ? 0 : 1, hi_[a] = grid.n[a] - (open.at(a, true) ? 1 : 2);
  }

  /// Whether the centre of one of these cells is in a solid: its value comes from wherever that ends.
  bool anySolid(Int3 c, int count) const {
    const float* centre = &centre_[grid_.id(c)];
    return std::any_of(centre, centre + count, [](float gap) { return gap < 0; });
  }
  /// Cells (i, j, k) .. (i + count - 1, j, k), at most four.
  void operator()(Int3 c, int count, std::span<const CarriedScalar> scalars) const {
    Vec3f start[4];
    float gap[4];
    for (int lane = 0; lane < count; ++lane) {
      Vec3f& x = start[lane] = Vec3f(c.x + lane, c.y, c.z) + 0.5f;
      gap[lane] = centre_[grid_.id(c) + lane];
      if (gap[lane] >= 0) continue;
      x = pushedOut(grid_, solids_, x, Vec3f(1), Vec3f(grid_.n - 1));
      gap[lane] = phi(x);
    }
    for (int lane = count; lane < 4; ++lane) start[lane] = start[0];
    const auto gather = [&](int a) { return _mm_setr_ps(start[0][a], start[1][a], start[2][a], start[3][a]); };
    const Lanes3 end = velocity_.tracedBack({gather(0), gather(1), gather(2)}, _mm_set1_ps(cells_));
    alignas(16) float at[3][4];
    _mm_store_ps(at[0], end.x), _mm_store_ps(at[1], end.y), _mm_store_ps(at[2], end.z);
    for (int lane = 0; lane < count; ++lane) {
      const Vec3f source = stopped(start[lane], gap[lane], {at[0][lane], at[1][lane], at[2][lane]});
      const int id = grid_.id(c) + lane;
      Place place{among(source)};
      for (const CarriedScalar& s : scalars) (*s.to)[id] = sample(*s.from, source, place, (*s.from)[id]);
    }
  }

 private:
  float phi(const Vec3f& x) const { return sampleSolids(grid_, solids_, x).phi; }

  /// The last point outside solids on the way from x to y. `gap`: distance to solids at x.
  Vec3f stopped(const Vec3f& x, float gap, const Vec3f& y) const {
    const Vec3f way = y - x;
    const float length = std::sqrt(glm::dot(way, way));
    if (gap < 0) return x;
    if (length < gap - 1) return y;
    const int parts = static_cast<int>(2 * length) + 1;  // the tank bounds the length
    for (int s = 1; s <= parts; ++s) {
      float out = static_cast<float>(s - 1) / parts, in = static_cast<float>(s) / parts;
      if (phi(x + in * way) >= 0) continue;
      for (int halving = 0; halving < 8; ++halving) {
        const float middle = 0.5f * (out + in);
        (phi(x + middle * way) >= 0 ? out : in) = middle;
      }
      return x + out * way;
    }
    return y;
  }

  /// Between which centres a point is, and what of them may be used; found once for all scalars.
  struct Place {
    Vec3f at;               // in units of centres
    Int3 c{0};              // the lowest of the eight around
    Vec3f f{0};             // from there
    bool looked = false;    // at the solids
    bool clear = false;     // none of the eight is in a solid
    bool allClear = false;  // none of the cubic's
    explicit Place(const Vec3f& y) : at(y), c(y), f(y - Vec3f(c)) {}
  };

  /// x in units of cell centres, kept between those there are. A path that was stopped by an open side came from
  /// beyond it, where the layer of wall cells holds 0.
  Vec3f among(const Vec3f& x) const {
    Vec3f y = x - 0.5f;
    for (int a = 0; a < 3 && open_.any(); ++a) {
      if (open_.at(a, false) && x[a] <= 1) y[a] = 0;
      if (open_.at(a, true) && x[a] >= std::nextafter(static_cast<float>(grid_.n[a] - 1), 0.f))
        y[a] = static_cast<float>(grid_.n[a] - 1);
    }
    return glm::clamp(y, Vec3f(lo_), Vec3f(hi_));
  }

  /// `otherwise` where all centres around are solid.
  float sample(const std::vector<float>& from, const Vec3f& x, Place& p, float otherwise) const {
    if (cubic_ && sameAround(from, p.c)) return from[grid_.id(p.c)];  // most of a tank
    if (!p.looked) {
      const float distance = phi(x);  // beyond its reach no centre can be solid
      p.looked = true, p.clear = distance > 2;
      p.allClear = cubic_ && (distance > 4 || noneSolid(p.c));
    }
    return p.allClear ? cubic(from, p.c, p.f) : linear(from, p.c, p.f, p.clear, otherwise);
  }

  /// Trilinear between the centres that are not in a solid, weights rescaled.
  float linear(const std::vector<float>& from, Int3 c, const Vec3f& f, bool clear, float otherwise) const {
    float value = 0, weight = 0;
    for (int corner = 0; corner < 8; ++corner) {
      const Int3 d(corner & 1, corner >> 1 & 1, corner >> 2);
      float w = 1;
      for (int a = 0; a < 3; ++a) w *= d[a] ? f[a] : 1 - f[a];
      if (w <= 0 || (!clear && centre_[grid_.id(c + d)] < 0)) continue;
      value += w * from[grid_.id(c + d)];
      weight += w;
    }
    return weight > 1e-6f ? value / weight : otherwise;
  }

  /// The eight centres around have one value; monotone as it is, the cubic cannot give another.
  bool sameAround(const std::vector<float>& from, Int3 c) const {
    const float *p = &from[grid_.id(c)], v = *p;
    const int x = c.x < hi_.x, y = c.y < hi_.y ? grid_.sy : 0, z = c.z < hi_.z ? grid_.sz : 0;
    return p[x] == v && p[y] == v && p[x + y] == v && p[z] == v && p[x + z] == v && p[y + z] == v && p[x + y + z] == v;
  }

  /// Centres -1, 0, 1, 2 along x from c in the row j, k of the stencil around it; ends are repeated.
  __m128 row(const std::vector<float>& from, Int3 c, int j, int k) const {
    const int jj = std::clamp(c.y - 1 + j, lo_.y, hi_.y), kk = std::clamp(c.z - 1 + k, lo_.z, hi_.z);
    const float* p = &from[grid_.id(0, jj, kk)];
    if (c.x - 1 >= lo_.x && c.x + 2 <= hi_.x) return _mm_loadu_ps(p + c.x - 1);
    const auto at = [&](int i) { return p[std::clamp(c.x + i, lo_.x, hi_.x)]; };
    return _mm_setr_ps(at(-1), at(0), at(1), at(2));
  }
  bool noneSolid(Int3 c) const {
    __m128 least = _mm_set1_ps(1);
    for (int k = 0; k < 4; ++k)
      for (int j = 0; j < 4; ++j) least = _mm_min_ps(least, row(centre_, c, j, k));
    return _mm_movemask_ps(_mm_cmplt_ps(least, _mm_setzero_ps())) == 0;
  }
  /// Along z and y for four places in x at once, then along x.
  float cubic(const std::vector<float>& from, Int3 c, const Vec3f& f) const {
    __m128 plane[4];
    for (int j = 0; j < 4; ++j)
      plane[j] = grid_.flat() ? row(from, c, j, 1)
                              : monotoneCubicLanes(row(from, c, j, 0), row(from, c, j, 1), row(from, c, j, 2),
                                                   row(from, c, j, 3), f.z);
    alignas(16) float along[4];
    _mm_store_ps(along, monotoneCubicLanes(plane[0], plane[1], plane[2], plane[3], f.y));
    return monotoneCubic(along, f.x);
  }

  const Grid& grid_;
  const SolidField& solids_;
  const LaneSampler& velocity_;
  float cells_;
  bool cubic_;
  OpenSides open_;
  const std::vector<float>& centre_;
  Int3 lo_, hi_;  // cells there are values in
};

}  // namespace

float monotoneCubic(const float f[4], float t) {
  const float rise = f[2] - f[1];
  if (rise == 0) return f[1];
  // Slopes of the same sign as the rise and at most three times as steep.
  const float least = std::min(0.f, 3 * rise), most = std::max(0.f, 3 * rise);
  const float at1 = std::clamp(0.5f * (f[2] - f[0]), least, most), at2 = std::clamp(0.5f * (f[3] - f[1]), least, most);
  const float v = f[1] + t * (at1 + t * (3 * rise - 2 * at1 - at2 + t * (at1 + at2 - 2 * rise)));
  return std::clamp(v, std::min(f[1], f[2]), std::max(f[1], f[2]));  // rounding
}

void advectScalars(const Grid& grid, const MacVelocity& velocity, const SolidField& solids, double dt,
                   std::span<const CarriedScalar> scalars, Interpolation interpolation, OpenSides open,
                   ParticleScratch& scratch) {
  for (const CarriedScalar& s : scalars) s.to->resize(grid.size);
  loadVelocity(grid, velocity, scratch);
  const LaneSampler sampler(grid, scratch);
  const int last = grid.inner.x;
  std::vector<float>& centre = scratch.centre;
  centre.resize(grid.size);
  parallelFor(grid.size, kGrain, [&](size_t begin, size_t end) {
    std::fill(&centre[begin], &centre[begin] + (end - begin), 1.f);
    for (const CarriedScalar& s : scalars) std::fill(&(*s.to)[begin], &(*s.to)[begin] + (end - begin), 0.f);
  });
  const auto forTankRows = [&](const auto& row) {
    parallelPieces(grid.inner.z, [&](size_t piece) {
      for (int j = 1; j <= grid.inner.y; ++j) row(j, static_cast<int>(piece) + 1);
    });
  };
  forTankRows([&](int j, int k) {
    const int id = grid.id(1, j, k);
    rowCentres(last, grid.sy, grid.sz, &solids.phi[id], &centre[id]);
  });
  const double cells = dt / grid.dx;
  const Filled filled(grid, scalars, 1.001 * cells * maxSpeed(grid, velocity), scratch);
  const SmokeTracer trace(grid, solids, sampler, cells, interpolation, open, centre);
  forTankRows([&](int j, int k) {
    for (int i = 1; i <= last; i += 4)
      if (const int count = std::min(4, last + 1 - i);
          filled.reaches(i, j, k, count) || trace.anySolid({i, j, k}, count))
        trace({i, j, k}, count, scalars);
  });
}

void advectScalar(const Grid& grid, const MacVelocity& velocity, const SolidField& solids, double dt,
                  const std::vector<float>& from, std::vector<float>& to, ParticleScratch& scratch) {
  const CarriedScalar one{&from, &to};
  advectScalars(grid, velocity, solids, dt, {&one, 1}, Interpolation::Linear, {}, scratch);
}

}  // namespace flotsam
