// SPDX-License-Identifier: MIT
#include "verify/rest_cases.h"

#include <algorithm>

#include "verify/added_mass.h"

namespace flotsam {

namespace {

constexpr double kG = 9.81;  // m/s²
constexpr const char* kKindNames[] = {"area", "volume", "line", "voxel"};
constexpr FractionKind kKinds[] = {FractionKind::Area, FractionKind::Volume, FractionKind::Line, FractionKind::Voxel};

/// One step of gravity on a tank at rest, then the projection.
void settle(Tank& tank) {
  tank.build();
  tank.setGravity({0, -kG * tank.dt, 0});
  tank.project();
}

/// Fastest thing in the tank, fluid or body (rad/s counted at 1 m), over g dt.
double fastest(const Tank& tank) {
  double m = tank.maxFluidSpeed();
  if (!std::isfinite(m)) return m;
  for (const auto& b : tank.coupled)
    for (const double v : b.velocity) m = std::isnan(v) ? v : std::max(m, std::abs(v));
  return m / (kG * tank.dt);
}

/// Largest difference of the pressure from rho g depth, up to one constant, over rho g x the tank's height.
double pressureError(const Tank& tank) {
  const Grid& g = tank.grid;
  double lo = 1e300, hi = -1e300;
  for (int k = 1; k <= g.inner.z; ++k)
    for (int j = 1; j <= g.inner.y; ++j)
      for (int i = 1; i <= g.inner.x; ++i) {
        const int id = g.id(i, j, k);
        double open = 0;
        for (int a = 0; a < 3; ++a) open += tank.fractions().fluid[a][id] + tank.fractions().fluid[a][id + g.stride(a)];
        if (!(open > 0)) continue;
        const double off = tank.pressure[id] + tank.fluidDensity * kG * g.cellCentre({i, j, k}).y;
        lo = std::min(lo, off), hi = std::max(hi, off);
      }
  return (hi - lo) / (tank.fluidDensity * kG * g.extent().y);
}

class Hydrostatic final : public Case {
 public:
  std::string about() const override { return "Fluid at rest in box, tilted box, sphere and cylinder stays at rest"; }
  std::string limits() const override {
    return "u = 0 and p = rho g depth to rounding, whatever the walls: gravity is a gradient, and its discrete form is "
           "one "
           "too on every open face. The bound is rounding times the number of cells along the tank.";
  }
  void describe(CaseParams& p) override {
    p.integer("cells", cells_, {.help = "Cells along the tank", .min = 6, .max = 96});
    p.vector("tilt", tilt_, {.unit = "°", .help = "Of box and cylinder, about x, y, z", .min = -360, .max = 360});
  }
  void run(CaseOutcome& out) override {
    AddedMassSetup turn;
    turn.orientation = tilt_;
    const Quat q = turn.rotation();
    const std::pair<const char*, ContainerDesc> containers[] = {
        {"box", {WallKind::Box, Vec3(0.5), Vec3(1), {1, 0, 0, 0}}},
        {"tilted box", {WallKind::TiltedBox, Vec3(0.5), Vec3(0.7, 0.6, 0.65), q}},
        {"sphere", {WallKind::Sphere, Vec3(0.5, 0.49, 0.51), Vec3(0.43), {1, 0, 0, 0}}},
        {"cylinder", {WallKind::Cylinder, Vec3(0.5), Vec3(0.3, 0.6, 0), q}}};
    for (const auto& [name, container] : containers)
      for (int kind = 0; kind < 4; ++kind) {
        if (container.kind == WallKind::Box && kind > 0) continue;
        Tank tank(Int3(cells_), 1.0 / cells_);
        tank.wallKind = kKinds[kind];
        tank.container = container;
        settle(tank);
        const std::string what = std::string(", ") + name + ", " + kKindNames[kind];
        out.compare("fastest flow over g dt" + what, fastest(tank), 0, 1e-10);
        out.compare("pressure off rho g depth" + what, pressureError(tank), 0, 1e-10, "over rho g x height");
      }
  }

 private:
  int cells_ = 20;
  Vec3 tilt_{10, 20, 15};
};

class Neutral final : public Case {
 public:
  std::string about() const override { return "Bodies as dense as the fluid stay at rest in a tilted tank"; }
  std::string limits() const override {
    return "Rest to rounding with the discrete mass matrix ([B07] §3.1): body and displaced fluid weigh the same as "
           "the "
           "faces see them. With `mass=exact` bodies start with the error of their volume; that is what the matrix is "
           "for.";
  }
  void describe(CaseParams& p) override {
    p.integer("cells", cells_, {.help = "Cells along the tank", .min = 10, .max = 96});
    p.choice("mass", mass_, {"discrete", "exact"}, "Mass matrix of the bodies: as the faces see it, or exact");
    p.integer("seed", seed_, {.help = "Of the bodies' orientations", .min = 0, .max = 1e9});
  }
  void run(CaseOutcome& out) override {
    Random random(static_cast<uint64_t>(seed_));
    for (int kind = 0; kind < 4; ++kind) {
      Tank tank(Int3(cells_), 1.0 / cells_);
      tank.bodyKind = kKinds[kind], tank.discrete = mass_ == Discrete;
      tank.container = {WallKind::TiltedBox, Vec3(0.5), Vec3(0.85),
                        glm::angleAxis(0.15, glm::normalize(Vec3(1, 1, 3)))};
      tank.add(Tank::primitive(ShapeKind::Sphere, Vec3(0.11)), {0.31, 0.34, 0.3}, 1000);
      tank.add(Tank::primitive(ShapeKind::Torus, Vec3(0.11, 0.05, 0)), {0.65, 0.62, 0.34}, 1000,
               randomRotation(random));
      tank.add(Tank::primitive(ShapeKind::Box, Vec3(0.2, 0.15, 0.12)), {0.4, 0.42, 0.68}, 1000, randomRotation(random));
      tank.add(Tank::primitive(ShapeKind::Ellipsoid, Vec3(0.13, 0.07, 0.09)), {0.68, 0.3, 0.66}, 1000,
               randomRotation(random));
      settle(tank);
      out.compare(std::string("fastest of fluid and bodies over g dt, ") + kKindNames[kind], fastest(tank), 0, 1e-10);
    }
  }

 private:
  int cells_ = 24, seed_ = 1;
  enum Mass { Discrete, Exact } mass_ = Discrete;
};

class Plug final : public Case {
 public:
  std::string about() const override { return "A plug filling a closed tube does not sink, however heavy"; }
  std::string limits() const override {
    return "V = 0, and the pressure below carries the plug: p_below - p_above = M g / A + rho g h ([B07]). The "
           "chambers "
           "above and below are one system through the plug, with one free constant. What is left of the speed is the "
           "solver's tolerance. The horizontal tube with open ends is `open-tube`.";
  }
  void describe(CaseParams& p) override {
    p.number("density", s_, {.help = "Of the plug, over that of the fluid", .min = 1e-3, .max = 1e3});
    p.number("height", height_,
             {.unit = "m", .help = "Of the plug; the tube is 0.5 m wide and 1.5 m high", .min = 0.1, .max = 1});
    p.number("place", y_, {.unit = "m", .help = "Height of its middle", .min = 0.2, .max = 1.3});
    p.choice("fractions", kind_, {"area", "volume", "line", "voxel"}, "Face fractions");
  }
  Problems prepare() override {
    if (y_ - 0.5 * height_ < 0.1 || y_ + 0.5 * height_ > 1.4)
      return {{"", 0, "place", "the plug needs 0.1 m of fluid below and above it"}};
    return {};
  }
  void run(CaseOutcome& out) override {
    Tank tank({10, 30, 10}, 0.05);
    tank.limits.tolerance = 1e-12;
    tank.bodyKind = fractionKind(kind_);
    tank.add(Tank::primitive(ShapeKind::Box, Vec3(0.5, height_, 0.5)), {0.25, y_, 0.25}, 1000 * s_);
    settle(tank);
    const Grid& g = tank.grid;
    const int below = 1, above = g.inner.y;
    out.compare("speed of the plug over g dt", tank.coupled[0].velocity[1] / (kG * tank.dt), 0, 1e-7,
                "solver tolerance");
    out.compare("chambers", tank.stats.regions, 2, 0);
    out.compare("free constants of the pressure", tank.stats.projectedRegions, 1, 0);
    // Bottom to top cell: fluid all the way but for the plug, which weighs what the faces see of it.
    const double volume = tank.masses[0](1, 1) / (1000 * s_);
    const double theory = kG * (1000 * s_ * volume / 0.25 + 1000 * ((above - below) * g.dx - volume / 0.25));
    out.compare("pressure at the bottom less that at the top (Pa)",
                tank.pressure[g.id(5, below, 5)] - tank.pressure[g.id(5, above, 5)], theory, 1e-6, "M g / A + rho g h");
  }

 private:
  double s_ = 3, height_ = 0.4, y_ = 0.915;
  FractionChoice kind_ = FractionChoice::Area;
};

/// Flow through a horizontal line of faces of a flat grid beside a body, m²/s per m, and the open width, m.
struct Passage {
  double flow = 0, width = 0;
};
Passage passage(const Tank& tank, int j, int from, int to) {
  Passage p;
  const Grid& g = tank.grid;
  for (int i = from; i <= to; ++i) {
    const int id = g.id(i, j, 1);
    p.flow += tank.fractions().fluid[1][id] * tank.velocity[1][id] * g.dx;
    p.width += tank.fractions().fluid[1][id] * g.dx;
  }
  return p;
}

class Gap final : public Case {
 public:
  std::string about() const override {
    return "Mean speed in the gap beside a slab that moves in a closed channel (2D)";
  }
  std::string limits() const override {
    return "Continuity: V W / (H - W), in the direction against the slab, to solver tolerance as long as the fractions "
           "see "
           "the gap. Voxels see a gap only if it holds a cell centre; then no fluid passes at all and the case fails. "
           "The "
           "profile across the gap is not part of this.";
  }
  void describe(CaseParams& p) override {
    p.integer("cells", cells_, {.help = "Cells across the channel", .min = 4, .max = 256});
    p.number("width", width_, {.help = "W/H", .min = 0.05, .max = 0.999});
    p.number("shift", shift_, {.unit = "m", .help = "Of the slab to one side; H is 1 m", .min = -0.4, .max = 0.4});
    p.choice("fractions", kind_, {"area", "volume", "line", "voxel"}, "Face fractions");
  }
  Problems prepare() override {
    if (std::abs(shift_) > 0.5 * (1 - width_)) return {{"", 0, "shift", "the slab reaches into the wall"}};
    return {};
  }
  void run(CaseOutcome& out) override {
    Tank tank({cells_, 2 * cells_, 1}, 1.0 / cells_);
    tank.bodyKind = fractionKind(kind_);
    tank.add(Tank::primitive(ShapeKind::Box, Vec3(width_, 0.5, 1)), {0.5 + shift_, 1, 0.5 / cells_}, 1000);
    tank.bodies[0].free = false, tank.bodies[0].velocity = {0, -1, 0, 0, 0, 0};
    tank.build();
    tank.setVelocity([](int, const Vec3&) { return 0.0; });
    tank.project();
    const Passage p = passage(tank, 1 + cells_, 1, cells_);
    out.compare("open width beside the slab (m)", p.width, 1 - width_, kind_ == FractionChoice::Voxel ? 0.5 : 1e-9);
    out.compare("mean speed beside the slab (m/s)", p.flow / p.width, width_ / (1 - width_), 1e-8, "V = 1 m/s");
  }

 private:
  int cells_ = 20;
  double width_ = 0.95, shift_ = 0;
  FractionChoice kind_ = FractionChoice::Area;
};

class Piston final : public Case {
 public:
  std::string about() const override {
    return "A piston drives fluid round a closed circuit, or squeezes a closed tube";
  }
  std::string limits() const override {
    return "Outlet speed U A / A_o, to solver tolerance: a wide branch with the piston and a narrow one beside it, "
           "joined "
           "above and below; walls and piston off the lattice. In the tube without a way out no flow satisfies the "
           "boundaries: the right-hand side is made solvable chamber by chamber, and what is left is one compression "
           "everywhere in each chamber, of the volume swept per second over the chamber's volume ([B07]).";
  }
  void describe(CaseParams& p) override {
    p.number("speed", speed_, {.unit = "m/s", .help = "U, upwards", .min = -10, .max = 10});
    p.number("wide", wide_, {.unit = "m", .help = "Width of the branch with the piston", .min = 0.3, .max = 0.8});
    p.number("narrow", narrow_, {.unit = "m", .help = "Width of the other branch", .min = 0.03, .max = 0.15});
  }
  void run(CaseOutcome& out) override {
    circuit(out);
    closedTube(out);
  }

 private:
  void circuit(CaseOutcome& out) const {
    const int n = 40;
    const double wall = 1 - wide_ - narrow_;  // thickness of the wall between the branches
    Tank tank({n, 2 * n, 1}, 1.0 / n);
    tank.add(Tank::primitive(ShapeKind::Box, Vec3(wall, 1.2, 1)), {wide_ + 0.5 * wall, 1, 0.5 / n}, 1000);
    tank.add(Tank::primitive(ShapeKind::Box, Vec3(wide_, 0.31, 1)), {0.5 * wide_, 1.013, 0.5 / n}, 1000);
    for (auto& b : tank.bodies) b.free = false;
    tank.bodies[1].velocity = {0, speed_, 0, 0, 0, 0};
    tank.build();
    tank.setVelocity([](int, const Vec3&) { return 0.0; });
    tank.project();
    const int right = static_cast<int>((wide_ + 0.5 * wall) * n) + 1;
    const Passage p = passage(tank, 1 + n, right, n);
    out.compare("outlet speed (m/s)", p.flow / p.width, -speed_ * wide_ / narrow_, 1e-8, "U A / A_o, back down");
    out.compare("part of the right-hand side with no pressure", tank.stats.incompatible, 0, 1e-10);
  }
  void closedTube(CaseOutcome& out) const {
    Tank tank({10, 20, 10}, 0.05);
    tank.add(Tank::primitive(ShapeKind::Box, Vec3(0.5, 0.2, 0.5)), {0.25, 0.6, 0.25}, 3000);
    tank.bodies[0].free = false;
    tank.bodies[0].velocity = {0, -speed_, 0, 0, 0, 0};
    tank.limits.tolerance = 1e-12;
    tank.build();
    tank.setVelocity([](int, const Vec3&) { return 0.0; });
    tank.project();
    const double speed = std::abs(speed_);
    out.compare("closed: chambers made solvable", tank.stats.projectedRegions,
                speed > 0 ? 2 : tank.stats.projectedRegions, 0);
    out.compare("closed: compression of the upper chamber (1/s)", tank.stats.maxDivergence, speed / 0.3, 1e-6);
    out.compare("closed: speed half way to the bottom (m/s)", tank.velocity[1][tank.grid.id(5, 6, 5)], -speed_ * 0.5,
                1e-6, "linear from the piston to the end");
    double largest = 0;
    for (const double p : tank.pressure) largest = std::isfinite(p) ? std::max(largest, std::abs(p)) : p;
    out.measure("closed: largest pressure (Pa)", largest);
  }
  double speed_ = 0.5, wide_ = 0.63, narrow_ = 0.11;
};

class Slab final : public Case {
 public:
  std::string about() const override {
    return "C of a slab that fills .95 of a closed channel (2D), its gaps half a cell wide and wider";
  }
  std::string limits() const override {
    return "W/H = .95, length H/2, centred, channel 2H long: C = 22.50 (REFERENCE §1), mostly the flow through the "
           "gaps. At "
           "20 cells across, a gap is half a cell: REFERENCE has 23.00 with area fractions, 21.70 with volume "
           "fractions, "
           "and voxels are shut. Volume fractions give REFERENCE's value; area fractions give 20.91: the slab's ends "
           "lie on "
           "a plane of faces there, and distances at the corners of the two half-covered faces of an end, zero and "
           "half a "
           "cell, cannot tell half covered from open. With the exact areas of these faces it is 23.00. Hence the bound "
           "for "
           "area fractions: one cell of the slab's length. For volume fractions it is one and a half times REFERENCE's "
           "error, falling with the cell size.";
  }
  void run(CaseOutcome& out) override {
    TextTable table{"C over the cells across the channel", {"N", "area", "volume", "line", "voxel"}, {}};
    for (const int n : {20, 40, 80}) {
      table.lines.push_back({std::to_string(n)});
      for (int kind = 0; kind < 4; ++kind) {
        const std::string name = std::string(kKindNames[kind]) + ", N = " + std::to_string(n);
        Tank tank({n, 2 * n, 1}, 1.0 / n);
        tank.bodyKind = kKinds[kind];
        tank.add(Tank::primitive(ShapeKind::Box, Vec3(0.95, 0.5, 1)), {0.5, 1.0, 0.5 / n}, 5000);
        settle(tank);
        const double fall = tank.coupled[0].velocity[1] / (kG * tank.dt);
        if (kind >= 2 && n == 20) {
          out.compare("fall over g dt, " + name, fall, 0, 1e-7, "shut: no cell centre in the gap");
          table.lines.back().push_back("shut");
          continue;
        }
        const double c = addedMassOfFreeBody(tank, 1);
        table.lines.back().push_back(formatNumber(std::round(1e4 * c) / 1e4));
        if (kind < 2)
          out.compare("C, " + name, c, 22.50, kind == 0 ? 2.0 / n : 1.5 * (0.8 / 22.5) * 20 / n);
        else
          out.measure("C, " + name, c);
      }
    }
    out.tables.push_back(std::move(table));
  }
};

}  // namespace

std::unique_ptr<Case> hydrostaticCase() { return std::make_unique<Hydrostatic>(); }
std::unique_ptr<Case> neutralCase() { return std::make_unique<Neutral>(); }
std::unique_ptr<Case> plugCase() { return std::make_unique<Plug>(); }
std::unique_ptr<Case> gapCase() { return std::make_unique<Gap>(); }
std::unique_ptr<Case> pistonCase() { return std::make_unique<Piston>(); }
std::unique_ptr<Case> slabCase() { return std::make_unique<Slab>(); }

}  // namespace flotsam
