// SPDX-License-Identifier: MIT
// The added-mass matrix of a body, out of the coupled solver without time stepping: the body is given each of its six
// unit velocities in fluid at rest, one projection sets the fluid in motion, and the impulse of the pressure on the
// body is minus a column of the matrix. In the letters of [B07] it is rho J (G' W G)^+ J'.
#pragma once

#include "verify/tank.h"

namespace flotsam {

/// Face fractions as cases offer them.
enum class FractionChoice { Area, Volume, Line, Voxel };
inline FractionKind fractionKind(FractionChoice c) {
  return static_cast<FractionKind>(static_cast<int>(c) + static_cast<int>(FractionKind::Area));
}

/// A body in a container, in metres but for the resolution.
struct AddedMassSetup {
  std::string shape = "sphere";  // sphere, circle, box, square, ellipsoid, cylinder, torus, capsule, or a mesh file
  double radius = 8;             // half the body's longest side in cells: sets the cell size, R/h
  int cells = 0;                 // cells along the tank's x; 0 = from `radius`
  Vec3 axes{0};                  // lengths of the shape as in scene files; 0 = the usual ones of the shape
  double size = 0.5;             // longest side of a mesh
  Vec3 position{0};              // from the middle of the container
  Vec3 orientation{0};           // degrees about x, then y, then z
  enum class Container { Box, Sphere, Open } container = Container::Box;  // open: a box with a free surface
  double level = 0;                                                       // of the surface, from the middle
  Vec3 tank{1};                                 // sides of the box; diameter of the sphere in x
  FractionKind fractions = FractionKind::Area;  // of body and container
  double density = 1;                           // over that of the fluid
  bool discrete = true;                         // mass matrix as the faces see it

  bool flat() const { return shape == "circle" || shape == "square"; }
  Quat rotation() const;
};

/// What can be said before solving: the loaded body, half its longest side, and problems with the set-up.
struct AddedMassBody {
  std::shared_ptr<const Shape> shape;
  double reach = 0;  // R, m
};
Result<AddedMassBody> addedMassBody(const AddedMassSetup& setup);

/// The tank of a set-up, not yet built.
Tank addedMassTank(const AddedMassSetup& setup, const AddedMassBody& body);

struct AddedMassResult {
  /// In the body's axes about its centre of mass, over the displaced mass, lengths in R: linear entries are C, angular
  /// ones over R², mixed ones over R. In 2D the rows of z, wx and wy are zero.
  Mat6 matrix;
  double asymmetry = 0;     // largest difference across the diagonal, over the largest entry
  double incompatible = 0;  // what no pressure can balance (a plug: the added mass has no bound)
  double divergence = 0;    // 1/s at unit velocity
  bool converged = true;
  int cells = 0;  // unknowns
  double dx = 0;  // m
};
/// A matrix about the centre from world axes (SI) to the body's, over the displaced mass, lengths in `reach`; `turn`
/// takes world axes to the body's.
Mat6 inBodyAxes(const Mat6& world, const Mat3& turn, double displacedMass, double reach);
AddedMassResult addedMassMatrix(const AddedMassSetup& setup, const AddedMassBody& body);

/// C along one axis alone, from a free body: V = J / (M + added mass) for an impulse J. `axis` in world axes.
double addedMassOfFreeBody(Tank& tank, int axis);
/// The whole matrix the same way: impulses on a free body, so that it passes through the body's mass. SI, world axes.
Mat6 addedMassMatrixOfFreeBody(Tank& tank);

/// Theory of a set-up, where there is one.
struct AddedMassTheory {
  bool known = false;
  bool heaveOnly = false;  // along y alone
  Mat3 linear{0};          // body axes, over the displaced mass
  bool angularKnown = false;
  Vec3 angular{0};         // diagonal, over the displaced mass and R²
  double slenderness = 1;  // R over the smallest half side
  bool exact = false;      // a closed value; else dipole images with an error of (R/distance)^5
  double images = 0;       // estimate of that error
  std::string source;
};
AddedMassTheory addedMassTheory(const AddedMassSetup& setup, const AddedMassBody& body);

}  // namespace flotsam
