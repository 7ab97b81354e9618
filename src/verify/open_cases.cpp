// SPDX-License-Identifier: MIT
#include "verify/open_cases.h"

#include <algorithm>

#include "verify/added_mass.h"
#include "verify/expected_errors.h"

namespace flotsam {

namespace {

void projectToTheEnd(Tank& tank) {
  tank.project();
  if (!(tank.stats.residual < 1e-10)) throw std::runtime_error("the solve stopped: " + tank.stats.note);
}

class HalfSubmerged final : public Case {
 public:
  explicit HalfSubmerged(bool flat) : flat_(flat) {}
  std::string about() const override {
    return flat_ ? "Heave of a circle with its middle in a flat surface: added mass over displaced mass (2D)"
                 : "Heave of a sphere with its middle in a flat surface: added mass over displaced mass";
  }
  std::string limits() const override {
    return "With p = 0 on the surface the flow is the lower half of that around a whole body in a tank twice as deep, "
           "so in "
           "deep and wide water the added mass is exactly 1/2 (2D: 1) of the displaced mass, and in a tank of depth "
           "L/2 with "
           "R/L = 1/4 it is that of the closed cube or square, .62282 or 1.547508. The bound is the error REFERENCE "
           "expects "
           "of the whole body. When the surface lies on a plane of faces, the discrete systems are halves of each "
           "other too "
           "and must agree to solver tolerance. Waves, which take time, are not part of this.";
  }
  void describe(CaseParams& p) override {
    p.integer("radius", radius_, {.unit = "cells", .help = "R/h", .min = 2, .max = 24});
    p.choice("fractions", kind_, {"area", "volume", "line", "voxel"}, "Face fractions");
  }
  void run(CaseOutcome& out) override {
    const double half = heave(true), whole = heave(false);
    const double theory = flat_ ? 1.547508 : 0.62282;
    out.compare("C of heave, depth L/2", half, theory,
                expectedAddedMassError(fractionKind(kind_), flat_, radius_, true));
    out.compare("half body at the surface over whole body in the closed tank", half / whole, 1, 1e-8);
  }

 private:
  double heave(bool surface) const {
    const int n = 4 * radius_;
    Tank tank({n, n, flat_ ? 1 : n}, 1.0 / n);
    tank.bodyKind = fractionKind(kind_);
    tank.limits.tolerance = 1e-12;
    tank.add(Tank::primitive(ShapeKind::Sphere, Vec3(0.25)), Vec3(0.5, 0.5, flat_ ? 0.5 / n : 0.5), 1000);
    tank.bodies[0].free = false, tank.bodies[0].velocity = {0, 1, 0, 0, 0, 0};
    tank.build();
    tank.setVelocity([](int, const Vec3&) { return 0.0; });
    if (surface) tank.setSurface([](const Vec3& x) { return x.y - 0.5; });
    projectToTheEnd(tank);
    return -tank.coupled[0].impulse[1] / (tank.coupled[0].displacedMass * (surface ? 0.5 : 1));
  }
  bool flat_;
  int radius_ = 8;
  FractionChoice kind_ = FractionChoice::Area;
};

class OpenTube final : public Case {
 public:
  std::string about() const override {
    return "A plug pushed along a horizontal tube whose liquid is open at both ends";
  }
  std::string limits() const override {
    return "a = dp A / (m + rho A L): the plug moves with all the liquid in the tube. The pressure difference acts on "
           "the plug "
           "here, which is the same. To solver tolerance, with the surfaces anywhere between cell centres: a partly "
           "filled "
           "face carries its share of a cell's mass.";
  }
  void describe(CaseParams& p) override {
    p.number("density", s_, {.help = "Of the plug, over that of the liquid", .min = 1e-3, .max = 1e3});
    p.number("left", left_,
             {.unit = "m", .help = "Where the liquid begins; the tube is 2 m long", .min = 0.1, .max = 0.6});
    p.number("right", right_, {.unit = "m", .help = "Where it ends", .min = 1.4, .max = 1.9});
  }
  void run(CaseOutcome& out) override {
    constexpr double width = 0.3, plug = 0.4, push = 1000;  // m, m, Pa
    Tank tank({40, 6, 6}, 0.05);
    tank.limits.tolerance = 1e-12;
    tank.add(Tank::primitive(ShapeKind::Box, Vec3(plug, width, width)), {1, 0.5 * width, 0.5 * width}, 1000 * s_);
    tank.build();
    const double area = width * width, mass = tank.masses[0](0, 0), seen = mass / (1000 * s_ * area);
    tank.setVelocity([](int, const Vec3&) { return 0.0; });
    tank.coupled[0].velocity = {push * area * tank.dt / mass, 0, 0, 0, 0, 0};
    tank.setSurface([this](const Vec3& x) { return std::max(left_ - x.x, x.x - right_); });
    projectToTheEnd(tank);
    const double liquid = right_ - left_ - seen;
    out.compare("acceleration (m/s²)", tank.coupled[0].velocity[0] / tank.dt,
                push * area / (mass + 1000 * area * liquid), 1e-6,
                "dp A / (m + rho A L); distances are kept in single precision");
  }

 private:
  double s_ = 3, left_ = 0.33, right_ = 1.71;
};

}  // namespace

std::unique_ptr<Case> halfSubmergedCase(bool flat) { return std::make_unique<HalfSubmerged>(flat); }
std::unique_ptr<Case> openTubeCase() { return std::make_unique<OpenTube>(); }

}  // namespace flotsam
