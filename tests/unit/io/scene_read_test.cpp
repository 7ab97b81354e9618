// SPDX-License-Identifier: MIT
// What a good scene file means.
#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

TEST(SceneRead, SmallestSceneHasTheDefaults) {
  const auto scene = parse(kHead);
  ASSERT_TRUE(scene) << problemsOf(kHead);
  EXPECT_EQ(scene->cells, Int3(10, 10, 10));
  EXPECT_EQ(scene->dx, 0.1);
  EXPECT_EQ(scene->params.rate, 60);
  EXPECT_EQ(scene->params.gravity, Vec3(0, -9.81, 0));
  EXPECT_TRUE(scene->bodies.empty());
  EXPECT_FALSE(scene->view.camera.given);
}

TEST(SceneRead, EveryTable) {
  const std::string text = R"(format = 1
title = "T"
source = "S"
lesson = """
two
lines"""
grid = { cells = [10, 20, 30], dx = 0.1 }
time = { rate = 120 }
gravity = { y = -1.5, x = 2 }
fluid = { domain = "full", density = 1200, particlesPerCell = 27, seed = 3, initial = "vortex", initialSpeed = 0.5 }
method = { coupling = "variational", fractions = "volume", mass = "exact", advection = "semi-lagrangian", flip = 0.5, solver = "reference", tolerance = 1e-9, maxIterations = 50, cfl = 1, maxSubsteps = 4 }
hand = { frequency = 8, damping = 0.5, forceLimit = 10 }
smoke_field = { fade = 0.1, lift = 2, heatLift = 0.02, ambient = 15, cooling = 0.4, confinement = 0.3, interpolation = "cubic" }
container = { kind = "tilted-box", centre = [0.5, 1, 1.5], size = [0.5, 0.6, 0.7], tilt = 30 }
[[body]]
name = "a"
shape = { torus = { ring = 0.1, tube = 0.03 } }
density = 250
position = [0.5, 1.1, 1.5]
rotation = { axis = [0, 0, 2], angle = 90 }
velocity = [1, 2, 3]
spin = [4, 5, 6]
friction = 0.1
restitution = 0.9
temperature = 90
smoke = 0.5
colour = 3
[[body]]
name = "wheel"
shape = { cylinder = { radius = 0.1, height = 0.2 } }
position = [0.5, 1, 1.5]
motion = "scripted"
script = { kind = "spin", axis = [0, 0, 1], rate = 3.5 }
[[body]]
name = "mover"
shape = { box = { size = [0.1, 0.2, 0.3] } }
position = [0.5, 1, 1.5]
motion = "scripted"
script = { kind = "keyframes", loop = true, keys = [ { time = 0, position = [0, 0, 0] }, { time = 2, position = [0.1, 0, 0], rotation = { axis = [1, 0, 0], angle = 45 } } ] }
[[smoke]]
position = [0.5, 0.2, 0.5]
radius = 0.15
amount = 0.5
temperature = -20
from = 1
until = 2
[[force]]
body = "a"
force = [0, 10, 0]
from = 0.5
[[dye]]
word = "bottom"
hi = [1, 0.5, 1]
[[dye]]
centre = [0.5, 0.5, 0.5]
radius = 0.2
[[expect]]
quantity = "body.a.acceleration.y"
label = "added mass"
formula = "release"
coefficient = 0.62
tolerance = 0.05
until = 0.25
[[expect]]
quantity = "fluid.kineticEnergy"
value = 3
slack = 0.5
[view]
camera = { target = [0.5, 0.5, 0.5], distance = 2.2, yaw = 30, pitch = 20 }
show = { markers = 4000, smoke = true, colour = "speed", theme = "dark" }
)";
  const auto scene = parse(text);
  ASSERT_TRUE(scene) << problemsOf(text);
  const WorldDesc& d = *scene;
  EXPECT_EQ(d.title, "T");
  EXPECT_EQ(d.source, "S");
  EXPECT_EQ(d.lesson, "two\nlines");
  EXPECT_EQ(d.cells, Int3(10, 20, 30));
  EXPECT_EQ(d.params.rate, 120);
  EXPECT_EQ(d.params.gravity, Vec3(2, -1.5, 0));
  EXPECT_EQ(d.params.fluid.density, 1200);
  EXPECT_EQ(d.params.fluid.particlesPerCell, 27);
  EXPECT_EQ(d.params.fluid.seed, 3);
  EXPECT_EQ(d.params.fluid.initial, InitialFlow::Vortex);
  EXPECT_EQ(d.params.fluid.initialSpeed, 0.5);
  EXPECT_EQ(d.params.method.fractions, FractionKind::Volume);
  EXPECT_EQ(d.params.method.mass, MassKind::Exact);
  EXPECT_EQ(d.params.method.advection, Advection::SemiLagrangian);
  EXPECT_EQ(d.params.method.solver, SolverKind::Reference);
  EXPECT_EQ(d.params.method.tolerance, 1e-9);
  EXPECT_EQ(d.params.method.maxIterations, 50);
  EXPECT_EQ(d.params.hand.forceLimit, 10);
  EXPECT_EQ(d.params.smoke.fade, 0.1);
  EXPECT_EQ(d.params.smoke.lift, 2);
  EXPECT_EQ(d.params.smoke.heatLift, 0.02);
  EXPECT_EQ(d.params.smoke.ambient, 15);
  EXPECT_EQ(d.params.smoke.cooling, 0.4);
  EXPECT_EQ(d.params.smoke.confinement, 0.3);
  EXPECT_EQ(d.params.smoke.interpolation, Interpolation::Cubic);
  EXPECT_EQ(d.container.kind, WallKind::TiltedBox);
  EXPECT_EQ(d.container.size, Vec3(0.5, 0.6, 0.7));
  EXPECT_NEAR(d.container.orientation.z, std::sin(kPi / 12), 1e-15);

  ASSERT_EQ(d.bodies.size(), 3u);
  const BodyDesc& a = d.bodies[0];
  EXPECT_EQ(a.shapeDesc.kind, ShapeKind::Torus);
  EXPECT_EQ(a.shapeDesc.dims.x, 0.1);
  EXPECT_EQ(a.shapeDesc.dims.y, 0.03);
  ASSERT_TRUE(a.shape);
  EXPECT_EQ(a.density, 250);
  EXPECT_NEAR(a.orientation.z, std::sqrt(0.5), 1e-15);
  EXPECT_EQ(a.velocity, Vec3(1, 2, 3));
  EXPECT_EQ(a.angularVelocity, Vec3(4, 5, 6));
  EXPECT_EQ(a.friction, 0.1);
  EXPECT_EQ(a.restitution, 0.9);
  EXPECT_EQ(a.colour, 3);
  EXPECT_EQ(a.temperature, 90);
  EXPECT_EQ(a.smoke, 0.5);
  EXPECT_EQ(d.bodies[1].temperature, kNoTemperature);
  EXPECT_EQ(d.bodies[1].density, 1000);
  EXPECT_EQ(d.bodies[1].motion, Motion::Scripted);
  EXPECT_EQ(d.bodies[1].script.rate, 3.5);
  EXPECT_FALSE(d.bodies[1].script.hasPivot);
  const Script& keys = d.bodies[2].script;
  ASSERT_EQ(keys.keys.size(), 2u);
  EXPECT_TRUE(keys.loop);
  EXPECT_EQ(keys.keys[1].time, 2);
  EXPECT_NEAR(keys.keys[1].orientation.x, std::sin(kPi / 8), 1e-15);

  ASSERT_EQ(d.smoke.size(), 1u);
  EXPECT_EQ(d.smoke[0].until, 2);
  EXPECT_EQ(d.smoke[0].temperature, -20);
  ASSERT_EQ(d.forces.size(), 1u);
  EXPECT_EQ(d.forces[0].force, Vec3(0, 10, 0));
  EXPECT_EQ(d.forces[0].until, 1e30);
  ASSERT_EQ(d.dyes.size(), 2u);
  EXPECT_EQ(d.dyes[0].hi, Vec3(1, 0.5, 1));
  EXPECT_EQ(d.dyes[1].radius, 0.2);
  ASSERT_EQ(d.expectations.size(), 2u);
  EXPECT_EQ(d.expectations[0],
            (ExpectDesc{"body.a.acceleration.y", "added mass", ExpectFormula::Release, 0, 0.62, 1, 0.05, 0, 0, 0.25}));
  EXPECT_EQ(d.expectations[1].value, 3);
  EXPECT_EQ(d.expectations[1].slack, 0.5);
  EXPECT_TRUE(d.view.camera.given);
  EXPECT_EQ(d.view.camera.distance, 2.2);
  EXPECT_EQ(d.view.markers, 4000);
  EXPECT_TRUE(d.view.smoke);
  EXPECT_EQ(d.view.colour, "speed");
  EXPECT_TRUE(d.view.dark);
}

TEST(SceneRead, OpenSides) {
  const auto scene =
      parse("format = 1\ngrid = { cells = [10, 10, 10], dx = 0.1 }\ncontainer = { open = [\"top\", \"left\"] }\n");
  ASSERT_TRUE(scene);
  for (int a = 0; a < 3; ++a)
    for (const bool upper : {false, true})
      EXPECT_EQ(scene->container.open.at(a, upper), (a == 0 && !upper) || (a == 1 && upper)) << a << upper;
}

TEST(SceneRead, FlatScenesTakeTwoComponents) {
  const auto scene = parse(
      "format = 1\ngrid = { cells = [10, 10, 1], dx = 0.1 }\n[[body]]\nname = \"b\"\nshape = { box = { size = [0.2, "
      "0.3] } }\nposition = [0.5, 0.4]\nvelocity = [1, 2]\n");
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->bodies[0].position, Vec3(0.5, 0.4, 0.05));
  EXPECT_EQ(scene->bodies[0].velocity, Vec3(1, 2, 0));
  EXPECT_EQ(scene->bodies[0].shapeDesc.dims, Vec3(0.2, 0.3, 0.1));
}

TEST(SceneRead, ByteOrderMarkAndWindowsLineEnds) {
  std::string text = "\xEF\xBB\xBF" + kHead + kBall;
  for (size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.insert(at, "\r");
  EXPECT_EQ(problemsOf(text), "");
  ASSERT_TRUE(parse(text));
  EXPECT_EQ(parse(text)->bodies.size(), 1u);
}

TEST(SceneRead, SettingsChangeWhatTheyName) {
  WorldDesc desc = *parse(kHead + kBall);
  EXPECT_TRUE(applySetting(desc, "fluid.density=1200").empty());
  EXPECT_TRUE(applySetting(desc, "method.fractions=voxel").empty());
  EXPECT_TRUE(applySetting(desc, "body.ball.density=0.5").empty());
  EXPECT_EQ(desc.params.fluid.density, 1200);
  EXPECT_EQ(desc.params.method.fractions, FractionKind::Voxel);
  EXPECT_EQ(desc.bodies[0].density, 0.5);
}

TEST(SceneRead, RefusedSettingsChangeNothing) {
  WorldDesc desc = *parse(kHead + kBall);
  const std::string before = sceneText(desc);
  const auto reason = [&](const std::string& setting) {
    const auto problems = applySetting(desc, setting);
    return problems.empty() ? std::string() : problems.front().text();
  };
  EXPECT_EQ(reason("fluid.densty=1"), "fluid.densty: unknown parameter; did you mean 'fluid.density'?");
  EXPECT_EQ(reason("fluid.density"), "fluid.density: expected KEY=VALUE, for example fluid.density=1200");
  EXPECT_EQ(reason("fluid.density=nan"), "fluid.density: must be a finite number");
  EXPECT_EQ(reason("fluid.density=0"), "fluid.density: 0 is outside 1 to 20000 kg/m³");
  EXPECT_EQ(reason("fluid.density=1,5"), "fluid.density: expected a number, got '1,5'");
  EXPECT_EQ(reason("fluid.particlesPerCell=5"), "fluid.particlesPerCell: 5 is not one of 1, 8, 27");
  EXPECT_EQ(reason("body.bell.density=2"), "body.bell.density: there is no body 'bell'; did you mean 'ball'?");
  EXPECT_EQ(reason("=3"), "=3: expected KEY=VALUE, for example fluid.density=1200");
  EXPECT_EQ(sceneText(desc), before);
}

}  // namespace
}  // namespace flotsam
