// SPDX-License-Identifier: MIT
#include "view/matrix_picture.h"

#include <algorithm>
#include <iterator>

namespace flotsam {

namespace {

/// Entries of the fluid's part whose row and column are both among `rows`.
size_t stencilAmong(const SystemView& s, const std::vector<int>& rows, std::vector<uint8_t>& in) {
  const std::ptrdiff_t stride[3] = {1, s.cells.x, static_cast<std::ptrdiff_t>(s.cells.x) * s.cells.y};
  for (const int row : rows) in[static_cast<size_t>(row)] = 1;
  size_t count = rows.size();
  for (size_t c = 0; c < s.row.size() && !rows.empty(); ++c) {
    if (s.row[c] < 0 || !in[static_cast<size_t>(s.row[c])]) continue;
    for (int a = 0; a < 3; ++a)
      if (s.link[a][c] && in[static_cast<size_t>(s.row[c - static_cast<size_t>(stride[a])])]) count += 2;
  }
  for (const int row : rows) in[static_cast<size_t>(row)] = 0;
  return count;
}

std::vector<int> groupsOf(const SimView& view) {
  const auto& bodies = view.system.bodies;
  std::vector<int> group(bodies.size());
  for (size_t b = 0; b < group.size(); ++b) group[b] = static_cast<int>(b);
  for (size_t pass = 0; pass < group.size(); ++pass)  // as long as anything changes; chains are short
    for (const JointView& j : view.joints) {
      if (j.body < 0 || j.to < 0 || j.body >= static_cast<int>(group.size()) || j.to >= static_cast<int>(group.size()))
        continue;
      if (bodies[j.body].empty() || bodies[j.to].empty()) continue;
      group[j.body] = group[j.to] = std::min(group[j.body], group[j.to]);
    }
  return group;
}

/// |fluid's part + all blocks|: inclusion and exclusion, exact where no more than two blocks share a row.
size_t countAssembled(const SystemView& s, const std::vector<int>& group) {
  std::vector<std::vector<int>> blocks;
  std::vector<int> merged;
  for (size_t g = 0; g < group.size(); ++g) {
    if (group[g] != static_cast<int>(g)) continue;
    std::vector<int> rows;
    for (size_t b = g; b < group.size(); ++b) {
      if (group[b] != static_cast<int>(g)) continue;
      merged.clear();
      std::set_union(rows.begin(), rows.end(), s.bodies[b].begin(), s.bodies[b].end(), std::back_inserter(merged));
      rows.swap(merged);
    }
    if (!rows.empty()) blocks.push_back(std::move(rows));
  }
  size_t count = s.stencil;
  std::vector<uint8_t> in(static_cast<size_t>(s.unknowns), 0);
  for (size_t b = 0; b < blocks.size(); ++b) {
    count += blocks[b].size() * blocks[b].size() - stencilAmong(s, blocks[b], in);
    for (size_t other = 0; other < b; ++other) {
      merged.clear();
      std::set_intersection(blocks[b].begin(), blocks[b].end(), blocks[other].begin(), blocks[other].end(),
                            std::back_inserter(merged));
      if (!merged.empty()) count -= merged.size() * merged.size() - stencilAmong(s, merged, in);
    }
  }
  return count;
}

}  // namespace

void drawMatrix(const SimView& view, int size, MatrixPicture& picture) {
  const SystemView& s = view.system;
  picture.size = 0;
  if (s.cells.x == 0 || s.unknowns == 0) return;
  const int n = picture.size = std::max(1, std::min(size, s.unknowns));
  picture.unknowns = static_cast<size_t>(s.unknowns), picture.stencil = s.stencil;
  picture.band.assign(static_cast<size_t>(n) * n, 0);
  const auto pixel = [&](int row) { return static_cast<size_t>(static_cast<int64_t>(row) * n / s.unknowns); };
  const std::ptrdiff_t stride[3] = {1, s.cells.x, static_cast<std::ptrdiff_t>(s.cells.x) * s.cells.y};
  for (size_t c = 0; c < s.row.size(); ++c) {
    if (s.row[c] < 0) continue;
    const size_t here = pixel(s.row[c]);
    picture.band[here * n + here] = 1;
    for (int a = 0; a < 3; ++a) {
      if (!s.link[a][c]) continue;
      const size_t there = pixel(s.row[c - static_cast<size_t>(stride[a])]);
      picture.band[here * n + there] = picture.band[there * n + here] = 1;
    }
  }
  picture.factored = s.stencil;
  picture.bodies.resize(s.bodies.size());
  for (size_t b = 0; b < s.bodies.size(); ++b) {
    auto& runs = picture.bodies[b];
    runs.clear();
    for (const int row : s.bodies[b]) {
      const int at = static_cast<int>(pixel(row));
      if (!runs.empty() && at < runs.back().end) continue;
      if (!runs.empty() && at == runs.back().end)
        ++runs.back().end;
      else
        runs.push_back({at, at + 1});
    }
    picture.factored += 6 * s.bodies[b].size();
  }
  picture.group = groupsOf(view);
  picture.assembled = countAssembled(s, picture.group);
}

}  // namespace flotsam
