// SPDX-License-Identifier: MIT
#include "sim/coupling/sweep_kernels.h"

#include "core/kernel.h"

namespace flotsam::sweep {

namespace {

#define FLOTSAM_OFFSETS int xm, int xp, int ym, int yp, int zm, int zp
#define FLOTSAM_FACES                                                                                             \
  const float* __restrict ax, const float* __restrict ay, const float* __restrict az, const float* __restrict bx, \
      const float* __restrict by, const float* __restrict bz

FLOTSAM_WIDE_KERNEL void relaxAll(int count, const uint8_t* __restrict plain, FLOTSAM_OFFSETS, FLOTSAM_FACES,
                                  const float* __restrict f, const float* __restrict inverse,
                                  const float* __restrict other, float* __restrict out) {
  for (int s = 0; s < count; s += kStretch) {
    if (plain[s / kStretch]) {
#pragma GCC unroll 1
      for (int m = s; m < s + kStretch; ++m) {
        const float sum =
            ((other[m + xm] + other[m + xp]) + (other[m + ym] + other[m + yp])) + (other[m + zm] + other[m + zp]);
        out[m] = (f[m] + sum) * inverse[m];
      }
    } else {
#pragma GCC unroll 1
      for (int m = s; m < s + kStretch; ++m) {
        const float sum = ((ax[m] * other[m + xm] + bx[m + xp] * other[m + xp]) +
                           (ay[m] * other[m + ym] + by[m + yp] * other[m + yp])) +
                          (az[m] * other[m + zm] + bz[m + zp] * other[m + zp]);
        out[m] = (f[m] + sum) * inverse[m];
      }
    }
  }
}

FLOTSAM_WIDE_KERNEL void neighboursAll(int count, const uint8_t* __restrict plain, FLOTSAM_OFFSETS, FLOTSAM_FACES,
                                       const float* __restrict mask, const float* __restrict other,
                                       float* __restrict out) {
  for (int s = 0; s < count; s += kStretch) {
    if (plain[s / kStretch]) {
#pragma GCC unroll 1
      for (int m = s; m < s + kStretch; ++m)
        out[m] = mask[m] * (((other[m + xm] + other[m + xp]) + (other[m + ym] + other[m + yp])) +
                            (other[m + zm] + other[m + zp]));
    } else {
#pragma GCC unroll 1
      for (int m = s; m < s + kStretch; ++m)
        out[m] = ((ax[m] * other[m + xm] + bx[m + xp] * other[m + xp]) +
                  (ay[m] * other[m + ym] + by[m + yp] * other[m + yp])) +
                 (az[m] * other[m + zm] + bz[m + zp] * other[m + zp]);
    }
  }
}

FLOTSAM_WIDE_KERNEL void scaleAll(int count, const float* __restrict f, const float* __restrict inverse,
                                  float* __restrict out) {
  for (int m = 0; m < count; ++m) out[m] = f[m] * inverse[m];
}

FLOTSAM_WIDE_KERNEL void differencesAll(int count, const uint8_t* __restrict plain, FLOTSAM_OFFSETS, FLOTSAM_FACES,
                                        const float* __restrict mask, const float* __restrict known,
                                        const float* __restrict own, const float* __restrict other,
                                        float* __restrict out) {
  for (int s = 0; s < count; s += kStretch) {
    if (plain[s / kStretch]) {
#pragma GCC unroll 1
      for (int m = s; m < s + kStretch; ++m) {
        const float v = own[m];
        out[m] = mask[m] * (((known[m + xm] * (v - other[m + xm]) + known[m + xp] * (v - other[m + xp])) +
                             (known[m + ym] * (v - other[m + ym]) + known[m + yp] * (v - other[m + yp]))) +
                            (known[m + zm] * (v - other[m + zm]) + known[m + zp] * (v - other[m + zp])));
      }
    } else {
#pragma GCC unroll 1
      for (int m = s; m < s + kStretch; ++m) {
        const float v = own[m];
        out[m] = ((ax[m] * (v - other[m + xm]) + bx[m + xp] * (v - other[m + xp])) +
                  (ay[m] * (v - other[m + ym]) + by[m + yp] * (v - other[m + yp]))) +
                 (az[m] * (v - other[m + zm]) + bz[m + zp] * (v - other[m + zp]));
      }
    }
  }
}

FLOTSAM_WIDE_KERNEL void invertAll(int count, int xp, int yp, int zp, const float* __restrict ax,
                                   const float* __restrict ay, const float* __restrict az, const float* __restrict bx,
                                   const float* __restrict by, const float* __restrict bz, float shift,
                                   float* __restrict inverse) {
  for (int m = 0; m < count; ++m) {
    const float d = ax[m] + bx[m + xp] + ay[m] + by[m + yp] + az[m] + bz[m + zp];
    inverse[m] = d > 0 ? 1 / (d * (1 + shift)) : 0.f;
  }
}

FLOTSAM_WIDE_KERNEL void addToInverse(int count, float shift, const float* __restrict d, float* __restrict inverse) {
  for (int m = 0; m < count; ++m) {
    const float sum = (inverse[m] > 0 ? 1 / inverse[m] : 0.f) + d[m] * (1 + shift);
    inverse[m] = sum > 0 ? 1 / sum : 0.f;
  }
}

FLOTSAM_WIDE_KERNEL void markPlain(int count, int xp, int yp, int zp, const float* __restrict ax,
                                   const float* __restrict ay, const float* __restrict az, const float* __restrict bx,
                                   const float* __restrict by, const float* __restrict bz,
                                   const float* __restrict inverse, const float* __restrict walls, float wallsCount,
                                   float* __restrict mask, uint8_t* __restrict plain) {
  for (int m = 0; m < count; ++m) mask[m] = inverse[m] > 0 ? 1.f : 0.f;
  for (int s = 0; s < count; s += kStretch) {
    int open = 0;
    for (int m = s; m < s + kStretch; ++m) {
      const int faces = (ax[m] == 1) + (bx[m + xp] == 1) + (ay[m] == 1) + (by[m + yp] == 1) + (az[m] == 1) +
                        (bz[m + zp] == 1) + static_cast<int>(wallsCount * walls[m]);
      open += (faces == 6) | (mask[m] == 0);
    }
    plain[s / kStretch] = open == kStretch;
  }
}

FLOTSAM_WIDE_KERNEL void addProducts(int count, const float* __restrict d, const float* __restrict v,
                                     float* __restrict out) {
  for (int m = 0; m < count; ++m) out[m] += d[m] * v[m];
}

FLOTSAM_WIDE_KERNEL void sumRows(int count, float factor, const float* __restrict a, const float* __restrict b,
                                 const float* __restrict c, const float* __restrict d, float* __restrict out) {
  for (int m = 0; m < count; ++m) out[m] = factor * ((a[m] + b[m]) + (c[m] + d[m]));
}

FLOTSAM_WIDE_KERNEL void interpolateRows(int rows, int count, int sy, int sz, int fineY, const float* __restrict kx,
                                         const float* __restrict ky, const float* __restrict kz,
                                         const float* __restrict v, float* __restrict low, float* __restrict highY,
                                         float* __restrict highZ, float* __restrict high) {
  for (int j = 0; j < rows; ++j) {
    for (int m = 0; m < count; ++m) {
      const float own = v[m];
      const float xm = kx[m] * (v[m - 1] - own), xp = kx[m + 1] * (v[m + 1] - own);
      const float ym = ky[m] * (v[m - sy] - own), yp = ky[m + sy] * (v[m + sy] - own);
      const float zm = kz[m] * (v[m - sz] - own), zp = kz[m + sz] * (v[m + sz] - own);
      low[m] += own + ((xp + ym) + zm);
      highY[m] += own + ((xm + yp) + zm);
      highZ[m] += own + ((xm + ym) + zp);
      high[m] += own + ((xp + yp) + zp);
    }
    kx += sy, ky += sy, kz += sy, v += sy;
    low += fineY, highY += fineY, highZ += fineY, high += fineY;
  }
}

/// An aggregate receives all its own cells have, less what these give to the neighbours they are nearest to, and what
/// the neighbours' cells next to it give.
FLOTSAM_WIDE_KERNEL void restrictRows(int rows, int count, int sy, int sz, int fineY, int fineZ, float factor,
                                      const float* __restrict kx, const float* __restrict ky,
                                      const float* __restrict kz, const float* __restrict low,
                                      const float* __restrict highY, const float* __restrict highZ,
                                      const float* __restrict high, float* __restrict out) {
  for (int j = 0; j < rows; ++j) {
    for (int m = 0; m < count; ++m) {
      const float xm = highY[m] + highZ[m], xp = low[m] + high[m];
      const float ym = low[m] + highZ[m], yp = highY[m] + high[m];
      const float zm = low[m] + highY[m], zp = highZ[m] + high[m];
      const float x = kx[m] * ((low[m - 1] + high[m - 1]) - xm) + kx[m + 1] * ((highY[m + 1] + highZ[m + 1]) - xp);
      const float y =
          ky[m] * ((highY[m - fineY] + high[m - fineY]) - ym) + ky[m + sy] * ((low[m + fineY] + highZ[m + fineY]) - yp);
      const float z =
          kz[m] * ((highZ[m - fineZ] + high[m - fineZ]) - zm) + kz[m + sz] * ((low[m + fineZ] + highY[m + fineZ]) - zp);
      out[m] = factor * ((xm + xp) + ((x + y) + z));
    }
    kx += sy, ky += sy, kz += sy, out += sy;
    low += fineY, highY += fineY, highZ += fineY, high += fineY;
  }
}

#undef FLOTSAM_OFFSETS
#undef FLOTSAM_FACES

}  // namespace

void relax(int count, const uint8_t* plain, Offsets o, Faces c, const float* f, const float* inverse,
           const float* other, float* out) {
  relaxAll(count, plain, o.xm, o.xp, o.ym, o.yp, o.zm, o.zp, c.ax, c.ay, c.az, c.bx, c.by, c.bz, f, inverse, other,
           out);
}
void neighbours(int count, const uint8_t* plain, Offsets o, Faces c, const float* mask, const float* other,
                float* out) {
  neighboursAll(count, plain, o.xm, o.xp, o.ym, o.yp, o.zm, o.zp, c.ax, c.ay, c.az, c.bx, c.by, c.bz, mask, other, out);
}
void scale(int count, const float* f, const float* inverse, float* out) { scaleAll(count, f, inverse, out); }
void differences(int count, const uint8_t* plain, Offsets o, Faces c, const float* mask, const float* otherMask,
                 const float* own, const float* other, float* out) {
  differencesAll(count, plain, o.xm, o.xp, o.ym, o.yp, o.zm, o.zp, c.ax, c.ay, c.az, c.bx, c.by, c.bz, mask, otherMask,
                 own, other, out);
}
void invertDiagonal(int count, Offsets o, Faces c, float shift, float* inverse) {
  invertAll(count, o.xp, o.yp, o.zp, c.ax, c.ay, c.az, c.bx, c.by, c.bz, shift, inverse);
}
void addToDiagonal(int count, float shift, const float* d, float* inverse) { addToInverse(count, shift, d, inverse); }
void findPlain(int count, Offsets o, Faces c, const float* inverse, const float* walls, float* mask, uint8_t* plain) {
  markPlain(count, o.xp, o.yp, o.zp, c.ax, c.ay, c.az, c.bx, c.by, c.bz, inverse, walls, 1, mask, plain);
}
void findPlain(int count, Offsets o, Faces c, const float* inverse, float* mask, uint8_t* plain) {
  markPlain(count, o.xp, o.yp, o.zp, c.ax, c.ay, c.az, c.bx, c.by, c.bz, inverse, inverse, 0, mask, plain);
}
void addProduct(int count, const float* d, const float* v, float* out) { addProducts(count, d, v, out); }
void sumFour(int count, float factor, const float* a, const float* b, const float* c, const float* d, float* out) {
  sumRows(count, factor, a, b, c, d, out);
}
void interpolate(const Aggregates& a, Links k, const float* v, RedRows<float> out) {
  interpolateRows(a.rows, a.count, a.sy, a.sz, a.fineY, k.x, k.y, k.z, v, out.low, out.highY, out.highZ, out.high);
}
void restrictPlane(const Aggregates& a, float factor, Links k, RedRows<const float> r, float* out) {
  restrictRows(a.rows, a.count, a.sy, a.sz, a.fineY, a.fineZ, factor, k.x, k.y, k.z, r.low, r.highY, r.highZ, r.high,
               out);
}

}  // namespace flotsam::sweep
