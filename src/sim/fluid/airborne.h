// SPDX-License-Identifier: MIT
// Liquid that touches nothing: drops, blobs, sheets in the air. Pressure (zero all round), surface tension (a closed
// surface) and volume keeping are forces between its own parts and can not change its momentum; discretised they do, by
// a little each step, because the surface cuts its cells unevenly. The mean of what they changed is taken back out, a
// uniform velocity, which leaves the divergence as it is.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/fluid/mac_velocity.h"
#include "sim/fluid/particles.h"

namespace flotsam {

struct AirborneLiquid {
  static constexpr int kReach = 2;      // layers of cells round a part whose faces its particles see
  std::vector<int> part;                // per cell: 1.. = of this airborne part or round it, 0 = of none
  std::vector<uint8_t> layer;           // per cell: 0 = in the liquid, 1.. = round it
  std::vector<std::vector<int>> cells;  // by part, in the order they were found; memory is kept
  int parts = 0;
  struct Run {  // of liquid cells in a row: begin <= i < end
    int begin, end;
    int above;      // a run it is connected with, itself at the root
    bool grounded;  // at the root: against a side of the tank
  };
  std::vector<Run> runs;      // in the order of the rows
  std::vector<int> rowStart;  // in runs
  std::vector<Vec3> goal;     // by part: sum over its particles of where they would be, cells (notePaths)
};

/// Connected parts of the cells with phi < 0 all of whose cells, and those next to them, have open faces only.
/// `open`: fluid fractions of the faces.
void findAirborne(const Grid& grid, const std::vector<float>& phi, const std::array<std::vector<double>, 3>& open,
                  AirborneLiquid& airborne);

/// Makes the particles of every airborne part gain `gain` (m/s) from `before` to `velocity`, on the mean, and no more:
/// the rest is taken from the faces round it. Particles sorted, not moved since `before` was made of them.
void keepMomentum(const Grid& grid, const Particles& particles, const MacVelocity& before, const Vec3& gain,
                  const AirborneLiquid& airborne, MacVelocity& velocity);

/// A part flies as one too: however its particles spread and turn on their paths through the grid's velocity, their
/// middle moves by dt times their mean velocity. Call the first before the particles move through dt (s), sorted since
/// the parts were found, and the second after, before they are sorted again. What meets something on its way is left
/// alone.
void notePaths(const Grid& grid, const Particles& particles, double dt, AirborneLiquid& airborne);
void keepPaths(const Grid& grid, const AirborneLiquid& airborne, Particles& particles);

}  // namespace flotsam
