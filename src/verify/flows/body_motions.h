// SPDX-License-Identifier: MIT
// Bodies in time whose motion theory knows: flight without force, fall, the first moments of a released ball, and the
// momentum of a closed tank.
#pragma once

#include "sim/world.h"

namespace flotsam {

/// A tumbling box with unequal sides in vacuum: the rigid bodies' stage of a step by itself, no fluid, no contact.
struct FlightResult {
  double path = 0, pathError = 0;          // m, and |x - x0 - v t| over it
  double momentum = 0, momentumError = 0;  // kg m²/s; largest |L - L0| over |L0|
  double energyError = 0;                  // largest |E - E0| over E0
  double turned = 0;                       // rad, by the angular speed at the start
};
FlightResult freeFlight(int steps, double rate = 60);

/// A ball of 1000 t/m³ in a gas of 1 kg/m³ falls as in vacuum but for a part in a million: speed after `steps`, m/s,
/// and (1 - s) g t / (s + C) with the C of a sphere in unbounded fluid.
struct FallResult {
  double speed = 0, theory = 0;
  double path = 0, pathTheory = 0;  // m; the rule is v += g dt, x += v dt of the step after, so x lags by g t dt / 2
};
FallResult freeFall(int cells, int steps, double rate = 60);

/// A sphere, R/L = 1/4, released at the centre of a closed cube: speed after `steps`, and a t of theory.
struct ReleaseResult {
  double speed = 0, theory = 0;  // m/s, upwards
  double path = 0;               // m; C holds at the centre, so it must stay small against the radius
};
ReleaseResult releasedSphere(int cells, double densityRatio, int steps, Advection advection, double rate = 60);

/// Six bodies of many densities moving in a closed tank, none of which touches a wall: the largest momentum of fluid
/// and displaced fluid together against that of the displaced fluid (zero in theory), over `steps`.
double closedTankMomentum(int cells, int steps, Advection advection);

}  // namespace flotsam
