// SPDX-License-Identifier: MIT
// Shipped scenes under hours of random input: soak SECONDS [SEED] [SCENE...] plays that many simulated seconds, shared
// among the scenes, at half their resolution so that half an hour is done in one. A hand that grabs, drags, throws and
// jumps; bodies that are added, removed and put elsewhere; parameters anywhere in their bounds, each put back after a
// while. Exit code 1 when anything is not finite, a particle is lost, a body has left the tank, the world stops, or it
// holds more memory at the end than after its first part. The same seed is the same run.
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <set>

#include "core/rng.h"
#include "io/assets.h"
#include "io/scene.h"
#include "sim/world.h"

namespace flotsam {
namespace {

constexpr size_t kMostAdded = 8;
constexpr double kParticleMegabytes = 2e-4;  // of one more particle, with what is kept beside it for faults and stages
constexpr double kFast = 1000;               // m/s; nothing the hand or gravity can do comes near
constexpr double kWarm = 0.3;                // part of a scene's time after which memory is first looked at

double megabytes() {
  const auto m = mallinfo2();
  return static_cast<double>(m.uordblks + m.hblkhd) / (1 << 20);
}

double residentMegabytes() {
  std::ifstream file("/proc/self/statm");
  size_t pages = 0;
  file >> pages >> pages;
  return static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

/// What somebody with no mercy does, one frame after the other.
class Abuser {
 public:
  Abuser(uint64_t seed, const World& world) : random_(seed), start_(world.params()) {}

  InputFrame next(const World& w) {
    InputFrame frame;
    if (chance(w, 0.7)) grabOrLetGo(w);
    if (hand_.active) drag(w);
    frame.hand = hand_;
    if (chance(w, 1.0)) turn(w, frame);
    if (chance(w, 0.4)) add(w, frame);
    if (chance(w, 0.3) && !added_.empty()) remove(frame, added_[pick(added_.size())]);
    if (chance(w, 0.2) && !w.bodies().empty()) place(w, frame);
    while (!turned_.empty() && turned_.front().until <= w.time()) {
      frame.edits.push_back(setting(turned_.front().key, turned_.front().value));
      turned_.pop_front();
    }
    edits += frame.edits.size();
    return frame;
  }
  /// All as it was, but for the bodies' places: memory is compared in this state.
  InputFrame rest() {
    InputFrame frame;
    hand_ = {};
    while (!added_.empty()) remove(frame, added_.back());
    for (const Param& p : start_) frame.edits.push_back(setting(p.info.key, p.value));
    turned_.clear();
    return frame;
  }
  /// Every choice once, and what is off by default: so that every method has taken its memory.
  std::vector<InputFrame> tour() const {
    std::vector<InputFrame> frames;
    for (const Param& p : start_) {
      if (p.info.restarts || kept().count(p.info.key)) continue;
      std::vector<double> values;
      if (p.info.kind == ParamKind::Choice || p.info.kind == ParamKind::Toggle)
        for (int option = 0; option <= static_cast<int>(p.info.max); ++option) values.push_back(option);
      else if (p.info.key == "fluid.viscosity" || p.info.key == "fluid.surfaceTension")
        values.push_back(1);
      else
        continue;
      values.push_back(p.value);
      for (const double v : values) frames.emplace_back().edits.push_back(setting(p.info.key, v));
    }
    return frames;
  }
  size_t edits = 0;

 private:
  struct Turned {
    std::string key;
    double value, until;
  };

  static const std::set<std::string>& kept() {  // another time; methods made to break
    static const std::set<std::string> keys{"time.rate", "method.coupling"};
    return keys;
  }
  bool chance(const World& w, double perSecond) { return random_.unit() < perSecond / w.desc().params.rate; }
  size_t pick(size_t count) {
    return std::min(count - 1, static_cast<size_t>(random_.in(0, static_cast<double>(count))));
  }
  Vec3 anywhere(const World& w) {
    const Vec3 e = w.grid().extent();
    return {random_.in(0, e.x), random_.in(0, e.y), random_.in(0, e.z)};
  }
  static Edit setting(const std::string& key, double value) {
    Edit e;
    e.key = key, e.value = value;
    return e;
  }

  void grabOrLetGo(const World& w) {
    if (hand_.active || w.bodies().empty()) {
      hand_ = {};
      return;
    }
    const RigidBody& b = w.bodies()[pick(w.bodies().size())];
    const double r = 0.5 * b.desc.shape->boundingRadius();
    hand_ = {true, b.desc.name, Vec3(random_.in(-r, r), random_.in(-r, r), 0), b.pose.position};
    wild_ = random_.unit() < 0.3;
  }
  void drag(const World& w) {
    const Vec3 e = w.grid().extent();
    if (wild_)  // jumps, also far beyond the walls
      hand_.target = random_.unit() < 0.3 ? 3.0 * anywhere(w) - e : hand_.target;
    else
      hand_.target += 0.1 * glm::length(e) * Vec3(random_.in(-1, 1), random_.in(-1, 1), random_.in(-1, 1));
    hand_.target = glm::clamp(hand_.target, -2.0 * e, 3.0 * e);
  }
  /// A parameter anywhere in its bounds, for half a second to two.
  void turn(const World& w, InputFrame& frame) {
    const auto params = w.params();
    const Param& p = params[pick(params.size())];
    if (p.info.restarts || kept().count(p.info.key)) return;
    for (const Turned& t : turned_)
      if (t.key == p.info.key) return;
    const bool decades = p.info.min > 0 && p.info.max > 100 * p.info.min;
    double value =
        decades ? p.info.min * std::pow(p.info.max / p.info.min, random_.unit()) : random_.in(p.info.min, p.info.max);
    if (p.info.kind != ParamKind::Number) value = std::round(value);
    frame.edits.push_back(setting(p.info.key, value));
    turned_.push_back({p.info.key, p.value, w.time() + random_.in(0.5, 2)});
  }
  void add(const World& w, InputFrame& frame) {
    if (added_.size() >= kMostAdded) return;
    Edit e;
    e.kind = Edit::AddBody;
    const double size = 0.2 * std::min(w.grid().extent().x, w.grid().extent().y) * random_.in(0.2, 1);
    constexpr ShapeKind kKinds[] = {ShapeKind::Sphere, ShapeKind::Box,     ShapeKind::Cylinder,
                                    ShapeKind::Torus,  ShapeKind::Capsule, ShapeKind::Ellipsoid};
    e.body.shapeDesc = {kKinds[pick(w.grid().flat() ? 2 : 6)], "", 0, size * Vec3(0.5, 0.5, 0.5)};
    if (e.body.shapeDesc.kind == ShapeKind::Torus) e.body.shapeDesc.dims = size * Vec3(0.5, 0.2, 0);
    if (e.body.shapeDesc.kind == ShapeKind::Capsule) e.body.shapeDesc.dims = size * Vec3(0.3, 1.2, 0);
    auto shape = makePrimitive(e.body.shapeDesc);
    if (!shape) return;
    e.body.shape = *shape;
    e.body.name = "soak" + std::to_string(++names_);
    e.body.position = anywhere(w);
    e.body.density = std::pow(10.0, random_.in(0, 4.3));
    e.body.velocity = random_.in(0, 5) * Vec3(random_.in(-1, 1), random_.in(-1, 1), random_.in(-1, 1));
    added_.push_back(e.body.name);
    frame.edits.push_back(e);
  }
  void remove(InputFrame& frame, const std::string& name) {
    Edit e;
    e.kind = Edit::RemoveBody, e.key = name;
    frame.edits.push_back(e);
    const std::string prefix = "body." + name + ".";
    std::erase_if(turned_, [&](const Turned& t) { return t.key.starts_with(prefix); });
    std::erase(added_, std::string(name));
  }
  void place(const World& w, InputFrame& frame) {
    const RigidBody& b = w.bodies()[pick(w.bodies().size())];
    if (!b.free()) return;
    Edit e;
    e.kind = Edit::PlaceBody, e.key = b.desc.name;
    e.body.position = anywhere(w), e.body.orientation = b.pose.orientation;
    frame.edits.push_back(e);
  }

  Random random_;
  std::vector<Param> start_;
  HandInput hand_;
  bool wild_ = false;
  std::deque<Turned> turned_;
  std::vector<std::string> added_;
  int names_ = 0;
};

/// What is wrong with the world; empty when nothing is.
std::string wrongWith(const World& w, size_t atStart) {
  if (!w.status().ok) return "stopped: " + w.status().fault;
  const Grid& g = w.grid();
  const Particles& p = w.particles();
  const FluidReport& f = w.report().fluid;
  if (p.size() + f.drained != atStart + f.emitted)
    return std::to_string(p.size()) + " particles, " + std::to_string(atStart + f.emitted - f.drained) + " expected";
  for (size_t i = 0; i < p.size(); ++i)
    for (int a = 0; a < (g.flat() ? 2 : 3); ++a)
      if (!(p.x[a][i] >= 1 && p.x[a][i] <= static_cast<float>(1 + g.inner[a]) && std::isfinite(p.v[a][i])))
        return "a particle is lost";
  for (int a = 0; a < 3; ++a)
    for (const double u : w.velocity()[a])
      if (!std::isfinite(u)) return "a velocity is not finite";
  for (const RigidBody& b : w.bodies()) {
    if (!finite(b.pose.position) || !finite(b.velocity) || !finite(b.angularVelocity))
      return "'" + b.desc.name + "' is not finite";
    if (b.free() &&
        (glm::any(glm::lessThan(b.pose.position, Vec3(0))) || glm::any(glm::greaterThan(b.pose.position, g.extent()))))
      return "'" + b.desc.name + "' has left the tank";
  }
  return {};
}

bool soak(const std::string& scene, double seconds, uint64_t seed) {
  auto desc = loadScene(findScene(scene));
  if (!desc) {
    std::printf("%s: cannot be read\n", scene.c_str());
    return false;
  }
  for (int a = 0; a < 3; ++a) desc->cells[a] = std::max(1, desc->cells[a] / 2);
  desc->dx *= 2;
  World w(*desc);
  Abuser abuser(seed, w);
  const size_t particles = w.particles().size();
  double warm = 0, resident = 0, fastest = 0;
  size_t particlesThen = 0;
  size_t again = 0;
  std::string wrong;
  for (const InputFrame& frame : abuser.tour()) w.step(frame);
  const int steps = static_cast<int>(seconds * desc->params.rate), look = static_cast<int>(kWarm * steps);
  for (int i = 0; i < steps && wrong.empty(); ++i) {
    const bool measured = i == look || i + 1 == steps;
    w.step(measured ? abuser.rest() : abuser.next(w));
    for (const std::string& text : w.report().warnings)
      again += text.ends_with("the step was made again with half the dt");
    for (const RigidBody& b : w.bodies()) fastest = std::max(fastest, glm::length(b.velocity));
    if (i % 10 == 0 || measured || !w.status().ok) wrong = wrongWith(w, particles);
    if (fastest > kFast) wrong = "a body is too fast";
    if (i == look) warm = megabytes(), resident = residentMegabytes(), particlesThen = w.particles().size();
  }
  const double held = megabytes(), now = residentMegabytes();
  // Room once needed is kept: for the most particles, contacts and bodies there have been.
  const double more = kParticleMegabytes * std::max(0.0, double(w.particles().size()) - double(particlesThen));
  if (wrong.empty() && held > 1.05 * warm + 0.5 + more) wrong = "memory grows";
  std::printf(
      "%-26s %7.1f s %7llu steps %6zu edits, %zu steps made again, fastest body %.0f m/s, %.1f -> %.1f MB held, "
      "%.0f -> %.0f MB resident%s%s\n",
      scene.c_str(), w.time(), static_cast<unsigned long long>(w.stepCount()), abuser.edits, again, fastest, warm, held,
      resident, now, wrong.empty() ? "" : ": ", wrong.c_str());
  std::fflush(stdout);
  return wrong.empty();
}

}  // namespace
}  // namespace flotsam

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 20;
  const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  std::vector<std::string> scenes(argv + std::min(argc, 3), argv + argc);
  if (scenes.empty())
    scenes = {"rabbit-and-dragon", "many-densities", "paddle",   "floaters",        "dam-break",
              "pour-into-cup",     "pendulum",       "catapult", "ball-on-wall-2d", "honey"};
  bool good = true;
  for (size_t i = 0; i < scenes.size(); ++i)
    good = flotsam::soak(scenes[i], seconds / static_cast<double>(scenes.size()), seed + i) && good;
  return good ? 0 : 1;
}
