// SPDX-License-Identifier: MIT
// One free body in the preconditioned solve: U = K R, which adds U U' to the fluid's matrix. Six numbers
// for each of its cells, in double (a light body's sums are differences of large terms), four cells side by side.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/math.h"
#include "sim/coupling/split_field.h"

namespace flotsam {

class FactoredBody {
 public:
  bool linked = false;  // by joints, so not U U' but U S S' U' over its group

  /// No cells, and room for so many; allocates no more than it must.
  void clear(size_t room);
  /// `at`: where the solver's buffers have the cell.
  void add(int at, const Vec6& u) {
    for (int c = 0; c < 6; ++c) quads_[size_ / 4].u[c][size_ % 4] = u[c];
    at_[size_++] = at;
  }
  /// Call after the last. Cells come in the order of the lattice.
  void finish(const SplitLattice& lattice);

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int at(size_t i) const { return at_[i]; }
  double u(size_t i, int c) const { return quads_[i / 4].u[c][i % 4]; }

  /// U' in.
  Vec6 down(const float* in) const;
  /// out += U t.
  void up(const Vec6& t, float* out) const;
  // The same in two steps, each part of the lattice by itself: fetch them all, then ask for the sum.
  void fetch(int part, const float* in) const;
  Vec6 downFetched() const;
  void up(int part, const Vec6& t, float* out) const;

  struct Quad {
    double u[6][4];
  };

 private:
  size_t quads() const { return (size_ + 3) / 4; }

  std::vector<int> at_;  // filled up to whole quads with the last cell, whose numbers there are 0
  std::vector<Quad> quads_;
  size_t size_ = 0;
  std::array<size_t, SplitLattice::kParts + 1> parts_{};  // cells of a part begin there
  mutable std::vector<float> fetched_;
};

}  // namespace flotsam
