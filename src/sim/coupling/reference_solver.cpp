// SPDX-License-Identifier: MIT
#include "sim/coupling/reference_solver.h"

#include <algorithm>

#include "sim/coupling/linked_blocks.h"

namespace flotsam {

namespace {
struct LinkedBlock {
  int to;
  Mat6 mobility;
};
}  // namespace

SparseMatrix assembleMatrix(const CoupledSystem& s, std::vector<int>& index) {
  const Grid& g = s.grid;
  const auto& w = *s.links;
  index.assign(g.size, -1);
  std::vector<int> cells;
  for (size_t c = 0; c < g.size; ++c)
    if (s.unknown[c]) index[c] = static_cast<int>(cells.size()), cells.push_back(static_cast<int>(c));
  const int n = static_cast<int>(cells.size());
  // Which bodies touch a row, and where in the body's list.
  std::vector<std::vector<std::pair<int, int>>> touching(n);
  for (size_t b = 0; b < s.blocks.size(); ++b)
    if (s.blocks[b].free)
      for (size_t i = 0; i < s.blocks[b].cells.size(); ++i)
        if (const int row = index[s.blocks[b].cells[i].cell]; row >= 0)  // not let go by a wall
          touching[row].push_back({static_cast<int>(b), static_cast<int>(i)});
  std::vector<std::vector<LinkedBlock>> linked(s.blocks.size());  // by body: what a push on it moves
  for (const LinkedGroup& g : s.groups)
    for (size_t from = 0; from < g.bodies.size(); ++from)
      for (size_t to = 0; to < g.bodies.size(); ++to)
        linked[g.bodies[from]].push_back({g.bodies[to], mobilityBetween(s, g, to, from)});
  SparseMatrix a;
  a.start.push_back(0);
  std::vector<double> dense(n, 0.0);
  std::vector<uint8_t> seen(n, 0);
  std::vector<int> columns;
  for (int r = 0; r < n; ++r) {
    columns.clear();
    const auto add = [&](int column, double v) {
      if (!seen[column]) seen[column] = 1, columns.push_back(column);
      dense[column] += v;
    };
    const int c = cells[r];
    for (int axis = 0; axis < 3; ++axis) {
      const int step = g.stride(axis);
      if (const double v = w[axis][c]; v > 0) add(r, v), add(index[c - step], -v);
      if (const double v = w[axis][c + step]; v > 0) add(r, v), add(index[c + step], -v);
    }
    if (!s.diagonal.empty()) add(r, s.diagonal[c]);
    for (const auto& [b, i] : touching[r]) {
      const CoupledBlock& block = s.blocks[b];
      const BodyCell& here = block.cells[i];
      const auto couple = [&](const CoupledBlock& to, const Mat6& mobility) {
        const Vec6 nk = mobility * here.k;
        for (const BodyCell& other : to.cells)
          if (index[other.cell] >= 0) add(index[other.cell], dot(nk, other.k));
      };
      if (!block.linked) couple(block, block.mobility);
      for (const LinkedBlock& l : linked[b]) couple(s.blocks[l.to], l.mobility);
    }
    std::sort(columns.begin(), columns.end());
    for (int column : columns) {
      a.column.push_back(column), a.value.push_back(dense[column]);
      dense[column] = 0, seen[column] = 0;
    }
    a.start.push_back(static_cast<int>(a.column.size()));
  }
  return a;
}

IncompleteCholesky::IncompleteCholesky(const SparseMatrix& a) : n_(a.rows()) {
  constexpr double kTau = 0.97, kSigma = 0.25;
  // Symmetric: the part of row c right of the diagonal is column c of the lower triangle.
  std::vector<double> diagonal(n_);
  start_.push_back(0);
  for (int c = 0; c < n_; ++c) {
    for (int p = a.start[c]; p < a.start[c + 1]; ++p)
      if (a.column[p] >= c) row_.push_back(a.column[p]), value_.push_back(a.value[p]);
    diagonal[c] = value_[start_[c]];
    start_.push_back(static_cast<int>(row_.size()));
  }
  for (int c = 0; c < n_; ++c) {
    double& d = value_[start_[c]];
    if (!(d >= kSigma * diagonal[c])) d = diagonal[c];
    d = d > 0 ? std::sqrt(d) : 1.0;
    for (int p = start_[c] + 1; p < start_[c + 1]; ++p) value_[p] /= d;
    for (int p = start_[c] + 1; p < start_[c + 1]; ++p) {
      const int j = row_[p];
      const double lj = value_[p];
      int t = start_[j];
      for (int q = p; q < start_[c + 1]; ++q) {
        const double v = lj * value_[q];
        while (t < start_[j + 1] && row_[t] < row_[q]) ++t;
        if (t < start_[j + 1] && row_[t] == row_[q]) {
          value_[t] -= v;
        } else {
          value_[start_[j]] -= kTau * v;
          value_[start_[row_[q]]] -= kTau * v;
        }
      }
    }
  }
}

void IncompleteCholesky::solve(const std::vector<double>& r, std::vector<double>& z) const {
  z = r;
  for (int c = 0; c < n_; ++c) {
    const double v = z[c] /= value_[start_[c]];
    for (int p = start_[c] + 1; p < start_[c + 1]; ++p) z[row_[p]] -= value_[p] * v;
  }
  for (int c = n_ - 1; c >= 0; --c) {
    double v = z[c];
    for (int p = start_[c] + 1; p < start_[c + 1]; ++p) v -= value_[p] * z[row_[p]];
    z[c] = v / value_[start_[c]];
  }
}

PcgResult solveReference(const CoupledSystem& s, double tolerance, int maxIterations, std::vector<double>& q,
                         ResidualHistory* history) {
  std::vector<int> index;
  const SparseMatrix a = assembleMatrix(s, index);
  const IncompleteCholesky factor(a);
  std::vector<double> b(a.rows()), x;
  for (size_t c = 0; c < index.size(); ++c)
    if (index[c] >= 0) b[index[c]] = s.rhs[c];
  PcgWork work;
  const auto multiply = [&](const std::vector<double>& in, std::vector<double>& out) {
    for (int r = 0; r < a.rows(); ++r) {
      double sum = 0;
      for (int p = a.start[r]; p < a.start[r + 1]; ++p) sum += a.value[p] * in[a.column[p]];
      out[r] = sum;
    }
  };
  PcgResult result = solvePcg(b, x, tolerance, maxIterations, work, multiply,
                              [&](const std::vector<double>& in, std::vector<double>& out) { factor.solve(in, out); });
  // The blocks of light bodies have large entries of both signs, and about once in a thousand scenes the incomplete
  // factor is useless from the start. The diagonal then serves.
  if (!result.converged && result.iterations == 0) {
    std::vector<double> diagonal(a.rows(), 1.0);
    for (int r = 0; r < a.rows(); ++r)
      for (int p = a.start[r]; p < a.start[r + 1]; ++p)
        if (a.column[p] == r && a.value[p] > 0) diagonal[r] = a.value[p];
    result = solvePcg(b, x, tolerance, maxIterations, work, multiply,
                      [&](const std::vector<double>& in, std::vector<double>& out) {
                        for (size_t r = 0; r < in.size(); ++r) out[r] = in[r] / diagonal[r];
                      });
  }
  if (history) *history = work.history;
  q.assign(s.grid.size, 0.0);
  for (size_t c = 0; c < index.size(); ++c)
    if (index[c] >= 0) q[c] = x[index[c]];
  return result;
}

}  // namespace flotsam
