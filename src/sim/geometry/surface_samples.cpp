// SPDX-License-Identifier: MIT
// Samples by elimination: candidates are the vertices and a barycentric lattice on every triangle, taken in order and
// kept when no kept one is near. A grid of cells as large as the limit finds the near ones.
#include "sim/geometry/surface_samples.h"

#include <algorithm>
#include <utility>

namespace flotsam {
namespace {

class Thinner {
 public:
  Thinner(const Box3& box, double limit) : lo_(box.lo), limit2_(limit * limit) {
    constexpr double kMostCells = 256;  // per axis
    const Vec3 size = box.size();
    cell_ = std::max(limit, std::max({size.x, size.y, size.z}) / kMostCells);
    n_ = Int3(size / cell_) + 1;
    head_.assign(static_cast<size_t>(n_.x) * n_.y * n_.z, -1);
  }
  void offer(const Vec3& x) {
    const Int3 c = glm::clamp(Int3((x - lo_) / cell_), Int3(0), n_ - 1);
    const Int3 a = glm::max(c - 1, Int3(0)), b = glm::min(c + 1, n_ - 1);
    for (int k = a.z; k <= b.z; ++k)
      for (int j = a.y; j <= b.y; ++j)
        for (int i = a.x; i <= b.x; ++i)
          for (int s = head_[at({i, j, k})]; s >= 0; s = next_[s]) {
            const Vec3 d = Vec3(kept_[s]) - x;
            if (glm::dot(d, d) < limit2_) return;
          }
    next_.push_back(head_[at(c)]);
    head_[at(c)] = static_cast<int>(kept_.size());
    kept_.emplace_back(x);
  }
  std::vector<Vec3f> take() { return std::move(kept_); }

 private:
  size_t at(const Int3& c) const { return c.x + static_cast<size_t>(n_.x) * (c.y + static_cast<size_t>(n_.y) * c.z); }
  Vec3 lo_;
  double limit2_, cell_ = 1;
  Int3 n_{1};
  std::vector<int> head_, next_;
  std::vector<Vec3f> kept_;
};

}  // namespace

std::vector<Vec3f> surfaceSamples(const TriangleMesh& mesh, double spacing, const std::vector<uint32_t>& first) {
  if (mesh.positions.empty() || !(spacing > 0)) return {};
  Box3 box;
  for (const Vec3f& p : mesh.positions) box.include(p);
  Thinner thinner(box, 0.85 * spacing);
  for (uint32_t v : first) thinner.offer(mesh.positions[v]);
  for (const Vec3f& p : mesh.positions) thinner.offer(p);
  for (bool edges : {true, false})
    for (const auto& t : mesh.triangles) {
      const Vec3 a = mesh.positions[t.x], ab = Vec3(mesh.positions[t.y]) - a, ac = Vec3(mesh.positions[t.z]) - a;
      const double longest = std::max({glm::length(ab), glm::length(ac - ab), glm::length(ac)});
      const int n = static_cast<int>(std::ceil(longest / spacing));
      for (int i = 0; i <= n; ++i)
        for (int j = 0; i + j <= n; ++j) {
          const bool onEdge = i == 0 || j == 0 || i + j == n;
          if (n > 1 && onEdge == edges)
            thinner.offer(a + static_cast<double>(i) / n * ab + static_cast<double>(j) / n * ac);
        }
    }
  return thinner.take();
}

std::vector<SampleGroup> groupSamples(std::vector<Vec3f>& samples, double cell) {
  if (samples.empty() || !(cell > 0)) return {};
  Vec3f lo(1e30f);
  for (const Vec3f& p : samples) lo = glm::min(lo, p);
  std::vector<std::pair<uint64_t, uint32_t>> order(samples.size());  // cube, sample
  for (uint32_t i = 0; i < samples.size(); ++i) {
    const glm::u64vec3 c((Vec3(samples[i]) - Vec3(lo)) / cell);
    order[i] = {c.x | c.y << 20 | c.z << 40, i};
  }
  std::sort(order.begin(), order.end());
  const std::vector<Vec3f> unsorted = samples;
  for (uint32_t i = 0; i < samples.size(); ++i) samples[i] = unsorted[order[i].second];
  std::vector<SampleGroup> groups;
  for (uint32_t begin = 0, end; begin < samples.size(); begin = end) {
    Box3 box;
    for (end = begin; end < samples.size() && order[end].first == order[begin].first; ++end) box.include(samples[end]);
    SampleGroup g{Vec3f(box.centre()), 0, begin, end};
    for (uint32_t s = begin; s < end; ++s) g.radius = std::max(g.radius, glm::length(samples[s] - g.centre));
    g.radius *= 1.0001f;
    groups.push_back(g);
  }
  return groups;
}

}  // namespace flotsam
