// SPDX-License-Identifier: MIT
#include "sim/rigid/pressing.h"

#include <algorithm>

namespace flotsam {

void appendPress(int place, const Vec3& normal, const Vec3& point, const Vec3& centre, const Vec3& obstacle,
                 double friction, bool flat, std::vector<PressRow>& rows) {
  const auto append = [&](const Vec3& along) -> PressRow& {
    PressRow r;
    r.row.a = place;
    r.row.ja = vec6(along, glm::cross(point - centre, along));
    if (flat) r.row.ja[2] = r.row.ja[3] = r.row.ja[4] = 0;
    r.row.target = glm::dot(along, obstacle);
    return rows.emplace_back(r);
  };
  PressRow& contact = append(normal);
  contact.friction = friction;
  contact.tangents = !(friction > 0) ? 0 : flat ? 1 : 2;
  if (contact.tangents == 0) return;
  const Vec3 least = std::abs(normal.z) < 0.6 ? Vec3(0, 0, 1) : Vec3(1, 0, 0);
  const Vec3 t = glm::normalize(glm::cross(normal, least));
  append(t);
  if (!flat) append(glm::cross(normal, t));
}

void findImpulses(std::span<PressRow> rows, std::span<const Vec6> moved, std::span<Vec6> expected) {
  constexpr int kMostSweeps = 60;
  constexpr double kEnough = 1e-9, kStill = 1e-3;  // of the fastest row's speed
  const size_t n = expected.size();
  const auto along = [&](const LinkRow& r) {
    return (r.a >= 0 ? dot(r.ja, expected[r.a]) : 0) + (r.b >= 0 ? dot(r.jb, expected[r.b]) : 0);
  };
  double scale = 0;
  for (const PressRow& r : rows) scale = std::max(scale, std::abs(along(r.row) - r.row.target));
  double change = 0;
  const auto apply = [&](size_t k, double next) {
    const double by = next - rows[k].impulse;
    for (size_t p = 0; p < n; ++p)
      for (int q = 0; q < 6; ++q) expected[p][q] += by * moved[k * n + p][q];
    rows[k].impulse = next;
    change = std::max(change, std::abs(by) * rows[k].own);
  };
  const auto wanted = [&](const PressRow& r) {  // the impulse that makes it an equation
    return r.own > 0 ? r.impulse + (r.row.target - along(r.row)) / r.own : 0.0;
  };
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    change = 0;
    for (size_t k = 0; k < rows.size(); k += 1 + rows[k].tangents) {
      PressRow& contact = rows[k];
      apply(k, std::max(0.0, wanted(contact)));
      if (contact.tangents == 0) continue;
      double next[2] = {wanted(rows[k + 1]), contact.tangents > 1 ? wanted(rows[k + 2]) : 0.0};
      const double length = std::sqrt(next[0] * next[0] + next[1] * next[1]);
      const double limit = contact.friction * contact.impulse;
      contact.sliding = length > limit;
      for (int t = 0; t < contact.tangents; ++t)
        apply(k + 1 + t, contact.sliding ? next[t] * (limit / length) : next[t]);
    }
    if (change <= kEnough * scale) break;
  }
  // Corners may all be at their limits and hold together: what slides is what still moves.
  for (size_t k = 0; k < rows.size(); k += 1 + rows[k].tangents) {
    double slip = 0;
    for (int t = 1; t <= rows[k].tangents; ++t)
      slip = std::max(slip, std::abs(along(rows[k + t].row) - rows[k + t].row.target));
    rows[k].sliding &= slip > kStill * scale;
  }
}

}  // namespace flotsam
