// SPDX-License-Identifier: MIT
// No parameter is for show: each end of a slider, each word of a choice and each switch changes what is computed, set
// in the scene or while it runs, in one scene of a handful at least. One that does nothing in a full tank or in a
// liquid says in its help what it is for.
#include <functional>
#include <map>

#include "core/describe.h"
#include "sim/world.h"
#include "tank.h"

namespace flotsam {
namespace {

BodyDesc ball(const char* name, const Vec3& position, double density) {
  BodyDesc b;
  b.name = name, b.shape = Tank::primitive(ShapeKind::Sphere, Vec3(0.15)), b.shapeDesc = b.shape->desc();
  b.position = position, b.density = density;
  return b;
}

WorldDesc plain() {
  WorldDesc d;
  d.cells = Int3(10);
  d.dx = 0.1;
  d.bodies.push_back(ball("ball", Vec3(0.4, 0.35, 0.5), 1500));
  d.bodies.back().velocity = Vec3(0.5, -2, 0);
  BodyDesc box = ball("box", Vec3(0.55, 0.75, 0.45), 2500);
  box.shape = Tank::primitive(ShapeKind::Box, Vec3(0.3, 0.2, 0.3)), box.shapeDesc = box.shape->desc();
  box.velocity = Vec3(0, -3, 0), box.angularVelocity = Vec3(0, 0, 2);  // onto the ball
  d.bodies.push_back(box);
  d.params.fluid.initial = InitialFlow::Spin;
  d.params.fluid.viscosity = 1;
  d.smoke.push_back({.position = Vec3(0.5), .radius = 0.2, .temperature = 60});
  d.params.smoke.lift = 1;
  return d;
}

WorldDesc water() {
  WorldDesc d = plain();
  d.smoke.clear();
  d.params.fluid.domain = FluidDomain::Liquid;
  d.params.fluid.surfaceTension = 1;
  d.liquid = {{.kind = LiquidRegion::Box, .position = Vec3(0.5, 0.3, 0.5), .size = Vec3(1, 0.6, 1)},
              {.kind = LiquidRegion::Box, .position = Vec3(0.2, 0.9, 0.5), .size = Vec3(0.4, 0.2, 1)}};
  return d;
}

struct Scene {
  const char* name;
  std::function<WorldDesc()> make;
};

/// The scenes a parameter is tried in, the plainest first.
const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all = {
      {"full tank", plain},
      {"water", water},
      {"fast motion",
       [] {
         WorldDesc d = plain();
         d.bodies[0].velocity = Vec3(40, 0, 0);
         d.bodies[1].angularVelocity = Vec3(0, 0, 150), d.bodies[1].density = 1e5;  // its corners stay fast
         d.params.fluid.initialSpeed = 60, d.params.fluid.viscosity = 0;
         return d;
       }},
      {"the rival that makes all fluid first",
       [] {
         WorldDesc d = plain();
         d.params.method.coupling = Coupling::RigidFluid;
         return d;
       }},
  };
  return all;
}

std::vector<Param> paramsOf(WorldDesc& d) {
  ParamList list;
  describe(d.params, list);
  for (BodyDesc& b : d.bodies) describe(b, list);
  return list.all();
}

/// A run with `key` at `value`, from the start or by an edit before the third step. The hand pulls the ball.
uint64_t run(const Scene& scene, const std::string& key, double value, bool live) {
  WorldDesc d = scene.make();
  if (!key.empty() && !live)
    for (const Param& p : paramsOf(d))
      if (p.info.key == key) p.store(value);
  World w(d);
  for (int step = 0; step < 8; ++step) {
    InputFrame input;
    input.hand = {true, "ball", Vec3(0, 0.05, 0), Vec3(0.7, 0.5, 0.5)};
    if (live && step == 2 && !key.empty())
      input.edits.push_back({.kind = Edit::SetParam, .key = key, .value = value, .body = {}});
    w.step(input);
    EXPECT_TRUE(w.status().ok) << scene.name << ", " << key << ' ' << value << ": " << w.status().fault;
  }
  return w.hash();
}

/// Both ends of a slider, the other words of a choice, the other side of a switch.
std::vector<double> othersOf(const Param& p) {
  std::vector<double> values;
  if (p.info.kind == ParamKind::Choice) {
    for (size_t i = 0; i < p.info.options.size(); ++i) values.push_back(static_cast<double>(i));
  } else {
    values = {p.info.min, p.info.max};
  }
  std::erase(values, p.value);
  return values;
}

bool saysWhatItIsFor(const std::string& help) {
  for (const char* words :
       {"Liquid:", "Smoke:", "rigid-fluid:", "ot used", "only", "split", "at the latest", "at start"})
    if (help.find(words) != std::string::npos) return true;
  return false;
}

class EveryParameter : public ::testing::TestWithParam<bool> {};

TEST_P(EveryParameter, ChangesWhatIsComputed) {
  const bool live = GetParam();
  std::map<const Scene*, uint64_t> plainRun;
  for (const Scene& s : scenes()) plainRun[&s] = run(s, "", 0, live);
  WorldDesc first = scenes()[0].make();
  size_t tried = 0;
  for (const Param& p : paramsOf(first)) {
    if (live && p.info.restarts) continue;
    ++tried;
    int acts = 0;
    bool silent = false;  // in one of the two kinds of fluid
    for (const Scene& s : scenes()) {
      bool any = false;
      WorldDesc d = s.make();
      std::vector<double> values;
      for (const Param& own : paramsOf(d))
        if (own.info.key == p.info.key) values = othersOf(own);
      for (const double value : values) any = any || run(s, p.info.key, value, live) != plainRun[&s];
      acts += any;
      silent = silent || (!any && &s - scenes().data() < 2);
      if (acts > 0 && &s - scenes().data() >= 1) break;
    }
    EXPECT_GT(acts, 0) << p.info.key << " changes nothing";
    if (silent) {
      EXPECT_TRUE(saysWhatItIsFor(p.info.help)) << p.info.key << " is inactive somewhere and does not say so";
    }
  }
  EXPECT_GE(tried, live ? 15u : 25u);
}

INSTANTIATE_TEST_SUITE_P(From, EveryParameter, ::testing::Values(false, true),
                         [](const auto& info) { return info.param ? "AnEdit" : "TheStart"; });

}  // namespace
}  // namespace flotsam
