// SPDX-License-Identifier: MIT
// Shipped scenes under hours of random input: soak [--no-pictures] [--keep FOLDER] SECONDS [SEED] [SCENE...] plays that
// many simulated seconds, shared among the scenes, at half their resolution so that half an hour is done in one. A hand
// that grabs, drags, throws and jumps; bodies that are added, removed and put elsewhere; parameters anywhere in their
// bounds, each put back after a while; all the time pictures of it with a look as random (pictures.h), which --keep
// leaves in a folder. Exit code 1 when anything is not finite, a particle is lost, a body has left the tank, the world
// stops, OpenGL reports an error, or more memory is held at the end than after the first part; 2 where there is no
// OpenGL and pictures are wanted. The same seed is the same run, with pictures and without.
//
// A scene may be about a method that diverges for light bodies. Where it stops because of that, as it says, it begins
// anew, and its line tells how often; any other stop is a failure.
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <set>

#include "core/rng.h"
#include "io/assets.h"
#include "io/scene.h"
#include "pictures.h"
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
  /// The world has begun anew.
  void forget() { hand_ = {}, turned_.clear(), added_.clear(); }
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

/// The scene's own method has diverged where it must, and says so: the body is light enough for that.
bool stoppedByDesign(const World& w) {
  const auto& method = w.desc().params.method;
  const bool weak = method.coupling == Coupling::Weak, asFluid = method.coupling == Coupling::RigidFluid;
  const std::string& fault = w.status().fault;
  if (w.status().ok || !((weak && fault.find("weak coupling diverges") != std::string::npos) ||
                         (asFluid && fault.find("rigid-fluid coupling diverges") != std::string::npos)))
    return false;
  // Weak: the added mass is half of what the body displaces in open fluid, at most a few times that beside walls.
  const double bound = (weak ? 2 : 0.5) * w.desc().params.fluid.density;
  return std::any_of(w.bodies().begin(), w.bodies().end(), [&](const RigidBody& b) {
    return fault.starts_with("body '" + b.desc.name + "'") && b.desc.density < bound;
  });
}

/// One scene with all that is measured of it.
class Soak {
 public:
  Soak(const WorldDesc& desc, uint64_t seed, Pictures* pictures)
      : desc_(desc), w_(desc), abuser_(seed, w_), pictures_(pictures), particles_(w_.particles().size()) {
    if (pictures_) pictures_->begin(desc_, seed);
  }

  std::string play(double seconds) {
    tour();
    const int steps = static_cast<int>(seconds * desc_.params.rate);
    const int every = std::max(kMostOften, steps / kPictures);
    std::array<int, kMarks> marks;  // the steps at which memory is looked at
    for (int m = 0; m < kMarks; ++m)
      marks[m] = static_cast<int>((kWarm + (1 - kWarm) * m / (kMarks - 1)) * steps) - (m + 1 == kMarks);
    for (int i = 0; i < steps && wrong_.empty(); ++i) {
      const bool measured = std::find(marks.begin(), marks.end(), i) != marks.end();
      step(measured ? abuser_.rest() : abuser_.next(w_));
      if (i % 10 == 0 || measured || !w_.status().ok) note(wrongWith(w_, particles_));
      if (fastest_ > kFast) note("a body is too fast");
      if (pictures_ && i % every == 0) note(pictures_->draw(w_));
      if (measured) measure();
    }
    if (held_.size() == kMarks && grows()) note("memory grows");
    return wrong_;
  }
  void print(const std::string& scene) const {
    std::printf("%-26s %7.1f s %7llu steps %6zu edits, %zu steps made again, fastest body %.0f m/s,", scene.c_str(),
                time_, static_cast<unsigned long long>(steps_), abuser_.edits, again_, fastest_);
    for (size_t m = 0; m < held_.size(); ++m) std::printf("%s %.1f", m ? "," : "", held_[m]);
    std::printf(" MB held, %.0f MB resident", residentMegabytes());
    if (pictures_) std::printf(", %zu pictures", pictures_->count());
    if (stops_ > 0) std::printf(", stopped %zu times by the limits of its method (%s)", stops_, stop_.c_str());
    std::printf("%s%s\n", wrong_.empty() ? "" : ": ", wrong_.c_str());
    std::fflush(stdout);
  }

 private:
  static constexpr int kPictures = 240, kMostOften = 6;  // about so many a scene; steps from one to the next at least
  static constexpr int kMarks = 4;
  static constexpr double kMostPictured = 64;  // MB

  void note(const std::string& wrong) {
    if (wrong_.empty()) wrong_ = wrong;
  }
  void tour() {
    for (const InputFrame& frame : abuser_.tour()) step(frame);
    if (pictures_) note(pictures_->drawAll(w_));
  }
  /// What is held at rest. Software OpenGL lets go of a picture's targets some pictures later: not before it stays.
  void measure() {
    double last = 0;
    for (int i = 0; i < 6 && pictures_ && megabytes() != last; ++i) {
      last = megabytes();
      note(pictures_->drawAll(w_));
    }
    if (held_.empty()) particlesThen_ = w_.particles().size();
    held_.push_back(megabytes());
  }
  /// Room once needed is kept: for the most particles, contacts and bodies there have been. Software OpenGL keeps now
  /// tens of megabytes more, now less, from one picture to the next; with pictures, what grows has to do so all the
  /// time, or by more than that.
  bool grows() const {
    const double more = kParticleMegabytes * std::max(0.0, double(w_.particles().size()) - double(particlesThen_));
    const double growth = held_.back() - held_.front() - more;
    if (!(growth > 0.05 * (held_.front() - before_) + 0.5)) return false;
    if (!pictures_ || growth > kMostPictured) return true;
    for (size_t m = 1; m < held_.size(); ++m)
      if (held_[m] - held_[m - 1] < growth / 6) return false;
    return true;
  }
  void step(const InputFrame& input) {
    w_.step(input);
    ++steps_, time_ += desc_.params.dt();
    for (const std::string& text : w_.report().warnings)
      again_ += text.ends_with("the step was made again with half the dt");
    for (const RigidBody& b : w_.bodies()) fastest_ = std::max(fastest_, glm::length(b.velocity));
    if (!stoppedByDesign(w_)) return;
    ++stops_, stop_ = w_.status().fault;
    w_ = World(desc_);
    abuser_.forget();
    for (const InputFrame& frame : abuser_.tour()) w_.step(frame);
  }

  WorldDesc desc_;
  double before_ = megabytes();
  World w_;
  Abuser abuser_;
  Pictures* pictures_;
  size_t particles_, particlesThen_ = 0, again_ = 0, stops_ = 0;
  uint64_t steps_ = 0;
  double time_ = 0, fastest_ = 0;
  std::vector<double> held_;  // MB, at the marks
  std::string wrong_, stop_;
};

bool soak(const std::string& scene, double seconds, uint64_t seed, Pictures* pictures) {
  auto desc = loadScene(findScene(scene));
  if (!desc) {
    std::printf("%s: cannot be read\n", scene.c_str());
    return false;
  }
  for (int a = 0; a < 3; ++a) desc->cells[a] = std::max(1, desc->cells[a] / 2);
  desc->dx *= 2;
  Soak one(*desc, seed, pictures);
  const bool good = one.play(seconds).empty();
  one.print(scene);
  return good;
}

}  // namespace
}  // namespace flotsam

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  bool wanted = true;
  std::string keep;
  for (; !words.empty() && words[0].starts_with("--"); words.erase(words.begin())) {
    if (words[0] == "--no-pictures") {
      wanted = false;
    } else if (words[0] == "--keep" && words.size() > 1) {
      keep = words[1];
      words.erase(words.begin());
    } else {
      std::fprintf(stderr, "soak [--no-pictures] [--keep FOLDER] SECONDS [SEED] [SCENE...]\n");
      return 2;
    }
  }
  const double seconds = words.empty() ? 20 : std::atof(words[0].c_str());
  const uint64_t seed = words.size() > 1 ? std::strtoull(words[1].c_str(), nullptr, 10) : 1;
  std::vector<std::string> scenes(words.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(words.size(), 2)),
                                  words.end());
  if (scenes.empty())
    scenes = {"rabbit-and-dragon", "many-densities", "paddle",   "floaters",        "dam-break",
              "pour-into-cup",     "pendulum",       "catapult", "ball-on-wall-2d", "honey"};
  std::shared_ptr<flotsam::Pictures> pictures;
  if (wanted) {
    auto opened = flotsam::Pictures::open(keep);
    if (!opened) {
      std::fprintf(stderr, "%s; --no-pictures does without\n", opened.problems[0].text().c_str());
      return 2;
    }
    pictures = *opened;
  }
  bool good = true;
  for (size_t i = 0; i < scenes.size(); ++i)
    good = flotsam::soak(scenes[i], seconds / static_cast<double>(scenes.size()), seed + i, pictures.get()) && good;
  return good ? 0 : 1;
}
