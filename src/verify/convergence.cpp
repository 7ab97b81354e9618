// SPDX-License-Identifier: MIT
#include "verify/convergence.h"

#include <cmath>

#include "verify/added_mass.h"

namespace flotsam {

VelocityError projectedVelocityError(FractionKind kind, int cells) {
  // The circle, its middle off every lattice plane; positions from the square's middle.
  constexpr double radius = 0.8;
  const Vec3 middle(0.0137, -0.0089, 0);
  Tank tank({cells, cells, 1}, 2.0 / cells);
  const double h = tank.grid.dx;
  tank.wallKind = kind;
  tank.container = {WallKind::Sphere, Vec3(1 + middle.x, 1 + middle.y, 0.5 * h), Vec3(radius), {1, 0, 0, 0}};
  tank.build();
  // psi = (R² - r²) F, F = 1 + .5 X + .3 Y²; u = (psi_y, -psi_x).
  const auto flow = [&](const Vec3& x) {
    const double X = x.x - 1 - middle.x, Y = x.y - 1 - middle.y;
    const double f = 1 + 0.5 * X + 0.3 * Y * Y, left = radius * radius - X * X - Y * Y;
    return Vec3(-2 * Y * f + left * 0.6 * Y, 2 * X * f - left * 0.5, 0);
  };
  const auto gradient = [&](const Vec3& x) {  // of cos(2 X) exp(Y)
    const double X = x.x - 1 - middle.x, Y = x.y - 1 - middle.y;
    return Vec3(-2 * std::sin(2 * X), std::cos(2 * X), 0) * std::exp(Y);
  };
  tank.setVelocity([&](int a, const Vec3& x) { return a == 2 ? 0.0 : flow(x)[a] + gradient(x)[a]; });
  tank.limits.tolerance = 1e-12;
  tank.project();
  VelocityError e;
  for (int a = 0; a < 2; ++a)
    for (int j = 1; j <= cells; ++j)
      for (int i = 1; i <= cells; ++i) {
        const int id = tank.grid.id(i, j, 1);
        const Vec3 x = tank.grid.faceCentre(a, {i, j, 1});
        if (!(tank.fractions().fluid[a][id] > 0) || wallDistance(tank.container, tank.grid, x) < 0) continue;
        const double error = std::abs(tank.velocity[a][id] - flow(x)[a]);
        e.mean += error, ++e.faces;
        if (!(error <= e.largest)) e.largest = error;
      }
  e.mean /= e.faces;
  return e;
}

double addedMassError(FractionKind kind, bool flat, int radius) {
  const int n = 4 * radius;
  Tank tank({n, n, flat ? 1 : n}, 1.0 / n);
  tank.bodyKind = kind;
  tank.limits.tolerance = 1e-11;
  tank.add(Tank::primitive(ShapeKind::Sphere, Vec3(0.25)), Vec3(0.5, 0.5, flat ? 0.5 / n : 0.5), 1000);
  return addedMassOfFreeBody(tank, 1) / (flat ? 1.547508 : 0.62282) - 1;
}

double convergenceOrder(double e0, double e1, double ratio) { return std::log(std::abs(e0 / e1)) / std::log(ratio); }

}  // namespace flotsam
