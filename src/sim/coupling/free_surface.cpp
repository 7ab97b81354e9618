// SPDX-License-Identifier: MIT
#include "sim/coupling/free_surface.h"

#include <algorithm>

#include "core/parallel.h"

namespace flotsam {

namespace {

/// Links and diagonal of one cell; each link is written by the cell above the face. Returns whether it is an unknown.
bool linkCell(CoupledSystem& s, const std::vector<uint8_t>& released, int id) {
  const Grid& g = s.grid;
  const auto& w = s.fractions->fluid;
  const std::vector<float>& phi = *s.surface->phi;
  if (!(phi[id] < 0) || (!released.empty() && released[id])) return false;
  bool open = false;
  double diagonal = 0;
  for (int a = 0; a < 3; ++a) {
    const int step = g.stride(a);
    for (int side = 0; side < 2; ++side) {
      const double v = w[a][side ? id + step : id];
      if (!(v > 0)) continue;
      open = true;
      const int other = side ? id + step : id - step;
      if (!(phi[other] < 0))
        diagonal += v / surfaceTheta(phi[id], phi[other]);
      else if (!released.empty() && released[other])
        diagonal += v;
      else if (!side)
        s.ownLinks[a][id] = v;
    }
  }
  s.unknown[id] = open;
  s.diagonal[id] = diagonal;
  return open;
}

}  // namespace

void linkLiquid(CoupledSystem& s) {
  const Grid& g = s.grid;
  s.unknown.assign(g.size, 0);
  s.diagonal.assign(g.size, 0.0);
  for (auto& link : s.ownLinks) link.assign(g.size, 0.0);
  s.links = &s.ownLinks;
  const std::vector<uint8_t> none;
  const double count = parallelSum(static_cast<size_t>(g.n.z), 1, [&](size_t k0, size_t k1) {
    int found = 0;
    for (size_t k = k0; k < k1; ++k)
      for (int j = 0; j < g.n.y; ++j)
        for (int i = 0; i < g.n.x; ++i) found += linkCell(s, none, g.id(i, j, static_cast<int>(k)));
    return static_cast<double>(found);
  });
  s.unknowns = static_cast<int>(count);
}

void relinkLiquid(CoupledSystem& s, const std::vector<uint8_t>& released, const std::vector<int>& changed) {
  const Grid& g = s.grid;
  const auto renew = [&](int id) {
    s.unknowns -= s.unknown[id];
    s.unknown[id] = 0, s.diagonal[id] = 0;
    for (auto& link : s.ownLinks) link[id] = 0;
    s.unknowns += linkCell(s, released, id);
  };
  for (const int c : changed) {
    renew(c);
    for (int a = 0; a < 3; ++a)
      for (const int step : {-g.stride(a), g.stride(a)})
        if (c + step >= 0 && c + step < static_cast<int>(g.size)) renew(c + step);
  }
}

void addSurfacePressure(CoupledSystem& s) {
  const Grid& g = s.grid;
  if (!s.surface || !s.surface->curvature) return;
  const std::vector<float>& phi = *s.surface->phi;
  parallelFor(g.size, lightGrain(g.size), [&](size_t begin, size_t end) {
    for (size_t c = begin; c < end; ++c) {
      if (!s.unknown[c]) continue;
      const int id = static_cast<int>(c);
      for (int a = 0; a < 3; ++a)
        for (const int side : {0, 1}) {
          const int step = g.stride(a), other = side ? id + step : id - step;
          const double w = s.fractions->fluid[a][side ? other : id];
          if (!(w > 0) || phi[other] < 0) continue;
          const double theta = surfaceTheta(phi[id], phi[other]);
          s.rhs[c] += w / theta * surfaceJump(*s.surface, theta, id, other);
        }
    }
  });
}

void updateLiquidVelocity(const CoupledSystem& s, const std::vector<double>& q, MacVelocity& velocity) {
  const Grid& g = s.grid;
  const std::vector<float>& phi = *s.surface->phi;
  for (int a = 0; a < 3; ++a) {
    const int step = g.stride(a);
    const auto& w = s.fractions->fluid[a];
    parallelFor(g.size - step, lightGrain(g.size), [&](size_t begin, size_t end) {
      for (size_t id = begin + step; id < end + step; ++id) {
        if (!(w[id] > 0)) continue;
        const bool above = phi[id] < 0, below = phi[id - step] < 0;
        if (above && below)
          velocity[a][id] -= q[id] - q[id - step];
        else if (above || below) {
          const int here = static_cast<int>(id), liquid = above ? here : here - step, air = above ? here - step : here;
          const double theta = surfaceTheta(phi[liquid], phi[air]);
          const double fall = (q[liquid] - surfaceJump(*s.surface, theta, liquid, air)) / theta;
          velocity[a][id] -= above ? fall : -fall;
        }
      }
    });
  }
}

}  // namespace flotsam
