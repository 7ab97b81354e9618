// SPDX-License-Identifier: MIT
// The bounds of a whole description, whoever made it: a file, the command line or the window.
#include <algorithm>
#include <optional>
#include <set>

#include "io/scene_check.h"
#include "io/scene_parts.h"
#include "sim/compare.h"

namespace flotsam {

namespace {

constexpr int kMaxCellsPerAxis = 512, kMaxBodies = 1000, kMaxMarkers = 1000000, kMaxExpectations = 8;
constexpr double kMaxCells = 4e6, kMaxParticles = 8 * kMaxCells;
constexpr double kParticleBytes = 140;  // with the grid around them; measured at 128 x 128 x 128

/// "8 billion particles, about 1121 GB of memory"
std::string particleWords(double particles) {
  const double gigabytes = particles * kParticleBytes / 1e9;
  return countWords(particles) + " particles, about " + shortNumber(std::ceil(gigabytes * 10) / 10) + " GB of memory";
}

bool checkGrid(const WorldDesc& desc, Checker& check) {
  const int perCell = desc.params.fluid.particlesPerCell;
  const double cells = double(desc.cells.x) * desc.cells.y * desc.cells.z, particles = cells * perCell;
  bool good = true;
  for (int a = 0; a < 3 && good; ++a) good = check.within("grid.cells", desc.cells[a], 1, kMaxCellsPerAxis);
  if (glm::all(glm::greaterThan(desc.cells, Int3(0))) && cells > kMaxCells) {
    check.fail("grid.cells", countWords(cells) + " cells in all, with " + particleWords(particles) + "; at most " +
                                 countWords(kMaxCells) + " cells are allowed");
    good = false;
  } else if (good && particles > kMaxParticles) {
    check.fail("fluid.particlesPerCell", std::to_string(perCell) + " in each of " + countWords(cells) + " cells are " +
                                             particleWords(particles) + "; at most " + countWords(kMaxParticles) +
                                             " are allowed");
  }
  return check.within("grid.dx", desc.dx, 1e-6, 1000, "m") && good;
}

/// Half the extent of the container along an axis of the world.
double reach(const ContainerDesc& c, int axis) {
  const Mat3 r = glm::mat3_cast(c.orientation);
  if (c.kind == WallKind::Sphere) return c.size.x;
  if (c.kind == WallKind::Cylinder) {
    const double along = r[1][axis];
    return 0.5 * c.size.y * std::abs(along) + c.size.x * std::sqrt(std::max(0.0, 1 - along * along));
  }
  return 0.5 * (std::abs(r[0][axis]) * c.size.x + std::abs(r[1][axis]) * c.size.y + std::abs(r[2][axis]) * c.size.z);
}

bool checkContainer(const WorldDesc& desc, const Grid& grid, Checker& check) {
  const ContainerDesc& c = desc.container;
  if (c.open.any()) {
    if (c.kind != WallKind::Box) check.fail("container.open", "only the box of the grid can have open sides");
    if (desc.params.fluid.domain == FluidDomain::Liquid)
      check.fail("container.open",
                 "goes with fluid = { domain = \"full\" } only: water would run out; use a [[drain]]");
    if (grid.flat() && (c.open.at(2, false) || c.open.at(2, true)))
      check.fail("container.open", "a flat scene has no back and no front");
  }
  if (c.kind == WallKind::Box) return true;
  if (!check.within("container", c.size, 1e-9, 1e6, "m")) return false;
  if (!check.within("container.centre", c.centre, -1e6, 1e6, "m")) return false;
  const double depth = grid.flat() ? c.size.x : c.size.z;
  const bool good = c.kind == WallKind::TiltedBox
                        ? check.seen("container.size", std::min({c.size.x, c.size.y, depth}), grid.dx)
                        : check.seen("container.radius", 2 * c.size.x, grid.dx) &&
                              (c.kind == WallKind::Sphere || check.seen("container.height", c.size.y, grid.dx));
  if (!good) return false;
  static const char* kAxes[] = {"x", "y", "z"};
  for (int a = 0; a < (grid.flat() ? 2 : 3); ++a) {
    const double lo = c.centre[a] - reach(c, a), hi = c.centre[a] + reach(c, a), slack = 1e-6 * grid.dx;
    if (lo < -slack || hi > grid.extent()[a] + slack) {
      check.fail("container", std::string("reaches out of the grid along ") + kAxes[a] + ": from " + shortNumber(lo) +
                                  " to " + shortNumber(hi) + " m, the grid from 0 to " + shortNumber(grid.extent()[a]) +
                                  " m");
      return false;
    }
  }
  return true;
}

void checkScript(const BodyDesc& body, const std::string& key, Checker& check) {
  const Script& script = body.script;
  if (script.kind != Script::Keyframes) {
    check.within(key + ".rate", script.rate, -1e4, 1e4, "rad/s");
    check.within(key + ".pivot", script.pivot, -1e6, 1e6, "m");
    return;
  }
  if (script.keys.empty()) check.fail(key + ".keys", "needs at least one entry");
  for (size_t i = 0; i < script.keys.size(); ++i) {
    check.within(key + ".keys", script.keys[i].time, 0, 1e9, "s");
    check.within(key + ".keys", script.keys[i].position, -1e6, 1e6, "m");
    if (i > 0 && !(script.keys[i].time > script.keys[i - 1].time)) {
      check.fail(key + ".keys", "the times must increase; entry " + std::to_string(i + 1) + " does not");
      break;
    }
  }
}

/// Not so small that the grid cannot see it, not so large that its surface has no place.
void checkLength(const BodyDesc& body, const std::string& key, const Grid& grid, Checker& check) {
  const ShapeDesc& shape = body.shapeDesc;
  const bool sized = shape.kind == ShapeKind::Mesh && shape.size > 0;
  if (!sized && !body.shape) return;
  const Vec3 size = sized ? Vec3(shape.size) : body.shape->bounds().size();
  const double length = std::max({size.x, size.y, grid.flat() ? 0.0 : size.z});
  const std::string at = key + (sized ? ".shape.size" : ".shape");
  if (!check.seen(at, length, grid.dx)) return;
  check.within(at, length, 0, std::min(1e4, kMostCells * grid.dx), "m");
}

void checkBody(BodyDesc body, const std::string& key, const WorldDesc& desc, const Grid* grid, Checker& check) {
  ParamList list;
  describe(body, list);
  check.params(list);
  check.within(key + ".velocity", body.velocity, -1000, 1000, "m/s");
  check.within(key + ".spin", body.angularVelocity, -1e4, 1e4, "rad/s");
  check.within(key + ".colour", body.colour, -1, 63);
  if (check.within(key + ".shape.size", body.shapeDesc.size, 0, 1e4, "m") && grid) checkLength(body, key, *grid, check);
  if (grid && body.shape && body.motion == Motion::Free) {
    // Scripted and fixed bodies may reach through walls; a free one has to have room in some position.
    const Vec3 tank = grid->extent(), size = body.shape->bounds().size();
    const double room = grid->flat() ? std::hypot(tank.x, tank.y) : glm::length(tank);
    const double length = grid->flat() ? std::max(size.x, size.y) : std::max({size.x, size.y, size.z});
    if (length > room + 2 * grid->dx)
      check.fail(key + ".shape", "body '" + body.name + "' is " + shortNumber(length) +
                                     " m long and fits into the tank in no position: its diagonal is " +
                                     shortNumber(room) + " m");
  }
  if (body.shapeDesc.kind != ShapeKind::Mesh) check.within(key + ".shape", body.shapeDesc.dims, 1e-6, 1e4, "m");
  if (body.motion == Motion::Scripted) checkScript(body, key + ".script", check);
  if (!check.within(key + ".position", body.position, -1e6, 1e6, "m") || !grid) return;
  if (body.motion == Motion::Scripted) return;  // may come in through a wall
  if (const std::string where = outOfTank(desc, *grid, body.position); !where.empty())
    check.fail(key + ".position", "body '" + body.name + "' at " + placeText(body.position) + " is " + where);
}

void checkBodies(const WorldDesc& desc, const Grid* grid, Checker& check) {
  if (desc.bodies.size() > kMaxBodies)
    check.fail("body", std::to_string(desc.bodies.size()) + " bodies; at most " + std::to_string(kMaxBodies));
  std::set<std::string> names;
  for (size_t i = 0; i < desc.bodies.size(); ++i) {
    const BodyDesc& body = desc.bodies[i];
    const std::string key = body.name.empty() ? "body[" + std::to_string(i + 1) + "]" : "body." + body.name;
    checkName(body.name, key + ".name", check);
    if (!names.insert(body.name).second && !body.name.empty())
      check.fail(key + ".name", "another body is already called '" + body.name + "'");
    checkBody(body, key, desc, grid, check);
  }
}

/// Whether any of it is in the tank; a level is compared with the tank's height, walls are not looked at.
bool reachesTank(const LiquidRegion& r, const Grid& grid) {
  const Vec3 extent = grid.extent();
  if (r.kind == LiquidRegion::Level) return r.level > 0;
  Vec3 beyond = glm::abs(r.position - glm::clamp(r.position, Vec3(0), extent));
  if (grid.flat()) beyond.z = 0;
  if (r.kind == LiquidRegion::Ball) return glm::length(beyond) < r.radius;
  const Vec3 half = 0.5 * r.size;
  return beyond.x < half.x && beyond.y < half.y && (grid.flat() || beyond.z < half.z);
}

/// What is wholly outside the tank would bring no liquid, without a word.
void placeLiquid(const LiquidRegion& r, const Grid& grid, const std::string& key, Checker& check) {
  if (reachesTank(r, grid)) return;
  const Vec3 extent = grid.extent();
  if (r.kind == LiquidRegion::Level)
    check.fail(key + ".level", formatNumber(r.level) +
                                   " m is not above the bottom of the tank, which reaches from 0 to " +
                                   shortNumber(extent.y) + " m: there would be no liquid");
  else
    check.fail(key + ".position", "lies, with all that it fills, outside the tank of " + shortNumber(extent.x) + " x " +
                                      shortNumber(extent.y) + " x " + shortNumber(extent.z) +
                                      " m: it would bring no liquid");
}

double shortest(const Vec3& v) { return std::min({v.x, v.y, v.z}); }

void checkLiquid(const WorldDesc& desc, const Grid* grid, Checker& check) {
  const bool liquid = desc.params.fluid.domain == FluidDomain::Liquid;
  if (liquid && desc.liquid.empty() && desc.emitters.empty())
    check.fail("fluid.domain", "liquid needs a [[liquid]] region or an [[emitter]]; for example level = 0.5");
  if (!liquid && !desc.liquid.empty()) check.fail("liquid[1]", "goes with fluid = { domain = \"liquid\" } only");
  for (size_t i = 0; i < desc.liquid.size(); ++i) {
    const LiquidRegion& r = desc.liquid[i];
    const std::string key = "liquid[" + std::to_string(i + 1) + "]";
    bool bounds = r.kind == LiquidRegion::Level ? check.within(key + ".level", r.level, -1e6, 1e6, "m")
                                                : check.within(key + ".position", r.position, -1e6, 1e6, "m");
    if (r.kind == LiquidRegion::Ball) bounds &= check.within(key + ".radius", r.radius, 1e-6, 1e6, "m");
    if (r.kind == LiquidRegion::Box) bounds &= check.within(key + ".size", r.size, 1e-6, 1e6, "m");
    check.within(key + ".velocity", r.velocity, -100, 100, "m/s");
    if (grid && bounds && r.kind == LiquidRegion::Ball) bounds = check.seen(key + ".radius", 2 * r.radius, grid->dx);
    if (grid && bounds && r.kind == LiquidRegion::Box) bounds = check.seen(key + ".size", shortest(r.size), grid->dx);
    if (liquid && grid && bounds) placeLiquid(r, *grid, key, check);
  }
}

void checkSmoke(const WorldDesc& desc, Checker& check) {
  const bool liquid = desc.params.fluid.domain == FluidDomain::Liquid;
  const char* kOnlyThere =
      "is in a scene with a liquid: only the liquid carries smoke, the air above it is not simulated; for smoke in air "
      "take fluid = { domain = \"full\" }";
  if (liquid && !desc.smoke.empty()) check.warn("smoke[1]", kOnlyThere);
  for (const BodyDesc& b : desc.bodies)
    if (liquid && b.smoke > 0) check.warn("body." + b.name + ".smoke", kOnlyThere);
  for (size_t i = 0; i < desc.smoke.size(); ++i) {
    const SmokeSource& s = desc.smoke[i];
    const std::string key = "smoke[" + std::to_string(i + 1) + "]";
    check.within(key + ".position", s.position, -1e6, 1e6, "m");
    if (s.size == Vec3(0))
      check.within(key + ".radius", s.radius, 1e-6, 1e4, "m");
    else
      check.within(key + ".size", s.size, 1e-6, 1e4, "m");
    check.within(key + ".amount", s.amount, 0, 100);
    check.within(key + ".temperature", s.temperature, kNoTemperature, 3000, "°C");
    if (!(s.until > s.from)) check.fail(key + ".until", "must come after from");
  }
}

void checkForces(const WorldDesc& desc, Checker& check) {
  std::vector<std::string> names;
  for (const auto& b : desc.bodies) names.push_back(b.name);
  for (size_t i = 0; i < desc.forces.size(); ++i) {
    const TimedForce& f = desc.forces[i];
    const std::string key = "force[" + std::to_string(i + 1) + "]";
    if (std::find(names.begin(), names.end(), f.body) == names.end()) {
      const std::string near = closestWord(f.body, names);
      check.fail(key + ".body",
                 "there is no body '" + f.body + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    check.within(key + ".force", f.force, -1e9, 1e9, "N");
    if (!(f.until > f.from)) check.fail(key + ".until", "must come after from");
  }
}

void checkDyes(const WorldDesc& desc, Checker& check) {
  if (desc.dyes.size() > 255) check.fail("dye", "at most 255 regions");
  for (size_t i = 0; i < desc.dyes.size(); ++i) {
    const DyeRegion& d = desc.dyes[i];
    const std::string key = "dye[" + std::to_string(i + 1) + "]";
    check.within(key + ".lo", d.lo, 0, 1);
    check.within(key + ".hi", d.hi, 0, 1);
    check.within(key + ".centre", d.centre, -1e6, 1e6, "m");
    check.within(key + ".radius", d.radius, 0, 1e6, "m");
  }
}

void checkExpectations(const WorldDesc& desc, Checker& check) {
  std::vector<std::string> names;
  for (const auto& b : desc.bodies) names.push_back(b.name);
  if (desc.expectations.size() > kMaxExpectations)
    check.fail("expect",
               std::to_string(desc.expectations.size()) + " entries; at most " + std::to_string(kMaxExpectations));
  for (size_t i = 0; i < desc.expectations.size(); ++i) {
    const ExpectDesc& e = desc.expectations[i];
    const std::string key = "expect[" + std::to_string(i + 1) + "]";
    Quantity q;
    const std::string wrong = parseQuantity(e.quantity, q), mismatch = formulaMismatch(e.formula, q);
    if (!wrong.empty()) {
      check.fail(key + ".quantity", "'" + e.quantity + "': " + wrong);
    } else if (!q.body.empty() && std::find(names.begin(), names.end(), q.body) == names.end()) {
      const std::string near = closestWord(q.body, names);
      check.fail(key + ".quantity",
                 "there is no body '" + q.body + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
    } else if (!mismatch.empty()) {
      check.fail(key + ".formula", mismatch);
    }
    check.within(key + ".value", e.value, -1e12, 1e12);
    check.within(key + ".coefficient", e.coefficient, 0, 1e6);
    check.within(key + ".submerged", e.submerged, 0, 1);
    check.within(key + ".tolerance", e.tolerance, 0, 1);
    check.within(key + ".slack", e.slack, 0, 1e12);
    if (!(e.until > e.from)) check.fail(key + ".until", "must come after from");
  }
}

void checkView(const ViewDesc& view, Checker& check) {
  check.within("view.show.markers", view.markers, 0, kMaxMarkers);
  if (view.colour != "dye" && view.colour != "speed" && view.colour != "depth")
    check.fail("view.show.colour", "'" + view.colour + "' is not one of dye, speed, depth");
  if (std::find(kWaterWords.begin(), kWaterWords.end(), view.water) == kWaterWords.end())
    check.fail("view.show.water", "'" + view.water + "' is not one of surface, particles, both");
  if (!view.camera.given) return;
  check.within("view.camera.target", view.camera.target, -1e6, 1e6, "m");
  check.within("view.camera.distance", view.camera.distance, 1e-6, 1e6, "m");
  check.within("view.camera.yaw", view.camera.yaw, -3600, 3600, "degrees");
  check.within("view.camera.pitch", view.camera.pitch, -89, 89, "degrees");
}

}  // namespace

namespace {

/// A side must be a scene of its own; what is wrong with the scene itself is told once.
void checkCompare(const WorldDesc& desc, Problems& problems) {
  if (desc.compare.sides.empty()) return;
  const Problems own = problems;
  const std::vector<WorldDesc> sides = sidesOf(desc);
  for (size_t s = 0; s < sides.size() && s < kSideKeys.size(); ++s) {
    if (sides[s].params.rate != sides[0].params.rate) {
      Problem p;
      p.key = "compare." + kSideKeys[s] + ".time.rate";
      p.reason = "all sides make the same steps; set the rate of the scene";
      problems.push_back(std::move(p));
    }
    for (Problem p : validate(sides[s])) {
      const bool known =
          std::any_of(own.begin(), own.end(), [&](const Problem& o) { return o.key == p.key && o.reason == p.reason; });
      if (known) continue;
      p.key = "compare." + kSideKeys[s] + "." + p.key;
      problems.push_back(std::move(p));
    }
  }
}

}  // namespace

std::string placeText(const Vec3& x) {
  return "[" + formatNumber(x.x) + ", " + formatNumber(x.y) + ", " + formatNumber(x.z) + "]";
}

std::string outOfTank(const WorldDesc& desc, const Grid& grid, const Vec3& x) {
  const Vec3 extent = grid.extent();
  if (glm::any(glm::lessThan(x, Vec3(0))) || glm::any(glm::greaterThan(x, extent)))
    return "outside the tank of " + shortNumber(extent.x) + " x " + shortNumber(extent.y) + " x " +
           shortNumber(extent.z) + " m";
  if (desc.container.kind != WallKind::Box && wallDistance(desc.container, grid, x) <= 0)
    return "inside the wall of the container";
  return "";
}

void checkName(const std::string& name, const std::string& key, Checker& check) {
  if (name.empty())
    check.fail(key, "the name is empty");
  else if (name.size() > 64 || name.find_first_of(".=[]\"\\\n\r\t") != std::string::npos)
    check.fail(key, "a name is at most 64 characters without . = [ ] quotes or line breaks");
}

Problems validate(const WorldDesc& desc) {
  Problems problems;
  Checker check(problems);
  StepParams params = desc.params;
  ParamList list;
  describe(params, list);
  check.params(list);
  const int perCell = params.fluid.particlesPerCell;
  if (perCell != 1 && perCell != 8 && perCell != 27)
    check.fail("fluid.particlesPerCell", std::to_string(perCell) + " is not one of 1, 8, 27");

  std::optional<Grid> grid;  // where walls are known too
  if (checkGrid(desc, check)) grid.emplace(desc.cells, desc.dx);
  if (grid && !checkContainer(desc, *grid, check)) grid.reset();
  checkBodies(desc, grid ? &*grid : nullptr, check);
  checkLiquid(desc, grid ? &*grid : nullptr, check);
  checkFlows(desc, grid ? &*grid : nullptr, check);
  checkSmoke(desc, check);
  checkForces(desc, check);
  checkJoints(desc, check);
  checkDyes(desc, check);
  checkExpectations(desc, check);
  checkLesson(desc, check);
  checkView(desc.view, check);
  checkCompare(desc, problems);
  return problems;
}

}  // namespace flotsam
