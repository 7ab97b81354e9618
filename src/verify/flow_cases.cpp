// SPDX-License-Identifier: MIT
#include "verify/flow_cases.h"

#include "verify/flows/body_motions.h"
#include "verify/flows/flat_flows.h"
#include "verify/flows/kirchhoff.h"

namespace flotsam {

namespace {

enum class TransferChoice { Pic, SemiLagrangian, Apic, Flip };
void describeTransfer(CaseParams& p, TransferChoice& choice) {
  p.choice("transfer", choice, {"pic", "semi-lagrangian", "apic", "flip"}, "What carries the flow");
}
const Transfer& transferOf(TransferChoice c) { return kTransfers[static_cast<int>(c)]; }
void describeCells(CaseParams& p, int& cells, int most) {
  p.integer("cells", cells, {.help = "Cells along the tank", .min = 8, .max = double(most)});
}
void describeRate(CaseParams& p, double& rate) {
  p.number("rate", rate, {.unit = "1/s", .help = "Steps per second", .min = 10, .max = 10000});
}

Plot titled(const char* name, const char* title, const char* x, const char* y) {
  Plot plot;
  plot.name = name, plot.title = title, plot.x = x, plot.y = y;
  return plot;
}

class VortexCase final : public Case {
 public:
  std::string about() const override { return "Steady vortex in a box along the grid and turned, by three fractions"; }
  std::string limits() const override {
    return "psi = sin(pi X) sin(pi Y) is steady; [B07] fig. 2 says that the turned box with area or volume fractions "
           "matches the aligned one and that voxels are bumpy. The difference is taken between velocities at 576 "
           "points in the box's axes, bumpiness is the rms velocity across the exact line of flow 1.5 cells from the "
           "walls over that along it. Theory ends with the splitting of advection and pressure: the aligned vortex "
           "itself slows down in first order of dt, so `error` is measured, not bounded. Volume fractions are of first "
           "order at walls, and seen to be. The bounds hold for 40 cells and APIC.";
  }
  void describe(CaseParams& p) override {
    describeCells(p, s_.cells, 200);
    p.number("tilt", tilt_, {.unit = "°", .help = "Between the turned box and the grid", .min = 1, .max = 89});
    describeTransfer(p, transfer_);
    describeRate(p, s_.rate);
    p.number("seconds", seconds_,
             {.unit = "s", .help = "Length; the flow crosses the box in one", .min = 0.01, .max = 20});
  }
  void run(CaseOutcome& out) override {
    s_.transfer = transferOf(transfer_);
    s_.steps = static_cast<int>(std::lround(seconds_ * s_.rate));
    const VortexResult aligned = vortexInABox(s_);
    out.measure("aligned: error against the exact flow", aligned.error, "of first order in dt, halves with it");
    out.atMost("aligned: bumpiness", aligned.bumpiness, 0.005);
    VortexSetup turned = s_;
    turned.tilt = tilt_;
    struct Line {
      FractionKind kind;
      const char* name;
      double difference, bump;
    };
    for (const Line& l : {Line{FractionKind::Area, "area", 0.01, 0.005},
                          {FractionKind::Volume, "volume", 0.06, 0.04},
                          {FractionKind::Voxel, "voxel", 0.1, 0.05}}) {
      turned.fractions = l.kind;
      const VortexResult r = vortexInABox(turned);
      const std::string name = std::string("turned, ") + l.name;
      const double d = difference(aligned, r);
      if (l.kind == FractionKind::Voxel) {
        out.atLeast(name + ": difference from the aligned one", d, l.difference, "what voxels get wrong");
        out.atLeast(name + ": bumpiness", r.bumpiness, l.bump, "what voxels get wrong");
      } else {
        out.atMost(name + ": difference from the aligned one", d, l.difference);
        out.atMost(name + ": bumpiness", r.bumpiness, l.bump);
      }
    }
  }

 private:
  VortexSetup s_;
  TransferChoice transfer_ = TransferChoice::Apic;
  double tilt_ = 30, seconds_ = 1;
};

class TaylorGreenCase final : public Case {
 public:
  std::string about() const override {
    return "Taylor-Green vortices: dissipation of PIC, semi-Lagrangian, APIC, FLIP";
  }
  std::string limits() const override {
    return "Without viscosity the vortices keep their energy, so the loss is the scheme's. One vortex between walls "
           "without friction is computed: the others are its mirror images. Order expected: PIC > semi-Lagrangian > "
           "APIC > FLIP, each step at least by a tenth. At 60 steps a second, or with vortices of 40 cells, the "
           "splitting of advection and pressure loses as much as either of APIC and FLIP, and their order is not seen: "
           "the energy is the grid's, without the noise that FLIP keeps on its particles.";
  }
  void describe(CaseParams& p) override {
    p.integer("cells", s_.cells, {.help = "Cells along one vortex", .min = 6, .max = 200});
    describeRate(p, s_.rate);
    p.number("seconds", seconds_,
             {.unit = "s", .help = "Length; the flow crosses a vortex in one", .min = 0.01, .max = 20});
  }
  void run(CaseOutcome& out) override {
    s_.steps = static_cast<int>(std::lround(seconds_ * s_.rate));
    double last = 0;
    const char* before = "";
    Plot plot = titled("taylor-green", "Taylor-Green vortices: energy kept", "t in s", "E / E0");
    for (const Transfer& t : kTransfers) {
      s_.transfer = t;
      const VortexResult r = vortexInABox(s_);
      const double loss = r.energyLoss;
      plot.series.push_back({t.name, {{0, 1}}, /*markers=*/false});
      for (size_t i = 0; i < r.energy.size(); ++i)
        plot.series.back().points.push_back({(i + 1) / s_.rate, r.energy[i]});
      out.atLeast(std::string(t.name) + ": energy lost", loss, 0, "nothing may add energy");
      if (*before) out.atLeast(std::string("loss of ") + before + " over " + t.name, last / loss, 1.1);
      last = loss, before = t.name;
    }
    plot.series.push_back({"ideal fluid", {{0, 1}, {seconds_, 1}}, /*markers=*/false, /*dashed=*/true});
    out.plots.push_back(std::move(plot));
  }

 private:
  VortexSetup s_{.cells = 12, .rate = 240};
  double seconds_ = 1;
};

class SpinCase final : public Case {
 public:
  std::string about() const override {
    return "Solid-body rotation in a round container: who keeps the angular momentum";
  }
  std::string limits() const override {
    return "The flow is steady in an ideal fluid. Advection and pressure one after the other leave the part "
           "cos(w dt) of it each step, whatever the transfer: after n steps cos(w dt)^n. That is the theory the kept "
           "angular momentum is held against; APIC and FLIP meet it (the bound is what cut cells at the wall add), "
           "PIC and the semi-Lagrangian scheme lose more than a tenth beyond.";
  }
  void describe(CaseParams& p) override {
    describeCells(p, cells_, 200);
    describeRate(p, rate_);
    p.number("turns", turns_, {.help = "Turns of the fluid", .min = 0.05, .max = 20});
  }
  void run(CaseOutcome& out) override {
    Plot plot = titled("spin", "Solid-body rotation: angular momentum kept", "t in s", "L / L0");
    PlotSeries split{"cos(w dt)^n", {{0, 1}}, /*markers=*/false, /*dashed=*/true};
    for (const Transfer& t : kTransfers) {
      const SpinResult r = solidBodyRotation(cells_, t, turns_, rate_);
      plot.series.push_back({t.name, {{0, 1}}, /*markers=*/false});
      for (size_t i = 0; i < r.momentum.size(); ++i)
        plot.series.back().points.push_back({(i + 1) / rate_, r.momentum[i]});
      const double steps = static_cast<double>(r.momentum.size());
      if (split.points.size() == 1)
        for (int i = 1; i <= 40; ++i)
          split.points.push_back({steps * i / 40 / rate_, std::pow(1 - r.splitLoss, i / 40.0)});
      const std::string name = std::string(t.name) + ": angular momentum kept";
      const double kept = 1 - r.momentumLoss, split = 1 - r.splitLoss;
      if (t.advection == Advection::Apic || t.flip == 1)
        out.compare(name, kept, split, 0.01, "cos(w dt)^n");
      else
        out.atMost(name, kept, split - 0.1, "at least a tenth less than cos(w dt)^n");
    }
    plot.series.push_back(std::move(split));
    out.plots.push_back(std::move(plot));
  }

 private:
  int cells_ = 40;
  double rate_ = 120, turns_ = 1;
};

class FreeFlightCase final : public Case {
 public:
  std::string about() const override { return "Force-free flight of a tumbling box with unequal sides, in vacuum"; }
  std::string limits() const override {
    return "The bodies' stage of a step by itself, without fluid and contact. x = x0 + v t and L are exact to "
           "rounding; "
           "the energy of the turning is of second order in dt.";
  }
  void describe(CaseParams& p) override {
    p.integer("steps", steps_, {.help = "Steps", .min = 1, .max = 1e6});
    describeRate(p, rate_);
  }
  void run(CaseOutcome& out) override {
    const FlightResult r = freeFlight(steps_, rate_);
    out.compare("distance from x0 + v t, over the path", r.pathError, 0, 1e-11);
    out.compare("change of the angular momentum", r.momentumError, 0, 1e-11);
    out.compare("change of the energy", r.energyError, 0, 2e-3, "(w dt)² / 6");
    out.measure("turned (rad)", r.turned);
  }

 private:
  int steps_ = 1000;
  double rate_ = 60;
};

class FreeFallCase final : public Case {
 public:
  std::string about() const override {
    return "A ball a million times heavier than the gas around it falls as in vacuum";
  }
  std::string limits() const override {
    return "v = (1 - s) g t / (s + 1/2), nearly g t, and x = g t (t - dt) / 2: a step adds g dt to the velocity and "
           "the "
           "next one moves with it. What the closed tank adds to 1/2 is smaller than the bound.";
  }
  void describe(CaseParams& p) override {
    describeCells(p, cells_, 64);
    p.integer("steps", steps_, {.help = "Steps; the ball lands after 20", .min = 1, .max = 20});
  }
  void run(CaseOutcome& out) override {
    const FallResult r = freeFall(cells_, steps_);
    out.compare("speed (m/s)", r.speed, r.theory, 3e-6);
    out.compare("way (m)", r.path, r.pathTheory, 3e-6);
  }

 private:
  int cells_ = 24, steps_ = 18;
};

class ReleaseInTimeCase final : public Case {
 public:
  std::string about() const override {
    return "A sphere released in a closed cube, R/L = 1/4: its speed after some steps";
  }
  std::string limits() const override {
    return "(1 - s) g t / (s + C) with C = .62282 at the centre, where the added mass has no slope; so the way must "
           "stay "
           "small against the radius. The bound is the error of C at R/h = 6, about 1 %. FLIP with a share of PIC "
           "loses "
           "a part of the fluid's momentum in every step and is outside it at this rate: 2 to 4 % for light spheres.";
  }
  void describe(CaseParams& p) override {
    describeCells(p, cells_, 64);
    describeRate(p, rate_);
    p.integer("steps", steps_, {.help = "Steps", .min = 1, .max = 1000});
    p.choice("advection", advection_, {"flip", "semi-lagrangian", "apic"}, "As method.advection");
  }
  void run(CaseOutcome& out) override {
    for (double s : {1e-3, 0.1, 0.5, 4.0, 100.0}) {
      const ReleaseResult r = releasedSphere(cells_, s, steps_, advection_, rate_);
      out.compare("speed at s = " + formatNumber(s) + " (m/s)", r.speed, r.theory, 0.01);
    }
  }

 private:
  int cells_ = 24, steps_ = 6;
  double rate_ = 240;
  Advection advection_ = Advection::Apic;
};

class ClosedTankCase final : public Case {
 public:
  std::string about() const override { return "Six bodies of many densities in a closed tank: momentum over time"; }
  std::string limits() const override {
    return "Nothing flows through any plane of a closed full tank, so the momentum of the fluid and of fluid in the "
           "bodies' place is zero at all times, to solver tolerance (1e-10 here). It ends where a body reaches into a "
           "wall or another body: what overlaps is cut off, and the balance with it (a few tenths of a per cent).";
  }
  void describe(CaseParams& p) override {
    describeCells(p, cells_, 48);
    p.integer("steps", steps_, {.help = "Steps; bodies touch after about 15", .min = 1, .max = 15});
  }
  void run(CaseOutcome& out) override {
    out.compare("flip: momentum over that of the displaced fluid", closedTankMomentum(cells_, steps_, Advection::Flip),
                0, 1e-8);
    out.compare("apic: the same", closedTankMomentum(cells_, steps_, Advection::Apic), 0, 1e-8);
  }

 private:
  int cells_ = 20, steps_ = 12;
};

class KirchhoffCase final : public Case {
 public:
  std::string about() const override {
    return "Free ellipsoid in fluid at rest against Kirchhoff's equations, one turn";
  }
  std::string limits() const override {
    return "The equations are integrated with Lamb's added masses of unbounded fluid (fourth order, to rounding). The "
           "tank is 1 m wide: by the images of a dipole its walls change mass and added mass together by up to one per "
           "cent, which the first row shows with the error of the grid. In time the error is the scheme's: advection "
           "and pressure one after the other lose momentum of the flow that turns with the body, in first order of dt, "
           "and three to five cells per semi-axis smear the flow at the surface. The bounds are what is measured with "
           "32 cells and pure FLIP, with a fifth to spare: they guard what is reached, theory would be zero.";
  }
  void describe(CaseParams& p) override {
    p.vector("axes", s_.axes, {.unit = "m", .help = "Semi-axes in a tank of 1 m", .min = 0.02, .max = 0.4});
    p.number("s", s_.densityRatio, {.help = "Density over the fluid's", .min = 0.01, .max = 100, .logScale = true});
    p.vector("velocity", s_.velocity, {.unit = "m/s", .help = "At the start", .min = -1, .max = 1});
    p.vector("spin", s_.spin, {.unit = "rad/s", .help = "At the start", .min = -20, .max = 20});
    describeCells(p, s_.cells, 96);
    describeRate(p, s_.rate);
    p.choice("advection", s_.advection, {"flip", "semi-lagrangian", "apic"}, "As method.advection");
  }
  void run(CaseOutcome& out) override {
    const KirchhoffResult fine = kirchhoffMotion(s_);
    KirchhoffSetup half = s_;
    half.rate = s_.rate / 2;
    const KirchhoffResult coarse = kirchhoffMotion(half);
    out.atMost("velocity and spin after the sudden start, off by", fine.startError, 0.015, "walls and grid");
    out.atMost("angle off, over the angle turned", fine.angleError / fine.turned, 0.048);
    out.atMost("place off, over the path", fine.positionError / fine.path, 0.12);
    out.atLeast("energy left", fine.energyEnd, 0.8);
    out.atLeast("angle off at twice the dt, over that", coarse.angleError / fine.angleError, 1.4, "2 if dt were all");
    out.measure("turned (rad)", fine.turned);
    out.measure("path (m)", fine.path);
    Plot plot = titled("kirchhoff", "Free ellipsoid: angular velocity", "t in s", "rad/s");
    for (int a = 0; a < 3; ++a) {
      const std::string axis(1, "xyz"[a]);
      PlotSeries simulated{"about " + axis, {}, /*markers=*/false}, exact{"Kirchhoff, " + axis, {}, false, true};
      for (const auto& p : fine.trace)
        simulated.points.push_back({p.time, p.spin[a]}), exact.points.push_back({p.time, p.exactSpin[a]});
      plot.series.push_back(std::move(simulated)), plot.series.push_back(std::move(exact));
    }
    out.plots.push_back(std::move(plot));
  }

 private:
  KirchhoffSetup s_{.cells = 32, .rate = 240, .advection = Advection::Flip};
};

}  // namespace

std::unique_ptr<Case> vortexCase() { return std::make_unique<VortexCase>(); }
std::unique_ptr<Case> taylorGreenCase() { return std::make_unique<TaylorGreenCase>(); }
std::unique_ptr<Case> spinCase() { return std::make_unique<SpinCase>(); }
std::unique_ptr<Case> freeFlightCase() { return std::make_unique<FreeFlightCase>(); }
std::unique_ptr<Case> freeFallCase() { return std::make_unique<FreeFallCase>(); }
std::unique_ptr<Case> releaseInTimeCase() { return std::make_unique<ReleaseInTimeCase>(); }
std::unique_ptr<Case> closedTankCase() { return std::make_unique<ClosedTankCase>(); }
std::unique_ptr<Case> kirchhoffCase() { return std::make_unique<KirchhoffCase>(); }

}  // namespace flotsam
