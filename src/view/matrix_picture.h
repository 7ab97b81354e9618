// SPDX-License-Identifier: MIT
// The coupled system's matrix as a small square picture, and what it takes: the seven-point band of the fluid and a
// block of rank six for every body, dense if it were assembled, thin in the factored form that the solver keeps.
#pragma once

#include <vector>

#include "view/sim_view.h"

namespace flotsam {

struct MatrixPicture {
  int size = 0;               // pixels of a side; each stands for several rows
  std::vector<uint8_t> band;  // row by row: something of the fluid's part falls into it
  /// Per body: rows of the picture that its block touches, as runs [begin, end).
  struct Run {
    int begin, end;
  };
  std::vector<std::vector<Run>> bodies;
  std::vector<int> group;  // per body: bodies that joints link have one block together; the lowest of them

  size_t unknowns = 0, stencil = 0;
  size_t assembled =
      0;                // non-zeros of the explicit matrix: the stencil and the blocks, entries they share counted once
  size_t factored = 0;  // numbers that the factored form keeps: the stencil and six for every row of a block
};

/// Empty (size 0) when the view has no system. `size`: wanted pixels; fewer where there are fewer rows.
void drawMatrix(const SimView& view, int size, MatrixPicture& picture);

}  // namespace flotsam
