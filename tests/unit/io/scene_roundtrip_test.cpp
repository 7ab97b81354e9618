// SPDX-License-Identifier: MIT
// Saving a scene and reading it back gives the same bits, for scenes of the tests and for every shipped one.
#include "core/rng.h"
#include "io/assets.h"
#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

void expectEqual(const StepParams& a, const StepParams& b) {
  StepParams x = a, y = b;
  ParamList p, q;
  describe(x, p), describe(y, q);
  for (size_t i = 0; i < p.all().size(); ++i) EXPECT_EQ(p.all()[i].value, q.all()[i].value) << p.all()[i].info.key;
}

void expectEqual(const BodyDesc& a, const BodyDesc& b) {
  SCOPED_TRACE("body " + a.name);
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.shapeDesc, b.shapeDesc);
  EXPECT_EQ(a.density, b.density);
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.orientation, b.orientation);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.angularVelocity, b.angularVelocity);
  EXPECT_EQ(a.friction, b.friction);
  EXPECT_EQ(a.restitution, b.restitution);
  EXPECT_EQ(a.motion, b.motion);
  EXPECT_EQ(a.script, b.script);
  EXPECT_EQ(a.colour, b.colour);
}

void expectEqual(const WorldDesc& a, const WorldDesc& b) {
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.source, b.source);
  EXPECT_EQ(a.lesson, b.lesson);
  EXPECT_EQ(a.cells, b.cells);
  EXPECT_EQ(a.dx, b.dx);
  expectEqual(a.params, b.params);
  EXPECT_EQ(a.container.kind, b.container.kind);
  EXPECT_EQ(a.container.centre, b.container.centre);
  EXPECT_EQ(a.container.size, b.container.size);
  EXPECT_EQ(a.container.orientation, b.container.orientation);
  EXPECT_EQ(a.container.open, b.container.open);
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (size_t i = 0; i < a.bodies.size(); ++i) expectEqual(a.bodies[i], b.bodies[i]);
  ASSERT_EQ(a.emitters.size(), b.emitters.size());
  for (size_t i = 0; i < a.emitters.size(); ++i) {
    const Emitter &x = a.emitters[i], &y = b.emitters[i];
    EXPECT_EQ(x.position, y.position);
    EXPECT_EQ(x.radius, y.radius);
    EXPECT_EQ(x.velocity, y.velocity);
    EXPECT_EQ(x.dye, y.dye);
    EXPECT_EQ(x.from, y.from);
    EXPECT_EQ(x.until, y.until);
  }
  ASSERT_EQ(a.drains.size(), b.drains.size());
  for (size_t i = 0; i < a.drains.size(); ++i) {
    const Drain &x = a.drains[i], &y = b.drains[i];
    EXPECT_EQ(x.position, y.position);
    EXPECT_EQ(x.size, y.size);
    if (x.size == Vec3(0)) {
      EXPECT_EQ(x.radius, y.radius);
    }
    EXPECT_EQ(x.flow, y.flow);
    EXPECT_EQ(x.from, y.from);
    EXPECT_EQ(x.until, y.until);
  }
  ASSERT_EQ(a.joints.size(), b.joints.size());
  for (size_t i = 0; i < a.joints.size(); ++i) {
    const JointDesc &x = a.joints[i], &y = b.joints[i];
    EXPECT_EQ(x.name, y.name);
    EXPECT_EQ(x.kind, y.kind);
    EXPECT_EQ(x.body, y.body);
    EXPECT_EQ(x.to, y.to);
    EXPECT_EQ(x.anchor, y.anchor);
    EXPECT_EQ(x.toAnchor, y.toAnchor);
    EXPECT_EQ(x.axis, y.axis);
    EXPECT_EQ(x.length, y.length);
    EXPECT_EQ(x.motorSpeed, y.motorSpeed);
    EXPECT_EQ(x.motorTorque, y.motorTorque);
    EXPECT_EQ(x.limited, y.limited);
    EXPECT_EQ(x.lo, y.lo);
    EXPECT_EQ(x.hi, y.hi);
  }
  ASSERT_EQ(a.liquid.size(), b.liquid.size());
  for (size_t i = 0; i < a.liquid.size(); ++i) {
    EXPECT_EQ(a.liquid[i].kind, b.liquid[i].kind);
    EXPECT_EQ(a.liquid[i].velocity, b.liquid[i].velocity);
    if (a.liquid[i].kind == LiquidRegion::Level) {
      EXPECT_EQ(a.liquid[i].level, b.liquid[i].level);
    } else {
      EXPECT_EQ(a.liquid[i].position, b.liquid[i].position);
    }
    if (a.liquid[i].kind == LiquidRegion::Ball) {
      EXPECT_EQ(a.liquid[i].radius, b.liquid[i].radius);
    }
    if (a.liquid[i].kind == LiquidRegion::Box) {
      EXPECT_EQ(a.liquid[i].size, b.liquid[i].size);
    }
  }
  ASSERT_EQ(a.smoke.size(), b.smoke.size());
  for (size_t i = 0; i < a.smoke.size(); ++i) {
    EXPECT_EQ(a.smoke[i].position, b.smoke[i].position);
    EXPECT_EQ(a.smoke[i].size, b.smoke[i].size);
    EXPECT_EQ(a.smoke[i].amount, b.smoke[i].amount);
    EXPECT_EQ(a.smoke[i].temperature, b.smoke[i].temperature);
    EXPECT_EQ(a.smoke[i].from, b.smoke[i].from);
    EXPECT_EQ(a.smoke[i].until, b.smoke[i].until);
    if (a.smoke[i].size == Vec3(0)) {
      EXPECT_EQ(a.smoke[i].radius, b.smoke[i].radius);
    }
  }
  ASSERT_EQ(a.forces.size(), b.forces.size());
  for (size_t i = 0; i < a.forces.size(); ++i) {
    EXPECT_EQ(a.forces[i].body, b.forces[i].body);
    EXPECT_EQ(a.forces[i].force, b.forces[i].force);
    EXPECT_EQ(a.forces[i].from, b.forces[i].from);
    EXPECT_EQ(a.forces[i].until, b.forces[i].until);
  }
  ASSERT_EQ(a.dyes.size(), b.dyes.size());
  for (size_t i = 0; i < a.dyes.size(); ++i) {
    EXPECT_EQ(a.dyes[i].word, b.dyes[i].word);
    EXPECT_EQ(a.dyes[i].radius, b.dyes[i].radius);
    if (a.dyes[i].radius > 0) {
      EXPECT_EQ(a.dyes[i].centre, b.dyes[i].centre);
    } else {
      EXPECT_EQ(a.dyes[i].lo, b.dyes[i].lo);
      EXPECT_EQ(a.dyes[i].hi, b.dyes[i].hi);
    }
  }
  EXPECT_EQ(a.expectations, b.expectations);
  EXPECT_EQ(a.compare.title, b.compare.title);
  EXPECT_EQ(a.compare.names, b.compare.names);
  EXPECT_EQ(a.compare.sides, b.compare.sides);
  EXPECT_EQ(a.view.camera.given, b.view.camera.given);
  EXPECT_EQ(a.view.camera.target, b.view.camera.target);
  EXPECT_EQ(a.view.camera.distance, b.view.camera.distance);
  EXPECT_EQ(a.view.camera.yaw, b.view.camera.yaw);
  EXPECT_EQ(a.view.camera.pitch, b.view.camera.pitch);
  EXPECT_EQ(a.view.markers, b.view.markers);
  EXPECT_EQ(a.view.smoke, b.view.smoke);
  EXPECT_EQ(a.view.streaks, b.view.streaks);
  EXPECT_EQ(a.view.colour, b.view.colour);
  EXPECT_EQ(a.view.water, b.view.water);
  EXPECT_EQ(a.view.dark, b.view.dark);
}

std::string joined(const Problems& problems) {
  std::string all;
  for (const auto& p : problems) all += p.text() + "\n";
  return all;
}

void expectRoundTrip(const WorldDesc& desc, const std::filesystem::path& folder) {
  const std::string text = sceneText(desc);
  const auto again = parseScene(text, "saved", folder);
  ASSERT_TRUE(again) << joined(again.problems) << text;
  expectEqual(desc, *again);
  EXPECT_EQ(sceneText(*again), text);
}

/// A scene of everything, with numbers that are not round.
WorldDesc everything(uint64_t seed, bool flat) {
  Random random(seed);
  const auto vector = [&] { return Vec3(random.in(-1, 1), random.in(-1, 1), random.in(-1, 1)); };
  WorldDesc d;
  d.cells = flat ? Int3(31, 17, 1) : Int3(13, 11, 17);
  d.dx = random.in(0.01, 0.1);
  const Vec3 tank = d.dx * Vec3(d.cells);
  d.title = "A \"quoted\" title, a back\\slash and a tab\t";
  d.lesson = "First line\nsecond line with ümläuts\n";
  d.source = std::string("control \x01 character");
  ParamList list;
  describe(d.params, list);
  for (const auto& p : list.all())
    if (p.info.key != "fluid.particlesPerCell") list.setClamped(p.info.key, random.in(p.info.min, p.info.max));
  if (d.params.fluid.domain == FluidDomain::Liquid) {
    const auto somewhere = [&] { return tank * (0.5 + 0.4 * vector()); };
    d.liquid = {{.level = random.unit(), .velocity = vector()},
                {.kind = LiquidRegion::Ball, .position = somewhere(), .radius = random.unit()},
                {.kind = LiquidRegion::Box, .position = somewhere(), .size = Vec3(0.1, 0.2, 0.3) * random.in(0.5, 1)}};
    const auto inTheTank = [&] { return tank * (0.5 + Vec3(0, 0.13, 0) + 0.01 * vector()); };
    d.emitters = {{.position = inTheTank(), .radius = 0.1 * random.unit(), .velocity = vector()},
                  {.position = inTheTank(), .velocity = vector(), .dye = "ball", .from = 1, .until = 2.5}};
    d.drains = {{.position = inTheTank(), .radius = random.unit(), .flow = random.unit()},
                {.position = inTheTank(), .size = Vec3(0.1, 0.2, 0.3), .from = 0.5}};
  }
  d.container.kind = static_cast<WallKind>(seed % 4);
  if (d.container.kind != WallKind::Box) {
    d.container.centre = 0.5 * tank;
    d.container.size = Vec3(0.3 * std::min(tank.x, tank.y));
    d.container.orientation = glm::angleAxis(random.in(0, 3), glm::normalize(vector()));
    if (d.container.kind == WallKind::Sphere) d.container.orientation = Quat(1, 0, 0, 0);
  }
  if (d.container.kind == WallKind::Box && d.params.fluid.domain == FluidDomain::Full)
    d.container.open.bits = static_cast<uint8_t>(1 + seed % (flat ? 15 : 63));
  for (int i = 0; i < 6; ++i) {
    BodyDesc b;
    b.name = "body " + std::to_string(i);
    b.shapeDesc.kind = static_cast<ShapeKind>(1 + i % 6);
    const double r = random.in(0.02, 0.03);
    b.shapeDesc.dims = Vec3(r, r, r);
    if (b.shapeDesc.kind == ShapeKind::Torus) b.shapeDesc.dims.y = 0.4 * r;
    if (b.shapeDesc.kind == ShapeKind::Capsule) b.shapeDesc.dims.y = 2.5 * r;
    b.density = random.in(0.1, 9999);
    b.position = 0.5 * tank + (flat ? Vec3(0) : 1e-3 * vector());
    b.orientation =
        i == 1 ? glm::angleAxis(glm::radians(30.0), Vec3(0, 0, 1)) : glm::normalize(Quat(random.unit(), vector()));
    b.velocity = vector(), b.angularVelocity = vector();
    b.friction = random.unit(), b.restitution = random.unit(), b.colour = i;
    if (i > 1) b.temperature = random.in(-200, 900), b.smoke = random.unit();
    b.motion = static_cast<Motion>(i % 3);
    if (b.motion == Motion::Scripted) {
      b.script.kind = i == 2 ? Script::Circle : Script::Keyframes;
      if (b.script.kind == Script::Keyframes)
        b.script.keys = {{0, vector()}, {random.in(1, 2), vector(), glm::normalize(Quat(random.unit(), vector()))}};
      else
        b.script.axis = glm::normalize(vector()), b.script.rate = random.unit(), b.script.pivot = vector(),
        b.script.hasPivot = true;
      b.script.loop = b.script.kind == Script::Keyframes;
    }
    d.bodies.push_back(b);
  }
  for (const JointKind kind : {JointKind::Axle, JointKind::Hinge, JointKind::Ball, JointKind::Rope, JointKind::Weld}) {
    JointDesc j;
    if (kind != JointKind::Ball) j.name = "joint " + std::to_string(static_cast<int>(kind));
    j.kind = kind, j.body = "body 0";
    if (kind != JointKind::Axle) j.to = "body " + std::to_string(1 + static_cast<int>(kind));
    j.anchor = 0.5 * tank + 1e-3 * vector();
    if (kind == JointKind::Rope) j.toAnchor = 0.5 * tank + 1e-3 * vector(), j.length = random.in(0.1, 1);
    if (kind == JointKind::Axle || kind == JointKind::Hinge) {
      j.axis = flat ? Vec3(0, 0, -1) : glm::normalize(vector());
      j.motorSpeed = random.in(-9, 9), j.motorTorque = random.unit();
      if (kind == JointKind::Hinge) j.limited = true, j.lo = random.in(-180, 0), j.hi = random.in(0, 180);
    }
    d.joints.push_back(j);
  }
  d.smoke = {{vector(), random.unit(), Vec3(0), 0.3, 1.5, 2.5, random.in(-200, 900)},
             {vector(), 0.1, Vec3(0.1, 0.2, 0.3), 1, 0, 1e30}};
  d.forces = {{"body 1", vector(), 0.1, 0.7}};
  d.dyes = {{"low", Vec3(0), Vec3(1, random.unit(), 1), Vec3(0.5), 0}, {"ball", Vec3(0), Vec3(1), vector(), 0.1}};
  d.compare.title = "a \"title\"";
  d.compare.names = {"one", "t\\wo"};
  d.compare.sides = {{{"fluid.density", random.in(1, 2000)}, {"method.coupling", 1}, {"method.separation", 0}},
                     {{"body.body 1.density", random.in(1, 2000)}, {"fluid.viscosity", random.unit()}},
                     {}};
  d.expectations = {{"body.body 1.acceleration.y", "(1 - s) \"g\"", ExpectFormula::Release, 0, random.unit(),
                     random.unit(), random.unit(), random.unit(), random.unit(), 1 + random.unit()},
                    {"fluid.volume", "", ExpectFormula::Value, random.in(-1, 1)}};
  d.view.camera = {vector(), random.in(1, 2), random.in(-90, 90), random.in(-80, 80), true};
  d.view.markers = 123, d.view.smoke = true, d.view.streaks = true, d.view.colour = "depth", d.view.water = "both",
  d.view.dark = true;
  return d;
}

TEST(SceneRoundTrip, RandomScenesKeepEveryBit) {
  for (uint64_t seed = 0; seed < 24; ++seed) {
    SCOPED_TRACE(seed);
    expectRoundTrip(everything(seed, seed % 3 == 2), ".");
  }
}

TEST(SceneRoundTrip, OnlyWhatDiffersIsWritten) {
  WorldDesc desc;
  EXPECT_EQ(sceneText(desc), "format = 1\ngrid = { cells = [20, 20, 20], dx = 0.05 }\n");
  desc.params.method.flip = 0.5;
  EXPECT_EQ(sceneText(desc), "format = 1\ngrid = { cells = [20, 20, 20], dx = 0.05 }\nmethod = { flip = 0.5 }\n");
}

TEST(SceneRoundTrip, RotationsStayReadable) {
  WorldDesc desc = *parse(kHead + kBall + "rotation = { axis = [0, 1, 0], angle = 37.5 }\n");
  EXPECT_NE(sceneText(desc).find("rotation = { axis = [0, 1, 0], angle = 37.5 }"), std::string::npos)
      << sceneText(desc);
}

TEST(SceneRoundTrip, SavedFileLoads) {
  const TemporaryFolder folder;
  const WorldDesc desc = *parse(kHead + kBall);
  ASSERT_TRUE(saveScene(folder.file("a.toml"), desc).empty());
  const auto again = loadScene(folder.file("a.toml"));
  ASSERT_TRUE(again);
  expectEqual(desc, *again);
}

TEST(ShippedScenes, AllLoadAndRoundTrip) {
  ASSERT_GE(shippedScenes().size(), 10u);
  EXPECT_EQ(shippedScenes().front().name, kDefaultScene);
  for (const auto& entry : shippedScenes()) {
    SCOPED_TRACE(entry.name);
    const auto scene = loadScene(entry.path);
    ASSERT_TRUE(scene) << joined(scene.problems);
    EXPECT_FALSE(scene->title.empty());
    EXPECT_FALSE(scene->lesson.empty());
    expectRoundTrip(*scene, entry.path.parent_path());
    EXPECT_EQ(findScene(entry.name), entry.path);
  }
}

TEST(SceneRoundTrip, NumbersThatTomlTakesForIntegersKeepTheirBits) {
  auto scene =
      parse(kHead + kBall +
            "[[force]]\nbody = \"ball\"\nforce = [-0.0, 1e8, 2]\n[[drain]]\nposition = [0.5, 0.5, 0.5]\nradius = 0.1\n"
            "flow = 1.2345678901234567e19\n[[liquid]]\nlevel = 0.5\n[fluid]\ndomain = \"liquid\"\n");
  ASSERT_TRUE(scene) << scene.problems.at(0).text();
  const auto again = parse(sceneText(*scene));
  ASSERT_TRUE(again) << again.problems.at(0).text();
  EXPECT_TRUE(std::signbit(again->forces[0].force.x));
  EXPECT_EQ(again->drains[0].flow, 1.2345678901234567e19);
}

}  // namespace
}  // namespace flotsam
