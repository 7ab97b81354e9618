// SPDX-License-Identifier: MIT
#include "sim/fluid/liquid_volume.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"

namespace flotsam {

namespace {

constexpr float kSpray = 0.6f;                            // cells: particles farther out are spray
constexpr float kDeadband = 0.1f, kThreshold = 0.3f;      // inside; at the surface
constexpr float kMostInward = -0.25f, kMostOut = 0.5f;    // of a cell's volume per 1/60 s
constexpr double kGlobalGain = 0.05, kGlobalMost = 5e-4;  // per 1/60 s
constexpr double kEvenMost = 1e-2;                        // the same of an advected surface, which strays farther

/// An open face to a cell on the other side of the surface.
bool meetsOther(const Grid& g, const std::vector<float>& phi, const std::array<std::vector<double>, 3>& open, int id) {
  const bool liquid = phi[id] < 0;
  for (int a = 0; a < 3; ++a) {
    const int step = g.stride(a);
    if (open[a][id] > 0 && (phi[id - step] < 0) != liquid) return true;
    if (open[a][id + step] > 0 && (phi[id + step] < 0) != liquid) return true;
  }
  return false;
}

/// Air among the cells around, diagonal ones included. The place counts, not the distance: that is made of the fill,
/// and a cell a little thin inside would count as surface, never contract, and let the crowded ones win.
bool nearAir(const Grid& g, const LiquidField& liquid, int id) {
  const int z = g.flat() ? 0 : g.sz;
  for (int dz = -z; dz <= z; dz += g.sz)
    for (int dy = -g.sy; dy <= g.sy; dy += g.sy)
      for (int dx = -1; dx <= 1; ++dx)
        if (const int n = id + dx + dy + dz; liquid.phi[n] >= 0 && liquid.layer[n] == 0) return true;
  return false;
}

/// The distance at a particle, trilinear between cell centres.
float phiAt(const Grid& g, const std::vector<float>& phi, float x, float y, float z) {
  const auto split = [](float v, int n, float& f) {
    const float c = std::clamp(v - 0.5f, 0.f, static_cast<float>(n) - 1.001f);
    const int i = static_cast<int>(c);
    f = c - static_cast<float>(i);
    return i;
  };
  float fx, fy, fz;
  const int i = split(x, g.n.x, fx), j = split(y, g.n.y, fy);
  int k = split(z, g.n.z, fz);
  if (g.flat()) k = 1, fz = 0;
  const auto plane = [&](int id) {
    const float a = phi[id] + fx * (phi[id + 1] - phi[id]);
    const float b = phi[id + g.sy] + fx * (phi[id + g.sy + 1] - phi[id + g.sy]);
    return a + fy * (b - a);
  };
  const int id = g.id(i, j, k);
  const float lower = plane(id);
  return fz > 0 ? lower + fz * (plane(id + g.sz) - lower) : lower;
}

}  // namespace

LiquidVolume measureVolume(const Grid& g, const Particles& particles, double perCell, const LiquidField& liquid,
                           const std::array<std::vector<double>, 3>& open) {
  LiquidVolume v;
  const std::vector<float>& phi = liquid.phi;
  const auto rows = [&](const auto& row) {
    return parallelSum(static_cast<size_t>(g.inner.z), 2, [&](size_t k0, size_t k1) {
      double sum = 0;
      for (int k = 1 + static_cast<int>(k0); k < 1 + static_cast<int>(k1); ++k)
        for (int j = 1; j <= g.inner.y; ++j)
          for (int id = g.id(1, j, k); id < g.id(1, j, k) + g.inner.x; ++id) sum += row(id);
      return sum;
    });
  };
  const auto enclosed = [&](int id) {
    if (!(phi[id] < 0.5f) || liquid.open[id] <= 0) return 0.0;
    const bool surface = phi[id] > -0.5f && meetsOther(g, phi, open, id);
    const double part = surface ? std::clamp(0.5 - double(phi[id]), 0.0, 1.0) : phi[id] < 0 ? 1.0 : 0.0;
    return part * double(liquid.open[id]);
  };
  v.enclosed = rows(enclosed);
  const auto holdsSome = [&](int id) { return liquid.open[id] > 0 && (phi[id] < 0 || enclosed(id) > 0); };
  v.loose = rows([&](int id) {
    const uint32_t count = particles.cellStart[id + 1] - particles.cellStart[id];
    return count > 0 && !holdsSome(id) ? double(count) / perCell : 0.0;
  });
  const double count = rows([&](int id) {
    const uint32_t begin = particles.cellStart[id], end = particles.cellStart[id + 1];
    if (begin == end || phi[id] < -0.5f) return double(end - begin);
    if (phi[id] >= 1) return 0.0;
    int in = 0;
    for (uint32_t p = begin; p < end; ++p)
      in += phiAt(g, phi, particles.x[0][p], particles.x[1][p], particles.x[2][p]) < kSpray;
    return double(in);
  });
  v.particles = count / perCell;
  return v;
}

void volumeSource(const Grid& g, LiquidField& liquid, const LiquidVolume& volume, double dt, bool even,
                  std::vector<double>& source) {
  source.assign(g.size, 0.0);
  if (!(volume.particles > 0)) return;
  const std::vector<float>& phi = liquid.phi;
  // The fill filtered among liquid cells: sum of the weighted fills over the sum of the weights.
  auto& fill = liquid.filtered;
  auto& weight = liquid.weight;
  fill.resize(g.size), weight.resize(g.size);
  for (size_t id = 0; id < g.size; ++id) {
    const bool in = phi[id] < 0 && liquid.fill[id] > 0;
    fill[id] = in ? liquid.fill[id] : 0.f, weight[id] = in ? 1.f : 0.f;
  }
  filterCells(g, /*repeat=*/false, fill, liquid.pass);
  filterCells(g, /*repeat=*/false, weight, liquid.pass);
  const double steps = 60 * dt, local = 1 - std::pow(0.5, steps);
  const double most = even ? kEvenMost : kGlobalMost;
  const double uniform = std::clamp(-kGlobalGain * (volume.enclosed / volume.particles - 1), -most, most) * steps;
  parallelFor(static_cast<size_t>(g.inner.z), 2, [&](size_t k0, size_t k1) {
    for (int k = 1 + static_cast<int>(k0); k < 1 + static_cast<int>(k1); ++k)
      for (int j = 1; j <= g.inner.y; ++j)
        for (int id = g.id(1, j, k); id < g.id(1, j, k) + g.inner.x; ++id) {
          if (even && phi[id] < 0 && liquid.open[id] > 0) source[id] = uniform * double(liquid.open[id]) * g.dx / dt;
          if (even || !(phi[id] < 0) || !(liquid.fill[id] > 0) || liquid.open[id] <= 0) continue;
          const float excess = fill[id] / weight[id] - 1;
          double ask = 0;
          if (nearAir(g, liquid, id)) {
            ask = local * double(std::clamp(excess - kThreshold, 0.f, 2 * kMostOut));
          } else {
            const float beyond = std::max(std::abs(excess) - kDeadband, 0.f);
            ask = local * double(std::clamp(std::copysign(beyond, excess), 2 * kMostInward, 2 * kMostOut)) + uniform;
          }
          source[id] = ask * double(liquid.open[id]) * g.dx / dt;
        }
  });
}

}  // namespace flotsam
