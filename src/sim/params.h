// SPDX-License-Identifier: MIT
// How to step: every tunable of the simulation, each with one line in describe() (params.cpp).
#pragma once

#include "core/describe.h"
#include "sim/coupling/projection.h"
#include "sim/fluid/smoke.h"
#include "sim/geometry/fractions.h"
#include "sim/rigid/body.h"
#include "sim/rigid/hand.h"

namespace flotsam {

enum class FluidDomain { Full, Liquid };
enum class InitialFlow { Rest, Vortex, Spin };
/// How fluid and bodies meet; all share scene, advection and contact. Variational is the method, the others are what it
/// is compared with.
enum class Coupling { Variational, Weak, OneWay, Voxel, RigidFluid };
enum class MassKind { Auto, Discrete, Exact };
enum class Advection { Flip, SemiLagrangian, Apic };

struct FluidParams {
  FluidDomain domain = FluidDomain::Full;
  double density = 1000;      // kg/m³
  double viscosity = 0;       // Pa s
  double surfaceTension = 0;  // N/m
  int particlesPerCell = 8;   // a cube number: 1, 8, 27
  int seed = 1;
  InitialFlow initial = InitialFlow::Rest;
  double initialSpeed = 1;  // m/s, largest speed of the initial flow
};

struct MethodParams {
  Coupling coupling = Coupling::Variational;
  bool earlyWeight = false;  // rigid-fluid: the weight beyond the fluid's acts in the solve
  FractionKind fractions = FractionKind::Auto;
  MassKind mass = MassKind::Auto;
  Advection advection = Advection::Flip;
  double flip = 0.97;  // 1 = pure FLIP, 0 = PIC
  SolverKind solver = SolverKind::Multigrid;
  double tolerance = 1e-6;
  int maxIterations = 200;
  double cfl = 3;  // cells a particle or body may move in a substep before the step is split; in a liquid bodies half
  int maxSubsteps = 8;
  bool separation = true;     // liquid: walls push and do not pull
  int separationPasses = 20;  // solves a projection may take for that
};

/// [S07] ch. 5. Lifts are those on Earth; they act against gravity and go with it.
struct SmokeParams {
  double fade = 0;           // 1/s
  double lift = 0;           // m/s² at concentration 1 (minus alpha)
  double ambient = 20;       // °C
  double heatLift = 0.0335;  // m/s² for each K above ambient (beta): 9.81 over 293 K
  double cooling = 0;        // 1/s
  double confinement = 0;    // epsilon of vorticity confinement
  Interpolation interpolation = Interpolation::Linear;
};
constexpr double kEarthGravity = 9.81;  // m/s²

struct StepParams {
  Vec3 gravity{0, -9.81, 0};  // m/s²
  double rate = 60;           // steps per second
  FluidParams fluid;
  MethodParams method;
  HandParams hand;
  SmokeParams smoke;
  double dt() const { return 1 / rate; }
};

/// Binds every field: keys gravity.x, time.rate, fluid.density, method.fractions, hand.frequency, ...
void describe(StepParams& params, ParamList& list);
/// Binds the live fields of one body under "body.NAME.": density, friction, restitution.
void describe(BodyDesc& body, ParamList& list);

}  // namespace flotsam
