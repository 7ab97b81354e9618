// SPDX-License-Identifier: MIT
// What the flow cases measure on a World: the velocity at a point, moments of the fluid, mean values.
#pragma once

#include "sim/world.h"

namespace flotsam {

/// Velocity at a world point, m/s: trilinear in the faces' values, in double. Points outside the tank count as its
/// nearest; in a flat grid nothing depends on z.
Vec3 velocityAt(const Grid& grid, const MacVelocity& velocity, const Vec3& x);
/// Angular momentum of the fluid about a point, kg m²/s: faces with their open fraction of a cell's mass.
Vec3 angularMomentum(const World& world, const Vec3& about);
/// Momentum of the fluid and of fluid in the bodies' place, kg m/s: in a closed full tank nothing flows through any
/// plane, so it is zero whatever moves inside. `scale` = the sum of the absolute shares of the bodies.
Vec3 displacedMomentum(const World& world, double& scale);

/// A body of a primitive shape, standing where the scene says.
BodyDesc primitiveBody(const char* name, ShapeKind kind, const Vec3& dims, const Vec3& position, double density);

}  // namespace flotsam
