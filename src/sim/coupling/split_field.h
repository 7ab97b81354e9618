// SPDX-License-Identifier: MIT
// Red-black split storage. With odd strides the colour of a cell is the parity of its lattice index, so
// red and black cells live in two half-size arrays and every neighbour is at a fixed offset: with h = sy/2, g = sz/2
//   red  m (index 2m):    x- B[m-1]   x+ B[m]     y- B[m-h-1]   y+ B[m+h]     z- B[m-g-1]   z+ B[m+g]
//   black m (index 2m+1): x- R[m]     x+ R[m+1]   y- R[m-h]     y+ R[m+h+1]   z- R[m-g]     z+ R[m+g+1]
// A half sweep is one branch-free loop. Both halves sit in one buffer with zero margins, so reads may run over.
#pragma once

#include <algorithm>
#include <vector>

#include "core/math.h"

namespace flotsam {

struct SplitLattice {
  Int3 n{0};                 // cells
  int sy = 1, sz = 1;        // odd strides
  int h = 0, g = 0;          // sy/2, sz/2
  int half = 0, margin = 0;  // cells of one colour; zeros around each half
  int red = 0, black = 0;    // where the halves start
  int first = 0, last = 0;   // range of m that can hold unknowns; sweeps run over it alone
  size_t size = 0;           // of the buffer

  void set(Int3 cells, int strideY, int strideZ) {
    n = cells, sy = strideY, sz = strideZ;
    h = sy / 2, g = sz / 2;
    half = (sz * (n.z + 1) + 1) / 2;
    margin = (3 * g + h + 8 + 15) & ~15;  // aggregates at the border read three planes beyond it
    half = (half + 15) & ~15;
    red = margin, black = 2 * margin + half;
    size = static_cast<size_t>(3 * margin + 2 * half);
    first = 0, last = half;
  }
  /// Narrows the sweeps to the cells between two lattice indices (inclusive), in whole groups of sixteen.
  void narrow(int lowest, int highest) {
    first = std::max(0, (lowest >> 1) & ~15);
    last = std::min(half, ((highest >> 1) + 16) & ~15);
  }
  int at(int index) const { return (index & 1 ? black : red) + (index >> 1); }
  static constexpr int kParts = 16;
  /// Where part k of [0, kParts] begins, in the range of m: what threads share, the same in every loop, so that a
  /// thread finds in its own cache what it wrote.
  int part(int k) const { return first + (last - first) / 16 * k / kParts * 16; }
  /// Cells of one colour that lie in the range.
  size_t range() const { return static_cast<size_t>(last - first); }
  /// Of a place in the buffer.
  int cellOf(int place) const { return place < black ? place - red : place - black; }
  /// Of a row whose first cell has index `id`: where its red cells begin, counted from the first red cell of all.
  int redRun(int id) const { return (id + (id & 1)) >> 1; }
  int at(int i, int j, int k) const { return at(i + sy * j + sz * k); }
};

/// Natural order to split order and back, one lattice row of n cells whose first has lattice index `id`. Cells with
/// even i are one contiguous run of the buffer, those with odd i another.
template <class T, class F>
void splitRow(const SplitLattice& l, int id, int n, const T* row, F* buffer) {
  F *even = buffer + l.at(id), *odd = buffer + l.at(id + 1);
  const int pairs = n / 2;
  for (int i = 0; i < pairs; ++i) {
    even[i] = static_cast<F>(row[2 * i]);
    odd[i] = static_cast<F>(row[2 * i + 1]);
  }
  if (n & 1) even[pairs] = static_cast<F>(row[n - 1]);
}
template <class F, class T>
void joinRow(const SplitLattice& l, int id, int n, const F* buffer, T* row) {
  const F *even = buffer + l.at(id), *odd = buffer + l.at(id + 1);
  const int pairs = n / 2;
  for (int i = 0; i < pairs; ++i) {
    row[2 * i] = static_cast<T>(even[i]);
    row[2 * i + 1] = static_cast<T>(odd[i]);
  }
  if (n & 1) row[n - 1] = static_cast<T>(even[pairs]);
}

}  // namespace flotsam
