// SPDX-License-Identifier: MIT
#include "verify/flows/probes.h"

#include <algorithm>
#include <stdexcept>

namespace flotsam {

Vec3 velocityAt(const Grid& grid, const MacVelocity& velocity, const Vec3& world) {
  Vec3 v(0);
  for (int a = 0; a < (grid.flat() ? 2 : 3); ++a) {
    Vec3 x = world / grid.dx + 1.0;  // lattice coordinates
    for (int b = 0; b < 3; ++b) {
      x[b] = std::clamp(x[b], 1.0, static_cast<double>(grid.n[b] - 1));
      if (b != a) x[b] -= 0.5;
    }
    if (grid.flat()) x.z = 1;
    const Int3 c = glm::min(Int3(x), grid.n - 1);
    const Vec3 f = x - Vec3(c);
    for (int q = 0; q < 8; ++q) {
      const Int3 o(q & 1, q >> 1 & 1, q >> 2);
      const double w = (o.x ? f.x : 1 - f.x) * (o.y ? f.y : 1 - f.y) * (o.z ? f.z : 1 - f.z);
      if (w > 0) v[a] += w * velocity[a][grid.id(c + o)];
    }
  }
  return v;
}

Vec3 angularMomentum(const World& world, const Vec3& about) {
  const Grid& g = world.grid();
  const double mass = world.desc().params.fluid.density * g.cellVolume();
  Vec3 sum(0);
  for (int a = 0; a < (g.flat() ? 2 : 3); ++a)
    for (size_t f = 0; f < g.size; ++f) {
      const double open = world.fractions().fluid[a][f];
      if (open == 0) continue;
      Vec3 u(0);
      u[a] = open * world.velocity()[a][f];
      sum += glm::cross(g.faceCentre(a, g.coords(static_cast<int>(f))) - about, u);
    }
  return mass * sum;
}

Vec3 displacedMomentum(const World& world, double& scale) {
  const Grid& g = world.grid();
  const double mass = world.desc().params.fluid.density * g.cellVolume();
  Vec3 sum = world.report().fluid.momentum;
  scale = 0;
  for (size_t b = 0; b < world.bodies().size(); ++b) {
    const RigidBody& body = world.bodies()[b];
    Vec3 share(0);
    for (const BodyFace& f : world.fractions().bodies[b]) {
      const Vec3 x = g.faceCentre(f.axis, g.coords(f.id));
      share[f.axis] += mass * f.s * body.velocityAt(x)[f.axis];
    }
    sum += share;
    scale += glm::length(share);
  }
  return sum;
}

BodyDesc primitiveBody(const char* name, ShapeKind kind, const Vec3& dims, const Vec3& position, double density) {
  BodyDesc b;
  b.name = name, b.position = position, b.density = density;
  b.shapeDesc = {kind, "", 0, dims};
  auto shape = makePrimitive(b.shapeDesc);
  if (!shape) throw std::invalid_argument(shape.problems.front().text());
  b.shape = *shape;
  return b;
}

}  // namespace flotsam
