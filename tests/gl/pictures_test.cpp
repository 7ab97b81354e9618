// SPDX-License-Identifier: MIT
// Pictures to look at and times to read, on request only: FLOTSAM_PICTURES=DIR writes the fake scenes as PNG files of
// 1280 x 720, FLOTSAM_TIMES=1 prints milliseconds per frame.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>

#include "fake_scene.h"
#include "render/heap.h"
#include "render/offscreen.h"
#include "render/renderer.h"

namespace flotsam {
namespace {

constexpr int kWidth = 1280, kHeight = 720;

struct Shot {
  const char* name;
  SimView view;
  Camera camera;
  DrawOptions options;
};

Camera framed(const SimView& v) { return Camera::framing(v.dx * Vec3(v.cells)); }

std::vector<Shot> shots() {
  std::vector<Shot> all;
  const auto add = [&](const char* name, SimView view, DrawOptions options) {
    const Camera camera = framed(view);
    all.push_back({name, std::move(view), camera, options});
  };
  using fake::showcase;
  add("markers-light", showcase(8000, false), {.selected = 0, .held = true});
  add("markers-dark", showcase(8000, false), {.theme = Theme::Dark, .colour = MarkerColour::Speed, .hovered = 2});
  add("many-light", showcase(64000, false), {.selected = 0, .held = true});
  add("smoke-dark", showcase(0, true), {.theme = Theme::Dark, .hovered = 0});
  add("smoke-light", showcase(0, true), {.selected = 0});
  add("speed-light", showcase(8000, false), {.colour = MarkerColour::Speed});
  SimView hand = showcase(0, false);
  hand.hand = {true, 1, {1.0, 0.8, 0.5}, {0.7, 0.95, 0.6}, Vec3(0)};
  add("hand-dark", hand, {.theme = Theme::Dark, .selected = 1, .held = true});

  SimView water = showcase(0, false);
  fake::addWaves(water);
  add("water-light", water, {.selected = 0, .held = true});
  add("water-dark", water, {.theme = Theme::Dark});
  fake::addMarkers(water, 8000);
  add("water-markers-light", water, {});

  SimView flat = fake::tank({64, 40, 1}, 0.025);
  flat.flat = true;
  fake::addMarkers(flat, 3000);
  flat.bodies.push_back(fake::body("disc", fake::sphere(0.12), {0.5, 0.4, 0.0125}, 0));
  flat.bodies.push_back(
      fake::body("plate", fake::box({0.3, 0.1, 0.025}), {1.1, 0.6, 0.0125}, 1, glm::angleAxis(0.4, Vec3(0, 0, 1))));
  add("flat-light", flat, {.selected = 1});
  flat.markers = {};
  fake::addPlume(flat, {64, 40, 1});
  add("flat-smoke-dark", flat, {.theme = Theme::Dark});
  flat.smoke = {};
  fake::addWaves(flat);
  add("flat-water-light", flat, {});
  add("flat-water-dark", flat, {.theme = Theme::Dark});

  for (const auto kind : {ContainerKind::Sphere, ContainerKind::Cylinder, ContainerKind::TiltedBox}) {
    SimView v = fake::tank({20, 20, 20}, 0.05);
    v.container = {kind, {{0.5, 0.5, 0.5}, {1, 0, 0, 0}}, {0.45, 0.8, 0.6}};
    if (kind == ContainerKind::TiltedBox) {
      v.container.pose.orientation = glm::angleAxis(0.4, glm::normalize(Vec3(0.3, 0.2, 1)));
      v.container.size = {0.7, 0.6, 0.6};
    }
    v.bodies.push_back(fake::body("ball", fake::sphere(0.12), {0.45, 0.4, 0.5}, 3));
    add(kind == ContainerKind::Sphere     ? "sphere-light"
        : kind == ContainerKind::Cylinder ? "cylinder-light"
                                          : "tilted-light",
        v, {});
  }
  SimView zoo = fake::tank();
  int place = 0;
  for (const char* file : {"rabbit", "dragon", "gear", "gem", "paddle_wheel", "asteroid"})
    if (auto mesh = fake::readObj(std::string(FLOTSAM_SOURCE_DIR) + "/assets/meshes/" + file + ".obj", 0.42)) {
      const Vec3 spot(0.3 + 0.5 * (place % 3), 0.25 + 0.5 * (place / 3), place < 3 ? 0.62 : 0.4);
      zoo.bodies.push_back(fake::body(file, mesh, spot, place));
      ++place;
    }
  add("meshes-light", zoo, {.hovered = 1});
  add("meshes-dark", zoo, {.theme = Theme::Dark, .selected = 0});
  SimView two = fake::tank({20, 20, 20}, 0.05);
  if (zoo.bodies.size() >= 2) two.bodies.assign(zoo.bodies.begin(), zoo.bodies.begin() + 2);
  fake::addMarkers(two, 8000);
  add("rabbit-and-dragon", two, {});
  SimView small = showcase(4000, false);
  small.dx *= 0.05;
  for (auto& b : small.bodies) {
    auto mesh = std::make_shared<TriangleMesh>(*b.mesh);
    for (auto& p : mesh->positions) p *= 0.05f;
    b.mesh = mesh, b.pose.position *= 0.05, b.boundingRadius *= 0.05;
  }
  for (auto& p : small.markers.position) p *= 0.05f;
  add("small-tank-dark", small, {.theme = Theme::Dark});
  Shot below = all.front();
  below.name = "below-light", below.camera.orbit(40, -35);
  Shot close = all.front();
  close.name = "close-light", close.camera.zoom(0.3), close.camera.orbit(-60, 25);
  Shot behind = all.front();
  behind.name = "behind-dark", behind.camera.orbit(150, 20), behind.options.theme = Theme::Dark;
  for (Shot& s : {std::ref(below), std::ref(close), std::ref(behind)}) all.push_back(std::move(s));
  return all;
}

/// CPU time of all threads so far: a fair measure while other programs run.
double cpuMs() { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::shared_ptr<OffscreenContext> context(std::string& reason) {
  keepHeap();
  auto made = OffscreenContext::create(kWidth, kHeight);
  if (!made) {
    reason = made.problems[0].text();
    return nullptr;
  }
  return *made;
}

TEST(Pictures, Written) {
  const char* folder = std::getenv("FLOTSAM_PICTURES");
  if (!folder) GTEST_SKIP() << "set FLOTSAM_PICTURES to a folder to write the pictures";
  std::filesystem::create_directories(folder);
  std::string reason;
  const auto offscreen = context(reason);
  if (!offscreen) GTEST_SKIP() << reason;
  const char* level = std::getenv("FLOTSAM_QUALITY");
  Renderer renderer(static_cast<Quality>(level ? std::atoi(level) : 0));
  const char* ui = std::getenv("FLOTSAM_UI_SCALE");
  for (const Shot& shot : shots()) {
    renderer.draw(shot.view, shot.camera, shot.options, kWidth, kHeight, offscreen->framebuffer(),
                  ui ? std::atof(ui) : 1);
    EXPECT_FALSE(hasErrors(writePng(std::string(folder) + "/" + shot.name + ".png", offscreen->read()))) << shot.name;
  }
}

TEST(Pictures, Times) {
  if (!std::getenv("FLOTSAM_TIMES")) GTEST_SKIP() << "set FLOTSAM_TIMES=1 to print the time of a frame";
  std::string reason;
  const auto offscreen = context(reason);
  if (!offscreen) GTEST_SKIP() << reason;
  Renderer renderer(Quality::Software);
  const char* only = std::getenv("FLOTSAM_ONLY");
  for (Shot& shot : shots()) {
    if (only && !std::string(shot.name).starts_with(only)) continue;
    for (const bool moving : {false, true}) {
      std::vector<double> ms;
      const double cpu = cpuMs();
      for (int i = 0; i < 20; ++i) {
        shot.view.step += 1;
        for (auto& b : shot.view.bodies) b.pose.position.x += 1e-4;
        if (moving) shot.camera.orbit(0.2, 0);
        glFinish();
        const auto start = std::chrono::steady_clock::now();
        renderer.draw(shot.view, shot.camera, shot.options, kWidth, kHeight, offscreen->framebuffer());
        glFinish();
        ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
      }
      std::sort(ms.begin(), ms.end());
      std::printf("%-18s %-7s median %.1f ms, best %.1f ms, cpu %.1f ms\n", shot.name, moving ? "moving" : "still",
                  ms[ms.size() / 2], ms.front(), (cpuMs() - cpu) / static_cast<double>(ms.size()));
    }
  }
}

}  // namespace
}  // namespace flotsam
