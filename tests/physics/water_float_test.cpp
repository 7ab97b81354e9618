// SPDX-License-Identifier: MIT
// Floating bodies: Archimedes to a tenth of a cell, the level that rises by what is pushed under, the beam that tips.
#include "water_fixture.h"

namespace flotsam {
namespace {
using namespace water;

struct Float {
  double draft, speed;  // cells, m/s (root mean square of the last seconds)
  double under;         // the part of it that is said to be under the surface
};

/// Released at equilibrium (`draft` cells under), watched for the last `watch` of `seconds`.
Float afloat(WorldDesc d, double half, double draft, double seconds, double watch) {
  d.bodies[0].position.y += half * d.dx - draft * d.dx;  // position.y comes as the level
  World w(d);
  const RigidBody& b = w.bodies()[0];
  const double reach = half + 2.5;
  const auto clear = [&](int i, int k) {
    const double x = i - 0.5 - b.pose.position.x / d.dx, z = w.grid().flat() ? 0 : k - 0.5 - b.pose.position.z / d.dx;
    return x * x + z * z > reach * reach;
  };
  run(w, seconds - watch);
  double sum = 0, square = 0, under = 0, n = 0;
  run(w, watch, [&] {
    sum += surfaceOf(w, clear).mean - (b.pose.position.y / d.dx - half), square += glm::dot(b.velocity, b.velocity);
    under += b.submergedFraction, n += 1;
  });
  EXPECT_EQ(astray(w), 0);
  return {sum / n, std::sqrt(square / n), under / n};
}

TEST(WaterFloat, DraftOfALyingCylinder) {  // 2D: a disc is one
  const double radius = 5;                 // cells
  for (const auto& [s, share] : {std::pair{0.1, 0.3130}, {0.25, 0.5960}, {0.5, 1.0}, {0.75, 1.4040}, {0.9, 1.6871}}) {
    WorldDesc d = pool({40, 36, 1}, 0.5);
    addBody(d, ShapeKind::Sphere, Vec3(radius * d.dx), Vec3(0.5, 0.5, 0.5 * d.dx), 1000 * s);
    const Float f = afloat(d, radius, share * radius, 8, 4);
    EXPECT_NEAR(f.draft, share * radius, 0.1) << "s " << s;
    EXPECT_NEAR(f.under, s, 0.03) << "s " << s;
    if (s >= 0.25) {
      EXPECT_LE(f.speed, 0.02) << "s " << s;
    }
  }
}

TEST(WaterFloat, DraftOfABox) {
  for (const double s : {0.1, 0.25, 0.5, 0.75, 0.9}) {
    WorldDesc d = pool({40, 36, 1}, 0.5);
    addBody(d, ShapeKind::Box, Vec3(16 * d.dx, 6 * d.dx, 1), Vec3(0.5, 0.5, 0.5 * d.dx), 1000 * s);
    const Float f = afloat(d, 3, 6 * s, 8, 4);
    EXPECT_NEAR(f.draft, 6 * s, 0.1) << "s " << s;
    EXPECT_NEAR(f.under, s, 0.03) << "s " << s;
    if (s >= 0.25) {
      EXPECT_LE(f.speed, 0.02) << "s " << s;
    }
  }
}

// s = x² (3 - x) / 4, x = draft / radius.
TEST(WaterFloat, DraftOfASphere) {
  const double radius = 4;
  for (const auto& [s, share] : {std::pair{0.1, 0.3916}, {0.25, 0.6527}, {0.5, 1.0}, {0.75, 1.3473}, {0.9, 1.6084}}) {
    WorldDesc d = pool({20, 17, 20}, 0.45);
    addBody(d, ShapeKind::Sphere, Vec3(radius * d.dx), Vec3(0.5, 0.45, 0.5), 1000 * s);
    const Float f = afloat(d, radius, share * radius, 6, 3);
    EXPECT_NEAR(f.draft, share * radius, 0.1) << "s " << s;
    EXPECT_NEAR(f.under, s, 0.03) << "s " << s;
    if (s >= 0.25) {
      EXPECT_LE(f.speed, 0.02) << "s " << s;
    }
  }
}

// Half submerged, m + A33 = 1.5 m at the start (p = 0 on a flat surface) and the waterplane is pi R²: T = 2 pi
// sqrt(R / g). As waves radiate A33 falls (about .42 of what is displaced) and T by 3 %.
TEST(WaterFloat, HeavePeriodOfASphere) {
  std::vector<double> period;
  for (int seed = 1; seed <= 3; ++seed) {
    const double radius = 4, depth = 18;
    WorldDesc d = pool({32, 26, 32}, 0, seed);
    d.liquid = {{.level = depth * d.dx}};
    addBody(d, ShapeKind::Sphere, Vec3(radius * d.dx), Vec3(0.5, (depth + 1) * d.dx, 0.5), 500);
    World w(d);
    const double theory = 2 * kPi * std::sqrt(radius * d.dx / kG);
    std::vector<double> crossing;
    double last = 1;
    run(w, 1.5 * theory, [&] {
      const double y = w.bodies()[0].pose.position.y / d.dx - depth;
      if ((y > 0) != (last > 0)) crossing.push_back(w.time() - d.params.dt() * y / (y - last));
      last = y;
    });
    ASSERT_GE(crossing.size(), 3u);
    period.push_back((crossing[2] - crossing[0]) / theory);
  }
  EXPECT_NEAR(median(period), 1, 0.06);
}

TEST(WaterFloat, ASquareBeamTipsOnlyInTheMiddle) {
  const auto tilt = [](double s, int seed) {  // degrees from flat, 0..45
    WorldDesc d = pool({40, 36, 1}, 0.5, seed);
    addBody(d, ShapeKind::Box, Vec3(10 * d.dx, 10 * d.dx, 1), Vec3(0.5, 0.5 + (5 - 10 * s) * d.dx, 0.5 * d.dx),
            1000 * s, glm::angleAxis(glm::radians(6.0), Vec3(0, 0, 1)));
    World w(d);
    double sum = 0, n = 0;
    run(w, 6);
    run(w, 3, [&] {
      const Quat q = w.bodies()[0].pose.orientation;
      double angle = std::abs(glm::degrees(2 * std::atan2(q.z, q.w)));
      angle = std::fmod(angle, 90);
      sum += std::min(angle, 90 - angle), n += 1;
    });
    return sum / n;
  };
  const auto typical = [&](double s) { return median({tilt(s, 1), tilt(s, 2), tilt(s, 3)}); };
  EXPECT_GE(typical(0.5), 38);  // 45 in still water
  EXPECT_LE(typical(0.1), 6);
  EXPECT_LE(typical(0.9), 6);
}

TEST(WaterFloat, PushingABoxUnderRaisesTheLevel) {
  WorldDesc d = pool({32, 48, 1}, 0.6);
  const double side = std::sqrt(0.091);
  addBody(d, ShapeKind::Box, Vec3(side, side, 1), Vec3(0.5, 1.0, 0.5 * d.dx), 1000);
  BodyDesc& b = d.bodies.back();
  b.motion = Motion::Scripted;
  b.script.kind = Script::Keyframes;
  const Vec3 down(0, -0.7, 0);
  b.script.keys = {{0, Vec3(0)}, {1, Vec3(0)}, {5, down}, {12, down}, {16, Vec3(0)}, {23, Vec3(0)}};
  World w(d);
  const auto level = [&](double from, double until) {  // mean over whole swings of the tank, cells
    double sum = 0, n = 0;
    run(w, from - w.time());
    run(w, until - from, [&] { sum += surfaceOf(w).mean, n += 1; });
    return sum / n;
  };
  const double before = level(0.2, 1), under = level(7, 11.7), after = level(18, 22.7);
  EXPECT_NEAR(under - before, 0.091 / d.dx, 0.06);
  EXPECT_NEAR(after, before, 0.06);
  EXPECT_EQ(astray(w), 0);
}

// Held at its side, as a mouse does, not in line with its middle.
TEST(WaterFloat, AHandPushesALightBallUnder) {
  WorldDesc d = pool({16, 20, 16}, 0.75);
  const double radius = 0.15;
  addBody(d, ShapeKind::Sphere, Vec3(radius), Vec3(0.5, 0.86, 0.5), 100);
  World w(d);
  const Vec3 target(0.5, 0.4, 0.5 + radius);
  run(w, 2, {}, [&] {
    InputFrame in;
    in.hand = {true, "b0", Vec3(0, 0, radius), target};
    return in;
  });
  const Vec3 held = w.bodies()[0].pose.position + w.bodies()[0].pose.rotate(Vec3(0, 0, radius));
  EXPECT_LE(glm::length(held - target), 0.03);  // buoyancy over the spring's stiffness is 1.5 cm
  EXPECT_LE(glm::length(w.bodies()[0].velocity), 0.05);
}

}  // namespace
}  // namespace flotsam
