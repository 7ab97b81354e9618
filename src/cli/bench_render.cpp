// SPDX-License-Identifier: MIT
#include "cli/bench_render.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>

#include "cli/common.h"
#include "cli/frames.h"
#include "render/offscreen.h"

namespace flotsam {

namespace {

constexpr int kStates = 6;  // successive ones, shown in turn

/// States of a scene as its pictures show them, from half a second on.
struct Sitter {
  std::string scene;
  std::vector<SimView> views;
  Camera camera;
  DrawOptions options;
};

Result<Sitter> sit(const std::string& scene) {
  auto desc = loadArgument(scene, {});
  if (!desc) return desc.problems;
  Sitter s{scene, std::vector<SimView>(kStates), sceneCamera(*desc), sceneOptions(*desc)};
  World world(std::move(*desc));
  const int steps = static_cast<int>(world.desc().params.rate) / 2;
  for (int i = 0; i < steps + kStates; ++i) {
    world.step();
    if (!world.status().ok) return Problem{"", 0, scene, "stopped: " + world.status().fault};
    if (i >= steps) world.fill(s.views[static_cast<size_t>(i - steps)], world.desc().view.markers, {true, true, false});
  }
  return s;
}

struct Ingredient {
  const char *name, *scene;
  std::function<void(Sitter&)> without, with;
  bool turning = false;  // the eye goes round as well
};

void noBodies(Sitter& s) {
  s.options.showMarkers = s.options.showSmoke = s.options.showWater = false;
  for (SimView& view : s.views) view.bodies.clear();
}
void bodiesAlone(Sitter& s) { s.options.showMarkers = s.options.showSmoke = s.options.showWater = false; }
void asAsked(Sitter&) {}

template <class Change>
std::function<void(Sitter&)> bodiesAnd(Change change) {
  return [change](Sitter& s) {
    bodiesAlone(s);
    change(s.options);
  };
}

std::vector<Ingredient> ingredients() {
  const char *markers = "rabbit-and-dragon", *smoke = "smoke-stirring", *water = "dam-break-obstacle";
  const auto pressure = [](DrawOptions& o) { o.slice.quantity = SliceQuantity::Pressure; };
  return {
      {"bodies and their shadows", markers, noBodies, bodiesAlone},
      {"markers", markers, bodiesAlone, bodiesAnd([](DrawOptions& o) { o.showMarkers = true; })},
      {"markers with streaks", markers, bodiesAlone,
       bodiesAnd([](DrawOptions& o) { o.showMarkers = o.streaks = true; })},
      {"smoke", smoke, bodiesAlone, asAsked},
      {"water", water, bodiesAlone, asAsked},
      {"a slice", markers, bodiesAlone, bodiesAnd(pressure)},
      {"arrows on a lattice", markers, bodiesAlone, bodiesAnd([](DrawOptions& o) { o.arrows = ArrowPlaces::Lattice; })},
      {"streamlines", markers, bodiesAlone, bodiesAnd([](DrawOptions& o) { o.streamlines = true; })},
      {"forces and torques", markers, bodiesAlone, bodiesAnd([](DrawOptions& o) { o.forces = true; })},
      {"the solver's boundary instead", markers, bodiesAlone, bodiesAnd([](DrawOptions& o) { o.boundary = true; })},
      {"the room as the eye moves", markers, noBodies, noBodies, /*turning=*/true},
  };
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// Draws at one level of detail. One renderer, because software OpenGL takes seconds to compile its shaders.
struct Studio {
  const OffscreenContext& context;
  int level, width, height, frames;
  Renderer renderer = Renderer(static_cast<Quality>(level));

  /// Both kinds of picture in turn, so that a noisy machine is noisy for both.
  RenderTiming time(const Ingredient& ingredient, const Sitter& sitter) {
    Sitter sides[2] = {sitter, sitter};
    ingredient.without(sides[0]), ingredient.with(sides[1]);
    std::vector<double> ms[2];
    constexpr int kWarm = 3;
    for (int frame = 0; frame < kWarm + frames; ++frame)
      for (size_t side = 0; side < 2; ++side) {
        Sitter& s = sides[side];
        // Both sides see all states, and no two pictures in a row the same one: its shadows would be there already.
        const size_t state = (static_cast<size_t>(frame) + side * s.views.size() / 2) % s.views.size();
        if (ingredient.turning) {  // the room is of this side's eye, and whole, before that moves or stays
          for (const size_t before : {state + 2, state + 1}) draw(s, before % s.views.size());
          if (side == 1) s.camera.orbit(0.5, 0);
        }
        context.finish();
        const double start = wallClock();
        draw(s, state);
        context.finish();
        if (frame >= kWarm) ms[side].push_back(1000 * (wallClock() - start));
      }
    return {level, ingredient.name, sitter.scene, median(ms[1]), median(ms[0])};
  }

 private:
  void draw(const Sitter& s, size_t state) {
    renderer.draw(s.views[state], s.camera, s.options, width, height, context.framebuffer(), height / 720.0);
  }
};

}  // namespace

Result<std::vector<RenderTiming>> timeRendering(int width, int height, int frames, std::string& openGl) {
  auto context = OffscreenContext::create(width, height);
  if (!context) return context.problems;
  (*context)->makeCurrent();
  chooseQuality(openGl);  // its words
  const std::vector<Ingredient> all = ingredients();
  std::map<std::string, Sitter> sitters;
  for (const Ingredient& ingredient : all) {
    if (sitters.contains(ingredient.scene)) continue;
    auto sitter = sit(ingredient.scene);
    if (!sitter) return sitter.problems;
    sitters.emplace(ingredient.scene, std::move(*sitter));
  }
  std::vector<RenderTiming> rows;
  for (int level = 0; level < 3; ++level) {
    Studio studio{**context, level, width, height, frames};
    for (const Ingredient& ingredient : all) rows.push_back(studio.time(ingredient, sitters.at(ingredient.scene)));
  }
  return rows;
}

}  // namespace flotsam
