// SPDX-License-Identifier: MIT
#include "verify/added_mass_cases.h"

#include <algorithm>

#include "verify/added_mass.h"
#include "verify/expected_errors.h"

namespace flotsam {

namespace {

constexpr const char* kAxisNames[] = {"x", "y", "z", "about x", "about y", "about z"};

std::string entry(double v) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%+.6f", v);
  return std::abs(v) < 5e-10 ? "0" : buffer;
}

class AddedMassCase final : public Case {
 public:
  explicit AddedMassCase(const AddedMassSetup& setup) : s_(setup) {}

  std::string about() const override {
    return s_.container == AddedMassSetup::Container::Open
               ? "Added-mass matrix of a body in an open tank, from one projection"
               : "Added-mass matrix of a body in a closed container, from one projection";
  }
  std::string limits() const override {
    return "Known in closed form: a sphere and a circle in a concentric container; by a harmonic series: sphere and "
           "circle centred in a closed cube or square with R/L = 1/4. For spheres, circles and ellipsoids elsewhere in "
           "a box, theory is Lamb's unbounded value with the images of the dipole in all walls; the bound then "
           "includes "
           "an estimate of what images leave out. In an open tank (p = 0 on the surface) heave of a round body with "
           "its middle in the surface is half of the closed "
           "value in twice the depth. Other shapes have no theory here: their matrix is printed, and only "
           "its symmetry is checked. The bound is the discretisation error that REFERENCE expects of the fractions at "
           "this R/h (`bound=area`: that of area fractions, whatever the fractions are).";
  }

  void describe(CaseParams& p) override {
    p.text("shape", s_.shape, "sphere, circle, box, square, ellipsoid, cylinder, torus, capsule, or a mesh file");
    p.number("radius", s_.radius,
             {.unit = "cells", .help = "Half the longest side over the cell size, R/h", .min = 1, .max = 64});
    p.integer("cells", s_.cells, {.help = "Cells along the tank's x; 0 = from radius", .min = 0, .max = 256});
    p.vector("axes", s_.axes,
             {.unit = "m",
              .help = "Lengths: radius; edges; semi-axes; radius,height; ring,tube; 0 = the usual ones",
              .min = 0,
              .max = 1000});
    p.number("size", s_.size, {.unit = "m", .help = "Longest side of a mesh", .min = 1e-6, .max = 1e6});
    p.vector("position", s_.position,
             {.unit = "m", .help = "From the middle of the container", .min = -1e3, .max = 1e3});
    p.vector("orientation", s_.orientation,
             {.unit = "°", .help = "Turned about x, then y, then z", .min = -360, .max = 360});
    p.choice("container", s_.container, {"box", "sphere", "open"}, "Closed container, or a box with a free surface");
    p.number("level", s_.level,
             {.unit = "m", .help = "Of the free surface, from the middle of the tank", .min = -1e3, .max = 1e3});
    p.vector("tank", s_.tank,
             {.unit = "m", .help = "Sides of the box; diameter of the sphere", .min = 1e-3, .max = 1e4});
    p.choice("fractions", kind_, {"area", "volume", "line", "voxel"}, "Face fractions");
    p.choice("bound", bound_, {"own", "area"}, "The error that is allowed is that of");
  }

  Problems prepare() override {
    s_.fractions = fractionKind(kind_);
    auto body = addedMassBody(s_);
    if (body) body_ = *body;
    return body.problems;
  }

  void run(CaseOutcome& out) override {
    const AddedMassResult r = addedMassMatrix(s_, body_);
    const AddedMassTheory t = addedMassTheory(s_, body_);
    const double smallest = body_.reach / r.dx / t.slenderness;
    const FractionKind expected = bound_ == Bound::Own ? s_.fractions : FractionKind::Area;
    const double bound = expectedAddedMassError(expected, s_.flat(), smallest,
                                                t.exact && !(s_.container == AddedMassSetup::Container::Sphere)) +
                         t.images;
    if (r.incompatible > 1e-6)
      out.measure("volume that cannot be moved", r.incompatible,
                  "the body plugs the container: no added mass is finite");
    for (int i = 0; i < 6; ++i) {
      if (s_.flat() && (i == 2 || i == 3 || i == 4)) continue;
      const std::string name =
          i < 3 ? std::string("C along ") + kAxisNames[i] : std::string("added inertia ") + kAxisNames[i] + " / R²";
      const double value = r.matrix(i, i);
      if (t.known && (t.heaveOnly ? i == 1 : i < 3))
        out.compare(name, value, t.linear[i][i], bound, t.source);
      else if (i >= 3 && t.angularKnown && t.angular[i - 3] == 0)
        out.compare(name, value, 0, rotationNoise(), "a round body drags nothing along; what the lattice makes of it");
      else if (i >= 3 && t.angularKnown)
        out.compare(name, value, t.angular[i - 3], 2 * bound, "unbounded; the walls count in fifth order");
      else
        out.measure(name, value);
    }
    out.compare("asymmetry of the matrix", r.asymmetry, 0, 1e-9, "to solver tolerance");
    out.compare("divergence left (1/s)", r.divergence * r.dx, 0, 1e-10, "per unit speed and cell");
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) {
        if (i == j) continue;
        out.measure("matrix " + std::string(kAxisNames[i]) + ", " + kAxisNames[j], r.matrix(i, j));
        out.asDetail();
      }
    TextTable table{"Matrix in the body's axes, over the displaced mass, lengths in R = " +
                        formatNumber(std::round(1e6 * body_.reach) / 1e6) + " m, " +
                        formatNumber(std::round(1e3 * body_.reach / r.dx) / 1e3) + " cells",
                    {""},
                    {}};
    for (int i = 0; i < 6; ++i) {
      table.head.emplace_back(kAxisNames[i]);
      table.lines.push_back({kAxisNames[i]});
      for (int j = 0; j < 6; ++j) table.lines.back().push_back(entry(r.matrix(i, j)));
    }
    out.tables.push_back(std::move(table));
  }

 private:
  FractionChoice kind_ = FractionChoice::Area;
  enum class Bound { Own, Area } bound_ = Bound::Own;
  /// A sphere of marching-squares faces is slightly faceted.
  double rotationNoise() const { return s_.fractions == FractionKind::Voxel ? 0.2 : 0.1 / (s_.radius * s_.radius); }
  AddedMassSetup s_;
  AddedMassBody body_;
};

}  // namespace

std::unique_ptr<Case> addedMassCase(const AddedMassSetup& setup) { return std::make_unique<AddedMassCase>(setup); }

}  // namespace flotsam
