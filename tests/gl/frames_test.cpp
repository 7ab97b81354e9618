// SPDX-License-Identifier: MIT
// Small frames of made-up views, looked at where the camera says things are: colour of bodies, what hides what,
// outlines, smoke, every kind of tank, odd sizes, no OpenGL errors.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>

#include "fake_scene.h"
#include "render/gl/embedded.h"
#include "render/gl/program.h"
#include "render/gl/target.h"
#include "render/offscreen.h"
#include "render/renderer.h"
#include "render/theme.h"

namespace flotsam {
namespace {

constexpr int kWidth = 320, kHeight = 180;

/// One context for all tests of the process.
std::shared_ptr<OffscreenContext> offscreen(std::string& reason) {
  static auto made = OffscreenContext::create(kWidth, kHeight);
  if (!made) {
    reason = made.problems.at(0).text();
    return nullptr;
  }
  made->get()->makeCurrent();
  return *made;
}

std::vector<std::string> glMessages;

void GLAD_API_PTR onMessage(GLenum, GLenum type, GLuint, GLenum, GLsizei, const GLchar* text, const void*) {
  if (type == GL_DEBUG_TYPE_ERROR) glMessages.emplace_back(text);
}

double hue(const Vec3f& c) {  // degrees
  return glm::degrees(std::atan2(std::sqrt(3.0) * (c.g - c.b), 2.0 * c.r - c.g - c.b));
}
double chroma(const Vec3f& c) { return std::max({c.r, c.g, c.b}) - std::min({c.r, c.g, c.b}); }
double brightness(const Vec3f& c) { return (c.r + c.g + c.b) / 3; }
double distance(const Vec3f& a, const Vec3f& b) { return glm::length(a - b); }

struct Frames : testing::TestWithParam<std::tuple<Theme, Quality>> {
  void SetUp() override {
    std::string reason;
    context = offscreen(reason);
    if (!context) GTEST_SKIP() << reason;
    if (GLAD_GL_KHR_debug) {
      glEnable(GL_DEBUG_OUTPUT);
      glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
      glDebugMessageCallback(onMessage, nullptr);
    }
    glMessages.clear();
    renderer = std::make_unique<Renderer>(std::get<Quality>(GetParam()));
    options.theme = std::get<Theme>(GetParam());
  }
  void TearDown() override {
    if (!context) return;
    renderer.reset();
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    EXPECT_TRUE(glMessages.empty()) << glMessages.front();
  }
  void draw(const SimView& view) {
    camera = Camera::framing(view.dx * Vec3(view.cells));
    redraw(view);
  }
  void redraw(const SimView& view) {
    renderer->draw(view, camera, options, kWidth, kHeight, context->framebuffer());
    image = context->read();
  }
  Vec3f pixel(int x, int y) const {
    const uint8_t* p = &image.rgb.at(3 * static_cast<size_t>(x + kWidth * y));
    return Vec3f(p[0], p[1], p[2]) / 255.f;
  }
  Int3 place(const Vec3& world) const {  // x, y of the pixel
    const Vec3 ndc = camera.project(world, static_cast<double>(kWidth) / kHeight);
    return {static_cast<int>((0.5 + 0.5 * ndc.x) * kWidth), static_cast<int>((0.5 - 0.5 * ndc.y) * kHeight), 0};
  }
  Vec3f at(const Vec3& world) const {
    const Int3 p = place(world);
    return pixel(p.x, p.y);
  }

  std::shared_ptr<OffscreenContext> context;
  std::unique_ptr<Renderer> renderer;
  DrawOptions options;
  Camera camera;
  Image image;
};

SimView oneBall(int colour, const Vec3& where = {0.8, 0.5, 0.5}) {
  SimView v = fake::tank();
  v.bodies.push_back(fake::body("ball", fake::sphere(0.15), where, colour));
  return v;
}

TEST_P(Frames, BodiesHaveTheirPaletteHueWhereTheyAre) {
  for (const int colour : {0, 1, 2, 3, 4, 7}) {
    draw(oneBall(colour));
    const Vec3f seen = at({0.8, 0.5, 0.5});
    const double off = hue(seen) - hue(displayColour(bodyColour(colour)));
    EXPECT_LT(std::abs(std::remainder(off, 360.0)), 12) << "colour " << colour;
    EXPECT_GT(chroma(seen), 0.1) << "colour " << colour;
  }
}

TEST_P(Frames, ABodyIsLitFromAbove) {
  draw(oneBall(1));
  EXPECT_GT(brightness(at({0.76, 0.59, 0.5})), brightness(at({0.8, 0.40, 0.55})) + 0.08);
}

TEST_P(Frames, TheNearerBodyHidesTheOther) {
  SimView v = fake::tank();
  v.bodies.push_back(fake::body("near", fake::sphere(0.1), {0.8, 0.5, 0.5}, 1));
  draw(v);
  const Camera::Ray ray = camera.ray(Vec2(camera.project({0.8, 0.5, 0.5}, 16 / 9.0)), 16 / 9.0);
  v.bodies.push_back(fake::body("far", fake::sphere(0.1), Vec3(0.8, 0.5, 0.5) + 0.3 * ray.direction, 0));
  for (int turn = 0; turn < 2; ++turn) {
    redraw(v);
    EXPECT_LT(std::abs(std::remainder(hue(at({0.8, 0.5, 0.5})) - hue(displayColour(bodyColour(1))), 360.0)), 12);
    std::swap(v.bodies[0], v.bodies[1]);
  }
}

TEST_P(Frames, ABodyBehindIsHiddenAndTheFloorGetsAShadow) {
  SimView v = oneBall(0, {0.8, 0.25, 0.5});
  draw(v);
  // Straight away from the light, on the floor.
  const Vec3 l = glm::normalize(Vec3(-0.42, 0.86, 0.46));
  const Vec3 spot = Vec3(0.8, 0.25, 0.5) - l * (0.25 / l.y);
  const double shaded = brightness(at(spot));
  v.bodies.clear();
  redraw(v);
  EXPECT_LT(shaded, 0.85 * brightness(at(spot)));
}

TEST_P(Frames, TheFloorShowsWhatMovedWhileItWasOutOfView) {
  SimView v = oneBall(0, {0.8, 0.25, 0.5});
  draw(v);
  const Camera above = camera;
  camera.pitch = -40;
  redraw(v);
  v.bodies[0].pose.position = {0.4, 0.25, 0.5};
  redraw(v);
  camera = above;
  redraw(v);
  redraw(v);  // at once the background may be a coarse one
  const auto seen = image.rgb;
  renderer = std::make_unique<Renderer>(std::get<Quality>(GetParam()));
  redraw(v);
  EXPECT_EQ(image.rgb, seen);
}

TEST_P(Frames, MarkersShowInFrontOfABodyAndHideBehindIt) {
  SimView v = oneBall(1);
  v.bodies[0].mesh = fake::sphere(0.2);
  draw(v);
  const Vec3f plain = at({0.8, 0.5, 0.5});
  const Camera::Ray ray = camera.ray(Vec2(camera.project({0.8, 0.5, 0.5}, 16 / 9.0)), 16 / 9.0);
  const auto withMarker = [&](double along) {
    v.markers.position.assign(1, Vec3f(Vec3(0.8, 0.5, 0.5) + along * ray.direction));
    v.markers.dye = {2};
    v.markers.velocity = {Vec3f(0)};
    redraw(v);
    return at({0.8, 0.5, 0.5});
  };
  EXPECT_LT(distance(withMarker(0.3), plain), 0.02);
  EXPECT_GT(distance(withMarker(-0.3), plain), 0.3);
  options.showMarkers = false;
  EXPECT_LT(distance(withMarker(-0.3), plain), 0.02);
}

TEST_P(Frames, MarkersAreColouredByDyeAndSpeed) {
  SimView v = fake::tank();
  v.speedScale = 1;
  v.markers.position = {{0.5f, 0.5f, 0.9f}, {1.1f, 0.5f, 0.9f}};
  v.markers.dye = {1, 2};
  v.markers.velocity = {Vec3f(0, 0.5f, 0), Vec3f(0, 0, -1)};
  draw(v);
  const Vec3f blue = at({0.5, 0.5, 0.9}), red = at({1.1, 0.5, 0.9});
  EXPECT_GT(blue.b, blue.r + 0.15);
  EXPECT_GT(red.r, red.b + 0.15);
  options.colour = MarkerColour::Speed;
  redraw(v);
  const Vec3f half = at({0.5, 0.5, 0.9}), full = at({1.1, 0.5, 0.9});
  EXPECT_GT((options.theme == Theme::Dark ? 1 : -1) * (brightness(full) - brightness(half)), 0.05);
}

TEST_P(Frames, StreaksShowTheWayMarkersCame) {
  SimView v = fake::tank();
  v.speedScale = 1;
  v.markers.position = {{1.1f, 0.5f, 0.8f}};
  v.markers.dye = {1};
  v.markers.velocity = {Vec3f(1, 0, 0)};
  draw(v);
  const double way = streakSeconds(v);
  ASSERT_GT(way, 0.05);
  const Vec3 behind(1.1 - 0.5 * way, 0.5, 0.8), ahead(1.1 + 0.5 * way, 0.5, 0.8);
  const Vec3f plain = at(behind), before = at(ahead);
  options.streaks = true;
  redraw(v);
  EXPECT_GT(distance(at(behind), plain), 0.1);
  EXPECT_LT(distance(at(ahead), before), 0.02);
  v.markers.velocity = {Vec3f(0)};  // who rests has none
  redraw(v);
  EXPECT_LT(distance(at(behind), plain), 0.02);
}

TEST_P(Frames, NearMarkersCoverFarOnes) {
  SimView v = fake::tank();
  draw(v);
  const Camera::Ray ray = camera.ray(Vec2(camera.project({0.8, 0.5, 0.5}, 16 / 9.0)), 16 / 9.0);
  for (int turn = 0; turn < 2; ++turn) {
    const Vec3f near(Vec3(0.8, 0.5, 0.5) - 0.2 * ray.direction), far(Vec3(0.8, 0.5, 0.5) + 0.2 * ray.direction);
    v.markers.position = turn ? std::vector{near, far} : std::vector{far, near};
    v.markers.dye = turn ? std::vector<uint8_t>{1, 2} : std::vector<uint8_t>{2, 1};
    v.markers.velocity.assign(2, Vec3f(0));
    redraw(v);
    const Vec3f seen = at({0.8, 0.5, 0.5});
    EXPECT_GT(seen.b, seen.r) << "turn " << turn;
  }
}

TEST_P(Frames, ManyMarkersLookLikeFewBecauseOnlyTheMethodChanges) {
  // 16,001 markers: one in sight, the rest on one spot behind the ball. Software OpenGL draws them on the CPU then.
  SimView v = oneBall(1);
  draw(v);
  const Camera::Ray ray = camera.ray(Vec2(camera.project({0.8, 0.5, 0.5}, 16 / 9.0)), 16 / 9.0);
  const Vec3f plain = at({0.8, 0.5, 0.5});
  const Vec3f behind(Vec3(0.8, 0.5, 0.5) + 0.3 * ray.direction);
  v.markers.position.assign(16001, behind);
  v.markers.dye.assign(16001, 2);
  v.markers.velocity.assign(16001, Vec3f(0));
  v.markers.position[7] = {0.3f, 0.6f, 0.9f};
  redraw(v);
  EXPECT_LT(distance(at({0.8, 0.5, 0.5}), plain), 0.02);  // hidden by the ball
  const Vec3f dot = at({0.3, 0.6, 0.9});
  EXPECT_GT(dot.r, dot.b + 0.15);
  // In front of the ball, at the window's edges and beyond.
  v.markers.position[8] = Vec3f(Vec3(0.8, 0.5, 0.5) - 0.3 * ray.direction);
  int i = 9;
  for (const double x : {-1.01, -1.0, -0.999, 0.999, 1.0, 1.01})
    for (const double y : {-1.01, -0.999, 0.0, 0.999, 1.01}) {
      const Camera::Ray r = camera.ray({x, y}, 16 / 9.0);
      v.markers.position[static_cast<size_t>(i++)] = Vec3f(r.origin + camera.distance * r.direction);
    }
  redraw(v);
  EXPECT_GT(at({0.8, 0.5, 0.5}).r, at({0.8, 0.5, 0.5}).b);
}

TEST_P(Frames, TheSelectedBodyHasAnOutlineAndIsWhiteInTheHand) {
  const SimView v = oneBall(0);
  draw(v);
  const Int3 c = place({0.8, 0.5, 0.5});
  const auto accentPixels = [&] {
    const Vec3f accent = themeLook(options.theme).accent;
    int count = 0;
    for (int y = 0; y < kHeight; ++y)
      for (int x = 0; x < kWidth; ++x) count += distance(pixel(x, y), accent) < 0.12;
    return count;
  };
  EXPECT_EQ(accentPixels(), 0);
  EXPECT_GT(chroma(pixel(c.x, c.y)), 0.3);
  options.selected = 0;
  redraw(v);
  EXPECT_GT(chroma(pixel(c.x, c.y)), 0.3);  // or its colour could not be chosen
  EXPECT_GT(accentPixels(), 40);
  options.held = true;
  redraw(v);
  EXPECT_LT(chroma(pixel(c.x, c.y)), 0.12);
  EXPECT_GT(brightness(pixel(c.x, c.y)), 0.6);
  EXPECT_GT(accentPixels(), 40);
  options.selected = -1, options.held = false;
  options.hovered = 0;
  redraw(v);
  EXPECT_GT(chroma(pixel(c.x, c.y)), 0.3);
  EXPECT_GT(accentPixels(), 15);
}

TEST_P(Frames, SmokeShowsWhereItIsAndBodiesStandInFrontOfIt) {
  SimView v = fake::tank();
  draw(v);
  const Vec3 inside{0.8, 0.5, 0.5}, outside{0.25, 0.5, 0.5};
  const Vec3f clear = at(inside), aside = at(outside);
  v.smoke.cells = {32, 20, 20};
  v.smoke.density.assign(32 * 20 * 20, 0.f);
  for (int k = 7; k < 13; ++k)
    for (int j = 7; j < 13; ++j)
      for (int i = 13; i < 19; ++i) v.smoke.density[static_cast<size_t>(i + 32 * (j + 20 * k))] = 1;
  redraw(v);
  const double change = brightness(at(inside)) - brightness(clear);
  if (options.theme == Theme::Dark)
    EXPECT_GT(change, 0.25);  // white smoke
  else
    EXPECT_LT(change, -0.25);  // ink
  EXPECT_LT(distance(at(outside), aside), 0.01);

  const Camera::Ray ray = camera.ray(Vec2(camera.project(inside, 16 / 9.0)), 16 / 9.0);
  v.bodies.push_back(fake::body("ball", fake::sphere(0.1), inside - 0.4 * ray.direction, 0));
  v.step = 1;
  redraw(v);
  EXPECT_LT(std::abs(hue(at(inside)) - hue(displayColour(bodyColour(0)))), 15);
  options.showSmoke = false;
  v.bodies.clear();
  redraw(v);
  EXPECT_LT(distance(at(inside), clear), 0.01);
}

/// Tiles of the screen without a body in them are brought to full size without a look at depths.
TEST_P(Frames, SmokeBesideABodyLooksAsWhereDepthsAreAsked) {
  SimView v = fake::tank();
  options.showMarkers = false;
  v.smoke.cells = {32, 20, 20};
  for (int i = 0; i < 32 * 20 * 20; ++i) v.smoke.density.push_back(0.5f + 0.5f * std::sin(0.3f * float(i % 32)));
  v.bodies.push_back(fake::body("ball", fake::sphere(0.12), {0.6, 0.5, 0.8}, 0));
  draw(v);
  const auto aloneInSmoke = image.rgb;
  v.liquid.phi.assign(1, 0.f);  // anything might stand in it now, though no water is shown
  options.showWater = false;
  redraw(v);
  ASSERT_EQ(image.rgb.size(), aloneInSmoke.size());
  int most = 0;
  for (size_t i = 0; i < aloneInSmoke.size(); ++i)
    most = std::max(most, std::abs(int{image.rgb[i]} - int{aloneInSmoke[i]}));
  EXPECT_LE(most, 1);
}

TEST_P(Frames, WaterTintsWhatIsBehindItAndNothingElse) {
  SimView v = fake::tank();
  draw(v);
  const Vec3 under{0.8, 0.2, 0.5}, air{0.8, 0.85, 0.5};
  const Vec3f dry = at(under), above = at(air);
  fake::addWaves(v);
  redraw(v);
  EXPECT_EQ(at(air), above);
  const Vec3f wet = at(under);
  EXPECT_GT(wet.b - wet.r, dry.b - dry.r + 0.1);
  EXPECT_GT(std::min(wet.g, wet.b), wet.r + 0.05);
  // More liquid to look through is darker: a body close behind the glass, and one at the back.
  v.bodies.push_back(fake::body("ball", fake::sphere(0.08), {0.8, 0.2, 0.9}, 0));
  redraw(v);
  const Vec3f front = at({0.8, 0.2, 0.98});
  EXPECT_LT(std::abs(hue(front) - hue(displayColour(bodyColour(0)))), 40);
  v.bodies[0].pose.position.z = 0.1;
  v.step = 1;
  redraw(v);
  EXPECT_LT(at({0.8, 0.2, 0.18}).r, front.r - 0.1);
  options.showWater = false;
  v.bodies.clear();
  redraw(v);
  EXPECT_LT(distance(at(under), dry), 0.01);
}

TEST_P(Frames, ASliceHasItsColoursAndHoles) {
  SimView v = oneBall(0, {0.8, 0.5, 0.85});
  const Vec3 low{0.4, 0.1, 0.5}, high{0.4, 0.9, 0.5}, hole{1.2, 0.9, 0.5}, ball{0.8, 0.5, 0.98};
  draw(v);
  const Vec3f behind = at(hole), front = at(ball);
  FieldView& f = v.fields;
  f.cells = v.cells;
  for (int k = 0; k < v.cells.z; ++k)
    for (int j = 0; j < v.cells.y; ++j)
      for (int i = 0; i < v.cells.x; ++i) {
        const Vec3 x = v.dx * (Vec3(i, j, k) + 0.5);
        f.pressure.push_back(static_cast<float>(1e4 * (1 - x.y)));
        f.velocity.push_back(Vec3f(0)), f.outflow.push_back(0), f.open.push_back(1);
        f.kind.push_back(x.x > 1 && x.y > 0.7 ? CellKind::Air : CellKind::Fluid);
      }
  redraw(v);
  EXPECT_EQ(at(hole), behind);  // nobody has asked for a slice
  options.slice = {SliceQuantity::Pressure, 2, 0.5};
  redraw(v);
  EXPECT_LT(distance(at(hole), behind), 0.01);
  EXPECT_LT(distance(at(ball), front), 0.02);  // in front of the plane
  const auto expected = [&](double t) { return displayColour(sliceColour(SliceQuantity::Pressure, t, options.theme)); };
  // The glass and what is behind lighten it a little.
  EXPECT_LT(distance(at(low), expected(0.9)), 0.4 * distance(at(low), expected(0.1)));
  EXPECT_LT(distance(at(high), expected(0.1)), 0.4 * distance(at(high), expected(0.9)));
  EXPECT_GT(distance(at(low), at(high)), 0.3);
}

TEST_P(Frames, ArrowsStreamlinesAndForcesAreWhereTheyBelong) {
  SimView v = oneBall(0, {0.8, 0.3, 0.5});
  FieldView& f = v.fields;
  f.cells = v.cells;
  const size_t count = static_cast<size_t>(v.cells.x) * v.cells.y * v.cells.z;
  f.velocity.assign(count, Vec3f(0.3f, 1, 0)), f.kind.assign(count, CellKind::Fluid);
  draw(v);
  const Image bare = image;
  const auto changed = [&](const Vec3& world) {
    const Int3 p = place(world);
    const uint8_t* b = &bare.rgb.at(3 * static_cast<size_t>(p.x + kWidth * p.y));
    return distance(pixel(p.x, p.y), Vec3f(b[0], b[1], b[2]) / 255.f);
  };
  options.slice.axis = 2, options.arrows = ArrowPlaces::Slice;
  redraw(v);
  std::vector<FlowArrow> arrows;
  placeArrows(v, options.slice, options.arrows, 600, arrows);
  ASSERT_GT(arrows.size(), 20u);
  int seen = 0;
  for (const FlowArrow& a : arrows) seen += changed(Vec3(a.at)) > 0.15;
  EXPECT_GT(seen, static_cast<int>(arrows.size()) * 3 / 4);
  // Of another side of a comparison that is a hundred times as fast, too short to be drawn.
  options.scales = FlowScales{100 * flowSpeed(v), {}};
  redraw(v);
  seen = 0;
  for (const FlowArrow& a : arrows) seen += changed(Vec3(a.at)) > 0.15;
  EXPECT_EQ(seen, 0);
  options.scales.reset();
  options.arrows = ArrowPlaces::None, options.streamlines = true;
  redraw(v);
  Streamlines lines;
  traceStreamlines(v, 70, lines);
  ASSERT_FALSE(lines.empty());
  seen = 0;
  int asked = 0;
  for (size_t l = 0; l + 1 < lines.starts.size(); ++l, ++asked)
    seen += changed(Vec3(lines.points[(lines.starts[l] + lines.starts[l + 1]) / 2])) > 0.05;
  EXPECT_GT(seen, asked / 2);
  // The force stands on the ball's centre and over everything.
  options.streamlines = false, options.forces = true;
  v.bodies[0].pressureForce = {0, 40, 0};
  redraw(v);
  const Vec3 tip = v.bodies[0].pose.position + Vec3(0, 0.5 * 40 / 50 * forceArrowLength(v), 0);
  EXPECT_LT(distance(at(tip), displayColour(bodyArrowColour(0, options.theme))), 0.35);
  options.scales = FlowScales{0, {500, 0}};
  redraw(v);
  EXPECT_LT(changed(tip), 0.05) << "a tenth of the longest on another side";
  options.scales.reset();
  v.bodies[0].pressureTorque = {0, std::nan(""), 0};
  v.bodies[0].pressureForce = Vec3(0);
  redraw(v);
  EXPECT_LT(changed(tip), 0.05) << "numbers that are none draw nothing";
}

TEST_P(Frames, TheSolversBoundaryStandsInPlaceOfTheBodies) {
  SimView v = oneBall(0, {0.8, 0.5, 0.5});
  draw(v);
  const Vec3f ball = at({0.8, 0.5, 0.5}), beside = at({0.3, 0.5, 0.5});
  FaceView& f = v.faces;
  f.cells = v.cells;
  for (int a = 0; a < 3; ++a) {
    Int3 n = v.cells;
    ++n[a];
    f.open[a].assign(static_cast<size_t>(n.x) * n.y * n.z, 1.f), f.solid[a].assign(f.open[a].size(), -1);
    for (int k = 8; k < 12 + (a == 2); ++k)  // a cube of cells about (0.3, 0.5, 0.5)
      for (int j = 8; j < 12 + (a == 1); ++j)
        for (int i = 4; i < 8 + (a == 0); ++i) f.open[a][f.at(a, i, j, k)] = 0, f.solid[a][f.at(a, i, j, k)] = 0;
  }
  redraw(v);
  EXPECT_EQ(at({0.8, 0.5, 0.5}), ball) << "nobody has asked for it";
  options.boundary = true;
  redraw(v);
  EXPECT_GT(distance(at({0.8, 0.5, 0.5}), ball), 0.2) << "the mesh is gone";
  EXPECT_GT(distance(at({0.3, 0.5, 0.5}), beside), 0.2);
  EXPECT_NEAR(hue(at({0.3, 0.5, 0.5})), hue(ball), 25) << "in the body's colour";
}

TEST_P(Frames, DropsShowBesideTheWater) {
  SimView v = fake::tank();
  v.liquid.cells = v.cells + 2;
  v.liquid.phi.assign(static_cast<size_t>(v.liquid.cells.x) * v.liquid.cells.y * v.liquid.cells.z, 1.f);
  draw(v);
  const Vec3 place{0.7, 0.6, 0.5}, none{1.1, 0.6, 0.5};
  const Vec3f before = at(place), other = at(none);
  v.liquid.drops = {Vec3f(place)}, v.liquid.dropRadius = 0.03f;
  redraw(v);
  EXPECT_GT(distance(at(place), before), 0.05);
  EXPECT_GT(at(place).b, at(place).r) << "water is blue";
  EXPECT_EQ(at(none), other);
  options.showWater = false;
  redraw(v);
  EXPECT_EQ(at(place), before);
}

/// A liquid by its distance in m, in cells in the view.
template <class Distance>
void addLiquid(SimView& v, Distance distance) {
  v.liquid.cells = v.cells + 2;
  for (int k = 0; k < v.liquid.cells.z; ++k)
    for (int j = 0; j < v.liquid.cells.y; ++j)
      for (int i = 0; i < v.liquid.cells.x; ++i)
        v.liquid.phi.push_back(
            static_cast<float>(std::clamp(distance(v.dx * (Vec3(i, j, k) - 0.5)) / v.dx, -1.0, 1.0)));
}

TEST_P(Frames, AFloatStandsOnItsMirrorImage) {
  SimView v = fake::tank();
  addLiquid(v, [](const Vec3& x) { return x.y - 0.5; });
  v.bodies.push_back(fake::body("box", fake::box({0.3, 0.4, 0.3}), {0.8, 0.3, 0.5}, 8));  // just under the water
  draw(v);
  camera.pitch = 10;
  redraw(v);
  const Vec3 below{0.8, 0.46, 0.65};
  const Vec3f skyInIt = at(below);
  v.bodies[0] = fake::body("box", fake::box({0.3, 0.6, 0.3}), {0.8, 0.4, 0.5}, 8);  // dark, and out of it
  redraw(v);
  EXPECT_LT(brightness(at(below)), brightness(skyInIt) - 0.03) << "its face above the water, not the sky";
}

TEST_P(Frames, AJetIsRound) {
  SimView v = fake::tank();
  addLiquid(v, [](const Vec3& x) { return std::hypot(x.x - 0.8, x.z - 0.5) - 0.2; });
  draw(v);
  const Vec3 right = glm::normalize(glm::cross(camera.forward(), Vec3(0, 1, 0)));
  const Vec3 middle{0.8, 0.5, 0.5};
  // Its edges are darker than a pale room; a dark room is mirrored in them.
  const double sign = options.theme == Theme::Light ? 1 : -1;
  for (const double side : {-1, 1})
    EXPECT_GT(sign * (brightness(at(middle)) - brightness(at(middle + side * 0.185 * right))), 0.02) << side;
}

TEST_P(Frames, WaterReachesTheGlassWithoutAGap) {
  SimView v = fake::tank();
  draw(v);
  const Image bare = image;
  fake::addWaves(v, 0);
  redraw(v);
  // Along the front glass from edge to edge, a little under the level and a little over the floor.
  for (const double y : {0.04, 0.46})
    for (int i = 0; i <= 60; ++i) {
      const Int3 c = place({0.04 + 1.52 * i / 60, y, 1});
      const Vec3f seen = pixel(c.x, c.y);
      const uint8_t* b = &bare.rgb.at(3 * static_cast<size_t>(c.x + kWidth * c.y));
      EXPECT_GT(seen.b - seen.r, static_cast<float>(b[2] - b[0]) / 255 + 0.01) << i << ' ' << y;
    }
  // On the back glass it ends at the level.
  for (int i = 1; i < 60; ++i) {
    const Int3 under = place({1.6 * i / 60, 0.46, 0}), over = place({1.6 * i / 60, 0.60, 0});
    const uint8_t* b = &bare.rgb.at(3 * static_cast<size_t>(over.x + kWidth * over.y));
    EXPECT_LT(distance(pixel(over.x, over.y), Vec3f(b[0], b[1], b[2]) / 255.f), 0.02) << i;
    EXPECT_GT(pixel(under.x, under.y).b - pixel(under.x, under.y).r, 0.03) << i;
  }
}

TEST_P(Frames, ABodyAboveTheWaterKeepsItsColour) {
  SimView v = oneBall(0, {0.8, 0.85, 0.5});
  draw(v);
  const Vec3f before = at({0.8, 0.85, 0.5});
  fake::addWaves(v);
  redraw(v);
  EXPECT_LT(distance(at({0.8, 0.85, 0.5}), before), 0.01);
}

TEST_P(Frames, TheBackgroundIsSmooth) {
  SimView v = fake::tank();
  draw(v);
  // The top rows show the studio alone.
  for (int x = 1; x < kWidth; ++x) EXPECT_LT(distance(pixel(x, 3), pixel(x - 1, 3)), 0.015) << x;
  EXPECT_EQ(brightness(pixel(5, 5)) > 0.8, options.theme == Theme::Light);
  EXPECT_EQ(brightness(pixel(5, 5)) < 0.2, options.theme == Theme::Dark);
}

TEST_P(Frames, EveryTankAndBothDimensionsDraw) {
  for (const auto kind : {ContainerKind::Box, ContainerKind::Sphere, ContainerKind::Cylinder, ContainerKind::TiltedBox})
    for (const bool flat : {false, true})
      for (const double dx : {0.0025, 0.05, 0.5}) {
        SimView v = fake::tank(flat ? Int3(20, 20, 1) : Int3(20, 20, 20), dx);
        v.flat = flat;
        draw(v);
        const Image bare = image;
        v.container.kind = kind;
        v.container.size = 20 * dx * Vec3(0.4, 0.6, 0.5);
        v.bodies.push_back(fake::body("ball", fake::sphere(2 * dx), v.container.pose.position, 0));
        redraw(v);
        EXPECT_GT(chroma(at(v.container.pose.position)), 0.2) << static_cast<int>(kind) << flat << dx;
        size_t changed = 0;
        for (size_t i = 0; i < image.rgb.size(); ++i) changed += image.rgb[i] != bare.rgb[i];
        EXPECT_GT(changed, 300u);
      }
}

TEST_P(Frames, OddInputsDoNoHarm) {
  draw(SimView{});  // no cells at all
  SimView v = oneBall(0);
  v.bodies.push_back(fake::body("none", nullptr, {0.5, 0.5, 0.5}, 1));
  v.bodies.push_back(fake::body("empty", std::make_shared<TriangleMesh>(), {0.5, 0.5, 0.5}, 1));
  v.bodies.push_back(fake::body("lost", fake::sphere(0.1), Vec3(std::nan("")), -3));
  v.markers.position = {Vec3f(std::nanf("")), Vec3f(1e30f), Vec3f(0.3f)};
  v.smoke.cells = {4, 4, 4};
  v.smoke.density = {1, 2};  // does not fit
  v.liquid.cells = v.cells + 2;
  v.liquid.phi = {1, -1};  // does not fit
  v.hand = {true, 7, Vec3(0.1), Vec3(std::nan("")), Vec3(0)};
  options.selected = 99, options.hovered = -5, options.markerDivisor = 0;
  draw(v);
  EXPECT_GT(chroma(at({0.8, 0.5, 0.5})), 0.2);
  camera.distance = 1e-3;  // inside the ball
  redraw(v);
}

TEST_P(Frames, SizesFromNothingToUltraHighDefinition) {
  const SimView v = oneBall(0);
  draw(v);
  const Image before = image;
  for (const auto& [w, h] : {std::pair{0, 0}, {0, 100}, {100, 0}, {-3, 7}}) {
    renderer->draw(v, camera, options, w, h, context->framebuffer());
    EXPECT_EQ(context->read().rgb, before.rgb);
  }
  for (const auto& [w, h] : {std::pair{1, 1}, {7, 300}, {3840, 2160}}) {
    gl::Target big;
    big.resize(w, h, {});
    renderer->draw(v, camera, options, w, h, big.framebuffer(), 2);
    const Image seen = readPixels(big.framebuffer(), w, h);
    EXPECT_GT(std::count_if(seen.rgb.begin(), seen.rgb.end(), [](uint8_t b) { return b > 5; }), 0) << w;
  }
}

TEST_P(Frames, TheHandIsALineToTheTarget) {
  SimView v = oneBall(0);
  draw(v);
  const Vec3 a{0.8, 0.6, 0.65}, b{0.3, 0.8, 0.7};
  const Vec3f before = at(0.5 * (a + b));
  v.hand = {true, 0, a, b, Vec3(0)};
  redraw(v);
  EXPECT_LT(distance(at(b), themeLook(options.theme).accent), 0.15);
  EXPECT_GT(distance(at(0.5 * (a + b)), before), 0.15);
}

TEST_P(Frames, TheSameViewGivesTheSamePicture) {
  const SimView v = fake::showcase(500, true);
  draw(v);
  redraw(v);  // the first frames differ by design: a moved camera has a coarser background on software OpenGL
  const Image first = image;
  redraw(v);
  EXPECT_EQ(first.rgb, image.rgb);
}

INSTANTIATE_TEST_SUITE_P(All, Frames,
                         testing::Combine(testing::Values(Theme::Light, Theme::Dark),
                                          testing::Values(Quality::Software, Quality::Integrated)),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param) == Theme::Light ? "Light" : "Dark") +
                                  (std::get<1>(info.param) == Quality::Software ? "Software" : "Gpu");
                         });

TEST(Shaders, ErrorsNameTheFileAndTheCompilersWords) {
  std::string reason;
  if (!offscreen(reason)) GTEST_SKIP() << reason;
  EXPECT_FALSE(gl::embeddedShaders().empty());
  try {
    gl::Program missing("body.vert", "nowhere.frag");
    FAIL() << "a missing shader was accepted";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("nowhere.frag"), std::string::npos);
  }
  try {
    gl::Program wrong("body.vert", "common.glsl");  // no main
    FAIL() << "a fragment shader without main was accepted";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("common.glsl"), std::string::npos);
  }
}

TEST(Quality, ChosenWithAReason) {
  std::string reason;
  if (!offscreen(reason)) GTEST_SKIP() << reason;
  const Quality quality = chooseQuality(reason);
  EXPECT_NE(reason.find("level " + std::to_string(static_cast<int>(quality))), std::string::npos) << reason;
  const std::string name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  if (name.find("llvmpipe") != std::string::npos) {
    EXPECT_EQ(quality, Quality::Software);
  }
}

TEST(Palette, WrapsAndMatchesTheSpeedMapsEnds) {
  EXPECT_EQ(bodyColour(0), 0xD4653Au);
  EXPECT_EQ(bodyColour(10), bodyColour(0));
  EXPECT_EQ(bodyColour(-1), bodyColour(9));
  EXPECT_EQ(dyeColour(0, Theme::Light), 0xA3B3C0u);
  EXPECT_EQ(dyeColour(1, Theme::Dark), 0x4FA3E3u);
  for (const Theme theme : {Theme::Light, Theme::Dark}) {
    double last = brightness(displayColour(speedColour(0, theme)));
    const double sign = theme == Theme::Dark ? 1 : -1;
    for (int i = 1; i <= 20; ++i) {
      const double b = brightness(displayColour(speedColour(i / 20.0, theme)));
      EXPECT_GT(sign * (b - last), 0) << i;
      last = b;
    }
  }
  EXPECT_EQ(speedColour(0, Theme::Light), 0xC9D5DDu);
  EXPECT_EQ(speedColour(1, Theme::Dark), 0xF7EFB2u);
  EXPECT_EQ(speedColour(std::nan(""), Theme::Dark), speedColour(0, Theme::Dark));
}

TEST(Pictures, PngIsWrittenOrTheReasonGiven) {
  Image image{2, 1, {255, 0, 0, 0, 255, 0}};
  const std::string path = testing::TempDir() + "flotsam_two_pixels.png";
  EXPECT_TRUE(writePng(path, image).empty());
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  // Where it cannot take its name, neither a part nor a broken picture stays.
  const std::string taken = testing::TempDir() + "flotsam_taken.png";
  std::filesystem::create_directories(taken);
  EXPECT_TRUE(hasErrors(writePng(taken, image)));
  EXPECT_FALSE(std::filesystem::exists(taken + ".part"));
  std::filesystem::remove(taken);
  const Problems problems = writePng("/nonexistent-folder/x.png", image);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].text().find("/nonexistent-folder/x.png"), std::string::npos);
  EXPECT_TRUE(hasErrors(writePng(path, Image{})));
}

}  // namespace
}  // namespace flotsam
