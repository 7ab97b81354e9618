// SPDX-License-Identifier: MIT
// The cases of `flotsam bench`. Internal to cli.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "sim/world_desc.h"

namespace flotsam {

/// Every shipped scene, then full-20, -32, -40, -64, crowd, slosh-20, -32, -40, spheres-1, -32, mixed-32, light-1 and
/// the cases of all methods.
std::vector<std::string> benchCases();
/// method-WORD for every word of method.coupling.
std::vector<std::string> methodCases();
/// A case by name: a scene, crowd, full-N or slosh-N for any N from 8 to 128, spheres-N, mixed-N or light-N for any N
/// from 1 to 64, or method-WORD: full-32 with bodies of four times the fluid's density, which every method can step.
Result<WorldDesc> benchCase(const std::string& name);
/// A closed full tank of 1 m with N cells a side and 8 bodies of mixed shapes, 0.1 to 10 times as dense as the fluid.
Result<WorldDesc> fullTank(int cells);
/// The paper's grid of 60 x 90 x 60 with many bodies of varied density ([B07] fig. 1, middle): 45 of them.
Result<WorldDesc> crowdedTank();
/// A closed full tank of 40^3 cells and 1 m with so many spheres of three cells radius, `lightest` to `heaviest` times
/// as dense as the fluid, evenly on a logarithmic scale, each with a velocity of its own: what bodies add to the solve.
Result<WorldDesc> tankOfSpheres(int count, double lightest, double heaviest);
/// A tank of 1 m with N cells a side, half full of water that runs against its walls, and a floating box.
Result<WorldDesc> sloshingTank(int cells);

}  // namespace flotsam
