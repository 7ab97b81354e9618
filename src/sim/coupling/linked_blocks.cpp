// SPDX-License-Identifier: MIT
#include "sim/coupling/linked_blocks.h"

#include "core/parallel.h"

namespace flotsam {

void bodyChanges(const CoupledSystem& s, const std::vector<double>& q, std::vector<Vec6>& sums,
                 std::vector<Vec6>& change) {
  sums.resize(s.blocks.size()), change.resize(s.blocks.size());
  parallelPieces(s.blocks.size(), [&](size_t b) {
    sums[b] = gather(s.blocks[b], q);
    change[b] = s.blocks[b].free && !s.blocks[b].linked ? s.blocks[b].mobility * sums[b] : Vec6{};
  });
  for (const LinkedGroup& g : s.groups) {
    s.linkSums.resize(g.size());
    for (size_t p = 0; p < g.bodies.size(); ++p) {
      const Vec6 t = transposedTimes(s.blocks[g.bodies[p]].root, sums[g.bodies[p]]);
      for (int i = 0; i < 6; ++i) s.linkSums[6 * p + i] = t[i];
    }
    g.down(s.linkSums);
    g.up(s.linkSums);
    for (size_t p = 0; p < g.bodies.size(); ++p) {
      Vec6 t;
      for (int i = 0; i < 6; ++i) t[i] = s.linkSums[6 * p + i];
      change[g.bodies[p]] = s.blocks[g.bodies[p]].root * t;
    }
  }
}

Mat6 mobilityBetween(const CoupledSystem& s, const LinkedGroup& g, size_t to, size_t from) {
  const Mat6 &start = s.blocks[g.bodies[from]].root, &end = s.blocks[g.bodies[to]].root;
  Mat6 result;
  for (int c = 0; c < 6; ++c) {
    s.linkSums.assign(g.size(), 0.0);
    for (int i = 0; i < 6; ++i) s.linkSums[6 * from + i] = start(c, i);  // R' e_c
    g.down(s.linkSums);
    g.up(s.linkSums);
    Vec6 t;
    for (int i = 0; i < 6; ++i) t[i] = s.linkSums[6 * to + i];
    t = end * t;
    for (int i = 0; i < 6; ++i) result(i, c) = t[i];
  }
  return result;
}

}  // namespace flotsam
