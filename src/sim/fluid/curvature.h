// SPDX-License-Identifier: MIT
// Mean curvature of the free surface for surface tension, from the liquid's distance (liquid_distance.h).
//
// That distance is bounded to one cell and moves by a tenth of a cell with the particles, so its second derivatives are
// noise. It is smoothed to a Gaussian of variance kCurvatureVariance first; then kappa = div(grad phi / |grad phi|)
// with normals at the nodes. The level sets of a smoothed ball are still spheres around its centre, so kappa is 1/r
// (2/r in 3D) whatever the width; a wave k along the surface loses exp(-k² variance / 2) of its curvature, which is the
// price, and why explicit surface tension stays stable for steps three times as long as with the bare curvature.
//
// A bump too small for the smooth field lies on one of its outer level sets, which are less curved: taken there, kappa
// would be smaller on the bump, the pressure inside would drive it out, and a drop would burst into fingers. So kappa
// is taken at the foot of the bump, on the smooth surface itself: kappa / (1 - d kappa / m), d the distance from it, m
// = 2 in 3D and 1 in 2D. Bumps that small are then left alone, and the transfer smooths them away.
#pragma once

#include <array>
#include <vector>

#include "sim/geometry/grid.h"

namespace flotsam {

inline constexpr double kCurvatureVariance = 2;  // cells²

struct CurvatureField {
  std::vector<float> kappa;  // per cell, 1/cells, -1..1, positive for a drop; valid next to the surface
  // Scratch.
  std::vector<float> smooth, pass;
  std::array<std::vector<float>, 3> normal;  // at nodes
};

/// `phi`: the distance in cells, continued into solids along their normals (so liquid meets them at a right angle).
void buildCurvature(const Grid& grid, const std::vector<float>& phi, CurvatureField& field);

}  // namespace flotsam
