// SPDX-License-Identifier: MIT
// Pools of liquid in time, and what is measured in them: the level, the grid's velocity, particles gone astray. What
// the water cases and the tests of water stand on.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "sim/world.h"
#include "verify/tank.h"

namespace flotsam::water {

inline constexpr double kG = 9.81;  // m/s²

/// A tank 1 m wide, `cells` across, filled to `level` (m).
WorldDesc pool(Int3 cells, double level, int seed = 1);

/// A primitive (density in kg/m³); a flat tank takes its section.
void addBody(WorldDesc& d, ShapeKind kind, const Vec3& dims, const Vec3& at, double density, Quat turn = {1, 0, 0, 0});

/// An input that sets gravity along x (m/s²): tips the tank.
InputFrame tipped(double gravity);

struct Surface {
  double mean = 0, rms = 0;  // cells
};
/// Height of the surface over columns that are open all the way there, in cells; of those `use` says yes to.
Surface surfaceOf(const World& w, const std::function<bool(int i, int k)>& use = {});

/// Root mean square of the grid's velocity on faces that touch liquid, m/s.
double gridSpeed(const World& w);

/// Particles that are not finite, outside the tank, or deeper than half a cell in a solid (true distances).
int astray(const World& w);

double median(std::vector<double> v);

}  // namespace flotsam::water
