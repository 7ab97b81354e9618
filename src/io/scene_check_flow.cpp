// SPDX-License-Identifier: MIT
// The bounds of taps and drains, and whether they can do anything where they are: a tap in a wall never runs, a drain
// outside the tank never takes anything. In a body that moves they may come free later, which is a warning.
#include <algorithm>

#include "core/describe.h"
#include "io/scene_check.h"

namespace flotsam {

namespace {

/// Whether the body covers x in its pose at the start.
bool covers(const BodyDesc& body, const Grid& grid, Vec3 x) {
  if (!body.shape || !finite(body.position)) return false;
  if (grid.flat()) x.z = body.position.z;
  return body.shape->signedDistance(Pose{body.position, body.orientation}.toBody(x)) < -1e-9 * grid.dx;
}

/// The places a drain takes liquid from: a lattice over its ball or box, the centre among them.
std::vector<Vec3> placesOf(const Drain& drain, bool flat) {
  constexpr int kHalf = 4;
  const bool box = drain.size != Vec3(0);
  const Vec3 half = box ? 0.5 * drain.size : Vec3(drain.radius);
  std::vector<Vec3> places;
  for (int k = flat ? 0 : -kHalf; k <= (flat ? 0 : kHalf); ++k)
    for (int j = -kHalf; j <= kHalf; ++j)
      for (int i = -kHalf; i <= kHalf; ++i) {
        const Vec3 r = Vec3(i, j, k) / double(kHalf);
        if (box || glm::dot(r, r) <= 1 + 1e-9) places.push_back(drain.position + r * half);
      }
  return places;
}

/// Says it for the first body that covers all the places; a fixed one is an error.
void checkCovered(const WorldDesc& desc, const Grid& grid, const std::vector<Vec3>& places, const std::string& key,
                  const char* consequence, Checker& check) {
  for (const BodyDesc& body : desc.bodies) {
    if (!std::all_of(places.begin(), places.end(), [&](const Vec3& x) { return covers(body, grid, x); })) continue;
    if (body.motion == Motion::Fixed)
      return check.fail(key, "is inside the fixed body '" + body.name + "': " + consequence);
    return check.warn(key,
                      "is inside body '" + body.name + "' at the start: " + consequence + " until it is out of it");
  }
}

void placeTap(const WorldDesc& desc, const Grid& grid, const Emitter& e, const std::string& key, Checker& check) {
  if (const std::string where = outOfTank(desc, grid, e.position); !where.empty())
    return check.fail(key + ".position", placeText(e.position) + " is " + where + ": nothing would come out");
  const Vec3 ahead = e.position + 1e-3 * grid.dx * glm::normalize(e.velocity);
  if (!outOfTank(desc, grid, ahead).empty())
    return check.fail(key + ".velocity", "points out of the tank: nothing would come out");
  checkCovered(desc, grid, {ahead}, key + ".position", "nothing comes out", check);
}

void placeDrain(const WorldDesc& desc, const Grid& grid, const Drain& d, const std::string& key, Checker& check) {
  std::vector<Vec3> places = placesOf(d, grid.flat());
  std::erase_if(places, [&](const Vec3& x) { return !outOfTank(desc, grid, x).empty(); });
  if (places.empty())
    return check.fail(key + ".position", placeText(d.position) + " is " + outOfTank(desc, grid, d.position) +
                                             ", with all that it reaches: it would take nothing");
  checkCovered(desc, grid, places, key + ".position", "it takes nothing", check);
}

void checkTap(const WorldDesc& desc, const Grid* grid, const Emitter& e, const std::string& key, Checker& check) {
  bool bounds = check.within(key + ".position", e.position, -1e6, 1e6, "m");  // each is told
  bounds &= check.within(key + ".radius", e.radius, 1e-6, 1e4, "m");
  bounds &= check.within(key + ".velocity", e.velocity, -100, 100, "m/s");
  const double reach = glm::length(desc.dx * Vec3(desc.cells));
  if (e.radius > reach)
    check.fail(key + ".radius", "is larger than the tank, whose diagonal is " + shortNumber(reach) + " m");
  const bool still = e.velocity == Vec3(0), across = desc.cells.z == 1 && e.velocity.x == 0 && e.velocity.y == 0;
  if (still)
    check.fail(key + ".velocity", "must not be zero: it is what brings the liquid in");
  else if (across)
    check.fail(key + ".velocity", "points out of the plane of a flat scene");
  else if (grid && bounds)
    placeTap(desc, *grid, e, key, check);
  const auto hasWord = [&](const DyeRegion& d) { return d.word == e.dye; };
  if (!e.dye.empty() && std::none_of(desc.dyes.begin(), desc.dyes.end(), hasWord))
    check.fail(key + ".dye", "there is no [[dye]] with the word '" + e.dye + "'");
  if (!(e.until > e.from)) check.fail(key + ".until", "must come after from");
}

void checkDrain(const WorldDesc& desc, const Grid* grid, const Drain& d, const std::string& key, Checker& check) {
  bool bounds = check.within(key + ".position", d.position, -1e6, 1e6, "m");
  bounds &= d.size == Vec3(0) ? check.within(key + ".radius", d.radius, 1e-6, 1e4, "m")
                              : check.within(key + ".size", d.size, 1e-6, 1e4, "m");
  if (grid && bounds) placeDrain(desc, *grid, d, key, check);
  check.within(key + ".flow", d.flow, 0, 1e30, "m³/s");
  if (!(d.until > d.from)) check.fail(key + ".until", "must come after from");
}

}  // namespace

void checkFlows(const WorldDesc& desc, const Grid* grid, Checker& check) {
  const bool liquid = desc.params.fluid.domain == FluidDomain::Liquid;
  for (size_t i = 0; i < desc.emitters.size() + desc.drains.size(); ++i) {
    const bool tap = i < desc.emitters.size();
    const size_t at = tap ? i : i - desc.emitters.size();
    const std::string key = (tap ? "emitter[" : "drain[") + std::to_string(at + 1) + "]";
    if (!liquid) check.fail(key, "goes with fluid = { domain = \"liquid\" } only");
    if (tap)
      checkTap(desc, grid, desc.emitters[at], key, check);
    else
      checkDrain(desc, grid, desc.drains[at], key, check);
  }
}

}  // namespace flotsam
