// SPDX-License-Identifier: MIT
// Bad scene files: every one is refused with file, line, key and reason; all problems of a file come out at once.
#include <sys/stat.h>

#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

struct Case {
  const char* name;
  std::string text;      // after kHead unless it starts with "format"
  std::string expected;  // a line of the messages
};

class BadScene : public testing::TestWithParam<Case> {};

TEST_P(BadScene, IsRefusedWithTheReason) {
  const Case& c = GetParam();
  const std::string text = c.text.starts_with("format") || c.text.starts_with("!") ? c.text : kHead + c.text;
  const auto result = parse(text.starts_with("!") ? text.substr(1) : text);
  EXPECT_FALSE(result);
  std::string all;
  for (const auto& p : result.problems) all += p.text() + "\n";
  EXPECT_NE(("\n" + all).find("\n" + c.expected), std::string::npos) << "got:\n" << all;
}

std::string grid(const std::string& cells, const std::string& dx) {
  return "format = 1\ngrid = { cells = " + cells + ", dx = " + dx + " }\n";
}
std::string ball(const std::string& lines) {
  return "[[body]]\nname = \"ball\"\nshape = { sphere = { radius = 0.1 } }\n" + lines;
}
std::string tap(const std::string& lines) {
  return "fluid = { domain = \"liquid\" }\n[[emitter]]\n" + lines + "\nvelocity = [0, -1, 0]\nradius = 0.05\n";
}
std::string drain(const std::string& lines) {
  return "fluid = { domain = \"liquid\" }\n[[drain]]\n" + lines + "\n[[liquid]]\nlevel = 0.5\n";
}
std::string water(const std::string& lines) { return "fluid = { domain = \"liquid\" }\n[[liquid]]\n" + lines + "\n"; }
std::string expect(const std::string& lines) { return ball("") + "[[expect]]\n" + lines + "\n"; }
std::string shape(const std::string& s) { return "[[body]]\nname = \"ball\"\nshape = " + s + "\n"; }

const std::string kGem = "{ mesh = \"" FLOTSAM_SOURCE_DIR "/assets/meshes/gem.obj\", size = ";
const std::string kTooSmall = " cells: too small for the grid to see; at least a thousandth of a cell, 0.0001 m";

INSTANTIATE_TEST_SUITE_P(
    Sizes, BadScene,
    testing::Values(
        Case{"MeshOfNoSize", shape(kGem + "1e-30 }"),
             "test.toml:5: body.ball.shape.size: 1e-30 m across is 1e-29" + kTooSmall},
        Case{"MeshBelowTheBound", shape(kGem + "9e-5 }"),
             "test.toml:5: body.ball.shape.size: 9e-05 m across is 0.0009" + kTooSmall},
        Case{"MeshOfAMillionCells", "!" + grid("[8, 8, 8]", "0.001") + shape(kGem + "1001 }\nmotion = \"fixed\""),
             "test.toml:5: body.ball.shape.size: 1001 is outside 0 to 1000 m"},
        Case{"FixedBoxOfAMillionCells",
             "!" + grid("[8, 8, 8]", "0.001") + shape("{ box = { size = [1, 1, 1001] } }\nmotion = \"fixed\""),
             "test.toml:5: body.ball.shape: 1001 is outside 0 to 1000 m"},
        Case{"SphereBelowTheBound", shape("{ sphere = { radius = 4e-5 } }"),
             "test.toml:5: body.ball.shape: 8e-05 m across is 0.0008" + kTooSmall},
        Case{"FlatBodyOfOneCellBehind", "!" + grid("[8, 8, 1]", "0.1") + shape("{ box = { size = [9e-5, 9e-5] } }"),
             "test.toml:5: body.ball.shape: 9e-05 m across is 0.0009" + kTooSmall},
        Case{"SphereOfWallsBelowTheBound", "container = { kind = \"sphere\", radius = 1e-9 }\n",
             "test.toml:3: container.radius: 2e-09 m across is 2e-08" + kTooSmall},
        Case{"CylinderBelowTheBound", "container = { kind = \"cylinder\", radius = 0.1, height = 5e-5 }\n",
             "test.toml:3: container.height: 5e-05 m across is 0.0005" + kTooSmall},
        Case{"ThinCylinder", "container = { kind = \"cylinder\", radius = 4e-5, height = 0.5 }\n",
             "test.toml:3: container.radius: 8e-05 m across is 0.0008" + kTooSmall},
        Case{"TiltedBoxBelowTheBound", "container = { kind = \"tilted-box\", size = [0.5, 0.5, 5e-5], tilt = 5 }\n",
             "test.toml:3: container.size: 5e-05 m across is 0.0005" + kTooSmall},
        Case{"LiquidBallBelowTheBound", water("radius = 4e-5"),
             "test.toml:5: liquid[1].radius: 8e-05 m across is 0.0008" + kTooSmall},
        Case{"LiquidBoxBelowTheBound", water("size = [0.5, 5e-5, 0.5]"),
             "test.toml:5: liquid[1].size: 5e-05 m across is 0.0005" + kTooSmall}),
    [](const auto& info) { return info.param.name; });

/// The bounds themselves are allowed.
TEST(SceneSizes, AtTheBoundsAreGood) {
  for (const std::string& text :
       {shape(kGem + "1.0001e-4 }"), shape("{ sphere = { radius = 5.0001e-5 } }"),
        shape("{ box = { size = [0.4, 1e-6, 0.4] } }"),  // a plate may be thin
        std::string("container = { kind = \"sphere\", radius = 5.0001e-5 }\n"), water("size = [0.5, 1.0001e-4, 0.5]"),
        shape("{ box = { size = [1e4, 1e4, 1e4] } }\nmotion = \"fixed\"")})
    EXPECT_EQ(problemsOf(kHead + text), "") << text;
  EXPECT_EQ(problemsOf(grid("[8, 8, 8]", "0.001") + shape("{ box = { size = [1, 1, 999] } }\nmotion = \"fixed\"")), "");
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, BadScene,
    testing::Values(
        Case{"CompareOneSide", "[compare]\na = { fluid.density = 900 }\n",
             "test.toml:3: compare.b: missing; what this side sets, for example { method.flip = 0 }"},
        Case{"CompareUnknown", "[compare]\na = {}\nb = { method.couplin = \"weak\" }\n",
             "test.toml:5: compare.b.method.couplin: no parameter of the scene; did you mean 'method.coupling'?"},
        Case{"CompareWord", "[compare]\na = {}\n[compare.b]\nmethod.coupling = \"strong\"\n",
             "test.toml:6: compare.b.method.coupling: 'strong' is not one of variational, weak"},
        Case{"CompareType", "[compare]\na = { fluid.density = \"heavy\" }\nb = {}\n",
             "test.toml:4: compare.a.fluid.density: expected a number, got the text \"heavy\""},
        Case{"CompareBounds", "[compare]\na = { fluid.density = -1 }\nb = {}\n",
             "test.toml:4: compare.a.fluid.density: "},
        Case{"CompareSide", "[compare]\na = {}\nb = { fluid.particlesPerCell = 5 }\n",
             "test.toml:5: compare.b.fluid.particlesPerCell: 5 is not one of 1, 8, 27"},
        Case{"CompareRate", "[compare]\na = {}\nb = { time.rate = 120 }\n",
             "test.toml:5: compare.b.time.rate: all sides make the same steps; set the rate of the scene"},
        Case{"LevelBelowTheTank", water("level = -0.2"),
             "test.toml:5: liquid[1].level: -0.2 m is not above the bottom of the tank, which reaches from 0 to 1 m: "
             "there would be no liquid"},
        Case{"LevelAtTheBottom", water("level = 0"), "test.toml:5: liquid[1].level: 0 m is not above the bottom"},
        Case{"LiquidBallOutside", water("position = [0.5, 1.3, 0.5]\nradius = 0.2"),
             "test.toml:5: liquid[1].position: lies, with all that it fills, outside the tank of 1 x 1 x 1 m: it would "
             "bring no liquid"},
        Case{"LiquidBallBeyondTheCorner", water("position = [1.15, 1.15, 0.5]\nradius = 0.2"),
             "test.toml:5: liquid[1].position: lies, with all"},
        Case{"LiquidBoxOutside", water("position = [1.6, 0.5, 0.5]\nsize = [1, 1, 1]"),
             "test.toml:5: liquid[1].position: lies, with all"},
        Case{"EmitterOutOfThePlane",
             "!" + grid("[8, 8, 1]", "0.1") + "fluid = { domain = \"liquid\" }\n[[emitter]]\nvelocity = [0, 0, 1]\n",
             "test.toml:5: emitter[1].velocity: points out of the plane of a flat scene"},
        Case{"EmitterOutside", tap("position = [0.5, 1.2, 0.5]"),
             "test.toml:5: emitter[1].position: [0.5, 1.2, 0.5] is outside the tank of 1 x 1 x 1 m: nothing would come "
             "out"},
        Case{"EmitterLargerThanTheTank",
             "fluid = { domain = \"liquid\" }\n[[emitter]]\nposition = [0.5, 0.5, 0.5]\nvelocity = [0, -1, 0]\nradius "
             "= 100\n",
             "test.toml:7: emitter[1].radius: is larger than the tank, whose diagonal is 1.732 m"},
        Case{"EmitterOutwards", tap("position = [0.5, 0, 0.5]"),
             "test.toml:6: emitter[1].velocity: points out of the tank: nothing would come out"},
        Case{
            "EmitterInTheWall", "container = { kind = \"sphere\", radius = 0.5 }\n" + tap("position = [0.1, 0.9, 0.1]"),
            "test.toml:6: emitter[1].position: [0.1, 0.9, 0.1] is inside the wall of the container: nothing would come "
            "out"},
        Case{"EmitterInABody", tap("position = [0.5, 0.52, 0.5]") + ball("motion = \"fixed\"\n"),
             "test.toml:5: emitter[1].position: is inside the fixed body 'ball': nothing comes out"},
        Case{"DrainOutside", drain("position = [0.5, -0.2, 0.5]\nradius = 0.1"),
             "test.toml:5: drain[1].position: [0.5, -0.2, 0.5] is outside the tank of 1 x 1 x 1 m, with all that it "
             "reaches: it would take nothing"},
        Case{"DrainInABody", drain("position = [0.5, 0.5, 0.5]\nsize = [0.1, 0.1, 0.1]") + ball("motion = \"fixed\"\n"),
             "test.toml:5: drain[1].position: is inside the fixed body 'ball': it takes nothing"},
        Case{"CompareKey", "[compare]\na = {}\nb = {}\nd = {}\n", "test.toml:6: compare.d: unknown key"},
        Case{"CompareNames", "[compare]\nnames = [\"x\", \"y\", \"z\"]\na = {}\nb = {}\n",
             "test.toml:4: compare.names: more names than sides"},
        Case{"NoFormat", "!grid = { cells = [8, 8, 8], dx = 0.1 }\n", "test.toml:1: format: missing; write format = 1"},
        Case{"NewerFormat", "format = 2\ngrid = { cells = [8, 8, 8], dx = 0.1 }\n",
             "test.toml:1: format: format 2 is newer than this program"},
        Case{"NoGrid", "format = 1\n", "test.toml:1: grid: missing"},
        Case{"BrokenToml", "[[body]\nname = 1\n", "test.toml:3: not valid TOML: "},
        Case{"DuplicateKey", "title = \"a\"\ntitle = \"b\"\n", "test.toml:4: not valid TOML: "},
        Case{"NotUtf8", "title = \"\xFF\xFE\"\n", "test.toml:3: not valid TOML: "},
        Case{"NoCells", grid("[0, 10, 10]", "0.1"), "test.toml:2: grid.cells: 0 is outside 1 to 512"},
        Case{"NegativeCells", grid("[10, -5, 10]", "0.1"), "test.toml:2: grid.cells: -5 is outside 1 to 512"},
        Case{"MillionCells", grid("[10, 10, 1e6]", "0.1"), "test.toml:2: grid.cells: 1e+06 is outside 1 to 512"},
        Case{"HugeCells", grid("[10, 10, 99999999999]", "0.1"), "test.toml:2: grid.cells: "},
        Case{"TooManyCells", grid("[400, 400, 400]", "0.1"),
             "test.toml:2: grid.cells: 64 million cells in all, with 512 million particles, about 71.7 GB of memory; "
             "at most"},
        Case{"ThousandCells", grid("[1000, 1000, 1000]", "0.1"),
             "test.toml:2: grid.cells: 1 billion cells in all, with 8 billion particles, about 1120 GB of memory; at "
             "most "
             "4 million"},
        Case{"TooManyParticles", grid("[150, 150, 150]", "0.1") + "fluid = { particlesPerCell = 27 }\n",
             "test.toml:3: fluid.particlesPerCell: 27 in each of 3.375 million cells are 91.12 million particles, "
             "about 12.8"},
        Case{"LargerThanTheTank", shape("{ box = { size = [9, 0.1, 0.1] } }"),
             "test.toml:5: body.ball.shape: body 'ball' is 9 m long and fits into the tank in no position"},
        Case{"HalfCells", grid("[10, 10, 2.5]", "0.1"), "test.toml:2: grid.cells: expected whole numbers, got 2.5"},
        Case{"TwoCells", grid("[10, 10]", "0.1"), "test.toml:2: grid.cells: expected 3 numbers, got 2"},
        Case{"CellsText", grid("\"big\"", "0.1"),
             "test.toml:2: grid.cells: expected a list of 3 numbers, got the text"},
        Case{"NoDx", grid("[10, 10, 10]", "0"), "test.toml:2: grid.dx: 0 is outside 1e-06 to 1000 m"},
        Case{"NegativeDx", grid("[10, 10, 10]", "-0.1"), "test.toml:2: grid.dx: -0.1 is outside"},
        Case{"NanDx", grid("[10, 10, 10]", "nan"), "test.toml:2: grid.dx: must be a finite number, got nan"},
        Case{"ExpectNothing", expect("value = 1"), "test.toml:6: expect[1].quantity: missing; for example body."},
        Case{"ExpectNoValue", expect("quantity = \"body.ball.speed\""), "test.toml:6: expect[1].value: missing; the"},
        Case{"ExpectBoth", expect("quantity = \"body.ball.force.y\"\nvalue = 1\nformula = \"weight\""),
             "test.toml:8: expect[1].value: give formula or value, not both"},
        Case{"ExpectUnknownBody", expect("quantity = \"body.bal.speed\"\nvalue = 0"),
             "test.toml:7: expect[1].quantity: there is no body 'bal'; did you mean 'ball'?"},
        Case{"ExpectNoAxis", expect("quantity = \"body.ball.acceleration\"\nvalue = 0"),
             "test.toml:7: expect[1].quantity: 'body.ball.acceleration': acceleration needs one of .x .y .z"},
        Case{"ExpectNonsense", expect("quantity = \"body.ball.colour\"\nvalue = 0"),
             "test.toml:7: expect[1].quantity: 'body.ball.colour': a body has position, velocity,"},
        Case{"ExpectFormula", expect("quantity = \"body.ball.speed\"\nformula = \"releese\""),
             "test.toml:8: expect[1].formula: 'releese' is not one of value, release, weight"},
        Case{"ExpectMismatch", expect("quantity = \"body.ball.speed\"\nformula = \"weight\""),
             "test.toml:8: expect[1].formula: weight is about a force on a body"},
        Case{"ExpectTolerance", expect("quantity = \"body.ball.speed\"\nvalue = 0\ntolerance = 2"),
             "test.toml:9: expect[1].tolerance: 2 is outside 0 to 1"},
        Case{"ExpectTimes", expect("quantity = \"body.ball.speed\"\nvalue = 0\nfrom = 2\nuntil = 1"),
             "test.toml:10: expect[1].until: must come after from"},
        Case{"ExpectUnknownKey", expect("quantity = \"body.ball.speed\"\nvalue = 0\ntolerence = 1"),
             "test.toml:9: expect[1].tolerence: unknown"},
        Case{"DensityZero", ball("density = 0\n"), "test.toml:6: body.ball.density: 0 is outside 0.001 to "},
        Case{"DensityNegative", ball("density = -1\n"), "test.toml:6: body.ball.density: -1 is outside"},
        Case{"DensityNan", ball("density = nan\n"), "test.toml:6: body.ball.density: must be a finite number, got nan"},
        Case{"DensityInf", ball("density = inf\n"), "test.toml:6: body.ball.density: must be a finite number, got inf"},
        Case{"DensityText", ball("density = \"2\"\n"),
             "test.toml:6: body.ball.density: expected a number, got the text"},
        Case{"FluidDensity", "fluid = { density = 0 }\n", "test.toml:3: fluid.density: 0 is outside 1 to 20000 kg/m³"},
        Case{"UnknownTable", "metod = { flip = 1 }\n", "test.toml:3: metod: unknown key; did you mean 'method'?"},
        Case{"UnknownParam", "method = { flop = 1 }\n", "test.toml:3: method.flop: unknown key; did you mean 'flip'?"},
        Case{"UnknownBodyKey", ball("densty = 3\n"),
             "test.toml:6: body.ball.densty: unknown key; did you mean 'density'?"},
        Case{"UnknownShape", shape("{ sphare = { radius = 0.1 } }"),
             "test.toml:5: body.ball.shape.sphare: unknown key; did you mean 'sphere'?"},
        Case{"UnknownChoice", "method = { fractions = \"areas\" }\n",
             "test.toml:3: method.fractions: 'areas' is not one of auto, area, volume, line, voxel"},
        Case{"ChoiceNumber", "method = { fractions = 1 }\n",
             "test.toml:3: method.fractions: expected a word in quotes, got the number 1"},
        Case{"TableAsNumber", "fluid = 3\n", "test.toml:3: fluid: expected a table { ... }, got the number 3"},
        Case{"BodyNotList", "body = 3\n", "test.toml:3: body: expected a list of tables [[body]], got the number 3"},
        Case{"HalfSeed", "fluid = { seed = 1.5 }\n", "test.toml:3: fluid.seed: expected a whole number, got 1.5"},
        Case{"FiveParticles", "fluid = { particlesPerCell = 5 }\n",
             "test.toml:3: fluid.particlesPerCell: 5 is not one of 1, 8, 27"},
        Case{"NoName", "[[body]]\nshape = { sphere = { radius = 0.1 } }\n", "test.toml:3: body[1].name: missing"},
        Case{"NameWithDot", "[[body]]\nname = \"a.b\"\nshape = { sphere = { radius = 0.1 } }\n",
             "test.toml:4: body.a.b.name: a name is at most 64 characters without"},
        Case{"SameName", kBall + kBall, "test.toml:8: body.ball.name: another body is already called 'ball'"},
        Case{"NoShape", "[[body]]\nname = \"ball\"\n", "test.toml:3: body.ball.shape: missing"},
        Case{"TwoShapes", shape("{ sphere = { radius = 0.1 }, box = { size = [1, 1, 1] } }"),
             "test.toml:5: body.ball.shape: give one shape only"},
        Case{"MissingMesh", shape("{ mesh = \"nowhere.obj\", size = 0.3 }"), "test.toml:5: body.ball.shape: "},
        Case{"NoRadius", shape("{ sphere = { } }"), "test.toml:5: body.ball.shape.sphere.radius: missing"},
        Case{"ZeroRadius", shape("{ sphere = { radius = 0 } }"), "test.toml:5: body.ball.shape: "},
        Case{"FatTorus", shape("{ torus = { ring = 0.1, tube = 0.2 } }"), "test.toml:5: body.ball.shape: "},
        Case{"Outside", ball("position = [0.5, 1.5, 0.5]\n"),
             "test.toml:6: body.ball.position: body 'ball' at [0.5, 1.5, 0.5] is outside the tank of 1 x 1 x 1 m"},
        Case{"InTheWall",
             "container = { kind = \"sphere\", centre = [0.5, 0.5, 0.5], radius = 0.4 }\n" +
                 ball("position = [0.1, 0.1, 0.1]\n"),
             "test.toml:7: body.ball.position: body 'ball' at [0.1, 0.1, 0.1] is inside the wall"},
        Case{"PositionShort", ball("position = [0.5, 0.5]\n"),
             "test.toml:6: body.ball.position: expected 3 numbers, got 2"},
        Case{"PositionNan", ball("position = [0.5, nan, 0.5]\n"),
             "test.toml:6: body.ball.position: must be a finite number"},
        Case{"ZeroAxis", ball("rotation = { axis = [0, 0, 0], angle = 3 }\n"),
             "test.toml:6: body.ball.rotation.axis: must not be the zero vector"},
        Case{"ScriptWithoutMotion", ball("script = { kind = \"spin\", rate = 1 }\n"),
             "test.toml:6: body.ball.script: needs motion = \"scripted\""},
        Case{"MotionWithoutScript", ball("motion = \"scripted\"\n"), "test.toml:3: body.ball.script: missing"},
        Case{"KeysBackwards",
             ball("motion = \"scripted\"\nscript = { kind = \"keyframes\", keys = [ { time = 1, position = [0, 0, 0] "
                  "}, { "
                  "time = 1, position = [0, 0, 0] } ] }\n"),
             "test.toml:7: body.ball.script.keys: the times must increase; entry 2 does not"},
        Case{"ContainerTooLarge", "container = { kind = \"sphere\", radius = 0.6 }\n",
             "test.toml:3: container: reaches out of the grid along x"},
        Case{"ContainerKind", "container = { kind = \"cone\" }\n",
             "test.toml:3: container.kind: 'cone' is not one of box, sphere, cylinder, tilted-box"},
        Case{"ForceOnNobody", kBall + "[[force]]\nbody = \"bell\"\nforce = [0, 1, 0]\n",
             "test.toml:8: force[1].body: there is no body 'bell'; did you mean 'ball'?"},
        Case{"SmokeTooHot", "[[smoke]]\nradius = 0.1\ntemperature = 5000\n",
             "test.toml:5: smoke[1].temperature: 5000 is outside -273.15 to 3000 °C"},
        Case{"OpenUnknown", "container = { open = [\"lid\"] }\n",
             "test.toml:3: container.open: 'lid' is not one of left, right, bottom, top, back, front"},
        Case{"OpenSphere", "container = { kind = \"sphere\", radius = 0.3, open = [\"top\"] }\n",
             "test.toml:3: container.open: only the box of the grid can have open sides"},
        Case{"OpenLiquid",
             "fluid = { domain = \"liquid\" }\ncontainer = { open = [\"top\"] }\n[[liquid]]\nlevel = 0.5\n",
             "test.toml:4: container.open: goes with fluid = { domain = \"full\" } only"},
        Case{"OpenFlat", "format = 1\ngrid = { cells = [8, 8, 1], dx = 0.1 }\ncontainer = { open = [\"front\"] }\n",
             "test.toml:3: container.open: a flat scene has no back and no front"},
        Case{"SmokeBackwards", "[[smoke]]\nradius = 0.1\nfrom = 2\nuntil = 1\n",
             "test.toml:6: smoke[1].until: must come after"},
        Case{"DyeOut", "[[dye]]\nhi = [1, 2, 1]\n", "test.toml:4: dye[1].hi: 2 is outside 0 to 1"},
        Case{"Markers", "[view]\nshow = { markers = -1 }\n", "test.toml:4: view.show.markers: -1 is outside"},
        Case{"Water", "[view]\nshow = { water = \"ice\" }\n",
             "test.toml:4: view.show.water: 'ice' is not one of surface, particles, both"},
        Case{"Colour", "[view]\nshow = { colour = \"red\" }\n", "test.toml:4: view.show.colour: 'red' is not one of"},
        Case{"Camera", "[view]\ncamera = { distance = 0 }\n", "test.toml:4: view.camera.distance: 0 is outside"}),
    [](const auto& info) { return info.param.name; });

TEST(SceneBad, AllProblemsComeOutAtOnceInOrder) {
  const std::string text = kHead +
                           "fluid = { density = -1, colour = 2 }\n"
                           "method = { flip = 7 }\n" +
                           ball("density = nan\nposition = [9, 9, 9]\n") + shape("{ mesh = \"nowhere.obj\" }");
  const auto result = parse(text);
  ASSERT_FALSE(result);
  ASSERT_EQ(result.problems.size(), 7u) << problemsOf(text);
  int line = 0;
  for (const auto& p : result.problems) {
    EXPECT_EQ(p.file, "test.toml");
    EXPECT_GE(p.line, line);
    line = p.line;
  }
}

TEST(SceneBad, FilesThatAreNone) {
  const TemporaryFolder folder;
  const auto reason = [](const std::string& path) {
    const auto scene = loadScene(path);
    return scene ? std::string("loaded") : scene.problems.front().text();
  };
  EXPECT_EQ(reason(folder.file("none.toml")), folder.file("none.toml") + ": no such file");
  EXPECT_EQ(reason(folder.path().string()), folder.path().string() + ": is a folder, not a file");
  EXPECT_EQ(reason(folder.write("empty.toml", "")), folder.file("empty.toml") + ": the file is empty");
  EXPECT_NE(reason(folder.write("binary.toml", std::string("\x7F\x45\x4C\x46\0\1", 6))).find("not valid TOML"),
            std::string::npos);
  EXPECT_EQ(reason(folder.write("huge.toml", std::string(17 << 20, '#'))),
            folder.file("huge.toml") + ": is larger than the 16 MB such a file may have");
}

TEST(SceneBad, Joints) {
  const std::string wall =
      "[[body]]\nname = \"wall\"\nshape = { box = { size = [0.1, 0.1, 0.1] } }\nposition = [0.2, 0.2, 0.2]\n"
      "motion = \"fixed\"\n";
  const auto told = [&](const std::string& joint) { return problemsOf(kHead + kBall + wall + "[[joint]]\n" + joint); };
  const std::string at = "anchor = [0.5, 0.5, 0.5]\n";
  EXPECT_EQ(told("type = \"ball\"\nbody = \"ball\"\n" + at), "");
  EXPECT_EQ(told("type = \"hinge\"\nbody = \"wall\"\nto = \"ball\"\nrange = [-10, 20]\n" + at), "");
  EXPECT_EQ(told("type = \"ball\"\nbody = \"bal\"\n" + at),
            "test.toml:14: joint[1].body: there is no body 'bal'; did you mean 'ball'?\n");
  EXPECT_EQ(told("type = \"ball\"\nbody = \"ball\"\nto = \"ball\"\n" + at),
            "test.toml:15: joint[1].to: a body cannot be joined to itself\n");
  EXPECT_EQ(told("type = \"axle\"\nbody = \"ball\"\naxis = [0, 0, 0]\n" + at),
            "test.toml:15: joint[1].axis: must not be the zero vector\n");
  EXPECT_EQ(told("type = \"ball\"\nbody = \"ball\"\nanchor = [0.5, 1.5, 0.5]\n"),
            "test.toml:15: joint[1].anchor: [0.5, 1.5, 0.5] is outside the tank of 1 x 1 x 1 m\n");
  EXPECT_EQ(told("type = \"ball\"\nbody = \"wall\"\n" + at),
            "test.toml:14: joint[1].body: 'wall' is not free, so there is nothing to join to the tank\n");
  EXPECT_EQ(told("type = \"axle\"\nbody = \"ball\"\nto = \"wall\"\n" + at),
            "test.toml:15: joint[1].to: goes with the other types: an axle is fixed in the tank; a hinge joins two "
            "bodies\n");
  EXPECT_EQ(told("type = \"rope\"\nbody = \"ball\"\nlength = 0.1\ntoAnchor = [0.5, 0.9, 0.5]\n" + at),
            "test.toml:15: joint[1].length: 0.1 m is less than the 0.4 m between its ends\n");
  EXPECT_EQ(told("type = \"ball\"\nbody = \"ball\"\nmotor = { speed = 1, torque = 1 }\n" + at),
            "test.toml:15: joint[1].motor: goes with type = \"axle\" or \"hinge\"\n");
  EXPECT_EQ(told("name = \"h\"\ntype = \"hinge\"\nbody = \"ball\"\nrange = [10, 20]\n" + at),
            "test.toml:16: joint.h.range: 10 is outside -180 to 0 degrees\n");
  EXPECT_NE(told("type = \"glue\"\nbody = \"ball\"\n" + at).find("axle, hinge, ball, rope, weld"), std::string::npos);
  EXPECT_EQ(problemsOf("format = 1\ngrid = { cells = [10, 10, 1], dx = 0.1 }\n[[body]]\nname = \"ball\"\n"
                       "shape = { sphere = { radius = 0.1 } }\nposition = [0.5, 0.5]\n"
                       "[[joint]]\ntype = \"axle\"\nbody = \"ball\"\nanchor = [0.5, 0.5]\naxis = [1, 0, 0]\n"),
            "test.toml:11: joint[1].axis: must be [0, 0, 1] or [0, 0, -1] in a 2D scene\n");
}

TEST(SceneBad, ATapInABodyThatMovesIsAWarning) {
  const std::string text = kHead + tap("position = [0.5, 0.52, 0.5]") + ball("");
  EXPECT_EQ(
      problemsOf(text),
      "test.toml:5: emitter[1].position: is inside body 'ball' at the start: nothing comes out until it is out of "
      "it\n");
  EXPECT_TRUE(parse(text));
  EXPECT_EQ(problemsOf(kHead + tap("position = [0.5, 1, 0.5]") + ball("")), "");  // in the lid, downwards
  EXPECT_EQ(problemsOf(kHead + drain("position = [0.5, 0, 0.5]\nsize = [2, 0.1, 2]") + ball("")), "");
}

TEST(SceneBad, LiquidThatReachesIntoTheTankIsEnough) {
  for (const char* lines : {"level = 1e-6", "level = 100", "position = [0.5, 1.15, 0.5]\nradius = 0.2",
                            "position = [1.1, 1.1, 0.5]\nradius = 0.2", "position = [1.4, 0.5, 0.5]\nsize = [1, 1, 1]",
                            "position = [1.4, 1.4, 1.4]\nsize = [1, 1, 1]"})
    EXPECT_EQ(problemsOf(kHead + water(lines)), "") << lines;
  // In a flat scene depth counts for nothing.
  EXPECT_EQ(problemsOf(grid("[8, 8, 1]", "0.1") + water("position = [0.4, 0.4, 7]\nradius = 0.2")), "");
}

TEST(SceneBad, SmokeInALiquidIsAWarning) {
  const std::string smoke = "[[smoke]]\nradius = 0.1\n", why = "is in a scene with a liquid: only the liquid carries";
  const auto told = parse(kHead + water("level = 0.5") + smoke);
  ASSERT_TRUE(told);
  ASSERT_EQ(told.problems.size(), 1u);
  EXPECT_EQ(told.problems[0].text().find("test.toml:6: smoke[1]: " + why), 0u) << told.problems[0].text();
  const auto body = parse(kHead + water("level = 0.5") + ball("smoke = 1\n"));
  ASSERT_TRUE(body);
  ASSERT_EQ(body.problems.size(), 1u);
  EXPECT_EQ(body.problems[0].text().find("test.toml:9: body.ball.smoke: " + why), 0u) << body.problems[0].text();
  EXPECT_EQ(problemsOf(kHead + smoke + ball("smoke = 1\n")), "");
}

TEST(SceneBad, APipeIsRefusedAndNotWaitedFor) {
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe.toml");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto scene = loadScene(pipe);
  ASSERT_EQ(scene.problems.size(), 1u);
  EXPECT_EQ(scene.problems[0].text(), pipe + ": is a pipe, which might never end; give a file");
}

TEST(SceneBad, EndlessKeysAreAProblemAndNoCrash) {
  for (const char* part : {"a.", "\"a\" . "}) {
    std::string key = "\n";
    for (int i = 0; i < 100000; ++i) key += part;
    const auto scene = parseScene(kHead + key + "a = 1\n", "deep.toml", ".");
    ASSERT_EQ(scene.problems.size(), 1u);
    EXPECT_EQ(scene.problems[0].text(), "deep.toml:4: a key of more than 1000 parts");
  }
  // A long sentence full of stops is none.
  std::string words = "lesson = \"";
  for (int i = 0; i < 2000; ++i) words += "And so on, ... ";
  EXPECT_TRUE(parseScene(words + "\"\n" + kHead, "words.toml", "."));
}

std::string times(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(SceneBad, HugeListsEndInAProblem) {
  const std::string water = "fluid = { domain = \"liquid\" }\n";
  const auto told = [](const std::string& text) { return problemsOf(kHead + text); };
  std::string balls, keys;
  for (int i = 0; i < 3000; ++i)
    balls += "[[body]]\nname = \"b" + std::to_string(i) + "\"\nshape = { sphere = { radius = 0.01 } }\n";
  for (int i = 0; i < 10001; ++i) keys += "{ time = " + std::to_string(i) + ", position = [0, 0, 0] },\n";
  EXPECT_NE(told(balls).find("test.toml:3: body: 3000 entries; at most 1000\n"), std::string::npos);
  EXPECT_NE(told(water + times("[[liquid]]\nlevel = 0.1\n", 1001)).find("liquid: 1001 entries; at most 1000\n"),
            std::string::npos);
  EXPECT_NE(told(times("[[smoke]]\nradius = 0.1\n", 5000)).find("smoke: 5000 entries; at most 1000\n"),
            std::string::npos);
  EXPECT_NE(told("[[body]]\nname = \"b\"\nshape = { sphere = { radius = 0.1 } }\nmotion = \"scripted\"\n"
                 "script = { kind = \"keyframes\", keys = [\n" +
                 keys + "] }\n")
                .find("body.b.script.keys: 10001 entries; at most 10000\n"),
            std::string::npos);
  EXPECT_EQ(told("x = " + times("[", 100000) + times("]", 100000) + "\n").find("test.toml:3: not valid TOML"), 0u);
  EXPECT_EQ(told("x = " + times("{a=", 100000) + "1" + times("}", 100000) + "\n").find("test.toml:3: not valid TOML"),
            0u);
  EXPECT_NE(told("title = [" + times("1,", 300000) + "]\n").find("test.toml:3: title: expected a text in quotes"),
            std::string::npos);
}

TEST(SceneBad, EndlessProblemsEnd) {
  std::string text = kHead;
  for (int i = 0; i < 20000; ++i) text += "key" + std::to_string(i) + " = 1\n";
  const auto scene = parse(text);
  EXPECT_FALSE(scene);
  EXPECT_EQ(scene.problems.size(), 1001u);
  EXPECT_NE(problemsOf(text).find("and more problems"), std::string::npos);
}

TEST(SceneBad, KeysTwiceAndBytesThatAreNoText) {
  EXPECT_NE(problemsOf(kHead + "title = \"a\"\ntitle = \"b\"\n").find("test.toml:4: not valid TOML"),
            std::string::npos);
  EXPECT_NE(problemsOf(kHead + "[fluid]\ndensity = 1\n[fluid]\ndensity = 2\n").find("test.toml:5: not valid TOML"),
            std::string::npos);
  EXPECT_NE(problemsOf(kHead + "title = \"\xff\"\n").find("test.toml:3: not valid TOML"), std::string::npos);
  EXPECT_NE(problemsOf(kHead + std::string(3, '\0')).find("test.toml:3: not valid TOML"), std::string::npos);
  EXPECT_TRUE(parse("\xef\xbb\xbf" + kHead));
}

TEST(SceneBad, NumbersWhoseSquaresAreNone) {
  EXPECT_EQ(problemsOf(kHead + shape("{ ellipsoid = { axes = [1e308, 0.05, 0.1] } }")),
            "test.toml:5: body.ball.shape: 1e+308 is outside 1e-06 to 10000 m\n");
  const std::string spin = "motion = \"scripted\"\nscript = { kind = \"spin\", rate = 1, axis = [1e308, -1e308, 0] }\n";
  const auto scene = parse(kHead + ball(spin + "rotation = { quaternion = [1e300, 0, 0, 1e300] }\n"));
  ASSERT_TRUE(scene);
  EXPECT_NEAR(glm::length(scene->bodies[0].script.axis), 1, 1e-12);
  EXPECT_NEAR(glm::length(scene->bodies[0].orientation), 1, 1e-12);
  EXPECT_TRUE(parse(sceneText(*scene)));
}

TEST(SceneBad, SavingWhereNothingCanBeWritten) {
  const TemporaryFolder folder;
  const auto problems = saveScene(folder.file("no/such/folder/scene.toml"), WorldDesc{});
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].text().find("cannot be written: "), std::string::npos);
}

}  // namespace
}  // namespace flotsam
