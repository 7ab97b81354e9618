// SPDX-License-Identifier: MIT
// What the view has of the grid: the liquid's distance and what is too thin for it, fields on the cells, open faces,
// and the coupled system as it was solved.
#include <algorithm>

#include "core/parallel.h"
#include "core/rng.h"
#include "sim/coupling/coupled_system.h"
#include "sim/geometry/container.h"
#include "sim/world_impl.h"

namespace flotsam {

/// The distance without the strides' gaps. What lies too deep in a body for the solver takes the mean of its
/// neighbours, layer by layer, so that the surface goes through the body and no bubble is left inside.
void World::Impl::fillLiquid(LiquidView& view) const {
  const Int3 n = hasSurface() ? grid.n : Int3(0);
  view.cells = n;
  view.phi.resize(static_cast<size_t>(n.x) * n.y * n.z), view.buried.resize(view.phi.size());
  if (!hasSurface()) return;
  constexpr float kUnknown = 2;
  const int plane = n.x * n.y;
  std::vector<int> deep;
  for (int k = grid.flat() ? 1 : 0; k < (grid.flat() ? 2 : n.z); ++k)
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i) {
        const int id = grid.id(i, j, k), at = i + n.x * j + plane * k;
        view.phi[at] = liquid.phi[id], view.buried[at] = liquid.layer[id] != 0;
        if (liquid.layer[id] != LiquidField::kDeep) continue;
        const bool inner = i > 0 && j > 0 && k > 0 && i + 1 < n.x && j + 1 < n.y && k + 1 < n.z;
        if (!inner || wallDistance(desc.container, grid, grid.cellCentre({i, j, k})) <= 0) continue;
        deep.push_back(at);
        view.phi[at] = kUnknown;
      }
  std::vector<float> found;
  const auto known = [&](int at) { return view.phi[at] < kUnknown; };
  while (!deep.empty()) {
    found.clear();
    for (const int at : deep) {
      float sum = 0;
      int count = 0;
      for (const int step : {-1, 1, -n.x, n.x, -plane, plane}) {
        if ((grid.flat() && std::abs(step) == plane) || !known(at + step)) continue;
        sum += view.phi[at + step], ++count;
      }
      found.push_back(count ? sum / static_cast<float>(count) : kUnknown);
    }
    for (size_t q = 0; q < deep.size(); ++q) view.phi[deep[q]] = found[q];
    if (std::erase_if(deep, known) == 0) break;
  }
  for (const int at : deep) view.phi[at] = 1;
  if (grid.flat())
    for (const int k : {0, 2}) {
      std::copy_n(view.phi.begin() + plane, plane, view.phi.begin() + k * plane);
      std::copy_n(view.buried.begin() + plane, plane, view.buried.begin() + k * plane);
    }
}

/// Cell centres' values of the tank's inside.
void World::Impl::fillFields(FieldView& view) const {
  view.cells = grid.inner;
  const size_t count = static_cast<size_t>(grid.inner.x) * grid.inner.y * grid.inner.z;
  view.pressure.resize(count), view.velocity.resize(count), view.outflow.resize(count);
  view.open.resize(count), view.kind.resize(count);
  const auto& open = fractions->get().fluid;
  const int axes = grid.flat() ? 2 : 3;
  parallelPieces(static_cast<size_t>(grid.inner.z), [&](size_t piece) {
    const int k = 1 + static_cast<int>(piece);
    size_t at = piece * static_cast<size_t>(grid.inner.x) * grid.inner.y;
    for (int j = 1; j <= grid.inner.y; ++j)
      for (int i = 1; i <= grid.inner.x; ++i, ++at) {
        const int id = grid.id(i, j, k);
        view.pressure[at] = pressure.empty() ? 0.f : static_cast<float>(pressure[id]);
        double out = 0, part = 0;
        Vec3 u(0);
        for (int a = 0; a < axes; ++a) {
          const int upper = id + grid.stride(a);
          u[a] = 0.5 * (velocity[a][id] + velocity[a][upper]);
          out += velocity[a][upper] - velocity[a][id];
          part += open[a][id] + open[a][upper];
        }
        view.velocity[at] = Vec3f(u);
        view.open[at] = static_cast<float>(part / (2 * axes));
        view.outflow[at] = part >= 2 * axes ? static_cast<float>(out / grid.dx) : 0.f;
        float inSolid = 0;  // the mean of the nodes is the centre's
        for (int q = 0; q < 8; ++q)
          inSolid += solidField.phi[id + (q & 1) + (q & 2 ? grid.sy : 0) + (q & 4 ? grid.sz : 0)];
        CellKind kind = hasSurface() && !(liquid.phi[id] < 0) ? CellKind::Air : CellKind::Fluid;
        if (inSolid < 0)
          kind = wallDistance(desc.container, grid, grid.cellCentre({i, j, k})) < 0 ? CellKind::Wall : CellKind::Body;
        view.kind[at] = kind;
      }
  });
}

/// Open parts of the faces between the cells of the tank's inside, its outermost faces with them.
void World::Impl::fillFaces(FaceView& view) const {
  view.cells = grid.inner;
  const FaceFractions& f = fractions->get();
  for (int a = 0; a < 3; ++a) {
    Int3 n = grid.inner;
    ++n[a];
    const size_t count = static_cast<size_t>(n.x) * n.y * n.z;
    view.open[a].resize(count), view.solid[a].assign(count, -1);
    size_t at = 0;
    for (int k = 1; k <= n.z; ++k)
      for (int j = 1; j <= n.y; ++j)
        for (int i = 1; i <= n.x; ++i) view.open[a][at++] = static_cast<float>(f.fluid[a][grid.id(i, j, k)]);
  }
  for (size_t b = 0; b < f.bodies.size(); ++b)
    for (const BodyFace& face : f.bodies[b]) {
      const Int3 c = grid.coords(face.id) - 1;
      Int3 n = grid.inner;
      ++n[face.axis];
      const bool inside = c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < n.x && c.y < n.y && c.z < n.z;
      if (inside && face.s > f.wall[face.axis][face.id])
        view.solid[face.axis][view.at(face.axis, c.x, c.y, c.z)] = static_cast<int16_t>(b);
    }
}

/// Rows are numbered in the order of the cells.
void World::Impl::fillSystem(SystemView& view) const {
  const CoupledSystem& s = projection.system();
  view.cells = Int3(0), view.unknowns = 0, view.stencil = 0;
  view.bodies.resize(s.blocks.size());
  const auto* links = s.links;
  // What the system was made of is gone after an edit of the walls.
  const bool valid = links && (links == &s.ownLinks || links == &fractions->get().fluid ||
                               (asFluid() && links == &rigidFluid.domain().fluid));
  if (!valid || s.unknown.size() != grid.size) return;
  view.cells = grid.inner;
  const size_t count = static_cast<size_t>(grid.inner.x) * grid.inner.y * grid.inner.z;
  view.row.assign(count, -1);
  for (auto& link : view.link) link.assign(count, 0);
  size_t at = 0;
  for (int k = 1; k <= grid.inner.z; ++k)
    for (int j = 1; j <= grid.inner.y; ++j)
      for (int i = 1; i <= grid.inner.x; ++i, ++at) {
        const int id = grid.id(i, j, k);
        if (!s.unknown[id]) continue;
        view.row[at] = view.unknowns++;
        ++view.stencil;
        for (int a = 0; a < 3; ++a)
          if ((*links)[a][id] > 0 && s.unknown[id - grid.stride(a)]) view.link[a][at] = 1, view.stencil += 2;
      }
  for (size_t b = 0; b < s.blocks.size(); ++b) {
    std::vector<int>& rows = view.bodies[b];
    rows.clear();
    if (!s.blocks[b].free) continue;
    for (const BodyCell& cell : s.blocks[b].cells) {
      const Int3 c = grid.coords(cell.cell) - 1;
      const int row = view.row[c.x + grid.inner.x * (c.y + static_cast<size_t>(grid.inner.y) * c.z)];
      if (row >= 0) rows.push_back(row);
    }
  }
}

/// Particles outside the liquid as its distance says: where a stream or a drop is too thin for it. At
/// most kMostDrops, always the same ones.
void World::Impl::fillDrops(LiquidView& view) const {
  constexpr size_t kMostDrops = 6000;
  constexpr float kOutside = 0.5f;  // cells from a drawn surface: nearer ones would lie on it like beads
  view.drops.clear();
  if (!hasSurface()) return;
  const double share = 1 / nominalPerCell(), volume = grid.cellVolume() * share;
  view.dropRadius =
      static_cast<float>(grid.flat() ? grid.dx * std::sqrt(share / kPi) : std::cbrt(3 * volume / (4 * kPi)));
  const Int3 n = grid.n;
  const int plane = n.x * n.y, most[] = {n.x - 2, n.y - 2, n.z - 2};
  // What rides on a body or lies still in a wall's edge, a film of wet, is not drawn: beads would stay where it is.
  const float rest = static_cast<float>(0.25 * glm::length(desc.params.gravity) * grid.dx);  // m²/s²
  const auto bodyIn = [&](const Int3& cell) {  // one that reaches into the cell, or -1
    const int id = grid.id(cell.x, cell.y, cell.z);
    int deepest = id;
    for (int q = 1; q < 8; ++q) {
      const int node = id + (q & 1) + (q & 2 ? grid.sy : 0) + (q & 4 ? grid.sz : 0);
      if (solidField.phi[node] < solidField.phi[deepest]) deepest = node;
    }
    return solidField.phi[deepest] < 0 ? solidField.owner[deepest] : -1;
  };
  std::vector<uint32_t> found;
  for (size_t i = 0; i < particles.size(); ++i) {
    float w[3];
    int c[3];
    for (int a = 0; a < 3; ++a) {
      const float x = particles.x[a][i] - 0.5f;
      c[a] = std::clamp(static_cast<int>(x), 0, most[a]);
      w[a] = std::clamp(x - static_cast<float>(c[a]), 0.f, 1.f);
    }
    const float* p = &view.phi[c[0] + n.x * c[1] + static_cast<size_t>(plane) * c[2]];
    if (p[0] + p[1 + n.x + plane] < -1.2f) continue;  // deep in the liquid
    const auto row = [&](const float* q) { return q[0] + w[0] * (q[1] - q[0]); };
    const auto layer = [&](const float* q) { return row(q) + w[1] * (row(q + n.x) - row(q)); };
    const bool surface = std::min({p[0], p[1], p[n.x], p[n.x + 1], p[plane], p[plane + 1], p[plane + n.x],
                                   p[plane + n.x + 1]}) < 0;  // of the mesh, between these cell centres
    if (!surface || layer(p) + w[2] * (layer(p + plane) - layer(p)) > kOutside) {
      const Int3 own(glm::floor(Vec3f(particles.x[0][i], particles.x[1][i], particles.x[2][i])));
      Vec3f v(particles.v[0][i], particles.v[1][i], particles.v[2][i]);
      bool wets = view.buried[own.x + n.x * own.y + static_cast<size_t>(plane) * own.z] != 0;
      if (const int body = bodyIn(own); body >= 0) {
        const Vec3f x(particles.x[0][i], particles.x[1][i], particles.x[2][i]);
        wets = true, v -= Vec3f(bodies[body].velocityAt(grid.dx * (Vec3(x) - 1.0)));
      }
      if (!wets || glm::dot(v, v) > rest) found.push_back(static_cast<uint32_t>(i));
    }
  }
  const double kept = found.size() > kMostDrops ? double(kMostDrops) / static_cast<double>(found.size()) : 1;
  const float dx = static_cast<float>(grid.dx);
  for (const uint32_t i : found)
    if (kept == 1 || randomUnit(0x64726f70u, particles.id[i]) < kept)
      view.drops.push_back(dx * (Vec3f(particles.x[0][i], particles.x[1][i], particles.x[2][i]) - 1.f));
}

}  // namespace flotsam
