// SPDX-License-Identifier: MIT
// Bodies that joints tie together, as one mobility. With M^-1 = R0 R0' block diagonal over the bodies of a group and C
// the equations, the mobility under them is M^-1 - M^-1 C' (C M^-1 C')^-1 C M^-1 = R0 S S' R0'. S is kept as a product
// of one factor for each equation, in the order they were tied:
//   z = S' R0' c',   S <- S (I - g e e'),   e = z / |z|,   (1 - g)² = compliance / (|z|² + compliance),
// so g = 1 where the equation is strict. This is Gram-Schmidt on the rows C R0: an equation that the others already
// hold leaves z = 0 to rounding and is passed over, so redundant joints do no harm. Nothing is inverted, S S' is
// symmetric and never more than I: tying bodies never adds energy.
#pragma once

#include <span>
#include <vector>

#include "sim/rigid/joint.h"

namespace flotsam {

/// R with R R' = a mobility, by the Cholesky factor of the matrix scaled to a unit diagonal: linear and angular parts
/// differ by orders of magnitude. False when it is not one; the body is immovable then.
bool mobilityRoot(const Mat6& mobility, Mat6& root);
/// R' v
Vec6 transposedTimes(const Mat6& root, const Vec6& v);

struct LinkedGroup {
  std::vector<int> bodies;     // free ones, ascending; a body's place is its index here
  std::vector<int> joints;     // of these bodies, by index, ascending
  std::vector<Mat6> roots;     // R0 by place
  std::vector<Vec6> velocity;  // V by place: scratch of who ties

  /// No equations yet. Fill `roots` before, and `velocity` where it matters.
  void release();
  /// Ties one equation and makes `velocity` obey it, along what the earlier ones leave free. False: they hold it
  /// already.
  bool tie(const LinkRow& row);
  /// velocity <- velocity with every tied equation at `target[k]` instead, k in the order they were tied.
  void satisfy(std::span<const double> target);
  size_t tied() const { return part_.size(); }
  const LinkRow& row(size_t k) const { return rows_[k]; }
  /// t <- S' t, t <- S t; 6 numbers for each body.
  void down(std::span<double> t) const;
  void up(std::span<double> t) const;
  /// change = N impulse, by place.
  void mobilise(std::span<const Vec6> impulse, std::span<Vec6> change) const;
  double along(const LinkRow& row) const;  // row V
  size_t size() const { return 6 * bodies.size(); }

 private:
  void spread(const LinkRow& row, std::span<double> z) const;  // R0' row'

  std::vector<LinkRow> rows_;
  std::vector<double> direction_, change_;  // e; what of V the unit of an equation takes: size() numbers each
  std::vector<double> part_;                // g
  mutable std::vector<double> scratch_;
};

class Linkage {
 public:
  /// The groups that joints make of the free bodies.
  void find(std::span<const Joint> joints, std::span<const RigidBody> bodies);
  bool empty() const { return count_ == 0; }
  std::span<LinkedGroup> groups() { return {groups_.data(), count_}; }
  std::span<const LinkedGroup> groups() const { return {groups_.data(), count_}; }
  /// By body: its place in its group and the group, -1 for bodies that no joint holds or that are not free.
  std::span<const int> places() const { return place_; }
  int groupOf(size_t body) const { return body < group_.size() ? group_[body] : -1; }

 private:
  std::vector<LinkedGroup> groups_;  // the first count_ are in use
  size_t count_ = 0;
  std::vector<int> place_, group_, parent_;
};

}  // namespace flotsam
