// SPDX-License-Identifier: MIT
// Inner loops of the multigrid cycle over one colour of a split field (split_field.h). Functions with restrict
// parameters: gcc vectorises those and nothing else. Each is compiled for the baseline and for AVX2
// (core/kernel.h) with the same bits.
//
// A "plain" stretch is one whose faces are all wide open or lead to a cell that is no unknown. Values there are zero
// and so is the inverse diagonal, so a plain stretch needs no coefficients: half of the memory and of the work.
#pragma once

#include <cstdint>

namespace flotsam::sweep {

inline constexpr int kStretch = 8;  // cells of a colour that share a flag; all counts are whole stretches

/// Where the neighbours of m are in the other colour.
struct Offsets {
  int xm, xp, ym, yp, zm, zp;
};
/// Lower coefficients are the cell's own (a), upper ones the neighbour's (b).
struct Faces {
  const float *ax, *ay, *az, *bx, *by, *bz;
};

/// out = (f + sum c other) * inverse.
void relax(int count, const uint8_t* plain, Offsets o, Faces c, const float* f, const float* inverse,
           const float* other, float* out);
/// out = sum c other: the residual of red cells after red and black from zero. `mask`: 1 at unknowns, else 0.
void neighbours(int count, const uint8_t* plain, Offsets o, Faces c, const float* mask, const float* other, float* out);
/// out = f * inverse.
void scale(int count, const float* f, const float* inverse, float* out);
/// out = sum c (own - other).
void differences(int count, const uint8_t* plain, Offsets o, Faces c, const float* mask, const float* otherMask,
                 const float* own, const float* other, float* out);
/// inverse = 1 / (sum c (1 + shift)), 0 where all are closed.
void invertDiagonal(int count, Offsets o, Faces c, float shift, float* inverse);
/// inverse = 1 / (diagonal + (1 + shift) d) again.
void addToDiagonal(int count, float shift, const float* d, float* inverse);
/// Which stretches are plain: all faces of unknowns are wide open or among their `walls` faces to wall cells. Fills the
/// mask too.
void findPlain(int count, Offsets o, Faces c, const float* inverse, const float* walls, float* mask, uint8_t* plain);
/// All stretches without.
void findPlain(int count, Offsets o, Faces c, const float* inverse, float* mask, uint8_t* plain);
/// out += d v.
void addProduct(int count, const float* d, const float* v, float* out);
/// out = factor ((a + b) + (c + d)).
void sumFour(int count, float factor, const float* a, const float* b, const float* c, const float* d, float* out);

/// The red cells of the four rows (y and z lower or upper) of a row of aggregates, a run each.
template <class T>
struct RedRows {
  T *low, *highY, *highZ, *high;
};
/// A plane of aggregates in natural order: `rows` rows of `count`, sy apart, planes sz apart; their red cells' runs are
/// fineY apart from row to row and fineZ from plane to plane.
struct Aggregates {
  int rows, count, sy, sz, fineY, fineZ;
};
/// A quarter of how open the lower faces of aggregates are.
struct Links {
  const float *x, *y, *z;
};
/// Adds the interpolated correction: own + links (neighbour - own) towards the three neighbours a red cell is nearest
/// to.
void interpolate(const Aggregates& a, Links k, const float* v, RedRows<float> out);
/// The transpose: out = factor * what the aggregates receive of r.
void restrictPlane(const Aggregates& a, float factor, Links k, RedRows<const float> r, float* out);

}  // namespace flotsam::sweep
