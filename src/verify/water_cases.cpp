// SPDX-License-Identifier: MIT
#include "verify/water_cases.h"

#include <array>

#include "verify/pool.h"

namespace flotsam {

namespace {
using namespace water;

/// Steps for `seconds`. A step that fails ends the case.
template <class Look, class Input>
void play(World& w, double seconds, const Look& look, const Input& input) {
  const int steps = static_cast<int>(std::lround(seconds * w.desc().params.rate));
  for (int i = 0; i < steps; ++i) {
    w.step(input());
    if (!w.status().ok) throw std::runtime_error(w.status().fault);
    look();
  }
}
template <class Look>
void play(World& w, double seconds, const Look& look) {
  play(w, seconds, look, [] { return InputFrame{}; });
}
void play(World& w, double seconds) {
  play(w, seconds, [] {});
}

void seedsParam(CaseParams& p, int& seeds) {
  p.integer("seeds", seeds, {.help = "Runs with seeds 1, 2, ... of which the median is taken", .min = 1, .max = 9});
}

// ---------------------------------------------------------------- rest

struct RestRun {
  double speed, rms, drift, crept, lost;
};

class WaterRest final : public Case {
 public:
  WaterRest(RestTanks tanks, int cells) : tanks_(tanks), cells_(cells) {}
  std::string about() const override {
    const char* names[] = {"an aligned tank",
                           "tanks whose walls lie anywhere between the lattice's planes",
                           "boxes turned about z",
                           "boxes turned about an oblique axis",
                           "a sphere",
                           "one of each kind of odd tank"};
    return std::string("Water left alone in ") + names[static_cast<int>(tanks_)] + " comes to rest and stays there";
  }
  std::string limits() const override {
    return "Theory says rest, a level surface and the volume of the start. Speed (root mean square over the liquid's "
           "faces) and surface are those of two seconds before `settle`; the first seed goes on to `seconds`. The "
           "drift is "
           "against the volume after 4 s, because random seeds settle first. What has crept up the walls are particles "
           "more "
           "than two cells above the level. The limits are what a picture at this scale forgives.";
  }
  void describe(CaseParams& p) override {
    p.integer("cells", cells_, {.help = "Cells along the tank", .min = 12, .max = 64});
    p.number("settle", settle_, {.unit = "s", .help = "Until speed and surface are looked at", .min = 6, .max = 600});
    p.number("seconds", seconds_, {.unit = "s", .help = "Length for the first seed", .min = 6, .max = 600});
    seedsParam(p, seeds_);
  }
  Problems prepare() override {
    if (seconds_ >= settle_) return {};
    return {{"", 0, "seconds", "must be at least settle"}};
  }
  void run(CaseOutcome& out) override {
    for (const auto& [name, container] : containers()) {
      std::vector<double> speed, rms, drift, crept, lost;
      for (int seed = 1; seed <= seeds_; ++seed) {
        const RestRun r = one(container, seed);
        speed.push_back(r.speed), rms.push_back(r.rms), drift.push_back(std::abs(r.drift)), crept.push_back(r.crept);
        lost.push_back(r.lost);
      }
      out.atMost("speed (m/s), " + name, median(speed), tanks_ == RestTanks::Box ? 1e-3 : 1e-2);
      out.atMost("surface, root mean square (cells), " + name, median(rms), 0.05);
      out.compare("volume, largest relative drift, " + name, *std::max_element(drift.begin(), drift.end()), 0, 0.0025);
      out.atMost("share of the particles crept up the walls, " + name, median(crept), 0.001);
      out.compare("particles lost or astray, " + name, *std::max_element(lost.begin(), lost.end()), 0, 0);
    }
  }

 private:
  using Named = std::pair<std::string, ContainerDesc>;
  std::vector<Named> containers() const {
    const double h = 1.0 / cells_;
    std::vector<Named> list;
    const auto box = [&](const std::string& name, double degrees, const Vec3& axis, double shift, double size) {
      list.push_back({name,
                      {WallKind::TiltedBox, Vec3(0.5 + shift * h), Vec3(size),
                       glm::angleAxis(glm::radians(degrees), glm::normalize(axis))}});
    };
    const auto offGrid = [&](double shift) {
      box("walls off by " + formatNumber(shift) + " cell", 0, Vec3(0, 0, 1), 0, 1 - 2 * (2 + shift) * h);
    };
    const auto turned = [&](const char* about, double degrees, const Vec3& axis) {
      box(formatNumber(degrees) + "°" + about, degrees, axis, 0.15, 0.62 + 0.3 * h);
    };
    const auto sphere = [&] { list.push_back({"radius .42 m", {WallKind::Sphere, Vec3(0.5 + 0.3 * h), Vec3(0.42)}}); };
    const Vec3 z(0, 0, 1), oblique(0.3, 0, 1);
    switch (tanks_) {
      case RestTanks::Box:
        list.push_back({"level .5", {}});
        break;
      case RestTanks::OffGrid:
        for (const double shift : {0.1, 0.3, 0.5, 0.7, 0.9}) offGrid(shift);
        break;
      case RestTanks::Tilted:
      case RestTanks::Oblique:
        for (const double tilt : {5.0, 10.0, 20.0, 30.0, 45.0})
          turned("", tilt, tanks_ == RestTanks::Tilted ? z : oblique);
        break;
      case RestTanks::Sphere:
        sphere();
        break;
      case RestTanks::OneOfEach:
        offGrid(0.5);
        turned(" about z", 20, z);
        turned(" about an oblique axis", 30, oblique);
        sphere();
        break;
    }
    return list;
  }
  RestRun one(const ContainerDesc& container, int seed) const {
    WorldDesc d = pool(Int3(cells_), 0.5, seed);
    d.container = container;
    World w(d);
    const size_t count = w.particles().size();
    play(w, 4);
    const double before = w.report().fluid.volume;
    RestRun r{};
    double n = 0;
    play(w, settle_ - 6);
    play(w, 2, [&] { r.speed += gridSpeed(w) * gridSpeed(w), r.rms += surfaceOf(w).rms, n += 1; });
    r.speed = std::sqrt(r.speed / n), r.rms /= n;
    if (seed == 1) play(w, seconds_ - settle_);
    r.drift = w.report().fluid.volume / before - 1;
    const float above = static_cast<float>(surfaceOf(w).mean + 1 + 2);
    for (const float y : w.particles().x[1]) r.crept += y > above;
    r.crept /= double(count);
    r.lost = double(astray(w)) + std::abs(double(count) - double(w.particles().size()));
    return r;
  }
  RestTanks tanks_;
  int cells_, seeds_ = 3;
  double settle_ = 20, seconds_ = 60;
};

// ---------------------------------------------------------------- floats

class WaterFloat final : public Case {
 public:
  explicit WaterFloat(FloatShape shape) : shape_(shape) {}
  std::string about() const override {
    const char* names[] = {"a sphere", "a lying cylinder", "a flat box"};
    return std::string("Archimedes: draft of ") + names[static_cast<int>(shape_)] + " that floats, s = .1 to .9";
  }
  std::string limits() const override {
    return "The draft at which the body displaces its own mass, in cells, released there and watched for the last half "
           "of `seconds`; the level is that of columns two cells and more away. The speed is the root mean square "
           "of the body's: light bodies are shaken by what is left of the particles' noise, so s = .1 is not judged.";
  }
  void describe(CaseParams& p) override {
    p.number("radius", radius_,
             {.unit = "cells", .help = "Radius, or half the height of the box", .min = 2, .max = 12});
    p.number("seconds", seconds_, {.unit = "s", .help = "Length", .min = 2, .max = 600});
    seedsParam(p, seeds_);
  }
  void run(CaseOutcome& out) override {
    for (const double s : {0.1, 0.25, 0.5, 0.75, 0.9}) {
      const double theory = draft(s);
      std::vector<double> drafts, speeds;
      double lost = 0;
      for (int seed = 1; seed <= seeds_; ++seed) {
        const auto [d, v, l] = one(s, theory, seed);
        drafts.push_back(d), speeds.push_back(v), lost += l;
      }
      const std::string what = ", s = " + formatNumber(s);
      out.compare("draft off Archimedes (cells)" + what, median(drafts) - theory, 0, 0.1);
      if (s >= 0.25) out.atMost("speed of the body (m/s)" + what, median(speeds), 0.02);
      out.compare("particles astray" + what, lost, 0, 0);
    }
  }

 private:
  /// Share of the body's volume under water at a draft in half heights, 0..2.
  double share(double x) const {
    if (shape_ == FloatShape::Box) return x / 2;
    if (shape_ == FloatShape::Sphere) return x * x * (3 - x) / 4;
    return (std::acos(1 - x) - (1 - x) * std::sqrt(x * (2 - x))) / kPi;
  }
  /// Cells.
  double draft(double s) const {
    double lo = 0, hi = 2;
    for (int i = 0; i < 60; ++i) (share(0.5 * (lo + hi)) < s ? lo : hi) = 0.5 * (lo + hi);
    return 0.5 * (lo + hi) * radius_;
  }
  std::array<double, 3> one(double s, double theory, int seed) const {
    // Room for two radii and a few cells beside the body, more than a radius below it.
    const bool ball = shape_ == FloatShape::Sphere;
    const double long_ = ball ? radius_ : 2 * radius_;  // half the length
    const int wide = static_cast<int>(std::ceil(2 * long_ + 4 * radius_)),
              high = static_cast<int>(std::ceil(7 * radius_));
    const double h = 1.0 / wide, level = 4 * radius_ * h, r = radius_ * h;
    WorldDesc d = pool({wide, high, wide}, level, seed);
    const Vec3 at(0.5, level + r - theory * h, 0.5);
    if (ball)
      addBody(d, ShapeKind::Sphere, Vec3(r), at, 1000 * s);
    else if (shape_ == FloatShape::Box)
      addBody(d, ShapeKind::Box, Vec3(2 * long_ * h, 2 * r, 2 * long_ * h), at, 1000 * s);
    else
      addBody(d, ShapeKind::Cylinder, Vec3(r, 2 * long_ * h, 0), at, 1000 * s,
              glm::angleAxis(0.5 * kPi, Vec3(1, 0, 0)));
    World w(d);
    const RigidBody& b = w.bodies()[0];
    const auto clear = [&](int i, int k) {
      const double x = i - 0.5 - b.pose.position.x / h, z = k - 0.5 - b.pose.position.z / h, away = long_ + 2;
      return ball ? x * x + z * z > away * away : std::max(std::abs(x), std::abs(z)) > away;
    };
    play(w, 0.5 * seconds_);
    double sum = 0, square = 0, n = 0;
    play(w, 0.5 * seconds_, [&] {
      sum += surfaceOf(w, clear).mean - (b.pose.position.y / h - radius_), square += glm::dot(b.velocity, b.velocity);
      n += 1;
    });
    return {sum / n, std::sqrt(square / n), double(astray(w))};
  }
  FloatShape shape_;
  double radius_ = 4, seconds_ = 8;
  int seeds_ = 3;
};

// ---------------------------------------------------------------- a cube pushed under

class WaterPush final : public Case {
 public:
  std::string about() const override {
    return "A cube of .091 m³ pushed slowly under in a tank of 1 m² raises its level by .091 m";
  }
  std::string limits() const override {
    return "By continuity, and taken out again the level is back where it was: ± .06 cell, averaged over whole seconds "
           "while the slosh of the push goes on. The level is measured at the surface, not by the volume's controller.";
  }
  void describe(CaseParams& p) override {
    p.integer("cells", cells_, {.help = "Cells across the tank", .min = 12, .max = 64});
    seedsParam(p, seeds_);
  }
  void run(CaseOutcome& out) override {
    std::vector<double> rise, back;
    double lost = 0;
    for (int seed = 1; seed <= seeds_; ++seed) {
      WorldDesc d = pool({cells_, cells_ * 3 / 2, cells_}, 0.6, seed);
      addBody(d, ShapeKind::Box, Vec3(std::cbrt(0.091)), Vec3(0.5, 1.0, 0.5), 1000);
      BodyDesc& b = d.bodies.back();
      b.motion = Motion::Scripted;
      b.script.kind = Script::Keyframes;
      const Vec3 down(0, -0.7, 0);
      b.script.keys = {{0, Vec3(0)}, {4, Vec3(0)}, {9, down}, {18, down}, {23, Vec3(0)}, {32, Vec3(0)}};
      World w(d);
      const auto level = [&](double from, double until) {  // cells
        double sum = 0, n = 0;
        play(w, from - w.time());
        play(w, until - from, [&] { sum += surfaceOf(w).mean, n += 1; });
        return sum / n;
      };
      const double before = level(2, 4), under = level(13, 18), after = level(27, 32);
      rise.push_back((under - before) - 0.091 * cells_), back.push_back(after - before);
      lost += astray(w);
    }
    out.compare("rise off .091 m (cells)", median(rise), 0, 0.06);
    out.compare("level after it is out again (cells)", median(back), 0, 0.06);
    out.compare("particles astray", lost, 0, 0);
  }

 private:
  int cells_ = 24, seeds_ = 3;
};

// ---------------------------------------------------------------- the bottle

class WaterBottle final : public Case {
 public:
  std::string about() const override {
    return "Water in a sealed bottle, walls of three cells, shaken for half a minute";
  }
  std::string limits() const override {
    return "No particle may be farther out than half a cell into the wall, ever. By script the bottle's corners move "
           "up to a cell a step; by hand it is a free body on a spring, shaken as hard as the hand may pull.";
  }
  void describe(CaseParams& p) override {
    p.integer("cells", cells_, {.help = "Cells along the tank; the bottle is half as wide", .min = 24, .max = 64});
    p.number("seconds", seconds_, {.unit = "s", .help = "Length", .min = 1, .max = 600});
    seedsParam(p, seeds_);
  }
  void run(CaseOutcome& out) override {
    for (const bool hand : {false, true}) {
      double leaked = 0, lost = 0;
      std::vector<double> fastest;
      for (int seed = 1; seed <= seeds_; ++seed) {
        const auto [l, n, f] = one(hand, seed);
        leaked += l, lost += n, fastest.push_back(f);
      }
      const std::string what = hand ? ", by hand" : ", by script";
      out.compare("particles that left" + what, leaked, 0, 0);
      out.compare("particles lost" + what, lost, 0, 0);
      out.atLeast("fastest corner (cells a step)" + what, median(fastest), 0.8, "it was shaken");
      if (!hand) out.atMost("fastest corner (cells a step), limit" + what, median(fastest), 1.05);
    }
  }

 private:
  static void addBox(TriangleMesh& mesh, const Vec3& size, bool inwards) {
    const unsigned first = static_cast<unsigned>(mesh.positions.size());
    for (unsigned c = 0; c < 8; ++c)
      mesh.positions.push_back(Vec3f(size * (Vec3(c & 1, c >> 1 & 1, c >> 2 & 1) - 0.5)));
    const unsigned faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (const auto& f : faces)
      for (const auto& [a, b, c] : {std::array{f[0], f[1], f[2]}, std::array{f[0], f[2], f[3]}})
        mesh.triangles.push_back(inwards ? glm::uvec3(first + a, first + c, first + b)
                                         : glm::uvec3(first + a, first + b, first + c));
  }
  std::array<double, 3> one(bool hand, int seed) const {
    const double h = 1.0 / cells_;
    const Vec3 outer = Vec3(14, 16, 14) * h, inner = outer - 6 * h;
    WorldDesc d = pool(Int3(cells_), 0, seed);
    d.liquid = {{.kind = LiquidRegion::Box,
                 .position = Vec3(0.5, 0.5 - 0.25 * inner.y, 0.5),
                 .size = Vec3(inner.x, 0.5 * inner.y, inner.z)}};
    TriangleMesh mesh;
    addBox(mesh, outer, false), addBox(mesh, inner, true);
    ShapeDesc desc;
    desc.kind = ShapeKind::Mesh, desc.mesh = "bottle";
    MeshReport report;
    const auto shape = makeMeshShape(desc, mesh, report, 64);
    if (!shape) throw std::runtime_error(shape.problems.front().text());
    BodyDesc b;
    b.name = "bottle", b.shape = *shape, b.shapeDesc = b.shape->desc();
    b.position = Vec3(0.5), b.density = 1200, b.motion = hand ? Motion::Free : Motion::Scripted;
    if (!hand) {
      // Along a slope with a rock of 10 degrees each way, .39 s: its corners move a cell a step at most (2D test).
      const double period = 0.39;
      const Quat left = glm::angleAxis(glm::radians(10.0), Vec3(0, 0, 1)), right = glm::conjugate(left);
      const Vec3 along = 3 * h * glm::normalize(Vec3(0.8, 0.6, 0));
      b.script.kind = Script::Keyframes, b.script.loop = true;
      b.script.keys = {{0, Vec3(0), {1, 0, 0, 0}},
                       {0.25 * period, along, left},
                       {0.5 * period, Vec3(0), {1, 0, 0, 0}},
                       {0.75 * period, -along, right},
                       {period, Vec3(0), {1, 0, 0, 0}}};
    }
    d.bodies.push_back(b);
    World w(d);
    const size_t count = w.particles().size();
    const RigidBody& bottle = w.bodies()[0];
    double leaked = 0, fastest = 0;
    const double reach = 0.5 * std::hypot(outer.x, outer.y);
    play(
        w, seconds_,
        [&] {
          const double speed = glm::length(bottle.velocity) + glm::length(bottle.angularVelocity) * reach;
          fastest = std::max(fastest, speed * d.params.dt() / h);
          if (w.stepCount() % 6) return;
          double out = 0;
          const Particles& p = w.particles();
          for (size_t i = 0; i < p.size(); ++i) {
            const Vec3 x = h * (Vec3(p.x[0][i], p.x[1][i], p.x[2][i]) - 1.0);
            const Vec3 beyond = glm::abs(bottle.pose.toBody(x)) - 0.5 * inner;
            out += !(std::max({beyond.x, beyond.y, beyond.z}) < 0.5 * h);
          }
          leaked = std::max(leaked, out);
        },
        [&] {
          InputFrame in;
          if (!hand) return in;
          const double t = w.time();
          in.hand.active = true, in.hand.body = "bottle";
          in.hand.anchor = Vec3(0, 0.3 * inner.y, 0);
          in.hand.target = Vec3(0.5 + 3 * h * std::sin(11 * t), 0.5 + 0.3 * inner.y + 1.5 * h * std::sin(7 * t),
                                0.5 + h * std::sin(5 * t));
          return in;
        });
    return {leaked, std::abs(double(count) - double(w.particles().size())) + astray(w), fastest};
  }
  int cells_ = 28, seeds_ = 3;
  double seconds_ = 30;
};

}  // namespace

std::unique_ptr<Case> waterRestCase(RestTanks tanks, int cells) { return std::make_unique<WaterRest>(tanks, cells); }
std::unique_ptr<Case> waterFloatCase(FloatShape shape) { return std::make_unique<WaterFloat>(shape); }
std::unique_ptr<Case> waterPushCase() { return std::make_unique<WaterPush>(); }
std::unique_ptr<Case> waterBottleCase() { return std::make_unique<WaterBottle>(); }

}  // namespace flotsam
