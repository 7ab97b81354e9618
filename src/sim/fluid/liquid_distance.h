// SPDX-License-Identifier: MIT
// Where the liquid is, from its particles alone: how full each cell is, the signed distance to the free surface that
// follows from it, and that distance continued into walls and bodies, so that the pressure there is the liquid's and
// never the air's.
//
//   1. density: particles counted with tent weights at the cell centres
//   2. fill F = density / (particles per cell x open part), the open part under the same tent: one in still liquid,
//      beside a wall too
//   3. distance from the fill of a half space under the tent,  F = 1 - (1 + phi)^2 / 2 for phi <= 0, (1 - phi)^2 / 2
//      above: phi = -(1 - sqrt(2 - 2F)) or 1 - sqrt(2F), in cells
//   4. cells mostly in solids continue the distance of their neighbours on the fluid's side, layer by layer, the first
//      linearly: a level surface stays level behind a slanting wall, where a constant along the wall's normal would
//      bend it by half a cell and keep the liquid in motion (2e-2 m/s instead of 3e-3 in a box turned 45 degrees about
//      an oblique axis); then one filter (1/8, 3/4, 1/8 along each axis); then step 4 again
// The profile saturates at one cell from the surface; nobody needs more.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/fluid/particles.h"
#include "sim/fluid/solid_field.h"
#include "sim/geometry/grid.h"

namespace flotsam {

struct LiquidField {
  std::vector<float> phi;   // per cell, cells: negative in the liquid, -1..1
  std::vector<float> fill;  // per cell, F before it became a distance; 1 = as dense as liquid at rest, 0 in solids
  std::vector<float> open;  // per cell, part that is not solid, 0..1

  /// A cell in a solid and where its distance comes from: cells beside it and the next ones on the same line, which are
  /// the first ones again where the distance goes on as it is.
  struct Extended {
    int cell, count;
    int from[6], behind[6];
    float weight[6];
  };
  std::vector<Extended> extended;  // in the order of the layers
  static constexpr uint8_t kDeep = 255;
  std::vector<uint8_t> layer;  // per cell: 0 = its own distance, 1.. = extended, kDeep = too deep in a solid for any
  // Scratch.
  std::vector<float> scatter, wide, pass, filtered, weight;
  std::vector<int> buried, front;
};

/// Everything of the field for sorted particles; `perCell` = how many make a cell full. Deterministic for any number of
/// threads.
void buildLiquidDistance(const Grid& grid, const Particles& particles, double perCell, const SolidField& solids,
                         LiquidField& liquid);
/// Step by step, for tests: open parts of the cells and what is extended from where; density and fill; distance.
void findOpenParts(const Grid& grid, const SolidField& solids, LiquidField& liquid);
void measureFill(const Grid& grid, const Particles& particles, double perCell, LiquidField& liquid);
void fillToDistance(const Grid& grid, LiquidField& liquid);
/// A distance on the cells continued into walls and bodies, from where findOpenParts saw.
void extendIntoSolids(const Grid& grid, const LiquidField& liquid, std::vector<float>& phi);
/// (1/8, 3/4, 1/8) along each axis over a field on the cells; beyond the lattice the value at its edge, or zero. The
/// scratch may be swapped with the field.
void filterCells(const Grid& grid, bool repeat, std::vector<float>& field, std::vector<float>& scratch);

}  // namespace flotsam
