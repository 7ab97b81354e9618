// SPDX-License-Identifier: MIT
// The coupled projection ([B07] eq. 9-13): one symmetric positive semi-definite system for the pressure of the fluid
// and the velocities of all bodies. See coupled_system.h for the derivation, projection.cpp for the way through.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/math.h"
#include "sim/fluid/mac_velocity.h"
#include "sim/geometry/fractions.h"

namespace flotsam {

/// A body as the solve sees it.
struct CoupledBody {
  Vec3 centre{0};   // of mass, m
  Mat6 mobility;    // inverse of mass + hand (kg, kg m²); zero for scripted and fixed bodies
  Vec6 velocity{};  // in: before the projection; out: after it
  bool free = true;
  bool round = false;                  // a ball: pressure does not turn it, whatever its faces on the grid say
  double displacedMass = 0, mass = 0;  // kg; choose who goes into the light-body correction
  Vec6 impulse{};                      // out: of the pressure over dt, N s and N m s
};

enum class SolverKind { Multigrid, Reference };

struct SolveLimits {
  SolverKind kind = SolverKind::Multigrid;
  double tolerance = 1e-6;  // of the largest |right-hand side|
  int maxIterations = 200;
  int separationPasses = 20;  // of wall separation: solves at most; what is left is `complementarity`
};

struct SolveStats {
  int iterations = 0;
  double residual = 0;       // relative, recomputed from the definition
  double rhsMax = 0;         // largest |right-hand side|, m/s
  double maxDivergence = 0;  // 1/s, after the update, over all unknowns
  bool converged = false;
  int unknowns = 0, regions = 0;  // regions = connected parts of the fluid
  int projectedRegions = 0;       // null vectors of the system: closed groups of regions
  double incompatible = 0;        // largest change of the right-hand side that made it solvable, relative to rhsMax
  int lightBodies = 0;
  int solvesInDoubles = 0;          // made again by the reference solver, for what floats could not bear
  int passes = 1, released = 0;     // of wall separation: solves, cells let go
  double complementarity = 0;       // what is left of min(p, Ap - b) at walls and bodies, relative to rhsMax
  double setupMs = 0, solveMs = 0;  // filled by the caller that owns a clock
  std::string note;                 // why it stopped early, empty when it converged
};

/// Discrete mass matrix of a body ([B07] §3.1): density * sum over faces of s j j', j the face's row of J, kg units,
/// about `centre`. For flat grids the out-of-plane rows are zero and get a unit diagonal.
Mat6 discreteMass(const Grid& grid, std::span<const BodyFace> faces, const Vec3& centre, double density);

struct CoupledSystem;    // coupled_system.h
struct ResidualHistory;  // pcg.h
struct FreeSurface;      // free_surface.h
struct LinkedGroup;      // rigid/linkage.h

class Projection {
 public:
  Projection();
  ~Projection();
  /// Makes the velocity divergence free with the bodies: updates `velocity` on faces with fluid and every body's
  /// velocity and impulse; `pressure` (Pa, on cells, zero elsewhere). With a `surface` only liquid counts. `links`: the
  /// groups of bodies that joints link, tied, with the roots of their bodies' mobilities; the velocities must obey the
  /// joints and still do afterwards. Never raises the kinetic energy, also when cut short.
  SolveStats solve(const Grid& grid, const FaceFractions& fractions, double fluidDensity, double dt,
                   std::span<CoupledBody> bodies, MacVelocity& velocity, std::vector<double>& pressure,
                   const SolveLimits& limits, const FreeSurface* surface = nullptr,
                   std::span<const LinkedGroup> links = {});
  /// Of the last solve, to look at. What the system points to may be gone.
  const CoupledSystem& system() const;
  const ResidualHistory& residuals() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace flotsam
