// SPDX-License-Identifier: MIT
// Added masses that theory knows: Lamb's for spheres and circles in round containers (Hydrodynamics art. 93), and for
// any body whose unbounded coefficients are known, what the walls of a closed box add.
//
// A body far from the walls is a dipole. With C the unbounded coefficients (a 3x3 matrix, added mass over displaced
// mass), V the volume and U its velocity, the dipole is d = V (1 + C) (U - u), u = -Gamma d the flow of its images in
// the walls at its centre. The total dipole is V (1 + C') U, so
//   1 + C' = (1 - V (1 + C) Gamma)^-1 (1 + C).
// What is left out starts with the quadrupole that a gradient of u makes: (a/L)^5 for a centred body of half length a.
// In the cube with R/L = 1/4 the sphere comes out as .62285 where the harmonic series of REFERENCE says .62282.
#pragma once

#include "core/math.h"

namespace flotsam {

/// Gamma of a point in a closed box with sides `box` (m), its lower corner the origin, in 1/m³; in 2D (`flat`, the z
/// rows are zero) in 1/m². u = -Gamma d.
Mat3 wallImages(const Vec3& box, const Vec3& point, bool flat);

/// C' from C for a body of volume V (2D: area), both in the box's axes.
Mat3 coefficientInBox(const Mat3& unbounded, double volume, const Mat3& images, bool flat);

/// Sphere of radius a at the centre of a spherical container of radius b; circle in a round one.
double concentricSpheres(double a, double b);
double concentricCircles(double a, double b);

}  // namespace flotsam
