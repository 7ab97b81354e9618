// SPDX-License-Identifier: MIT
// Liquid in motion against closed forms: free fall, sloshing, the dam break's front, walls that let go; and that no
// particle is lost.
#include "sim/fluid/advection.h"
#include "water_fixture.h"

namespace flotsam {
namespace {
using namespace water;

Vec3 centreOfMass(const World& w) {
  Vec3 sum(0);
  const Particles& p = w.particles();
  for (size_t i = 0; i < p.size(); ++i) sum += Vec3(p.x[0][i], p.x[1][i], p.x[2][i]) - 1.0;
  return sum * (w.grid().dx / double(p.size()));
}

TEST(WaterMotion, ABlobFallsFreely) {
  std::vector<double> worst, momentum;  // cells; of g t
  for (int seed = 1; seed <= 3; ++seed) {
    WorldDesc d = pool({24, 48, 1}, 0, seed);
    d.liquid = {{.kind = LiquidRegion::Ball, .position = Vec3(0.5, 1.6, 0), .radius = 0.2}};
    World w(d);
    const double start = centreOfMass(w).y, dt = d.params.dt();
    worst.push_back(0), momentum.push_back(0);
    for (int n = 1; n <= 25; ++n) {
      w.step();
      // Positions advance before velocities: y0 - g dt² n (n - 1) / 2.
      const double off = centreOfMass(w).y - start + kG * dt * dt * n * (n - 1) / 2;
      worst.back() = std::max(worst.back(), std::abs(off) / d.dx);
    }
    const Vec3 p = w.report().fluid.momentum;
    const double mass = 1000 * double(w.particles().size()) / 4 * w.grid().cellVolume();
    momentum.back() = glm::length(p / mass - Vec3(0, -kG * 25 * dt, 0)) / (kG * 25 * dt);
  }
  // To the round-off of float particles.
  EXPECT_LE(median(worst), 1e-4);
  EXPECT_LE(median(momentum), 1e-6);
}

/// Period (s) and share of the amplitude left after five periods of a standing wave of the given mode.
struct Slosh {
  double period, left;
};

Slosh slosh(int mode, int cells, int seed) {
  WorldDesc d = pool({cells, cells, 1}, 0.5, seed);
  d.liquid.clear();
  const int columns = 4 * cells;
  for (int i = 0; i < columns; ++i) {
    const double x = (i + 0.5) / columns, top = 0.5 + 0.02 * std::cos(mode * kPi * x);
    d.liquid.push_back(
        {.kind = LiquidRegion::Box, .position = Vec3(x, 0.5 * top, 0), .size = Vec3(1.0 / columns, top, 1)});
  }
  World w(d);
  const Grid& g = w.grid();
  std::vector<double> amplitude;
  const auto measure = [&] {  // of the mode, cells
    double sum = 0;
    for (int i = 1; i <= cells; ++i) {
      double y = 0;
      for (int j = cells; j > 0 && y == 0; --j) {
        const double below = w.liquid().phi[g.id(i, j, 1)], above = w.liquid().phi[g.id(i, j + 1, 1)];
        if (below < 0 && above >= 0) y = j - 0.5 + below / (below - above);
      }
      sum += 2.0 / cells * y * std::cos(mode * kPi * (i - 0.5) / cells);
    }
    amplitude.push_back(sum);
  };
  const double omega = std::sqrt(mode * kPi * kG * std::tanh(mode * kPi * 0.5)), period = 2 * kPi / omega;
  run(w, 5.6 * period, measure);
  // Falling zero crossings, the first at a quarter period.
  std::vector<double> crossing;
  for (size_t n = 1; n < amplitude.size(); ++n)
    if (amplitude[n - 1] > 0 && amplitude[n] <= 0 &&
        (crossing.empty() || (n * d.params.dt() - crossing.back()) > 0.5 * period))
      crossing.push_back((double(n) - 1 + amplitude[n - 1] / (amplitude[n - 1] - amplitude[n])) * d.params.dt());
  if (crossing.size() < 5) return {0, 0};
  double last = 0;
  const size_t around = static_cast<size_t>(5 * period / d.params.dt()), half = static_cast<size_t>(0.3 * period * 60);
  for (size_t n = around - half; n < std::min(around + half, amplitude.size()); ++n)
    last = std::max(last, amplitude[n]);
  return {(crossing.back() - crossing.front()) / (double(crossing.size()) - 1) / period, last / (0.02 * cells)};
}

TEST(WaterMotion, SloshingPeriods) {
  for (const int cells : {24, 40})
    for (const int mode : {1, 2}) {
      std::vector<double> period, left;
      for (int seed = 1; seed <= 3; ++seed) {
        const Slosh s = slosh(mode, cells, seed);
        period.push_back(s.period), left.push_back(s.left);
      }
      EXPECT_NEAR(median(period), 1, 0.025) << "mode " << mode << ", " << cells << " cells";
      EXPECT_GE(median(left), 0.6) << "mode " << mode << ", " << cells << " cells";
    }
}

struct DamBreak {
  std::array<double, 5> front{};   // over the experiment's, at its times
  std::array<double, 4> column{};  // likewise
};

/// Front / H and the column's height at the wall / H against time in sqrt(H/g), over what Martin & Moyce (1952) saw.
DamBreak damBreak(int seed) {
  WorldDesc d = pool({64, 24, 1}, 0, seed);
  d.dx = 1.0 / 32;
  d.liquid = {{.kind = LiquidRegion::Box, .position = Vec3(0.25, 0.25, 0), .size = Vec3(0.5, 0.5, 1)}};
  World w(d);
  const double height = 0.5, unit = std::sqrt(height / kG);
  const auto front = [&] {  // beyond which there are only a few drops
    std::vector<float> x(w.particles().x[0]);
    std::nth_element(x.begin(), x.end() - 6, x.end());
    return (double(*(x.end() - 6)) - 1) * d.dx;
  };
  std::vector<std::pair<double, double>> seen, column;
  run(w, 2.3 * unit, [&] {
    seen.push_back({w.time() / unit, front() / height});
    column.push_back({w.time() / unit, surfaceOf(w, [](int i, int) { return i == 1; }).mean * d.dx / height});
    EXPECT_LE(front(), 2 * std::sqrt(kG * height) * w.time() + height) << "seed " << seed;
  });
  const auto between = [](const std::vector<std::pair<double, double>>& all, double t) {
    const auto at = std::lower_bound(all.begin(), all.end(), std::pair{t, 0.0});
    const auto& [t1, x1] = *at;
    const auto& [t0, x0] = *(at - 1);
    return x0 + (x1 - x0) * (t - t0) / (t1 - t0);
  };
  DamBreak r;
  size_t n = 0;
  for (const auto& [t, x] : {std::pair{0.62, 1.22}, {0.97, 1.67}, {1.29, 2.11}, {1.62, 2.56}, {1.93, 3.0}})
    r.front[n++] = between(seen, t) / x;
  n = 0;
  for (const auto& [t, y] : {std::pair{0.8, 0.89}, {1.29, 0.78}, {1.74, 0.67}, {2.15, 0.56}})
    r.column[n++] = between(column, t) / y;
  return r;
}

// An inviscid code without bed friction runs ahead.
TEST(WaterMotion, DamBreakFrontAndColumn) {
  const std::array<DamBreak, 3> runs{damBreak(1), damBreak(2), damBreak(3)};
  for (size_t n = 0; n < 5; ++n) {
    const double front = median({runs[0].front[n], runs[1].front[n], runs[2].front[n]});
    EXPECT_GE(front, 0.95) << "point " << n;
    EXPECT_LE(front, 1.20) << "point " << n;
  }
  for (size_t n = 0; n < 4; ++n)
    EXPECT_NEAR(median({runs[0].column[n], runs[1].column[n], runs[2].column[n]}), 1, 0.15) << "point " << n;
}

TEST(WaterMotion, ASlabFallsFromTheCeilingOrSticks) {
  for (const auto& [separation, seed] :
       {std::pair{true, 1}, {true, 2}, {true, 3}, {false, 1}, {false, 2}, {false, 3}}) {
    WorldDesc d = pool({24, 40, 1}, 0, seed);
    d.params.method.separation = separation;
    const double top = 40 * d.dx, thick = 8 * d.dx;
    d.liquid = {{.kind = LiquidRegion::Box, .position = Vec3(0.5, top - 0.5 * thick, 0), .size = Vec3(1, thick, 1)}};
    World w(d);
    const double start = centreOfMass(w).y;
    const int n = 24;
    run(w, n * d.params.dt());
    const double fallen = start - centreOfMass(w).y, free = kG * d.params.dt() * d.params.dt() * n * (n - 1) / 2;
    if (!separation) {
      EXPECT_LE(fallen, 0.3 * d.dx);
      continue;
    }
    EXPECT_NEAR(fallen, free, 0.1 * free);
    int above = 0;
    for (const float y : w.particles().x[1]) above += y > 40 + 1 - 2;
    EXPECT_LE(above, 0.01 * double(w.particles().size()));
  }
}

TEST(WaterMotion, NoParticleIsLostWhenThingsFallIn) {
  WorldDesc d = pool({16, 20, 12}, 0.5);
  addBody(d, ShapeKind::Sphere, Vec3(0.14), Vec3(0.3, 1.0, 0.4), 7000);
  d.bodies.back().velocity = Vec3(1, -5, 0.5);
  addBody(d, ShapeKind::Box, Vec3(0.25, 0.2, 0.25), Vec3(0.7, 0.8, 0.35), 300, glm::angleAxis(0.7, Vec3(0.6, 0, 0.8)));
  World w(d);
  const size_t count = w.particles().size();
  int step = 0;
  run(w, 2, [&] {
    if (++step % 5 == 0) {
      ASSERT_EQ(astray(w), 0) << "step " << step;
    }
  });
  EXPECT_EQ(w.particles().size(), count);
}

// In a pool the level makes room; in a tank that is full to the lid nothing can, and what the ball takes is missing.
TEST(WaterMotion, ABodyAppearingInWaterMakesNoExplosion) {
  for (const double level : {0.7, 1.0}) {
    std::vector<double> fastest, volume;
    for (int seed = 1; seed <= 3; ++seed) {
      WorldDesc d = pool({32, 32, 1}, level, seed);
      World w(d);
      run(w, 0.5);
      const double radius = 5.0 / 32, taken = level < 1 ? 0 : kPi * radius * radius * d.dx;
      const double before = w.report().fluid.volume - taken;
      InputFrame in;
      Edit e;
      e.kind = Edit::AddBody;
      WorldDesc other = d;
      addBody(other, ShapeKind::Sphere, Vec3(radius), Vec3(0.5, 0.35, 0), 500);
      e.body = other.bodies.back();
      in.edits.push_back(e);
      w.step(in);
      fastest.push_back(maxSpeed(w.grid(), w.velocity()));
      run(w, 8);
      volume.push_back(w.report().fluid.volume / before);
      EXPECT_EQ(astray(w), 0);
    }
    EXPECT_LE(median(fastest), 3 * std::sqrt(kG * level)) << level;
    EXPECT_NEAR(median(volume), 1, 0.005) << level;
  }
}

// Every way to advect runs in a liquid, keeps its volume and floats a ball at its draft.
TEST(WaterMotion, EveryAdvectionFloatsABall) {
  struct Way {
    Advection advection;
    double flip;
    const char* name;
  };
  for (const Way& way : {Way{Advection::Flip, 0.97, "FLIP"}, Way{Advection::Flip, 0, "PIC"},
                         Way{Advection::Apic, 0, "APIC"}, Way{Advection::SemiLagrangian, 0, "semi-Lagrangian"}}) {
    WorldDesc d = pool({32, 32, 1}, 0.5);
    d.params.method.advection = way.advection, d.params.method.flip = way.flip;
    addBody(d, ShapeKind::Sphere, Vec3(5 * d.dx), Vec3(0.5, 0.515, 0.5 * d.dx), 500);
    World w(d);
    run(w, 1);
    const double volume = w.report().fluid.volume;
    double y = 0, n = 0;
    run(w, 6);
    run(w, 4, [&] { y += w.bodies()[0].pose.position.y, n += 1; });
    EXPECT_NEAR(w.report().fluid.volume / volume, 1, 0.01) << way.name;
    const double level = surfaceOf(w, [](int i, int) { return i < 9 || i > 23; }).mean;
    EXPECT_NEAR(y / n / d.dx - level, 0, 0.15) << way.name;
    EXPECT_EQ(astray(w), 0) << way.name;
  }
}

}  // namespace
}  // namespace flotsam
