// SPDX-License-Identifier: MIT
#include "cli/bench_cases.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "cli/common.h"
#include "core/rng.h"
#include "io/assets.h"
#include "io/mesh_import.h"
#include "io/scene.h"

namespace flotsam {

std::vector<std::string> benchCases() {
  std::vector<std::string> names;
  for (const auto& scene : shippedScenes()) names.push_back(scene.name);
  for (const char* name : {"full-20", "full-32", "full-40", "full-64", "crowd", "slosh-20", "slosh-32", "slosh-40",
                           "spheres-1", "spheres-32", "mixed-32", "light-1"})
    names.emplace_back(name);
  for (const auto& name : methodCases()) names.push_back(name);
  return names;
}

std::vector<std::string> methodCases() {
  StepParams params;
  ParamList list;
  describe(params, list);
  std::vector<std::string> names;
  for (const auto& word : list.find("method.coupling")->info.options) names.push_back("method-" + word);
  return names;
}

namespace {

struct Family {  // of cases that differ in a number
  std::string prefix;
  int least, most;
  Result<WorldDesc> (*make)(int);
};
const Family kFamilies[] = {
    {"full-", 8, 128, fullTank},
    {"slosh-", 8, 128, sloshingTank},
    {"spheres-", 1, 64, [](int count) { return tankOfSpheres(count, 1, 1); }},
    {"mixed-", 1, 64, [](int count) { return tankOfSpheres(count, 0.1, 10); }},
    {"light-", 1, 64, [](int count) { return tankOfSpheres(count, 0.001, 0.001); }},
};

}  // namespace

Result<WorldDesc> benchCase(const std::string& name) {
  for (const Family& family : kFamilies) {
    if (!name.starts_with(family.prefix)) continue;
    int number = 0;
    const char* end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data() + family.prefix.size(), end, number);
    if (parsed.ec != std::errc() || parsed.ptr != end || number < family.least || number > family.most)
      return Problem{"", 0, name,
                     "expected " + family.prefix + "N with N from " + std::to_string(family.least) + " to " +
                         std::to_string(family.most)};
    return family.make(number);
  }
  if (name == "crowd") return crowdedTank();
  const auto methods = methodCases();
  const auto method = std::find(methods.begin(), methods.end(), name);
  if (method == methods.end()) {
    Result<WorldDesc> scene = loadArgument(name, {});
    if (!scene && name.find_first_of("./") == std::string::npos)
      scene.problems.push_back({"", 0, name, "no other case of that name (flotsam bench --help names them)"});
    return scene;
  }
  auto tank = fullTank(32);
  if (!tank) return tank;
  tank->params.method.coupling = static_cast<Coupling>(method - methods.begin());
  for (BodyDesc& body : tank->bodies) body.density = 4 * tank->params.fluid.density;
  return tank;
}

namespace {

constexpr double kSlot = 0.46;  // m, room that a body of these has
const ShapeDesc kShapes[] = {{ShapeKind::Sphere, "", 0, Vec3(0.12)},
                             {ShapeKind::Box, "", 0, Vec3(0.2, 0.16, 0.22)},
                             {ShapeKind::Cylinder, "", 0, Vec3(0.09, 0.2, 0.09)},
                             {ShapeKind::Torus, "", 0, Vec3(0.1, 0.045, 0.1)},
                             {ShapeKind::Capsule, "", 0, Vec3(0.07, 0.26, 0.07)},
                             {ShapeKind::Ellipsoid, "", 0, Vec3(0.14, 0.09, 0.11)}};

/// Adds `count` bodies at the centres of a lattice of slots, a little off and turned by chance; densities from 0.1 to
/// 10 times the fluid's.
Result<WorldDesc> addBodies(WorldDesc desc, int count, Int3 slots, const Vec3& first, double slot) {
  Random random(2007);
  const double size = slot / kSlot;
  for (int b = 0; b < count; ++b) {
    BodyDesc body;
    body.name = "body-" + std::to_string(b + 1);
    body.shapeDesc = kShapes[b % std::size(kShapes)];
    body.shapeDesc.dims *= size;
    auto shape = loadShape(body.shapeDesc, {});
    if (!shape) return shape.problems;
    body.shape = *shape;
    // Evenly spread on a logarithmic scale, so that light and heavy bodies are there in equal numbers.
    body.density = desc.params.fluid.density * std::pow(10.0, -1 + 2.0 * b / (count - 1));
    const Vec3 place(b % slots.x, b / slots.x % slots.y, b / (slots.x * slots.y));
    const Vec3 shift(random.in(-0.04, 0.04), random.in(-0.04, 0.04), random.in(-0.04, 0.04));
    body.position = first + slot * place + size * shift;
    const Vec3 axis(random.in(-1, 1), random.in(-1, 1), random.in(0.1, 1));
    body.orientation = glm::angleAxis(random.in(0, kPi), glm::normalize(axis));
    desc.bodies.push_back(std::move(body));
  }
  return desc;
}

}  // namespace

Result<WorldDesc> fullTank(int cells) {
  WorldDesc desc;
  desc.title = "Full tank with eight bodies";
  desc.cells = Int3(cells);
  desc.dx = 1.0 / cells;
  return addBodies(std::move(desc), 8, Int3(2), Vec3(0.27), kSlot);
}

Result<WorldDesc> crowdedTank() {
  WorldDesc desc;
  desc.title = "Full tank with 45 bodies";
  desc.cells = Int3(60, 90, 60);
  desc.dx = 1.0 / 60;
  return addBodies(std::move(desc), 45, Int3(3, 5, 3), Vec3(0.18, 0.15, 0.18), 0.3);
}

Result<WorldDesc> tankOfSpheres(int count, double lightest, double heaviest) {
  constexpr int kSide = 4;  // slots along an edge
  constexpr double kRadius = 0.075, kSpeed = 0.3;
  WorldDesc desc;
  desc.title = "Full tank with spheres";
  desc.cells = Int3(40);
  desc.dx = 1.0 / 40;
  Random random(2007);
  for (int b = 0; b < count; ++b) {
    BodyDesc body;
    body.name = "sphere-" + std::to_string(b + 1);
    body.shapeDesc = {ShapeKind::Sphere, "", 0, Vec3(kRadius)};
    auto shape = loadShape(body.shapeDesc, {});
    if (!shape) return shape.problems;
    body.shape = *shape;
    const double share = count > 1 ? double(b) / (count - 1) : 0.5;
    body.density = desc.params.fluid.density * lightest * std::pow(heaviest / lightest, share);
    // Half of them fill a checkerboard of the slots; one stands in the middle.
    const int slot = count <= kSide * kSide * kSide / 2 ? 2 * b : b;
    const int y = slot / kSide % kSide, z = slot / (kSide * kSide), x = slot % kSide;
    const bool checkers = slot == 2 * b && count > 1;
    const Vec3 place = count == 1 ? Vec3(0.5 * (kSide - 1)) : Vec3(x + (checkers ? (y + z) % 2 : 0), y, z);
    const Vec3 shift(random.in(-0.01, 0.01), random.in(-0.01, 0.01), random.in(-0.01, 0.01));
    body.position = Vec3(0.14) + 0.24 * place + shift;
    body.velocity = Vec3(random.in(-kSpeed, kSpeed), random.in(-kSpeed, kSpeed), random.in(-kSpeed, kSpeed));
    desc.bodies.push_back(std::move(body));
  }
  return desc;
}

Result<WorldDesc> sloshingTank(int cells) {
  WorldDesc desc;
  desc.title = "Half-full tank that sloshes, with a floating box";
  desc.cells = Int3(cells);
  desc.dx = 1.0 / cells;
  desc.params.fluid.domain = FluidDomain::Liquid;
  desc.liquid.push_back({.level = 0.5, .velocity = Vec3(2.5, 0, 1)});  // up the walls and over
  BodyDesc box;
  box.name = "box";
  box.shapeDesc = {ShapeKind::Box, "", 0, Vec3(0.24, 0.2, 0.22)};
  auto shape = loadShape(box.shapeDesc, {});
  if (!shape) return shape.problems;
  box.shape = *shape;
  box.density = 500, box.position = Vec3(0.4, 0.62, 0.5);
  desc.bodies.push_back(std::move(box));
  return desc;
}

}  // namespace flotsam
