// SPDX-License-Identifier: MIT
// What every projection must keep, whatever the scene: one random scene, all laws.
#pragma once

#include "verify/tank.h"

namespace flotsam {

struct RandomSceneSpec {
  uint64_t seed = 1;
  int cells = 14;                          // about this many along the tank; its sides differ
  int bodies = 5;                          // at most
  double lightest = 1e-3, heaviest = 1e3;  // over the fluid's density
  double open = 0.35;                      // share of the scenes with a free surface
};

/// A tank with random container (box, tilted box, sphere, cylinder; one in five is 2D), fractions, bodies of all
/// primitive shapes at random places and orientations, densities log-uniform, one in eight fixed; in every third scene
/// the bodies are pushed into each other and into the wall; some are liquid with a free surface. Fluid and bodies move
/// at about 1 m/s with one step of gravity. Built and ready to project.
std::unique_ptr<Tank> randomTank(const RandomSceneSpec& spec);

/// How far one scene is off each law; all are 0 in theory.
struct ConservationErrors {
  double fractionSum = 0;  // largest |fluid + wall + bodies - 1| of a face, or negative part of a fraction
  double momentum = 0;     // |change of momentum - impulse of the walls| over the momenta and impulses that went round
  double energyRise = 0;   // over the energy before; 0 when it fell
  double divergence = 0;   // largest net outflow of a cell after the projection over the largest before, less what no
                           // pressure can balance
  double again = 0;        // what a second projection changes, over the largest speed
  double symmetry = 0;     // |<a, P b> - <P a, b>| in the energy's product, over its scale
  double negative = 0;     // -x' A x for random x where it is negative, over |x|² times the largest diagonal
  double transposed = 0;   // largest |A - A'| over the largest entry
  double reference = 0;    // largest difference of a velocity from the reference solver's, over the largest speed
  bool converged = true;
  int bodies = 0, unknowns = 0;
};
ConservationErrors conservationErrors(const RandomSceneSpec& spec);

}  // namespace flotsam
