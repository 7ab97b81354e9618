// SPDX-License-Identifier: MIT
#include "sim/rigid/linkage.h"

#include <algorithm>

namespace flotsam {

bool mobilityRoot(const Mat6& mobility, Mat6& root) {
  Vec6 d;
  for (int i = 0; i < 6; ++i) d[i] = std::sqrt(std::max(mobility(i, i), 1e-300));
  Mat6 scaled, lower;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) scaled(i, j) = mobility(i, j) / (d[i] * d[j]);
  if (!cholesky(scaled, lower)) return false;
  root = {};
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j <= i; ++j) root(i, j) = d[i] * lower(i, j);
  return true;
}

Vec6 transposedTimes(const Mat6& m, const Vec6& v) {
  Vec6 r{};
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) r[j] += m(i, j) * v[i];
  return r;
}

void LinkedGroup::release() {
  rows_.clear(), direction_.clear(), change_.clear(), part_.clear();
  roots.resize(bodies.size()), velocity.resize(bodies.size());
  const size_t n = size();  // no more equations than that are independent
  rows_.reserve(n), part_.reserve(n), direction_.reserve(n * n), change_.reserve(n * n);
}

void LinkedGroup::down(std::span<double> t) const {
  const size_t n = size();
  for (size_t k = 0; k < part_.size(); ++k) {
    const double* e = &direction_[k * n];
    double sum = 0;
    for (size_t i = 0; i < n; ++i) sum += e[i] * t[i];
    sum *= part_[k];
    for (size_t i = 0; i < n; ++i) t[i] -= sum * e[i];
  }
}

void LinkedGroup::up(std::span<double> t) const {
  const size_t n = size();
  for (size_t k = part_.size(); k-- > 0;) {
    const double* e = &direction_[k * n];
    double sum = 0;
    for (size_t i = 0; i < n; ++i) sum += e[i] * t[i];
    sum *= part_[k];
    for (size_t i = 0; i < n; ++i) t[i] -= sum * e[i];
  }
}

void LinkedGroup::spread(const LinkRow& row, std::span<double> z) const {
  std::fill(z.begin(), z.end(), 0.0);
  const auto side = [&](int place, const Vec6& j) {
    if (place < 0) return;
    const Vec6 part = transposedTimes(roots[place], j);
    for (int i = 0; i < 6; ++i) z[6 * place + i] += part[i];
  };
  side(row.a, row.ja);
  side(row.b, row.jb);
}

double LinkedGroup::along(const LinkRow& row) const {
  return (row.a >= 0 ? dot(row.ja, velocity[row.a]) : 0) + (row.b >= 0 ? dot(row.jb, velocity[row.b]) : 0);
}

bool LinkedGroup::tie(const LinkRow& row) {
  constexpr double kNew = 1e-12;  // of |R0' c'|²: what is left of a row that the others do not hold
  const size_t n = size();
  scratch_.resize(n);
  spread(row, scratch_);
  double whole = 0, left = 0;
  for (const double v : scratch_) whole += v * v;
  down(scratch_);
  for (const double v : scratch_) left += v * v;
  if (!(left > kNew * whole)) return false;
  const double length = std::sqrt(left), unit = 1 / (left + row.compliance);
  const size_t at = direction_.size();
  direction_.resize(at + n), change_.resize(at + n);
  for (size_t i = 0; i < n; ++i) direction_[at + i] = scratch_[i] / length;
  up(scratch_);
  for (size_t b = 0; b < bodies.size(); ++b) {
    Vec6 y;
    for (int i = 0; i < 6; ++i) y[i] = unit * scratch_[6 * b + i];
    y = roots[b] * y;
    for (int i = 0; i < 6; ++i) change_[at + 6 * b + i] = y[i];
  }
  const double by = row.target - along(row);
  for (size_t b = 0; b < bodies.size(); ++b)
    for (int i = 0; i < 6; ++i) velocity[b][i] += by * change_[at + 6 * b + i];
  rows_.push_back(row);
  part_.push_back(1 - std::sqrt(row.compliance * unit));
  return true;
}

void LinkedGroup::satisfy(std::span<const double> target) {
  const size_t n = size();
  for (size_t k = 0; k < part_.size(); ++k) {
    const double by = target[k] - along(rows_[k]);
    for (size_t b = 0; b < bodies.size(); ++b)
      for (int i = 0; i < 6; ++i) velocity[b][i] += by * change_[k * n + 6 * b + i];
  }
}

void LinkedGroup::mobilise(std::span<const Vec6> impulse, std::span<Vec6> change) const {
  scratch_.resize(size());
  for (size_t b = 0; b < bodies.size(); ++b) {
    const Vec6 y = transposedTimes(roots[b], impulse[b]);
    for (int i = 0; i < 6; ++i) scratch_[6 * b + i] = y[i];
  }
  down(scratch_);
  up(scratch_);
  for (size_t b = 0; b < bodies.size(); ++b) {
    Vec6 y;
    for (int i = 0; i < 6; ++i) y[i] = scratch_[6 * b + i];
    change[b] = roots[b] * y;
  }
}

void Linkage::find(std::span<const Joint> joints, std::span<const RigidBody> bodies) {
  count_ = 0;
  place_.assign(bodies.size(), -1), group_.assign(bodies.size(), -1);
  if (joints.empty()) return;
  parent_.resize(bodies.size());
  for (size_t i = 0; i < bodies.size(); ++i) parent_[i] = static_cast<int>(i);
  const auto root = [&](int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  };
  const auto free = [&](int i) { return i >= 0 && bodies[i].free(); };
  for (const Joint& j : joints)
    if (free(j.a) && free(j.b)) {
      const int p = root(j.a), q = root(j.b);
      parent_[std::max(p, q)] = std::min(p, q);
    }
  for (const Joint& j : joints)  // a mark on the root of every group
    for (const int i : {j.a, j.b})
      if (free(i)) group_[root(i)] = 0;
  for (size_t i = 0; i < bodies.size(); ++i) {
    const int top = root(static_cast<int>(i));
    if (!bodies[i].free() || group_[top] < 0) continue;
    if (top == static_cast<int>(i)) {
      if (count_ == groups_.size()) groups_.emplace_back();
      group_[i] = static_cast<int>(count_);
      groups_[count_].bodies.clear(), groups_[count_].joints.clear();
      ++count_;
    }
    group_[i] = group_[top];
    LinkedGroup& g = groups_[group_[i]];
    place_[i] = static_cast<int>(g.bodies.size());
    g.bodies.push_back(static_cast<int>(i));
  }
  for (size_t k = 0; k < joints.size(); ++k) {
    const int body = free(joints[k].a) ? joints[k].a : joints[k].b;
    if (free(body)) groups_[group_[body]].joints.push_back(static_cast<int>(k));
  }
}

}  // namespace flotsam
