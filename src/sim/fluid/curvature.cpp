// SPDX-License-Identifier: MIT
#include "sim/fluid/curvature.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"

namespace flotsam {

namespace {

constexpr float kLeastSlope = 0.05f;  // of the smoothed distance; flatter places have no direction

/// (1/4, 1/2, 1/4) along an axis: unlike filterCells nothing is left of what changes sign from cell to cell, which a
/// second derivative would bring back. At the lattice's edge its value goes on.
void filter(const Grid& g, int axis, const std::vector<float>& in, std::vector<float>& out) {
  const int step = g.stride(axis), first = g.flat() ? 1 : 0, planes = g.flat() ? 1 : g.n.z;
  parallelFor(static_cast<size_t>(planes), 4, [&](size_t k0, size_t k1) {
    for (int k = first + static_cast<int>(k0); k < first + static_cast<int>(k1); ++k)
      for (int j = 0; j < g.n.y; ++j) {
        const int row = g.id(0, j, k), at = axis == 1 ? j : k;
        if (axis == 0) {
          for (int i = 0; i < g.n.x; ++i)
            out[row + i] =
                0.5f * in[row + i] + 0.25f * (in[row + std::max(i - 1, 0)] + in[row + std::min(i + 1, g.n.x - 1)]);
        } else {
          const int before = at > 0 ? -step : 0, behind = at + 1 < g.n[axis] ? step : 0;
          for (int id = row; id < row + g.n.x; ++id)
            out[id] = 0.5f * in[id] + 0.25f * (in[id + before] + in[id + behind]);
        }
      }
  });
}

/// What the corner's eight (flat: four) cells say of the gradient, at the lower node of cell (i, j, k).
void nodeNormals(const Grid& g, int k, CurvatureField& f) {
  const std::vector<float>& c = f.smooth;
  const int below = g.flat() ? 0 : g.sz;
  for (int j = 1; j < g.n.y; ++j)
    for (int i = 1; i < g.n.x; ++i) {
      const int id = g.id(i, j, k);
      float at[8];
      for (int q = 0; q < 8; ++q) at[q] = c[id - (q & 1) - (q & 2 ? g.sy : 0) - (q & 4 ? below : 0)];
      float n[3];
      for (int a = 0; a < 3; ++a) {
        float sum = 0;
        for (int q = 0; q < 8; ++q) sum += q >> a & 1 ? -at[q] : at[q];
        n[a] = 0.25f * sum;
      }
      if (g.flat()) n[2] = 0;
      const float length = std::max(std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), kLeastSlope);
      for (int a = 0; a < 3; ++a) f.normal[a][id] = n[a] / length;
    }
}

/// How far a cell is outside the smooth surface, in cells. Smoothing has moved that by variance/2 times its curvature.
float offsetAt(const Grid& g, const CurvatureField& f, int id, float kappa) {
  float square = 0;
  for (int a = 0; a < (g.flat() ? 2 : 3); ++a) {
    const float d = 0.5f * (f.smooth[id + g.stride(a)] - f.smooth[id - g.stride(a)]);
    square += d * d;
  }
  return f.smooth[id] / std::max(std::sqrt(square), kLeastSlope) - static_cast<float>(0.5 * kCurvatureVariance) * kappa;
}

}  // namespace

void buildCurvature(const Grid& g, const std::vector<float>& phi, CurvatureField& f) {
  constexpr int kPasses = static_cast<int>(kCurvatureVariance / 0.5);  // a filter has a variance of 1/2
  f.smooth = phi, f.pass = phi;
  for (int pass = 0; pass < kPasses; ++pass)
    for (int axis = 0; axis < (g.flat() ? 2 : 3); ++axis) {
      filter(g, axis, f.smooth, f.pass);
      f.smooth.swap(f.pass);
    }
  for (auto& n : f.normal) n.assign(g.size, 0.f);
  f.kappa.assign(g.size, 0.f);
  const int first = g.flat() ? 1 : 0, planes = g.flat() ? 1 : g.n.z;
  parallelPieces(static_cast<size_t>(planes), [&](size_t piece) {
    const int k = first + static_cast<int>(piece);
    if (g.flat() || k > 0) nodeNormals(g, k, f);
  });
  const int above = g.flat() ? 0 : g.sz;
  parallelPieces(static_cast<size_t>(planes), [&](size_t piece) {
    const int k = first + static_cast<int>(piece);
    if (!g.flat() && (k == 0 || k + 1 >= g.n.z)) return;
    for (int j = 1; j + 1 < g.n.y; ++j)
      for (int i = 1; i + 1 < g.n.x; ++i) {
        const int id = g.id(i, j, k);
        if (!(std::abs(phi[id]) < 1)) continue;
        float sum = 0;
        for (int a = 0; a < (g.flat() ? 2 : 3); ++a)
          for (int q = 0; q < 8; ++q) {
            const float n = f.normal[a][id + (q & 1) + (q & 2 ? g.sy : 0) + (q & 4 ? above : 0)];
            sum += q >> a & 1 ? n : -n;
          }
        const float kappa = 0.25f * sum;
        const float offset = std::clamp(offsetAt(g, f, id, kappa), -1.5f, 1.5f);
        f.kappa[id] = std::clamp(kappa / std::max(1 - offset * kappa / (g.flat() ? 1 : 2), 0.3f), -1.f, 1.f);
      }
  });
}

}  // namespace flotsam
