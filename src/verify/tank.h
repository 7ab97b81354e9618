// SPDX-License-Identifier: MIT
// A tank with bodies for one projection: no time stepping, everything set by hand. What the cases of one projection and
// the tests of it stand on.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/rng.h"
#include "sim/coupling/free_surface.h"
#include "sim/coupling/projection.h"
#include "sim/geometry/fractions.h"
#include "sim/geometry/shape.h"

namespace flotsam {

struct TankBody {
  std::shared_ptr<const Shape> shape;
  Pose pose;
  double density = 1000;
  bool free = true;
  Vec6 velocity{};
};

struct Tank {
  Grid grid;
  ContainerDesc container;
  std::vector<TankBody> bodies;
  FractionKind wallKind = FractionKind::Area, bodyKind = FractionKind::Area;
  bool discrete = true;
  double fluidDensity = 1000, dt = 1.0 / 60;
  double cutoff = 1e-4;
  SolveLimits limits{.tolerance = 1e-13, .maxIterations = 1000};
  std::vector<float> phi;  // free surface: distance to it per cell, in cells, negative in the liquid; empty: full tank

  std::unique_ptr<FractionBuilder> builder;
  MacVelocity velocity;
  std::vector<CoupledBody> coupled;
  std::vector<Mat6> masses;
  std::vector<double> pressure;
  SolveStats stats;
  std::unique_ptr<Projection> projection = std::make_unique<Projection>();

  Tank(Int3 cells, double dx) : grid(cells, dx) { velocity.resize(grid); }

  static std::shared_ptr<const Shape> primitive(ShapeKind kind, Vec3 dims) {
    auto made = makePrimitive({kind, "", 0, dims});
    if (!made) throw std::runtime_error(made.problems.front().text());
    return *made;
  }
  void add(std::shared_ptr<const Shape> shape, Vec3 position, double density, Quat q = {1, 0, 0, 0}) {
    bodies.push_back({std::move(shape), {position, q}, density, true, {}});
  }
  void build() {
    builder = std::make_unique<FractionBuilder>(grid, container, wallKind);
    std::vector<SolidSample> solids;
    for (const auto& b : bodies) solids.push_back({b.shape.get(), b.pose});
    builder->update(solids, bodyKind, cutoff);
    coupled.clear(), masses.clear();
    for (size_t i = 0; i < bodies.size(); ++i) {
      const TankBody& b = bodies[i];
      CoupledBody c;
      c.centre = b.pose.position;
      const MassProperties prism =
          grid.flat() ? b.shape->prism(grid.dx) : MassProperties{b.shape->volume(), {}, b.shape->unitInertia()};
      c.displacedMass = fluidDensity * prism.volume, c.mass = b.density * prism.volume;
      c.free = b.free;
      const Mat6 whole = massMatrix(c.mass, b.density * rotated(prism.inertia, b.pose.orientation));
      Mat6 m = discrete ? discreteMass(grid, builder->get().bodies[i], c.centre, b.density) : whole;
      // As in World: a body the grid barely sees keeps its true mass.
      double seen = 1e300;
      for (int a = 0; a < (grid.flat() ? 2 : 3); ++a) seen = std::min(seen, m(a, a));
      if (!(seen > 0.3 * c.mass) || !invertSpd(m, c.mobility)) {
        m = whole;
        if (!invertSpd(m, c.mobility)) throw std::runtime_error("body " + std::to_string(i) + " has no mass");
      }
      if (!b.free) c.mobility = Mat6{};
      masses.push_back(m);
      c.velocity = b.velocity;
      coupled.push_back(c);
    }
  }
  const FaceFractions& fractions() const { return builder->get(); }
  template <class F>
  void setVelocity(F&& f) {  // f(axis, position)
    for (int a = 0; a < 3; ++a)
      for (int k = 0; k < grid.n.z; ++k)
        for (int j = 0; j < grid.n.y; ++j)
          for (int i = 0; i < grid.n.x; ++i) velocity[a][grid.id(i, j, k)] = f(a, grid.faceCentre(a, {i, j, k}));
  }
  void setGravity(const Vec3& impulse) {  // g dt on fluid and free bodies
    setVelocity([&](int a, const Vec3&) { return impulse[a]; });
    for (auto& b : coupled)
      if (b.free) b.velocity = vec6(impulse, Vec3(0));
  }
  /// Liquid where height(x) < 0, the height above the surface in m.
  template <class F>
  void setSurface(F&& height) {
    phi.assign(grid.size, 1.f);
    for (int k = 0; k < grid.n.z; ++k)
      for (int j = 0; j < grid.n.y; ++j)
        for (int i = 0; i < grid.n.x; ++i)
          phi[grid.id(i, j, k)] =
              static_cast<float>(std::clamp(height(grid.cellCentre({i, j, k})) / grid.dx, -1.0, 1.0));
  }
  void project() {
    FreeSurface surface;
    surface.phi = &phi;
    stats = projection->solve(grid, fractions(), fluidDensity, dt, coupled, velocity, pressure, limits,
                              phi.empty() ? nullptr : &surface);
  }
  /// Share of a cell's mass that a face carries: its open part, and of that what is liquid.
  double liquidShare(int axis, size_t id) const {
    const double open = fractions().fluid[axis][id];
    if (phi.empty() || !(open > 0)) return open;
    const float above = phi[id], below = phi[id - grid.stride(axis)];
    if (above < 0 && below < 0) return open;
    return above < 0 ? open * surfaceTheta(above, below) : below < 0 ? open * surfaceTheta(below, above) : 0.0;
  }
  double maxFluidSpeed() const {
    double m = 0;
    for (int a = 0; a < 3; ++a)
      for (size_t id = 0; id < grid.size; ++id)
        if (fractions().fluid[a][id] > 0) m = std::max(m, std::abs(velocity[a][id]));
    return m;
  }
  double kineticEnergy() const {
    double e = 0;
    const double m = fluidDensity * grid.cellVolume();
    for (int a = 0; a < 3; ++a)
      for (size_t id = 0; id < grid.size; ++id) e += 0.5 * m * liquidShare(a, id) * velocity[a][id] * velocity[a][id];
    for (size_t i = 0; i < coupled.size(); ++i)
      if (coupled[i].free) e += 0.5 * dot(coupled[i].velocity, masses[i] * coupled[i].velocity);
    return e;
  }
  /// Linear momentum of fluid and bodies, kg m/s.
  Vec3 momentum() const {
    Vec3 p(0);
    const double m = fluidDensity * grid.cellVolume();
    for (int a = 0; a < 3; ++a)
      for (size_t id = 0; id < grid.size; ++id) p[a] += m * liquidShare(a, id) * velocity[a][id];
    for (size_t i = 0; i < coupled.size(); ++i)
      if (coupled[i].free) p += linear(masses[i] * coupled[i].velocity);
    return p;
  }
  /// Impulse of the walls on the fluid over the projection: their share of each face times the pressure difference.
  /// `cellPressure` is on all cells; in a cell without fluid it is what the solve takes there for the bodies' sake.
  Vec3 wallImpulse() const { return wallImpulse(pressure); }
  Vec3 wallImpulse(const std::vector<double>& cellPressure) const {
    Vec3 p(0);
    for (int a = 0; a < 3; ++a) {
      std::vector<double> wall(grid.size);
      for (size_t id = 0; id < grid.size; ++id) wall[id] = 1 - fractions().fluid[a][id];
      for (const auto& b : fractions().bodies)
        for (const BodyFace& f : b)
          if (f.axis == a) wall[f.id] -= f.s;
      const int step = grid.stride(a);
      for (size_t id = 0; id < grid.size; ++id) {
        const double below = id < static_cast<size_t>(step) ? 0 : cellPressure[id - step];
        p[a] += wall[id] * (cellPressure[id] - below) * dt * grid.dx * grid.dx;
      }
    }
    return p;
  }
};

inline Quat randomRotation(Random& r) {
  return glm::normalize(Quat(r.in(-1, 1), r.in(-1, 1), r.in(-1, 1), r.in(-1, 1)));
}

/// A closed tilted tank with up to `count` bodies placed without overlap (bounding spheres), densities in
/// [lo, hi] x fluid (log-uniform), random rotations, smooth random flow of about 1 m/s and one step of gravity.
inline void randomScene(Tank& tank, uint64_t seed, int count, double lo, double hi) {
  Random r(seed);
  const double h = tank.grid.dx;
  const Vec3 extent = tank.grid.extent();
  tank.container.kind = WallKind::TiltedBox;
  tank.container.centre = 0.5 * extent;
  tank.container.size = 0.84 * extent;
  tank.container.orientation =
      glm::angleAxis(0.17, glm::normalize(Vec3(0.1, 1, 0.2))) * glm::angleAxis(0.087, Vec3(0, 0, 1));
  std::vector<std::pair<Vec3, double>> placed;
  for (int tries = 0; tries < 4000 && static_cast<int>(placed.size()) < count; ++tries) {
    const double radius = h * r.in(1.6, std::min(4.0, 0.12 * tank.grid.inner.x));
    const Vec3 at(r.in(0, extent.x), r.in(0, extent.y), r.in(0, extent.z));
    if (wallDistance(tank.container, tank.grid, at) < radius + 0.5 * h) continue;
    bool clear = true;
    for (const auto& [p, q] : placed) clear &= glm::length(p - at) > radius + q + 0.5 * h;
    if (!clear) continue;
    const int kind = static_cast<int>(r.in(0, 3));
    auto shape = kind == 0   ? Tank::primitive(ShapeKind::Sphere, Vec3(radius))
                 : kind == 1 ? Tank::primitive(ShapeKind::Torus, Vec3(0.68 * radius, 0.31 * radius, 0))
                             : Tank::primitive(ShapeKind::Box, Vec3(1.0, 1.2, 0.9) * radius);
    tank.add(shape, at, tank.fluidDensity * lo * std::pow(hi / lo, r.unit()), randomRotation(r));
    placed.push_back({at, radius});
  }
  tank.build();
  const Vec3 a(r.in(3, 8), r.in(3, 8), r.in(3, 8)), b(r.in(0, 6), r.in(0, 6), r.in(0, 6));
  const double g = 9.81 * tank.dt;
  tank.setVelocity([&](int axis, const Vec3& x) {
    const Vec3 s = x / extent;
    return std::sin(a[axis] * s[(axis + 1) % 3] + b[axis]) * std::cos(a[(axis + 2) % 3] * s[axis] + b[(axis + 1) % 3]) -
           (axis == 1 ? g : 0);
  });
  for (auto& c : tank.coupled) {
    c.velocity = vec6(Vec3(r.in(-1, 1), r.in(-1, 1) - g, r.in(-1, 1)), Vec3(r.in(-4, 4), r.in(-4, 4), r.in(-4, 4)));
  }
}

}  // namespace flotsam
