// SPDX-License-Identifier: MIT
// Violent water: a sealed bottle that is shaken, a tank full of bodies thrown about, a ball that falls in at every
// resolution, long stirring. No particle may leave, and what is measured may not hang on the grid.
#include <array>

#include "water_fixture.h"

namespace flotsam {
namespace {
using namespace water;

// ---------------------------------------------------------------- the bottle

constexpr int kBottleCells = 28;
constexpr double kH = 1.0 / kBottleCells, kWall = 3 * kH;
const Vec3 kOuter(14 * kH, 16 * kH, 16 * kH), kInner = kOuter - 2 * kWall;

void addBox(TriangleMesh& mesh, const Vec3& size, bool inwards) {
  const unsigned first = static_cast<unsigned>(mesh.positions.size());
  for (unsigned c = 0; c < 8; ++c) mesh.positions.push_back(Vec3f(size * (Vec3(c & 1, c >> 1 & 1, c >> 2 & 1) - 0.5)));
  const unsigned faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (const auto& f : faces)
    for (const auto& [a, b, c] : {std::array{f[0], f[1], f[2]}, std::array{f[0], f[2], f[3]}})
      mesh.triangles.push_back(inwards ? glm::uvec3(first + a, first + c, first + b)
                                       : glm::uvec3(first + a, first + b, first + c));
}

/// A box with a closed box of air inside: in 2D its section is a bottle whose walls are three cells thick.
std::shared_ptr<const Shape> bottleShape() {
  static const std::shared_ptr<const Shape> shape = [] {
    TriangleMesh mesh;
    addBox(mesh, kOuter, false), addBox(mesh, kInner, true);
    ShapeDesc desc;
    desc.kind = ShapeKind::Mesh, desc.mesh = "bottle";
    MeshReport report;
    const auto made = makeMeshShape(desc, mesh, report, 64);
    EXPECT_TRUE(made);
    return *made;
  }();
  return shape;
}

/// Half full, in the middle of a tank of air.
WorldDesc bottle(Motion motion) {
  WorldDesc d = pool({kBottleCells, kBottleCells, 1}, 0);
  d.liquid = {{.kind = LiquidRegion::Box,
               .position = Vec3(0.5, 0.5 - 0.25 * kInner.y, 0),
               .size = Vec3(kInner.x, 0.5 * kInner.y, 1)}};
  BodyDesc b;
  b.name = "bottle", b.shape = bottleShape(), b.shapeDesc = b.shape->desc();
  b.position = Vec3(0.5, 0.5, 0.5 * kH), b.density = 1200, b.motion = motion;
  d.bodies.push_back(b);
  return d;
}

/// To and fro along a slope with a rock, `period` s long. The corners reach 5.33 * 3 cells / period along the way, and
/// (20 degrees) / (period / 2) times 10.6 cells more from the turn: 23.4 cells / period in all.
Script shaking(double period) {
  const Quat left = glm::angleAxis(glm::radians(10.0), Vec3(0, 0, 1)), right = glm::conjugate(left);
  const Vec3 along = 3 * kH * glm::normalize(Vec3(0.8, 0.6, 0));
  Script s;
  s.kind = Script::Keyframes, s.loop = true;
  s.keys = {{0, Vec3(0), {1, 0, 0, 0}},
            {0.25 * period, along, left},
            {0.5 * period, Vec3(0), {1, 0, 0, 0}},
            {0.75 * period, -along, right},
            {period, Vec3(0), {1, 0, 0, 0}}};
  return s;
}

/// Particles that are not in the bottle's inside (half a cell of its wall counts as inside).
int leaked(const World& w) {
  const Particles& p = w.particles();
  const RigidBody& b = w.bodies()[0];
  int out = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    const Vec3 x(kH * (double(p.x[0][i]) - 1), kH * (double(p.x[1][i]) - 1), b.pose.position.z);
    const Vec3 local = glm::abs(b.pose.toBody(x)) - 0.5 * kInner;
    out += !(local.x < 0.5 * kH && local.y < 0.5 * kH);
  }
  return out;
}

struct Shaken {
  int leaks = 0, mostSubsteps = 0;
  double fastest = 0;  // of the bottle's corners, cells a step
  double least = 1;    // volume, relative
  bool said = false;
};

Shaken shake(const WorldDesc& d, double seconds, const std::function<InputFrame(double)>& input = {}) {
  World w(d);
  const size_t count = w.particles().size();
  EXPECT_GT(count, 150u);
  Shaken s;
  const double volume = double(count) / 4 * w.grid().cellVolume();
  run(
      w, seconds,
      [&] {
        const RigidBody& b = w.bodies()[0];
        const double reach = 0.5 * std::hypot(kOuter.x, kOuter.y);
        const double speed = glm::length(b.velocity) + glm::length(b.angularVelocity) * reach;
        s.fastest = std::max(s.fastest, speed * d.params.dt() / kH);
        s.mostSubsteps = std::max(s.mostSubsteps, w.report().substeps);
        s.least = std::min(s.least, w.report().fluid.volume / volume);
        for (const std::string& text : w.report().warnings) s.said |= text.find("fast motion") != std::string::npos;
        if (w.stepCount() % 5 == 0) s.leaks = std::max(s.leaks, leaked(w));
      },
      [&] { return input ? input(w.time()) : InputFrame{}; });
  s.leaks = std::max(s.leaks, leaked(w));
  EXPECT_EQ(w.particles().size(), count);
  EXPECT_EQ(astray(w), 0);
  return s;
}

TEST(WaterViolent, ASealedBottleShakenByAScriptKeepsEveryParticle) {
  WorldDesc d = bottle(Motion::Scripted);
  d.bodies[0].script = shaking(0.39);
  const Shaken s = shake(d, 30);
  EXPECT_EQ(s.leaks, 0);
  EXPECT_GT(s.fastest, 0.85);
  EXPECT_LE(s.fastest, 1.05);
  EXPECT_FALSE(s.said);
  EXPECT_GT(s.least, 0.7);  // spray is not seen as liquid
}

TEST(WaterViolent, ASealedBottleShakenByHandKeepsEveryParticle) {
  const WorldDesc d = bottle(Motion::Free);
  const Shaken s = shake(d, 30, [&](double t) {
    InputFrame in;
    in.hand.active = true, in.hand.body = "bottle";
    in.hand.anchor = Vec3(0, 0.3 * kInner.y, 0);
    in.hand.target = Vec3(0.5 + 3 * kH * std::sin(11 * t), 0.5 + 0.3 * kInner.y + 1.5 * kH * std::sin(7 * t), 0);
    return in;
  });
  EXPECT_EQ(s.leaks, 0);
  EXPECT_GT(s.fastest, 0.8);
  EXPECT_GT(s.least, 0.7);
}

TEST(WaterViolent, AFasterBottleIsSplitIntoSubstepsAndBeyondTheCapItIsSaid) {
  for (const double cells : {2.0, 3.0, 8.0, 25.0}) {
    WorldDesc d = bottle(Motion::Scripted);
    d.bodies[0].script = shaking(23.4 / (cells * d.params.rate));
    const Shaken s = shake(d, 2);
    EXPECT_EQ(s.leaks, 0) << cells;
    EXPECT_GT(s.mostSubsteps, 1) << cells;
    EXPECT_EQ(s.said, cells > 4) << cells << ' ' << s.fastest;  // eight substeps of half a cell
  }
}

// The hand may pull harder than it should: the step is split as far as the cap allows, then that is said.
TEST(WaterViolent, AHandThatShakesTheBottleTooFastIsFollowedAndSaid) {
  WorldDesc d = bottle(Motion::Free);
  d.params.hand.frequency = 20, d.params.hand.forceLimit = 1000;
  const Shaken s = shake(d, 3, [&](double t) {
    InputFrame in;
    in.hand.active = true, in.hand.body = "bottle";
    in.hand.anchor = Vec3(0, 0.3 * kInner.y, 0);
    in.hand.target = Vec3(0.5 + 0.25 * std::sin(60 * t), 0.5 + 0.3 * kInner.y, 0);
    return in;
  });
  EXPECT_EQ(s.leaks, 0);
  EXPECT_GT(s.fastest, 4);
  EXPECT_GT(s.mostSubsteps, 1);
  EXPECT_TRUE(s.said);
}

// ---------------------------------------------------------------- many bodies

TEST(WaterViolent, NothingIsLostAmongManyBodiesAndAPaddle) {
  WorldDesc d = pool({40, 32, 1}, 0.42);
  const double h = d.dx, z = 0.5 * h;
  addBody(d, ShapeKind::Box, Vec3(0.34, 3 * h, 0.34), Vec3(0.5, 0.27, z), 1000);
  d.bodies.back().motion = Motion::Scripted;
  d.bodies.back().script = {.kind = Script::Spin, .rate = 14};  // its ends: 1.6 cells a step
  addBody(d, ShapeKind::Sphere, Vec3(0.06), Vec3(0.15, 0.55, z), 7000);
  d.bodies.back().velocity = Vec3(3, -5, 0);
  addBody(d, ShapeKind::Sphere, Vec3(0.09), Vec3(0.85, 0.55, z), 150);
  d.bodies.back().velocity = Vec3(-4, -2, 0);
  addBody(d, ShapeKind::Box, Vec3(0.18, 0.1, 0.2), Vec3(0.3, 0.68, z), 600, glm::angleAxis(0.6, Vec3(0, 0, 1)));
  addBody(d, ShapeKind::Box, Vec3(0.1, 0.1, 0.2), Vec3(0.7, 0.7, z), 3000, glm::angleAxis(0.3, Vec3(0, 0, 1)));
  World w(d);
  const size_t count = w.particles().size();
  run(w, 5, [&] { ASSERT_EQ(astray(w), 0) << "step " << w.stepCount(); });
  EXPECT_EQ(w.particles().size(), count);
}

// ---------------------------------------------------------------- the drop

struct Drop {
  double splash = 0, sink = 0;  // m over the level; s from the surface to a depth of .45 m
};

Drop drop(int cells, int seed) {
  WorldDesc d = pool({cells, cells * 3 / 2, 1}, 0.5, seed);
  const double radius = 0.11;
  addBody(d, ShapeKind::Sphere, Vec3(radius), Vec3(0.5, 0.5 + radius + 0.25, 0.5 * d.dx), 1500);
  d.bodies.back().restitution = 0;
  World w(d);
  Drop r;
  const double start = d.bodies[0].position.y - radius;
  double entered = -1, before = start;
  std::vector<float> y;
  run(w, 0.9, [&] {
    const double bottom = w.bodies()[0].pose.position.y - radius, dt = d.params.dt();
    const auto passed = [&](double height) { return w.time() - dt * (height - bottom) / (before - bottom); };
    if (entered < 0 && bottom < 0.5) entered = passed(0.5);
    if (r.sink == 0 && bottom < 0.05) r.sink = passed(0.05) - entered;
    before = bottom;
    // Above the top of the splash there is a hundredth of the water.
    y = w.particles().x[1];
    const auto at = y.end() - std::ptrdiff_t(y.size() / 100) - 1;
    std::nth_element(y.begin(), at, y.end());
    r.splash = std::max(r.splash, (double(*at) - 1) * d.dx - 0.5);
  });
  EXPECT_GT(r.sink, 0) << cells << " cells";
  EXPECT_EQ(astray(w), 0) << cells << " cells";
  return r;
}

TEST(WaterViolent, ADropMeasuresTheSameFromTwentyFourCellsUpward) {
  std::vector<double> splash, sink;
  for (const int cells : {12, 16, 24, 32, 48, 64}) {
    std::vector<double> high, slow;
    for (int seed = 1; seed <= 3; ++seed) {
      const Drop r = drop(cells, seed);
      high.push_back(r.splash), slow.push_back(r.sink);
    }
    if (cells >= 24) splash.push_back(median(high)), sink.push_back(median(slow));
  }
  for (const auto* v : {&splash, &sink}) {
    const auto [least, most] = std::minmax_element(v->begin(), v->end());
    EXPECT_LE(*most / *least, 1.25) << (v == &splash ? "splash" : "sink time");
  }
}

// ---------------------------------------------------------------- walls that let go

/// Mean velocity along x of all the water, m/s.
double drift(const World& w) {
  double sum = 0;
  for (const float v : w.particles().v[0]) sum += v;
  return sum / double(w.particles().size());
}

// Half a cell a step, so that the first solve still finds it at the wall.
TEST(WaterViolent, ABallOfWaterLeavesTheWallOrIsHeldByIt) {
  for (const bool separation : {true, false}) {
    WorldDesc d = pool({40, 40, 1}, 0);
    d.params.gravity = Vec3(0), d.params.method.separation = separation;
    d.liquid = {
        {.kind = LiquidRegion::Ball, .position = Vec3(0.1, 0.5, 0), .radius = 0.2, .velocity = Vec3(0.7, 0, 0)}};
    World w(d);
    run(w, 0.15);
    if (separation)
      EXPECT_NEAR(drift(w), 0.7, 0.02);
    else
      EXPECT_LE(drift(w), 0.6);
  }
}

// In 3D too: a tilted tank comes to rest, a sphere floats as deep.
TEST(WaterViolent, RestAndFloatsInThreeDimensionsDoNotNoticeTheSwitch) {
  double speed[2], draft[2];
  for (const bool separation : {true, false}) {
    WorldDesc d = pool(Int3(16), 0.5);
    d.params.method.separation = separation;
    d.container = {WallKind::TiltedBox, Vec3(0.51), Vec3(0.63), glm::angleAxis(glm::radians(20.0), Vec3(0.3, 0, 0.95))};
    World w(d);
    run(w, 8);
    speed[separation] = gridSpeed(w);
    WorldDesc f = pool({16, 14, 16}, 0.45);
    f.params.method.separation = separation;
    addBody(f, ShapeKind::Sphere, Vec3(3.5 * f.dx), Vec3(0.5, 0.45, 0.5), 500);
    World floats(f);
    run(floats, 4);
    double y = 0, n = 0;
    run(floats, 2, [&] { y += floats.bodies()[0].pose.position.y, n += 1; });
    draft[separation] = y / n / f.dx;
  }
  EXPECT_LE(speed[0], 0.01);
  EXPECT_LE(speed[1], 0.01);
  EXPECT_NEAR(draft[0], draft[1], 0.05);
}

TEST(WaterViolent, DraftsAndClosedTanksDoNotNoticeTheSwitch) {
  double draft[2], sunk[2];
  for (const bool separation : {true, false}) {
    WorldDesc d = pool({32, 32, 1}, 0.5);
    d.params.method.separation = separation;
    addBody(d, ShapeKind::Box, Vec3(0.3, 0.2, 0.3), Vec3(0.5, 0.52, 0.5 * d.dx), 500);
    World w(d);
    run(w, 5);
    double y = 0, n = 0;
    run(w, 2, [&] { y += w.bodies()[0].pose.position.y, n += 1; });
    draft[separation] = y / n / d.dx;
    // Full to the lid: a ball sinks in it as if the walls were glued to the water.
    WorldDesc full = pool({24, 24, 1}, 2);
    full.params.method.separation = separation;
    addBody(full, ShapeKind::Sphere, Vec3(0.12), Vec3(0.5, 0.7, 0.5 * full.dx), 2000);
    World closed(full);
    run(closed, 0.4);
    sunk[separation] = (0.7 - closed.bodies()[0].pose.position.y) / full.dx;
  }
  EXPECT_NEAR(draft[0], draft[1], 0.05);
  EXPECT_GT(sunk[0], 4);
  EXPECT_NEAR(sunk[0], sunk[1], 0.01 * sunk[0]);
}

// ---------------------------------------------------------------- stirring

TEST(WaterViolent, AMinuteOfStirringLeavesTheLevelWhereItWas) {
  std::vector<double> least, most, level;
  for (int seed = 1; seed <= 3; ++seed) {
    World w(pool({20, 20, 1}, 0.5, seed));
    const double volume = w.report().fluid.volume;
    least.push_back(1), most.push_back(1);
    run(
        w, 60,
        [&] {
          const double v = w.report().fluid.volume / volume;
          least.back() = std::min(least.back(), v), most.back() = std::max(most.back(), v);
        },
        [&] { return tipped(0.2 * kG * std::sin(2 * kPi * w.time() / 1.1)); });
    run(w, 10, {}, [&] { return tipped(0); });
    double sum = 0, n = 0;  // over whole swings of the slosh, which goes on like that of real water
    run(w, 6 * 1.182, [&] { sum += surfaceOf(w).mean, n += 1; });
    level.push_back(sum / n - 10);
    EXPECT_EQ(astray(w), 0);
  }
  EXPECT_GE(median(least), 0.96);
  EXPECT_LE(median(most), 1.04);
  EXPECT_NEAR(median(level), 0, 0.1);
}

}  // namespace
}  // namespace flotsam
