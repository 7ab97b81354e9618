// SPDX-License-Identifier: MIT
// One viscous solve, or several in a row, against closed forms: channel flow between walls at any offset, a vortex that
// dies in a round tank, flow between two cylinders; and the laws: symmetric, definite, momentum kept, energy falling,
// rigid motion free.
#include "sim/coupling/viscosity.h"

#include <functional>

#include "core/parallel.h"
#include "core/rng.h"
#include "tank.h"

namespace flotsam {
namespace {

/// A tank whose flow only rubs: no pressure, no advection.
struct Syrup : Tank {
  SolidField solids;
  std::vector<float> phi;
  Viscosity viscosity;
  MacVelocity change;
  double mu = 1, tolerance = 1e-10;
  ViscousStats rub;

  Syrup(Int3 cells, double dx) : Tank(cells, dx) { discrete = false, change.resize(grid); }
  void build() {
    Tank::build();
    std::vector<SolidSample> samples;
    for (const auto& b : bodies) samples.push_back({b.shape.get(), b.pose});
    buildSolidField(grid, fractions(), samples, solids);
  }
  void setSurface(const std::function<double(Vec3)>& height) {  // cells, negative in the liquid
    phi.assign(grid.size, 1.f);
    for (int k = 0; k < grid.n.z; ++k)
      for (int j = 0; j < grid.n.y; ++j)
        for (int i = 0; i < grid.n.x; ++i)
          phi[grid.id(i, j, k)] =
              static_cast<float>(std::clamp(height(grid.cellCentre({i, j, k})) / grid.dx, -1.0, 1.0));
  }
  void setBall(const Vec3& centre, double radius) {
    setSurface([=, this](Vec3 x) {
      if (grid.flat()) x.z = centre.z;
      return glm::length(x - centre) - radius;
    });
  }
  ViscousDomain domain() const {
    return {&grid,
            &fractions(),
            &solids,
            phi.empty() ? nullptr : &phi,
            dt * mu / (fluidDensity * grid.dx * grid.dx),
            fluidDensity * grid.cellVolume()};
  }
  void step() {
    rub = viscosity.solve(domain(), velocity, coupled, tolerance, 5000, change);
    ASSERT_TRUE(rub.converged) << rub.note;
    for (int a = 0; a < 3; ++a)
      for (size_t id = 0; id < grid.size; ++id) velocity[a][id] += change[a][id];
  }
  /// With the masses the solve gives the faces.
  double energy() const {
    double e = 0;
    for (int a = 0; a < 3; ++a)
      for (size_t id = 0; id < grid.size; ++id)
        e += 0.5 * fluidDensity * grid.cellVolume() * viscosity.faceMass(a, id) * velocity[a][id] * velocity[a][id];
    for (size_t b = 0; b < coupled.size(); ++b)
      if (coupled[b].free) e += 0.5 * dot(coupled[b].velocity, masses[b] * coupled[b].velocity);
    return e;
  }
  Vec6 momenta() const {  // about the origin
    Vec3 p(0), l(0);
    for (int a = 0; a < 3; ++a)
      for (size_t id = 0; id < grid.size; ++id) {
        Vec3 one(0);
        one[a] = fluidDensity * grid.cellVolume() * viscosity.faceMass(a, id) * velocity[a][id];
        p += one, l += glm::cross(grid.faceCentre(a, grid.coords(static_cast<int>(id))), one);
      }
    for (size_t b = 0; b < coupled.size(); ++b) {
      const Vec6 m = masses[b] * coupled[b].velocity;
      p += linear(m), l += angular(m) + glm::cross(coupled[b].centre, linear(m));
    }
    return vec6(p, l);
  }
};

double random(uint64_t stream, uint64_t i) { return 2 * double(randomBits(stream, i) >> 11) * 0x1p-53 - 1; }

Syrup messy(bool flat) {
  Syrup t(flat ? Int3(24, 24, 1) : Int3(14, 15, 13), 0.05);
  const double s = flat ? 1.2 : 0.7, z = flat ? 0.025 : 0.35;
  t.container = {WallKind::TiltedBox, Vec3(0.5 * s, 0.5 * s, z), Vec3(0.8 * s), glm::angleAxis(0.3, Vec3(0, 0, 1))};
  t.add(Tank::primitive(ShapeKind::Sphere, Vec3(0.11)), Vec3(0.4 * s, 0.5 * s, z), 200);
  t.add(Tank::primitive(ShapeKind::Box, Vec3(0.15)), Vec3(0.7 * s, 0.45 * s, z), 3000,
        glm::angleAxis(0.4, Vec3(0, 0, 1)));
  t.bodies[1].free = flat;
  t.build();
  t.setSurface([=](const Vec3& x) { return x.y - (0.62 * s + 0.03 * std::sin(9 * x.x + 5 * x.z)); });
  t.setVelocity([&](int a, const Vec3& x) { return std::sin(19 * x[(a + 1) % 3] + a) * std::cos(17 * x[a]); });
  t.coupled[0].velocity = vec6(Vec3(0.5, 1, 0), Vec3(0, 0, 1));
  if (flat) t.coupled[1].velocity = vec6(Vec3(-0.5, 0.3, 0), Vec3(0, 0, 2));  // in 3D it is fixed
  return t;
}

TEST(Viscosity, SymmetricAndPositiveDefinite) {
  for (const bool flat : {true, false}) {
    Syrup t = messy(flat);
    t.mu = 50;
    t.viscosity.assemble(t.domain(), t.coupled);
    const size_t n = t.viscosity.size();
    for (uint64_t trial = 1; trial <= 5; ++trial) {
      std::vector<double> x(n, 0.0), y(n, 0.0), ax(n, 0.0), ay(n, 0.0);
      for (size_t i = 0; i < n; ++i)
        if (t.viscosity.unknown(i)) x[i] = random(trial, i), y[i] = random(trial + 100, i);
      const std::vector<double> x0 = x, y0 = y;
      t.viscosity.apply(x, ax);
      t.viscosity.apply(y, ay);
      const double xay = detail::dotProduct(x0, ay), yax = detail::dotProduct(y0, ax);
      const double xax = detail::dotProduct(x0, ax), yay = detail::dotProduct(y0, ay);
      EXPECT_NEAR(xay, yax, 1e-12 * std::sqrt(xax * yay));
      EXPECT_GT(xax, 1e-3 * detail::dotProduct(x0, x0));
    }
  }
}

// Poiseuille: v = f/(2 nu) d (H - d) between walls of any offset; the second-order scheme is exact inside, and the
// walls' theta makes them second order too: what is left is (theta (1 - theta)) h² f / (2 nu) at a wall.
TEST(Viscosity, ChannelFlowBetweenWallsAtAnyOffset) {
  for (const double offset : {0.0, 0.2, 0.45, 0.5, 0.55, 0.8, 0.95}) {
    const double h = 1.0 / 16, left = offset * h, width = 0.8;
    Syrup t({16, 80, 1}, h);
    t.container = {WallKind::TiltedBox, Vec3(left + 0.5 * width, 2.5, 0.5 * h), Vec3(width, 5, h), {}};
    t.mu = 10, t.dt = 1000, t.tolerance = 1e-9;  // steady at once: 1/dt is nothing
    t.build();
    const double f = 0.02, nu = t.mu / t.fluidDensity;
    t.setVelocity([&](int a, const Vec3&) { return a == 1 ? f * t.dt : 0; });
    t.step();
    const double peak = f * width * width / (8 * nu);
    double worst = 0;
    for (int i = 1; i <= 16; ++i) {
      const double d = (i - 0.5) * h - left;
      if (d < 0 || d > width) continue;
      const double exact = f / (2 * nu) * d * (width - d);
      worst = std::max(worst, std::abs(t.velocity[1][t.grid.id(i, 40, 1)] - exact) / peak);
    }
    EXPECT_LE(worst, 0.015) << "offset " << offset;
  }
}

TEST(Viscosity, CouetteFlowBetweenARestingWallAndAMovingPlate) {
  for (const double offset : {0.0, 0.3, 0.5, 0.7, 0.9}) {
    const double h = 1.0 / 16, plate = 0.75 + offset * h;  // the plate's face
    Syrup t({16, 80, 1}, h);
    t.add(Tank::primitive(ShapeKind::Box, Vec3(0.5, 6, 1)), Vec3(plate + 0.25, 2.5, 0.5 * h), 1000);
    t.bodies[0].free = false, t.bodies[0].velocity = vec6(Vec3(0, 1.5, 0), Vec3(0));
    t.mu = 10, t.dt = 1000, t.tolerance = 1e-9;
    t.build();
    t.setVelocity([](int, const Vec3&) { return 0.0; });
    t.step();
    for (int i = 1; (i - 0.5) * h < plate; ++i)
      EXPECT_NEAR(t.velocity[1][t.grid.id(i, 40, 1)], 1.5 * (i - 0.5) * h / plate, 0.01) << offset << ' ' << i;
  }
}

// Flow between a turning cylinder and a resting one: u = A r + B / r.
TEST(Viscosity, FlowBetweenTwoCylinders) {
  for (const double shift : {0.0, 0.37}) {
    const double h = 1.0 / 40, inner = 0.18, outer = 0.44, omega = 2;
    Syrup t({40, 40, 1}, h);
    const Vec3 c(0.5 + shift * h, 0.5 - 0.5 * shift * h, 0.5 * h);
    t.container = {WallKind::Sphere, c, Vec3(outer), {}};
    t.add(Tank::primitive(ShapeKind::Sphere, Vec3(inner)), c, 1000);
    t.bodies[0].free = false, t.bodies[0].velocity = vec6(Vec3(0), Vec3(0, 0, omega));
    t.mu = 10, t.dt = 1000, t.tolerance = 1e-9;
    t.build();
    t.setVelocity([](int, const Vec3&) { return 0.0; });
    t.step();
    const double b = omega / (1 / (inner * inner) - 1 / (outer * outer)), a = -b / (outer * outer);
    double worst = 0;
    for (int axis = 0; axis < 2; ++axis)
      for (size_t id = 0; id < t.grid.size; ++id) {
        Vec3 x = t.grid.faceCentre(axis, t.grid.coords(static_cast<int>(id))) - c;
        x.z = 0;
        const double r = glm::length(x);
        if (!(t.viscosity.faceMass(axis, id) > 0) || r < inner || r > outer) continue;
        const double speed = a * r + b / r;
        worst = std::max(worst, std::abs(t.velocity[axis][id] - speed * (axis == 0 ? -x.y : x.x) / r));
      }
    EXPECT_LE(worst, 0.04 * omega * inner) << shift;
  }
}

// A vortex J1(z r/R) in a round tank dies like exp(-nu z² t/R²), z the first zero of J1; its walls cut the cells at
// every angle.
TEST(Viscosity, VortexDiesInARoundTank) {
  const double z = 3.8317059702, radius = 0.4, h = 1.0 / 32;
  Syrup t({32, 32, 1}, h);
  const Vec3 c(0.5 + 0.3 * h, 0.5 + 0.1 * h, 0.5 * h);
  t.container = {WallKind::Sphere, c, Vec3(radius), {}};
  t.mu = 10, t.dt = 1.0 / 200;
  t.build();
  t.setVelocity([&](int a, const Vec3& x) {
    const double dx = x.x - c.x, dy = x.y - c.y, r = std::hypot(dx, dy);
    if (r > radius || r == 0) return 0.0;
    return std::cyl_bessel_j(1, z * r / radius) * (a == 0 ? -dy : dx) / r;
  });
  t.viscosity.assemble(t.domain(), t.coupled);
  const double rate = t.mu / t.fluidDensity * z * z / (radius * radius), start = t.energy();
  const int steps = 100;
  for (int i = 0; i < steps; ++i) t.step();
  // Backward Euler: (1 + rate dt)^-1 a step.
  const double measured = (std::pow(t.energy() / start, -0.5 / steps) - 1) / t.dt;
  RecordProperty("rate", std::to_string(measured / rate));
  EXPECT_NEAR(measured / rate, 1, 0.02);
}

// Shear between walls with free slip: a standing mode cos(k x) in the middle of a long tank. Its walls are free
// surfaces, traction zero by itself.
TEST(Viscosity, ShearModeDecaysBetweenFreeSurfaces) {
  const double h = 1.0 / 32;
  Syrup t({40, 160, 1}, h);
  t.mu = 5, t.dt = 1.0 / 100;
  t.build();
  for (const double offset : {0.0, 0.3, 0.5}) {
    const double left = (4 + offset) * h, width = 0.75, k = kPi / width;
    t.setSurface([&](const Vec3& x) { return std::max(left - x.x, x.x - left - width); });
    t.setVelocity([&](int a, const Vec3& x) {
      return a == 1 && x.x > left - h && x.x < left + width + h ? std::cos(k * (x.x - left)) : 0;
    });
    const auto amplitude = [&] {
      double sum = 0, norm = 0;
      for (int i = 1; i <= 40; ++i) {
        const double s = std::cos(k * ((i - 0.5) * h - left)), m = t.viscosity.faceMass(1, t.grid.id(i, 80, 1));
        sum += m * s * t.velocity[1][t.grid.id(i, 80, 1)], norm += m * s * s;
      }
      return sum / norm;
    };
    const int steps = 40;
    for (int i = 0; i < steps; ++i) t.step();
    const double rate = t.mu / t.fluidDensity * k * k;
    EXPECT_NEAR((std::pow(amplitude(), -1.0 / steps) - 1) / t.dt / rate, 1, 0.05) << offset;
  }
}

TEST(Viscosity, ABlobTurnsAndFliesFreely) {
  for (const bool flat : {true, false}) {
    Syrup t(flat ? Int3(32, 32, 1) : Int3(18, 18, 18), flat ? 1.0 / 32 : 1.0 / 18);
    t.mu = 1000, t.dt = 0.1;
    t.build();
    const Vec3 c(0.52, 0.47, flat ? 0.5 * t.grid.dx : 0.49);
    t.setBall(c, 0.3);
    const Vec3 omega = flat ? Vec3(0, 0, 3) : Vec3(1, -2, 3);
    t.setVelocity([&](int a, const Vec3& x) { return (Vec3(1, 2, flat ? 0 : -1) + glm::cross(omega, x - c))[a]; });
    t.step();
    double most = 0;
    for (int a = 0; a < 3; ++a)
      for (const double d : t.change[a]) most = std::max(most, std::abs(d));
    EXPECT_LE(most, 1e-9);
  }
}

TEST(Viscosity, AFreeBlobWithABodyInItKeepsItsMomenta) {
  for (const bool flat : {true, false}) {
    for (const double density : {20.0, 1000.0, 8000.0}) {
      Syrup t(flat ? Int3(32, 32, 1) : Int3(20, 20, 20), flat ? 1.0 / 32 : 1.0 / 20);
      t.mu = 30;
      const Vec3 c(0.52, 0.47, flat ? 0.5 * t.grid.dx : 0.49);
      t.add(Tank::primitive(ShapeKind::Box, Vec3(0.2, 0.15, flat ? 1 : 0.18)), c + Vec3(0.03, 0.02, 0), density,
            glm::angleAxis(0.5, Vec3(0, 0, 1)));
      t.build();
      t.setBall(c, 0.38);
      t.setVelocity([&](int a, const Vec3& x) { return std::sin(9 * x[(a + 1) % 3] + a) + 0.3 * a; });
      t.coupled[0].velocity = flat ? vec6(Vec3(1, -1, 0), Vec3(0, 0, 4)) : vec6(Vec3(1, -1, 2), Vec3(1, 2, -4));
      t.viscosity.assemble(t.domain(), t.coupled);
      const Vec6 before = t.momenta();
      const double energy = t.energy();
      const Vec6 velocity = t.coupled[0].velocity;
      t.step();
      const Vec6 after = t.momenta();
      const double scale = t.fluidDensity * 0.3 * (flat ? t.grid.dx : 0.5);
      for (int q = 0; q < 6; ++q)
        if (!flat || q < 2 || q == 5) {
          EXPECT_NEAR(after[q], before[q], 1e-8 * scale) << density << ' ' << q;
        }
      EXPECT_LT(t.energy(), energy);
      double moved = 0;
      for (int q = 0; q < 6; ++q) moved += std::abs(t.coupled[0].velocity[q] - velocity[q]);
      EXPECT_GT(moved, 0.05) << "the body feels nothing";
    }
  }
}

TEST(Viscosity, AnyStepIsStableAndLosesEnergy) {
  for (const bool flat : {true, false})
    for (const double mu : {1e-3, 1.0, 1000.0})
      for (const double dt : {1.0 / 240, 0.1}) {
        Syrup t = messy(flat);
        t.mu = mu, t.dt = dt, t.tolerance = 1e-6;
        t.viscosity.assemble(t.domain(), t.coupled);
        double energy = t.energy();
        for (int i = 0; i < 3; ++i) {
          t.step();
          EXPECT_LE(t.energy(), energy * (1 + 1e-12)) << mu << ' ' << dt;
          energy = t.energy();
        }
      }
}

TEST(Viscosity, SameBitsForAnyNumberOfThreads) {
  const auto run = [](int threads) {
    setThreadCount(threads);
    Syrup t = messy(false);
    t.mu = 10;
    t.step();
    return t.velocity.u;
  };
  const auto one = run(1);
  EXPECT_EQ(run(2), one);
  EXPECT_EQ(run(3), one);
  setThreadCount(0);
}

}  // namespace
}  // namespace flotsam
