// SPDX-License-Identifier: MIT
// Stage "smoke": concentration and temperature at cell centres, traced back through the velocity ([S07] ch. 5;
// Stam 1999). They neither cross a solid nor are taken from inside one.
#pragma once

#include <span>

#include "sim/fluid/mac_velocity.h"
#include "sim/fluid/solid_field.h"
#include "sim/geometry/container.h"

namespace flotsam {

struct ParticleScratch;

/// How a value between cell centres is found. Cubic: Catmull-Rom along each axis with its slopes limited so that it is
/// monotone between two centres and overshoots nowhere (Fritsch & Carlson 1980; [S07] ch. 5; Fedkiw, Stam & Jensen
/// 2001); within two cells of a solid it is linear.
enum class Interpolation { Linear, Cubic };

/// One value at the cell centres (Grid::size floats) and where its next state goes; these must not be the same.
struct CarriedScalar {
  const std::vector<float>* from;
  std::vector<float>* to;
};

/// Every scalar traced back through `velocity` over dt (s) along one path per cell; paths are stopped at solids.
/// Through `open` sides comes 0.
void advectScalars(const Grid& grid, const MacVelocity& velocity, const SolidField& solids, double dt,
                   std::span<const CarriedScalar> scalars, Interpolation interpolation, OpenSides open,
                   ParticleScratch& scratch);
/// One of them, linear, in a closed tank.
void advectScalar(const Grid& grid, const MacVelocity& velocity, const SolidField& solids, double dt,
                  const std::vector<float>& from, std::vector<float>& to, ParticleScratch& scratch);

/// Between f[1] and f[2] at t in [0, 1], f at -1, 0, 1, 2: monotone, within [min, max] of the two, exact for straight
/// lines.
float monotoneCubic(const float f[4], float t);

}  // namespace flotsam
